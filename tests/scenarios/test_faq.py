"""The FAQ of the project: every file reads, no claim is vacuous, and no verdict changes unnoticed.

Run `python tests/scenarios/test_faq.py` to record the verdicts anew after a change that was meant.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.scenario.scenario import Scenario
from layerproof.kb.scenario.scenario_file import parse_scenarios, read_scenarios
from layerproof.queries.answer.claim_answers import Answer, answer_all
from tests.helpers.twins import labels_of, twins

ROOT = Path(__file__).resolve().parents[2]
FAQ = ROOT / "kb" / "faq"
VERDICTS = Path(__file__).parents[1] / "faq_verdicts.yaml"
FILES = sorted(FAQ.glob("*/*.yaml"))
GIVEN = ROOT.parent / "shared" / "faq" / "claims.yaml"
# What these answers say is outside of the model, and no claim of another form can say it.
NOT_MODELLED = ("flip-02a", "ability-words-03b", "rules-change-07b", "mana-04b", "recover-03b", "resolving-02a")
UNDECIDED = {*NOT_MODELLED}
# Of so many entries a quick run answers one.
SHARE = 60
WORST = ("proved", "undecided", "refuted", "invalid")

Mapping = dict[str, Any]
Judged = tuple[dict[str, dict[str, str]], list[str]]


def named(file: Path) -> str:
    """The name of an entry: that of its file."""
    return file.stem


@cache
def scenarios(file: Path) -> tuple[Scenario, ...]:
    """The scenarios of an entry."""
    return read_scenarios(file).scenarios


def plain(scenario: Scenario) -> Mapping:
    """A scenario as it was written."""
    data: Mapping = json.loads(scenario.source)
    return data


@pytest.mark.parametrize("file", FILES, ids=named)
def test_every_file_reads(file: Path) -> None:
    read = read_scenarios(file)
    assert not read.unreadable, read.unreadable
    first = plain(read.scenarios[0])
    assert all(first.get(key) for key in ("question", "answer", "source"))
    assert first["topic"] == file.parent.name
    for scenario in read.scenarios:
        assert scenario.title and scenario.claims
        for claim in scenario.claims:
            assert claim.id is not None and claim.id.rstrip("abcdefghijklmnop") == file.stem
            assert claim.editions


def test_every_id_is_one_of_the_given_claims() -> None:
    if not GIVEN.exists():
        pytest.skip("the claims are not at hand")
    content = yaml.safe_load(GIVEN.read_text(encoding="utf-8"))
    known = {claim["id"] for entry in content["entries"] for claim in entry["claims"]}
    used = {claim.id for file in FILES for scenario in scenarios(file) for claim in scenario.claims}
    assert used <= known


def verdicts(answers: list[tuple[Answer, ...]]) -> dict[str, dict[str, str]]:
    """The verdicts of an entry: for each id and edition the worst of those on the claims of that id."""
    found: dict[str, dict[str, str]] = {}
    for answer in (each for several in answers for each in several):
        of = found.setdefault(str(answer.id), {})
        of[answer.edition] = max(of.get(answer.edition, "proved"), answer.verdict, key=WORST.index)
    return found


def judged(file: Path) -> Judged:
    """The verdicts of an entry, and the twins of its claims that are not refuted."""
    answers = [answer_all(scenario) for scenario in scenarios(file)]
    return verdicts(answers), survivors(file, answers)


@pytest.fixture(scope="module")
def entries() -> dict[str, Judged]:
    """Every entry, judged once for all tests."""
    return over_files(judged)


def survivors(file: Path, answers: list[tuple[Answer, ...]]) -> list[str]:
    """The twins of an entry that are not refuted, though the claim that they contradict is proved."""
    wrong: list[str] = []
    for scenario, given in zip(scenarios(file), answers, strict=True):
        data = plain(scenario)
        proved = {(each.claim, each.edition) for each in given if each.verdict == "proved"}
        claims: list[Mapping] = []
        expected: list[str] = []
        for number, claim in enumerate(data["claims"], 1):
            editions = claim["edition"] if isinstance(claim["edition"], list) else [claim["edition"]]
            names = [each for each in editions if (number, load_edition(each).name) in proved]
            if names:
                for twin in twins(claim, labels_of(data)):
                    # One edition is enough: what a claim says of an object is the same in all of them.
                    claims.append({**twin, "edition": names[:1]})
                    expected.append(str(claim["id"]))
        read = parse_scenarios(json.dumps({**data, "claims": claims}))
        assert not read.unreadable, read.unreadable
        for twin_answer, name in zip(answer_all(read.scenarios[0]), expected, strict=True):
            if twin_answer.verdict != "refuted":
                wrong.append(f"{name}: {claims[twin_answer.claim - 1]} is {twin_answer.verdict}: {twin_answer.message}")
    return wrong


def over_files(work: Callable[[Path], Judged]) -> dict[str, Judged]:
    """Do something with every entry, in several processes; what came of it by the name of the entry."""
    with ProcessPoolExecutor(min(8, os.cpu_count() or 1)) as pool:
        return dict(zip(map(named, FILES), pool.map(work, FILES), strict=True))


def recorded(found: dict[str, dict[str, dict[str, str]]]) -> str:
    """Verdicts as the text of the data file."""
    lines = []
    for entry in sorted(found):
        lines.append(f"{entry}:")
        for name, of in sorted(found[entry].items()):
            lines.append(
                f"  {name}: {{{', '.join(f'{edition}: {verdict}' for edition, verdict in sorted(of.items()))}}}"
            )
    return "\n".join(lines) + "\n"


@pytest.mark.long
def test_verdicts_are_those_recorded(entries: dict[str, Judged]) -> None:
    kept = yaml.load(VERDICTS.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    found = {entry: of for entry, (of, _) in entries.items()}
    assert sorted(found) == sorted(kept)
    other = [f"{entry}: now {of}, was {kept[entry]}" for entry, of in found.items() if of != kept[entry]]
    assert not other, "\n".join(other)


@pytest.mark.parametrize("file", FILES[::SHARE], ids=named)
def test_a_share_of_the_entries_has_the_verdicts_recorded(file: Path) -> None:
    kept = yaml.load(VERDICTS.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    assert verdicts([answer_all(scenario) for scenario in scenarios(file)]) == kept[file.stem]


def test_nothing_is_invalid_and_what_is_undecided_is_known() -> None:
    kept = yaml.load(VERDICTS.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    ways = [(name, verdict) for of in kept.values() for name, each in of.items() for verdict in each.values()]
    assert "invalid" not in {verdict for _, verdict in ways}
    assert {name for name, verdict in ways if verdict == "undecided"} == UNDECIDED


@pytest.mark.long
def test_no_claim_is_vacuous(entries: dict[str, Judged]) -> None:
    wrong = [line for _, lines in entries.values() for line in lines]
    assert not wrong, "\n".join(wrong[:20])


if __name__ == "__main__":
    VERDICTS.write_text(recorded({entry: of for entry, (of, _) in over_files(judged).items()}), encoding="utf-8")
