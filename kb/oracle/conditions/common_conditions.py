"""Common conditions: as long as, if, during."""

from __future__ import annotations

from typing import Any

from layerproof.kb.model.expression import (
    AnyOf,
    AttachedTo,
    Both,
    CastFor,
    Compare,
    Compares,
    Condition,
    ControlledBy,
    Count,
    CountersOn,
    Distinct,
    Exists,
    Filter,
    HandSize,
    HasCounter,
    HasKeyword,
    InZone,
    Life,
    Matches,
    Not,
    OwnedBy,
    PerPlayer,
    Player,
    Ref,
    SomePlayer,
    Stat,
    State,
    Turn,
    Unless,
    Value,
)
from layerproof.kb.oracle.amounts.values import same_word
from layerproof.kb.oracle.nouns.qualifiers import STATS
from layerproof.kb.oracle.words.open_references import IT, KICKED, YOU, Thing, joined, other
from layerproof.kb.oracle.words.parser import NO, Grammar

OPPONENT = Player("opponent")


def add_rules(grammar: Grammar) -> None:
    """Add the rules for `condition`."""
    rule = grammar.rule
    rule("condition", "<simple>")
    rule("condition", "<simple> and <simple>", lambda a, b: Both((*_parts(a), *_parts(b))))
    rule("simple", "it's|it 's your turn", lambda: Turn(YOU))
    rule("simple", "it's|it 's not your turn", lambda: Unless(Turn(YOU)))
    rule("simple", "it isn't your turn", lambda: Unless(Turn(YOU)))
    rule("simple", "~ was kicked", lambda: CastFor("kicker"))
    rule("simple", "it was kicked", lambda: KICKED)
    rule("simple", "(it|~) was kicked with its <mana> kicker", lambda cost: CastFor("kicker", cost))
    rule(
        "simple",
        "you control your commander",
        lambda: Exists(joined((State("commander"), OwnedBy(YOU), ControlledBy(YOU)))),
    )
    _controls(grammar)
    _matching(grammar)
    _amounts(grammar)


def _parts(condition: Condition) -> tuple[Condition, ...]:
    return condition.conditions if isinstance(condition, Both) else (condition,)


def _exists(thing: Thing, *more: Filter) -> Any:
    if thing.zones is None and State("card") in thing.filters:
        return NO
    return Exists(joined(thing.filters + more), thing.where())


def _controls(grammar: Grammar) -> None:
    rule = grammar.rule
    for words, who in (("you control", YOU), ("an opponent controls", OPPONENT), ("<the_player> controls", None)):

        def holder(args: tuple[Any, ...], who: Player | None = who) -> tuple[Filter, tuple[Any, ...]]:
            player = args[0] if who is None else who
            return ControlledBy(player), args[1:] if who is None else args

        def one(*args: Any, holder: Any = holder) -> Any:
            by, (thing,) = holder(args)
            return NO if thing.many and not _plains(thing) else _exists(thing, by)

        def none(*args: Any, holder: Any = holder, who: Player | None = who) -> Any:
            by, (thing,) = holder(args)
            if _exists(thing, by) is NO:
                return NO
            if who == OPPONENT:
                # Another opponent may control one.
                return SomePlayer(OPPONENT, Unless(_exists(thing, ControlledBy(Player("each")))))
            return Unless(_exists(thing, by))

        def many(op: str, holder: Any = holder) -> Any:
            def build(*args: Any) -> Any:
                by, (number, thing) = holder(args)
                return _how_many(number, op, thing.with_(by))

            return build

        rule("simple", f"{words} a|an <thing>", one)
        rule("simple", f"{words} <another>", one)
        rule("simple", f"{words} no <thing>", none)
        if who is not OPPONENT:
            rule("simple", f"{words} <number> or more <thing>", many(">="))
            rule("simple", f"{words} <number> or fewer <thing>", many("<="))
            rule("simple", f"{words} exactly <number> <thing>", many("="))
            rule("simple", f"{words} at least <number> <thing>", many(">="))
    rule("simple", "you control a|an <thing> and a|an <thing>", _two)
    rule("simple", "you control a|an <thing> or a|an <thing>", _one_of)
    rule("simple", "you control a|an <thing> , a|an <thing> , or a|an <thing>", _one_of)
    rule("simple", "you don't control a|an <thing>", lambda thing: Unless(_exists(thing, ControlledBy(YOU))))
    rule("simple", "no opponent controls a|an <thing>", lambda thing: Unless(_exists(thing, ControlledBy(OPPONENT))))
    rule("simple", "your opponents control no <thing>", lambda thing: Unless(_exists(thing, ControlledBy(OPPONENT))))
    for words, what in (("names", "name"), ("powers", "power")):
        rule(
            "simple",
            f"you control <number> or more <thing> with different {words}",
            lambda n, thing, what=what: _different(what, n, thing),
        )
    rule("simple", "any player controls a|an <thing>", lambda thing: NO if thing.many else _exists(thing))
    rule("simple", "a|an <thing> is in your graveyard", lambda thing: _in_graveyard(thing))
    rule("another", "<thing>", lambda thing: thing if thing.filters[0] == other() else NO)
    rule("simple", "there are <number> or more <thing>", lambda n, thing: _how_many(n, ">=", thing))
    rule("simple", "there are no <thing>", lambda thing: _negate(_exists(thing)))
    rule("simple", "there (is|'s) a|an <thing>", lambda thing: _exists(thing))
    rule("simple", "there are <number> or more <distinct>", lambda n, value: Compares(value, ">=", n))
    for words, what in (("card types", "card type"), ("mana values", "mana value"), ("colors", "color")):
        rule(
            "distinct",
            f"[different] {words} among <thing>",
            lambda thing, what=what: Distinct(what, thing.filter, thing.where()),
        )
    rule("simple", "a|an <thing> is on the battlefield", lambda thing: _exists(thing))


