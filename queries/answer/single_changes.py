"""Trials: what a verdict would be if only one thing of the rules had changed between two editions."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from types import MappingProxyType

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.scenario.scenario import Claim, Scenario
from layerproof.solver.claims.over_worlds import judge
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game, Invalid
from layerproof.solver.situation.timeline import InvalidEvent, follow
from layerproof.solver.worlds.enumerate import World, allowed, has_unknowns, worlds

ROWS, LISTS, RULES = "layer rows", "lists", "rules that came or went"


def turning(scenario: Scenario, claim: Claim, old: Edition, new: Edition) -> tuple[str, ...]:
    """Name what turns a verdict between two editions.

    scenario, claim: as read. old, new: the editions. Returns the names of policies which, changed together in the older
    edition to the values of the newer one, give the newer verdict, and of which none may be left out; `layer rows`,
    `lists` and `rules that came or went` stand for all rows, all lists of words and all rules of one edition only.
    Empty where the verdicts are equal. Nothing is raised for what the scenario holds. It asks the solver alone: a trial
    is an edition that never was, so it is no proof; and of several such sets it gives one.
    """
    wanted = verdict_in(scenario, claim, new)
    if verdict_in(scenario, claim, old) == wanted:
        return ()
    needed = [name for name, value in new.policies.items() if old.policies[name] != value]
    needed += [ROWS] if old.layers != new.layers else []
    needed += [LISTS]
    needed += [RULES] if old.numbers.keys() != new.numbers.keys() else []
    # What has a name of its own says most, so the others are left out first.
    for name in reversed(tuple(needed)):
        fewer = [each for each in needed if each != name]
        if verdict_in(scenario, claim, _mixed(old, new, fewer)) == wanted:
            needed = fewer
    return tuple(needed)


def _mixed(old: Edition, new: Edition, changed: Sequence[str]) -> Edition:
    """The older edition with some of the changes of the newer one."""
    policies = {name: (new if name in changed else old).policies[name] for name in old.policies}
    numbers = dict((new if RULES in changed else old).numbers)
    layers = (new if ROWS in changed else old).layers
    # A row is cited when it is applied, so its rule must be there.
    numbers |= {row.key: new.numbers.get(row.key) or old.numbers[row.key] for row in layers}
    return dataclasses.replace(
        old,
        policies=MappingProxyType(policies),
        numbers=MappingProxyType(numbers),
        layers=layers,
        vocabulary=(new if LISTS in changed else old).vocabulary,
    )


def verdict_in(scenario: Scenario, claim: Claim, edition: Edition) -> str:
    """Give the verdict of the solver alone on a claim under an edition that need not be one of the embedded ones.

    Returns `proved`, `refuted`, `undecided` or `invalid`; no proof is written, and none is checked.
    """
    try:
        games: list[Game] = []
        open_ = has_unknowns(scenario, edition)
        for world in worlds(scenario, edition) if open_ else [World((), scenario)]:
            game, _ = follow(world.scenario, edition)
            if not open_ or allowed(scenario, game):
                games.append(game)
        if not games:
            return "invalid"
        return "proved" if judge(claim, games).holds else "refuted"
    except Undecided:
        return "undecided"
    except (Invalid, InvalidEvent, KnowledgeError):
        return "invalid"
