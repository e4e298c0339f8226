"""Events this turn: rarer conditions and amounts that a scenario tells or the board shows, and several changes with one
each.

What crewed an object, what was cast or milled this turn, whether it is night, what this resolution has dealt or given.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.costs.mana import COLORS
from layerproof.kb.model.effect import Effect, Only, Scope, Several, Until
from layerproof.kb.model.expression import (
    AllOf,
    AnyOf,
    Compare,
    Compares,
    Condition,
    Count,
    DiedThisWay,
    Distinct,
    ExiledWith,
    Exists,
    FitsChosen,
    HasCounter,
    HasKeyword,
    HostFits,
    InZone,
    Is,
    Not,
    Outcome,
    OwnedBy,
    Ref,
    Stat,
    State,
    ThisWay,
    Told,
    ToldOf,
)
from layerproof.kb.model.instruction import Begin, CreateCopyToken, ForEach, If, SetStatus
from layerproof.kb.model.modification import AddAbilities, RuleEffect, SetBasePT
from layerproof.kb.oracle.conditions.told_facts import yes
from layerproof.kb.oracle.effects.continuous_effects import begin
from layerproof.kb.oracle.effects.predicates import change_of, with_x
from layerproof.kb.oracle.effects.static_sentences import all_of
from layerproof.kb.oracle.words.open_references import SELF, YOU, Mention, Thing, joined
from layerproof.kb.oracle.words.parser import NO, Grammar, Parse


def add_rules(grammar: Grammar) -> None:
    """Add the rules for these conditions, amounts, filters and sentences."""
    _told(grammar)
    _there(grammar)
    _this_way(grammar)
    _filters(grammar)
    _one_each(grammar)
    _spoken_of(grammar)
    _copies(grammar)


def _told(grammar: Grammar) -> None:
    """What a scenario tells."""
    rule = grammar.rule
    for words in ("it's night", "it 's night"):
        rule("simple", words, lambda: yes("night"))
    lost = Told("players who have lost the game")
    rule("simple", "<number> or more players have lost the game", lambda n: Compares(lost, ">=", n))
    rule("simple", "you 've cast another spell this turn", lambda: yes("other spells cast this turn"))
    casts = "other instant and sorcery spells cast this turn"
    rule("simple", "you 've cast another instant or sorcery spell this turn", lambda: yes(casts))
    rule("simple", "you 've done all four this turn", _all_four)
    rule("simple", "an assassin crewed <ref> this turn", lambda ref: _of(ref, "Assassins that crewed it this turn"))
    for color in COLORS:
        by = f"{color} creatures that saddled it this turn"
        rule("simple", f"<ref> was saddled by a {color} creature this turn", lambda ref, by=by: _of(ref, by))
    faeries, modified = "Faeries controlled as it was cast", "modified creatures controlled as it was cast"
    rule("simple", "you controlled a faerie as you cast ~", lambda: _of(SELF, faeries))
    rule("told_history", "modified creature you controlled as you cast ~", lambda: ToldOf(modified))
    crafted = "mana value of the card it was crafted with"
    rule("amount_base", "the mana value of the exiled card used to craft it", lambda: ToldOf(crafted))
    rule("simple", "any of those results was <number> or higher", _some_result)


def _of(ref: Ref, what: str) -> Condition:
    return Compares(ToldOf(what, ref), ">=", 1)


def _all_four() -> Condition:
    return Compares(Told("kinds of bending done this turn"), "=", 4)


def _some_result(number: Any) -> Any:
    return Outcome("results", f"{number} or higher") if isinstance(number, int) else NO


def _there(grammar: Grammar) -> None:
    """What the board shows."""
    rule = grammar.rule
    rule("simple", "a card is exiled with <ref>", lambda ref: Exists(ExiledWith(ref), ("exile",)))
    every = Count(State("permanent"))
    rule("simple", "the number of permanents is even", lambda: Compares(every, "multiple of", 2))
    rule("effect", "<thing> gets|get <pt> <duration> , where x is the number of colors among those creatures", _colors)


def _colors(thing: Thing, pt: Any, duration: Any) -> Any:
    change = change_of(pt)
    if change is NO or not thing.many or thing.zones or Is("type", "creature") not in thing.filters:
        return NO
    return begin(all_of(thing), with_x(change, Distinct("color", thing.filter)), duration)


def _this_way(grammar: Grammar) -> None:
    """What this resolution has done."""
    rule = grammar.rule
    rule("told_history", "excess damage dealt this way", lambda: ThisWay("dealt", None, "excess damage"))
    given = ThisWay("gained control of", FitsChosen())
    rule("told_history", "one they gained control of this way", lambda: given)

    @grammar.primitive("died_alone")
    def died_alone(parse: Parse, at: int) -> Iterator[tuple[Condition, int]]:
        # Of one creature that is destroyed, and of nothing else, whether it died is how many have.
        words = parse.words
        alone = words[:3] == ["destroy", "target", "creature"] and words.count("destroy") == 1
        if alone and words[at : at + 5] == ["that", "creature", "dies", "this", "way"]:
            yield Compares(DiedThisWay("creature"), ">=", 1), at + 5

    rule("simple", "<died_alone>")


def _filters(grammar: Grammar) -> None:
    rule = grammar.rule
    for words, fact in (
        ("that was milled this turn", "milled this turn"),
        ("that was put there this turn", "put there this turn"),
        ("that were put there from the battlefield this turn", "put there from the battlefield this turn"),
    ):
        state = State(fact.replace(" ", "_"))
        rule("placed", words, lambda state=state: state)
    yours = joined((State("put_there_from_its_owner's_graveyard_this_turn"), OwnedBy(YOU)))
    rule("placed", "that was put there from your graveyard this turn", lambda: yours)
    rule("stat_of", "~ 's loyalty", lambda: Stat("loyalty", SELF))
    rule("post", "attached to a|an <thing>", _attached_to)
    rule("post", "from graveyards", lambda: ((), ("graveyard",)))

    @grammar.primitive("than_source")
    def than_source(parse: Parse, at: int) -> Iterator[tuple[Compare, int]]:
        # Nothing else is spoken of with which the power of the one target could be compared.
        op = {"lesser": "<", "greater": ">"}.get(parse.word(at + 1))
        alone = parse.words.count("target") == 1 and parse.words[:2] in (["gain", "control"], ["exile", "up"])
        if op and parse.word(at) == "with" and parse.word(at + 2) == "power" and alone:
            yield Compare("power", op, Stat("power", SELF)), at + 3

    rule("post", "<than_source>", lambda compared: ((compared,), None))

    @grammar.primitive("suspended_too")
    def suspended_too(parse: Parse, at: int) -> Iterator[tuple[Thing, int]]:
        # A suspended card is one in exile with suspend and a time counter (rule key keyword.suspend).
        if parse.words[at : at + 4] == ["permanent", "or", "suspended", "card"]:
            yield Thing((AnyOf((_PERMANENT, _SUSPENDED)),), ("battlefield", "exile")), at + 4

    rule("thing", "<suspended_too>")


_PERMANENT = AllOf((State("permanent"), InZone(("battlefield",))))
_SUSPENDED = AllOf((State("card"), HasKeyword("suspend"), HasCounter("time"), InZone(("exile",))))


def _attached_to(thing: Thing) -> Any:
    return NO if thing.many or thing.zones else ((HostFits(thing.filter),), None)


def _one_each(grammar: Grammar) -> None:
    """Several changes, each under a condition of its own."""
    rule = grammar.rule

    def two(duration: Any, scope: Scope, one: Any, c: Any, two: Any, d: Any) -> Any:
        return _under(scope, duration, ((one, c), (two, d)))

    gains = "<ability_item> if <condition>"
    rule("sentence", f"<duration> , <object> gains {gains} and {gains}", two)
    each = "from <color> if <condition>"

    def five(duration: Any, scope: Scope, *parts: Any) -> Any:
        pairs = zip(parts[::2], parts[1::2], strict=True)
        return _under(scope, duration, tuple(((Keyword("protection", quality=c),), when) for c, when in pairs))

    rule(
        "sentence", f"<duration> , <object> gains|gain protection {each} , {each} , {each} , {each} , and {each}", five
    )

    @grammar.primitive("untap_and_goad")
    def untap_and_goad(parse: Parse, at: int) -> Iterator[tuple[str, int]]:
        if parse.word(at) in ("tap", "untap") and parse.words[at + 1 : at + 3] == ["and", "goad"]:
            yield f"{parse.word(at)}ped", at + 3

    rule("action", "<untap_and_goad> <object>", lambda how, s: (SetStatus(how, s), _goad(s)))


def _spoken_of(grammar: Grammar) -> None:
    """What is called by what it has done, or was just made; and others than those of the sentence before."""
    rule = grammar.rule
    rule("ref_noun", "(that attacking creature|the creature that attacked)", lambda: Ref("?that creature"))
    rule("ref_noun", "the token created this way", lambda: Ref("?that token"))
    both = "<thing> gets|get <pt> <duration> . other <thing> gets|get <pt> <duration>"
    rule("sentence", both, _and_the_others)

    @grammar.primitive("keyword_list")
    def keyword_list(parse: Parse, at: int) -> Iterator[tuple[tuple[str, ...], int]]:
        words: list[str] = []
        while readings := list(parse.at("keyword_name", at)):
            word, at = max(readings, key=lambda each: each[1])
            words.append(word)
            if parse.word(at) != ",":
                yield tuple(words), at
                return
            at += 2 if parse.word(at + 1) == "and" else 1

    more = "<pt> if it has <keyword_name>"
    listed = f"<duration> , each <thing> gets {more} , {more} , and so on for <keyword_list>"
    rule("sentence", listed, _for_each_keyword)


def _and_the_others(one: Thing, pt: Any, duration: Any, two: Thing, more: Any, time: Any) -> Any:
    changes = change_of(pt), change_of(more)
    if NO in changes or not one.many or not two.many or one.zones or two.zones:
        return NO
    rest = two.with_(Not(one.filter))
    return (*begin(all_of(one), changes[0], duration), *begin(all_of(rest), changes[1], time))


def _for_each_keyword(
    duration: Any, thing: Thing, pt: Any, first: str, again: Any, second: str, others: tuple[str, ...]
) -> Any:
    """The same bonus once for each of the keyword abilities that an object has."""
    change = change_of(pt)
    if change is NO or pt != again or thing.zones or thing.many:
        return NO
    each = (begin(all_of(thing.with_(HasKeyword(word))), change, duration) for word in (first, second, *others))
    return tuple(instruction for one in each for instruction in one)


def _copies(grammar: Grammar) -> None:
    """Copies of what was exiled, or of each of the targets."""
    rule = grammar.rule
    rule("action", "choose <exiled_card>", lambda ref: (Mention(Only(ref)),))
    pred = "(is|'s) <size> and has this ability"
    rule("exception_pred", pred, lambda size: ((SetBasePT(*size),), ("this ability",)))
    copy = "create a token that's|that 's a copy of that card [, except <exceptions>]"
    rule("action", f"for each card exiled this way , {copy}", _of_each)
    many = "create <number> tokens that are copies of that permanent"
    rule("action", f"for each of <target> , {many}", _so_many_of_each)


def _of_each(exceptions: Any) -> Any:
    return (ForEach(Several("moved"), (CreateCopyToken(Ref("it"), (exceptions or ((),))[0]),)),)


def _so_many_of_each(ref: Ref, number: Any) -> Any:
    return (ForEach(Only(ref), (CreateCopyToken(Ref("it"), (), number),)),)


def _goad(scope: Scope) -> Begin:
    return Begin(Effect(scope, (RuleEffect("is goaded"),), None, Until("your next turn")))


def _under(scope: Scope, duration: Any, changes: tuple[Any, ...]) -> Any:
    return tuple(If(when, begin(scope, (AddAbilities(found),), duration)) for found, when in changes)