def _plains(thing: Thing) -> bool:
    return same_word(thing)


def _one_of(*things: Thing) -> Any:
    if any(thing.many or thing.zones for thing in things):
        return NO
    return Exists(joined((AnyOf(tuple(thing.filter for thing in things)), ControlledBy(YOU))))


def _two(one: Thing, two: Thing) -> Any:
    you = ControlledBy(YOU)
    if one.many or two.many:
        return NO
    return Both((_exists(one, you), _exists(two, you)))


def _negate(condition: Any) -> Any:
    return NO if condition is NO else Unless(condition)


def _how_many(number: Any, op: str, thing: Thing) -> Any:
    if thing.zones is None and State("card") in thing.filters:
        return NO
    zones = thing.where()
    if zones == ("hand",) and thing.filters == (State("card"), OwnedBy(YOU)):
        return Compares(HandSize(YOU), op, number)
    return Compares(Count(thing.filter, zones), op, number)


def _different(what: str, number: Any, thing: Thing) -> Any:
    return Compares(Distinct(what, thing.with_(ControlledBy(YOU)).filter), ">=", number)


def _in_graveyard(thing: Thing) -> Any:
    card = State("card") in thing.filters and thing.zones is None and not thing.many
    return Exists(thing.with_(OwnedBy(YOU)).filter, ("graveyard",)) if card else NO


def _matching(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("simple", "<ref> (is|'s|remains) <is>", Matches)
    rule("simple", "<ref> (isn't|is not|'s not) <is>", lambda ref, what: Matches(ref, Not(what)))
    rule("simple", "<ref> has <has>", Matches)
    rule("simple", "<ref> (doesn't|does not) have <has>", lambda ref, has: Matches(ref, Not(has)))
    rule("simple", "~ is in your (graveyard|hand)", lambda: NO)
    rule("simple", "~ is in your graveyard", lambda: Matches(Ref("self"), InZone(("graveyard",))))
    rule("simple", "~ is in your hand", lambda: Matches(Ref("self"), InZone(("hand",))))
    rule("simple", "~ is in the command zone", lambda: Matches(Ref("self"), InZone(("command",))))
    rule("simple", "~ isn't on the battlefield", lambda: Matches(Ref("self"), Not(InZone(("battlefield",)))))
    rule(
        "simple",
        "you have <number> or more cards in your graveyard",
        lambda n: Compares(Count(joined((State("card"), OwnedBy(YOU))), ("graveyard",)), ">=", n),
    )
    rule("simple", "<ref> (is|remains|'s) on the battlefield", lambda ref: Matches(ref, InZone(("battlefield",))))
    rule("simple", "you control <ref>", lambda ref: Matches(ref, joined((InZone(("battlefield",)), ControlledBy(YOU)))))
    rule("simple", "<ref> entered [the battlefield] this turn", lambda ref: Matches(ref, State("entered_this_turn")))
    rule(
        "simple",
        "there (is|are) a|an <counter_kind> counter on <ref>",
        lambda kind, ref: Matches(ref, HasCounter(kind)),
    )
    rule(
        "simple", "there are no <counter_kind> counters on <ref>", lambda kind, ref: Matches(ref, Not(HasCounter(kind)))
    )
    rule("simple", "there are <number> or more <counter_kind> counters on <ref>", _counters_there)
    rule(
        "simple",
        "there (is|are) exactly <number> <counter_kind> counter|counters on <ref>",
        lambda n, kind, ref: Compares(CountersOn(kind, ref), "=", n),
    )
    rule(
        "simple",
        "<number> or more <thing> are attached to <ref>",
        lambda n, thing, ref: Compares(Count(thing.with_(AttachedTo(ref)).filter), ">=", n) if not thing.zones else NO,
    )
    for words, stat in STATS.items():
        rule(
            "simple",
            f"<ref_noun> 's {words} is <comparison>",
            lambda ref, what, stat=stat: Matches(ref, Compare(stat, *what)),
        )
        rule("simple", f"its {words} is <comparison>", lambda what, stat=stat: Matches(IT, Compare(stat, *what)))


def _counters_there(number: Any, kind: str, ref: Ref) -> Any:
    return Matches(ref, HasCounter(kind, number)) if isinstance(number, int) else NO


def _amounts(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("simple", "you have <number> or more life", lambda n: Compares(Life(YOU), ">=", n))
    rule("simple", "you have <number> or less life", lambda n: Compares(Life(YOU), "<=", n))
    rule("simple", "your life total is <comparison>", lambda what: Compares(Life(YOU), *what))
    rule("simple", "you have no cards in hand", lambda: Compares(HandSize(YOU), "=", 0))
    rule("simple", "you have <number> or more cards in hand", lambda n: Compares(HandSize(YOU), ">=", n))
    rule("simple", "you have <number> or fewer cards in hand", lambda n: Compares(HandSize(YOU), "<=", n))
    rule("simple", "you have exactly <number> cards in hand", lambda n: Compares(HandSize(YOU), "=", n))
    rule("simple", "that player has no cards in hand", lambda: Compares(HandSize(Player("?that player")), "=", 0))
    rule("simple", "<amount> is <comparison>", _value_compared)


def _value_compared(value: Value, what: tuple[str, Value]) -> Any:
    if isinstance(value, Stat | PerPlayer):
        return NO
    return Compares(value, *what)


__all__ = ["HasKeyword", "add_rules"]
