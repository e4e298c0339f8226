"""The supertypes of an object, as far as its card's words tell them under an edition."""

from __future__ import annotations

from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.editions.later_meanings import legendary_by_later_words
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.layers.view import Entry

LEGENDARY = "legendary"


def supertypes_of(entry: Entry, edition: Edition) -> frozenset[str]:
    """Give the supertypes of an object.

    Raises Undecided for one that is legendary by words which cards of its type have had only since a later edition.
    Source: rule key type.supertypes; so Jace Beleren is no legend for certain in 2012.
    """
    if LEGENDARY in entry.supertypes and (later := legendary_by_later_words(edition, entry.types)) is not None:
        raise Undecided(later)
    return entry.supertypes
