"""Unknowns and constraints: which worlds a scenario has, and clear errors for what cannot be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from layerproof.kb.cards.store import load_card
from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.scenario.scenario import Scenario
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.all_outcomes import outcomes
from layerproof.queries.answer.claim_answers import answer_all, case_under
from layerproof.queries.cli import main
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Invalid
from layerproof.solver.situation.keeping import OpenKeep
from layerproof.solver.situation.timeline import InvalidEvent
from layerproof.solver.worlds.cards import fitting_cards
from layerproof.solver.worlds.enumerate import World, keeping_worlds, worlds
from layerproof.solver.worlds.impossible import Excluded, follow_world

EDITION = load_edition("current")
TWO = """
timeline:
  - any_order:
      - {enters: Godhead of Awe, as: godhead}
      - {enters: Beastbreaker of Bala Ged, as: beast}
  - {put: {level: {any: 0..4}}, on: beast}
  - {put: {level: {any: 0..4}}, on: godhead}
"""


def read(text: str) -> Scenario:
    found = parse_scenarios(text)
    assert not found.unreadable, found.unreadable
    return found.scenarios[0]


def values(text: str) -> list[tuple[Any, ...]]:
    return [tuple(value for _, value in world.values) for world in worlds(read(text), EDITION)]


def test_worlds_come_in_the_order_of_their_values() -> None:
    found = values("timeline: [{maybe: {enters: Forest}}, {put: {level: {any: [2, 1]}}, on: a}]")
    assert found == [(False, 2), (False, 1), (True, 2), (True, 1)]


@pytest.mark.parametrize(
    ("constraint", "count"),
    [
        ("beast.before: godhead", 25),
        ("godhead.after: beast", 25),
        ("counters(beast, level) <= 1", 20),
        ("counters(beast, level) = counters(godhead, level)", 10),
        ("counters(beast, level) + counters(godhead, level) = 8", 2),
        ("2 * counters(beast, level) - 1 > counters(godhead, level) + 3", 12),
        ("3 != counters(beast, level)", 40),
        ("counters(beast, level) - counters(godhead, level) >= 4", 2),
    ],
)
def test_constraints_narrow_the_worlds(constraint: str, count: int) -> None:
    assert len(values(f"{TWO}constraints:\n  - {constraint}\n")) == count


@pytest.mark.parametrize(
    ("constraint", "says"),
    [
        ("counters(beast, level) > 4", "no world fits the constraint"),
        ("counters(beast, level) * counters(beast, level) > 4", "multiplies counters"),
        ("counters(beast, level) >", "ends too early"),
        ("counters(beats, level) > 1", "did you mean beast?"),
        ("beast.beside: godhead", "is not understood"),
        ("beast.before: beast", "no world fits the constraint"),
        ("1 2 > 1", "lacks an operator"),
    ],
)
def test_constraints_that_cannot_be_are_told(constraint: str, says: str) -> None:
    with pytest.raises(Invalid) as told:
        values(f"{TWO}constraints:\n  - {constraint}\n")
    assert says in f"{told.value.what}. {told.value.mend}"


def test_constraints_that_contradict_each_other_are_both_named() -> None:
    text = TWO + "constraints:\n  - beast.before: godhead\n  - godhead.before: beast\n"
    with pytest.raises(Invalid) as told:
        values(text)
    assert "'beast.before: godhead'" in told.value.what
    assert "'godhead.before: beast'" in told.value.what


def test_a_constraint_that_only_the_end_tells_is_asked_there() -> None:
    text = """
timeline:
  - {enters: Beastbreaker of Bala Ged, as: beast}
  - {activates: beast, ability: level up, times: {any: 1..4}}
constraints:
  - "counters(beast, level) <= 2"
claims:
  - beast: {pt: 4/4}
