"""What the log of a game says beside its changes is what the checker finds as it replays the scenario."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.scenario.scenario import Scenario
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.proof.check.changes import as_plain
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.replay import replay
from layerproof.solver.proof.written_log import written_log
from layerproof.solver.situation.keeping import OpenKeep
from layerproof.solver.situation.timeline import InvalidEvent, follow

HERE = Path(__file__).parents[1]
FILES = sorted([*HERE.glob("scenarios/good/*.yaml"), *HERE.glob("scenarios/rules/*.yaml")])
EDITION = load_edition("current")
Said = tuple[str, dict[str, Any]]


def logged(scenario: Scenario) -> list[dict[str, Any]]:
    """The log of a scenario; empty where it cannot be followed in one world."""
    try:
        return json.loads(json.dumps(written_log(follow(scenario, EDITION)[0])))  # type: ignore[no-any-return]
    except (InvalidEvent, Undecided, OpenKeep):
        return []


def of(kind: str, said: list[Said]) -> list[Said]:
    """What is said without the entry by which it came; of mana, which can be paid in several ways, only the rule."""
    found = []
    for rule, says in said:
        kept = {key: value for key, value in says.items() if key != "event"}
        found.append((rule, {} if kind == "permitted" and kept["because"] == "mana" else kept))
    return found


@pytest.mark.long
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_log_says_what_the_replay_finds(path: Path) -> None:
    for scenario in parse_scenarios(path.read_text(encoding="utf-8")).scenarios:
        log = [] if scenario.unknowns else logged(scenario)
        if not log:
            continue
        try:
            steps = replay(scenario, EDITION).steps
        except Incomplete:
            continue
        for kind in ("resolved", "replaced", "permitted"):
            mine = [(step["rule"], step["conclusion"]) for step in log if step["kind"] == kind]
            theirs: list[Said] = []
            for other, rule, says in steps:
                if other == kind:
                    # How mana is paid is a payment, of which any that holds is right.
                    theirs.append((rule, as_plain(says) if isinstance(says, dict) else {"because": "mana"}))
            if kind == "permitted":
                mine = [each for each in mine if each[1]["because"] != "mana"]
                theirs = [each for each in theirs if each[1]["because"] != "mana"]
            found = of(kind, mine)
            if kind == "permitted":
                # On the way to a later step the log also says that all pass, which the replay takes as understood.
                rest = iter(found)
                assert all(each in rest for each in of(kind, theirs)), scenario.title
                passes = ("resolve.top", "step.all_pass", "priority.passed")
                extra = [rule for rule, _ in found if rule not in (*passes, *(rule for rule, _ in theirs))]
                assert all(rule.startswith(("combat_damage.", "keyword.")) for rule in extra), scenario.title
                continue
            assert found == of(kind, theirs), scenario.title


@pytest.mark.long
def test_many_scenarios_are_followed() -> None:
    scenarios = [each for path in FILES for each in parse_scenarios(path.read_text(encoding="utf-8")).scenarios]
    assert sum(bool(logged(each)) for each in scenarios if not each.unknowns) > 800
