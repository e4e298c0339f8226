"""Conditions about what there is among all permanents or with one player, and two conditions of which one holds."""

from __future__ import annotations

from typing import Any

from layerproof.kb.model.costs.mana import COLORS
from layerproof.kb.model.effect import All, Effect
from layerproof.kb.model.expression import (
    AnyOf,
    Both,
    Compares,
    Condition,
    ControlledBy,
    Count,
    CountersAmong,
    Distinct,
    Either,
    EnteredThisTurn,
    Exists,
    HostFits,
    InCombatWith,
    Is,
    Matches,
    Not,
    OwnedBy,
    Player,
    Ref,
    Same,
    State,
    Sum,
    Unless,
)
from layerproof.kb.oracle.amounts.values import same_word
from layerproof.kb.oracle.nouns.described_objects import gathered
from layerproof.kb.oracle.words.open_references import HOST, IT, YOU, Thing, joined, other
from layerproof.kb.oracle.words.parser import NO, Grammar


def add_rules(grammar: Grammar) -> None:
    """Add the rules for these conditions."""
    rule = grammar.rule
    _entering(grammar)
    rule("condition", "<simple> or <there>", lambda one, two: Either((one, two)))
    rule("there", "there is a|an <thing>", _exists)
    rule("simple", "<number> or more <thing> are on the battlefield", _number_there)
    rule("simple", "there are fewer than <number> <thing>", lambda n, thing: _compared(n, "<", thing))
    rule("simple", "there are <number> or more <counter_kind> counters among <thing>", _counters)
    rule("simple", "<ref_noun> is attached to a|an <thing>", _attached)
    rule("simple", "<ref> is <adjective> , <adjective> , and has <has>", _three)
    rule("simple", "another player controls <ref_noun>", lambda ref: Matches(ref, Not(ControlledBy(YOU))))
    rule("simple", "its controller controls no other <thing>", lambda thing: _controllers(thing, True))
    rule("simple", "its controller controls another <thing>", lambda thing: _controllers(thing, False))
    rule("simple", "<number> or more cards are in your graveyard", _in_graveyard)
    rule("simple", "<number> or more <thing> are blocking <ref>", _blockers)
    rule("simple", "<ref> (is|'s) blocking or blocked by a|an <thing>", _engaged)
    rule("simple", "there are <number> or more different kinds of counters among <thing>", _kinds_of_counters)
    rule("simple", "a|an <thing> and a|an <thing> are in your graveyard", _two_in_graveyard)
    rule("simple", "an opponent owns a|an <thing>", lambda thing: _owned(thing, Player("opponent")))
    rule("simple", "you own a|an <thing>", lambda thing: _owned(thing, YOU))
    rule("simple", "you control another <thing> or a|an <thing>", _another_or)
    rule("simple", "<color> is the most common color among all permanents or is tied for most common", _most_common)
    common = "the most common color among all permanents or a color tied for most common"
    rule("simple", f"<ref> shares a color with {common}", _of_common_color)
    rule("statement", "<subject> <preds> as long as they all share a color", _all_share)
    rule("told_history", "<thing> you own in exile and in your graveyard", _in_two_zones)
    rule("amount_base", "the total number of <thing> you own in exile and in your graveyard", _in_two_zones)


def _entering(grammar: Grammar) -> None:
    """What has entered the battlefield this turn under your control."""
    rule = grammar.rule
    _entered_here(grammar, "entered the battlefield under your control this turn")
    _entered_here(grammar, "entered under your control this turn")
    rule(
        "simple",
        "you had a|an <thing> enter the battlefield under your control this turn",
        lambda thing: NO if thing.many else _entered(1, thing),
    )
    rule("simple", "you had another <thing> enter the battlefield under your control this turn", _other_entered)
    rule("told_history", "<thing> you had enter the battlefield under your control this turn", _one_entered)


def _entered_here(grammar: Grammar, here: str) -> None:
    rule = grammar.rule
    rule("simple", f"a|an <thing> {here}", lambda thing: _entered(1, thing))
    rule("simple", f"another <thing> {here}", _other_entered)
    rule("simple", f"another <thing> or a|an <thing> {here}", _another_or_entered)
    rule("simple", f"<number> or more <thing> {here}", lambda n, thing: _entered(n, thing) if thing.many else NO)
    rule("condition", f"<simple> or a|an <thing> {here}", lambda one, thing: _either(one, _entered(1, thing)))
    rule("told_history", f"<thing> that {here}", _number_entered)


def _entered(number: Any, thing: Thing) -> Any:
    return NO if thing.zones or isinstance(number, str) else Compares(EnteredThisTurn(thing.filter), ">=", number)


def _other_entered(thing: Thing) -> Any:
    if thing.many or thing.zones:
        return NO
    return Compares(EnteredThisTurn(joined((other(), *thing.filters))), ">=", 1)


