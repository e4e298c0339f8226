"""Entries that leave something open, read for each value that is listed, so that none of them says nonsense."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from layerproof.kb.notation.plain_data import Path
from layerproof.kb.scenario.descriptions import refuse_description
from layerproof.kb.scenario.timeline import contains_any, read_event

_RANGE = re.compile(r"(-?[0-9]+)\.\.(-?[0-9]+)")
# A value of each list that the rules have, for the others.
_LISTS = {
    "color": "white", "creature type": "Bear", "basic land type": "Forest", "land type": "Forest", "player": "you",
}  # fmt: skip
_SOME_CARD = "a card"
# More values of one entry than these are not tried: they are of one sort.
_MOST = 200


def refuse_open(entry: Any, path: Path) -> None:
    """Refuse an entry of a timeline in which a value that is left open cannot stand.

    entry: plain data, whatever it is; only entries that leave something open are looked at. Each value that is listed
    is tried alone, with the first of every other. Raises NotationError as `read_event` does. Whether something may be
    left open where it is, and what an empty list means, is asked later.

    >>> refuse_open({"maybe": {"leaves": "bear", "to": {"any": ["exile", "hand"]}}}, ())
    """
    if not isinstance(entry, dict):
        return
    for key in ("together", "any_order", "maybe"):
        if key in entry:
            inner = entry[key]
            for index, each in enumerate(inner if isinstance(inner, list) else [inner]):
                here = (*path, key, index) if isinstance(inner, list) else (*path, key)
                if key != "together" and isinstance(each, dict) and not contains_any(each):
                    read_event(each, here)
                refuse_open(each, here)
            return
    if contains_any(entry) and "any" not in entry:
        for known in _each_known(entry, path):
            read_event(known, path)


def _each_known(entry: dict[str, Any], path: Path) -> Iterator[dict[str, Any]]:
    """The entry with the first value of everything open, then with each other value of each of these."""
    places = list(_open_places(entry, ()))
    values = {place: list(_values(given, (*path, *place))) for place, given in places}
    if not all(values.values()):
        return
    first = {place: each[0] for place, each in values.items()}
    yield _with(entry, (), first)
    for place, listed in values.items():
        for value in listed[1:_MOST]:
            yield _with(entry, (), {**first, place: value})


def _open_places(data: Any, place: Path) -> Iterator[tuple[Path, Any]]:
    if isinstance(data, dict):
        if "any" in data:
            yield place, data["any"]
            return
        for key, value in data.items():
            yield from _open_places(value, (*place, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _open_places(value, (*place, index))


def _values(given: Any, path: Path) -> Iterator[Any]:
    """Values that an unknown may have: those that are listed, else one of the sort; nothing where it says none."""
    if isinstance(given, list):
        yield from (each for each in given if not contains_any(each))
    elif isinstance(given, str):
        ends = _RANGE.fullmatch(given)
        yield from map(int, ends.groups()) if ends else [_LISTS[given]] if given in _LISTS else []
    elif isinstance(given, dict) and set(given) == {"cards"} and isinstance(given["cards"], str):
        refuse_description(given["cards"], (*path, "any", "cards"))
        yield _SOME_CARD


def _with(data: Any, place: Path, values: dict[Path, Any]) -> Any:
    if place in values:
        return values[place]
    if isinstance(data, dict):
        return {key: _with(value, (*place, key), values) for key, value in data.items()}
    if isinstance(data, list):
        return [_with(value, (*place, index), values) for index, value in enumerate(data)]
    return data
