"""The table of the state-based actions: what each looks at, under which condition it applies, what it does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import msgspec

from layerproof.kb.rulebook.dated_values import plain_yaml

FILE = Path(__file__).parent / "state_based.yaml"

Kind = Literal[
    "player", "permanent", "creature", "planeswalker", "battle", "token elsewhere", "copy elsewhere",
]  # fmt: skip
Consequence = Literal[
    "loses", "ceases", "graveyard", "destroyed", "sacrificed", "unattached", "counters in pairs", "not followed",
]  # fmt: skip
Sign = Literal["at least", "at most", "is"]
# What is compared, by its name in the table: numbers of an object or a player, a fact being 0 or 1.
Facts = Mapping[str, int | None]


class StateBasedAction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the table.

    of: what it looks at. compare: what must be so, each a fact, a sign and a number or another fact. judged: what it
    looks at where that is no comparison. then: what is done.
    """

    of: Kind
    then: Consequence
    compare: tuple[tuple[str, Sign, str], ...] = ()
    judged: str = ""

    @property
    def is_compared(self) -> bool:
        """Whether the table alone says when it applies."""
        return bool(self.compare) or self.of in ("token elsewhere", "copy elsewhere")


@cache
def state_based_actions() -> Mapping[str, StateBasedAction]:
    """The rows of the table by rule key, in the order of the rulebook.

    Source: the file `state_based.yaml`. It does not promise that an edition has each of them.

    >>> state_based_actions()["state_based.toughness"].then
    'graveyard'
    """
    return MappingProxyType(msgspec.convert(plain_yaml(FILE), dict[str, StateBasedAction]))


def applies(row: StateBasedAction, facts: Facts) -> bool:
    """Whether all comparisons of a row hold. What is no number (None) compares with nothing.

    facts: the numbers of the object or player that the row looks at, which must be of its kind. Source: the table. It
    does not judge rows that look at more than numbers.

    >>> lethal = state_based_actions()["state_based.lethal_damage"]
    >>> applies(lethal, {"toughness": 2, "damage": 3}), applies(lethal, {"toughness": 2, "damage": 1})
    (True, False)
    """
    return all(_holds(facts, *each) for each in row.compare)


def _holds(facts: Facts, name: str, sign: Sign, other: str) -> bool:
    left, right = facts.get(name), int(other) if other.isdigit() else facts.get(other)
    if left is None or right is None:
        return False
    return left >= right if sign == "at least" else left <= right if sign == "at most" else left == right
