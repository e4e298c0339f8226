"""The space of the worlds of a scenario: its outcomes, and under which conditions on the unknowns each occurs."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.scenario.scenario import Scenario
from layerproof.solver.situation.game import Invalid
from layerproof.solver.worlds.constraints import Compared, read_constraints
from layerproof.solver.worlds.enumerate import filled_in
from layerproof.solver.worlds.impossible import Excluded
from layerproof.solver.worlds.point import Ask, Orders, Outcome, Pair, Point, Setting, frozen
from layerproof.solver.worlds.problem import MAX_WORLDS, Rule, rules_of, solve
from layerproof.solver.worlds.unknowns import Unknown, find_unknowns


class Space:
    """The worlds of a scenario under an edition, asked for some characteristics at their ends.

    labels: of the objects that are asked about. ask: what is asked, as one hashable value of a game. sliced: whether
    unknowns that cannot matter to these objects are left out. lazy: whether orders go through the lazy search. Raises
    what `worlds` raises for unknowns and constraints that cannot be.
    """

    def __init__(
        self,
        scenario: Scenario,
        edition: Edition,
        labels: tuple[str, ...],
        ask: Ask,
        *,
        sliced: bool = True,
        lazy: bool = True,
        limit: int = MAX_WORLDS,
    ) -> None:
        plain = json.loads(scenario.source)
        self.unknowns = find_unknowns(plain, edition)
        self.constraints = read_constraints(scenario)
        rules = [rule for each in self.constraints for rule in rules_of(each, self.unknowns, plain)]
        self.orders, self.given = order_unknowns(self.unknowns, rules)
        self.choices = tuple(each for each in self.unknowns if each not in self.orders)
        self.setting = Setting(
            scenario, edition, plain, self.unknowns, self.orders, labels, ask, sliced=sliced, lazy=lazy
        )
        named = {each.name for each in self.choices}
        left = [rule for rule in rules if set(rule.scope) <= named]
        self.assignments = tuple(solve(self.choices, left, limit))
        self._points: dict[Any, Point] = {}
        self._merged: dict[Any, Point] = {}
        self.slid: set[str] = set()
        # Where it is set, only worlds count in which just these are kept by choice.
        self.kept: frozenset[str] | None = None
        if self.order_count(self.given) == 0:
            texts = ", ".join(repr(each.text) for each in self.constraints)
            raise Invalid(f"the constraints {texts} contradict each other", "leave one of them out")

    # --- size --------------------------------------------------------------------------------------------------------

    def size(self) -> int:
        """How many worlds there are, before constraints on what only the end of a world tells; of those that part by
        what a player keeps as many as were followed."""
        return len(self.assignments) * self.order_count(self.given) + sum(each.split for each in self._points.values())

    def order_count(self, pairs: Iterable[Pair]) -> int:
        """How many combined orders fit pairs (earlier, later)."""
        total = 1
        known = list(pairs)
        for unknown in self.orders:
            total *= _extensions(len(unknown.domain[0]), [(a, b) for name, a, b in known if name == unknown.name])
        return total

    def evaluations(self) -> tuple[int, int]:
        """How many timelines were followed, and how many effects the lazy search applied."""
        points = self._points.values()
        return sum(each.evaluations for each in points), sum(each.steps for each in points)

    # --- points ------------------------------------------------------------------------------------------------------

    def point(self, values: Mapping[str, Any]) -> Point:
        """The point of values of the choices; one point stands for all whose differences cannot matter."""
        key = tuple((name, frozen(value)) for name, value in values.items())
        found = self._merged.get(key)
        if found is None:
            current = dict(values)
            if self.setting.sliced and not self._compares():
                for unknown in self.choices:
                    if self._touches_only(unknown) is not None:
                        current = self._without(unknown, current)
            found = self._merged[key] = self._exactly(current)
        return found

    def _exactly(self, values: dict[str, Any]) -> Point:
        key = tuple((name, frozen(value)) for name, value in values.items())
        found = self._points.get(key)
        if found is None:
            found = self._points[key] = Point(self.setting, values)
        return found

    def _compares(self) -> bool:
        return any(isinstance(each, Compared) for each in self.constraints)

    def _without(self, unknown: Unknown, values: dict[str, Any]) -> dict[str, Any]:
        """The values with the first one of an unknown, where it concerns only an object without a say in this."""
        first = {**values, unknown.name: unknown.domain[0]}
        point = self._exactly(first)
        label = self._touches_only(unknown)
        if point.relevant is None or point.game is None or label not in point.game.labels:
            return values
        if point.game.labels[label] in point.relevant:
            return values
        self.slid.add(unknown.name)
        return first

    def _touches_only(self, unknown: Unknown) -> str | None:
        """The label of the only object that an unknown concerns: of counters put on it. None for other unknowns."""
        event = self._event(unknown)
        on = event.get("on") if event is not None else None
        if event is None or "put" not in event or not isinstance(on, str) or len(event) != 2:
            return None
        if unknown.sort == "maybe":
            return on if not any(isinstance(number, dict) for number in event["put"].values()) else None
        return on if unknown.sort == "value" and "put" in unknown.path and unknown.path[-1] != "put" else None

    def _event(self, unknown: Unknown) -> dict[str, Any] | None:
        data: Any = self.setting.plain
        event: dict[str, Any] | None = None
        for key in (*unknown.path, *(("maybe",) if unknown.sort == "maybe" else ())):
            data = data[key]
            if isinstance(data, dict) and "put" in data:
                event = data
        return event

    # --- outcomes ----------------------------------------------------------------------------------------------------

    def outcomes(
        self, sets: Mapping[str, frozenset[Any]] | None = None, pairs: Iterable[Pair] = ()
    ) -> dict[Outcome, Any]:
        """The outcomes of all worlds whose choices are in sets and whose orders fit pairs, each with a witness.

        sets: for the names of some choices the values (made hashable) that are let through. pairs: besides those of the
        constraints. A witness is the values of the choices and the orders. Raises Invalid where no world is left at all
        without sets and pairs, Undecided where a world is not decided.
        """
        found: dict[Outcome, tuple[dict[str, Any], Orders]] = {}
        wanted = (*self.given, *pairs)
        for values in self._within(sets or {}):
            for outcome, orders in self.point(values).outcomes(wanted, self.kept).items():
                found.setdefault(outcome, (values, orders))
        return found

    def _within(self, sets: Mapping[str, frozenset[Any]]) -> Iterator[dict[str, Any]]:
        for values in self.assignments:
            if all(frozen(values[name]) in allowed for name, allowed in sets.items()):
                yield values

    def world(self, witness: tuple[dict[str, Any], Orders]) -> dict[str, Any]:
        """The plain scenario of a witness."""
        values, orders = witness
        return filled_in(self.setting.plain, self.unknowns, {**values, **orders})

    def kept_with(self, outcome: Outcome) -> set[frozenset[str]]:
        """What may be kept by choice in worlds with an outcome, of the points that were looked at."""
        return set().union(*(each.kept_with(outcome) for each in self._points.values()))

    def excluded(self) -> tuple[Excluded, ...]:
        """Why worlds were left out, each reason once, of the points that were looked at."""
        reasons = [each.excluded for each in self._points.values() if each.excluded is not None]
        return tuple(dict.fromkeys(reasons))

    def restless(self) -> tuple[str, ...]:
        """Why timelines had to be followed in every order, each reason once, of the points that were looked at."""
        if not self.orders:
            return ()
        return tuple(dict.fromkeys(each.restless for each in self._points.values() if each.restless))


def order_unknowns(unknowns: Sequence[Unknown], rules: Sequence[Rule]) -> tuple[tuple[Unknown, ...], tuple[Pair, ...]]:
    """The orders of events that are searched as such, and what constraints say of them.

    Orders within other events, and those that a constraint ties to other unknowns, are choices like any other.
    """
    inside = {each.name for each in unknowns if each.sort in ("order", "together")}
    orders = [
        each
        for each in unknowns
        if each.sort == "order" and len(each.path) == 2 and not any(name.startswith(f"{each.name}.") for name in inside)
    ]
    pairs: list[Pair] = []
    for rule in rules:
        about = [each for each in orders if each.name in rule.scope]
        if rule.pair is not None and about:
            pairs.append(rule.pair)
        else:
            orders = [each for each in orders if each not in about]
    kept = {each.name for each in orders}
    return tuple(orders), tuple(pair for pair in pairs if pair[0] in kept)


def _extensions(size: int, pairs: list[tuple[int, int]]) -> int:
    """How many orders of so many things fit pairs (earlier, later)."""
    if not pairs:
        return math.factorial(size)
    before = [0] * size
    for one, other in pairs:
        before[other] |= 1 << one
    ways = {0: 1}
    for _ in range(size):
        more: dict[int, int] = {}
        for done, count in ways.items():
            for each in range(size):
                if not done >> each & 1 and before[each] & ~done == 0:
                    more[done | 1 << each] = more.get(done | 1 << each, 0) + count
        ways = more
    return sum(ways.values())


def all_pairs(orders: tuple[Unknown, ...], chosen: Orders) -> list[Pair]:
    """All pairs (earlier, later) of complete orders; those of what comes last stand last."""
    return [
        (each.name, one, chosen[each.name][place])
        for each in orders
        for place in range(1, len(chosen[each.name]))
        for one in chosen[each.name][:place]
    ]


__all__ = ["Space", "all_pairs", "order_unknowns"]
