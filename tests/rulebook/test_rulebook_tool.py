"""The tool that derives an edition from a rules text."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.rulebook import load_edition
from layerproof.kb.rulebook.dated_values import Histories, histories, read_histories
from layerproof.kb.rulebook.edition import edition_of
from layerproof.kb.rulebook.policies import policy_histories
from layerproof.kb.rulebook.texts.history_files import with_edition, with_lists
from layerproof.kb.rulebook.texts.new_edition import digests_of, follow, main, review_lines
from layerproof.kb.rulebook.texts.new_keys import through_editions, with_glosses, with_keys
from layerproof.kb.rulebook.texts.rules_text import RulesText, digest, mask, split_rules
from layerproof.kb.rulebook.texts.vocabulary_lists import read_vocabulary, words_of
from tests.helpers.rules_texts import NEW, OLD, rules_folder, rules_of


def test_masking_hides_numbers_and_nothing_else() -> None:
    assert mask("See rules 613.7a–c and 706, “Copying.”") == 'See rules # and 706, "Copying."'
    assert mask("See rule 706.") == mask("See rule  707.")
    assert mask("It gets +1/+1 until 100 turns pass.") == "It gets +1/+1 until 100 turns pass."
    assert digest(mask("a rule")) != digest(mask("a rule."))


def test_splitting_leaves_out_examples_and_the_glossary() -> None:
    text = "613. Layers\n613.1. First.\n• a list\nExample: None.\n\n613.1a Second.\n\nGlossary\nLayer\nA row.\n"
    assert split_rules(text) == {"613.1": "First. • a list", "613.1a": "Second."}
    assert words_of("A, B (see rule 1), and C") == ["A", "B", "C"]


def test_a_rule_is_followed_by_its_text() -> None:
    day = date(2020, 1, 1)
    old = RulesText(day, {"1": "x", "613.6": "An earlier timestamp goes first.", "613.7": "See rule 613.6 for more."})
    new = RulesText(
        day, {"613.6": "Something new about parts.", "613.7": "An earlier timestamp goes first.", "613.8": "Gone."}
    )
    found = follow({"order": "613.6", "more": "613.7"}, old, new)
    assert (found["order"].number, found["order"].likeness) == ("613.7", 1.0)
    assert (found["more"].number, found["more"].changed) == (None, True)
    assert review_lines(found.values()) == [
        "0 keys with changed text, 1 lost. To sign off:",
        "  more: 613.7 -> lost",
    ]


def test_a_reworded_rule_that_moved_is_found_and_put_on_the_list() -> None:
    day = date(2020, 1, 1)
    text = "A permanent receives a timestamp at the time it turns face up"
    old = RulesText(day, {"613.6e": f"{text}.", "613.7": "A rule that stays."})
    new = RulesText(day, {"613.6e": "Cards have names.", "613.7f": f"{text} or down.", "613.8": "A rule that stays."})
    found = follow({"face": "613.6e"}, old, new)["face"]
    assert found.number == "613.7f"
    assert 0.6 < found.likeness < 1.0
    assert review_lines([found])[1].startswith("  face: 613.6e -> 613.7f, 8")


# Emptying pools had a rule of its own, which became a sentence of another one.
MERGED = frozenset({"pool.emptied"})


@pytest.mark.parametrize(
    ("reference", "target", "lost"), [(NEW, "2025-07-25", MERGED), ("2025-06-06", "2025-04-04", frozenset())]
)
def test_the_tool_finds_a_neighbouring_edition_again(reference: str, target: str, lost: frozenset[str]) -> None:
    folder = rules_folder()
    start, goal = load_edition(reference), load_edition(target)
    texts = [rules_of(name, folder) for name in (reference, target)]
    found = follow(start.numbers, texts[0], texts[1])
    numbers = {key: place.number for key, place in found.items() if place.number is not None}
    assert {key for key in goal.numbers if key not in numbers} == lost
    assert numbers == {key: number for key, number in goal.numbers.items() if key not in lost}
    assert digests_of(numbers, texts[1]) == {key: each for key, each in goal.digests.items() if key not in lost}
    drafted = with_edition(histories(), "2030-01-01", numbers, digests_of(numbers, texts[1]))
    drafted = with_lists(drafted, "2030-01-01", read_vocabulary(texts[1], numbers))
    draft = edition_of(drafted, policy_histories(), "2030-01-01")
    assert draft.numbers == numbers and draft.vocabulary.subtypes == goal.vocabulary.subtypes
    assert all(edition_of(drafted, policy_histories(), name).digest == load_edition(name).digest for name in (OLD, NEW))
    unchanged = [key for key, place in found.items() if not place.changed]
    assert all(start.digests[key] == goal.digests[key] for key in unchanged)
    assert any(start.numbers[key] != goal.numbers[key] for key in unchanged)


def test_the_tool_writes_a_draft_and_the_list_to_sign_off(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "history"
    assert main([str(rules_folder() / "2025-07-25.txt.gz"), "--from", NEW, "--out", str(out)]) == 0
    report = capsys.readouterr().err
    assert "earthbend: 701.66a -> lost" in report
    assert "order.timestamp.own_static_first" not in report
    assert "pool.emptied: 500.5 -> lost" in report
    goal = {key: number for key, number in load_edition("2025-07-25").numbers.items() if key not in MERGED}
    written = edition_of(read_histories(out), policy_histories(), "2025-07-25")
    assert written.numbers == goal and written.digests.items() <= load_edition("2025-07-25").digests.items()


def test_the_tool_says_what_it_misses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lonely = tmp_path / "2030-01-01.txt"
    lonely.write_text("613.1. First.\n", encoding="utf-8")
    assert main([str(lonely), "--from", NEW]) == 1
    assert f"{NEW}.txt.gz" in capsys.readouterr().err
    assert main([str(tmp_path / "none.txt")]) == 1
    assert "none.txt" in capsys.readouterr().err


# --- new keys


def test_a_new_key_is_followed_through_the_texts_and_stays_lost() -> None:
    texts = [
        RulesText(date(2026, 1, 1), {"702.2a": "Foo is good.", "702.3a": "Bar is very good for everybody."}),
        RulesText(date(2025, 1, 1), {"702.5a": "Foo is good.", "702.3a": "Bar is very bad for everybody."}),
        RulesText(date(2024, 1, 1), {"702.3a": "Bar is very bad for everybody."}),
        RulesText(date(2023, 1, 1), {"702.2a": "Foo is good.", "702.3a": "Bar is very bad for everybody."}),
    ]
    found = through_editions({"foo": "702.2a", "bar": "702.3a"}, texts)
    assert [each["foo"].number for each in found.values()] == ["702.2a", "702.5a", None, None]
    assert found["2023-01-01"]["bar"].number == "702.3a"
    assert found["2023-01-01"]["bar"].changed
    assert not found["2025-01-01"]["foo"].changed


def test_new_keys_get_a_history_and_never_twice() -> None:
    texts = {
        "2026-01-01": RulesText(date(2026, 1, 1), {"702.2a": "Foo is good."}),
        "2025-01-01": RulesText(date(2025, 1, 1), {"702.5a": "Foo is good."}),
        "2024-01-01": RulesText(date(2024, 1, 1), {"702.3a": "Bar is bad."}),
    }
    found = through_editions({"foo": "702.2a"}, list(texts.values()))
    grown = with_keys(Histories(tuple(sorted(texts)), {"old": "2024-01-01 702.3a 0123456789ab"}, (), {}), found, texts)
    assert grown.numbers["foo"].split("\n") == [
        f"2025-01-01 702.5a {digest(mask('Foo is good.'))}",
        "2026-01-01 702.2a",
    ]
    with pytest.raises(KnowledgeError, match="there already"):
        with_keys(grown, found, texts)


def test_new_glosses_stand_behind_their_kin_and_never_twice() -> None:
    assert with_glosses("a.b: One.\nc: Two.\n", {"a.c": "It: says."}) == "a.b: One.\na.c: 'It: says.'\nc: Two.\n"
    with pytest.raises(KnowledgeError, match="there already"):
        with_glosses("a.b: One.\n", {"a.b": "Two."})