"""
    case = case_under(read(text), "current")
    assert [dict(world.values)["timeline.1.times"] for world in case.worlds] == [1, 2]


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ("{put: {level: {any: []}}, on: a}", "leaves no value"),
        ("{put: {level: {any: 4..1}}, on: a}", "is empty"),
        ("{put: {level: {any: colour}}, on: a}", "is no list of values"),
        ("{put: {level: {any: 0..3, or: 4}}, on: a}", "beside any stands or"),
        ("{enters: Forest, as: {any: [a, b]}}", "'as' says cannot be unknown"),
        ("{any: [{enters: Forest}, {enters: Island}]}", "an event cannot be unknown by any"),
        ("{any_order: []}", "any_order lists no events"),
        ("{any_order: {any: [1, 2]}}", "the events of any_order cannot be unknown"),
        ("{maybe: 3}", "maybe holds no event"),
        ("{maybe: {enters: Forest}, as: x}", "beside maybe stands as"),
        ("{enters: {any: {any: [a]}}, as: a}", "any says no values"),
        ("{put: {level: {any: [1, {any: [2, 3]}]}}, on: a}", "an unknown stands within an unknown"),
    ],
)
def test_an_unknown_that_cannot_be_is_told_with_its_line(entry: str, says: str, tmp_path: Path, capsys: Any) -> None:
    text = f"scenario: Bad\ntimeline:\n  - {{enters: Forest, as: f}}\n  - {entry}\nclaims:\n  - f: {{tapped: false}}\n"
    with pytest.raises(InvalidEvent) as told:
        list(worlds(read(text), EDITION))
    assert told.value.number == 1
    assert says in told.value.what
    file = tmp_path / "bad.yaml"
    file.write_text(text, encoding="utf-8")
    assert main(["check", str(file)]) == 3
    assert f"{file}:4: " in capsys.readouterr().out
    assert main(["outcomes", str(file)]) == 3
    assert f"{file}:4: " in capsys.readouterr().err


def test_too_many_worlds_are_told_with_what_would_help() -> None:
    events = "      - {put: {charge: 1}, on: f}\n" * 9
    text = f"timeline:\n  - {{enters: Forest, as: f}}\n  - any_order:\n{events}  - {{tap: f}}\n"
    text += "claims: [{f: {tapped: true}}]\n"
    with pytest.raises(Undecided) as told:
        list(worlds(read(text), EDITION))
    assert "362880 worlds are too many" in str(told.value)
    assert "timeline.1 with 362880 values" in str(told.value)
    (answer,) = answer_all(read(text))
    assert answer.verdict == "undecided"


@pytest.mark.parametrize(
    ("description", "in_it", "not_in_it"),
    [
        ("creature with level up", "Beastbreaker of Bala Ged", "Grizzly Bears"),
        ("legendary creature", "Isamaru, Hound of Konda", "Grizzly Bears"),
        ("noncreature artifact", "Mind Stone", "Alloy Myr"),
        ("non-Human creature with level up", "Coralhelm Commander", "Beastbreaker of Bala Ged"),
        ("2/2 creature with no abilities", "Grizzly Bears", "White Knight"),
        ("creature with protection from black", "White Knight", "Black Knight"),
        ("creature with power 7 or greater", "Emrakul, the Aeons Torn", "Craw Wurm"),
        ("white creature with first strike and protection from black", "White Knight", "Serra Angel"),
        ("enchantment that removes all abilities", "Humility", "Opalescence"),
        ("green creature, or red instant", "Lightning Bolt", "Serra Angel"),
        ("colorless card with mana value 2 or less", "Mind Stone", "Grizzly Bears"),
    ],
)
def test_descriptions_of_cards_compose(description: str, in_it: str, not_in_it: str) -> None:
    found = fitting_cards(description, EDITION)
    assert in_it in found
    assert not_in_it not in found
    assert found == tuple(sorted(set(found)))
    assert all(load_card(name).faces[0].name == name for name in found)


def test_a_list_of_values_may_hold_mappings_and_lists() -> None:
    text = """
timeline:
  - {enters: Grizzly Bears, as: a}
  - {enters: Craw Wurm, as: b}
  - {put: {any: [{level: 1}, {charge: 2}]}, on: {any: [a, b]}}
  - {resolves: Giant Growth, targets: {any: [[a], [b]]}}
  - {gains_control: {any: player}, of: a}
"""
    found = list(worlds(read(text), EDITION))
    assert len(found) == 16
    assert len({world.scenario.source for world in found}) == 16


def test_a_world_in_which_a_player_chooses_what_stays_is_several() -> None:
    twice = [{"enters": "Isamaru, Hound of Konda", "as": name} for name in ("one", "two")]
    world = World((), read(json.dumps({"timeline": twice})))
    with pytest.raises(OpenKeep) as told:
        follow_world(world.scenario, EDITION)
    assert (told.value.labels, told.value.number) == (("one", "two"), 1)
    parts = list(keeping_worlds(world, told.value))
    assert [each.values for each in parts] == [(("timeline.1.keeps", "one"),), (("timeline.1.keeps", "two"),)]
    for each, kept in zip(parts, ("one", "two"), strict=True):
        game, _ = follow_world(each.scenario, EDITION)  # type: ignore[misc]
        assert [item.label for item in game.situation.objects if item.zone == "battlefield"] == [kept]
    old = follow_world(world.scenario, load_edition("2012-10-01"))
    assert not isinstance(old, Excluded)


def test_outcomes_say_what_is_kept() -> None:
    text = """
timeline:
  - any_order:
      - {enters: "Isamaru, Hound of Konda", as: one}
      - {enters: "Isamaru, Hound of Konda", as: two}
  - {maybe: {enters: Grizzly Bears}}
"""
    found = outcomes(text, ["one.on_battlefield"])
    assert [(each.sentence(), each.when, each.verdict) for each in found.outcomes] == [
        ("one is not on battlefield", "when two is kept", "proved"),
        ("one is on battlefield", "when one is kept", "proved"),
    ]
    assert found.worlds == 8


def test_an_aura_on_an_illegal_host_is_a_world_and_falls_off() -> None:
    text = """
timeline:
  - {enters: Grizzly Bears, as: bear}
  - {enters: Forest, as: forest}
  - {enters: Flight, as: flight, attached_to: {any: [bear, forest]}}
claims:
  - outcomes: {flight: [{zone: battlefield}, {on_battlefield: false}]}
"""
    case = case_under(read(text), "current")
    assert case.problem is None
    assert len(case.worlds) == 2
