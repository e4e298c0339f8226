"""Static abilities about costs: what is paid besides, what may be paid instead, and what makes costs more or less.

`spells` in these records says of which spells they speak, as the spells are on the stack; None means the spell that has
the ability itself. Source: rule keys cost.additional, cost.alternative, cost.changed.
"""

from __future__ import annotations

from layerproof.kb.model.costs.cost import Cost
from layerproof.kb.model.expression import Condition, Filter, Player, Value
from layerproof.kb.model.node import Node


class AdditionalCost(Node, frozen=True, tag="additional_cost"):
    """An additional cost to cast a spell.

    options: one of these costs is paid. optional: it may be left out. times: how often it may be paid, None for any
    number of times.
    """

    options: tuple[PaidTogether, ...]
    optional: bool = False
    times: int | None = 1
    spells: Filter | None = None
    player: Player | None = None


class PaidTogether(Node, frozen=True, tag="paid"):
    """The parts of one cost that are paid together."""

    cost: Cost


class AlternativeCost(Node, frozen=True, tag="alternative_cost"):
    """A cost that may be paid rather than the mana cost of a spell; without parts: it is cast without paying that.

    from_: zones from which the spell is cast, where that matters.
    """

    cost: Cost = ()
    spells: Filter | None = None
    player: Player = Player("you")
    condition: Condition | None = None
    from_: tuple[str, ...] = ()


class ChangesCost(Node, frozen=True, tag="changes_cost"):
    """What spells or abilities cost is more or less, as long as the ability is there and the condition holds.

    more, less: mana symbols, so many times. player: who casts or activates. abilities: it is about activated abilities
    rather than spells: those of this keyword, `any`, or `any but mana`, of objects that fit `of`. colored_only: it
    takes away no generic mana. not_below: it leaves so much mana. at_least: a total of less mana becomes so
    much. zones: where the ability functions.
    """

    more: str | None = None
    less: str | None = None
    times: Value = 1
    spells: Filter | None = None
    player: Player | None = None
    abilities: str | None = None
    of: Filter | None = None
    colored_only: bool = False
    not_below: int | None = None
    at_least: int | None = None
    condition: Condition | None = None
    zones: tuple[str, ...] = ("battlefield",)


Costing = AdditionalCost | AlternativeCost | ChangesCost
