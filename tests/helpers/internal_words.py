"""Internal words in what a judge reads: names of records and fields, and data as Python or JSON writes it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

# `Did(what=…)`, `{'key': …}`, `['a', …]`, `snake_case`, `<class …>`, dumps of JSON, and marks of the notation.
_INTERNAL = re.compile(
    r"\b\w+\(\w+=|\{['\"]|\[['\"]\w|\b[a-z]+_[a-z_]+\b|<[A-Za-z_]+[ .][^>]*>|\bNone\b|\bTrue\b|\bFalse\b"
    r"|«it»|(?<![\w/])~(?!\w)|\bKeyError\b|\bTypeError\b|\b[A-Z][a-z]+[A-Z]\w+\("
)


@cache
def format_words() -> frozenset[str]:
    """The words with an underscore that scenario files are written with, as their reference has them."""
    reference = Path(__file__).parents[2] / "docs" / "scenarios.md"
    return frozenset(re.findall(r"[a-z]+(?:_[a-z]+)+", reference.read_text(encoding="utf-8")))


def internal_words(text: str, allowed: str = "") -> list[str]:
    """The internal words in a text; those in `allowed`, as a scenario that is quoted, are no fault of the program.

    >>> internal_words("whether Did(what='x') holds"), internal_words("whether it holds, told with new_targets")
    (['Did(what='], [])
    """
    return [each for each in _INTERNAL.findall(text) if each not in allowed and each not in format_words()]
