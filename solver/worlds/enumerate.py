"""The worlds of a scenario: every combination of its unknowns that its constraints allow, with nothing unknown left."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.scenario.read import read_plain
from layerproof.kb.scenario.scenario import Scenario
from layerproof.solver.situation.game import Invalid
from layerproof.solver.worlds.constraints import allowed, read_constraints
from layerproof.solver.worlds.filling import world_of
from layerproof.solver.worlds.problem import MAX_WORLDS, solutions
from layerproof.solver.worlds.unknowns import find_unknowns

if TYPE_CHECKING:
    from layerproof.solver.game.stacking import OpenOrder


class World(msgspec.Struct, frozen=True):
    """One world: the value of each unknown by name, and the scenario in which they have these values."""

    values: tuple[tuple[str, Any], ...]
    scenario: Scenario


def has_unknowns(scenario: Scenario, edition: Edition) -> bool:
    """Whether a scenario leaves anything open under an edition, or has constraints. Raises as `find_unknowns` does."""
    return bool(scenario.constraints) or bool(find_unknowns(json.loads(scenario.source), edition))


def worlds(scenario: Scenario, edition: Edition, limit: int = MAX_WORLDS) -> Iterator[World]:
    """The worlds of a scenario, in the order of the values of its unknowns as they stand.

    limit: how many combinations at most are gone through. The unknowns and the constraints form a constraint problem; a
    comparison of counters that only the end of a world decides is asked of each world afterwards (`allowed`). Raises
    Invalid or InvalidEvent for unknowns, domains and constraints that cannot be, Undecided for too many worlds.

    >>> from layerproof.kb.rulebook.edition import load_edition
    >>> from layerproof.kb.scenario.read import parse_scenarios
    >>> text = "timeline: [{maybe: {enters: Grizzly Bears}}]"
    >>> [len(world.scenario.timeline) for world in worlds(parse_scenarios(text).scenarios[0], load_edition("current"))]
    [0, 1]
    """
    plain = json.loads(scenario.source)
    unknowns = find_unknowns(plain, edition)
    for values in solutions(unknowns, read_constraints(scenario), plain, limit):
        yield World(tuple(values.items()), scenario_of(scenario, world_of(plain, unknowns, values)))


def ordered_worlds(world: World, open_: OpenOrder) -> Iterator[World]:
    """The worlds that a world becomes where a player puts triggered abilities on the stack in no order that is said.

    One for each order, as a choice that stands behind the entry by which it is asked (rule key trigger.order).
    """
    plain = json.loads(world.scenario.source)
    behind = open_.number + 1
    for order in open_.orders:
        timeline = [*plain["timeline"][:behind], {"choose": list(order)}, *plain["timeline"][behind:]]
        values = (*world.values, (f"timeline.{open_.number}.order", list(order)))
        yield World(values, scenario_of(world.scenario, {**plain, "timeline": timeline}))


def scenario_of(scenario: Scenario, plain: dict[str, Any]) -> Scenario:
    """The scenario that the plain data of a world makes. Raises Invalid where it is none."""
    read = read_plain(plain, scenario.file or "<world>")
    if not read.scenarios:
        raise Invalid(read.unreadable[0].message if read.unreadable else "a world is no scenario")
    return read.scenarios[0]


__all__ = ["MAX_WORLDS", "World", "allowed", "has_unknowns", "ordered_worlds", "scenario_of", "worlds"]
