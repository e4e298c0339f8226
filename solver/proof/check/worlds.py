"""The worlds of a scenario with unknowns, enumerated from its plain data."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.scenario.timeline import ACTIONS
from layerproof.solver.proof.check.constraining import Constraints
from layerproof.solver.proof.check.fitting import cards_that_fit
from layerproof.solver.proof.check.incomplete import Incomplete

Pairs = list[tuple[str, Any]]
ARRIVALS = ("enters", "token", "returns")


def worlds(data: dict[str, Any], edition: Edition) -> list[tuple[Pairs, dict[str, Any]]]:
    """Every world of a scenario: the values of its unknowns, and the plain scenario with these put in.

    data: the plain scenario. Worlds are in the order of their values, the last unknown changing fastest; those in which
    labels are not given in an order that the constraints allow are left out. Constraints on counters are not asked
    here: the end of a world tells. Raises Incomplete for an unknown or a constraint that is not understood.
    """
    timeline = data.get("timeline") or []
    players = list(data.get("players") or ("you", "opponent"))
    finder = _Finder(players, edition)
    unknowns = [
        each for place, entry in enumerate(timeline) for each in finder.in_event(entry, f"timeline.{place}", True)
    ]
    constraints = Constraints(data.get("constraints") or [])
    found = []
    for values in itertools.product(*(options for _, options in unknowns)):
        pairs = [(name, value) for (name, _), value in zip(unknowns, values, strict=True)]
        events = _filled_events(timeline, "timeline", dict(pairs))
        if constraints.allow_order(events):
            world = {key: inner for key, inner in data.items() if key != "constraints"}
            found.append((pairs, {**world, "timeline": events}))
    return found


def acts(world: dict[str, Any]) -> bool:
    """Whether a player takes an action in the timeline of a world."""
    events = world.get("timeline") or []
    return any(key in ACTIONS for event in events if isinstance(event, dict) for key in event)


class _Finder:
    """Finds the unknowns in events, in the order in which they stand."""

    def __init__(self, players: list[str], edition: Edition) -> None:
        self.players, self.edition = players, edition
        # Whose turn it is; None where an unknown decides it.
        self.active: str | None = players[0]

    def in_event(self, event: Any, path: str, sure: bool = False) -> Iterator[tuple[str, list[Any]]]:
        """The unknowns of an event; sure: it is an entry of the timeline itself, so that it happens in its place."""
        if not isinstance(event, dict):
            return
        if "any_order" in event:
            yield path, [list(each) for each in itertools.permutations(range(len(event["any_order"])))]
            yield from self._in_events(event["any_order"], f"{path}.any_order")
        elif "maybe" in event:
            yield path, [False, True]
            yield from self.in_event(event["maybe"], f"{path}.maybe")
        elif "together" in event:
            orders = [] if event.get("order") else self.orders(event["together"])
            if len(orders) > 1:
                yield path, orders
            yield from self._in_events(event["together"], f"{path}.together")
        else:
            if "turn" in event:
                self.active = event["turn"] if sure and event["turn"] in self.players else None
            for key, value in event.items():
                yield from self._in_value(value, f"{path}.{key}")

    def _in_events(self, events: list[Any], path: str) -> Iterator[tuple[str, list[Any]]]:
        for place, each in enumerate(events):
            yield from self.in_event(each, f"{path}.{place}")

    def _in_value(self, value: Any, path: str) -> Iterator[tuple[str, list[Any]]]:
        if isinstance(value, dict) and "any" in value:
            yield path, self.options(value["any"])
        elif isinstance(value, dict):
            for key, inner in value.items():
                yield from self._in_value(inner, f"{path}.{key}")
        elif isinstance(value, list):
            for place, inner in enumerate(value):
                yield from self._in_value(inner, f"{path}.{place}")

    def options(self, given: Any) -> list[Any]:
        """The values of one unknown: the list as given, a range, a list of the rules, or the known cards that fit."""
        words = self.edition.vocabulary
        if isinstance(given, list):
            return given
        if isinstance(given, dict) and set(given) == {"cards"}:
            return cards_that_fit(str(given["cards"]), self.edition)
        ends = re.match(r"(-?\d+)\.\.(-?\d+)$", given) if isinstance(given, str) else None
        if ends:
            return list(range(int(ends[1]), int(ends[2]) + 1))
        lists: dict[Any, Any] = {
            "color": words.colors,
            "creature type": words.creature_types,
            "basic land type": words.basic_land_types,
            "land type": words.land_types,
            "player": self.players,
        }
        if isinstance(given, str) and given in lists:
            return list(lists[given])
        raise Incomplete(f"the unknown {given!r}")

    def orders(self, events: list[Any]) -> list[list[int]]:
        """The orders of timestamps that players may choose for what happens at one moment."""
        if any(key in each for each in events for key in ("maybe", "any_order", "together")):
            raise Incomplete("the order of what arrives at one moment where it is not known what does")
        arrivals = [place for place, each in enumerate(events) if any(key in each for key in ARRIVALS)]
        others = [place for place in range(len(events)) if place not in arrivals]
        if self.edition.policy("simultaneous_timestamps") != "apnap":
            return [others + list(each) for each in itertools.permutations(arrivals)]
        if len(arrivals) < 2:
            return [others + arrivals]
        controllers = {place: self._controller(events[place]) for place in arrivals}
        if self.active is None and len(set(controllers.values())) > 1:
            raise Incomplete("the order of what arrives at one moment where it is not known whose turn it is")
        start = self.players.index(self.active) if self.active is not None else 0
        groups = []
        for player in self.players[start:] + self.players[:start]:
            own = [place for place in arrivals if controllers[place] == player]
            groups.append([list(each) for each in itertools.permutations(own)])
        return [others + [place for group in each for place in group] for each in itertools.product(*groups)]

    def _controller(self, event: dict[str, Any]) -> str:
        named = event.get("controller") or event.get("owner")
        if named is None and "returns" in event:
            raise Incomplete("the order of arrivals at one moment, among them a card that comes back to its owner")
        if named is not None and named not in self.players:
            raise Incomplete("the order of arrivals at one moment whose controllers are not known")
        return str(named or self.players[0])


def _filled_events(events: list[Any], path: str, values: dict[str, Any]) -> list[Any]:
    found: list[Any] = []
    for place, event in enumerate(events):
        found.extend(_filled_event(event, f"{path}.{place}", values))
    return found


def _filled_event(event: Any, path: str, values: dict[str, Any]) -> list[Any]:
    """The events that an entry becomes in a world."""
    if not isinstance(event, dict):
        return [event]
    if "any_order" in event:
        inner = [_filled_event(each, f"{path}.any_order.{i}", values) for i, each in enumerate(event["any_order"])]
        return [each for place in values[path] for each in inner[place]]
    if "maybe" in event:
        return _filled_event(event["maybe"], f"{path}.maybe", values) if values[path] else []
    if "together" in event:
        parts = [_filled_event(each, f"{path}.together.{i}", values) for i, each in enumerate(event["together"])]
        order = values.get(path, list(range(len(parts))))
        return [{**event, "together": [each for place in order for each in parts[place]]}]
    return [{key: _filled(value, f"{path}.{key}", values) for key, value in event.items()}]


def _filled(value: Any, path: str, values: dict[str, Any]) -> Any:
    if path in values:
        return values[path]
    if isinstance(value, dict):
        return {key: _filled(inner, f"{path}.{key}", values) for key, inner in value.items()}
    if isinstance(value, list):
        return [_filled(inner, f"{path}.{place}", values) for place, inner in enumerate(value)]
    return value
