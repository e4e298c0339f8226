"""The log of a game checked by itself: each log is right, and one from which a state-based action is taken is not."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.rulebook.state_based import state_based_actions
from layerproof.kb.scenario.scenario import Scenario
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.proof.check.ledger.log import BadStep, LogCheck
from layerproof.solver.proof.written_log import written_log
from layerproof.solver.situation.keeping import OpenKeep
from layerproof.solver.situation.timeline import InvalidEvent, follow

Log = list[dict[str, Any]]
HERE = Path(__file__).parents[1]
FILES = sorted([*HERE.glob("scenarios/good/*.yaml"), *HERE.glob("scenarios/rules/*.yaml")])
EDITION = load_edition("current")


@cache
def logs(path: Path) -> tuple[tuple[Scenario, str], ...]:
    """The logs of the scenarios of a file that are one world and can be followed, as text."""
    found = []
    for scenario in parse_scenarios(path.read_text(encoding="utf-8")).scenarios:
        if scenario.unknowns:
            continue
        try:
            game = follow(scenario, EDITION)[0]
        except (InvalidEvent, Undecided, OpenKeep):
            continue
        found.append((scenario, json.dumps(written_log(game))))
    return tuple(found)


def is_right(scenario: Scenario, log: Log) -> bool:
    """Whether the check of a log finds nothing wrong."""
    try:
        LogCheck(scenario, EDITION).check(log)
    except BadStep:
        return False
    return True


def without(log: Log, number: int) -> Log:
    """A log without a step and all that rests on it, numbered anew."""
    gone = {number}
    for step in log:
        if gone & set(step["premises"]):
            gone.add(step["id"])
    kept = [copy.deepcopy(step) for step in log if step["id"] not in gone]
    numbers = {step["id"]: place for place, step in enumerate(kept, 1)}
    for step in kept:
        step["id"] = numbers[step["id"]]
        step["premises"] = [numbers[each] for each in step["premises"]]
    return kept


@pytest.mark.long
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_log_is_right(path: Path) -> None:
    for scenario, text in logs(path):
        LogCheck(scenario, EDITION).check(json.loads(text))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_state_based_action_that_is_left_out_with_all_that_rests_on_it_is_missed(path: Path) -> None:
    rows = {rule for rule, row in state_based_actions().items() if row.is_compared}
    for scenario, text in logs(path):
        log: Log = json.loads(text)
        for step in log:
            if step["kind"] in ("state-based", "resolved") and step["rule"] in rows:
                assert not is_right(scenario, without(log, step["id"])), (scenario.title, step)


def _begins_a_turn(step: dict[str, Any]) -> bool:
    return "turn" in step["conclusion"].get("change", {}).get("game", {})


def test_what_does_not_end_before_a_turn_begins_or_does_not_untap_is_missed() -> None:
    tried = {"step.until_end_of_turn": 0, "untap": 0}
    for path in FILES:
        for scenario, text in logs(path):
            log: Log = json.loads(text)
            last = max((step["id"] for step in log if _begins_a_turn(step)), default=0)
            for step in log:
                in_untap_step = any(log[each - 1]["rule"] == "turn.untap" for each in step["premises"])
                ends = step["rule"] == "step.until_end_of_turn" and step["kind"] == "change" and step["id"] < last
                if ends or (step["rule"] == "untap" and in_untap_step):
                    tried[step["rule"]] += 1
                    assert not is_right(scenario, without(log, step["id"])), (scenario.title, step)
    assert min(tried.values()) > 3, tried


def test_such_actions_are_in_the_scenarios() -> None:
    found = {step["rule"] for path in FILES for _, text in logs(path) for step in json.loads(text)}
    followed = {rule for rule, row in state_based_actions().items() if row.then != "not followed"}
    assert followed - found == {
        # No edition of today has it.
        "state_based.planeswalker_uniqueness",
        # What leaves the battlefield or the stack and is no card is nowhere from then on, and waits for no check.
        "state_based.token_ceases",
        "state_based.copy_ceases",
    }


BOLT = """
scenario: A bear is dealt 3 damage
timeline:
- {enters: Grizzly Bears, as: bear}
- {damage: 3, to: bear}
"""


def bolted() -> tuple[Scenario, Log]:
    scenario = parse_scenarios(BOLT).scenarios[0]
    return scenario, json.loads(json.dumps(written_log(follow(scenario, EDITION)[0])))


def step_of(log: Log, rule: str) -> dict[str, Any]:
    return next(step for step in log if step["rule"] == rule)


def test_a_bear_dies_by_lethal_damage_that_rests_on_the_damage_and_its_toughness() -> None:
    scenario, log = bolted()
    lethal = step_of(log, "state_based.lethal_damage")
    assert lethal["number"] == "704.5g" and is_right(scenario, log)
    rests = [log[number - 1] for number in lethal["premises"]]
    assert {"characteristic", "change", "cause"} == {step["kind"] for step in rests}
    marked = step_of(log, "damage.results.marked")
    assert any(step["conclusion"].get("change", {}).get("set") == {"damage": 3} for step in rests)
    assert marked["number"] == "120.3e"


@pytest.mark.parametrize("other", ["state_based.toughness", "state_based.deathtouch", "state_based.loyalty"])
def test_another_state_based_action_is_refused(other: str) -> None:
    scenario, log = bolted()
    step_of(log, "state_based.lethal_damage")["rule"] = other
    assert not is_right(scenario, log)


def test_other_numbers_are_refused() -> None:
    scenario, log = bolted()
    step_of(log, "state_based.lethal_damage")["conclusion"]["damage"] = 2
    assert not is_right(scenario, log)
    scenario, log = bolted()
    step_of(log, "layers.continual")["conclusion"]["values"]["toughness"] = 3
    assert not is_right(scenario, log)


def test_an_entry_that_is_left_out_or_told_otherwise_is_refused() -> None:
    scenario, log = bolted()
    assert not is_right(scenario, [step for step in log if step["id"] < log[-1]["id"] and step["kind"] != "given"])
    scenario, log = bolted()
    next(step for step in log if step["kind"] == "given")["conclusion"]["says"] = {"enters": "Hill Giant"}
    assert not is_right(scenario, log)


def test_each_letter_of_the_rule_has_a_row() -> None:
    """704.5a to 704.5z, without the letters that the rulebook leaves out."""
    numbers = {EDITION.cite(rule).number for rule in state_based_actions() if rule in EDITION.numbers}
    letters = "abcdefghijkmnpqrstuvwxyz"
    assert numbers == {f"704.5{letter}" for letter in letters}
