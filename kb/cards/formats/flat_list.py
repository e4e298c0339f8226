"""Flat lists: an array of faces with MTGJSON's words, where the back of a card follows as an entry of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from layerproof.kb.cards.formats.json_stream import JsonStream
from layerproof.kb.cards.formats.mtgjson import KEYS as ATOMIC_KEYS
from layerproof.kb.cards.formats.mtgjson import face_in_words
from layerproof.kb.cards.formats.normal_words import (
    Notes,
    layout_of,
    layout_of_side,
    note_card,
    sides_of,
    text_of,
    type_lists,
)
from layerproof.kb.cards.names import parts_of
from layerproof.kb.model.raw_card import RawCard, Relation

KEYS = ATOMIC_KEYS | {"back", "front", "face"}


def read_flat(stream: JsonStream, notes: Notes) -> Iterator[RawCard]:
    """Read the cards of a flat list one after the other; a front face and its back make one card.

    stream: at the beginning of the array. notes: takes counts and what is odd. Returns raw cards, those with two
    entries when the second is read, or at the end of the file if it never comes. Raises KnowledgeError with the place
    where the file is malformed or truncated. Source: the list itself. It does not promise faces that the list lacks.
    """
    fronts: dict[str, RawCard] = {}
    backs: dict[str, RawCard] = {}
    for _ in stream.array():
        entry = stream.value()
        notes.entries += 1
        name = text_of(entry.get("name")) if isinstance(entry, dict) else None
        if not name:
            notes.note("no name, not loaded", f"entry {notes.entries}")
            continue
        notes.unknown_keys(entry, KEYS, name)
        card = _card(entry, name, notes)
        back, front = text_of(entry.get("back")), text_of(entry.get("front"))
        if back is not None and back in backs:
            yield note_card(_joined(card, backs.pop(back)), notes)
        elif back is not None:
            fronts[back] = card
        elif entry.get("face") == "back" and name in fronts:
            yield note_card(_joined(fronts.pop(name), card), notes)
        elif entry.get("face") == "back" and front is not None:
            backs[name] = card
        else:
            yield note_card(card, notes)
    for card in fronts.values():
        yield note_card(card, notes)
    for card in backs.values():
        notes.note("back without a front", card.name)
        yield note_card(card, notes)


def _joined(front: RawCard, back: RawCard) -> RawCard:
    behind = replace(back.faces[0], card_name=front.name, layout=front.layout, is_front=False)
    return replace(front, faces=(*front.faces, behind))


def _card(entry: dict[str, Any], name: str, notes: Notes) -> RawCard:
    own, *others = parts_of(name)
    _, types, subtypes = type_lists(entry)
    given = entry.get("layout")
    relations: tuple[Relation, ...] = ()
    if given == "meld" and others:
        name, relations = own, tuple(Relation("meld_result", each) for each in others)
    elif given == "reversible_card":
        first, *rest = sides_of([own, *others])
        name, given = " // ".join(parts_of(name)[index] for index in first), layout_of_side(None, len(first))
        for side in rest:
            notes.note("face not told", [own, *others][side[0]])
    elif given in (None, "normal") or others == []:
        own = name
    layout = layout_of(given, types, subtypes, name, notes)
    face = face_in_words(entry, own, layout, name, entry.get("face") != "back")
    casual = None if "isFunny" not in entry else entry["isFunny"] is True
    return RawCard(name, layout, (face,), relations, casual)
