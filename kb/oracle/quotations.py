"""Quotations: what stands between quotation marks in a text is a paragraph, read as any other.

Whoever begins to read a text imports this module, so that the grammar can read what is quoted in it.
"""

from __future__ import annotations

from layerproof.kb.model.ability import Ability
from layerproof.kb.oracle.abilities import paragraph
from layerproof.kb.oracle.bodies.ability_context import Context
from layerproof.kb.oracle.bodies.quoted_abilities import reads_quotations
from layerproof.kb.oracle.events.as_it_enters import entering


@reads_quotations
def quotation(text: str) -> tuple[Ability, ...]:
    """The abilities of one quoted paragraph.

    >>> type(quotation("~ enters tapped.")[0]).__name__
    'EntersTapped'
    """
    said = entering(text, ("creature",)) if text.startswith("~ enters") else None
    return paragraph(text, Context(quoted=True)) if said is None else said
