"""Derive an edition from a rules text: where each rule key stands in it, and what a person must sign off.

`python -m layerproof.kb.rulebook.texts.new_edition RULES.txt.gz --from 2026-01-16` starts from a reviewed edition and
follows each of its rules through the texts in between, which lie in the same folder, by masked text. Equal text needs
no review; changed, lost and unlike text is listed. Numbers, digests and lists go into the histories (or those of
another folder, `--out`), the list to the standard error. Rows and policies go on as they are: whether they still fit is
for the person.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from pathlib import Path

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.rulebook.dated_values import HISTORY, histories
from layerproof.kb.rulebook.edition import Edition, load_edition
from layerproof.kb.rulebook.texts.history_files import with_edition, with_lists, write_histories
from layerproof.kb.rulebook.texts.rules_text import RulesText, digest, read_rules
from layerproof.kb.rulebook.texts.vocabulary_lists import read_vocabulary

# Below this share of common words two texts are not taken for the same rule; a person looks at the rest.
LIKE = 0.6
LIKE_AT_THE_SAME_NUMBER = 0.45


@dataclass(frozen=True)
class Found:
    """Where a rule key stands in a new text: its number, and how like the text is (1.0: equal; 0.0: not found)."""

    key: str
    old: str
    number: str | None
    likeness: float

    @property
    def changed(self) -> bool:
        """Say whether a person must look at it."""
        return self.likeness < 1.0


def follow(numbers: Mapping[str, str], old: RulesText, new: RulesText) -> dict[str, Found]:
    """Find the rule of each key in the next text by its masked text.

    Arguments: the number of each key in the old text, and both texts. The result has one `Found` for each key. An
    equal masked text is taken first, at the same number where several are equal; else the rule that shares most words
    among those that are new or changed; else the key is lost (`number` None). It does not promise that likeness is
    sameness: everything below 1.0 is to be read by a person.
    """
    places: dict[str, list[str]] = {}
    for number, text in new.masked.items():
        places.setdefault(text, []).append(number)
    known = set(old.masked.values())
    fresh = {
        number: _words(text) for number, text in new.masked.items() if text not in known and number not in new.headings
    }
    wanted = {number: old.masked[number] for number in numbers.values()}
    result: dict[str, tuple[str | None, float]] = {}
    for number, text in wanted.items():
        if text in places:
            result[number] = (min(places[text], key=lambda place: _distance(number, place)), 1.0)
        elif number in old.headings:
            result[number] = _same_title(number, old, new)
    unlike = {number: text for number, text in wanted.items() if number not in result}
    for number, place, likeness in _most_alike(unlike, fresh):
        result[number] = (place, likeness)
    return {key: Found(key, number, *result.get(number, (None, 0.0))) for key, number in numbers.items()}


def follow_through(numbers: Mapping[str, str], texts: Sequence[RulesText]) -> dict[str, Found]:
    """Follow the keys from the first of several texts to the last, one neighbouring text after the other.

    The likeness of a key is the least of all steps. The old number is that of the first text.
    """
    found = {key: Found(key, number, number, 1.0) for key, number in numbers.items()}
    for old, new in pairwise(texts):
        step = follow({key: place.number for key, place in found.items() if place.number is not None}, old, new)
        found = {
            key: Found(key, place.old, step[key].number, min(place.likeness, step[key].likeness))
            if key in step
            else place
            for key, place in found.items()
        }
    return found


def digests_of(numbers: Mapping[str, str], rules: RulesText) -> dict[str, str]:
    """Give the digest of the masked text of each key's rule. Raises `KeyError` for a number that is not there."""
    return {key: digest(rules.masked[number]) for key, number in numbers.items()}


def signature_faults(edition: Edition, rules: RulesText) -> list[str]:
    """List what in a reviewed edition does not agree with its rules text: a missing number, another masked text.

    The result is empty for an edition that is as it was reviewed; each fault is a sentence with the key.
    """
    faults = []
    for key, number in edition.numbers.items():
        if number not in rules.rules:
            faults.append(f"{key}: there is no rule {number} in the text")
        elif digest(rules.masked[number]) != edition.digests[key]:
            faults.append(f"{key}: rule {number} is not the text that was reviewed")
    return faults


