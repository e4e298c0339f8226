"""Conditions: under which values and orders of its unknowns a scenario comes to an outcome, as small as can be."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable
from typing import Any

import msgspec

from layerproof.solver.worlds.point import Orders, Outcome, Pair, frozen
from layerproof.solver.worlds.space import Space, all_pairs

MOST = 6
_COMBINATIONS = 300


class Condition(msgspec.Struct, frozen=True):
    """All of these at once: for some choices the values they have (hashable), and pairs (earlier, later) of events."""

    sets: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    pairs: tuple[Pair, ...] = ()


class When(msgspec.Struct, frozen=True):
    """When an outcome occurs: each condition is enough for it. complete: whether there are no other worlds with it."""

    conditions: tuple[Condition, ...]
    complete: bool


def when(space: Space, outcome: Outcome, witness: tuple[dict[str, Any], Orders], seconds: float = 5.0) -> When:
    """Find when an outcome occurs.

    space: the worlds. outcome: one of its outcomes, with a world in which it occurs. seconds: after which no more
    conditions are looked for. Each condition returned is enough for the outcome, and no part of it can be left out; the
    first ones are sought among single parts. It does not promise the fewest conditions where several are needed.
    """
    until = time.perf_counter() + seconds
    found: list[Condition] = []
    seed: tuple[dict[str, Any], Orders] | None = witness
    while seed is not None and len(found) < MOST:
        found.append(_smallest(space, outcome, seed, until))
        if time.perf_counter() > until:
            return When(tuple(found), False)
        seed = _uncovered(space, outcome, found)
    return When(tuple(found), seed is None)


def _enough(space: Space, outcome: Outcome, sets: dict[str, frozenset[Any]], pairs: Iterable[Pair]) -> bool:
    return set(space.outcomes(sets, pairs)) == {outcome}


def _smallest(space: Space, outcome: Outcome, seed: tuple[dict[str, Any], Orders], until: float) -> Condition:
    """A condition that the world of a seed fits and that is enough for the outcome."""
    values, orders = seed
    names = [each.name for each in space.choices if len(each.domain) > 1]
    sets = {name: frozenset({frozen(values[name])}) for name in names}
    pairs = [each for each in all_pairs(space.orders, orders) if each not in space.given]
    if _enough(space, outcome, {}, ()):
        return Condition()
    for pair in pairs:
        if _enough(space, outcome, {}, (pair,)):
            return Condition((), (pair,))
    for name in names:
        if _enough(space, outcome, {name: sets[name]}, ()):
            return _widened(space, outcome, {name: sets[name]}, [], until)
    for name in names:
        fewer = {each: kept for each, kept in sets.items() if each != name}
        if _enough(space, outcome, fewer, pairs):
            sets = fewer
    # Two parts are sought before the greedy way, which need not find the fewest.
    for name, pair in itertools.product(sets, pairs):
        if len(sets) == 1 and _enough(space, outcome, sets, (pair,)):
            return _widened(space, outcome, {name: sets[name]}, [pair], until)
    kept = list(pairs)
    for pair in pairs:
        fewer_pairs = [each for each in kept if each != pair]
        if _enough(space, outcome, sets, fewer_pairs):
            kept = fewer_pairs
    return _widened(space, outcome, sets, kept, until)


def _widened(
    space: Space, outcome: Outcome, sets: dict[str, frozenset[Any]], pairs: list[Pair], until: float
) -> Condition:
    """The condition with as many values of each choice as still are enough."""
    for unknown in space.choices:
        if unknown.name not in sets:
            continue
        for value in unknown.domain:
            if time.perf_counter() > until:
                break
            if frozen(value) in sets[unknown.name]:
                continue
            more = {**sets, unknown.name: sets[unknown.name] | {frozen(value)}}
            if _enough(space, outcome, more, pairs):
                sets = more
    order = {each.name: [frozen(value) for value in each.domain] for each in space.choices}
    listed = tuple((name, tuple(value for value in order[name] if value in kept)) for name, kept in sets.items())
    return Condition(listed, tuple(pairs))


def _uncovered(space: Space, outcome: Outcome, found: list[Condition]) -> tuple[dict[str, Any], Orders] | None:
    """A world with the outcome that fits none of the conditions; None where there is none among the ways looked at."""
    domains = {each.name: frozenset(frozen(value) for value in each.domain) for each in space.choices}
    ways: list[list[tuple[Any, Any]]] = [
        [*((name, domains[name] - set(values)) for name, values in each.sets), *((pair, None) for pair in each.pairs)]
        for each in found
    ]
    for number, broken in enumerate(itertools.product(*ways)):
        if number >= _COMBINATIONS:
            return None
        sets: dict[str, frozenset[Any]] = {}
        pairs: list[Pair] = []
        for part, left in broken:
            if isinstance(part, str):
                assert left is not None
                sets[part] = sets.get(part, left) & left
            else:
                name, one, other = part
                pairs.append((name, other, one))
        if not all(sets.values()):
            continue
        there = space.outcomes(sets, pairs).get(outcome)
        if there is not None:
            values, orders = there
            return values, orders
    return None
