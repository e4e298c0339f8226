"""Spells cast for the cost of a keyword ability: what the checker knows of them."""

from __future__ import annotations

from typing import Any

from layerproof.kb.keywords.casting_costs import counts_as
from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.keywords.ways_of_casting import way_of
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.card import Card
from layerproof.kb.model.expression import CastFor, TimesPaid
from layerproof.kb.model.node import mentions
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.phrasing import keyword_lets


def ask_cost(card: Card, face: int, keyword: str | None, zone: str) -> None:
    """Refuse a keyword ability whose cost changes the object in a way that the checker does not know.

    What changes nothing but the cost, or what the spell is as a whole, is known; of other keywords an ability of the
    card must ask whether their cost was paid, unless it is an instant or sorcery on the stack.
    """
    if keyword is None:
        return
    as_what = way_of(keyword)
    aura = as_what is not None and as_what.spell == "Aura"
    if aura and zone == "stack":
        raise Incomplete("a spell cast for bestow, of which only that is told")
    if as_what is not None and not as_what.marks and as_what.spell != "other text":
        return
    if zone == "stack" and {"instant", "sorcery"} & {*card.faces[face].types}:
        return
    if not any(_asks(ability, keyword) for each in card.faces for ability in each.abilities):
        raise Incomplete(f"what casting for {keyword} changes")


def refuse_text(abilities: tuple[Any, ...], keyword: str | None) -> None:
    """Refuse a spell whose text is another for a cost that was paid, unless the text asks about that itself."""
    if keyword_lets(keyword or "", "gives its spell other text") and not any(
        _asks(each, keyword or "") for each in abilities
    ):
        raise Incomplete(f"the text of a spell for {keyword}")


def _asks(ability: Any, keyword: str) -> bool:
    said = meaning(ability) if isinstance(ability, Keyword) else (ability,)
    return mentions(tuple(said), lambda node: _is_about(node, keyword))


def _is_about(node: object, keyword: str) -> bool:
    return isinstance(node, CastFor | TimesPaid) and counts_as(keyword, node.keyword)
