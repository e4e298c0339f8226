"""Whether an object is legendary, under an edition in which cards of its type may not have said so yet."""

from __future__ import annotations

from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.editions.later_meanings import legendary_by_later_words
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.view import Entry


def sure_supertypes(entry: Entry, edition: Edition) -> frozenset[str]:
    """The supertypes of an object. Raises Incomplete where its card has come to say later that it is legendary."""
    later = legendary_by_later_words(edition, entry.types) if "legendary" in entry.supertypes else None
    if later is not None:
        raise Incomplete(later)
    return entry.supertypes
