"""Results: amounts of what a resolution, a turn or a payment has brought about."""

from __future__ import annotations

import re
from typing import Any

from layerproof.kb.model.expression import (
    AtLeast,
    Compares,
    Condition,
    Count,
    Distinct,
    InCombatWith,
    PerPlayer,
    Player,
    PointsOf,
    Ref,
    Rolled,
    Stat,
    Sum,
    ThatMuch,
    ThisTurn,
    ThisWay,
    TimesPaid,
    TimesResolved,
    Told,
    ToldOf,
)
from layerproof.kb.model.instruction import Body, Target
from layerproof.kb.oracle.nouns.qualifiers import STATS
from layerproof.kb.oracle.words.open_references import IT, YOU, Thing, found, joined, rewrite
from layerproof.kb.oracle.words.parser import NO, Grammar

# What may be said to have been done to objects "this way".
_DONE = (
    "exiled", "revealed", "sacrificed", "discarded", "milled", "returned", "tapped", "destroyed", "goaded",
    "put into your graveyard",
)  # fmt: skip
_ORDINALS = {"second": 2, "third": 3, "fourth": 4, "fifth": 5, "tenth": 10}


def add_rules(grammar: Grammar) -> None:
    """Add the rules for these amounts, and for conditions that compare them."""
    _this_way(grammar)
    _this_turn(grammar)
    _results(grammar)
    _told(grammar)
    _cards(grammar)


def _this_way(grammar: Grammar) -> None:
    rule = grammar.rule
    for done in _DONE:

        def many(thing: Thing, done: str = done) -> Any:
            return _acted_on(done, thing)

        def at_least_one(thing: Thing, done: str = done) -> Any:
            return _some(thing, done)

        rule("told_history", f"<thing> {done} this way", many)
        rule("simple", f"a|an <thing> (is|was|were) {done} this way", at_least_one)
        if done in ("exiled", "sacrificed", "discarded"):
            rule("simple", f"you {done} a|an <thing> this way", at_least_one)
    rule("simple", "you reveal a|an <thing> this way", lambda thing: _some(thing, "revealed"))
    rule("simple", "a|an <thing> is dealt damage this way", lambda thing: _some(thing, "dealt damage"))
    searched = Compares(_of("library", "searched"), ">=", 1)
    rule("simple", "you search your library this way", lambda: searched)
    rule("told_history", "<counter_kind> (counter|counters) removed this way", lambda k: _of(f"{k} counter", "removed"))
    rule("told_history", "(counter|counters) removed [this way]", lambda: _of("counter", "removed"))
    rule("told_history", "({e}|{E}) paid this way", lambda: _of("{E}", "paid"))


def _acted_on(done: str, thing: Thing) -> Any:
    # Where the objects are now is told by what was done to them.
    return NO if thing.zones not in (None, ("battlefield",)) else ThisWay(done, thing.filter)


def _some(thing: Thing, done: str) -> Any:
    value: Any = NO if thing.many else _acted_on(done, thing)
    return NO if value is NO else Compares(value, ">=", 1)


def _of(what: str, done: str) -> ThisWay:
    return ThisWay(done, None, what)


def _this_turn(grammar: Grammar) -> None:
    rule = grammar.rule
    yours = "under your control"
    for words, did in (("died", "died"), ("left the battlefield", "left the battlefield")):
        rule("simple", f"a|an <thing> {words} this turn", lambda t, did=did: _happened(t, did, Player("any")))
        rule("simple", f"a|an <thing> {words} {yours} this turn", lambda t, did=did: _happened(t, did, YOU))
        rule("told_history", f"<thing> that {words} {yours} this turn", lambda t, did=did: _number(t, did, YOU))
        rule("told_history", f"<thing> that {words} this turn", lambda t, did=did: _number(t, did, Player("any")))
    rule("simple", "a|an <thing> left your graveyard this turn", lambda t: _happened(t, "left the graveyard", YOU))


def _number(thing: Thing, did: str, player: Player) -> Any:
    return NO if thing.zones else ThisTurn(did, thing.filter, player)


def _happened(thing: Thing, did: str, player: Player) -> Any:
    value: Any = NO if thing.many else _number(thing, did, player)
    return NO if value is NO else Compares(value, ">=", 1)


