"""The histories of keys, rows, policies and words: in order, said once, written as they are read, refused if broken."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.rulebook import edition_names
from layerproof.kb.rulebook.dated_values import (
    HISTORY,
    DatedRow,
    histories,
    history_faults,
    place_on,
    places_from,
    read_histories,
    words_on,
)
from layerproof.kb.rulebook.edition import edition_of
from layerproof.kb.rulebook.policies import policy_histories
from layerproof.kb.rulebook.texts.history_files import lines_of, words_of_editions, write_histories
from tests.helpers.rules_texts import NEW, OLD


def test_the_histories_are_in_order() -> None:
    assert history_faults(histories(), policy_histories()) == []
    found = histories()._replace(days=edition_names()[:-1])
    assert any(edition_names()[-1] in fault for fault in history_faults(found, policy_histories()))


def test_no_value_is_repeated_that_did_not_change() -> None:
    for key, lines in histories().numbers.items():
        places = places_from(lines, key)
        assert all(before[1:] != after[1:] for before, after in pairwise(places)), key
        digests = [line.split()[2] for line in lines.split("\n") if line.count(" ") == 2]
        assert all(before != after for before, after in pairwise(digests)) or None in [place[1] for place in places]
    for policy, values in policy_histories().items():
        assert all(before != after for before, after in pairwise(values.values())), policy


def test_the_files_are_as_the_tool_writes_them(tmp_path: Path) -> None:
    write_histories(histories(), tmp_path)
    written = {file.relative_to(tmp_path): file.read_text(encoding="utf-8") for file in tmp_path.rglob("*.yaml")}
    kept = {file.relative_to(HISTORY): file.read_text(encoding="utf-8") for file in HISTORY.rglob("*.yaml")}
    assert written.keys() <= kept.keys()
    for file, text in written.items():
        assert text == kept[file], file


@pytest.mark.parametrize("fault", ["row", "twice", "kind", "key", "list", "policy", "number", "digest"])
def test_histories_that_make_no_edition_are_refused(fault: str) -> None:
    found, policies = histories(), dict(policy_histories())
    rows, numbers, lists = found.rows, dict(found.numbers), dict(found.lists)
    if fault == "row":
        rows = rows[:-1]
    elif fault == "twice":
        rows = (*rows, rows[-1])
    elif fault == "kind":
        rows = (*rows, DatedRow(rows[-1].key, ("colour",), False))
    elif fault == "key":
        del numbers[rows[-1].key]
    elif fault == "list":
        del lists["colors"]
    elif fault == "policy":
        policies["legend_rule"] = {"2099-01-01": "all_die"}
    elif fault == "digest":
        numbers["copy.exceptions"] = f"{OLD} 707.9"
    else:
        numbers["copy.exceptions"] = f"{OLD} 707.9 0123"
    broken = found._replace(rows=rows, numbers=numbers, lists=lists)
    if fault == "number":
        assert len(history_faults(broken, policies)) == 1
    else:
        with pytest.raises(KnowledgeError):
            edition_of(broken, policies, NEW)


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("numbers/200-parts-of-a-card.yaml", "order.timestamp: |-\n  2012-10-01 613.6 0123456789ab\n"),
        ("numbers/100-game-concepts.yaml", "key: {from: 2012-10-01}\n"),
        ("layers.yaml", "- {key: layer.copy}\n"),
        ("layers.yaml", "- {key: layer.copy\n"),
        ("vocabulary.yaml", "[]\n"),
    ],
)
def test_a_broken_file_is_named(file: str, text: str, tmp_path: Path) -> None:
    write_histories(histories(), tmp_path)
    (tmp_path / file).write_text(text, encoding="utf-8")
    with pytest.raises(KnowledgeError) as caught:
        read_histories(tmp_path)
    if "order" not in text:
        assert caught.value.file == str(tmp_path / file)


@pytest.mark.parametrize(
    "lines",
    [
        "2012-10-01 613.6",
        "2012-10-01 613.6 0123456789ab\n2012-07-01 613.7",
        "613.6 0123456789ab",
        "2012-10-01 6.1 x",
        "",
    ],
)
def test_lines_that_are_no_history_are_refused(lines: str) -> None:
    with pytest.raises(KnowledgeError, match=r"order\.timestamp"):
        places_from(lines, "order.timestamp")


def test_a_key_that_comes_goes_and_comes_again() -> None:
    days = ("2012-07-01", "2012-10-01", "2013-02-01", "2013-07-11")
    numbers = dict(zip(days, ("613.6", "613.6", None, "613.7"), strict=True))
    digests = dict(zip(days, ("a" * 12, "b" * 12, None, "b" * 12), strict=True))
    lines = lines_of(numbers, digests)
    for day in days:
        number, digest = numbers[day], digests[day]
        assert place_on(lines, day, "x") == (None if number is None else (number, digest))
    assert place_on(lines, "2010-01-01", "x") is None
    assert len(lines.split("\n")) == 4


@given(st.lists(st.lists(st.sampled_from("abcdef"), unique=True), min_size=1, max_size=6))
def test_a_list_keeps_the_order_that_each_edition_gives_it(lists: list[list[str]]) -> None:
    by_day = {f"2012-10-{place + 1:02}": words for place, words in enumerate(lists)}
    words = words_of_editions(by_day)
    for day, expected in by_day.items():
        assert words_on(words, day) == ", ".join(expected)
    assert len(words) == len({*words})


def test_one_edition_loads_quickly() -> None:
    """Each file is read once, whatever the editions, and glosses are not: that is counted, not timed."""
    code = (
        "import layerproof.kb.rulebook.edition as e, pathlib; read = []\n"
        "plain = pathlib.Path.read_bytes\n"
        "pathlib.Path.read_bytes = lambda self: read.append(self.name) or plain(self)\n"
        "for day in e.edition_names(): e.load_edition(day).policy('legend_rule')\n"
        "print(len(read) - len(set(read)), 'keys.yaml' in read)"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0 False"
