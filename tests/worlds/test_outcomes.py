"""All outcomes, each with the smallest condition under which it occurs, and a proved world."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.all_outcomes import Outcomes, outcomes
from layerproof.queries.answer.claim_answers import answer_all
from layerproof.queries.cli import main
from layerproof.queries.words.scenario_text import scenario_text
from layerproof.solver.worlds.conditions import when
from tests.helpers.open_orders import board, outcomes_of, space_of

GODHEAD = """
scenario: Godhead of Awe and a leveler
timeline:
  - any_order:
      - {enters: Godhead of Awe, as: godhead, controller: opponent}
      - {enters: Beastbreaker of Bala Ged, as: beast}
  - {put: {level: {any: 0..8}}, on: beast}
claims:
  - beast: {pt: 1/1, has: [trample]}
"""


def told(found: Outcomes) -> dict[str, str]:
    assert all(each.verdict == "proved" for each in found.outcomes), [each.verdict for each in found.outcomes]
    return {each.sentence(): each.when for each in found.outcomes}


def test_godhead_of_awe_and_a_leveler() -> None:
    found = outcomes(GODHEAD)
    beast, newer = "Beastbreaker of Bala Ged is newer than Godhead of Awe", "Godhead of Awe is newer than Beastbreaker"
    levels = "the number of level counters put on beast"
    said = told(found)
    assert list(said) == [
        "beast is 1/1, beast has no trample",
        "beast is 1/1, beast has trample",
        "beast is 4/4, beast has no trample",
        "beast is 6/6, beast has trample",
    ]
    assert said["beast is 4/4, beast has no trample"] == f"when {beast} and {levels} is 1 to 3"
    assert said["beast is 6/6, beast has trample"] == f"when {beast} and {levels} is at least 4"
    assert said["beast is 1/1, beast has trample"].startswith(f"when {newer}")
    assert said["beast is 1/1, beast has trample"].endswith(f"{levels} is at least 4")
    assert all(each.exactly for each in found.outcomes)
    assert found.worlds == 18
    assert all(each.rules for each in found.outcomes)


def test_a_single_outcome_occurs_always() -> None:
    text = "timeline: [{any_order: [{enters: Forest, as: f}, {enters: Grizzly Bears, as: bear}]}]"
    assert told(outcomes(text, ["bear.pt"])) == {"bear is 2/2": "always"}


def test_the_newest_of_several_is_named_as_such() -> None:
    text = """
timeline:
  - {enters: Craw Wurm, as: wurm}
  - any_order:
      - {resolves: Turn to Frog, targets: [wurm]}
      - {resolves: Ovinize, targets: [wurm]}
      - {enters: Lignify, as: lignify, attached_to: wurm}
"""
    assert told(outcomes(text, ["wurm.pt"])) == {
        "wurm is 0/1": "when Ovinize is the newest of them",
        "wurm is 0/4": "when Lignify is the newest of them",
        "wurm is 1/1": "when Turn to Frog is the newest of them",
    }


def test_a_choice_is_part_of_the_condition() -> None:
    text = """
timeline:
  - {enters: Grizzly Bears, as: bear}
  - {enters: "Painter's Servant", as: servant, choices: {color: {any: [blue, green]}}}
"""
    assert told(outcomes(text, ["bear.colors"])) == {
        "bear has colors [blue, green]": "when the color chosen for servant is blue",
        "bear has colors [green]": "when the color chosen for servant is green",
    }


def test_what_may_have_happened_is_part_of_the_condition() -> None:
    text = "timeline: [{enters: Grizzly Bears, as: bear}, {maybe: {enters: Humility}}]"
    assert told(outcomes(text, ["bear.pt"])) == {
        "bear is 1/1": "when Humility enters",
        "bear is 2/2": "when Humility does not enter",
    }


def test_orders_that_state_based_actions_decide_are_followed() -> None:
    text = """
timeline:
  - {enters: Grizzly Bears, as: bear}
  - any_order:
      - {put: {"+1/+1": 2}, on: bear}
      - {resolves: Dismember, targets: [bear]}
"""
    with pytest.raises(KnowledgeError):
        outcomes(text, ["bear.zone"])
    calm = text.replace("timeline:", "state_based_actions: false\ntimeline:")
    assert told(outcomes(calm, ["bear.pt"])) == {"bear is -1/-1": "always"}


def test_a_witness_is_a_complete_scenario() -> None:
    for each in outcomes(GODHEAD).outcomes:
        read = parse_scenarios(scenario_text(each.world))
        assert not read.unreadable
        assert json.loads(read.scenarios[0].source) == each.world
        assert [answer.verdict for answer in answer_all(read.scenarios[0])] == ["proved"]


@pytest.mark.parametrize("seed", range(5000, 5020))
def test_conditions_hold_exactly_in_the_worlds_of_their_outcome(seed: int) -> None:
    plain, labels = board(seed)
    plain["state_based_actions"] = False
    if isinstance(outcomes_of(plain, labels[:1]), str):
        return
    space = space_of(plain, labels[:1])
    found = space.outcomes()
    covered: dict[Any, set[Any]] = {}
    for outcome, witness in found.items():
        known = when(space, outcome, witness)
        for condition in known.conditions:
            sets = {name: frozenset(values) for name, values in condition.sets}
            assert set(space.outcomes(sets, condition.pairs)) == {outcome}
        covered[outcome] = set(known.conditions)
        assert known.complete
    assert len({frozenset(each) for each in covered.values()}) == len(found)


@pytest.mark.parametrize(
    ("of", "says"),
    [("beast.size", "asks nothing that is known"), ("beast.has", "asks nothing"), ("best.pt", "label 'best'")],
)
def test_what_cannot_be_asked_is_told(of: str, says: str) -> None:
    with pytest.raises(KnowledgeError) as error:
        outcomes(GODHEAD, [of])
    assert says in str(error.value)


def test_the_command_prints_outcomes(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "godhead.yaml"
    file.write_text(GODHEAD, encoding="utf-8")
    assert main(["outcomes", str(file), "--of", "beast.pt"]) == 0
    printed = capsys.readouterr().out
    assert "3 outcomes in 18 worlds" in printed
    assert main(["outcomes", str(file), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    (result,) = data["results"]
    assert [each["outcome"]["beast.pt"] for each in result["outcomes"]] == ["1/1", "1/1", "4/4", "6/6"]
    assert all(each["exactly"] for each in result["outcomes"])


def test_contradictory_constraints_are_told_with_their_line(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text(
        GODHEAD.replace("claims:", 'constraints:\n  - "counters(beast, level) > 8"\nclaims:'), encoding="utf-8"
    )
    assert main(["outcomes", str(file)]) == 3
    assert f"{file}:9: no world fits the constraint" in capsys.readouterr().err
