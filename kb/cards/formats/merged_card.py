"""One card from two card files: what one does not tell is taken from the other."""

from __future__ import annotations

from msgspec.structs import replace

from layerproof.kb.cards.formats.normal_words import missing_faces, tells_color
from layerproof.kb.cards.names import fold, unlikeness
from layerproof.kb.model.raw_card import RawCard, RawFace


def is_whole(card: RawCard) -> bool:
    """Say whether a raw card has all faces that its name promises, and tells the color of each.

    >>> is_whole(RawCard("Ash // Ember", "split", (RawFace("Ash", "{R}"),)))
    False
    """
    return not missing_faces(card) and all(tells_color(face) for face in card.faces)


def completed(card: RawCard, other: RawCard) -> RawCard:
    """Take the faces and the colors that a raw card lacks from another record of the same card.

    card: what is preferred. other: from another file; nothing is taken from it if its whole name is another. Returns
    the first card with what it lacked, as far as the other has it. Source: both files. It does not promise that the
    result is whole, and both files may have the text of different days.

    >>> front, back = RawFace("Ash", "{R}"), RawFace("Ember", "{1}{R}")
    >>> names = [face.name for face in completed(
    ...     RawCard("Ash // Ember", "split", (front,)), RawCard("Ash // Ember", "split", (front, back))).faces]
    >>> names
    ['Ash', 'Ember']
    """
    if fold(card.name) != fold(other.name) or unlikeness(card.name, other.name) > 1:
        return card
    theirs = {fold(face.name): face for face in other.faces}
    faces = [_colored(face, theirs.get(fold(face.name))) for face in card.faces]
    for name in missing_faces(card):
        found = theirs.get(fold(name))
        if found is None:
            break
        faces.append(replace(found, card_name=card.name, layout=card.layout, is_front=False))
    return replace(card, faces=tuple(faces), relations=card.relations or other.relations)


def _colored(face: RawFace, other: RawFace | None) -> RawFace:
    if other is None or tells_color(face) or not tells_color(other) or other.mana_cost is not None:
        return face
    return replace(face, colors=other.colors, color_indicator=other.color_indicator)
