"""A date that is no edition's own: which edition is used in its place is said wherever an answer is given."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path

import pytest

from layerproof.kb.rulebook.edition import edition_names, load_edition
from layerproof.kb.rulebook.editions.edition_asked_for import asked_for, rules_used, used_instead
from layerproof.queries import cli
from layerproof.queries.answer.scenario_answers import prove

# The first edition known here, and a day after it on which there is none.
FIRST = edition_names()[0]
BETWEEN = (date.fromisoformat(FIRST) + timedelta(days=1)).isoformat()
LATER = "2099-12-31"
TEXT = """
scenario: A bear
edition: EDITION
timeline:
  - {enters: Grizzly Bears, as: bear}
  - {maybe: {put: {"+1/+1": 1}, on: bear}}
claims:
  - never: {bear: {pt: 4/4}}
  - bear: {pt: 2/2}
"""


def file_under(tmp_path: Path, edition: str) -> str:
    """A scenario file under an edition."""
    file = tmp_path / "bear.yaml"
    file.write_text(TEXT.replace("EDITION", edition), encoding="utf-8")
    return str(file)


def test_the_day_of_an_edition_needs_no_word() -> None:
    for name in ("current", *edition_names()):
        assert asked_for(name) is None and used_instead(name) is None
        assert rules_used(name) == load_edition(name).name
    assert asked_for("1850-01-01") is None and asked_for("whenever") is None
    assert [each.asked for each in prove(TEXT.replace("EDITION", "current"))] == [None, None]


@pytest.mark.parametrize(("day", "used"), [(BETWEEN, FIRST), (LATER, edition_names()[-1])])
def test_every_answer_says_which_edition_was_used(day: str, used: str) -> None:
    answers = prove(TEXT.replace("EDITION", day))
    assert [(each.verdict, each.edition, each.asked) for each in answers] == [
        ("proved", used, day),
        ("refuted", used, day),
    ]
    assert all(f"under the rules of {used}" in each.message and day in each.message for each in answers)


@pytest.mark.parametrize(("day", "used"), [(BETWEEN, FIRST), (LATER, edition_names()[-1])])
@pytest.mark.parametrize(
    "command",
    [
        "prove FILE",
        "check FILE",
        "outcomes FILE --of bear.pt",
        "counterexample FILE",
        "why-depends FILE",
        "since FILE",
        "check FILE --json",
        "outcomes FILE --json --of bear.pt",
        "counterexample FILE --json",
        "why-depends FILE --json",
        "show GrizzlyBears --edition DAY",
        "rules show layer.copy --edition DAY",
    ],
)
def test_every_command_says_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, day: str, used: str
) -> None:
    words = {"FILE": file_under(tmp_path, day), "DAY": day, "GrizzlyBears": "Grizzly Bears"}
    assert cli.main([words.get(word, word) for word in command.split()]) in (0, 1)
    said = " ".join(capsys.readouterr().out.split())
    assert used in said and day in said.replace(words["FILE"], "")
    if "--json" in command:
        assert f'"asked": "{day}"' in said


def test_actions_say_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "forest.yaml"
    file.write_text(f"edition: {BETWEEN}\ntimeline: [{{in: hand, card: Forest}}]\n", encoding="utf-8")
    for more in ([], ["--json"]):
        assert cli.main(["actions", str(file), *more]) == 0
        said = capsys.readouterr().out
        assert FIRST in said and BETWEEN in said


def test_reports_say_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = file_under(tmp_path, BETWEEN)
    junit, page = tmp_path / "report.xml", tmp_path / "report.html"
    assert cli.main(["check", file, "--junit", str(junit), "--html", str(page)]) == 1
    assert f"Asked for {BETWEEN}: answered under the rules of {FIRST}" in capsys.readouterr().out
    assert junit.read_text(encoding="utf-8").count(f"{FIRST} (asked for {BETWEEN})") == 2
    assert page.read_text(encoding="utf-8").count(f"in force on {BETWEEN}") >= 2


def test_results_under_an_edition_of_its_own_day_have_no_such_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cli.main(["check", file_under(tmp_path, FIRST), "--json"])
    assert all("asked" not in each for each in json.loads(capsys.readouterr().out)["results"])


def test_a_day_before_the_first_edition_is_invalid(capsys: pytest.CaptureFixture[str]) -> None:
    (first, _) = prove(TEXT.replace("EDITION", "1993-08-05"))
    assert first.verdict == "invalid" and f"a date from {FIRST} on" in first.message
    assert cli.main(["show", "Grizzly Bears", "--edition", "1993-08-05"]) == 3
    assert f"a date from {FIRST} on" in capsys.readouterr().err
