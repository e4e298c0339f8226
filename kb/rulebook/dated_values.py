"""Dated values: what the rulebook says of a key, a row, a policy or a word from a day on, until it says another thing.

The folder `history` holds each value once, at the edition from which it is so. A day is written as `2012-10-01`, so
that days compare as texts do. A value that goes on is not repeated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
import yaml

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.rulebook.vocabulary import VocabularyFile

HISTORY = Path(__file__).parent / "history"
ABSENT = "none"
FAMILY = "subtypes."

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_VERDICT = r"same|list|wider|rows|policy [a-z_]+|other: .+"
_LINE = re.compile(rf"{_DAY.pattern} (?:none|\d{{3}}\.\d+[a-z]*(?: [0-9a-f]{{12}}(?: (?:{_VERDICT}))?)?)")
_WORD = re.compile(rf"(?P<word>.*?)(?: since (?P<since>{_DAY.pattern}))?(?: until (?P<until>{_DAY.pattern}))?")
_Shape = TypeVar("_Shape")


class Place(NamedTuple):
    """Where the rule of a key stands from a day on: its number and the digest of its text; no number: nowhere.

    verdict: where the text is another than before, what the person found who read both; empty where no one has.
    """

    since: str
    number: str | None
    digest: str
    verdict: str = ""


class DatedRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A layer row with the days between which it is one: from `since` on, no longer at `until`."""

    key: str
    accepts: tuple[str, ...]
    cda_first: bool
    since: str = ""
    until: str = ""


class DatedWord(NamedTuple):
    """A word of a list with the days between which it is there: from `since` on, no longer at `until`."""

    word: str
    since: str = ""
    until: str = ""


class Histories(NamedTuple):
    """Everything that is dated: the days of the editions, and the history of each key, row and list of words.

    numbers: of each key the lines of its file, which `places_from` reads.
    """

    days: tuple[str, ...]
    numbers: Mapping[str, str]
    rows: tuple[DatedRow, ...]
    lists: Mapping[str, Sequence[DatedWord]]


@cache
def histories() -> Histories:
    """Give the histories that the project holds. Raises `KnowledgeError` for a file that cannot be used."""
    return read_histories(HISTORY)


def read_histories(folder: Path) -> Histories:
    """Read the histories of a folder such as `kb/rulebook/history`.

    Raises `KnowledgeError` with the file for one that has another shape, and for a key that stands in two files. What
    the lines of a key say is looked at when it is asked for; `history_faults` looks at everything.

    >>> read_histories(HISTORY).numbers["layer.copy.face_down"].split()[0]
    '2020-04-17'
    """
    numbers: dict[str, str] = {}
    for file in sorted((folder / "numbers").glob("*.yaml")):
        found = _converted(file, dict[str, str])
        twice = found.keys() & numbers.keys()
        if twice:
            raise KnowledgeError(f"the key {min(twice)} stands in two files", file=str(file), expected="one history")
        numbers |= found
    lists = {
        name: tuple(map(dated_word, text.split(", ") if text else ()))
        for name, text in _converted(folder / "vocabulary.yaml", dict[str, str]).items()
    }
    return Histories(
        _converted(folder / "editions.yaml", tuple[str, ...]),
        numbers,
        _converted(folder / "layers.yaml", tuple[DatedRow, ...]),
        lists,
    )


def places_from(text: str, what: str) -> tuple[Place, ...]:
    """Read the history of a key: lines `DAY NUMBER DIGEST VERDICT`, or `DAY none`.

    The digest is left out where the text stays, the verdict also in the first line and behind `none`. Raises
    `KnowledgeError` for anything else.

    >>> places = places_from(histories().numbers["order.dependency"], "order.dependency")
    >>> places[-1].since, places[-1].digest == places[-2].digest
    ('2020-04-17', True)
    """
    places: list[Place] = []
    digest = ""
    for line in text.split("\n"):
        if not _LINE.fullmatch(line) or (places and line[:10] <= places[-1].since):
            raise _unreadable(line, what)
        day, number, new, verdict = (*line.split(None, 3), "", "")[:4]
        if number == ABSENT:
            digest = ""
        elif new:
            if verdict and digest in ("", new):
                raise _unreadable(line, what)
            digest = new
        if number != ABSENT and not digest:
            raise _unreadable(line, what)
        places.append(Place(day, None if number == ABSENT else number, digest, verdict))
    return tuple(places)


def unread(text: str, what: str) -> tuple[Place, ...]:
    """Give the places of a history at which the text changed and no one has said what that means.

    >>> unread(histories().numbers["order.timestamp"], "order.timestamp")
    ()
    """
    places = places_from(text, what)
    return tuple(
        place
        for before, place in pairwise(places)
        if before.digest and place.digest not in ("", before.digest) and not place.verdict
    )