def _results(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("told_history", "point of <keyword_name> it has", lambda word: PointsOf(word, IT))
    rule("amount_base", "the result", Rolled)
    times = "time this ability has resolved this turn"
    for word, number in _ORDINALS.items():
        rule("simple", f"this is the {word} {times}", lambda number=number: _resolved(number))
    rule("told_history", "times this ability has resolved this turn", TimesResolved)
    rule("told_history", times, TimesResolved)


def _resolved(number: int) -> Condition:
    return Compares(TimesResolved(), "=", number)


def _told(grammar: Grammar) -> None:
    """Amounts that only a scenario tells."""
    rule = grammar.rule
    for words, what in (
        ("life you gained this turn", "life gained this turn"),
        ("life you 've gained this turn", "life gained this turn"),
        ("cards you 've discarded this turn", "cards discarded this turn"),
        ("card you 've discarded this turn", "cards discarded this turn"),
        ("card you 've drawn this turn", "cards drawn this turn"),
        ("permanents you 've sacrificed this turn", "permanents sacrificed this turn"),
        ("differently named dungeon you 've completed", "differently named dungeons completed"),
    ):
        rule("told_history", words, lambda what=what: Told(what))
    rule("told_history", "poison counter its controller has", lambda: Told("poison counters", Player("controller", IT)))
    spent = "spent to cast <ref>"
    for words, what in (
        ("mana", "mana"),
        ("colors of mana", "colors of mana"),
        ("color of mana", "colors of mana"),
        ("mana from a treasure that was", "mana from a Treasure"),
    ):
        rule("told_history", f"{words} {spent}", lambda ref, what=what: ToldOf(f"{what} spent to cast", ref))
    casts = "time you 've cast a commander from the command zone this game"
    rule("told_history", casts, lambda: Told("commander casts"))
    rule("told_history", "times ~ was kicked", lambda: TimesPaid("kicker"))
    rule("told_history", "times ~ has mutated", lambda: ToldOf("times mutated"))
    rule("told_history", "<thing> blocking it beyond the first", _beyond_the_first)
    rule("counted", "different kinds of counters among <thing>", _kinds)


def _beyond_the_first(thing: Thing) -> Any:
    blocking = Count(joined((*thing.filters, InCombatWith("blocking", IT))))
    return NO if thing.many or thing.zones else AtLeast(Sum((blocking, -1)), 0)


def _kinds(thing: Thing) -> Any:
    return Distinct("counter kind", thing.filter) if thing.many and not thing.zones else NO


def _cards(grammar: Grammar) -> None:
    """Numbers of a card that was discarded, tapped or shown."""
    rule = grammar.rule
    for words, stat in STATS.items():
        for noun, kind in (("revealed", "spoken"), ("milled", "spoken")):
            rule("amount_base", f"the {noun} card 's {words}", lambda stat=stat, kind=kind: Stat(stat, Ref(kind)))
        rule("told_value", f"the discarded card 's {words}", lambda stat=stat: Stat(stat, Ref("chosen")))
        rule("told_value", f"the {words} of the creature tapped this way", lambda stat=stat: Stat(stat, Ref("tapped")))


_EVENTS = re.compile(
    r"\b(?:deals? (?:combat |noncombat )?damage|(?:is|are) dealt (?:combat )?damage|(?:gains?|loses?) life)\b"
)
_SO_MUCH = (PerPlayer("that many"), PerPlayer("that much"))


def event_has_amount(when: str) -> bool:
    """Whether the event of a triggered ability is about one amount, which "that many" then means.

    >>> event_has_amount("whenever you gain life"), event_has_amount("whenever you attack")
    (True, False)
    """
    one = re.sub(r"\bto a player or (?:planeswalker|battle)\b", "to a player", when)
    return _EVENTS.search(one) is not None and " or " not in one


def with_amount(body: Body, when: str) -> Body:
    """The body of a triggered ability in which "that many" is the amount of its event, where nothing else can be."""
    if not event_has_amount(when):
        return body
    said = {"gain": PerPlayer("life you gained"), "lose": PerPlayer("life you lost")}
    own = {value for verb, value in said.items() if f"you {verb} life" in when}
    acts = [each for each in body if not isinstance(each, Target)]
    first = next((n for n, each in enumerate(acts) if found(each, _SO_MUCH.__contains__)), None)
    # Behind another instruction "that many" may be what that one was about.
    known = {*own, *(_SO_MUCH if first == 0 else ())}
    return rewrite(body, lambda part: ThatMuch() if isinstance(part, PerPlayer) and part in known else part)  # type: ignore[no-any-return]
