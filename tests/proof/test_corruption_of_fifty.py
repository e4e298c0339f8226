"""Fifty proofs of all kinds, corrupted in single fields and in several: none is accepted that says something false.

A run takes a few corruptions of each. `pytest tests/proof/test_corruption_of_fifty.py --hypothesis-profile=long -rP`
tries every one of a single field and five hundred of several fields of each, and prints how many were tried and
accepted.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from layerproof.kb.scenario.scenario_file import read_scenarios
from layerproof.queries.answer.claim_answers import answer_all
from layerproof.solver.proof.check.checker import check
from tests.helpers.corruptions import Proof, put, said, several, single, truth_of

FOLDERS = (Path(__file__).parents[1] / "scenarios", Path(__file__).parents[3] / "shared" / "suites")
LONG = settings.default is not None and settings.default.max_examples >= 5000
FEW, SEVERAL = 16, 500 if LONG else 6
SEED, COUNT, LONGEST = 613, 50, 60_000


@cache
def chosen() -> tuple[tuple[str, str], ...]:
    """Fifty proofs, drawn so that each time one comes whose kinds of steps and events were rarest so far."""
    chance = random.Random(SEED)
    files = [file for folder in FOLDERS if folder.is_dir() for file in sorted(folder.rglob("*.yaml"))]
    seen: Counter[str] = Counter()
    found: list[tuple[str, str]] = []
    pool: list[tuple[str, str, frozenset[str]]] = []
    for file in chance.sample(files, min(len(files), 200)):
        for number, scenario in enumerate(read_scenarios(file).scenarios[:2], 1):
            answer = chance.choice([*answer_all(scenario), None])
            text = json.dumps(answer.proof) if answer is not None and answer.proof is not None else ""
            if 0 < len(text) < LONGEST:
                pool.append((f"{file.stem}-{number}", text, kinds_of(json.loads(text))))
    while pool and len(found) < COUNT:
        rarest = min(pool, key=lambda each: (sum(1 / (1 + seen[kind]) for kind in each[2]) * -1, each[0]))
        pool.remove(rarest)
        seen.update(rarest[2])
        found.append(rarest[:2])
    return tuple(found)


def kinds_of(proof: Proof) -> frozenset[str]:
    """What a proof is about: the kinds of its steps and the sorts of its events."""
    parts = [proof, *(each["proof"] for each in proof.get("proofs", []))]
    steps = {f"{step['kind']} {step['rule']}" for part in parts for step in part.get("steps", [])}
    events = {f"event {key}" for event in proof["scenario"].get("timeline", []) for key in event}
    return frozenset(steps | events | {f"claim {key}" for claim in proof["scenario"]["claims"] for key in claim})


@pytest.mark.long
@pytest.mark.parametrize("place", range(COUNT))
def test_no_corruption_is_accepted_that_says_something_false(place: int) -> None:
    name, text = chosen()[place]
    proof: Proof = json.loads(text)
    assert check(proof).verdict == "valid", name
    meaning, tried = json.dumps(said(proof)), Counter[str]()
    every = list(single(proof))
    for sort, at, value in every if LONG else random.Random(SEED + place).sample(every, min(FEW, len(every))):
        before = put(proof, at, value)
        tried[judged(proof, meaning, f"{name}: {sort} at {at} became {value!r}")] += 1
        put(proof, at, before)
    assert json.dumps(proof) == text, "the corruptions were not undone"
    for number in range(SEVERAL):
        other = several(proof, random.Random(f"{place} {number}"))
        tried[judged(other, meaning, f"{name}: several, number {number}")] += 1
    print(name, dict(tried))


def judged(proof: Proof, meaning: str, what: str) -> str:
    """What became of a corrupted proof; one that is accepted and says something false fails the test."""
    if check(proof).verdict != "valid":
        return "refused"
    if json.dumps(said(proof)) == meaning:
        return "accepted, says the same"
    assert truth_of(proof), f"accepted, though it says something false: {what}"
    return "accepted, says something else that is true"
