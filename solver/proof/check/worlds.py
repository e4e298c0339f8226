"""The worlds of a scenario with unknowns, enumerated from its plain data."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

from layerproof.kb.cards.store import card_names, load_card
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.card import Card
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.scenario.read import default_label
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.printed import face_colors
from layerproof.solver.proof.check.reading import COMPARISONS, keyword_is

Pairs = list[tuple[str, Any]]
ARRIVALS = ("enters", "token", "returns")
_NUMBER = re.compile(r"(power|toughness) (\d+)$")


def worlds(data: dict[str, Any], edition: Edition) -> list[tuple[Pairs, dict[str, Any]]]:
    """Every world of a scenario: the values of its unknowns, and the plain scenario with these put in.

    data: the plain scenario. Worlds are in the order of their values, the last unknown changing fastest; those that
    contradict the constraints are left out. Raises Incomplete for an unknown or a constraint that is not understood.
    """
    timeline = data.get("timeline") or []
    players = list(data.get("players") or ("you", "opponent"))
    finder = _Finder(players, edition)
    unknowns = [each for place, entry in enumerate(timeline) for each in finder.in_event(entry, f"timeline.{place}")]
    found = []
    for values in itertools.product(*(options for _, options in unknowns)):
        pairs = [(name, value) for (name, _), value in zip(unknowns, values, strict=True)]
        events = _filled_events(timeline, "timeline", dict(pairs))
        if all(_allows(each, events) for each in data.get("constraints") or []):
            world = {key: inner for key, inner in data.items() if key != "constraints"}
            found.append((pairs, {**world, "timeline": events}))
    return found


class _Finder:
    """Finds the unknowns in events, in the order in which they stand."""

    def __init__(self, players: list[str], edition: Edition) -> None:
        self.players, self.edition, self.active = players, edition, players[0]

    def in_event(self, event: Any, path: str) -> Iterator[tuple[str, list[Any]]]:
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
            if isinstance(event.get("turn"), str):
                self.active = event["turn"]
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
        ends = re.match(r"(\d+)\.\.(\d+)$", given) if isinstance(given, str) else None
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
        arrivals = [place for place, each in enumerate(events) if any(key in each for key in ARRIVALS)]
        others = [place for place in range(len(events)) if place not in arrivals]
        if self.edition.policy("simultaneous_timestamps") != "apnap":
            return [others + list(each) for each in itertools.permutations(arrivals)]
        start = self.players.index(self.active) if self.active in self.players else 0
        groups = []
        for player in self.players[start:] + self.players[:start]:
            own = [place for place in arrivals if self._controller(events[place]) == player]
            groups.append([list(each) for each in itertools.permutations(own)])
        return [others + [place for group in each for place in group] for each in itertools.product(*groups)]

    def _controller(self, event: dict[str, Any]) -> str:
        return str(event.get("controller") or event.get("owner") or self.players[0])


def cards_that_fit(text: str, edition: Edition) -> list[str]:
    """The names of the known cards that words describe, such as `creature with level up`, sorted.

    Each word before `with` is a card type, supertype, subtype or color of the card as printed; after it stands a
    keyword ability, or a number as printed (`power 2`, `toughness 3`). Raises Incomplete for other words.
    """
    words, _, quality = text.partition(" with ")
    vocabulary = edition.vocabulary
    for word in words.split():
        if not (word in vocabulary.card_types | vocabulary.supertypes or word in vocabulary.colors):
            if vocabulary.family_of(word) is None and word not in ("legendary", "basic", "snow"):
                raise Incomplete(f"the cards that are {text!r}")
    # Words that are neither a number nor name a keyword ability are not understood; no card would fit them.
    if quality and not _NUMBER.match(quality) and not any(each in quality for each in vocabulary.keyword_abilities):
        raise Incomplete(f"the cards that are {text!r}")
    cards = {card.name: card for card in map(load_card, card_names()) if card.name is not None}
    return sorted(name for name, card in cards.items() if _fits(card, words.split(), quality))


def _fits(card: Card, words: list[str], quality: str) -> bool:
    face = card.faces[0]
    if not set(words) <= {*face.types, *face.supertypes, *face.subtypes, *face_colors(face)}:
        return False
    found = _NUMBER.match(quality)
    if found:
        return bool(getattr(face, found[1]) == int(found[2]))
    keywords = [each for each in face.abilities if isinstance(each, Keyword)]
    return not quality or any(keyword_is(each, quality) for each in keywords)


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


def _allows(constraint: Any, events: list[Any]) -> bool:
    """Whether a world fits a constraint: `A.before: B`, or `counters(A, KIND)` compared with a number."""
    if isinstance(constraint, str) and ".before:" in constraint:
        first, _, second = constraint.partition(".before:")
        constraint = {f"{first.strip()}.before": second.strip()}
    if isinstance(constraint, dict) and len(constraint) == 1:
        key, second = next(iter(constraint.items()))
        if key.endswith(".before"):
            order = [label for event in events for label in _labels(event)]
            return order.index(key.removesuffix(".before")) < order.index(second)
    found = re.match(r"counters\(([^,]+), *([^)]+)\) *(<=|>=|!=|=|<|>) *(\d+)$", str(constraint))
    if found is None:
        raise Incomplete(f"the constraint {constraint!r}")
    return COMPARISONS[found[3]](_counters(events, found[1].strip(), found[2].strip()), int(found[4]))


def _labels(event: dict[str, Any]) -> list[str]:
    if "together" in event:
        return [label for each in event["together"] for label in _labels(each)]
    given = event.get("as")
    if isinstance(given, str):
        return [given]
    names = [event[key] for key in ("enters", "card", "resolves") if isinstance(event.get(key), str)]
    return [default_label(name) for name in names]


def _counters(events: list[Any], label: str, kind: str) -> int:
    total = 0
    for event in events:
        if "together" in event:
            total += _counters(event["together"], label, kind)
        elif label in _labels(event):
            total += (event.get("counters") or {}).get(kind, 0)
        elif event.get("on") == label:
            total += (event.get("put") or {}).get(kind, 0)
        elif event.get("from") == label and isinstance(event.get("remove"), dict):
            total -= event["remove"].get(kind, 0)
    return total
