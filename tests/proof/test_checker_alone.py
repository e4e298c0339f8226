"""What the checker finds by itself, without a proof to go by, is what the solver says, also of scenarios gone wrong.

A scenario is altered in one place. Where the checker can follow it, its verdict on the claim must be the solver's: else
a proof could be forged that is accepted. `--hypothesis-profile=long` tries thousands.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.scenario.scenario_file import parse_scenarios, read_scenarios
from layerproof.queries.answer.claim_answers import answer_all
from layerproof.solver.proof.check import checker
from tests.helpers.corruptions import others, places, put

FOLDERS = (Path(__file__).parents[1] / "scenarios" / "good", Path(__file__).parents[3] / "shared" / "suites")
MANY = settings.default.max_examples if settings.default else 40
EACH = 8


def alone(plain: dict[str, Any], claim: int, edition: str, monkeypatch: pytest.MonkeyPatch) -> str | None:
    """The verdict that a proof would need to be accepted, whatever its steps; None where none would be."""
    found: list[bool] = []
    monkeypatch.setattr(checker, "_verdict", lambda data, truth: found.append(truth))
    monkeypatch.setattr(checker, "_check_steps", lambda *rest: None)
    monkeypatch.setattr(checker, "refuse_cards", lambda data: None)
    rules = load_edition(edition)
    proof = {
        "proof": 2, "edition": rules.name, "edition_digest": rules.digest, "scenario": plain,
        "scenario_digest": checker.scenario_digest(plain), "cards": {}, "claim": claim, "verdict": "", "log": 0,
        "steps": [],
    }  # fmt: skip
    accepted = checker.check(proof).verdict == "valid"
    monkeypatch.undo()
    return ("proved" if found[-1] else "refuted") if accepted and found else None


@pytest.mark.parametrize("seed", range(MANY // 2))
def test_the_checker_alone_says_what_the_solver_says(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    files = [file for folder in FOLDERS if folder.is_dir() for file in sorted(folder.rglob("*.yaml"))]
    scenario = chance.choice(read_scenarios(chance.choice(files)).scenarios)
    proofs = [each for each in answer_all(scenario) if each.proof is not None and "worlds" not in each.proof]
    for answer in chance.sample(proofs, min(1, len(proofs))):
        assert answer.proof is not None
        plain = json.loads(json.dumps(answer.proof["scenario"])) | {"edition": answer.edition}
        plain["claims"] = [{key: value for key, value in claim.items() if key not in ("because", "edition")}
                           for claim in plain["claims"]]  # fmt: skip
        words = [value for _, value in places(plain) if isinstance(value, str)]
        for _ in range(EACH):
            other = json.loads(json.dumps(plain))
            at, value = chance.choice([each for each in places(other["timeline"]) if each[0]])
            new = chance.choice([*others(value), *(chance.sample(words, 3) if isinstance(value, str) else ())])
            put(other["timeline"], at, new)
            verdict = alone(other, answer.claim, answer.edition, monkeypatch)
            if verdict is not None:
                said = {each.claim: each for each in answer_all(parse_scenarios(json.dumps(other)).scenarios[0])}
                what = f"{scenario.title}: {at}: {value!r} -> {new!r}"
                assert said[answer.claim].verdict == verdict, f"{what}: {said[answer.claim].message}"
