"""The card store: the card or face that a name means."""

from __future__ import annotations

from functools import cache

from layerproof.kb.cards.card_sources import by_source, find_card
from layerproof.kb.cards.name_search import alike
from layerproof.kb.cards.names import fold
from layerproof.kb.errors import KnowledgeError
from layerproof.kb.model.card import Card


@by_source
@cache
def load_card(name: str) -> Card:
    """The card of this name, from the card sources of this run: a whole card first, else one whose face has the name.

    name: an English card name; case, diacritics and punctuation do not matter. Raises KnowledgeError when no source has
    the name (with the nearest names), a source cannot be read, or embedded facts are malformed (with file, line and
    key). Source: what `layerproof.kb.cards.card_sources` was told to use. It does not promise that every ability of the
    card is modelled: look for Opaque among them.

    >>> load_card("Grizzly Bears").faces[0].power
    2
    """
    found = find_card(name)
    if found is not None:
        return found.card
    close = alike(name)
    raise KnowledgeError(
        what=f"no card named {name!r} is known",
        expected="the English name of a card, or of one face, among the known cards",
        mend="did you mean " + " or ".join(close) + "?" if close else "",
    )


def face_of(card: Card, name: str) -> int:
    """The index of the face that a name means; 0 when it names the whole card."""
    folded = fold(name)
    for index, face in enumerate(card.faces):
        if face.name is not None and fold(face.name) == folded:
            return index
    return 0
