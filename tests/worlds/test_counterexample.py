"""Counterexamples: the smallest first, as complete scenarios, with the opposite proved."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.scenario.scenario_file import parse_scenarios, read_scenarios
from layerproof.queries.answer import counterexample as module
from layerproof.queries.answer.claim_answers import answer_all
from layerproof.queries.answer.counterexample import counterexample, searching
from layerproof.queries.answer.needed_facts import why_depends
from layerproof.queries.cli import main
from layerproof.queries.words.scenario_text import scenario_text
from layerproof.solver.proof.check.checker import check
from layerproof.solver.worlds.deepening import Deepening, size_of
from layerproof.solver.worlds.filling import world_of
from layerproof.solver.worlds.unknowns import find_unknowns

FOLDER = Path(__file__).parents[1] / "scenarios" / "counterexample"
FILES = sorted(FOLDER.glob("*.yaml"))
EDITION = load_edition("current")


def size_by_hand(file: Path) -> str:
    """The size that the file states, with what it leaves out as none."""
    stated = re.search(r"^# smallest: (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    assert stated is not None, file
    return stated[1] if "counter" in stated[1] else f"{stated[1]}, 0 counters"


def test_there_are_twenty_false_statements_and_one() -> None:
    assert len(FILES) >= 21


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_false_statement_gets_its_smallest_counterexample(file: Path) -> None:
    found = counterexample(file)
    assert found.found is not None
    assert str(found.size) == size_by_hand(file)
    assert found.verdict == "proved"
    assert found.proof is not None
    assert check(found.proof).verdict == "valid"
    read = parse_scenarios(scenario_text(found.found))
    assert not read.unreadable
    assert not read.scenarios[0].unknowns
    assert {each.verdict for each in answer_all(read.scenarios[0])} == {"proved"}


@pytest.mark.parametrize(
    "file", [each for each in FILES if "cards:" not in each.read_text()], ids=lambda file: file.stem
)
def test_no_smaller_world_refutes_it(file: Path) -> None:
    scenario = read_scenarios(file).scenarios[0]
    plain = json.loads(scenario.source)
    unknowns = find_unknowns(plain, EDITION)
    found = counterexample(file)
    assert found.size is not None
    for values in itertools.product(*(each.domain for each in unknowns)):
        world = world_of(plain, unknowns, dict(zip((each.name for each in unknowns), values, strict=True)))
        if size_of(world) < found.size:
            (answer,) = answer_all(parse_scenarios(json.dumps(world)).scenarios[0])
            assert answer.verdict == "proved", world


def test_a_true_statement_has_none_and_says_which_space_was_searched(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "true.yaml"
    file.write_text(
        "timeline:\n  - {enters: {any: {cards: creature with level up}}, as: leveler}\n"
        "  - {enters: Humility}\nclaims:\n  - leveler: {pt: 1/1}\n",
        encoding="utf-8",
    )
    assert main(["counterexample", str(file)]) == 0
    assert "no counterexample; every one of 14 choices of values was looked at" in capsys.readouterr().out


def test_choices_come_by_size() -> None:
    text = """
timeline:
  - {enters: Grizzly Bears, as: a}
  - {maybe: {enters: Forest, as: f}}
  - {maybe: {put: {charge: {any: [3, 1]}}, on: a}}
  - {put: {level: {any: 0..2}}, on: a}
"""
    scenario = parse_scenarios(text).scenarios[0]
    plain = json.loads(scenario.source)
    unknowns = find_unknowns(plain, EDITION)
    deep = Deepening(scenario, plain, unknowns, [])
    found = list(deep)
    assert [size for size, _ in found] == sorted(size for size, _ in found)
    assert len(found) == len(deep) == 24
    for size, values in found:
        assert size == size_of(world_of(plain, unknowns, values))


def test_the_other_modes() -> None:
    top = "timeline:\n  - {enters: Grizzly Bears, as: bear}\n  - {maybe: {enters: Humility}}\nclaims:\n  - "
    never = counterexample(f"{top}never: {{bear: {{pt: 1/1}}}}\n")
    assert (never.verdict, never.found and never.found["claims"]) == ("proved", [{"bear": {"pt": "1/1"}}])
    some = counterexample(f"{top}sometimes: {{bear: {{pt: 1/1}}}}\n")
    assert (some.verdict, str(some.size)) == ("proved", "2 cards, 2 events, 0 counters")
    listed = counterexample(f"{top}outcomes: {{bear: [{{pt: 2/2}}, {{pt: 3/3}}]}}\n")
    assert listed.found is not None
    assert listed.verdict == "proved"
    assert listed.found["claims"] == [{"never": {"bear": {"pt": "2/2"}}}, {"never": {"bear": {"pt": "3/3"}}}]


def test_the_order_is_as_near_to_the_listed_one_as_can_be() -> None:
    text = """
timeline:
  - {enters: Craw Wurm, as: wurm}
  - any_order:
      - {resolves: Turn to Frog, targets: [wurm]}
      - {enters: Forest, as: forest}
      - {resolves: Ovinize, targets: [wurm]}
      - {enters: Island, as: island}
