"""Unknowns: what a scenario leaves open, as variables with domains.

They are found in the plain data of a scenario, so that a world is plain data too: a scenario in which all is known.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import Any

import msgspec

from layerproof.kb.rulebook.edition import Edition
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Invalid
from layerproof.solver.situation.timeline import InvalidEvent
from layerproof.solver.worlds.permutations import Orders

_RANGE = re.compile(r"(-?[0-9]+)\.\.(-?[0-9]+)$")
_LARGEST_RANGE = 10_000
_KEYS = ("any_order", "maybe", "together", "order")
# Where a name is given rather than a value: what labels an object cannot be unknown.
_NAMES = ("as", "makes", "order", "in", "step")
Path = tuple[str | int, ...]


class Unknown(msgspec.Struct, frozen=True):
    """One unknown: its name, the path of the place in the scenario where it stands, its sort and its domain.

    sort: `order` (of the events of an any_order, as tuples of indexes), `together` (of simultaneous events), `maybe`
    (whether an event happened), `value` (one of several). domain: a sequence in a fixed order; orders are made only
    as they are asked for.
    """

    name: str
    path: Path
    sort: str
    domain: Sequence[Any]


def find_unknowns(plain: dict[str, Any], edition: Edition) -> tuple[Unknown, ...]:
    """The unknowns of a scenario in the order in which they stand.

    plain: the plain data of the scenario. Raises InvalidEvent for an empty domain, a domain that is none and an unknown
    where none can be, Undecided for one that is not modelled. Unknowns that cannot matter are not left out here.

    >>> from layerproof.kb.rulebook.edition import load_edition
    >>> plain = {"timeline": [{"put": {"level": {"any": "0..2"}}, "on": "a"}]}
    >>> [(each.name, each.domain) for each in find_unknowns(plain, load_edition("current"))]
    [('timeline.0.put.level', (0, 1, 2))]
    """
    found: list[Unknown] = []
    for index, event in enumerate(plain.get("timeline") or []):
        try:
            _walk(event, ("timeline", index), found, plain, edition, True)
        except Invalid as error:
            raise InvalidEvent(index, error.what, error.mend) from None
    return tuple(found)


def _walk(data: Any, path: Path, found: list[Unknown], plain: dict[str, Any], edition: Edition, event: bool) -> None:
    if isinstance(data, list):
        for index, each in enumerate(data):
            _walk(each, (*path, index), found, plain, edition, event)
        return
    if not isinstance(data, dict):
        return
    if "any" in data:
        found.append(Unknown(named(path), path, "value", _values(data, path, plain, edition, event)))
        return
    if event:
        _walk_event(data, path, found, plain, edition)
        return
    for key, value in data.items():
        _walk(value, (*path, key), found, plain, edition, False)


def _walk_event(
    data: dict[str, Any], path: Path, found: list[Unknown], plain: dict[str, Any], edition: Edition
) -> None:
    for key in ("any_order", "maybe"):
        if key in data and len(data) > 1:
            others = ", ".join(str(each) for each in data if each != key)
            raise Invalid(f"beside {key} stands {others}", f"{key} alone, with the events under it")
    if "any_order" in data:
        _need_events(data["any_order"], "any_order")
        found.append(Unknown(named(path), path, "order", Orders(len(data["any_order"]))))
    if "maybe" in data:
        if not isinstance(data["maybe"], dict) or not data["maybe"]:
            raise Invalid("maybe holds no event", "one event, such as {maybe: {enters: CARD}}")
        found.append(Unknown(named(path), path, "maybe", (False, True)))
    if "together" in data and "order" not in data:
        _need_events(data["together"], "together")
        orders = _open_orders(data["together"], plain, _active(plain, path), edition)
        if len(orders) > 1:
            found.append(Unknown(named(path), path, "together", orders))
    for key, value in data.items():
        _walk(value, (*path, key), found, plain, edition, key in _KEYS)


def _need_events(data: Any, key: str) -> None:
    if isinstance(data, dict) and "any" in data:
        raise Invalid(
            f"the events of {key} cannot be unknown",
            f"a list of events; maybe: for one of them, {key}: for their order",
        )
    if not isinstance(data, list) or not data:
        raise Invalid(f"{key} lists no events", "a list of events")


def named(path: Path) -> str:
    """The name of an unknown: its path with dots.

    >>> named(("timeline", 0, "put", "level"))
    'timeline.0.put.level'
    """
    return ".".join(str(each) for each in path)


def _active(plain: dict[str, Any], path: Path) -> str:
    """The active player at an entry of the timeline: whose turn began last before it, else the first player."""
    players = plain.get("players") or ["you", "opponent"]
    before = (plain.get("timeline") or [])[: int(path[1])]
    turns = [each["turn"] for each in before if isinstance(each, dict) and each.get("turn") in players]
    return str(turns[-1] if turns else players[0])


def _open_orders(events: Any, plain: dict[str, Any], active: str, edition: Edition) -> tuple[tuple[int, ...], ...]:
    """The orders of timestamps that players may choose among simultaneous arrivals.

    Source: rule key order.timestamp.simultaneous. Today each player orders their own objects, the active player's
    being oldest; before, the active player ordered all.
    """
    players = plain.get("players") or ["you", "opponent"]
    start = players.index(active)
    turn = [*players[start:], *players[:start]]
    arriving = [
        index
        for index, each in enumerate(events)
        if isinstance(each, dict) and {"enters", "token", "returns"} & set(each)
    ]
    by_player = edition.policy("simultaneous_timestamps") == "apnap"
    groups: dict[str, list[int]] = {who: [] for who in turn} if by_player else {"": []}
    for index in arriving:
        who = events[index].get("controller") or events[index].get("owner") or players[0]
        if by_player and not isinstance(who, str):
            raise Undecided("the order of simultaneous arrivals whose controller is unknown is not modelled")
        groups.setdefault(who if by_player else "", []).append(index)
    if any(len(group) > 8 for group in groups.values()):
        raise Undecided(
            f"the orders of {len(arriving)} simultaneous arrivals are too many; order: would give the right one"
        )
    others = tuple(index for index in range(len(events)) if index not in arriving)
    choices = [list(itertools.permutations(group)) for group in groups.values()]
    return tuple(others + tuple(itertools.chain(*combined)) for combined in itertools.product(*choices))


def _values(data: dict[str, Any], path: Path, plain: dict[str, Any], edition: Edition, event: bool) -> tuple[Any, ...]:
    """The domain of an `{any: …}`; where it stands must be a place of a value."""
    if len(data) > 1:
        others = ", ".join(str(key) for key in data if key != "any")
        raise Invalid(f"beside any stands {others}", "{any: …} alone in place of the value")
    if event:
        raise Invalid(
            "an event cannot be unknown by any", "maybe: for an event that may have happened, any: for a value in it"
        )
    names = [key for key in path[2:] if isinstance(key, str) and key in _NAMES]
    if names:
        raise Invalid(
            f"what {names[-1]!r} says cannot be unknown",
            "any: stands for a number, a card, a choice, a player, an object",
        )
    return _domain(data["any"], path, plain, edition)


def _domain(given: Any, path: Path, plain: dict[str, Any], edition: Edition) -> tuple[Any, ...]:
    """The values that `{any: …}` ranges over."""
    words = edition.vocabulary
    if isinstance(given, list):
        if not given:
            raise Invalid("any: [] leaves no value", "list at least one value")
        if any(_holds_unknown(each) for each in given):
            raise Invalid("an unknown stands within an unknown", "one any: for each value")
        return tuple(given)
    if isinstance(given, str):
        bounds = _RANGE.match(given)
        if bounds:
            low, high = int(bounds[1]), int(bounds[2])
            if low > high:
                raise Invalid(f"the range {given} is empty", "the smaller number first")
            if high - low >= _LARGEST_RANGE:
                raise Invalid(f"the range {given} has more than {_LARGEST_RANGE} numbers", "a smaller range")
            return tuple(range(low, high + 1))
        lists: dict[str, tuple[str, ...]] = {
            "color": words.colors,
            "creature type": words.creature_types,
            "basic land type": words.basic_land_types,
            "land type": words.land_types,
            "player": tuple(plain.get("players") or ["you", "opponent"]),
        }
        if given in lists:
            return lists[given]
        raise Invalid(
            f"{given!r} is no list of values",
            "a list, a range such as 0..8, {cards: FILTER}, or one of " + ", ".join(lists),
        )
    if isinstance(given, dict) and set(given) == {"cards"}:
        from layerproof.solver.worlds.cards import fitting_cards

        return fitting_cards(str(given["cards"]), edition)
    raise Invalid(
        f"any says no values at {named(path)}", "a list, a range such as 0..8, {cards: FILTER}, or the name of a list"
    )


def _holds_unknown(data: Any) -> bool:
    if isinstance(data, dict):
        return any(key in ("any", "any_order", "maybe") for key in data) or any(map(_holds_unknown, data.values()))
    return isinstance(data, list) and any(map(_holds_unknown, data))
