"""MTGJSON's `AtomicCards`: an object whose `data` maps each whole name to the array of the card's faces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from layerproof.kb.cards.formats.json_stream import JsonStream
from layerproof.kb.cards.formats.normal_words import (
    Notes,
    colors_of,
    layout_of,
    layout_of_side,
    mana_cost_of,
    note_card,
    sides_of,
    text_of,
    told_colors,
    type_lists,
    words,
)
from layerproof.kb.cards.names import parts_of
from layerproof.kb.model.raw_card import RawCard, RawFace, Relation

KEYS = words(
    "asciiName attractionLights cardParts colorIdentity colorIndicator colors convertedManaCost defense "
    "edhrecRank edhrecSaltiness faceConvertedManaCost faceManaValue faceName firstPrinting foreignData hand "
    "hasAlternativeDeckLimit identifiers isFunny isGameChanger isReserved keywords layout leadershipSkills "
    "legalities life loyalty manaCost manaValue name otherFaceIds power printings producedMana purchaseUrls "
    "relatedCards rulings side subsets subtypes supertypes text toughness type types uuid"
)


def read_mtgjson(stream: JsonStream, notes: Notes) -> Iterator[RawCard]:
    """Read the cards of an AtomicCards file one after the other.

    stream: at the beginning of the object; `data` may also be the whole of it. notes: takes counts and what is odd.
    Returns raw cards; raises KnowledgeError with the place where the file is malformed or truncated. Source: MTGJSON's
    documentation of the atomic card model. It does not promise an order of the cards.
    """
    for key in stream.members():
        if key == "data" and stream.peek() == "{":
            for name in stream.members():
                yield from _entry(name, stream.value(), notes)
        elif key == "meta":
            stream.value()
        else:
            yield from _entry(key, stream.value(), notes)


def _entry(name: str, entry: object, notes: Notes) -> Iterator[RawCard]:
    notes.entries += 1
    name = text_of(name) or f"entry {notes.entries}"
    faces = [face for face in entry if isinstance(face, dict)] if isinstance(entry, list) else []
    if not faces:
        notes.note("no faces, not loaded", name)
        return
    for face in faces:
        notes.unknown_keys(face, KEYS, name)
    if faces[0].get("layout") == "reversible_card":
        names = [_face_name(face, name) for face in faces]
        for group in sides_of(names):
            layout = layout_of_side(None, len(group))
            side = [{**faces[index], "layout": layout, "faceName": names[index]} for index in group]
            yield note_card(_card(" // ".join(names[index] for index in group), side, notes), notes)
    elif faces[0].get("layout") == "meld" and len(faces) == 1:
        yield note_card(_meld(name, faces[0], notes), notes)
    elif len({face.get("side") for face in faces}) < len(faces) and len(parts_of(name)) == 1:
        # Several cards of one name, as some joke cards are: no faces of one card.
        for face in faces:
            yield note_card(_card(name, [face], notes), notes)
    else:
        faces.sort(key=lambda face: text_of(face.get("side")) or "")
        yield note_card(_card(name, faces, notes), notes)


def _face_name(face: Mapping[str, Any], name: str) -> str:
    return text_of(face.get("faceName")) or parts_of(name)[0]


def _meld(name: str, face: Mapping[str, Any], notes: Notes) -> RawCard:
    """A part that melds is named with its result in the file; in the game it has its own name alone."""
    own = _face_name(face, name)
    card = _card(own, [{**face, "faceName": own}], notes)
    results = [each for each in parts_of(name) if each != own]
    results_of = tuple(Relation("meld_result", each) for each in results)
    return RawCard(own, card.layout, card.faces, results_of, card.casual)


def _card(name: str, faces: list[dict[str, Any]], notes: Notes) -> RawCard:
    parts = parts_of(name)
    made = []
    _, types, subtypes = type_lists(faces[0])
    layout = layout_of(faces[0].get("layout"), types, subtypes, name, notes)
    for index, face in enumerate(faces):
        own = text_of(face.get("faceName")) or parts[min(index, len(parts) - 1)]
        made.append(face_in_words(face, own, layout, name, index == 0))
    # The mark is left out of an entry where it is not so.
    return RawCard(name, layout, tuple(made), (), any(face.get("isFunny") is True for face in faces))


def face_in_words(entry: Mapping[str, Any], name: str, layout: str, card_name: str, is_front: bool) -> RawFace:
    """Read a face from an entry with MTGJSON's words.

    entry: of one face. name, layout, card_name, is_front: as the face is to have them. Returns the raw face; what is
    not there, or is not of its form, is left out. Source: MTGJSON's data models. It raises nothing.

    >>> face_in_words({"text": "Flying", "power": "2"}, "Glorious Example", "normal", "Glorious Example", True).power
    '2'
    """
    supertypes, types, subtypes = type_lists(entry)
    return RawFace(
        name=name,
        mana_cost=mana_cost_of(entry.get("manaCost")),
        supertypes=supertypes,
        types=types,
        subtypes=subtypes,
        oracle_text=text_of(entry.get("text")) or "",
        power=text_of(entry.get("power")),
        toughness=text_of(entry.get("toughness")),
        loyalty=text_of(entry.get("loyalty")),
        defense=text_of(entry.get("defense")),
        colors=told_colors(entry),
        color_indicator=colors_of(entry.get("colorIndicator")) or (),
        layout=layout,
        card_name=card_name,
        is_front=is_front,
    )
