"""Write the histories of the rulebook: each value once, at the edition from which it is so."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise
from pathlib import Path

from layerproof.kb.rulebook.dated_values import (
    ABSENT,
    FAMILY,
    DatedRow,
    DatedWord,
    Histories,
    Place,
    place_on,
    places_from,
    words_on,
)

# The files of keys, by the section of the rule in the newest edition that has it: the longest beginning counts.
CHAPTERS = {
    "1": "100-game-concepts",
    "2": "200-parts-of-a-card",
    "3": "300-card-types",
    "4": "400-zones",
    "5": "500-turn-structure",
    "6": "600-spells-abilities-and-effects",
    "7": "700-additional-rules",
    "701": "701-keyword-actions",
    "702": "702-keyword-abilities",
    "8": "800-multiplayer-rules",
    "9": "900-casual-variants",
}

_NUMBERS = """\
# Where the rule of each key stands: from which edition on, its number, and where its text changed the digest of the
# masked text, and what that change means by the reading of both texts; none where the rule is gone. docs/editions.md
# tells the rest. A key stands in the file of its newest number.
"""
_ROWS = """\
# The layer rows in the order in which they apply. Each accepts kinds of modifications; cda_first says whether
# characteristic-defining abilities go first in it. A row is one from the edition `since` on, and no longer at `until`.
"""
_LISTS = """\
# The lists of words in the order of the book, gathered from all editions: a word is there from the edition `since` on,
# and no longer at `until`. The creature types are those of kindred (once tribal) cards too.
"""
_DAYS = "# The editions that the project knows, by the day under which the rules archive keeps the text.\n"


def write_histories(found: Histories, folder: Path) -> None:
    """Write the histories as the files of a folder; what stood in those files before is replaced."""
    (folder / "numbers").mkdir(parents=True, exist_ok=True)
    (folder / "editions.yaml").write_text(_DAYS + "".join(f"- {day}\n" for day in found.days), encoding="utf-8")
    (folder / "layers.yaml").write_text(_ROWS + "".join(map(_row_line, found.rows)), encoding="utf-8")
    (folder / "vocabulary.yaml").write_text(
        _LISTS + "".join(_list_text(name, words) for name, words in found.lists.items()), encoding="utf-8"
    )
    for chapter in CHAPTERS.values():
        keys = sorted(key for key, lines in found.numbers.items() if chapter_of(lines) == chapter)
        file = folder / "numbers" / f"{chapter}.yaml"
        if keys:
            text = "".join(f"{key}: |-\n{textwrap.indent(found.numbers[key], '  ')}\n" for key in keys)
            file.write_text(_NUMBERS + text, encoding="utf-8")
        else:
            file.unlink(missing_ok=True)


def chapter_of(lines: str) -> str:
    """Name the file of a key: by the section of its newest number.

    >>> from layerproof.kb.rulebook.dated_values import histories
    >>> chapter_of(histories().numbers["keyword.awaken"]), chapter_of(histories().numbers["order.timestamp"])
    ('702-keyword-abilities', '600-spells-abilities-and-effects')
    """
    number = next(place.number for place in reversed(places_from(lines, "a key")) if place.number is not None)
    return CHAPTERS.get(number[:3]) or CHAPTERS[number[:1]]


def lines_of(numbers: Mapping[str, str | None], digests: Mapping[str, str | None], old: Sequence[Place] = ()) -> str:
    """Write the history of a key from its number in each edition, the oldest first, and the digests of its text.

    old: its history until now, whose verdicts are kept where the same text changes into the same on the same day.

    >>> days = ("2012-10-01", "2013-02-01", "2020-04-17")
    >>> lines_of(dict(zip(days, ("1.6", "1.6", "1.7"))), dict.fromkeys(days, "0123456789ab")).split("\\n")
    ['2012-10-01 1.6 0123456789ab', '2020-04-17 1.7']
    """
    verdicts = {(new.since, last.digest, new.digest): new.verdict for last, new in pairwise(old)}
    lines: list[str] = []
    before: tuple[str | None, str | None] = None, None
    for day, number in numbers.items():
        digest = digests[day] if number is not None else None
        if (number, digest) != before:
            line = f"{day} {ABSENT if number is None else number}"
            if digest not in (None, before[1]):
                line += f" {digest} {verdicts.get((day, before[1] or '', digest or ''), '')}".rstrip()
            lines.append(line)
        before = number, digest
    return "\n".join(lines)


def with_edition(found: Histories, day: str, numbers: Mapping[str, str], digests: Mapping[str, str]) -> Histories:
    """Put the numbers of one edition into the histories; those of the editions around it stay as they are.

    day: of the edition, which may be known already. numbers, digests: of every key that it has. It does not promise
    that rows and policies fit: they are those of the day before until a person has decided.
    """
    days = tuple(sorted({*found.days, day}))
    lines = {}
    for key in found.numbers.keys() | numbers.keys():
        text = found.numbers.get(key, "")
        places = {each: place_on(text, each, key) or (None, None) for each in days}
        places[day] = (numbers[key], digests[key]) if key in numbers else (None, None)
        old = places_from(text, key) if text else ()
        lines[key] = lines_of({each: places[each][0] for each in days}, {each: places[each][1] for each in days}, old)
    return found._replace(days=days, numbers=lines)


def with_lists(found: Histories, day: str, vocabulary: Mapping[str, object]) -> Histories:
    """Put the lists of one edition, in the shape that `read_vocabulary` gives, into the histories."""
    lists: dict[str, str] = {}
    for name, value in vocabulary.items():
        families = value.items() if isinstance(value, Mapping) else ()
        lists |= {FAMILY + family: text for family, text in families} or {name: str(value)}
    gathered = {}
    for name in dict.fromkeys((*lists, *found.lists)):
        texts = {each: words_on(found.lists.get(name, ()), each) for each in found.days}
        texts[day] = lists.get(name, "")
        gathered[name] = words_of_editions({each: text.split(", ") if text else [] for each, text in texts.items()})
    return found._replace(lists=gathered)


def words_of_editions(lists: Mapping[str, Sequence[str]]) -> tuple[DatedWord, ...]:
    """Gather one list from what it is in each edition, the oldest first, so that each keeps its own order.

    lists: the words by day. A word that moved within the list is there twice, at different times.

    >>> words_of_editions({"2012-10-01": ["Dryad", "Hound"], "2020-07-03": ["Dog", "Dryad"]})[::2]
    (DatedWord(word='Dog', since='2020-07-03', until=''), DatedWord(word='Hound', since='', until='2020-07-03'))
    """
    days = list(lists)[::-1]
    last = [_Spell(word) for word in lists[days[0]]]
    spells = list(last)
    for newer, day in pairwise(days):
        here: list[_Spell | None] = [None] * len(lists[day])
        blocks = SequenceMatcher(None, [each.word for each in last], lists[day], autojunk=False).get_matching_blocks()
        for block in blocks:
            here[block.b : block.b + block.size] = last[block.a : block.a + block.size]
        for gone in last:
            if gone not in here:
                gone.since = newer
        before = -1
        last = []
        for word, kept in zip(lists[day], here, strict=True):
            spell = kept or _Spell(word, until=newer)
            if kept is None:
                spells.insert(before + 1, spell)
            before = spells.index(spell)
            last.append(spell)
    return tuple(DatedWord(each.word, each.since, each.until) for each in spells)


@dataclass(eq=False)
class _Spell:
    """A stretch of days through which a word stands at its place in a list."""

    word: str
    since: str = ""
    until: str = ""


def _row_line(row: DatedRow) -> str:
    ends = "".join(f", {name}: {day}" for name, day in (("since", row.since), ("until", row.until)) if day)
    accepts = ", ".join(row.accepts)
    return f"- {{key: {row.key}, accepts: [{accepts}], cda_first: {str(row.cda_first).lower()}{ends}}}\n"


def _list_text(name: str, words: Sequence[DatedWord]) -> str:
    lines = textwrap.wrap(
        ", ".join(map(_word_text, words)),
        120,
        break_on_hyphens=False,
        break_long_words=False,
        initial_indent="  ",
        subsequent_indent="  ",
    )
    return "\n".join([f"{name}: >-", *lines]) + "\n"


def _word_text(word: DatedWord) -> str:
    return word.word + (f" since {word.since}" if word.since else "") + (f" until {word.until}" if word.until else "")
