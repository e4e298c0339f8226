"""Proofs that were corrupted: no proof that says something else than the replay of its scenario is accepted."""

from __future__ import annotations

import copy
import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.scenario.scenario_file import read_scenarios
from layerproof.queries.answer.claim_answers import answer_all
from layerproof.solver.proof.check.checker import check, scenario_digest
from tests.helpers.corruptions import Place, Proof, others, places, put, said, single

FOLDER = Path(__file__).parents[1] / "scenarios"
# File, place of the scenario in it, place of the claim's answer: proofs of different sorts, one of worlds.
TAKEN = (
    ("good/rows-of-today", 1, 0), ("good/rows-of-2012", 0, 3), ("good/characteristic-defining-first", 1, 0),
    ("good/dependency", 0, 0), ("good/dependency", 5, 0), ("good/parts-in-layers", 1, 0), ("good/timestamps", 0, 0),
    ("good/timestamps", 2, 1), ("good/copies", 5, 0), ("good/shapes-of-cards", 4, 0),
    ("good/entering-and-leaving", 4, 1), ("bad/wrong-size", 0, 0),
    ("rules/replacement-of-damage", 0, 0), ("rules/replacement-of-damage", 4, 1),
    ("rules/what-triggers", 3, 1), ("rules/what-triggers", 14, 0), ("rules/what-triggers", 11, 1),
    ("rules/what-triggers", 1, 0), ("rules/how-often-it-triggers", 0, 0),
    ("rules/triggers-of-actions", 6, 0), ("rules/delayed-triggers", 0, 0),
    ("good/actions-timing", 0, 1), ("good/actions-timing", 0, 3), ("good/actions-timing", 1, 1),
    ("rules/combat-damage", 0, 0), ("rules/combat-damage", 2, 1),
    ("rules/control-of-players", 0, 0), ("rules/new-targets", 0, 0), ("rules/banding", 0, 0),
    ("good/actions-combat", 0, 1), ("good/actions-face-down", 0, 0), ("good/actions-face-down", 0, 5),
)  # fmt: skip
SAMPLE = 250


@cache
def _text(name: str, scenario: int, answer: int) -> str:
    found = answer_all(read_scenarios(FOLDER / f"{name}.yaml").scenarios[scenario])[answer]
    assert found.proof is not None, found.message
    return json.dumps(found.proof)


def proof_of(taken: tuple[str, int, int]) -> Proof:
    """The proof of one answer, as plain data that may be altered."""
    proof: Proof = json.loads(_text(*taken))
    return proof


@pytest.mark.long
@pytest.mark.parametrize("taken", TAKEN, ids=lambda taken: f"{taken[0]}-{taken[1]}")
def test_single_corruptions_are_refused(taken: tuple[str, int, int]) -> None:
    proof = proof_of(taken)
    assert check(proof).verdict == "valid"
    every = list(single(proof))
    header = [each for each in every if each[1][0] not in ("steps", "proofs", "worlds", "scenario")]
    rest = [each for each in every if each not in header]
    chosen = header + random.Random(613).sample(rest, min(SAMPLE, len(rest)))
    accepted: list[tuple[str, Place, Any]] = []
    tried = 0
    for sort, at, value in chosen:
        before = put(proof, at, value)
        if json.dumps(said(proof)) != meaning_of(taken):
            tried += 1
            accepted += [(sort, at, value)] if check(proof).verdict == "valid" else []
        put(proof, at, before)
    assert json.dumps(proof) == _text(*taken), "the corruptions were not undone"
    assert tried > SAMPLE / 2
    assert not accepted, f"accepted, though they say something else: {accepted}"


@pytest.mark.long
@pytest.mark.parametrize("taken", [each for each in TAKEN if "trigger" in each[0]], ids=str)
def test_no_corruption_of_a_step_about_triggers_is_accepted(taken: tuple[str, int, int]) -> None:
    proof = proof_of(taken)
    about = [n for n, step in enumerate(proof["steps"]) if step["kind"] in ("occurs", "watches", "triggers", "silent")]
    assert {proof["steps"][number]["kind"] for number in about} >= {"occurs", "watches"}
    tried = 0
    for number in about:
        for at, value in list(places(proof["steps"][number], ("steps", number)))[1:]:
            for other in others(value):
                if json.dumps(other) != json.dumps(value):
                    before = put(proof, at, other)
                    if json.dumps(said(proof)) != meaning_of(taken):
                        tried += 1
                        assert check(proof).verdict != "valid", (at, other)
                    put(proof, at, before)
    assert tried > 100


