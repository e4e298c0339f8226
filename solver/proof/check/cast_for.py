"""Spells cast for the cost of a keyword ability: what the checker knows of them."""

from __future__ import annotations

from typing import Any

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.card import Card
from layerproof.kb.model.expression import CastFor
from layerproof.kb.model.node import mentions
from layerproof.solver.proof.check.incomplete import Incomplete

_HARMLESS_ON_STACK = ("flashback", "kicker", "buyback", "overload", "cleave", "entwine", "replicate", "rebound")


def ask_cost(card: Card, face: int, keyword: str | None, zone: str) -> None:
    """Refuse a keyword ability whose cost changes the object in a way that the checker does not know."""
    if keyword is None:
        return
    if keyword == "prototype":
        return
    if keyword == "bestow":
        if zone == "stack":
            raise Incomplete("a spell cast for bestow, while it is a spell")
        return
    spell = zone == "stack" and bool({"instant", "sorcery"} & {*card.faces[face].types})
    if spell and keyword in _HARMLESS_ON_STACK:
        return
    if not any(_asks(ability, keyword) for each in card.faces for ability in each.abilities):
        raise Incomplete(f"what casting for {keyword} changes")


def _asks(ability: Any, keyword: str) -> bool:
    said = meaning(ability) if isinstance(ability, Keyword) else (ability,)
    return mentions(tuple(said), lambda node: isinstance(node, CastFor) and node.keyword == keyword)
