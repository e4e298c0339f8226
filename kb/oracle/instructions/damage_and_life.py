"""Damage and life: damage, life and cards for players."""

from __future__ import annotations

from typing import Any

from layerproof.kb.model.effect import Only, Players, Scope
from layerproof.kb.model.expression import (
    Minus,
    PerPlayer,
    Player,
    Ref,
    Stat,
)
from layerproof.kb.model.instruction import (
    Damage,
    Draw,
    Fight,
    ForEach,
    GainLife,
)
from layerproof.kb.oracle.bodies.joined_clauses import SAME
from layerproof.kb.oracle.effects.continuous_effects import begin
from layerproof.kb.oracle.words.open_references import HOST, IT, SELF, THEY, YOU, rewrite, scaled
from layerproof.kb.oracle.words.parser import NO, Grammar


def add_rules(grammar: Grammar) -> None:
    """Add the rules for `action` that deal damage, change life totals and draw."""
    _players(grammar)


def _players(grammar: Grammar) -> None:
    rule = grammar.rule
    number = "<any_number>"
    rule("any_number", "<number>")
    rule("damage_source", "~", lambda: SELF)
    rule("damage_source", "it", lambda: IT)
    rule("damage_source", "<that_noun>")
    rule("damage_source", "<target>")
    rule("damage_source", "<host>", lambda _: HOST)
    rule("action", "<fighter> (fights|fight) <fighter>", fight)
    rule("fighter", "<ref>")
    rule("sentence", "<object> [each] <preds> <duration> and (fights|fight) <fighter>", and_fights)
    rule("action", "<damage>")
    rule("damage", f"<damage_source> deals|deal {number} damage to <damaged>", lambda src, n, to: _damage(src, n, to))
    rule(
        "action",
        "<damage_source> deals damage to <damaged> equal to <any_value>",
        lambda src, to, v: _damage(src, v, to),
    )
    rule(
        "action",
        "<damage_source> deals damage equal to <any_value> to <damaged>",
        lambda src, v, to: _damage(src, v, to),
    )
    rule(
        "action",
        f"<damage_source> deals {number} damage divided as you choose among <object>",
        lambda src, n, to: (Damage(n, to, src, True),),
    )
    rule(
        "action",
        "<damage_source> deals damage equal to <any_value> divided as you choose among <object>",
        lambda src, v, to: _damage(src, v, to, True),
    )
    rule("action", "each of (those creatures|them) deals damage equal to its power to <damaged>", _by_each)
    rule("damaged", "<object>")
    rule("damaged", "itself", lambda: _ITSELF)
    rule("damaged", "<who>", Players)
    rule("who", "you", lambda: YOU)
    rule("who", "each opponent", lambda: Player("opponent"))
    rule("who", "each player", lambda: Player("any"))
    rule("who", "<the_player>")
    rule("gainer", "<who>")
    by_someone(rule, "gain", f"{number} life", lambda p, n: (GainLife(n, p),))
    rule("action", f"<gainer> lose|loses {number} life", lambda p, n: (GainLife(less(n), p),))
    rule("action", f"loses {number} life", lambda n: (GainLife(less(n), SAME),))
    rule("action", "<gainer> lose|loses life equal to <any_value>", lambda p, v: (GainLife(Minus(v), p),))
    rule("any_number", "that much", lambda: PerPlayer("that much"))
    rule("any_number", "that many", lambda: PerPlayer("that many"))
    by_someone(rule, "gain", "life equal to <any_value>", lambda p, v: (GainLife(v, p),))
    by_someone(rule, "gain", f"{number} life for each <each>", lambda p, n, v: _each_life(p, n, v, 1))
    rule("action", f"<gainer> lose|loses {number} life for each <each>", lambda p, n, v: _each_life(p, n, v, -1))
    by_someone(rule, "draw", "<count> (card|cards)", lambda p, n: (Draw(n, p),))
    by_someone(rule, "draw", "an additional card", lambda p: (Draw(1, p),))
    by_someone(rule, "draw", "a card for each <each>", lambda p, v: (Draw(v, p),))
    by_someone(rule, "draw", "cards equal to <any_value>", lambda p, v: (Draw(v, p),))
    rule(
        "action",
        f"you draw <count> card|cards and [you] lose {number} life",
        lambda n, m: (Draw(n), GainLife(-m if isinstance(m, int) else Minus(m))),
    )


def by_someone(rule: Any, verb: str, what: str, build: Any) -> None:
    """Rules for what a player does: with no subject it is you that do it, or the player of the clause before."""
    rule("action", f"[<gainer>] {verb} {what}", lambda player, *parts: build(player or YOU, *parts))
    rule("action", f"<gainer> {verb}s {what}", build)
    rule("action", f"{verb}s {what}", lambda *parts: build(SAME, *parts))


def less(number: Any) -> Any:
    """The number with the opposite sign."""
    return -number if isinstance(number, int) else Minus(number)


def _damage(source: Ref, number: Any, to: Scope, divided: bool = False) -> Any:
    # "Target creature deals damage equal to its power": its own.
    number = rewrite(number, lambda p: source if p == IT and source != IT else p)
    to = Only(source) if to == _ITSELF else to
    return (Damage(number, to, source, divided),)


# A mark for what deals the damage.
_ITSELF = Only(Ref("?itself"))


def _by_each(to: Scope) -> Any:
    """Each of several creatures deals damage equal to its own power."""
    each = Ref("it")
    return (ForEach(Only(THEY), (Damage(Stat("power", each), to, each),)),)


def fight(one: Ref, two: Ref) -> Any:
    """Two creatures fight each other."""
    return (Fight(one, two),)


def and_fights(scope: Scope, mods: Any, duration: Any, other: Ref) -> Any:
    """An effect on one creature begins, and then it fights; NO where the effect is on several."""
    return (*begin(scope, mods, duration), *fight(scope.ref, other)) if isinstance(scope, Only) else NO


def _each_life(player: Player | None, number: Any, value: Any, sign: int) -> Any:
    return (GainLife(scaled(sign * number, value), player or YOU),) if isinstance(number, int) else NO
