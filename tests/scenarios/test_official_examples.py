"""The official examples as scenario files: the index and the files keep in step, and each example says why it holds."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from layerproof.kb.scenario.scenario import Scenario
from layerproof.kb.scenario.scenario_file import read_scenarios
from tests.helpers.rules_texts import rules_folder

HERE = Path(__file__).parents[1]
INDEX = yaml.safe_load((HERE / "official_examples.yaml").read_text(encoding="utf-8"))
KINDS = ("actions", "events", "state-based")


@cache
def scenarios(file: str) -> dict[str, Scenario]:
    """The scenarios of a file by their titles."""
    return {each.title: each for each in read_scenarios(HERE / "scenarios" / "rules" / f"{file}.yaml").scenarios}


@pytest.mark.parametrize("example", sorted(INDEX["proved"]))
def test_every_example_names_its_scenarios_a_rule_and_what_would_be_wrong(example: str) -> None:
    said: dict[str, Any] = INDEX["proved"][example]
    assert set(said) == {"file", "scenarios"}
    missing = [title for title in said["scenarios"] if title not in scenarios(said["file"])]
    assert not missing, f"{said['file']}.yaml has no scenario {missing}"
    named = [scenarios(said["file"])[title] for title in said["scenarios"]]
    assert any(claim.because for each in named for claim in each.claims)
    # A counterpart is another scenario, a claim that something is not so, or several claims that differ.
    denied = [
        claim
        for claim in named[0].claims
        if claim.mode == "never"
        or any(not each.legal for each in claim.actions)
        or any(not each.triggers for each in claim.triggers)
    ]
    assert denied or len(named) > 1, f"{example} has no counterpart"


def test_nothing_is_both_proved_and_missing_and_every_file_is_known() -> None:
    assert not set(INDEX["proved"]) & set(INDEX["missing"])
    assert all(isinstance(why, str) and why for why in INDEX["missing"].values())


def test_the_index_has_every_example_that_no_suite_has_as_a_file() -> None:
    suite = rules_folder().parent / "suites" / "rules" / "INDEX.yaml"
    listed = yaml.safe_load(suite.read_text(encoding="utf-8"))
    wanted = {each["id"] for each in listed if each["file"] is None and each["kind"] in KINDS}
    assert set(INDEX["proved"]) | set(INDEX["missing"]) == wanted
