"""Continuous effects: the sentences by which a resolving spell or ability begins a continuous effect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.effect import Effect, NextSpells, Only, Players, Scope, Until
from layerproof.kb.model.expression import (
    CountersOn,
    Player,
    Ref,
    Stat,
    State,
)
from layerproof.kb.model.instruction import (
    Attach,
    Begin,
    Delayed,
    PutCounters,
)
from layerproof.kb.model.modification import (
    AddAbilities,
    BecomeCopy,
    ExchangeText,
    ModifyPT,
    RemoveAllAbilities,
    ReplaceWord,
    RuleEffect,
    SetColors,
    SetController,
    SwitchPT,
)
from layerproof.kb.model.permissions.abilities_of_players import as_player
from layerproof.kb.notation.restrictions import rule_effect
from layerproof.kb.oracle.bodies.joined_clauses import NEVER, Led, of_untap_step
from layerproof.kb.oracle.effects.predicates import given_x, lost_others
from layerproof.kb.oracle.effects.static_sentences import all_of
from layerproof.kb.oracle.nouns.described_objects import gathered, still
from layerproof.kb.oracle.words.lexical_tokens import plain
from layerproof.kb.oracle.words.open_references import IT, YOU, found, is_mark, scaled
from layerproof.kb.oracle.words.parser import NO, Grammar, Parse
from layerproof.kb.wording.nouns.noun_phrases import noun
from layerproof.kb.wording.words.english import unmarked

# What players can't do for a time is an event that can't happen (kb/oracle/instructions/keyword_actions.py).
BARRED = {"can't gain life": "gain_life", "can't draw cards": "draw"}


def add_rules(grammar: Grammar) -> None:
    """Add the rules for `effect`."""
    _effects(grammar)


def _effects(grammar: Grammar) -> None:
    def rule(name: str, pattern: str, build: Any = None) -> None:
        if pattern.startswith("<duration> ,") and build is not None:
            grammar.rule(name, pattern, lambda *parts: _led(build(*parts)))
        else:
            grammar.rule(name, pattern, build)

    rule("effect", "<object> [each] <preds>", lambda s, mods: begin(s, mods, None))
    rule("effect", "<object> [each] <preds> <duration>", lambda s, mods, d: begin(s, mods, d))
    rule("effect", "<duration> , <object> [each] <preds>", lambda d, s, mods: begin(s, mods, d))
    rule(
        "effect",
        "<object> [each] <preds> <duration> , where x is <any_value>",
        lambda s, mods, d, v: begin(s, given_x(mods, v), d),
    )
    rule(
        "effect",
        "<object> [each] <preds> , where x is <any_value>",
        lambda s, mods, v: begin(s, given_x(mods, v), None),
    )
    rule(
        "effect",
        "<duration> , <object> [each] <preds> , where x is <any_value>",
        lambda d, s, mods, v: begin(s, given_x(mods, v), d),
    )
    rule("effect", "<object> [each] <preds> <duration> for each <each>", _for_each)
    rule(
        "effect",
        "<object> [each] <preds> <duration> for each <each> and <restriction_pred> <duration>",
        lambda s, mods, d, v, more, e: _with_more(_for_each(s, mods, d, v), begin(s, more, e)),
    )
    rule(
        "effect",
        "<object> [each] <preds> <duration> (and|, and) <restriction_pred> <duration>",
        lambda s, mods, d, more, e: NO if d == e else (*begin(s, mods, d), *begin(s, more, e)),
    )
    for words, power, toughness in (("power", True, False), ("power and toughness", True, True)):
        rule(
            "effect",
            f"<duration> , double <object> 's {words} and it <preds>",
            lambda d, s, mods, p=power, t=toughness: (*_double(s, p, t, d), *begin(s, mods, d)),
        )
        rule(
            "effect",
            f"<duration> , double its {words} and it <preds>",
            lambda d, mods, p=power, t=toughness: (*_double(Only(IT), p, t, d), *begin(Only(IT), mods, d)),
        )
    rule(
        "effect",
        "if that mana is spent on a <core> , it <preds> [<duration>]",
        lambda thing, mods, d: _later("that mana is spent on", thing, mods, d),
    )
    rule(
        "effect",
        "if you cast a <core> this way , it <preds> [<duration>]",
        lambda thing, mods, d: _later("you cast this way", thing, mods, d),
    )
    rule("action", "<damage> and gains <abilities> [<duration>]", _deals_and_gains)
    able = "all creatures able to block"
    rule("effect", f"{able} <target> this turn do so", lambda ref: begin(Only(ref), (_lured(),), TURN))
    rule(
        "effect",
        f"<duration> , <object> <preds> , and {able} it this turn do so",
        lambda d, s, mods: (*begin(s, mods, d), *begin(s, (_lured(),), TURN)),
    )
    rule("effect", "<object> <preds> (, and it|and it) loses all other <lost_others>", _loses_others)
    rule(
        "effect",
        "for each <each> , <object> [each] <preds> <duration>",
        lambda v, s, mods, d: NO if found(v, is_mark) else _for_each(s, mods, d, v),
    )
    rule("effect", "<object> [each] <preds> <duration> (and|, and) <preds> <duration>", _two_durations)
    rule(
        "effect",
        "<object> [each] <preds> <duration> (and|, and) <restriction_pred>",
        lambda s, mods, d, more: (
            (*begin(s, mods, d), *begin(s, more, None)) if of_untap_step(more) else begin(s, (*mods, *more), d)
        ),
    )
    for words, power, toughness in (
        ("power", True, False),
        ("toughness", False, True),
        ("power and toughness", True, True),
    ):
        rule(
            "effect", f"double <object> 's {words} [<duration>]", lambda s, d, p=power, t=toughness: _double(s, p, t, d)
        )
        rule("effect", f"double its {words} [<duration>]", lambda d, p=power, t=toughness: _double(Only(IT), p, t, d))
        rule(
            "effect",
            f"double the {words} of <object> [<duration>]",
            lambda s, d, p=power, t=toughness: _double(s, p, t, d),
        )
    rule(
        "action",
        "double the number of <counter_kind> counters on <ref>",
        lambda k, ref: (PutCounters(k, Only(ref), CountersOn(k, ref)),),
    )
    rule(
        "effect",
        "<object> [each] (becomes|become) <shape> [<duration>] <still_after>",
        lambda s, shape, d, w: begin(s, still(gathered(shape)), d),
    )
    rule("still_after", "<break> (it's|it 's|they're|they 're) still [a|an] <type_word>")
    rule(
        "effect",
        "<duration> , <object> [each] (becomes|become) <shape> <still_after>",
        lambda d, s, shape, w: begin(s, still(gathered(shape)), d),
    )
    rule(
        "effect",
        "<object> (becomes|become) (a copy|copies) of <ref> <duration> , except <exceptions>",
        lambda s, ref, d, ex: begin(s, (BecomeCopy(ref, *ex),), d),
    )
    rule(
        "effect",
        "<duration> , <object> (becomes|become) (a copy|copies) of <ref> , except <exceptions>",
        lambda d, s, ref, ex: begin(s, (BecomeCopy(ref, *ex),), d),
    )
    rule("effect", "switch <object> 's power and toughness [<duration>]", lambda s, d: begin(s, (SwitchPT(),), d))
    rule("effect", "switch its power and toughness [<duration>]", lambda d: begin(Only(IT), (SwitchPT(),), d))
    rule("effect", "switch the power and toughness of <object> [<duration>]", lambda s, d: begin(s, (SwitchPT(),), d))
    rule("effect", "[you] gain control of <object> [<duration>]", lambda s, d: begin(s, (SetController(YOU),), d))
    rule(
        "effect",
        "each player gains control of all <thing> they own",
        lambda t: begin(all_of(t), (SetController(Player("owner", Ref("it"))),), None),
    )
    rule(
        "effect",
        "<player_subject> gain|gains|have <abilities> [<duration>]",
        lambda s, found, d: _as_player(s, found, d),
    )
    rule(
        "effect",
        "<duration> , <player_subject> gain|gains|have <abilities>",
        lambda d, s, found: _as_player(s, found, d),
    )
    rule(
        "effect",
        "change the text of <object> by replacing all instances of one creature type with <subtypes>",
        lambda s, subs: begin(s, (ReplaceWord(("creature type",), "chosen", subs[0]),), None),
    )
    rule("effect", "<duration> , gain control of <object>", lambda d, s: begin(s, (SetController(YOU),), d))
    rule(
        "effect",
        "<the_player> gains control of <object> [<duration>]",
        lambda p, s, d: begin(s, (SetController(p),), d),
    )
    rule(
        "effect",
        "<given_to> gains control of <object> [<duration>]",
        lambda p, s, d: begin(s, (SetController(p),), d),
    )
    rule(
        "effect",
        "<object> <preds> . attach it to <target> . <ended>",
        lambda s, mods, ref, d: _attached(s, mods, ref, d),
    )
    rule("given_to", "an opponent [of your choice]", lambda: Player("some_opponent"))
    for side in ("left", "right"):
        rule("given_to", f"the player to your {side}", lambda side=side: Player(side))
    rule("given_to", "<described_player>")
    rule("effect", "they gain control of <object> [<duration>]", lambda s, d: begin(s, (SetController(THEIRS),), d))
    rule(
        "effect",
        "the next <core> you cast this turn (has|gains) <abilities>",
        lambda thing, found: _next_spell(thing, found),
    )

    rule(
        "effect",
        "the next <core> they cast this turn (has|gains) <abilities>",
        lambda thing, found: _next_spell(thing, found, THEIRS),
    )

    @grammar.primitive("described_player")
    def described_player(parse: Parse, at: int) -> Iterator[tuple[Player, int]]:
        # "The player with the most life": who that is, only these words tell.
        if parse.words[at : at + 2] == ["the", "player"] and parse.word(at + 2) in ("with", "who"):
            for end in range(at + 3, min(at + 14, len(parse.tokens))):
                if parse.words[end : end + 2] == ["gains", "control"]:
                    yield Player("described", name=f"the {plain(parse.tokens[at + 1 : end])}"), end
                    return
                if parse.word(end) in (".", ",", "gains"):
                    return

    rule("effect", "<player_subject> <restriction> [<duration>]", _player_rule)
    rule(
        "effect",
        "<object> [each] <preds> [<duration>] . the <keyword_name> cost is equal to (its|that card 's|their) mana cost",
        _its_cost,
    )
    rule(
        "effect", "<object> [each] <preds> [<duration>] . its <keyword_name> cost is equal to its mana cost", _its_cost
    )
    rule(
        "effect",
        "change the text of <object> by replacing all instances of one <word_family> with another [<duration>]",
        lambda s, f, d: begin(s, (ReplaceWord(f),), d),
    )
    rule(
        "effect",
        "change the text of <object> by replacing all instances of <word_pair> [<duration>]",
        lambda s, f, d: begin(s, (ReplaceWord(f),), d),
    )
    rule("word_family", "creature type", lambda: ("creature type",))
    rule("word_family", "basic land type", lambda: ("basic land type",))
    rule("word_family", "color word", lambda: ("color",))
    rule(
        "word_pair",
        "one color word with another or one basic land type with another",
        lambda: ("color", "basic land type"),
    )
    rule(
        "effect",
        "<duration> , exchange the text boxes of <refs>",
        lambda d, who: begin(Only(who), (ExchangeText(),), d),
    )
    rule("effect", "<object> becomes a random color permanently", lambda s: begin(s, (SetColors(("chosen",)),), None))
    rule("action", "<effect>")


def begin(scope: Scope, mods: Any, duration: Any) -> Any:
    """The instruction that begins a continuous effect (rule key effect.resolution); NO where the scope is players."""
    if tuple(mods) == (RemoveAllAbilities(("other",)),):
        # Others than those that a sentence before has given.
        return NO
    mods = gathered(mods)
    if isinstance(scope, Players) or not mods:
        return NO
    if duration is None and all(isinstance(each, RuleEffect) and "this turn as though" in each.gloss for each in mods):
        # "Can attack this turn as though …": the time stands within the permission.
        duration = TURN
    if duration is None:
        # Without an end only what the text means for good is left to last; a bonus that names none is odd.
        return (Begin(Effect(scope, mods)),)
    return (Begin(Effect(scope, mods, None, duration)),)


def _double(scope: Scope, power: bool, toughness: bool, duration: Any) -> Any:
    """Doubling adds as much as there is when the effect begins."""
    of = scope.ref if isinstance(scope, Only) else Ref("it")
    amounts = (Stat("power", of) if power else 0, Stat("toughness", of) if toughness else 0)
    return begin(scope, (ModifyPT(*amounts, doubles=True),), duration)


def _for_each(scope: Scope, mods: Any, duration: Any, value: Any) -> Any:
    if len(mods) != 1 or not isinstance(mods[0], ModifyPT):
        return NO
    mod = mods[0]
    if not isinstance(mod.power, int) or not isinstance(mod.toughness, int):
        return NO
    return begin(scope, (ModifyPT(scaled(mod.power, value), scaled(mod.toughness, value)),), duration)


def _with_more(one: Any, two: Any) -> Any:
    return NO if one is NO else (*one, *two)


def _loses_others(scope: Scope, mods: Any, what: Any) -> Any:
    lost = lost_others(what)
    return NO if lost is NO else begin(scope, (*mods, *lost), None)


def _two_durations(scope: Scope, one: Any, first: Any, two: Any, second: Any) -> Any:
    if first != second:
        return NO
    return begin(scope, one + two, first)


def _its_cost(scope: Scope, mods: Any, duration: Any, word: str) -> Any:
    """Keyword abilities whose cost a second sentence states."""

    if mods != (AddAbilities((Keyword(word),)),):
        return NO
    return begin(scope, (AddAbilities((Keyword(word, cost="its mana cost"),)),), duration)


def _rule(scope: Scope, text: str, duration: Any) -> Any:
    if text.startswith("may"):
        return NO
    return (Begin(Effect(scope, (rule_effect(text),), None, duration or NEVER)),)


def _player_rule(scope: Scope, text: str, duration: Any) -> Any:
    return NO if text in BARRED else _rule(scope, text, duration)


def _as_player(scope: Scope, abilities: Any, duration: Any) -> Any:
    if not isinstance(scope, Players):
        return NO
    return (Begin(Effect(scope, as_player(abilities, scope.player), None, duration or NEVER)),)


def _attached(scope: Scope, mods: Any, to: Ref, duration: Any) -> Any:
    """An effect that lets its object be attached to another, and that its controller may end."""
    if not isinstance(scope, Only):
        return NO
    return (*begin(scope, mods, duration), Attach(scope.ref, to))


TURN = Until("end of turn")
THEIRS = Player("?they")


def _later(event: str, thing: Any, mods: Any, duration: Any) -> Any:
    """An effect on a spell that is still to be cast: with this mana, or as the text has allowed."""
    if State("spell") not in thing.filters or thing.many:
        return NO
    done = begin(Only(Ref("that")), mods, duration)
    kinds = noun_of(thing.filter)
    return NO if done is NO else (Delayed(f"when {event}, a {kinds}", done),)


def noun_of(filter_: Any) -> str:
    """The words of a spell's filter, for the gloss of an event."""

    return unmarked(noun(filter_, ("stack",)).singular())


def _deals_and_gains(damage: Any, abilities: Any, duration: Any) -> Any:
    return (*damage, *begin(Only(damage[0].from_), (AddAbilities(abilities),), duration))


def _lured() -> Any:
    return rule_effect("all creatures able to block it do so")


def _next_spell(thing: Any, abilities: Any, player: Player = YOU) -> Any:
    """An effect on a spell that is still to be cast; it stays with that spell."""
    if State("spell") not in thing.filters or thing.many:
        return NO
    return (Begin(Effect(NextSpells(thing.filter, player), (AddAbilities(abilities),))),)


def _led(made: Any) -> Any:
    return made if made is NO else Led(made)
