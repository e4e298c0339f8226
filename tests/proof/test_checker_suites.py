"""The checker's replay against the right answers of the shared suites."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.scenario.scenario import Scenario
from layerproof.kb.scenario.scenario_file import read_scenarios
from layerproof.solver.proof.check.claims import holds
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.replay import Replay, replay


def suites() -> Path | None:
    """The folder of the shared suites: named by the environment, or found above this file."""
    named = os.environ.get("LAYERPROOF_SHARED")
    above = [Path(named)] if named else [each / "shared" for each in Path(__file__).resolve().parents]
    return next((each / "suites" for each in above if (each / "suites").is_dir()), None)


def _replayed(scenario: Scenario, edition: str, known: dict[str, Replay | Incomplete]) -> Replay:
    name = load_edition(edition).name
    if name not in known:
        try:
            known[name] = replay(scenario, load_edition(edition))
        except Incomplete as missing:
            known[name] = missing
    found = known[name]
    if isinstance(found, Incomplete):
        raise found
    return found


@pytest.mark.long
def test_no_claim_of_the_suites_is_found_false() -> None:
    folder = suites()
    if folder is None:
        pytest.skip("the shared suites are not there")
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    for file in sorted(folder.glob("*/*.yaml")):
        if file.name == "INDEX.yaml":
            continue
        for scenario in read_scenarios(file).scenarios:
            known: dict[str, Replay | Incomplete] = {}
            for claim in scenario.claims if not scenario.unknowns else ():
                for edition in claim.editions or (scenario.edition,):
                    try:
                        truth = holds(_replayed(scenario, edition, known), claim)
                    except Incomplete:
                        counts["incomplete"] += 1
                        continue
                    counts["true" if truth else "false"] += 1
                    if not truth:
                        wrong.append(f"{file.name}: {scenario.title}: claim {claim.number} under {edition}")
    print(dict(counts))
    assert not wrong, "\n".join(wrong)
    assert counts["true"] > counts["incomplete"]
