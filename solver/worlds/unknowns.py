"""Unknowns: what a scenario leaves open, as variables with domains.

They are found in the plain data of a scenario, so that a world is plain data too: a scenario in which everything is known.
"""

from __future__ import annotations

import itertools
import re
from typing import Any

import msgspec

from layerproof.kb.rulebook.edition import Edition
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Invalid

MAX_WORLDS = 20_000
_RANGE = re.compile(r"(-?[0-9]+)\.\.(-?[0-9]+)$")
Path = tuple[str | int, ...]


class Unknown(msgspec.Struct, frozen=True):
    """One unknown: its name, the path of the place in the scenario where it stands, its sort and its domain.

    sort: `order` (of the events of an any_order, as tuples of indexes), `together` (of simultaneous events), `maybe` (whether an event
    happened), `value` (one of several). domain: in a fixed order.
    """

    name: str
    path: Path
    sort: str
    domain: tuple[Any, ...]


def find_unknowns(plain: dict[str, Any], edition: Edition) -> tuple[Unknown, ...]:
    """The unknowns of a scenario in the order in which they stand.

    plain: the plain data of the scenario. Raises Invalid for an empty domain or a domain that is none, Undecided for one that is
    not modelled. Unknowns whose order cannot matter are not left out here.
    """
    found: list[Unknown] = []
    _walk(plain.get("timeline") or [], ("timeline",), found, plain, edition)
    return tuple(found)


def _walk(data: Any, path: Path, found: list[Unknown], plain: dict[str, Any], edition: Edition) -> None:
    if isinstance(data, list):
        for index, each in enumerate(data):
            _walk(each, (*path, index), found, plain, edition)
        return
    if not isinstance(data, dict):
        return
    if "any" in data and len(data) == 1:
        found.append(Unknown(_named(path), path, "value", _domain(data["any"], path, plain, edition)))
        return
    if "any_order" in data:
        count = len(data["any_order"]) if isinstance(data["any_order"], list) else 0
        if count == 0:
            raise Invalid("any_order lists no events", "a list of events")
        found.append(Unknown(_named(path), path, "order", tuple(itertools.permutations(range(count)))))
    if "maybe" in data:
        found.append(Unknown(_named(path), path, "maybe", (False, True)))
    if "together" in data and "order" not in data:
        orders = _open_orders(data["together"], plain, edition)
        if len(orders) > 1:
            found.append(Unknown(_named(path), path, "together", orders))
    for key, value in data.items():
        _walk(value, (*path, key), found, plain, edition)


def _named(path: Path) -> str:
    return ".".join(str(each) for each in path)


def _open_orders(events: Any, plain: dict[str, Any], edition: Edition) -> tuple[tuple[int, ...], ...]:
    """The orders of timestamps that players may choose among simultaneous arrivals (rule key order.timestamp.simultaneous).

    Today each player orders their own objects; before, the active player ordered all.
    """
    players = plain.get("players") or ["you", "opponent"]
    arriving = [
        index for index, each in enumerate(events) if isinstance(each, dict) and {"enters", "token", "returns"} & set(each)
    ]
    by_player = edition.policy("simultaneous_timestamps") == "apnap"
    groups: dict[str, list[int]] = {}
    for index in arriving:
        who = events[index].get("controller") or events[index].get("owner") or players[0]
        groups.setdefault(who if by_player else "", []).append(index)
    others = tuple(index for index in range(len(events)) if index not in arriving)
    choices = [list(itertools.permutations(group)) for group in groups.values()]
    return tuple(others + tuple(itertools.chain(*combined)) for combined in itertools.product(*choices))


def _domain(given: Any, path: Path, plain: dict[str, Any], edition: Edition) -> tuple[Any, ...]:
    """The values that `{any: …}` ranges over."""
    words = edition.vocabulary
    if isinstance(given, list):
        if not given:
            raise Invalid("any: [] leaves no value", "list at least one value")
        return tuple(dict.fromkeys(_frozen(each) for each in given))
    if isinstance(given, str):
        bounds = _RANGE.match(given)
        if bounds:
            low, high = int(bounds[1]), int(bounds[2])
            if low > high:
                raise Invalid(f"the range {given} is empty", "the smaller number first")
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
        raise Invalid(f"{given!r} is no list of values", "a list, a range such as 0..8, or one of " + ", ".join(lists))
    if isinstance(given, dict) and set(given) == {"cards"}:
        from layerproof.solver.worlds.cards import fitting_cards

        return fitting_cards(str(given["cards"]), edition)
    raise Undecided(f"the unknown at {_named(path)} is not modelled")


def _frozen(value: Any) -> Any:
    return value if isinstance(value, str | int | bool) else str(value)
