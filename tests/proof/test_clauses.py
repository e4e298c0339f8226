"""The table of clauses: its words are known, and another rule than the one that made a change is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from layerproof.kb.model.situation import GameObject, InForce, PlayerState, Situation
from layerproof.kb.rulebook.clauses import KINDS, SORTS, clauses
from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.scenario.scenario import Scenario
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.solver.proof.check.ledger.log import BadStep, LogCheck
from layerproof.solver.proof.written_log import written_log
from layerproof.solver.situation.timeline import follow

EDITION = load_edition("current")
RECORDS: dict[str, Any] = {"object": GameObject, "effect": InForce, "player": PlayerState, "game": Situation}
ZONES = {"battlefield", "stack", "hand", "library", "graveyard", "exile", "command"}
TIMELINE = """
scenario: A bear, a bolt and a land in a turn
timeline:
- {turn: you, step: main}
- {enters: Grizzly Bears, as: bear, controller: opponent}
- {in: library, card: Forest, owner: opponent, as: forest}
- {in: hand, card: Lightning Bolt, as: bolt}
- {cast: bolt, targets: [bear]}
- {pass: all}
- {enters: Grizzly Bears, as: second}
- {tap: second}
- {turn: opponent, step: draw}
- {turn: you, step: main}
"""


def log_of(text: str = TIMELINE) -> tuple[Scenario, list[dict[str, Any]]]:
    scenario = parse_scenarios(text).scenarios[0]
    return scenario, json.loads(json.dumps(written_log(follow(scenario, EDITION)[0])))


@pytest.mark.parametrize("rule", clauses())
def test_a_clause_speaks_of_what_there_is(rule: str) -> None:
    clause = clauses()[rule]
    assert rule == "given" or rule in EDITION.numbers or any(rule in load_edition(it).numbers for it in ("2010-07-16",))
    for change in clause.changes:
        form, _, field = change.partition(" ")
        if form == "new":
            assert field in ZONES
        elif form not in ("gone", "begins", "ends"):
            assert field in RECORDS[form].__struct_fields__, change
    assert clause.out_of in ("", *ZONES)
    for cause in clause.under:
        assert cause in (*SORTS, *KINDS, "anything") or cause in EDITION.numbers, cause


def test_the_log_of_a_turn_cites_the_rules_that_a_judge_would_name() -> None:
    scenario, log = log_of()
    LogCheck(scenario, EDITION).check(log)
    cited = [step["number"] for step in log]
    for number in ("601.2a", "601.2c", "601.2h", "601.2i", "608.1", "608.2c", "120.3e", "704.5g", "701.8a", "608.2n",
                   "400.7", "701.26a", "504.1", "121.1", "502.3", "701.26b", "514.2", "505.1"):  # fmt: skip
        assert number in cited, number


@pytest.mark.parametrize(
    ("rule", "other"),
    [
        ("destroy", "sacrifice"), ("destroy", "state_based.toughness"), ("tap", "untap"), ("untap", "tap"),
        ("cast.propose", "activate.on_stack"), ("cast.targets", "cast.paid"), ("draw", "discard"),
        ("draw", "zone_change.new_object"), ("resolve.to_graveyard", "destroy"),
        ("resolve.to_graveyard", "counter_spell"),
        ("damage.results.marked", "damage.results.wither"), ("damage.results.marked", "life.change"),
        ("turn.upkeep", "turn.end_step"), ("turn.end_step", "turn.upkeep"), ("zone_change.new_object", "create"),
    ],
)  # fmt: skip
def test_another_rule_is_refused(rule: str, other: str) -> None:
    scenario, log = log_of()
    tried = 0
    for step in log:
        if step["kind"] == "change" and step["rule"] == rule:
            step["rule"] = other
            with pytest.raises(BadStep):
                LogCheck(scenario, EDITION).check(log)
            step["rule"] = rule
            tried += 1
    assert tried


def test_a_change_without_its_cause_is_refused() -> None:
    scenario, log = log_of()
    tried = 0
    for step in log:
        if step["kind"] == "change":
            kept = step["premises"]
            step["premises"] = [each for each in kept if log[each - 1]["kind"] == "change"]
            with pytest.raises(BadStep):
                LogCheck(scenario, EDITION).check(log)
            step["premises"] = kept
            tried += 1
    assert tried > 20


@pytest.mark.long
def test_a_premise_that_is_dropped_added_or_exchanged_is_refused() -> None:
    scenario, log = log_of()
    tried = 0
    for step in log:
        if step["kind"] in ("occurs", "stacked"):
            continue
        kept: list[int] = step["premises"]
        others = [each for each in range(1, step["id"]) if each not in kept]
        cases = [[each for each in kept if each != out] for out in kept]
        cases += [sorted([*kept, each]) for each in others]
        cases += [sorted([*(each for each in kept if each != out), other]) for out in kept for other in others]
        for premises in cases:
            step["premises"] = premises
            accepted = is_accepted(scenario, log)
            # A cause may be exchanged for one around it, where the same rule makes the same change under both.
            if accepted:
                assert {log[each - 1]["kind"] for each in set(premises) ^ set(kept)} <= {"cause", "given"}, step
            tried += 1
        step["premises"] = kept
    assert tried > 500


def is_accepted(scenario: Scenario, log: list[dict[str, Any]]) -> bool:
    try:
        LogCheck(scenario, EDITION).check(log)
    except BadStep:
        return False
    return True
