"""Static sentences: a subject with its predicates, a condition, a duration; the sentences of static abilities."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.effect import ELSEWHERE, All, Effect, Only, Players, Scope, Union
from layerproof.kb.model.expression import (
    AllOf,
    AnyOf,
    Both,
    ControlledBy,
    Filter,
    InZone,
    Is,
    Matches,
    Not,
    OpaqueCondition,
    OwnedBy,
    Player,
    Ref,
    State,
    Turn,
    Unless,
    X,
)
from layerproof.kb.model.modification import (
    AddAbilities,
    AddTypes,
    RuleEffect,
    SetBasePT,
    SetController,
    SetSubtypes,
    SetTypes,
)
from layerproof.kb.model.permissions.abilities_of_players import as_player
from layerproof.kb.notation.restrictions import rule_effect
from layerproof.kb.oracle.conditions import durations
from layerproof.kb.oracle.effects.predicates import change_of, with_x
from layerproof.kb.oracle.nouns.described_objects import and_so, gathered, still
from layerproof.kb.oracle.words.lexical_tokens import plain
from layerproof.kb.oracle.words.open_references import (
    HE,
    HOST,
    IT,
    OTHER,
    SELF,
    THEY,
    YOU,
    Thing,
    found,
    joined,
    other,
    rewrite,
)
from layerproof.kb.oracle.words.parser import NO, Grammar, Parse

_LURED = "all creatures able to block it do so"


def add_rules(grammar: Grammar) -> None:
    """Add the rules for `subject`, `duration` and `statement`, a sentence of a static ability."""
    _subjects(grammar)
    durations.add_rules(grammar)
    _conditions(grammar)
    _statements(grammar)


def _where_x(scope: Scope, mods: Any, value: Any) -> Any:
    if not found((scope, mods), _is_x):
        return NO
    return _effect(with_x(scope, value), with_x(mods, value))


def _is_x(part: Any) -> bool:
    return isinstance(part, X)


def all_of(thing: Thing) -> Any:
    """The scope of every object that fits a noun phrase; a card must be said to be somewhere."""
    if thing.zones is None and State("card") in thing.filters:
        return NO
    return All(thing.filter, thing.where())


def _subjects(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("subject", "<ref_noun>", Only)
    rule("subject", "it|itself", lambda: Only(IT))
    rule("subject", "he|she", lambda: Only(HE))
    rule("subject", "<thing> and <thing>", _both_posted)
    rule("subject", "<refs>", Only)
    rule("subject", "<thing>", lambda thing: all_of(thing) if thing.many else NO)
    rule("subject", "all|each [of] <thing>", all_of)
    rule("subject", "(all other|each other) <core_post>", lambda thing: all_of(thing))
    rule("subject", "<ref_noun> and <subject_one>", _one_and_others)
    rule("subject_one", "<ref_noun>", Only)
    rule("subject_one", "all|each <thing>", all_of)
    rule("subject_one", "<thing>", lambda thing: all_of(thing) if thing.many else NO)
    rule("subject", "(all|each) <thing> and (all|each) <thing>", _either)
    rule("core_post", "<core_with_posts>", _with_other)
    players = {
        "you": YOU, "players": Player("any"), "each player": Player("any"), "your opponents": Player("opponent"),
        "each opponent": Player("opponent"), "an opponent": Player("opponent"), "opponents": Player("opponent"),
        "a player": Player("any"), "any player": Player("any"), "no player": Player("any"),
    }  # fmt: skip
    for words, player in players.items():
        rule("player_subject", words, lambda player=player: Players(player))
    rule("player_subject", "<the_player>", Players)

    @grammar.primitive("core_with_posts")
    def core_with_posts(parse: Parse, at: int) -> Any:
        yield from parse.at("thing", at)


def _one_and_others(ref: Ref, two: Any) -> Union:
    """ "Enchanted creature and other creatures": other than that creature, not than the source."""
    return Union((Only(ref), rewrite(two, lambda p: HOST if p == OTHER else p) if ref == HOST else two))


def _both_posted(one: Thing, two: Thing) -> Any:
    """ "Skeletons you control and other Zombies you control": two whole phrases, each with its controller."""
    held = all(any(isinstance(f, ControlledBy | OwnedBy) for f in thing.filters) and thing.many for thing in (one, two))
    if held and one.where() != two.where():
        scopes = (all_of(one), all_of(two))
        return NO if NO in scopes else Union(scopes)
    if not held and _bare(one) and _bare(two) and two.filters[0] == OTHER_THAN and OTHER_THAN not in one.filters:
        return _either(one, two)
    return _either(one, two) if held else NO


OTHER_THAN = other()


def _bare(thing: Thing) -> bool:
    """Whether a phrase of several objects has words of a type line only, and whether it is other than something."""
    words = [f for f in thing.filters if f != OTHER_THAN]
    return thing.many and all(isinstance(f, Is) for f in words)


def _either(one: Thing, two: Thing) -> Any:
    return All(AnyOf((one.filter, two.filter)), one.where()) if one.where() == two.where() else NO


def _with_other(thing: Thing) -> Thing:
    return thing if other() in thing.filters else Thing((other(), *thing.filters), thing.zones, thing.many)


def _conditions(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("lead", "as long as <condition>")
    rule("lead", "during your turn", lambda: Turn(YOU))
    rule("lead", "during turns other than yours", lambda: Unless(Turn(YOU)))
    rule("lead", "as long as <loose>", OpaqueCondition)
    rule("lead", "during <loose>", lambda text: OpaqueCondition(f"during {text}"))
    rule("trail", "<lead>")
    rule("trail", "if <condition>")
    rule("trail", "if <loose>", OpaqueCondition)
    rule("trail", "unless <loose>", lambda text: Unless(OpaqueCondition(text)))
    rule("lead", "if <condition>")
    rule("lead", "if <loose>", lambda text: NO if "would" in text.split() else OpaqueCondition(text))
    rule("trail", "unless <condition>", Unless)

    @grammar.primitive("loose")
    def loose(parse: Parse, at: int) -> Any:
        """A condition that is kept as its words, up to a comma or the end: only where nothing better is found."""
        if not getattr(parse, "loose", False):
            return
        for end in range(at + 1, len(parse.tokens) + 1):
            word = parse.word(end)
            if parse.word(end - 1) == '"':
                return
            if word in (",", ".", "") and parse.word(end - 1) != ",":
                yield plain(parse.tokens[at:end]), end
            if word == ".":
                return


def _effect(scope: Scope, mods: Any, condition: Any = None) -> Any:
    mods = gathered(mods)
    if isinstance(scope, Players) and any(not isinstance(mod, RuleEffect) for mod in mods):
        return NO
    return (Effect(scope, mods, condition),)


def _statements(grammar: Grammar) -> None:
    rule = grammar.rule

    @grammar.primitive("anything")
    def anything(parse: Parse, at: int) -> Any:
        end = next((i for i in range(at, len(parse.tokens)) if parse.word(i) in (".", '"')), len(parse.tokens))
        yield plain(parse.tokens[at:end]), end

    rule("statement", "<clause>")
    rule("statement", "<lead> , <clause>", _conditioned)
    rule("statement", "<clause> <trail>", lambda effects, condition: _conditioned(condition, effects))
    rule("statement", "<clause> <trail> . otherwise , <clause>", _otherwise)
    rule("statement", "<lead> , <clause> . otherwise , <clause>", lambda c, one, two: _otherwise(one, c, two))
    rule("statement", "<clause> . <subject> gets|get <pt> instead as long as <condition>", _instead)
    rule(
        "statement",
        "<clause> . <subject> gets|get <pt> instead as long as <loose>",
        lambda one, s, pt, text: _instead(one, s, pt, OpaqueCondition(text)),
    )
    rule("statement", "<clause> and <clause>", and_so)
    rule("statement", "<lead> , <clause> and <clause>", lambda c, one, two: _conditioned(c, and_so(one, two)))
    rule("clause", "<subject> [each] <preds>", _effect)
    rule("clause", "<subject> [each] <preds> , where x is <any_value>", _where_x)
    rule("clause", "<subject> <preds> , and it <preds>", lambda scope, one, two: _effect(scope, one + two))
    rule("clause", "<player_subject> <restriction_pred>", _effect)
    rule(
        "clause",
        "<player_subject> have|has <abilities>",
        lambda who, found: (Effect(who, as_player(found, who.player)),),
    )
    rule(
        "clause",
        "<thing> gain|gains <abilities> as you cast (them|it)",
        lambda t, found: _effect(all_of(t), (AddAbilities(found),)) if all_of(t) is not NO else NO,
    )
    rule(
        "clause",
        "each <thing> gains <abilities> as you cast it",
        lambda t, found: _effect(all_of(t), (AddAbilities(found),)) if all_of(t) is not NO else NO,
    )
    rule(
        "subject",
        "<core> you own that aren't on the battlefield",
        lambda thing: All(joined((*thing.filters, OwnedBy(YOU))), ELSEWHERE),
    )
    rule(
        "statement",
        "<clause> . if <condition> , it gets|get <pt> instead",
        lambda one, c, pt: _instead(one, one[0].affects, pt, c),
    )
    rule("clause", "you and <subject_one> have|has <abilities>", _you_too)
    rule("statement", "<clause> . this ability doesn't affect its color identity")
    its_cost = "(the|its|their) <keyword_name> cost is"
    rule("clause", f"<subject> have|has <keyword_cost> . {its_cost} <anything>", _stated_cost)
    rule(
        "clause",
        "<subject> have|has <keyword_name> <mana> , where x is <anything>",
        lambda s, word, mana, text: _effect(s, (AddAbilities((Keyword(word, cost=f"{mana}, X being {text}"),)),)),
    )
    rule("clause", "this spell costs <anything>", lambda text: (Effect(Only(SELF), (RuleEffect(f"costs {text}"),)),))
    rule(
        "clause",
        f"<subject> have|has <keyword_cost> . {its_cost} equal to (its|that card 's|their) mana cost",
        _its_cost,
    )
    rule("keyword_cost", "<keyword_name>")
    rule("restriction_pred", "<restriction>", lambda text: (rule_effect(text),))
    rule("clause", "<subject> (is|are|'s) <shape> <still_after>", _still)
    rule("clause", "<clause_one> . if ~ leaves the battlefield , this effect continues until end of turn", _continues)
    rule("clause_one", "<subject> <preds>", _effect)
    rule("clause", "you control <controlled>", lambda scope: (Effect(scope, (SetController(YOU),)),))
    rule("clause", "(the chosen player|enchanted player) controls <controlled>", lambda scope: NO)
    rule("controlled", "<host>", lambda host: Only(HOST))
    rule("controlled", "~", lambda: Only(SELF))
    rule("clause", "<subject> <preds> . this effect doesn't remove <anything>", _with_rule)
    for words in (_LURED, "its activated abilities can't be activated"):
        joined_words = f"<clause_one> (and|, and) {words}"
        rule("clause", joined_words, lambda effects, words=words: _and_rule(effects, words))
    rule("clause", "all creatures able to block ~ do so", lambda: _ruled(Only(SELF), _LURED))
    for number, action, span in product(("one creature", "two creatures"), ("attack", "block"), ("combat", "turn")):
        words = f"no more than {number} can {action} each {span}"
        rule("clause", words, lambda words=words: _ruled(All(Is("type", "creature")), words))
    rule("statement", "<lead> , <lead> , <clause>", lambda a, b, effects: _conditioned(Both((a, b)), effects))
    rule("statement", "<lead> , (~ 's|its) power and toughness are each equal to <any_value>", _set_while)
    rule("statement", "<clause> . the same is true for <same_things>", _same_is_true)
    rule("same_things", "<same_thing>", lambda one: (one,))
    rule("same_things", "<same_thing> and <same_thing>", lambda one, two: (one, two))
    rule(
        "same_thing",
        "<core> you control",
        lambda thing: (
            All(joined((*thing.filters, ControlledBy(YOU))), ("stack",)) if State("spell") in thing.filters else NO
        ),
    )
    rule(
        "same_thing",
        "<core> you own that aren't on the battlefield",
        lambda thing: All(joined((*thing.filters, OwnedBy(YOU))), ELSEWHERE),
    )
    rule("subject", "all cards that aren't on the battlefield , spells , and permanents", _everything)


def _everything() -> Scope:
    return Union((All(State("card"), ELSEWHERE[:5]), All(State("spell"), ("stack",)), All(State("permanent"))))


def _and_rule(effects: Any, words: str) -> Any:
    last = effects[-1]
    return (*effects[:-1], Effect(last.affects, (*last.mods, rule_effect(words)), last.condition))


def _ruled(scope: Scope, words: str) -> Any:
    return (Effect(scope, (rule_effect(words),)),)


def _set_while(condition: Any, value: Any) -> Any:
    # With a condition the ability is not characteristic-defining: it sets the base values.
    return (Effect(Only(SELF), (SetBasePT(value, value),), condition),)


def _with_rule(scope: Scope, mods: Any, left: str) -> Any:
    kept = {"~": "this protection leaves this Aura attached", "Auras": "this protection leaves Auras attached"}
    return _effect(scope, (*mods, RuleEffect(kept.get(left, "leaves the source attached"))))


def _still(scope: Scope, shape: Any, _word: str) -> Any:
    return _effect(scope, still(gathered(shape)))


def _stated_cost(scope: Scope, word: str, again: str, text: str) -> Any:
    if word != again or re.fullmatch(r"equal to (?:its|that card's|their) mana cost", text):
        return NO
    return _effect(scope, (AddAbilities((Keyword(word, cost=text),)),))


def _its_cost(scope: Scope, word: str, again: str) -> Any:
    return _effect(scope, (AddAbilities((Keyword(word, cost="its mana cost"),)),)) if word == again else NO


def _continues(effects: Any) -> Any:
    return tuple(Effect(e.affects, (*e.mods, RuleEffect("lasts until end of turn after ~ leaves"))) for e in effects)


def _conditioned(condition: Any, effects: tuple[Effect, ...]) -> Any:
    if any(each.condition is not None for each in effects):
        return NO
    return tuple(Effect(each.affects, each.mods, condition) for each in effects)


def _you_too(scope: Scope, abilities: Any) -> Any:
    if scope is NO:
        return NO
    return (*_effect(scope, (AddAbilities(abilities),)), Effect(Players(YOU), as_player(abilities)))


def _otherwise(one: Any, condition: Any, two: Any) -> Any:
    return (*_conditioned(condition, one), *_conditioned(Unless(condition), two))


def _instead(first: Any, scope: Scope, pt: Any, condition: Any) -> Any:
    second = change_of(pt)
    if second is NO or len(first) != 1 or len(first[0].mods) != 1:
        return NO
    return (*_conditioned(Unless(condition), first), Effect(scope, second, condition))


def _same_is_true(effects: tuple[Effect, ...], scopes: tuple[Scope, ...]) -> Any:
    if len(effects) != 1:
        return NO
    return (Effect(Union((effects[0].affects, *scopes)), effects[0].mods, effects[0].condition),)


__all__ = [
    "AddTypes",
    "AllOf",
    "Filter",
    "InZone",
    "Matches",
    "Not",
    "Ref",
    "SetSubtypes",
    "SetTypes",
    "THEY",
    "add_rules",
    "all_of",
]
