"""Hostile input: files that are almost right, made from right ones by changes of a seeded chance."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

from hypothesis import settings

# The examples of the ordinary profile.
DEFAULT = 40

ODD_WORDS = (
    "",
    " ",
    "null",
    "~",
    "0",
    "-1",
    "4/4",
    "*/*",
    "1e999",
    "NaN",
    "{any: color}",
    "[]",
    "{}",
    "you",
    "opponent",
    "self",
    "Humility",
    "humility",
    "no such card",
    "../../etc/passwd",
    "/dev/zero",
    "C:\\",
    "a" * 5000,
    "\u202e",
    "\u0000",
    "\ud7ff",
    "🂡",
    "e\u0301",
    "ﬁ",
    "İ",
    "ß",
    "<script>alert(1)</script>",
    "'; drop table cards; --",
    "%s%n",
    "{0}",
    "${x}",
    "—",
    "∞",
    "½",
    "true",
    "current",
    "2012-10-01",
    "9999-99-99",
    "level up",
    "protection from everything",
    "{T}: Add {C}.",
    "{X}{X}{R}",
)
ODD_VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    7,
    10**6,
    -(10**9),
    10**17,
    2**31,
    2**64,
    10**40,
    0.5,
    [],
    {},
    [[]],
    [None],
    {"any": []},
    {"any": "color"},
    {"any": "0..100000000"},
    {"any": {"cards": "creature"}},
    {"enters": "Humility"},
    {"pt": "4/4"},
    ["you", "you"],
)


def mutated(data: Any, chance: random.Random, known: list[Any]) -> Any:
    """Plain data with a few changes: values replaced, taken out, doubled, wrapped, swapped with others of `known`."""
    data = copy.deepcopy(data)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
        places = list(_places(data))
        if not places:
            return chance.choice(ODD_VALUES)
        holder, key = chance.choice(places)
        _change(holder, key, chance, known)
    return data


def _places(data: Any) -> Any:
    if isinstance(data, dict):
        for key, each in data.items():
            yield data, key
            yield from _places(each)
    elif isinstance(data, list):
        for index, each in enumerate(data):
            yield data, index
            yield from _places(each)


def _change(holder: Any, key: Any, chance: random.Random, known: list[Any]) -> None:
    how = chance.randrange(9)
    value = holder[key]
    if how == 0:
        del holder[key]
    elif how == 1:
        holder[key] = chance.choice(ODD_WORDS)
    elif how == 2:
        holder[key] = copy.deepcopy(chance.choice(ODD_VALUES))
    elif how == 3 and known:
        holder[key] = copy.deepcopy(chance.choice(known))
    elif how == 4:
        holder[key] = [value, value]
    elif how == 5:
        holder[key] = {chance.choice(ODD_WORDS): value}
    elif how == 6 and isinstance(holder, dict):
        holder[chance.choice((*ODD_WORDS, *map(str, holder)))] = value
    elif how == 7 and isinstance(value, str) and value:
        at = chance.randrange(len(value))
        holder[key] = value[:at] + chance.choice(ODD_WORDS)[:50] + value[at + chance.randrange(3) :]
    elif isinstance(value, int) and not isinstance(value, bool):
        holder[key] = value + chance.choice((-100, -1, 1, 100, 10**18))
    elif isinstance(holder, list):
        chance.shuffle(holder)


def scrambled(data: bytes, chance: random.Random) -> bytes:
    """Bytes with a few changes: some flipped, taken out, doubled, moved, or the end cut off."""
    found = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 5))):
        if not found:
            break
        start = chance.randrange(len(found))
        end = min(len(found), start + chance.choice((1, 1, 2, 10, 200)))
        how = chance.randrange(5)
        if how == 0:
            found[start] ^= 1 << chance.randrange(8)
        elif how == 1:
            del found[start:end]
        elif how == 2:
            found[start:start] = found[start:end] * chance.choice((1, 2, 50))
        elif how == 3:
            del found[start:]
        else:
            found[start:start] = chance.choice(ODD_WORDS).encode("utf-8", "surrogatepass")
    return bytes(found)


def pieces(data: Any, most: int = 400) -> list[Any]:
    """Parts of plain data, for use in other places."""
    found: list[Any] = []
    for holder, key in _places(data):
        found.append(holder[key])
        if len(found) >= most:
            break
    return found


def inputs(count: int, seed: int, make: Callable[[random.Random], Any]) -> list[tuple[int, Any]]:
    """So many inputs with their numbers, each of its own chance, so that one can be made again alone.

    A longer profile of Hypothesis takes more of them in proportion.
    """
    longer = max(1, settings.default.max_examples // DEFAULT) if settings.default else 1
    return [(number, make(random.Random(f"{seed}.{number}"))) for number in range(count * longer)]
