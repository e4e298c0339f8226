"""Worlds as plain data: the scenario with a value in the place of each unknown, and what arrives in it."""

from __future__ import annotations

from typing import Any

from layerproof.kb.scenario.scenario_file import default_label, words_in
from layerproof.solver.worlds.unknowns import Unknown


def world_of(plain: dict[str, Any], unknowns: tuple[Unknown, ...], values: dict[str, Any]) -> dict[str, Any]:
    """The plain scenario in which the unknowns have these values.

    plain: the scenario as written. values: by the names of the unknowns; one without a value stays open. The events of
    an any_order stand in their order, and the key `constraints` is gone.

    >>> unknown = Unknown("timeline.0", ("timeline", 0), "maybe", (False, True))
    >>> world_of({"timeline": [{"maybe": {"enters": "A"}}]}, (unknown,), {"timeline.0": True})
    {'timeline': [{'enters': 'A'}]}
    """
    by_path = {each.path: each for each in unknowns if each.name in values}
    timeline = _fill(plain.get("timeline") or [], ("timeline",), by_path, values)
    return {key: value for key, value in {**plain, "timeline": timeline}.items() if key != "constraints"}


def _fill(data: Any, path: tuple[str | int, ...], by_path: dict[Any, Unknown], values: dict[str, Any]) -> Any:
    if isinstance(data, list):
        filled: list[Any] = []
        for index, each in enumerate(data):
            here = (*path, index)
            unknown = by_path.get(here)
            sort = "" if unknown is None else unknown.sort
            value: Any = None if unknown is None else values[unknown.name]
            if sort == "order":
                inner = _fill_each(each["any_order"], (*here, "any_order"), by_path, values)
                filled.extend(one for place in value for one in inner[place])
            elif sort == "maybe":
                if value:
                    filled.extend(_fill_each([each["maybe"]], here, by_path, values, "maybe")[0])
            elif sort == "together":
                inner = _fill_each(each["together"], (*here, "together"), by_path, values)
                filled.append({**each, "together": [one for place in value for one in inner[place]]})
            else:
                filled.append(_fill(each, here, by_path, values))
        return filled
    if isinstance(data, dict):
        unknown = by_path.get(path)
        if unknown is not None and unknown.sort == "value":
            return values[unknown.name]
        return {key: _fill(value, (*path, key), by_path, values) for key, value in data.items()}
    return data


def _fill_each(
    events: list[Any], path: tuple[str | int, ...], by_path: dict[Any, Unknown], values: dict[str, Any], key: str = ""
) -> list[list[Any]]:
    """What each event of a list becomes: no event, one, or several."""
    found = []
    for index, event in enumerate(events):
        inside: tuple[str | int, ...] = (*path, key or index)
        # The event is filled in as a list of one, under the path at which it stands.
        moved = {
            ("event", 0, *each[len(inside) :]): unknown
            for each, unknown in by_path.items()
            if each[: len(inside)] == inside
        }
        found.append(_fill([event], ("event",), moved, values))
    return found


def arrivals(timeline: Any) -> list[str]:
    """The labels of what arrives, in the order of a timeline; of an event with unknowns as far as they are known.

    >>> arrivals([{"enters": "Grizzly Bears"}, {"in": "graveyard", "card": "Filth", "as": "filth"}])
    ['grizzly-bears', 'filth']
    """
    labels: list[str] = []
    for event in timeline:
        if not isinstance(event, dict):
            continue
        for key in ("any_order", "together"):
            if isinstance(event.get(key), list):
                labels += arrivals(event[key])
        if isinstance(event.get("maybe"), dict):
            labels += arrivals([event["maybe"]])
        labels += labels_of(event)
    return labels


def labels_of(event: dict[str, Any]) -> list[str]:
    """The labels that one event gives to what it brings."""
    labels: list[str] = []
    if "as" in event:
        labels += words_in(event["as"])
    else:
        name = event.get("enters", event.get("card", event.get("resolves")))
        if isinstance(name, str):
            labels.append(default_label(name))
        token = event.get("token")
        if isinstance(token, dict):
            labels.append(default_label(str(token.get("name") or " ".join(words_in(token.get("subtypes"))))))
    return labels + words_in(event.get("makes"))


def spans(plain: dict[str, Any], unknowns: tuple[Unknown, ...], values: dict[str, Any]) -> dict[str, list[range]]:
    """Which events of a world the events of each any_order became, where these stand in the order as listed.

    Returns for the name of each any_order of the timeline itself the numbers of the world's events, a range for each
    listed event. values: of all other unknowns.
    """
    by_path = {each.path: each for each in unknowns if each.name in values}
    found: dict[str, list[range]] = {}
    number = 0
    for index, entry in enumerate(plain.get("timeline") or []):
        here: tuple[str | int, ...] = ("timeline", index)
        if isinstance(entry, dict) and "any_order" in entry:
            found[".".join(map(str, here))] = ranges = []
            for inner in _fill_each(entry["any_order"], (*here, "any_order"), by_path, values):
                ranges.append(range(number, number + len(inner)))
                number += len(inner)
        else:
            moved = {("timeline", 0, *each[2:]): known for each, known in by_path.items() if each[:2] == here}
            number += len(_fill([entry], ("timeline",), moved, values))
    return found
