"""Scryfall's bulk files (`oracle-cards` and its like): an array of cards, some of which have `card_faces`."""

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
    type_line,
    words,
)
from layerproof.kb.model.raw_card import RawCard, RawFace, Relation

# What is not asked of a card is known by name as well, so that a new key is noticed.
KEYS = words(
    "all_parts arena_id artist artist_ids attraction_lights booster border_color card_back_id card_faces "
    "cardmarket_id cmc collector_number color_identity color_indicator colors content_warning defense digital "
    "edhrec_rank finishes flavor_name flavor_text foil frame frame_effects full_art game_changer games "
    "hand_modifier highres_image id illustration_id image_status image_uris keywords lang layout legalities "
    "life_modifier loyalty mana_cost mtgo_foil_id mtgo_id multiverse_ids name nonfoil object oracle_id "
    "oracle_text oversized penny_rank power preview prices printed_name printed_text printed_type_line "
    "prints_search_uri produced_mana promo promo_types purchase_uris rarity related_uris released_at reprint "
    "reserved resource_id rulings_uri scryfall_set_uri scryfall_uri security_stamp set set_id set_name "
    "set_search_uri set_type set_uri story_spotlight tcgplayer_etched_id tcgplayer_id textless toughness "
    "type_line uri variation variation_of watermark"
)


def read_scryfall(stream: JsonStream, notes: Notes) -> Iterator[RawCard]:
    """Read the cards of a Scryfall file one after the other.

    stream: at the beginning of the array. notes: takes counts and what is odd. Returns raw cards; raises
    KnowledgeError with the place where the file is malformed or truncated. Source: Scryfall's documentation of card
    objects. It does not promise that every card is one of the game: look at the layout.
    """
    for _ in stream.array():
        entry = stream.value()
        notes.entries += 1
        name = text_of(entry.get("name")) if isinstance(entry, dict) else None
        if not name:
            notes.note("no name, not loaded", f"entry {notes.entries}")
            continue
        notes.unknown_keys(entry, KEYS, name)
        yield from (note_card(card, notes) for card in cards_of(entry, name, notes))


def cards_of(entry: dict[str, Any], name: str, notes: Notes) -> list[RawCard]:
    """Make the card of an entry; each side of a reversible card is a card of its own."""
    listed = entry.get("card_faces")
    faces = [face for face in listed if isinstance(face, dict)] if isinstance(listed, list) else []
    if entry.get("layout") == "reversible_card" and faces:
        names = [text_of(face.get("name")) or name for face in faces]
        cards = []
        for group in sides_of(names):
            side = [faces[index] for index in group]
            layout = layout_of_side(side[0].get("layout"), len(side))
            whole = " // ".join(names[index] for index in group)
            cards.append(_card({**entry, "type_line": None, "layout": layout}, whole, side, notes))
        return cards
    return [_card(entry, name, faces, notes)]


def _card(entry: dict[str, Any], name: str, faces: list[dict[str, Any]], notes: Notes) -> RawCard:
    lines = (text_of(entry.get("type_line")) or "").split(" // ")
    pieces = [type_line(text_of(face.get("type_line")) or _at(lines, i)) for i, face in enumerate(faces or [entry])]
    _, types, subtypes = pieces[0]
    layout = layout_of(entry.get("layout"), types, subtypes, name, notes)
    made = []
    for index, face in enumerate(faces or [entry]):
        supertypes, types, subtypes = pieces[index]
        # Halves of one face share the colors that the card as a whole is given.
        colors = colors_of(face.get("colors"))
        if colors is None and index == 0 and layout == "flip":
            colors = colors_of(entry.get("colors"))
        made.append(
            RawFace(
                name=text_of(face.get("name")) or name,
                mana_cost=mana_cost_of(face.get("mana_cost")),
                supertypes=supertypes,
                types=types,
                subtypes=subtypes,
                oracle_text=text_of(face.get("oracle_text")) or "",
                power=text_of(face.get("power")),
                toughness=text_of(face.get("toughness")),
                loyalty=text_of(face.get("loyalty")),
                defense=text_of(face.get("defense")),
                colors=colors,
                color_indicator=colors_of(face.get("color_indicator")) or (),
                layout=layout,
                card_name=name,
                is_front=index == 0,
            )
        )
    return RawCard(name, layout, tuple(made), _relations(entry, name), _casual(entry))


# What is printed on cards that the rules do not cover, and what playtest cards are called.
_MARKS = (("border_color", "silver"), ("security_stamp", "acorn"), ("promo_types", "playtest"))


def _casual(entry: Mapping[str, Any]) -> bool | None:
    if not any(key in entry for key, _ in _MARKS):
        return None
    return any(word == entry.get(key) or word in list(entry.get(key) or ()) for key, word in _MARKS)


def _at(items: list[str], index: int) -> str:
    return items[index] if index < len(items) else ""


def _relations(entry: Mapping[str, Any], name: str) -> tuple[Relation, ...]:
    parts = [part for part in entry.get("all_parts") or () if isinstance(part, dict)]
    pairs = [(text_of(part.get("component")) or "related", text_of(part.get("name")) or "") for part in parts]
    # The list names the card itself among the others, whatever its own part is.
    return tuple(Relation(kind, other) for kind, other in dict.fromkeys(pairs) if other and other != name)
