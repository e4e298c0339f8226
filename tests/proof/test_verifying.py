"""`verify` accepts a proof only for what it proves, and says which scenario, claim and edition that is."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from layerproof.queries import cli
from layerproof.queries.answer.saved_proofs import verify
from layerproof.solver.proof.check.checker import check, scenario_digest

BEAR = """\
scenario: A bear and a bigger bear
timeline:
  - {enters: Grizzly Bears, as: bear}
  - {put: {"+1/+1": 1}, on: bear}
claims:
  - bear: {pt: 3/3}
  - bear: {pt: 3/3}
    because: 704.5g
  - bear: {pt: 4/4}
    edition: 2012-10-01
"""


def saved(folder: Path, text: str = BEAR) -> list[dict[str, Any]]:
    """The proofs that `prove` saves of a scenario."""
    file, proofs = folder / "bear.yaml", folder / "proofs.json"
    file.write_text(text, encoding="utf-8")
    cli.main(["prove", str(file), "--save-proof", str(proofs)])
    found: list[dict[str, Any]] = json.loads(proofs.read_text(encoding="utf-8"))
    return found


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[str]]:
    """Run `verify`: its exit code and lines."""
    capsys.readouterr()
    code = cli.main(["verify", *words])
    captured = capsys.readouterr()
    return code, (captured.out + captured.err).splitlines()


def test_it_says_what_it_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved(tmp_path)
    code, lines = said(capsys, str(tmp_path / "proofs.json"))
    title = 'of the scenario "A bear and a bigger bear"'
    under = "under the edition 2026-01-16"
    assert lines[0].endswith(f'valid: claim 1 {title} is proved {under}: {{"bear": {{"pt": "3/3"}}}}')
    assert f"valid: claim 3 {title} is refuted under the edition 2012-10-01" in lines[2]
    assert code == 1  # for the second, which does not cite its rule


def test_a_proof_that_does_not_cite_the_rule_of_its_claim(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proof = saved(tmp_path)[1]
    assert check(proof).verdict == "valid"  # the claim itself is true
    assert verify(proof).verdict == "invalid"
    (tmp_path / "one.json").write_text(json.dumps(proof), encoding="utf-8")
    code, lines = said(capsys, str(tmp_path / "one.json"))
    assert code == 1 and "invalid: it does not cite 704.5g" in lines[0] and "claim 2 of the scenario" in lines[0]


def test_a_key_that_is_given_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = json.dumps(saved(tmp_path)[0])
    twice = text.replace('"claim": 1', '"claim": 2, "claim": 1', 1)
    assert twice != text and json.loads(twice) == json.loads(text)
    assert check(text).verdict == "valid"
    found = check(twice)
    assert found.verdict == "invalid" and "'claim' is given twice" in found.reason
    (tmp_path / "one.json").write_text(twice, encoding="utf-8")
    code, lines = said(capsys, str(tmp_path / "one.json"))
    assert code == 3 and len(lines) == 1 and "the key 'claim' is given twice" in lines[0]


def no_such_zone(scenario: dict[str, Any]) -> None:
    scenario["timeline"].append({"together": [{"leaves": "bear", "to": "timestamp", "as": "odd"}]})


def contradicting(scenario: dict[str, Any]) -> None:
    scenario["constraints"] = ["counters(bear, +1/+1) >= 2"]


def no_word(scenario: dict[str, Any]) -> None:
    scenario["claims"][0]["bear"]["lacks"] = ["flyng"]


@pytest.mark.parametrize("forge", [no_such_zone, contradicting, no_word])
def test_a_scenario_that_no_file_could_hold(forge: Callable[[dict[str, Any]], None], tmp_path: Path) -> None:
    proof = saved(tmp_path)[0]
    assert verify(proof).verdict == "valid"
    forge(proof["scenario"])
    proof["scenario_digest"] = scenario_digest(proof["scenario"])
    found = verify(proof)
    assert found.verdict == "invalid" and found.step == 0, found


def test_constraints_with_a_proof_of_all_worlds_hold(tmp_path: Path) -> None:
    text = BEAR.replace("claims:", 'constraints: ["counters(bear, +1/+1) <= 2"]\nclaims:')
    proof = saved(tmp_path, text)[0]
    assert "worlds" in proof and verify(proof).verdict == "valid"
    proof["scenario"]["constraints"] = ["counters(bear, +1/+1) >= 2"]
    proof["scenario_digest"] = scenario_digest(proof["scenario"])
    assert verify(proof).verdict == "invalid"


def test_against_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved(tmp_path, BEAR.replace("    because: 704.5g\n", ""))
    proofs, file = str(tmp_path / "proofs.json"), tmp_path / "bear.yaml"
    code, lines = said(capsys, proofs, "--against", str(file))
    assert code == 0 and len(lines) == 3 and all("valid: claim" in line for line in lines)
    file.write_text(file.read_text(encoding="utf-8").replace("{pt: 4/4}", "{pt: 5/5}"), encoding="utf-8")
    code, lines = said(capsys, proofs, "--against", str(file))
    assert code == 1 and all(f"invalid: {file} has another scenario of that title" in line for line in lines)
    file.write_text("scenario: Another\ntimeline: []\n", encoding="utf-8")
    code, lines = said(capsys, proofs, "--against", str(file))
    assert code == 1 and "does not have the scenario of the proof" in lines[0]


@pytest.mark.parametrize("content", [None, "scenario: [\n"])
def test_against_what_cannot_be_read(content: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved(tmp_path)
    other = tmp_path / "other.yaml"
    if content is not None:
        other.write_text(content, encoding="utf-8")
    code, lines = said(capsys, str(tmp_path / "proofs.json"), "--against", str(other))
    assert code == 3 and len(lines) == 1 and str(other) in lines[0]