def place_on(text: str, day: str, what: str) -> tuple[str, str] | None:
    """Give number and digest of a key on a day, from the lines of its history; None where there is no such rule then.

    >>> place_on(histories().numbers["keyword.awaken"], "2012-10-01", "keyword.awaken") is None
    True
    """
    number = ""
    for line in reversed(text.split("\n")):
        if line[:10] <= day:
            parts = line.split(None, 3)
            number = number or parts[1]
            if number == ABSENT:
                return None
            if len(parts) > 2:
                return number, parts[2]
    if number:
        raise _unreadable(text, what)
    return None


def _unreadable(text: str, what: str) -> KnowledgeError:
    return KnowledgeError(
        f"the history of {what} has {text!r}",
        file=str(HISTORY / "numbers"),
        expected="lines of a day, a rule number, a digest and a verdict, or of a day and 'none', the oldest first",
    )


def values_from(lines: Iterable[str], what: str, file: str) -> dict[str, str]:
    """Read the history of a value: `DAY VALUE`, the oldest first, as a mapping from the days to the values.

    >>> values_from(["2010-07-16 none", "2023-10-13 newest_stays"], "the policy x", "x.yaml")["2023-10-13"]
    'newest_stays'
    """
    values: dict[str, str] = {}
    for line in lines:
        day, _, value = line.partition(" ")
        if not _DAY.fullmatch(day) or not value or (values and day <= max(values)):
            raise KnowledgeError(
                f"the history of {what} has {line!r}", file=file, expected="a day and a value, the oldest first"
            )
        values[day] = value
    return values


def dated_word(text: str) -> DatedWord:
    """Read a word of a list with its days.

    >>> dated_word("Time Lord since 2023-10-13"), dated_word("Hound until 2020-07-03").until
    (DatedWord(word='Time Lord', since='2023-10-13', until=''), '2020-07-03')
    """
    if not text[-1:].isdigit():
        return DatedWord(text)
    match = _WORD.fullmatch(text)
    return DatedWord(match["word"], match["since"] or "", match["until"] or "") if match else DatedWord(text)


def in_force(since: str, until: str, day: str) -> bool:
    """Whether what is so from one day on and no longer at another is so on a day; an empty day is no limit."""
    return since <= day and (not until or day < until)


def value_on(values: Mapping[str, str], day: str) -> str | None:
    """Give the value of a history on a day, None where it begins later."""
    found = None
    for since, value in values.items():
        if since <= day:
            found = value
    return found


def words_on(words: Sequence[DatedWord], day: str) -> str:
    """Give a list of words as it is on a day, with commas between them.

    >>> words_on((DatedWord("Dog", "2020-07-03"), DatedWord("Hound", "", "2020-07-03"), DatedWord("Imp")), "2020-07-02")
    'Hound, Imp'
    """
    return ", ".join(word for word, since, until in words if in_force(since, until, day))


def vocabulary_on(lists: Mapping[str, Sequence[DatedWord]], day: str) -> VocabularyFile:
    """Give the lists of a day; a family of subtypes without words is left out. Wrong lists raise `KnowledgeError`."""
    found: dict[str, Any] = {"subtypes": {}}
    for name, words in lists.items():
        family = name.removeprefix(FAMILY)
        text = words_on(words, day)
        if family == name:
            found[name] = text
        elif text:
            found["subtypes"][family] = text
    try:
        return msgspec.convert(found, VocabularyFile)
    except msgspec.ValidationError as error:
        raise KnowledgeError(f"these are not the lists of an edition: {error}", file="vocabulary.yaml") from None


def history_faults(found: Histories, policies: Mapping[str, Mapping[str, str]]) -> list[str]:
    """List what is wrong with histories: lines that are none, and days that are no edition's, each as a sentence.

    policies: the history of each policy. The result is empty where all is in order.
    """
    faults = []
    days = {(f"the row {row.key}", day) for row in found.rows for day in (row.since, row.until) if day}
    days |= {(f"the policy {name}", day) for name, values in policies.items() for day in values}
    for key, text in found.numbers.items():
        try:
            days |= {(f"the key {key}", place.since) for place in places_from(text, key)}
        except KnowledgeError as error:
            faults.append(str(error))
    for name, words in found.lists.items():
        days |= {(f"{each.word} of {name}", day) for each in words for day in (each.since, each.until) if day}
    return faults + [f"{what}: there is no edition {day}" for what, day in sorted(days) if day not in found.days]


def plain_yaml(path: Path) -> Any:
    """Read a YAML file of which all values are texts: no number, day or truth value is guessed.

    Raises `KnowledgeError` for a file that cannot be read.
    """
    # The loader in C is ten times as fast as the one in Python; some builds of PyYAML lack it.
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        return yaml.load(path.read_bytes(), Loader=loader)
    except (OSError, yaml.YAMLError) as error:
        raise KnowledgeError(f"the file cannot be read: {error}", file=str(path)) from None


def _converted(path: Path, shape: type[_Shape]) -> _Shape:
    try:
        return msgspec.convert(plain_yaml(path), shape, strict=False)
    except msgspec.ValidationError as error:
        raise KnowledgeError(
            f"the file cannot be used: {error}", file=str(path), expected="the shape that docs/editions.md describes"
        ) from None
