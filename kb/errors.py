"""Errors in what people write: where they stand, what is wrong, what was expected and the likely mend."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Position(NamedTuple):
    """A place in a file; lines and columns count from 1."""

    file: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        return self.file if self.line is None else f"{self.file}:{self.line}"


class KnowledgeError(Exception):
    """A file of facts, a scenario or a claim says something that cannot be used.

    Arguments: `what` was wrong; `expected` and `mend` (the likely cure) where they can be told; `file`, `line` and
    `column` (from 1) where they are known. `str(error)` is one clear line. `errors` holds the single errors that are
    reported together: of an ordinary error only the error itself.

    It does not promise a place: what was typed on the command line has no file.

    >>> print(KnowledgeError("no card 'Godhed of Awe'", file="a.yaml", line=3, mend="Godhead of Awe"))
    a.yaml:3: no card 'Godhed of Awe'. Try: Godhead of Awe.
    """

    def __init__(
        self,
        what: str,
        *,
        expected: str | None = None,
        mend: str | None = None,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(what)
        self.what = what
        self.expected = expected
        self.mend = mend
        self.file = file
        self.line = line
        self.column = column

    @classmethod
    def at(
        cls, position: Position, what: str, *, expected: str | None = None, mend: str | None = None
    ) -> KnowledgeError:
        """Make the error of a position, such as `Document.where` of a YAML source gives it.

        >>> KnowledgeError.at(Position("a.yaml", 3, 7), "no such player").line
        3
        """
        file, line, column = position
        return cls(what, expected=expected, mend=mend, file=file, line=line, column=column)

    @property
    def errors(self) -> tuple[KnowledgeError, ...]:
        """The single errors that are reported together."""
        return (self,)

    @property
    def position(self) -> Position | None:
        """The place in a file, if the error has one."""
        return None if self.file is None else Position(self.file, self.line, self.column)

    @property
    def message(self) -> str:
        """The text without the place."""
        text = _sentence(self.what)
        if self.expected:
            text += f" Expected: {_sentence(self.expected)}"
        if self.mend:
            text += f" Try: {_sentence(self.mend)}"
        return text

    def __str__(self) -> str:
        return self.message if self.position is None else f"{self.position}: {self.message}"

    # An error with keywords is not copied to another process without help, and batches run in several.
    def __reduce__(self) -> tuple[object, ...]:
        return _rebuilt, (self.what, self.expected, self.mend, self.file, self.line, self.column)


class KnowledgeErrors(KnowledgeError):
    """Several errors that are reported together; `errors` holds each of them, `str` has one line for each.

    Where it stands (`file`, `line`) is where the first of them stands.

    >>> len(KnowledgeErrors([KnowledgeError("one"), KnowledgeError("two")]).errors)
    2
    """

    def __init__(self, errors: Iterable[KnowledgeError]) -> None:
        single = tuple(part for error in errors for part in error.errors)
        if not single:
            raise ValueError("there must be an error to report")
        first = single[0]
        super().__init__(
            first.what,
            expected=first.expected,
            mend=first.mend,
            file=first.file,
            line=first.line,
            column=first.column,
        )
        self._errors = single

    @property
    def errors(self) -> tuple[KnowledgeError, ...]:
        return self._errors

    def __str__(self) -> str:
        return "\n".join(str(error) for error in self._errors)

    def __reduce__(self) -> tuple[object, ...]:
        return KnowledgeErrors, (self._errors,)


class Located:
    """Collects the errors of one file, so that a reader sees all of them at once.

    `add` notes one, at a position or in the file as a whole; `note` takes one that was caught; `check` raises what
    was collected: nothing, the one error, or all as `KnowledgeErrors`.

    >>> found = Located("a.yaml")
    >>> found.add("no such player", Position("a.yaml", 4))
    >>> [str(error) for error in found.errors]
    ['a.yaml:4: no such player.']
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.errors: list[KnowledgeError] = []

    def add(
        self, what: str, position: Position | None = None, *, expected: str | None = None, mend: str | None = None
    ) -> None:
        """Note an error of this file."""
        self.errors.append(KnowledgeError.at(position or Position(self.file), what, expected=expected, mend=mend))

    def note(self, error: KnowledgeError) -> None:
        """Note an error that was caught, or each of several."""
        self.errors.extend(error.errors)

    def check(self) -> None:
        """Raise `KnowledgeError` if anything was noted."""
        if len(self.errors) == 1:
            raise self.errors[0]
        if self.errors:
            raise KnowledgeErrors(self.errors)


def nearest(word: str, known: Iterable[str], limit: int = 3) -> list[str]:
    """List the known words that are most like the given one, best first, for the mend of an error.

    Upper and lower case do not matter. It does not promise any: a word that is like none of them gives `[]`.

    >>> nearest("Godhed of awe", ["Godhead of Awe", "Grizzly Bears"])
    ['Godhead of Awe']
    """
    from difflib import get_close_matches  # only an error needs it

    plain = word.lower()
    by_lower = {name.lower(): name for name in known}
    alike = get_close_matches(plain, by_lower, n=limit + 7, cutoff=0.6)
    return [by_lower[match] for match in sorted(alike, key=lambda each: slips(plain, each))[:limit]]


# More words than these are not listed in a message.
MOST_LISTED = 20


def some_of(word: object, known: Iterable[str], where: str, limit: int = 5) -> str:
    """Say what was expected, one of many words: all of them where they are few, else the nearest and where they stand.

    word: what was found. known: the words. where: what lists them all. limit: how many are named. It does not promise
    that what was meant is among those that are named.

    >>> some_of("red", ["blue", "red"], "nothing")
    'one of blue, red'
    >>> some_of("a5", [f"a{number}" for number in range(99)], "the table", 2)
    'such as a5, a95 (the table lists all 99)'
    """
    listed = list(known)
    if len(listed) <= MOST_LISTED:
        return "one of " + ", ".join(listed)
    from difflib import get_close_matches  # only an error needs it

    close = get_close_matches(str(word), listed, limit, 0.0)
    return f"such as {', '.join(close)} ({where} lists all {len(listed)})"


def slips(one: str, other: str) -> int:
    """Count the slips by which one word becomes another: a letter left out, put in, changed, or two that are swapped.

    >>> slips("bera", "bear"), slips("flyng", "flying")
    (1, 1)
    """
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        now = [row]
        for place, there in enumerate(other, 1):
            best = min(last[place] + 1, now[-1] + 1, last[place - 1] + (letter != there))
            if row > 1 and place > 1 and letter == other[place - 2] and one[row - 2] == there:
                best = min(best, before[place - 2] + 1)
            now.append(best)
        before, last = last, now
    return last[-1]


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _rebuilt(
    what: str, expected: str | None, mend: str | None, file: str | None, line: int | None, column: int | None
) -> KnowledgeError:
    return KnowledgeError(what, expected=expected, mend=mend, file=file, line=line, column=column)
