"""Costs: what must be done or paid, part by part.

A cost is a tuple of parts; all of them are paid. In the notation a part is its phrase: mana symbols and `{T}` as they
are, `sacrifice self`, `pay 2 life` (`kb/notation/cost_words.py` reads them). What the phrases do not cover is
OtherCost.
"""

from __future__ import annotations

from layerproof.kb.model.expression import Filter, Value
from layerproof.kb.model.node import Node


class ManaPart(Node, frozen=True, tag="pay_mana"):
    """Mana, by its symbols: `{2}{G}`."""

    symbols: str


class TapSelf(Node, frozen=True, tag="tap_self"):
    """The tap symbol: the source becomes tapped."""


class UntapSelf(Node, frozen=True, tag="untap_self"):
    """The untap symbol: the source becomes untapped."""


class LifePart(Node, frozen=True, tag="pay_life"):
    """So much life."""

    amount: Value


class EnergyPart(Node, frozen=True, tag="pay_energy"):
    """So many energy counters of the player."""

    number: int


class SacrificePart(Node, frozen=True, tag="sacrifice_cost"):
    """So many permanents of the player that fit are sacrificed; without a filter the source itself."""

    what: Filter | None = None
    number: Value = 1


class DiscardPart(Node, frozen=True, tag="discard_cost"):
    """So many cards of the player's hand that fit are discarded (any card where what is None).

    itself: the source is discarded. at_random: chosen at random. hand: the whole hand.
    """

    what: Filter | None = None
    number: Value = 1
    itself: bool = False
    at_random: bool = False
    hand: bool = False


class ExilePart(Node, frozen=True, tag="exile_cost"):
    """So many of the player's cards that fit are exiled from a zone (any card where what is None).

    itself: the source is exiled. zone: `battlefield`, `graveyard`, `hand`.
    """

    what: Filter | None = None
    number: Value = 1
    zone: str = "battlefield"
    itself: bool = False


class RemovePart(Node, frozen=True, tag="remove_cost"):
    """So many counters of a kind are removed from the source, or from one permanent of the player that fits."""

    kind: str
    number: Value = 1
    what: Filter | None = None


class TapPart(Node, frozen=True, tag="tap_cost"):
    """So many untapped permanents of the player that fit become tapped."""

    what: Filter
    number: Value = 1


class ReturnPart(Node, frozen=True, tag="return_cost"):
    """So many permanents of the player that fit return to the owner's hand; without a filter the source itself."""

    what: Filter | None = None
    number: Value = 1


class TapPowerPart(Node, frozen=True, tag="tap_power_cost"):
    """Any number of untapped permanents of the player that fit become tapped, with so much power in all or more."""

    what: Filter
    power: Value


class RevealPart(Node, frozen=True, tag="reveal_cost"):
    """The source is revealed in the hand of its player."""


class DrawPart(Node, frozen=True, tag="draw_cost"):
    """So many cards are drawn."""

    number: Value = 1


class ShowPart(Node, frozen=True, tag="show_cost"):
    """So many cards of the player's hand that fit are revealed, whether they were revealed before or not."""

    what: Filter | None = None
    number: Value = 1


class OtherCost(Node, frozen=True, tag="other_cost"):
    """A part that is not modelled, as a short phrase."""

    text: str


CostPart = (
    ManaPart | TapSelf | UntapSelf | LifePart | EnergyPart | SacrificePart | DiscardPart | ExilePart | RemovePart
    | TapPart | TapPowerPart | ReturnPart | RevealPart | DrawPart | ShowPart | OtherCost
)  # fmt: skip
Cost = tuple[CostPart, ...]
