"""Scenario files: each good claim is proved by a proof that cites the named rule, each bad one fails as it says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.scenario.scenario import Scenario
from layerproof.kb.scenario.scenario_file import Read, parse_scenarios, read_scenarios
from layerproof.queries.answer.claim_answers import Answer, answer_all
from layerproof.queries.words.reached_steps import cites, reached
from layerproof.solver.proof.check.checker import check
from tests.helpers.internal_words import internal_words
from tests.helpers.twins import labels_of, twins

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "scenarios"
GOOD = ("good", "keywords", "rules")
# So many scenarios of each keyword belong to a quick run.
QUICK = 2
EXPECTED = re.compile(r"^# (refuted|invalid): (.+)$", re.MULTILINE)
# The rows of today and of 2012, each of which some scenario must cite.
TODAY = (
    "613.2a 613.2b 613.1b 613.1c 613.1d 613.1e 613.1f 613.4a 613.4b 613.4c 613.4d 613.3 613.6 613.7 613.7a "
    "613.7b 613.7c 613.8 613.8a 613.8b 305.7 611.2a 611.2c 611.3a 711.2 710.2 716.2a 729.2a 708.2 701.27a 122.1b"
)
IN_2012 = "613.1a 613.3a 613.3b 613.3c 613.3d 613.3e 613.2 613.5 613.6 613.6a 613.7a 613.7b 710.2 709.2 305.7"


@cache
def read(file: Path) -> Read:
    """The scenarios of a file."""
    return read_scenarios(file)


def good() -> Iterator[Any]:
    """Every scenario of the folders of good ones with its file: a test each, which `-k` finds by words of its title."""
    for file in (file for folder in GOOD for file in sorted((FOLDER / folder).glob("*.yaml"))):
        for number, scenario in enumerate(read(file).scenarios, 1):
            title = re.sub(r"[^a-z0-9]+", "-", (scenario.title or "").lower()).strip("-")
            marks = (pytest.mark.long,) if file.parent.name == "keywords" and number > QUICK else ()
            yield pytest.param(file.relative_to(ROOT), scenario, id=f"{file.stem}-{number}-{title}", marks=marks)


def cited(answer: Answer) -> set[str]:
    """The numbers and keys of all rules on which what a proof concludes rests."""
    assert answer.proof is not None
    proofs = [each["proof"] for each in answer.proof["proofs"]] if "proofs" in answer.proof else [answer.proof]
    return {step[name] for proof in proofs for step in reached(proof["steps"]) for name in ("number", "rule")}


def happens_by_no_rule(scenario: Scenario) -> bool:
    """Whether all that is claimed rests on what is given and printed, as where nothing is discarded."""
    return all(cited(each) <= {"", "given", "printed", "layers.continual", *FINAL} for each in answer_all(scenario))


FINAL = {load_edition("current").numbers["layers.continual"]}


@pytest.mark.parametrize(("file", "scenario"), list(good()))
def test_every_claim_is_proved_by_the_rule_that_it_names(file: Path, scenario: Scenario) -> None:
    answers = answer_all(scenario)
    assert len(answers) == sum(len(claim.editions) or 1 for claim in scenario.claims) > 0
    because = {claim.number: claim.because for claim in scenario.claims}
    for answer in answers:
        place = f"{file}:{answer.line}: claim {answer.claim} under {answer.edition}"
        assert answer.verdict == "proved", f"{place}: {answer.verdict}: {answer.message}"
        assert not internal_words(answer.message, allowed=scenario.source), place
        rule = because[answer.claim]
        assert rule is None or cites(answer.proof or {}, rule), f"{place} cites {sorted(cited(answer))}, not {rule}"
        assert check(answer.proof or {}).verdict == "valid", place


def test_every_file_can_be_read() -> None:
    files = [file for folder in GOOD for file in sorted((FOLDER / folder).glob("*.yaml"))]
    assert [read(file).unreadable for file in files if read(file).unreadable] == []
    assert all(read(file).scenarios for file in files)


def test_every_row_and_every_kind_of_order_is_named_by_some_scenario() -> None:
    named: dict[str, set[str]] = {"2012-10-01": set(), load_edition("current").name: set()}
    scenarios = 0
    for file in (FOLDER / "good").glob("*.yaml"):
        for scenario in read(file).scenarios:
            scenarios += 1
            named_by_some = any(claim.because for claim in scenario.claims)
            assert named_by_some or happens_by_no_rule(scenario), f"{file.name}: {scenario.title}"
            for claim in scenario.claims:
                for edition in claim.editions or (scenario.edition,):
                    named.setdefault(load_edition(edition).name, set()).add(claim.because or "")
    assert scenarios >= 40
    assert {*TODAY.split()} <= named[load_edition("current").name]
    assert {*IN_2012.split()} <= named["2012-10-01"]


def _first(editions: str | list[str]) -> str:
    return editions if isinstance(editions, str) else editions[0]


@pytest.mark.long
@pytest.mark.parametrize("file", sorted((FOLDER / "keywords").glob("*.yaml")), ids=lambda file: file.stem)
def test_no_claim_about_a_keyword_is_vacuous(file: Path) -> None:
    """Each twin of a claim is refuted, under the first edition that the claim names."""
    for scenario in read(file).scenarios:
        data = json.loads(scenario.source)
        claims = [
            {**twin, "edition": _first(claim.get("edition", data.get("edition", "current")))}
            for claim in data["claims"]
            for twin in twins(claim, labels_of(data))
        ]
        twin_file = parse_scenarios(json.dumps({**data, "claims": claims}))
        assert claims and not twin_file.unreadable, (scenario.title, twin_file.unreadable)
        for answer in answer_all(twin_file.scenarios[0]):
            said = claims[answer.claim - 1]
            place = f"{file.relative_to(ROOT)}: {scenario.title}"
            assert answer.verdict == "refuted", f"{place}: {said} is {answer.verdict}: {answer.message}"


@pytest.mark.parametrize("file", sorted((FOLDER / "bad").glob("*.yaml")), ids=lambda file: file.stem)
def test_every_bad_file_fails_as_it_says(file: Path) -> None:
    wanted = EXPECTED.findall(file.read_text(encoding="utf-8"))
    assert wanted, "the file does not say how it fails"
    found = [("invalid", each.message, each.line) for each in read(file).unreadable]
    for scenario in read(file).scenarios:
        found += [(answer.verdict, answer.message, answer.line) for answer in answer_all(scenario)]
    assert [verdict for verdict, _ in wanted] == [verdict for verdict, _, _ in found], found
    for (_, message), (_, said, line) in zip(wanted, found, strict=True):
        assert message in said, f"{file.relative_to(ROOT)}:{line}: {said}"
        assert not internal_words(said), said
        assert line >= 1
