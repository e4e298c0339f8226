"""The worlds of a scenario: every combination of its unknowns that its constraints allow, as scenarios without unknowns."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.scenario.read import default_label, parse_scenarios
from layerproof.kb.scenario.scenario import Scenario
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game, Invalid, counter_number
from layerproof.solver.worlds.unknowns import MAX_WORLDS, Unknown, find_unknowns

_COUNTERS = re.compile(r"counters\(([^,]+), *([^)]+)\) *(<=|>=|<|>|==|=|!=) *([0-9]+)$")
_BEFORE = re.compile(r"(.+)\.before$")


class World(msgspec.Struct, frozen=True):
    """One world: the value of each unknown by name, and the scenario in which they have these values."""

    values: tuple[tuple[str, Any], ...]
    scenario: Scenario


def has_unknowns(scenario: Scenario, edition: Edition) -> bool:
    """Whether a scenario leaves anything open under an edition."""
    return bool(find_unknowns(json.loads(scenario.source), edition))


def worlds(scenario: Scenario, edition: Edition) -> Iterator[World]:
    """The worlds of a scenario, in the order of the values of its unknowns as they stand.

    The unknowns and the constraints on the order of arrival form a constraint problem; a constraint on counters is
    asked of each world afterwards (`allowed`). Raises Invalid for contradictory or unreadable constraints, Undecided when there
    are too many worlds.
    """
    plain = json.loads(scenario.source)
    unknowns = find_unknowns(plain, edition)
    size = math.prod(len(each.domain) for each in unknowns)
    if size > MAX_WORLDS:
        largest = max(unknowns, key=lambda each: len(each.domain))
        raise Undecided(f"{size} worlds are too many; the largest unknown is {largest.name} with {len(largest.domain)} values")
    befores, _ = read_constraints(scenario)
    for values in _solutions(unknowns, befores, plain):
        yield World(tuple(values.items()), _scenario(scenario, world_of(plain, unknowns, values)))


def _solutions(unknowns: tuple[Unknown, ...], befores: list[tuple[str, str]], plain: Any) -> list[dict[str, Any]]:
    """The combinations that fit the constraints on the order of arrival, found by python-constraint."""
    import constraint

    if not unknowns:
        return [{}]
    problem = constraint.Problem(constraint.BacktrackingSolver())
    for unknown in unknowns:
        problem.addVariable(unknown.name, list(range(len(unknown.domain))))
    for first, second in befores:
        problem.addConstraint(
            constraint.FunctionConstraint(_earlier(unknowns, first, second, plain)), [each.name for each in unknowns if each.sort == "order"]
        )
    order = [each.name for each in unknowns]
    found = problem.getSolutions() if befores == [] or any(each.sort == "order" for each in unknowns) else []
    found.sort(key=lambda each: tuple(each[name] for name in order))
    domains = {each.name: each.domain for each in unknowns}
    return [{name: domains[name][each[name]] for name in order} for each in found]


def _earlier(unknowns: tuple[Unknown, ...], first: str, second: str, plain: Any) -> Any:
    """A constraint: in the orders chosen the object of one label arrives before that of another."""
    ordered = [each for each in unknowns if each.sort == "order"]

    def holds(*indexes: int) -> bool:
        values = {each.name: each.domain[index] for each, index in zip(ordered, indexes, strict=True)}
        labels = _arrivals(world_of(plain, tuple(ordered), values)["timeline"])
        return first in labels and second in labels and labels.index(first) < labels.index(second)

    return holds


def _arrivals(timeline: Any) -> list[str]:
    labels: list[str] = []
    for event in timeline:
        if not isinstance(event, dict):
            continue
        for key in ("any_order", "together"):
            if isinstance(event.get(key), list):
                labels += _arrivals(event[key])
        if isinstance(event.get("maybe"), dict):
            labels += _arrivals([event["maybe"]])
        if "as" in event:
            labels += [event["as"]] if isinstance(event["as"], str) else list(event["as"])
        else:
            name = event.get("enters", event.get("card", event.get("resolves")))
            labels += [default_label(name)] if isinstance(name, str) else []
    return labels


def read_constraints(scenario: Scenario) -> tuple[list[tuple[str, str]], list[tuple[str, str, str, int]]]:
    """The constraints of a scenario: pairs of labels in order of arrival, and comparisons of counters."""
    befores: list[tuple[str, str]] = []
    counters: list[tuple[str, str, str, int]] = []
    for text in scenario.constraints:
        found = _COUNTERS.match(text)
        if found:
            counters.append((found[1].strip(), found[2].strip(), found[3], int(found[4])))
            continue
        data = json.loads(text) if text.startswith("{") else None
        named = _BEFORE.match(next(iter(data))) if isinstance(data, dict) and len(data) == 1 else None
        if named is None or data is None:
            raise Invalid(f"the constraint {text!r} is not understood", "a.before: b, or counters(a, kind) <= N")
        befores.append((named[1], str(next(iter(data.values())))))
    return befores, counters


_OPS: dict[str, Any] = {
    "<=": lambda a, b: a <= b, ">=": lambda a, b: a >= b, "<": lambda a, b: a < b, ">": lambda a, b: a > b,
    "=": lambda a, b: a == b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b,
}  # fmt: skip


def allowed(scenario: Scenario, game: Game) -> bool:
    """Whether a world, followed to its end, satisfies the constraints on counters."""
    _, counters = read_constraints(scenario)
    return all(_OPS[op](counter_number(game.find(label), kind), number) for label, kind, op, number in counters)


def world_of(plain: dict[str, Any], unknowns: tuple[Unknown, ...], values: dict[str, Any]) -> dict[str, Any]:
    """The plain scenario in which the unknowns have these values."""
    by_path = {each.path: each for each in unknowns}
    timeline = _fill(plain.get("timeline") or [], ("timeline",), by_path, values)
    return {key: value for key, value in {**plain, "timeline": timeline}.items() if key != "constraints"}


def _fill(data: Any, path: tuple[str | int, ...], by_path: dict[Any, Unknown], values: dict[str, Any]) -> Any:
    if isinstance(data, list):
        filled: list[Any] = []
        for index, each in enumerate(data):
            here = (*path, index)
            unknown = by_path.get(here)
            if unknown is not None and unknown.sort == "order":
                inner = each["any_order"]
                for place in values[unknown.name]:
                    filled.extend(_fill([inner[place]], (*here, "any_order"), _moved(by_path, here, place), values))
            elif unknown is not None and unknown.sort == "maybe":
                if values[unknown.name]:
                    filled.append(_fill(each["maybe"], (*here, "maybe"), by_path, values))
            elif unknown is not None and unknown.sort == "together":
                inner = [_fill(one, (*here, "together", place), by_path, values) for place, one in enumerate(each["together"])]
                filled.append({"together": [inner[place] for place in values[unknown.name]]})
            else:
                filled.append(_fill(each, here, by_path, values))
        return filled
    if isinstance(data, dict):
        unknown = by_path.get(path)
        if unknown is not None and unknown.sort == "value":
            return values[unknown.name]
        return {key: _fill(value, (*path, key), by_path, values) for key, value in data.items()}
    return data


def _moved(by_path: dict[Any, Unknown], here: tuple[str | int, ...], place: int) -> dict[Any, Unknown]:
    """The unknowns within one event of an any_order, as seen from a list of that event alone."""
    inside = (*here, "any_order", place)
    moved = {}
    for path, unknown in by_path.items():
        if path[: len(inside)] == inside:
            moved[(*here, "any_order", 0, *path[len(inside) :])] = unknown
    return moved


def _scenario(scenario: Scenario, plain: dict[str, Any]) -> Scenario:
    read = parse_scenarios(json.dumps(plain, ensure_ascii=False), scenario.file or "<world>")
    if not read.scenarios:
        raise Invalid(read.unreadable[0].message if read.unreadable else "a world is no scenario")
    return read.scenarios[0]
