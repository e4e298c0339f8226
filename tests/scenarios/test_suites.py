"""Every scenario of the shared suites, written by others from judges, engines and the rulebook: nothing is refuted."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import pytest

from layerproof.kb.scenario.scenario_file import read_scenarios
from layerproof.queries.answer.claim_answers import Answer, answer_all
from layerproof.solver.proof.check.checker import check
from tests.helpers.internal_words import internal_words

DECIDED_FILES = 320  # files of which every claim is proved; at the end of this work there were some more
DECIDED_CLAIMS = 1250
ALL_FILES = 440
# What may be found wrong with a file, as it is about the file and not about what it claims.
OF_THE_FILE = ("no card named", "unknown key", "this is not YAML")


def folder() -> Path | None:
    """The folder of the suites: below the folder that the environment names, or below `shared` above this file."""
    named = os.environ.get("LAYERPROOF_SHARED")
    above = [Path(named)] if named else [each / "shared" for each in Path(__file__).resolve().parents]
    return next((each / "suites" for each in above if (each / "suites").is_dir()), None)


@cache
def answered() -> tuple[dict[str, list[Answer]], dict[str, list[str]]]:
    """The answers of all files, and what could not be read in them. Skips where there are no suites."""
    suites = folder()
    if suites is None:
        pytest.skip("the shared suites are not there: set LAYERPROOF_SHARED to the folder that holds suites/")
    answers: dict[str, list[Answer]] = defaultdict(list)
    unreadable: dict[str, list[str]] = {}
    for file in sorted(suites.glob("*/*.yaml")):
        read = read_scenarios(file)
        name = f"{file.parent.name}/{file.name}"
        unreadable[name] = [each.message for each in read.unreadable]
        for scenario in read.scenarios:
            answers[name] += answer_all(scenario)
    return answers, unreadable


def where(name: str, answer: Answer) -> str:
    """Write which answer it is and what it says."""
    return f"{name}:{answer.line} claim {answer.claim} under {answer.edition}: {answer.verdict}: {answer.message}"


@pytest.mark.long
def test_nothing_is_refuted() -> None:
    wrong = [where(n, each) for n, found in answered()[0].items() for each in found if each.verdict == "refuted"]
    assert not wrong, "\n".join(wrong)


@pytest.mark.long
def test_no_message_has_internal_words() -> None:
    wrong = [where(n, each) for n, found in answered()[0].items() for each in found if internal_words(each.message)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.long
def test_nothing_is_invalid_but_a_broken_file() -> None:
    wrong = [
        where(name, each)
        for name, found in answered()[0].items()
        for each in found
        if each.verdict == "invalid" and not each.message.startswith(OF_THE_FILE)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.long
def test_enough_is_decided() -> None:
    answers, unreadable = answered()
    assert len(unreadable) >= ALL_FILES
    counts = Counter(each.verdict for found in answers.values() for each in found)
    whole = [
        name
        for name, found in answers.items()
        if found and not unreadable[name] and all(each.verdict == "proved" for each in found)
    ]
    assert counts["proved"] >= DECIDED_CLAIMS, counts
    assert len(whole) >= DECIDED_FILES, len(whole)


@pytest.mark.long
def test_every_proof_is_accepted_and_none_is_left_without_verdict_by_the_checker() -> None:
    refused = []
    proofs = 0
    for name, found in answered()[0].items():
        for each in found:
            if each.proof is not None:
                proofs += 1
                checked = check(each.proof)
                refused += [] if checked.verdict == "valid" else [f"{where(name, each)}: {checked}"]
            elif each.refused:
                refused.append(where(name, each))
    assert proofs >= DECIDED_CLAIMS
    assert not refused, f"{len(refused)} proofs are not accepted:\n" + "\n".join(refused)
