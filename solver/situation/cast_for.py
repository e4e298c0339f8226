"""What it changes that a spell was cast for the cost of a keyword ability, as far as it is known."""

from __future__ import annotations

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.card import Card
from layerproof.kb.model.expression import CastFor
from layerproof.kb.model.node import mentions
from layerproof.solver.layers.scene import Undecided

# They change the text of the spell, or make one spell of two halves.
OTHER_TEXT = ("overload", "cleave")
_OTHER_VALUES = ("fuse", "aftermath")


def cast_known(card: Card, face: int, cast_for: str | None, on_stack: bool) -> None:
    """Stop where an object was cast for the cost of a keyword ability of which it is not known what it changes.

    Known are prototype, bestow once the permanent is there, instants and sorceries on the stack (their text apart), and
    keywords that an ability of the card asks about (rule keys of the keywords). Raises Undecided for others.
    """
    if cast_for is None or (cast_for == "prototype" and card.layout == "prototype"):
        return
    if cast_for == "bestow" and not on_stack:
        return
    if on_stack and set(card.faces[face].types) & {"instant", "sorcery"} and cast_for not in _OTHER_VALUES:
        return
    abilities = [ability for each in card.faces for ability in each.abilities]
    said = tuple(meaning(ability) if isinstance(ability, Keyword) else ability for ability in abilities)
    if not mentions(said, lambda node: node == CastFor(cast_for)) or cast_for == "bestow":
        raise Undecided(f"what casting {card.name} for its {cast_for} changes is not modelled")
