"""JSON read strictly: a key that is given twice says two things, and what is no JSON value says nothing."""

from __future__ import annotations

import json
from typing import Any, NoReturn


def read_json(text: str | bytes) -> Any:
    """Read JSON, in which no mapping may give a key twice and `NaN` and `Infinity` are no numbers.

    text: the JSON. Returns plain data. Raises ValueError (json.JSONDecodeError where it is malformed), and
    RecursionError where it is nested too deeply.

    >>> read_json('{"a": [1, 2]}')
    {'a': [1, 2]}
    """
    return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {twice!r} is given twice in one mapping")
    return found


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number of JSON")
