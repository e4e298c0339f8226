"""Constraints of a scenario: which of its worlds they leave, by the order of arrivals or by counters at the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from layerproof.kb.scenario.scenario_file import default_label
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.reading import COMPARISONS
from layerproof.solver.proof.check.replay import Replay

_PIECE = re.compile(r"\s*(counters\(\s*[^(),]+,[^()]+\)|\d+|[-+*])")
_SENTENCE = re.compile(r"([^\s:]+\.(?:before|after)): +(\S+)")
Count = Callable[[str, str], int]


@dataclass(frozen=True)
class Arrival:
    """One label is given before another."""

    first: str
    second: str

    def allows(self, labels: list[frozenset[str]]) -> bool:
        """Whether it holds where these labels are given by the events of a world, in their order."""
        places = [
            next((place for place, given in enumerate(labels) if label in given), None)
            for label in (self.first, self.second)
        ]
        return places[0] is not None and places[1] is not None and places[0] < places[1]


@dataclass(frozen=True)
class Comparison:
    """Two sums are compared. A sum is a list of products: a number, and perhaps a label with a kind of counter."""

    left: list[tuple[int, tuple[str, str] | None]]
    sign: str
    right: list[tuple[int, tuple[str, str] | None]]

    def allows(self, count: Count) -> bool:
        """Whether it holds where there are so many counters of a kind on what a label means."""
        one, other = (
            sum(number * (1 if what is None else count(*what)) for number, what in side)
            for side in (self.left, self.right)
        )
        return COMPARISONS[self.sign](one, other)


class Constraints:
    """What a scenario demands of its worlds: which labels come first, and how many counters there are at the end."""

    def __init__(self, given: Any) -> None:
        self.arrivals: list[Arrival] = []
        self.comparisons: list[Comparison] = []
        if not isinstance(given, list):
            raise Incomplete(f"the constraints {given!r}")
        for each in given:
            self._read(each)

    def _read(self, given: Any) -> None:
        sentence = _SENTENCE.fullmatch(given.strip()) if isinstance(given, str) else None
        if sentence:
            given = {sentence[1]: sentence[2]}
        if isinstance(given, dict) and given:
            for key, labels in given.items():
                label, _, word = str(key).rpartition(".")
                others = labels if isinstance(labels, list) and labels else [labels]
                if word not in ("before", "after") or not label or not all(isinstance(each, str) for each in others):
                    raise Incomplete(f"the constraint {given!r}")
                pairs = [(label, each) if word == "before" else (each, label) for each in others]
                self.arrivals.extend(Arrival(*pair) for pair in pairs)
            return
        found = re.fullmatch(r"([^<>=!]+)(<=|>=|!=|==|=|<|>)([^<>=!]+)", given) if isinstance(given, str) else None
        if found is None:
            raise Incomplete(f"the constraint {given!r}")
        sign = "=" if found[2] == "==" else found[2]
        self.comparisons.append(Comparison(_products(found[1]), sign, _products(found[3])))

    def allow_order(self, events: list[Any]) -> bool:
        """Whether the arrivals of a world come in an order that is allowed."""
        if not self.arrivals:
            return True
        labels = [given for event in events for given in labels_in(event)]
        return all(each.allows(labels) for each in self.arrivals)

    def allow_end(self, found: Replay) -> bool:
        """Whether the counters are allowed that are there at the end of a world; none are on what does not exist."""

        def count(label: str, kind: str) -> int:
            identifier = found.game.labels.get(label)
            obj = None if identifier is None else found.game.objects.get(identifier) or found.game.gone.get(identifier)
            return 0 if obj is None else sum(each.number for each in obj.counters if each.kind == kind)

        return all(each.allows(count) for each in self.comparisons)


def _products(text: str) -> list[tuple[int, tuple[str, str] | None]]:
    """The products that a sum adds up, each with its sign.

    >>> _products("2 * counters(a, level) - 3")
    [(2, ('a', 'level')), (-3, None)]
    """
    pieces: list[str] = []
    place, text = 0, text.rstrip()
    while place < len(text):
        found = _PIECE.match(text, place)
        if found is None:
            raise Incomplete(f"the sum {text!r} in a constraint")
        pieces.append(found[1])
        place = found.end()
    if pieces and pieces[0] in ("+", "-"):
        pieces.insert(0, "0")
    products: list[tuple[int, tuple[str, str] | None]] = []
    # Factors stand at every other place, with an operator between two of them.
    for at in range(0, len(pieces) + 1, 2):
        factor = pieces[at] if at < len(pieces) else ""
        operator = pieces[at - 1] if at else "+"
        if factor in ("", "+", "-", "*") or operator not in ("+", "-", "*"):
            raise Incomplete(f"the sum {text!r} in a constraint")
        number, what = (1, _counters(factor)) if factor.startswith("counters") else (int(factor), None)
        if operator == "*":
            before, counted = products.pop()
            if what is not None and counted is not None:
                raise Incomplete(f"counters multiplied in {text!r}, a constraint")
            products.append((before * number, what or counted))
        else:
            products.append((-number if operator == "-" else number, what))
    return products


def _counters(factor: str) -> tuple[str, str]:
    label, _, kind = factor.removeprefix("counters(").removesuffix(")").partition(",")
    return label.strip(), kind.strip()


def labels_in(event: Any) -> list[frozenset[str]]:
    """The labels that an event gives; of what happens at one moment, those of each event by itself."""
    if not isinstance(event, dict):
        return []
    if isinstance(event.get("together"), list):
        return [given for each in event["together"] for given in labels_in(each)]
    named = event.get("as")
    given = {named} if isinstance(named, str) else set(named or ())
    if named is None:
        names = [event[key] for key in ("enters", "card", "resolves") if isinstance(event.get(key), str)]
        given = {default_label(name) for name in names[:1]}
        token = event.get("token")
        if isinstance(token, dict):
            given.add(default_label(str(token.get("name") or " ".join(token.get("subtypes") or []))))
    makes = event.get("makes")
    return [frozenset(given | set(makes if isinstance(makes, list) else ()))]


__all__ = ["Constraints", "labels_in"]
