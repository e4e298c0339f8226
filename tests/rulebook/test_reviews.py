"""The reviews: each change of a text is signed by who read both, and each policy is read by something or is a note."""

from __future__ import annotations

import re
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.rulebook import edition_names, load_edition, policy_notes
from layerproof.kb.rulebook.dated_values import histories, places_from, unread
from layerproof.kb.rulebook.policies import policy_histories
from layerproof.kb.rulebook.texts.changed_words import changes, main, with_verdict, words_changed
from tests.helpers.rules_texts import rules_folder

ROOT = Path(__file__).resolve().parents[2]
OLD, NEW = "a" * 12, "b" * 12


def test_the_archive_holds_no_text_that_is_no_edition() -> None:
    assert {file.name[:10] for file in rules_folder().glob("*.txt.gz")} == set(edition_names())
    assert len(edition_names()) >= 79


def test_every_change_of_a_text_is_signed() -> None:
    """Run `python -m layerproof.kb.rulebook.texts.changed_words` on the folder of rules texts to read what this
    lists."""
    assert [(change.after.since, change.key) for change in changes(histories().numbers, edition_names())] == []


def test_a_change_that_is_said_to_be_a_policy_is_one_of_that_day() -> None:
    wrong = []
    for key, lines in histories().numbers.items():
        for place in places_from(lines, key):
            kind, _, policy = place.verdict.partition(" ")
            if kind == "policy" and place.since not in list(policy_histories().get(policy, {}))[1:]:
                wrong.append((key, place.since, policy))
    assert wrong == []


def test_a_policy_changes_with_the_text_of_one_of_its_rules() -> None:
    """Its date is that of the edition in which the sentence changed, as all texts are editions."""
    days = edition_names()
    for policy, values in policy_histories().items():
        for day in list(values)[1:]:
            before = load_edition(days[days.index(day) - 1])
            assert any(
                before.digests.get(key) != load_edition(day).digests.get(key) for key in policy_notes()[policy].keys
            ), (policy, day)


def test_a_policy_is_read_by_something_or_is_a_note() -> None:
    code = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "solver").rglob("*.py"))
    keywords = [file.read_text(encoding="utf-8") for file in (ROOT / "kb" / "keywords" / "abilities").glob("*.yaml")]
    said = "\n".join(line for text in keywords for line in text.splitlines() if not line.startswith("policies:"))
    for policy, note in policy_notes().items():
        read = f'"{policy}"' in code or re.search(rf"\b{policy}\b", said) is not None
        assert read != note.note, policy


def test_rows_change_where_their_rules_do() -> None:
    for before, after in pairwise(edition_names()):
        old, new = load_edition(before), load_edition(after)
        if old.layers != new.layers:
            assert any(old.digests.get(row.key) != new.digests.get(row.key) for row in (*old.layers, *new.layers))


# --- reading


def test_what_no_one_has_read_is_listed_with_its_words() -> None:
    lines = f"2012-10-01 613.6 {OLD}\n2020-04-17 613.7 {NEW}"
    (change,) = changes({"x": lines}, ("2012-10-01", "2019-10-04", "2020-04-17"))
    assert (change.before.number, change.after.number, change.day_before) == ("613.6", "613.7", "2019-10-04")
    signed = with_verdict(lines, "x", "policy legend_rule")
    assert unread(signed, "x") == () and places_from(signed, "x")[1].verdict == "policy legend_rule"
    assert words_changed("a b", "a b") == "a b"


@pytest.mark.parametrize("verdict", ["fine", "policy", "other:", "same enough"])
def test_a_verdict_is_one_of_few(verdict: str) -> None:
    with pytest.raises(KnowledgeError):
        places_from(f"2012-10-01 613.6 {OLD}\n2020-04-17 613.7 {NEW} {verdict}", "x")


def test_only_what_changed_has_a_verdict() -> None:
    with pytest.raises(KnowledgeError):
        places_from(f"2012-10-01 613.6 {OLD} same", "x")


def test_the_tool_says_what_there_is_to_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main([str(tmp_path)]) == 0
    assert capsys.readouterr().out == "0 changes to read\n"
    assert main([str(tmp_path), "--same", "no.such.key"]) == 1
    assert "no.such.key" in capsys.readouterr().err


def test_days_are_days() -> None:
    assert [date.fromisoformat(day).isoformat() for day in edition_names()] == sorted(edition_names())