@cache
def meaning_of(taken: tuple[str, int, int]) -> str:
    """What a proof says, as text."""
    return json.dumps(said(proof_of(taken)))


def test_other_premises_are_refused() -> None:
    proof = proof_of(TAKEN[0])
    step = next(step for step in proof["steps"] if step["premises"] and step["id"] - 1 not in step["premises"])
    step["premises"] = [step["id"] - 1]
    assert check(proof).verdict == "invalid"


# --- several fields together, so that the proof fits itself ----------------------------------------------------------


def whole(taken: tuple[str, int, int] = ("good/timestamps", 0, 0)) -> Proof:
    """The proof that the older Godhead leaves the leveled-up creature 4/4."""
    return proof_of(taken)


def sealed(proof: Proof) -> Proof:
    """The proof with the digest of its scenario made anew."""
    return proof | {"scenario_digest": scenario_digest(proof["scenario"])}


def test_the_opposite_verdict_is_refused_however_well_it_is_told() -> None:
    for verdict, holds in (("refuted", True), ("refuted", False), ("proved", False)):
        proof = whole() | {"verdict": verdict}
        proof["steps"][-1]["conclusion"]["holds"] = holds
        assert check(proof).verdict == "invalid"


def test_another_claim_is_refused_where_it_is_false_and_accepted_where_it_is_true() -> None:
    for size, verdict in (("1/1", "invalid"), ("4/5", "invalid"), ("4/4", "valid")):
        proof = whole()
        proof["scenario"]["claims"][0]["beast"] = {"pt": size}
        assert check(sealed(proof)).verdict == verdict, size


def test_another_timeline_is_refused() -> None:
    for number in range(3):
        proof = whole()
        del proof["scenario"]["timeline"][number]
        assert check(sealed(proof)).verdict != "valid"
    proof = whole()
    proof["scenario"]["timeline"].reverse()
    assert check(sealed(proof)).verdict != "valid"


def test_the_numbers_of_another_edition_are_refused() -> None:
    assert check(whole() | {"edition": "2012-10-01"}).verdict == "invalid"
    other = load_edition("2012-10-01")
    # Turned face up, the Godhead is new today and was not in 2012, so that the same claim is false there.
    for taken in (("good/timestamps", 0, 0), ("good/timestamps", 7, 0)):
        proof = proof_of(taken) | {"edition": other.name, "edition_digest": other.digest}
        assert check(proof).verdict == "invalid"
        for step in proof["steps"]:
            step["number"] = other.numbers.get(step["rule"], step["number"])
        assert check(proof).verdict == ("valid" if taken[1] == 0 else "invalid")


def test_another_rule_with_its_own_number_is_refused() -> None:
    edition = load_edition("current")
    original = whole()
    for place, step in enumerate(original["steps"]):
        for rule in ("order.dependency", "layer.type", "effect.fixed_set", "given"):
            if step["rule"] != rule:
                proof = copy.deepcopy(original)
                proof["steps"][place] |= {"rule": rule, "number": edition.numbers.get(rule, "")}
                assert check(proof).verdict == "invalid", (step, rule)


def test_a_size_changed_wherever_it_stands_is_refused() -> None:
    proof = whole()
    text = json.dumps(proof["steps"]).replace('"power": 4', '"power": 5').replace("[2, 4]", "[2, 5]")
    proof["steps"] = json.loads(text)
    assert check(proof).verdict == "invalid"


def test_worlds_that_are_missing_or_told_twice_are_refused() -> None:
    original = proof_of(("good/timestamps", 2, 1))
    assert len(original["worlds"]) == len(original["proofs"]) == 2
    for number in range(2):
        proof = copy.deepcopy(original)
        del proof["proofs"][number]
        assert check(proof).verdict == "invalid"
        del proof["worlds"][number]
        assert check(proof).verdict == "invalid"
        proof["proofs"] *= 2
        assert check(proof).verdict == "invalid"
    proof = copy.deepcopy(original)
    proof["proofs"][1]["proof"] = proof["proofs"][0]["proof"]
    assert check(proof).verdict == "invalid"
    proof["proofs"].reverse()
    assert check(proof).verdict == "invalid"
