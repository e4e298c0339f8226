"""Every number of the rules, cited or not: which there are in an edition, and under which titles they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import count
from typing import NamedTuple

from layerproof.kb.rulebook.dated_values import HISTORY, plain_yaml
from layerproof.kb.rulebook.edition import load_edition

NUMBERS = HISTORY / "all_numbers.yaml"
# Subrules have no letter that may be read as a digit.
LETTERS = "abcdefghijkmnpqrstuvwxyz"
_NUMBER = re.compile(r"(\d{3})(?:\.(\d+)([a-z]?))?")


class Numbered(NamedTuple):
    """A section, a rule or a subrule of an edition: its number, its title (or none), and the numbers of its parts."""

    number: str
    title: str
    parts: tuple[str, ...]


def parent_of(number: str) -> str:
    """Give the number of the rule of a subrule, or of the section of a rule; a section is its own.

    >>> rule = ".".join(["704", "5"])
    >>> parent_of(f"{rule}a") == rule, parent_of(rule), parent_of("704")
    (True, '704', '704')
    """
    return number.rstrip(LETTERS + "lo") if number[-1].isalpha() else number.partition(".")[0]


def spans(parts: Sequence[str]) -> str:
    """Write parts as spans of those that follow each other.

    >>> spans(["1", "2", "3", "5"]), spans(["a", "b"]), spans([])
    ('1-3,5', 'a-b', '-')
    """
    found: list[list[str]] = []
    for part in parts:
        if found and _next(found[-1][-1]) == part:
            found[-1] = [found[-1][0], part]
        else:
            found.append([part])
    return ",".join("-".join(each) for each in found) or "-"


def _next(part: str) -> str:
    if part.isdigit():
        return str(int(part) + 1)
    return LETTERS[LETTERS.index(part) + 1 : LETTERS.index(part) + 2] if part in LETTERS else ""


def parts_of_spans(text: str) -> Iterator[str]:
    """Give the parts that spans hold.

    >>> list(parts_of_spans("1-3,5")), list(parts_of_spans("-"))
    (['1', '2', '3', '5'], [])
    """
    for span in text.split(",") if text != "-" else ():
        first, _, last = span.partition("-")
        part = first
        for _ in count():
            yield part
            if part == (last or first):
                break
            part = _next(part)


@cache
def _histories() -> Mapping[str, str]:
    read: dict[str, str] = plain_yaml(NUMBERS)
    return read


def numbered(number: str, edition: str = "current") -> Numbered | None:
    """Find a number in an edition, cited or not; None where the edition has no such number.

    number: of a section, a rule or a subrule. edition: a date or `current`. Raises KnowledgeError for an edition that
    is not there. Source: the numbers in the text of each edition. It does not promise anything about what the rule
    says.

    >>> numbered("704", "2012-10-01").title, numbered("999")
    ('State-Based Actions', None)
    """
    if not _NUMBER.fullmatch(number):
        return None
    parent = parent_of(number)
    there = _on(parent, load_edition(edition).name)
    if there is None or parent == number:
        return there
    if number not in there.parts:
        return None
    return Numbered(number, "", ()) if number[-1].isalpha() else _on(number, load_edition(edition).name)


def _on(number: str, day: str) -> Numbered | None:
    said = ""
    for line in _histories().get(number, "").split("\n"):
        if line[:10] <= day:
            said = line[11:]
    if not said or said == "gone":
        return None
    parts, _, title = said.partition(" ")
    between = "" if "." in number else "."
    return Numbered(number, title, tuple(f"{number}{between}{part}" for part in parts_of_spans(parts)))


def all_numbers(edition: str = "current") -> Iterator[Numbered]:
    """Go through all numbers of an edition: each section, its rules and their subrules, in the order of the book.

    >>> next(iter(all_numbers())).number
    '100'
    """
    day = load_edition(edition).name
    for section in sorted(number for number in _histories() if "." not in number):
        there = _on(section, day)
        if there is None:
            continue
        yield there
        for rule in there.parts:
            found = _on(rule, day) or Numbered(rule, "", ())
            yield found
            for part in found.parts:
                yield Numbered(part, "", ())
