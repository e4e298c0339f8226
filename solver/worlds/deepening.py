"""Iterative deepening over the size of worlds: the choices of a scenario, those that make the smallest world first."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from layerproof.kb.scenario.scenario import Scenario
from layerproof.solver.worlds.problem import Rule
from layerproof.solver.worlds.unknowns import Unknown


class Size(NamedTuple):
    """The size of a world: how many cards and tokens it brings, how many events it has, how many counters they put.

    Sizes are compared by cards first, then events, then counters.
    """

    cards: int
    events: int
    counters: int

    def __str__(self) -> str:
        said = [(self.cards, "card"), (self.events, "event"), (self.counters, "counter")]
        return ", ".join(f"{number} {word}{'' if number == 1 else 's'}" for number, word in said)


def size_of(plain: dict[str, Any]) -> Size:
    """The size of a world, from its plain data.

    >>> str(size_of({"timeline": [{"enters": "A", "as": "a"}, {"put": {"level": 2}, "on": "a"}]}))
    '1 card, 2 events, 2 counters'
    """
    return _sized(plain.get("timeline") or [])


def _sized(events: Sequence[Any]) -> Size:
    cards = number = counters = 0
    for event in events:
        if not isinstance(event, dict):
            continue
        inner = event.get("any_order", event.get("together"))
        if isinstance(inner, list):
            more = _sized(inner)
            cards, number, counters = cards + more.cards, number + more.events, counters + more.counters
            continue
        if "maybe" in event:
            continue
        number += 1
        brings = ("enters", "card", "merges") if "in" not in event else ("card",)
        cards += any(key in event for key in brings) or isinstance(event.get("token"), dict)
        cards += "resolves" in event and event["resolves"] not in _labels(events)
        for key in ("put", "counters"):
            if isinstance(event.get(key), dict):
                counters += sum(each for each in event[key].values() if type(each) is int)
    return Size(cards, number, counters)


def _labels(events: Sequence[Any]) -> set[str]:
    return {str(event["as"]) for event in events if isinstance(event, dict) and "as" in event}


class Deepening:
    """The choices of a scenario in the order of the sizes of the worlds that they make.

    choices: the unknowns that are no orders. Worlds of one size come in the order in which the values stand, the last
    unknown changing fastest. rules: which choices fit the constraints.
    """

    def __init__(
        self, scenario: Scenario, plain: dict[str, Any], choices: Sequence[Unknown], rules: Sequence[Rule]
    ) -> None:
        self.scenario, self.plain, self.rules = scenario, plain, rules
        self.choices = tuple(choices)
        self.sizing = tuple(each for each in choices if self._sizes(each))
        self.base = _sized(plain.get("timeline") or [])

    def __len__(self) -> int:
        total = 1
        for each in self.choices:
            total *= len(each.domain)
        return total

    def __iter__(self) -> Iterator[tuple[Size, dict[str, Any]]]:
        outer: list[tuple[Size, int, tuple[Any, ...]]] = []
        for place, values in enumerate(itertools.product(*(each.domain for each in self.sizing))):
            outer.append((self._size(values), place, values))
        outer.sort(key=lambda each: each[:2])
        others = [each for each in self.choices if each not in self.sizing]
        names = [each.name for each in self.choices]
        for size, _, values in outer:
            known = {each.name: value for each, value in zip(self.sizing, values, strict=True)}
            if not self._fits(known):
                continue
            for rest in itertools.product(*(each.domain for each in others)):
                chosen = known | {each.name: value for each, value in zip(others, rest, strict=True)}
                if self._fits(chosen):
                    yield size, {name: chosen[name] for name in names}

    def _fits(self, values: dict[str, Any]) -> bool:
        return all(rule.fits(values) for rule in self.rules if set(rule.scope) <= values.keys())

    def _sizes(self, unknown: Unknown) -> bool:
        """Whether the size of a world hangs on an unknown."""
        if unknown.sort == "maybe":
            return True
        return unknown.sort == "value" and bool({"put", "counters"} & set(unknown.path)) and self._numbers(unknown)

    @staticmethod
    def _numbers(unknown: Unknown) -> bool:
        return all(type(each) is int for each in unknown.domain)

    def _size(self, values: tuple[Any, ...]) -> Size:
        known = list(zip(self.sizing, values, strict=True))
        absent = [each.path for each, value in known if each.sort == "maybe" and not value]
        cards, events, counters = self.base
        for each, value in known:
            if any(each.path[: len(path)] == path for path in absent):
                continue
            if each.sort == "maybe":
                event: Any = self.plain
                for key in (*each.path, "maybe"):
                    event = event[key]
                more = _sized([event])
                cards, events, counters = cards + more.cards, events + more.events, counters + more.counters
            else:
                counters += value
        return Size(cards, events, counters)
