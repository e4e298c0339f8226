"""Limits on activating an ability, which its text states after what it does (rule key activate.instructions)."""

from __future__ import annotations

from layerproof.kb.model.expression import Condition, Player
from layerproof.kb.model.node import Node


class AsSorcery(Node, frozen=True, tag="as_sorcery"):
    """Only when the player could cast a sorcery."""


class AsInstant(Node, frozen=True, tag="as_instant"):
    """Only when the player has priority; of an ability that could otherwise be activated while mana is paid."""


class TimesEachTurn(Node, frozen=True, tag="times_each_turn"):
    """No more than so many times each turn."""

    number: int = 1


class OnlyOnce(Node, frozen=True, tag="only_once"):
    """Once, as long as the object has it."""


class ByAnyone(Node, frozen=True, tag="by_anyone"):
    """No limit but its opposite: any player may activate it."""


class OnlyDuring(Node, frozen=True, tag="only_during"):
    """Only in certain steps: of whose turn (None: of anybody's), in which (none: in any), before which."""

    turn: Player | None = None
    steps: tuple[str, ...] = ()
    before: str | None = None


class OnlyIf(Node, frozen=True, tag="only_if"):
    """Only while a condition holds."""

    condition: Condition


class OtherLimit(Node, frozen=True, tag="other_limit"):
    """A limit that is not modelled, in its words. about: `player` where they say who may activate the ability, `cost`
    where they say what it costs; None where they say neither."""

    words: str
    about: str | None = None


Limit = AsSorcery | AsInstant | TimesEachTurn | OnlyOnce | ByAnyone | OnlyDuring | OnlyIf | OtherLimit
