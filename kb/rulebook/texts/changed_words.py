"""Read what changed: the texts of a rule before and after each change of which no one has said what it means.

`python -m layerproof.kb.rulebook.texts.changed_words RULES` prints, edition by edition, the words that came and went in
each rule whose verdict is missing in `history/numbers`; RULES is the folder of rules texts. Who has read them writes
the verdict behind the digest, as docs/editions.md says, or runs the tool with `--same KEY…` for keys whose changes mean
nothing.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.rulebook.dated_values import HISTORY, Place, histories, places_from, unread
from layerproof.kb.rulebook.texts.history_files import write_histories
from layerproof.kb.rulebook.texts.rules_text import RulesText, read_rules

AROUND = 5  # words of what stays the same that are shown before and behind what changed


class Changed(NamedTuple):
    """A rule whose text changed with an edition: its places before and after, and the edition before."""

    key: str
    before: Place
    after: Place
    day_before: str


def changes(numbers: Mapping[str, str], days: Sequence[str]) -> list[Changed]:
    """List the changes that no one has read, the oldest first.

    numbers: the history of each key. days: those of the editions.

    >>> found = histories()
    >>> changes(found.numbers, found.days)
    []
    """
    found = []
    for key, lines in numbers.items():
        new = set(unread(lines, key))
        found += [
            Changed(key, before, after, days[days.index(after.since) - 1])
            for before, after in pairwise(places_from(lines, key))
            if after in new
        ]
    return sorted(found, key=lambda change: (change.after.since, change.key))


def words_changed(before: str, after: str) -> str:
    """Show the words that went and came between two texts, with a few of those around them.

    >>> words_changed("It stays for as long as it can.", "It stays as long as it likes.")
    'It stays [-for-] as long as it [-can.-] {+likes.+}'
    """
    old, new = before.split(), after.split()
    shown: list[str] = []
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for place, (kind, start, end, first, last) in enumerate(steps):
        if kind == "equal":
            shown += _shortened(old[start:end], place == 0, place == len(steps) - 1)
            continue
        shown += [f"[-{' '.join(old[start:end])}-]"] if end > start else []
        shown += [f"{{+{' '.join(new[first:last])}+}}"] if last > first else []
    return " ".join(shown)


def _shortened(words: list[str], begins: bool, ends: bool) -> list[str]:
    if len(words) <= 2 * AROUND + 1:
        return words
    return [*([] if begins else words[:AROUND]), "…", *([] if ends else words[-AROUND:])]


def with_verdict(lines: str, key: str, verdict: str) -> str:
    """Write a verdict behind each change of a key that has none.

    >>> lines = histories().numbers["order.timestamp"]
    >>> with_verdict(lines, "order.timestamp", "same") == lines
    True
    """
    days = {place.since for place in unread(lines, key)}
    return "\n".join(f"{line} {verdict}" if line[:10] in days else line for line in lines.split("\n"))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the tool; gives 0, or 1 with a message where a text or a key is not there."""
    parser = argparse.ArgumentParser(
        prog="layerproof.kb.rulebook.texts.changed_words", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("rules", type=Path, help="the folder of rules texts, DATE.txt.gz")
    parser.add_argument("--same", nargs="+", metavar="KEY", help="keys whose changes mean the same, as you have read")
    arguments = parser.parse_args(argv)
    found = histories()
    try:
        if arguments.same:
            numbers = {key: with_verdict(found.numbers[key], key, "same") for key in arguments.same}
            write_histories(found._replace(numbers={**found.numbers, **numbers}), HISTORY)
        else:
            print("\n".join(_told(changes(found.numbers, found.days), arguments.rules)))
    except KeyError as error:
        print(f"there is no rule key {error}", file=sys.stderr)
        return 1
    except KnowledgeError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _told(found: Sequence[Changed], folder: Path) -> Iterator[str]:
    @cache
    def text(day: str) -> RulesText:
        return read_rules(folder / f"{day}.txt.gz")

    for change in found:
        old = text(change.day_before).masked[change.before.number or ""]
        new = text(change.after.since).masked[change.after.number or ""]
        yield f"{change.after.since} {change.key} {change.after.number}: {words_changed(old, new)}"
    yield f"{len(found)} changes to read"


if __name__ == "__main__":
    sys.exit(main())
