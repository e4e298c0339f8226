"""Open references: what a phrase stands for while a text is being read, before it is known what its words point at.

Pronouns and targets are references whose kind begins with a question mark. `binding` replaces every one of them by the
object that is meant; a record of the model that leaves the compiler has none.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.effect import Scope
from layerproof.kb.model.expression import (
    AllOf,
    Compares,
    Did,
    Filter,
    InCombatWith,
    Minus,
    Not,
    OpaqueCondition,
    PerPlayer,
    Player,
    Ref,
    Same,
    State,
    Times,
    ToldOf,
    Value,
)
from layerproof.kb.model.node import Node

SELF = Ref("self")
HOST = Ref("host")
IT = Ref("?it")
# "He" and "she": rules text so calls none but the object that it is printed on.
HE = Ref("?he")
THEY = Ref("?they")
OTHER = Ref("?other")
# What an event is about that speaks of several objects.
THOSE = Ref("?those")
# What the instruction acts upon whose condition stands behind it.
SUBJECT = Ref("?subject")
# "It was kicked", of the object itself but behind an instruction, where it is what that acts upon.
KICKED = Compares(ToldOf("times kicked", IT), ">=", 1)
YOU = Player("you")
THAT_PLAYER = Player("?that player")


# The mark of an amount by its words alone, which only counts where there is no other reading.
LOOSELY = "~ "


def loosely(part: Any) -> bool:
    """Whether a part of a record is an amount by its words alone, for want of a better reading."""
    return isinstance(part, PerPlayer) and part.what.startswith(LOOSELY)


class Mention(Node, frozen=True, tag="mention"):
    """An instruction that only names an object, as "Choose target creature"; binding leaves it out."""

    scope: Scope


class Together(Node, frozen=True, tag="together"):
    """Several instructions that one verb stands for, as "fights"; binding takes them apart."""

    instructions: tuple[Any, ...]


class Thing(NamedTuple):
    """A noun phrase: what fits it, in which zones (None where it does not say), whether it speaks of several."""

    filters: tuple[Filter, ...]
    zones: tuple[str, ...] | None = None
    many: bool = False

    @property
    def filter(self) -> Filter:
        """The filter of the phrase as one record."""
        return joined(self.filters)

    def where(self, default: tuple[str, ...] = ("battlefield",)) -> tuple[str, ...]:
        """The zones in which the phrase looks: those it names, the stack for spells, else the default."""
        if self.zones is not None:
            return self.zones
        if State("spell") in self.filters:
            return ("stack",)
        return default

    def with_(self, *more: Filter) -> Thing:
        """The phrase with more filters."""
        return self._replace(filters=self.filters + more)


def joined(filters: tuple[Filter, ...]) -> Filter:
    """Several filters as one record.

    >>> from layerproof.kb.model.expression import Is
    >>> joined((Is("type", "creature"),))
    Is(category='type', word='creature')
    """
    flat: list[Filter] = []
    for each in filters:
        flat += each.filters if isinstance(each, AllOf) else (each,)
    unique = tuple(dict.fromkeys(flat))
    return unique[0] if len(unique) == 1 else AllOf(unique)


def other() -> Filter:
    """The filter of `other` and `another`, before it is known other than what."""
    return Not(Same(OTHER))


def rewrite(value: Any, change: Callable[[Any], Any]) -> Any:
    """A record with every part changed, the innermost first.

    change: gives back the part itself where nothing changes. Records that stay the same are the same objects.
    """
    if isinstance(value, Node):
        fields = value.__struct_fields__
        old = [getattr(value, field) for field in fields]
        new = [rewrite(each, change) for each in old]
        if any(a is not b for a, b in zip(old, new, strict=True)):
            value = type(value)(*new)
    elif isinstance(value, tuple):
        new_items = [rewrite(each, change) for each in value]
        if any(a is not b for a, b in zip(value, new_items, strict=True)):
            value = tuple(new_items)
    return change(value)


def found(value: Any, test: Callable[[Any], bool]) -> list[Any]:
    """All parts of a record that pass a test, in the order of its fields."""
    out: list[Any] = []

    def look(part: Any) -> None:
        if test(part):
            out.append(part)
        if isinstance(part, Node):
            for field in part.__struct_fields__:
                look(getattr(part, field))
        elif isinstance(part, tuple):
            for each in part:
                look(each)

    look(value)
    return out


def is_mark(part: Any) -> bool:
    """Whether a part of a record is a reference or player that is not yet bound."""
    return isinstance(part, Ref | Player) and part.kind.startswith("?")


def to_self(part: Any) -> Any:
    """A mark for what is not named, or for what another is other than, as the source itself; others as they are."""
    return SELF if isinstance(part, Ref) and part.kind in ("?it", "?he", "?other") else part


def keeps_words(part: Any) -> bool:
    """Whether a part of a record is a condition, an amount or a description of which only the words are kept.

    >>> from layerproof.kb.model.expression import PerPlayer
    >>> keeps_words(PerPlayer("cards in a hat"))
    True
    """
    if isinstance(part, Player):
        return part.kind == "described"
    if isinstance(part, InCombatWith):
        return part.how not in ("blocking", "blocked_by", "blocking_or_blocked_by")
    if isinstance(part, Keyword):
        # A quality or number that is counted: "each mana value among", "where X is".
        return part.quality is not None and re.search(r" among |\bwhere X is\b", part.quality) is not None
    return isinstance(part, OpaqueCondition | PerPlayer | Did)


def scaled(number: int, value: Value) -> Value:
    """A value so many times, in the form in which card facts write it.

    Less by an amount is stated as such: it is no amount below zero (rule key negative_numbers).
    """

    if number == 0 or isinstance(value, int):
        return number * value if isinstance(value, int) else 0
    much = value if abs(number) == 1 else Times((abs(number), value))
    return Minus(much) if number < 0 else much
