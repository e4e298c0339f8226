"""What it changes that a spell was cast for the cost of a keyword ability, as far as it is known."""

from __future__ import annotations

from layerproof.kb.keywords.casting_costs import counts_as
from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.keywords.ways_of_casting import AURA, OTHER_TEXT, way_of
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.card import Card
from layerproof.kb.model.expression import CastFor, TimesPaid
from layerproof.kb.model.node import mentions
from layerproof.solver.layers.scene import Undecided

# What an additional cost is called in a scenario that belongs to no keyword ability.
ADDITIONAL = "additional cost"


def cast_known(card: Card, face: int, cast_for: str | None, on_stack: bool) -> None:
    """Stop where an object was cast for the cost of a keyword ability of which it is not known what it changes.

    Known are the ways that change nothing but the cost, or what the spell is as a whole
    (kb/keywords/ways_of_casting.py), instants and sorceries on the stack (their text apart), and keywords that an
    ability of the card asks about (rule keys of the keywords). Raises Undecided for others, and for one of which the
    spell itself would have to be known.
    """
    if cast_for is None:
        return
    way = way_of(cast_for)
    if way is not None and way.spell != OTHER_TEXT and not way.marks:
        if not (on_stack and way.spell == AURA):
            return
    elif on_stack and set(card.faces[face].types) & {"instant", "sorcery"}:
        return
    abilities = [ability for each in card.faces for ability in each.abilities]
    said = tuple(meaning(ability) if isinstance(ability, Keyword) else ability for ability in abilities)
    if not asks_about(said, cast_for) or (way is not None and way.spell == AURA):
        raise Undecided(f"what casting {card.name} for its {cast_for} changes is not modelled")


def asks_about(said: object, keyword: str) -> bool:
    """Whether abilities ask about the cost of a keyword ability, by its name or by that of which it is a variant."""
    return mentions(said, lambda node: isinstance(node, CastFor | TimesPaid) and counts_as(keyword, node.keyword))


def paid_known(card: Card, face: int, paid: tuple[tuple[str, int], ...]) -> None:
    """Stop where an additional cost was paid of which it is not known what it changes about the permanent.

    Known are keywords whose number nothing on the card asks for, or only by whether they were paid at all. Raises
    Undecided for others.
    """
    for keyword, number in paid:
        if number and keyword != ADDITIONAL:
            cast_known(card, face, keyword, False)
