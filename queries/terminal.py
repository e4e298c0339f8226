"""The terminal: colors where they can be seen, a progress bar where someone watches."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import IO, TypeVar

Thing = TypeVar("Thing")
_CODES = {"proved": "32", "refuted": "31", "undecided": "33", "invalid": "35", "bold": "1", "dim": "2"}
_BAR = 30


def colored(stream: IO[str] | None = None) -> bool:
    """Say whether colors belong on a stream: it is a terminal, and NO_COLOR is not set.

    >>> import io
    >>> colored(io.StringIO())
    False
    """
    stream = sys.stdout if stream is None else stream
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def paint(text: str, style: str, on: bool | None = None) -> str:
    """Give a text the color of a verdict, or make it bold or dim.

    text: what is shown. style: a verdict, `bold` or `dim`. on: whether to use colors; by default as `colored` says of
    the standard output.

    >>> paint("proved", "proved", on=False)
    'proved'
    """
    if not (colored() if on is None else on):
        return text
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m"


def watched(things: Iterable[Thing], total: int, what: str) -> Iterator[Thing]:
    """Give the things as they come, and show on a terminal's standard error how many of them have come.

    >>> list(watched([1, 2], 2, "files"))
    [1, 2]
    """
    if not sys.stderr.isatty() or total < 2:
        yield from things
        return
    try:
        for done, thing in enumerate(things, 1):
            filled = _BAR * done // total
            sys.stderr.write(f"\r[{'#' * filled}{'.' * (_BAR - filled)}] {done}/{total} {what}")
            sys.stderr.flush()
            yield thing
    finally:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
