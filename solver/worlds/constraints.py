"""Constraints: what a scenario says about its unknowns, over the labels of its objects."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import msgspec

from layerproof.kb.scenario.scenario import Scenario
from layerproof.solver.layers.view import counter_number
from layerproof.solver.situation.game import Game, Invalid
from layerproof.solver.worlds.filling import arrivals

_BEFORE = re.compile(r"(.+)\.(before|after)$")
_TEXT_BEFORE = re.compile(r"([^\s:]+)\.(before|after): +(\S+)$")
_COMPARISON = re.compile(r"(.*?)(<=|>=|!=|==|<|>|=)(.*)$")
_TOKEN = re.compile(r" *(?:(counters)\(([^,()]+),([^()]+)\)|([0-9]+)|([-+*])) *")
_FORM = "a.before: b, or a comparison such as counters(a, level) + 1 <= counters(b, level)"

Count = tuple[str, str]


class Before(msgspec.Struct, frozen=True):
    """One object arrives before another. text: the constraint as written."""

    first: str
    second: str
    text: str


class Compared(msgspec.Struct, frozen=True):
    """Two sums compared: the left one less the right one, against zero.

    terms: for the counters of a kind on an object, how often they count. number: what is added. text: as written.
    """

    terms: tuple[tuple[Count, int], ...]
    number: int
    op: str
    text: str

    def holds(self, count: Callable[[str, str], int]) -> bool:
        """Whether it holds where `count` says how many counters of a kind are on an object."""
        total = self.number + sum(times * count(label, kind) for (label, kind), times in self.terms)
        return _OPS[self.op](total, 0)


Constraint = Before | Compared

_OPS: dict[str, Callable[[int, int], bool]] = {
    "<=": lambda a, b: a <= b, ">=": lambda a, b: a >= b, "<": lambda a, b: a < b, ">": lambda a, b: a > b,
    "=": lambda a, b: a == b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b,
}  # fmt: skip


def read_constraints(scenario: Scenario) -> tuple[Constraint, ...]:
    """The constraints of a scenario.

    Returns them as records, in the order as written; `a.before: [b, c]` gives two, `a.after: b` is `b.before: a`.
    Raises Invalid for one that is not understood or names a label that no event makes. It does not promise that any
    world fits.
    """
    found: list[Constraint] = []
    for text in scenario.constraints:
        found += _read(text)
    if found:
        _known(found, json.loads(scenario.source))
    return tuple(found)


def _read(text: str) -> list[Constraint]:
    if text.startswith("{"):
        data = json.loads(text)
        if isinstance(data, dict) and data:
            read: list[Constraint] = []
            for key, value in data.items():
                named = _BEFORE.match(key)
                others = value if isinstance(value, list) else [value]
                if named is None or not others or not all(isinstance(each, str) for each in others):
                    raise Invalid(f"the constraint {shown(text)!r} is not understood", _FORM)
                read += [_before(named[1], named[2], other, f"{key}: {other}") for other in others]
            return read
    named = _TEXT_BEFORE.match(text)
    if named:
        return [_before(named[1], named[2], named[3], text)]
    compared = _COMPARISON.match(text)
    if compared is None:
        raise Invalid(f"the constraint {shown(text)!r} is not understood", _FORM)
    left, right = _sum(compared[1], text), _sum(compared[3], text)
    terms = dict(left[0])
    for count, times in right[0].items():
        terms[count] = terms.get(count, 0) - times
    return [Compared(tuple(terms.items()), left[1] - right[1], compared[2], text)]


def _before(one: str, word: str, other: str, text: str) -> Before:
    return Before(one, other, text) if word == "before" else Before(other, one, text)


def _sum(text: str, whole: str) -> tuple[dict[Count, int], int]:
    """A sum of counters and numbers, each perhaps times a number."""
    terms: dict[Count, int] = {}
    number, sign, factor = 0, 1, 1
    place, ready, times = 0, False, False
    counted: Count | None = None
    text = text.rstrip()

    def close() -> None:
        nonlocal number
        if counted is not None:
            terms[counted] = terms.get(counted, 0) + sign * factor
        else:
            number += sign * factor

    while place < len(text):
        token = _TOKEN.match(text, place)
        if token is None or token.end() == place:
            raise Invalid(f"the constraint {shown(whole)!r} is not understood at {text[place:].strip()!r}", _FORM)
        place = token.end()
        symbol = token[5]
        if symbol is None:
            if ready and not times:
                raise Invalid(f"the constraint {shown(whole)!r} lacks an operator", _FORM)
            if token[1]:
                if counted is not None:
                    raise Invalid(
                        f"the constraint {shown(whole)!r} multiplies counters", "sums and whole multiples of counters"
                    )
                counted = (token[2].strip(), token[3].strip())
            else:
                factor *= int(token[4])
            ready, times = True, False
        elif symbol == "*":
            if not ready:
                raise Invalid(f"the constraint {shown(whole)!r} is not understood", _FORM)
            times = True
        elif ready:
            close()
            sign, factor, counted, ready = (1 if symbol == "+" else -1), 1, None, False
        else:
            sign = sign if symbol == "+" else -sign
    if not ready or times:
        raise Invalid(f"the constraint {shown(whole)!r} ends too early", _FORM)
    close()
    return terms, number


def shown(text: str) -> str:
    """A constraint as it was written.

    >>> shown('{"a.before": "b"}')
    'a.before: b'
    """
    if text.startswith("{"):
        data = json.loads(text)
        if isinstance(data, dict):
            return ", ".join(f"{key}: {value}" for key, value in data.items())
    return text


def _known(found: list[Constraint], plain: dict[str, Any]) -> None:
    """Raise Invalid for a label that no event of the timeline makes; labels of unknown cards cannot be told."""
    from difflib import get_close_matches

    labels = set(arrivals(plain.get("timeline") or []))
    for each in found:
        named = (each.first, each.second) if isinstance(each, Before) else tuple(label for (label, _), _ in each.terms)
        for label in named:
            if label not in labels:
                close = get_close_matches(label, labels, 1)
                mend = f"did you mean {close[0]}?" if close else "one of " + ", ".join(sorted(labels))
                raise Invalid(f"the constraint {each.text!r} names {label!r}, a label that no event makes", mend)


def allowed(scenario: Scenario, game: Game) -> bool:
    """Whether a world, followed to its end, satisfies the constraints on counters.

    scenario: with its constraints. An object that does not exist in this world has no counters.
    """
    compared = (
        [each for each in read_constraints(scenario) if isinstance(each, Compared)] if scenario.constraints else []
    )

    def count(label: str, kind: str) -> int:
        return counter_number(game.find(label), kind) if label in game.labels else 0

    return all(each.holds(count) for each in compared)
