"""The lazy search over orders and slicing change no answer, and are quick."""

from __future__ import annotations

import importlib.util
import itertools
import random
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import networkx
import pytest

from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.solver.worlds.enumerate import scenario_of
from layerproof.solver.worlds.filling import world_of
from layerproof.solver.worlds.impossible import Excluded, follow_world
from layerproof.solver.worlds.influence import influence_graph, relevant_objects
from layerproof.solver.worlds.permutations import Orders
from layerproof.solver.worlds.reach import Reach
from tests.helpers.open_orders import EDITION, board, outcomes_of, space_of


def load(name: str, path: Path) -> ModuleType:
    """A module that is in no package."""
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        sys.modules[name] = module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return sys.modules[name]


bench = load("layerproof_bench_worlds", Path(__file__).parents[2] / "benchmarks" / "worlds.py")


@pytest.mark.long
@pytest.mark.parametrize("start", range(0, 240, 40))
def test_the_lazy_search_gives_what_following_every_order_gives(start: int) -> None:
    for seed in range(start, start + 40):
        plain, labels = board(seed)
        asked = labels if seed % 3 else labels[:1]
        lazily = outcomes_of(plain, asked)
        plainly = outcomes_of(plain, asked, lazy=False, sliced=False)
        assert lazily == plainly, (seed, plain)


@pytest.mark.long
@pytest.mark.parametrize("start", range(1000, 1120, 40))
def test_slicing_changes_no_answer(start: int) -> None:
    for seed in range(start, start + 40):
        plain, labels = board(seed)
        asked = random.Random(seed).sample(labels, 1)
        assert outcomes_of(plain, asked) == outcomes_of(plain, asked, sliced=False), (seed, plain)


@pytest.mark.long
def test_the_boards_are_worth_it() -> None:
    several = lazily = 0
    for seed in range(120):
        plain, labels = board(seed)
        found = outcomes_of(plain, labels)
        if isinstance(found, str):
            continue
        space = space_of(plain, labels)
        space.outcomes()
        several += len(found) > 1
        lazily += not space.restless()
    assert several >= 15
    assert lazily >= 60


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2000, 2040))
def test_outcomes_under_pairs_are_those_of_the_orders_that_fit(seed: int) -> None:
    plain, labels = board(seed)
    if isinstance(outcomes_of(plain, labels, lazy=False), str):
        return
    space = space_of(plain, labels)
    plainly = space_of(plain, labels, lazy=False, sliced=False)
    (order,) = space.orders
    assert isinstance(order.domain, Orders)
    for one, other in itertools.permutations(range(order.domain.size), 2):
        pairs = [(order.name, one, other)]
        assert set(space.outcomes({}, pairs)) == set(plainly.outcomes({}, pairs)), (one, other, plain)


@pytest.mark.parametrize("seed", range(3000, 3030))
def test_witnesses_are_worlds_with_their_outcome(seed: int) -> None:
    plain, labels = board(seed)
    if isinstance(outcomes_of(plain, labels), str):
        return
    space = space_of(plain, labels)
    for outcome, witness in space.outcomes().items():
        followed = follow_world(scenario_of(space.setting.scenario, space.world(witness)), EDITION)
        assert not isinstance(followed, Excluded)
        assert space.setting.ask(followed[0]) == outcome


@pytest.mark.parametrize("seed", range(30))
def test_what_is_relevant_are_the_ancestors_in_the_influence_graph(seed: int) -> None:
    plain, _ = board(seed)
    unknowns = space_of(plain, ["b0"]).unknowns
    values = {each.name: each.domain[0] for each in unknowns}
    scenario = parse_scenarios("timeline: []").scenarios[0]
    followed = follow_world(scenario_of(scenario, world_of(plain, unknowns, values)), EDITION)
    assert not isinstance(followed, Excluded)
    reach = Reach(followed[0].derivation())
    if not reach.closed:
        return
    graph = influence_graph(reach)
    for each in reach.items:
        above = {name for sort, name in networkx.ancestors(graph, ("object", each)) if sort == "object"}
        assert relevant_objects(reach, [each]) == above | {each}


def test_two_readings_that_differ_in_one_order_are_told() -> None:
    """What waited for the one effect is freed before an older one is applied, or after it: the two give other types."""
    plain: dict[str, Any] = {
        "state_based_actions": False,
        "timeline": [
            {"enters": "Mox Ruby", "as": "mox", "controller": "opponent"},
            {
                "any_order": [
                    {"enters": "Mycosynth Lattice", "as": "lattice"},
                    {"enters": "Lignify", "as": "lignify", "attached_to": "mox"},
                    {"enters": "Titania's Song", "as": "song"},
                ]
            },
        ],
    }
    lazily = outcomes_of(plain, ["mox", "lignify"])
    assert lazily == outcomes_of(plain, ["mox", "lignify"], lazy=False, sliced=False)
    assert "two readings" in lazily


def test_counters_on_another_creature_cannot_matter() -> None:
    plain: dict[str, Any] = {
        "timeline": [
            {"enters": "Grizzly Bears", "as": "bear"},
            {"enters": "Beastbreaker of Bala Ged", "as": "beast"},
            {"put": {"level": {"any": "0..30"}}, "on": "beast"},
        ]
    }
    space = space_of(plain, ["bear"])
    assert len(space.outcomes()) == 1
    assert space.size() == 31
    assert space.evaluations()[0] == 1
    assert space.slid == {"timeline.2.put.level"}
    assert space_of(plain, ["beast"]).outcomes().keys() != space.outcomes().keys()


def test_an_order_known_in_part_stays_known() -> None:
    text = bench.scenario(5)
    space = bench.space(text)
    (order,) = space.orders
    last = [(order.name, place, 0) for place in range(1, 5)]
    found = space.outcomes({}, last)
    assert 0 < len(found) < len(space.outcomes())
    assert space.order_count(last) == 24


def test_seven_and_ten_effects_are_quick() -> None:
    """Processor time, with room for slow machines; the figures are in docs/worlds.md."""
    for count, seconds in ((7, 0.15), (10, 2.0)):
        text = bench.scenario(count)
        best = 9e9
        for _ in range(3):
            start = time.process_time()
            space = bench.space(text)
            assert space.outcomes()
            best = min(best, time.process_time() - start)
        assert not space.restless()
        assert best < seconds