claims:
  - wurm: {pt: 0/1}
"""
    found = counterexample(text).found
    assert found is not None
    named = [event.get("resolves", event.get("enters")) for event in found["timeline"]]
    assert named == ["Craw Wurm", "Ovinize", "Turn to Frog", "Forest", "Island"]


def test_a_limit_stops_the_search(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "long.yaml"
    file.write_text(
        "timeline:\n  - {enters: {any: {cards: creature}}, as: a}\n  - {enters: {any: {cards: creature}}, as: b}\n"
        "claims:\n  - a: {on_battlefield: true}\n",
        encoding="utf-8",
    )
    assert main(["counterexample", str(file), "--limit", "0.05"]) in (1, 2)
    printed = capsys.readouterr().out
    assert "stopped after 0.05 seconds" in printed or "a counterexample of" in printed


def test_ctrl_c_gives_what_was_found_so_far(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Any) -> None:
    def interrupted(*given: Any) -> Any:
        steps = searching(*given)
        yield next(steps)
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "searching", interrupted)
    file = tmp_path / "true.yaml"
    file.write_text(
        "timeline:\n  - {enters: Grizzly Bears, as: bear}\n  - {put: {charge: {any: 0..9}}, on: bear}\n"
        "claims:\n  - bear: {pt: 2/2}\n",
        encoding="utf-8",
    )
    assert main(["counterexample", str(file)]) == 130
    assert "stopped by Ctrl-C; the search was not exhaustive" in capsys.readouterr().out


def test_the_command_saves_a_scenario_and_a_proof(tmp_path: Path, capsys: Any) -> None:
    saved, proof = tmp_path / "found.yaml", tmp_path / "proof.json"
    file = FOLDER / "set-power-overrides-levels.yaml"
    assert main(["counterexample", str(file), "--save", str(saved), "--save-proof", str(proof)]) == 1
    assert "a counterexample of 2 cards, 3 events, 1 counter" in capsys.readouterr().out
    assert main(["check", str(saved)]) == 0
    assert main(["verify", str(proof)]) == 0


def test_a_claim_that_is_not_there_is_told() -> None:
    with pytest.raises(KnowledgeError):
        counterexample("timeline: []", 3)


# --- on which facts an answer depends --------------------------------------------------------------------------------


def test_an_answer_depends_on_few_facts() -> None:
    text = """
timeline:
  - {enters: Grizzly Bears, as: bear, tapped: true}
  - {enters: Beastbreaker of Bala Ged, as: beast}
  - {put: {charge: 2, level: 1}, on: beast}
  - {enters: Forest, as: forest}
  - {resolves: Giant Growth, targets: [bear]}
claims:
  - beast: {pt: 4/4}
"""
    found = why_depends(text)
    assert found.verdict == "proved"
    assert found.kept["timeline"] == [
        {"enters": "Beastbreaker of Bala Ged", "as": "beast"},
        {"put": {"level": 1}, "on": "beast"},
    ]
    assert ("timeline", 2, "put", "charge") in found.left_out


def test_none_of_the_facts_can_be_left_out() -> None:
    text = """
timeline:
  - {enters: Lord of Atlantis, as: lord}
  - {enters: Merfolk Looter, as: looter}
  - {enters: Humility, as: humility}
  - {enters: Glorious Anthem, as: anthem}
  - {put: {"+1/+1": 1}, on: looter}
claims:
  - looter: {pt: 3/3}
"""
    found = why_depends(text)
    assert found.verdict == "proved"
    timeline = found.kept["timeline"]
    for place in range(len(timeline)):
        fewer = {**found.kept, "timeline": timeline[:place] + timeline[place + 1 :]}
        read = parse_scenarios(json.dumps(fewer))
        answers = [] if read.unreadable else answer_all(read.scenarios[0])
        assert [each.verdict for each in answers] != ["proved"]


def test_of_worlds_the_whole_answer_is_kept() -> None:
    text = """
timeline:
  - any_order:
      - {enters: Godhead of Awe, as: godhead}
      - {enters: Forest, as: forest}
      - {enters: Beastbreaker of Bala Ged, as: beast}
  - {put: {level: 1}, on: beast}
claims:
  - outcomes: {beast: [{pt: 1/1}, {pt: 4/4}]}
"""
    found = why_depends(text)
    assert [each["enters"] for each in found.kept["timeline"][0]["any_order"]] == [
        "Godhead of Awe",
        "Beastbreaker of Bala Ged",
    ]


def test_the_command_why_depends(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("timeline: [{enters: Forest}, {enters: Humility, as: h}]\nclaims: [{h: {mana_value: 4}}]\n")
    assert main(["why-depends", str(file), "--json"]) == 0
    (result,) = json.loads(capsys.readouterr().out)["results"]
    assert result["facts"] == [["timeline", 1]]
    assert main(["why-depends", str(tmp_path / "none.yaml")]) == 3