def main(argv: Sequence[str] | None = None) -> int:
    """Run the tool; gives 0, or 1 with a message when the reviewed edition or a text cannot be used."""
    parser = argparse.ArgumentParser(
        prog="layerproof.kb.rulebook.texts.new_edition", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("rules", type=Path, help="the new rules text, packed with gzip or not")
    parser.add_argument("--from", dest="reference", default="current", help="the reviewed edition to start from")
    parser.add_argument("--out", type=Path, default=HISTORY, help="write the histories into this folder instead")
    arguments = parser.parse_args(argv)
    try:
        edition = load_edition(arguments.reference)
        texts = texts_between(edition, arguments.rules)
        faults = signature_faults(edition, texts[0])
    except KnowledgeError as error:
        print(error, file=sys.stderr)
        return 1
    if faults:
        print("\n".join([f"The edition {edition.name} is not as it was reviewed:", *faults]), file=sys.stderr)
        return 1
    found = follow_through(edition.numbers, texts)
    numbers = {key: place.number for key, place in found.items() if place.number is not None}
    day = texts[-1].published.isoformat()
    drafted = with_edition(histories(), day, numbers, digests_of(numbers, texts[-1]))
    write_histories(with_lists(drafted, day, read_vocabulary(texts[-1], numbers)), arguments.out)
    print("\n".join(review_lines(found.values())), file=sys.stderr)
    return 0


def texts_between(edition: Edition, target: Path) -> list[RulesText]:
    """Read the text of the reviewed edition, those published in between, and the target, in the order of the way.

    They are looked for beside the target. Raises `KnowledgeError` where the reviewed edition's text is not there.
    """
    goal = read_rules(target)
    by_date = {}
    for file in sorted(target.parent.glob("*.txt*")):
        try:
            by_date[date.fromisoformat(file.name.split(".")[0])] = file
        except ValueError:
            continue
    if edition.published not in by_date:
        raise KnowledgeError(
            f"the text of the reviewed edition {edition.name} is not in this folder",
            file=str(target.parent),
            expected=f"{edition.name}.txt.gz beside the new text",
            mend="put it there: likeness is measured between texts, of which the project keeps digests only",
        )
    first, last = sorted((edition.published, goal.published))
    way = [day for day in sorted(by_date) if first <= day <= last and day != goal.published]
    if edition.published > goal.published:
        way.reverse()
    return [*(read_rules(by_date[day]) for day in way), goal]


def review_lines(found: Iterable[Found]) -> list[str]:
    """Write what a person must sign off, the least alike first; a first line gives the counts."""
    changed = sorted((place for place in found if place.changed), key=lambda place: (place.likeness, place.key))
    lost = sum(place.number is None for place in changed)
    lines = [f"{len(changed) - lost} keys with changed text, {lost} lost. To sign off:"]
    for place in changed:
        where = "lost" if place.number is None else f"{place.number}, {place.likeness:.0%} alike"
        lines.append(f"  {place.key}: {place.old} -> {where}")
    return lines


def _same_title(number: str, old: RulesText, new: RulesText) -> tuple[str | None, float]:
    """Find a section by its heading, which a changed subrule leaves as it is."""
    for place, title in new.headings.items():
        if title == old.headings[number]:
            return place, min(_likeness(_words(old.masked[number]), _words(new.masked[place])), 0.999)
    return None, 0.0


def _most_alike(wanted: Mapping[str, str], fresh: Mapping[str, Counter[str]]) -> Iterable[tuple[str, str, float]]:
    """Pair what is wanted with new texts, the most alike first, each text once."""
    pairs = []
    for number, text in wanted.items():
        words = _words(text)
        for place, other in fresh.items():
            likeness = _likeness(words, other)
            if likeness >= (LIKE_AT_THE_SAME_NUMBER if place == number else LIKE):
                pairs.append((likeness, place == number, number, place))
    taken: set[str] = set()
    done: set[str] = set()
    for likeness, _same, number, place in sorted(pairs, reverse=True):
        if number not in done and place not in taken:
            done.add(number)
            taken.add(place)
            yield number, place, min(likeness, 0.999)


def _words(text: str) -> Counter[str]:
    return Counter(text.lower().split())


def _likeness(words: Counter[str], other: Counter[str]) -> float:
    common = sum((words & other).values())
    return 2 * common / (words.total() + other.total())


def _distance(number: str, place: str) -> tuple[bool, int, str]:
    """Say how far apart two rule numbers are, the same number being nearest."""
    return place != number, abs(_ordinal(number) - _ordinal(place)), place


def _ordinal(number: str) -> int:
    section, _, rest = number.partition(".")
    digits = rest.rstrip("abcdefghijklmnopqrstuvwxyz")
    letter = rest[len(digits) :]
    return (int(section) * 1000 + int(digits)) * 30 + (ord(letter) - 96 if letter else 0)


if __name__ == "__main__":
    sys.exit(main())
