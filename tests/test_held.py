"""The list of held claims: its names fit the cases beside the project, and a claim that is lost is said."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.held import HELD, lost, right_verdict

ROOT = Path(__file__).resolve().parent.parent


def held() -> list[str]:
    """The names of all held claims."""
    return HELD.read_text(encoding="utf-8").splitlines()


def test_the_list_is_sorted_and_names_each_claim_once() -> None:
    assert held() == sorted({*held()})
    assert len(held()) > 1800


def test_no_claim_was_ever_taken_from_the_list() -> None:
    command = ["git", "log", "--numstat", "--format=", "--", "tests/held.txt"]
    log = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if log.returncode or not log.stdout.strip():
        pytest.skip("the history of the project is not there")
    assert [line for line in log.stdout.splitlines() if line.strip() and line.split()[1] != "0"] == []


@pytest.mark.parametrize("verdict", ["proved", "refuted", "undecided", "invalid"])
@pytest.mark.parametrize("file", ["faults/refused/a.yaml", "faults/undecided/a.yaml", "faults/a.yaml"])
def test_a_claim_is_lost_where_its_verdict_is_another(file: str, verdict: str) -> None:
    row = {"verdict": verdict, "line": 4, "message": "so it is"}
    assert bool(lost([f"{file} 1.1"], {f"{file} 1.1": row}, {file})) == (verdict != right_verdict(file))
