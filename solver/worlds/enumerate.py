"""The worlds of a scenario: every combination of its unknowns that its constraints allow, with nothing unknown left."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.scenario.scenario import Scenario
from layerproof.kb.scenario.scenario_file import read_plain
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Invalid
from layerproof.solver.worlds.constraints import allowed, read_constraints
from layerproof.solver.worlds.filling import world_of
from layerproof.solver.worlds.problem import MAX_WORLDS, solutions
from layerproof.solver.worlds.unknowns import Unknown, find_unknowns

if TYPE_CHECKING:
    from layerproof.solver.game.stacking import OpenOrder
    from layerproof.solver.situation.keeping import OpenKeep

# The key of the choices of an entry that tells what is kept; so ends the name of such an unknown too.
KEEPS = "keeps"


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
    >>> from layerproof.kb.scenario.scenario_file import parse_scenarios
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


def keeping_worlds(world: World, open_: OpenKeep) -> Iterator[World]:
    """The worlds that a world becomes where a player chooses which of several permanents stays, and it is not told.

    One for each of them, told among the choices of the entry by which it is asked (rule key state_based.legend). Raises
    the error itself where it belongs to no entry.
    """
    if open_.number is None:
        raise open_
    plain = json.loads(world.scenario.source)
    for label in open_.labels:
        values = (*world.values, (f"timeline.{open_.number}.{KEEPS}", label))
        yield World(values, scenario_of(world.scenario, told_to_keep(plain, open_.number, (label,))))


def not_told(kept: Sequence[str], what: str) -> Undecided:
    """What is said where an entry cannot be in a world that a choice made which the scenario does not tell.

    kept: the labels of what is kept in it. what: is wrong with the entry.
    """
    return Undecided(
        "what its controller keeps of several permanents is not told (choices: {keeps: LABEL} of the entry by which"
        f" they meet would tell it), and where {' and '.join(kept)} is kept an entry cannot be: {what}"
    )


def filled_in(plain: dict[str, Any], unknowns: tuple[Unknown, ...], values: dict[str, Any]) -> dict[str, Any]:
    """The plain scenario in which the unknowns have these values, as `world_of` gives it, and in which is told what is
    kept by choice: what stands in values under names such as `timeline.3.keeps`."""
    world = world_of(plain, unknowns, values)
    for name, kept in values.items():
        if name.endswith(f".{KEEPS}") and name not in [each.name for each in unknowns]:
            world = told_to_keep(world, int(name.split(".")[1]), kept)
    return world


def told_to_keep(plain: dict[str, Any], number: int, labels: Sequence[str]) -> dict[str, Any]:
    """The plain data of a world in which an entry tells, besides what it tells already, that these are kept.

    >>> told_to_keep({"timeline": [{"enters": "Isamaru, Hound of Konda"}]}, 0, ["old"])["timeline"][0]["choices"]
    {'keeps': ['old']}
    """
    timeline = list(plain["timeline"])
    choices = timeline[number].get("choices", {})
    before = choices.get(KEEPS, [])
    kept = [*(before if isinstance(before, list) else [before]), *labels]
    timeline[number] = {**timeline[number], "choices": {**choices, KEEPS: kept}}
    return {**plain, "timeline": timeline}


def scenario_of(scenario: Scenario, plain: dict[str, Any]) -> Scenario:
    """The scenario that the plain data of a world makes. Raises Invalid where it is none."""
    read = read_plain(plain, scenario.file or "<world>")
    if not read.scenarios:
        raise Invalid(read.unreadable[0].message if read.unreadable else "a world is no scenario")
    return read.scenarios[0]


__all__ = [
    "KEEPS", "MAX_WORLDS", "World", "allowed", "filled_in", "has_unknowns", "keeping_worlds", "not_told",
    "ordered_worlds", "scenario_of", "told_to_keep", "worlds",
]  # fmt: skip
