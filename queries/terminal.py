"""The terminal: what is printed, colors where they can be seen, a progress bar where someone watches."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from typing import IO, Any, TypeVar

from layerproof.queries.printable import printable, printable_json

Thing = TypeVar("Thing")
_CODES = {"proved": "32", "refuted": "31", "undecided": "33", "invalid": "35", "bold": "1", "dim": "2"}
_BAR = 30
_COLORED = re.compile(r"\x1b\[\d+m")


def colored(stream: IO[str] | None = None) -> bool:
    """Say whether colors belong on a stream: it is a terminal, and NO_COLOR is not set.

    >>> import io
    >>> colored(io.StringIO())
    False
    """
    stream = sys.stdout if stream is None else stream
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


class Painted(str):
    """A text that is fit to be shown, with the codes of its color: it is not escaped again."""

    __slots__ = ()


def paint(text: str, style: str, on: bool | None = None) -> Painted:
    """Give a text the color of a verdict, or make it bold or dim; what it must not hold is escaped.

    text: what is shown. style: a verdict, `bold` or `dim`. on: whether to use colors; by default as `colored` says of
    the standard output.

    >>> paint("proved", "proved", on=False)
    'proved'
    """
    shown = printable(text)
    if not (colored() if on is None else on):
        return Painted(shown)
    return Painted(f"\x1b[{_CODES[style]}m{shown}\x1b[0m")


def say(*parts: str, stream: IO[str] | None = None, fit: bool = True) -> None:
    """Print one line: the one place at which anything is printed for people to read.

    parts: put together; what is not painted is escaped (`printable`), so that no text of a file begins a line of its
    own. stream: the standard output, unless another one is given. fit: whether the line is wrapped at words where a
    terminal is narrower; what is pasted into a file is not.

    >>> say("a bear", "\\nis proved")
    a bear\\nis proved
    """
    line = "".join(each if isinstance(each, Painted) else printable(each) for each in parts)
    to = sys.stdout if stream is None else stream
    for each in fitted(line, width()) if fit and to.isatty() else (line,):
        print(each, file=to)


def fitted(line: str, width: int) -> Iterator[str]:
    """Wrap a line at words, colors not counted; what goes on below is indented by two more than the line.

    >>> list(fitted("  one two three", 12))
    ['  one two', '    three']
    """
    if len(_COLORED.sub("", line)) <= width:
        yield line
        return
    indent = line[: len(line) - len(line.lstrip(" "))]
    now = ""
    for part in re.split(r"(?<=\S)(?= )", line):
        if now.strip() and len(_COLORED.sub("", now + part)) > width:
            yield now
            now = f"{indent}  {part.lstrip(' ')}"
        else:
            now += part
    yield now


def say_lines(lines: Iterable[str], stream: IO[str] | None = None, fit: bool = True) -> None:
    """Print lines, each as `say` does."""
    for line in lines:
        say(line, stream=stream, fit=fit)


def complain(*parts: str) -> None:
    """Print one line to the standard error, as `say` does."""
    say(*parts, stream=sys.stderr)


def say_json(data: Any) -> None:
    """Print plain data as JSON."""
    print(printable_json(data))


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
            told = f" {done}/{total} {what}"
            bar = max(min(_BAR, width() - len(told) - 3), 0)  # on a phone the whole must fit into one line
            filled = bar * done // total
            sys.stderr.write(f"\r[{'#' * filled}{'.' * (bar - filled)}]{told}")
            sys.stderr.flush()
            yield thing
    finally:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def width() -> int:
    """Give the width of the lines that are printed."""
    return min(max(shutil.get_terminal_size((120, 24)).columns, 30), 160)


def wrapped(lines: Iterable[str], width: int) -> Iterator[str]:
    """Give lines of which none is wider than a terminal, each wrapped as `fitted` does, wherever it is printed.

    >>> list(wrapped(["one two three", "four"], 9))
    ['one two', '  three', 'four']
    """
    for line in lines:
        yield from fitted(line, width)