def _another_or_entered(one: Thing, two: Thing) -> Any:
    if one.zones or two.zones:
        return NO
    return Compares(EnteredThisTurn(AnyOf((joined((other(), *one.filters)), two.filter))), ">=", 1)


def _number_entered(thing: Thing) -> Any:
    return EnteredThisTurn(thing.filter) if thing.many and not thing.zones else NO


def _one_entered(thing: Thing) -> Any:
    return NO if thing.many or thing.zones else EnteredThisTurn(thing.filter)


def _either(one: Any, two: Any) -> Any:
    return NO if NO in (one, two) else Either((one, two))


def _exists(thing: Thing) -> Any:
    if thing.many or (thing.zones is None and State("card") in thing.filters):
        return NO
    return Exists(thing.filter, thing.where())


def _compared(number: Any, op: str, thing: Thing) -> Any:
    if not thing.many or (thing.zones is None and State("card") in thing.filters):
        return NO
    return Compares(Count(thing.filter, thing.where()), op, number)


def _number_there(number: Any, thing: Thing) -> Any:
    return NO if thing.zones is not None else _compared(number, ">=", thing)


def _counters(number: Any, kind: str, thing: Thing) -> Any:
    if not thing.many or thing.zones is not None:
        return NO
    return Compares(CountersAmong(kind, thing.filter), ">=", number)


def _attached(ref: Ref, thing: Thing) -> Any:
    return NO if thing.many or thing.zones else Matches(ref, HostFits(thing.filter))


def _three(ref: Ref, one: Any, two: Any, has: Any) -> Condition:
    return Matches(ref, joined((one, two, has)))


def _controllers(thing: Thing, none: bool) -> Any:
    if thing.zones or thing.many != none:
        return NO
    there = Exists(joined((Not(Same(IT)), *thing.filters, ControlledBy(Player("controller", IT)))))
    return Unless(there) if none else there


def _blockers(number: Any, thing: Thing, ref: Ref) -> Any:
    if not thing.many or thing.zones:
        return NO
    return Compares(Count(joined((*thing.filters, InCombatWith("blocking", ref)))), ">=", number)


def _engaged(ref: Ref, thing: Thing) -> Any:
    if thing.many or thing.zones:
        return NO
    return Exists(joined((*thing.filters, InCombatWith("blocking_or_blocked_by", ref))))


def _kinds_of_counters(number: Any, thing: Thing) -> Any:
    return Compares(Distinct("counter kind", thing.filter), ">=", number) if thing.many and not thing.zones else NO


def _in_graveyard(number: Any) -> Condition:
    return Compares(Count(joined((State("card"), OwnedBy(YOU))), ("graveyard",)), ">=", number)


def _two_in_graveyard(one: Thing, two: Thing) -> Any:
    if one.zones or two.zones or State("card") not in one.filters or State("card") not in two.filters:
        return NO
    yours = OwnedBy(YOU)
    return Both((Exists(one.with_(yours).filter, ("graveyard",)), Exists(two.with_(yours).filter, ("graveyard",))))


def _owned(thing: Thing, player: Player) -> Any:
    if thing.zones is None or thing.many:
        return NO
    return Exists(thing.with_(OwnedBy(player)).filter, thing.zones)


def _another_or(one: Thing, two: Thing) -> Any:
    if one.zones or two.zones or (one.many and not same_word(one)) or two.many:
        return NO
    return Exists(joined((AnyOf((joined((other(), *one.filters)), two.filter)), ControlledBy(YOU))))


def _most_common(color: str) -> Both:
    mine = _of_color(color)
    others = tuple(Compares(mine, ">=", _of_color(other)) for other in COLORS if other != color)
    return Both((Compares(mine, ">=", 1), *others))


def _of_common_color(ref: Ref) -> Condition:
    parts = []
    for color in COLORS:
        common = _most_common(color)
        parts.append(Both((Matches(ref, Is("color", color)), *common.conditions)))
    return Either(tuple(parts))


def _all_share(scope: Any, mods: Any) -> Any:
    """An effect on all of some objects while they have a color in common."""
    if not isinstance(scope, All):
        return NO
    without = [Exists(joined((scope.filter, Not(Is("color", color)))), scope.zones) for color in COLORS]
    return (Effect(scope, gathered(mods), Either(tuple(Unless(each) for each in without))),)


def _of_color(color: str) -> Count:
    return Count(joined((Is("color", color), State("permanent"))))


def _in_two_zones(thing: Thing) -> Any:
    if thing.zones is not None or not thing.many or State("card") not in thing.filters:
        return NO
    yours = thing.with_(OwnedBy(YOU)).filter
    return Sum((Count(yours, ("exile",)), Count(yours, ("graveyard",))))


__all__ = ["HOST", "add_rules"]
