"""What an object starts from before all layers: printed values by card, face and status."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from layerproof.kb.keywords.keyword_files import does
from layerproof.kb.model.ability import UNTOLD, Ability, Opaque, StationBand
from layerproof.kb.model.card import Card, Face
from layerproof.kb.model.situation import GameObject
from layerproof.kb.rulebook.edition import Edition
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.view import Entry, Instance, in_color_order

_LETTERS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
_SYMBOL = re.compile(r"\{([^}]+)\}")


def symbols(mana_cost: str | None) -> tuple[str, ...]:
    """The symbols of a mana cost without their braces.

    >>> symbols("{2}{G/W}")
    ('2', 'G/W')
    """
    return tuple(_SYMBOL.findall(mana_cost)) if mana_cost else ()


@lru_cache(maxsize=4096)
def cost_value(mana_cost: str | None, x: int = 0) -> int:
    """The mana value of a mana cost: the larger half of a hybrid symbol, 1 for a Phyrexian one, x for each X.

    >>> cost_value("{X}{2/W}{G/P}", 3)
    6
    """
    return sum(max(_part_value(part, x) for part in symbol.split("/")) for symbol in symbols(mana_cost))


def _part_value(part: str, x: int) -> int:
    if part == "P":
        return 0
    if part in ("X", "Y", "Z"):
        return x
    return int(part) if part.isdigit() else 1


@lru_cache(maxsize=4096)
def cost_colors(mana_cost: str | None) -> frozenset[str]:
    """The colors of the mana symbols in a mana cost."""
    parts = {part for symbol in symbols(mana_cost) for part in symbol.split("/")}
    return frozenset(_LETTERS[part] for part in parts if part in _LETTERS)


def face_colors(face: Face) -> frozenset[str]:
    """The colors that a face has by its stated colors, else by color indicator and mana cost together."""
    if face.colors is not None:
        return frozenset(face.colors)
    return cost_colors(face.mana_cost) | frozenset(face.color_indicator)


def printed_number(text: int | str | None) -> int | None:
    """A printed power or toughness: a number as it is, a text with a star with 0 for the star.

    >>> printed_number("1+*"), printed_number("*"), printed_number("7-*")
    (1, 0, 7)
    """
    if text is None or isinstance(text, int):
        return text
    total, sign = 0, 1
    for token in re.findall(r"[0-9]+|[+-]", text):
        if token in "+-":
            sign = 1 if token == "+" else -1
        else:
            total, sign = total + sign * int(token), 1
    return total


def printed_loyalty(text: int | str | None, x: int | None) -> int | None:
    """A printed loyalty: the number, X as announced, else 0."""
    if text is None or isinstance(text, int):
        return text
    return int(text) if text.isdigit() else (x or 0) if text == "X" else 0


def current_face(card: Card, obj: GameObject, own: bool) -> Face:
    """The face, or the halves together, that gives an object its values; own: the card is its own, not a copied one."""
    face = _face_up(card, obj, own)
    return whole(face)


def whole(face: Face) -> Face:
    """The same face. Raises Incomplete where something printed on it is not known."""
    if any(isinstance(each, Opaque) and UNTOLD in each.touches for each in face.abilities):
        raise Incomplete("what the card file does not tell of a face")
    return face


def _face_up(card: Card, obj: GameObject, own: bool) -> Face:
    faces, layout = card.faces, card.layout
    if len(faces) == 1:
        return faces[0]
    there = obj.zone in ("battlefield", "stack")
    half = faces[min(obj.face, len(faces) - 1)]
    if layout in ("transform", "modal_dfc"):
        return half if there and own else faces[0]
    if layout == "adventure":
        return half if obj.zone == "stack" else faces[0]
    if layout == "flip":
        if obj.zone == "battlefield" and obj.flipped:
            upper = faces[0]
            return msgspec.structs.replace(
                faces[1],
                mana_cost=upper.mana_cost,
                colors=in_face_order(face_colors(upper)),
                color_indicator=upper.color_indicator,
            )
        return faces[0]
    if layout == "prototype":
        return prototyped(card) if there and obj.cast_for == "prototype" and own else faces[0]
    if layout == "split":
        return half if obj.zone == "stack" and not _has_both(obj) else halves_together(card)
    if layout == "room":
        if obj.zone == "stack":
            return half
        return _room(card, obj) if obj.zone == "battlefield" else halves_together(card)
    return faces[0]


def in_face_order(colors: frozenset[str]) -> tuple[str, ...]:
    """Colors in the order of the rules, for the record of a face."""
    return tuple(word for word in _LETTERS.values() if word in colors)


def prototyped(card: Card) -> Face:
    """The values of a prototyped spell or permanent: mana cost, power and toughness of the inset frame."""
    inset = card.faces[1]
    return msgspec.structs.replace(
        card.faces[0], mana_cost=inset.mana_cost, power=inset.power, toughness=inset.toughness
    )


def halves_together(card: Card) -> Face:
    """The halves of a split card combined; the names stand in the card."""
    first, second = card.faces
    colors = face_colors(first) | face_colors(second)
    return Face(
        name=first.name,
        mana_cost=added_up(first.mana_cost, second.mana_cost),
        colors=in_face_order(colors),
        supertypes=tuple(dict.fromkeys(first.supertypes + second.supertypes)),
        types=tuple(dict.fromkeys(first.types + second.types)),
        subtypes=tuple(dict.fromkeys(first.subtypes + second.subtypes)),
        abilities=first.abilities + second.abilities,
    )


def added_up(*costs: str | None) -> str | None:
    """Mana costs added up: X, the sum of generic mana, the other symbols in the order of the colors.

    >>> added_up("{1}{R}", "{1}{U}")
    '{2}{U}{R}'
    """
    found = [symbol for cost in costs for symbol in symbols(cost)]
    if not found:
        return None
    generic = sum(int(symbol) for symbol in found if symbol.isdigit())
    order = [symbol for symbol in found if symbol in ("X", "Y", "Z")] + ([str(generic)] if generic else [])
    colored = [symbol for symbol in found if not symbol.isdigit() and symbol not in ("X", "Y", "Z")]
    order += sorted(colored, key=lambda symbol: "WUBRGCS".find(symbol[0]))
    return "".join(f"{{{symbol}}}" for symbol in order)


def _room(card: Card, obj: GameObject) -> Face:
    open_halves = [card.faces[index] for index in obj.unlocked]
    cost = "".join(half.mana_cost or "" for half in open_halves) or None
    abilities: tuple[Ability, ...] = tuple(each for half in open_halves for each in half.abilities)
    return msgspec.structs.replace(
        card.faces[0], name=open_halves[0].name if open_halves else None, mana_cost=cost, abilities=abilities
    )


def _has_both(obj: GameObject) -> bool:
    """Whether a split spell was cast with both of its halves."""
    return obj.cast_for is not None and does(obj.cast_for, "casts both halves")


def _names(card: Card, obj: GameObject, face: Face) -> tuple[str, ...]:
    if card.layout in ("split", "room") and (obj.zone != "stack" or _has_both(obj)) and len(card.faces) > 1:
        shown = obj.unlocked if card.layout == "room" and obj.zone == "battlefield" else range(len(card.faces))
        return tuple(name for index in shown if (name := card.faces[index].name) is not None)
    return () if face.name is None else (face.name,)


def mana_value(card: Card, obj: GameObject, face: Face, own: bool, edition: Edition) -> int:
    """The mana value of printed or copied values; that of a back face by the edition's policy, of a melded permanent
    by both of its cards."""
    x = (obj.x or 0) if obj.zone == "stack" else 0
    back = card.layout == "transform" and own and obj.face == 1 and obj.zone in ("battlefield", "stack")
    if back:
        front = edition.policy("back_face_mana_value") == "front"
        return cost_value(card.faces[0].mana_cost, x) if front else 0
    if own and obj.melded:
        return sum(cost_value(each.faces[0].mana_cost, 0) for each in obj.melded)
    return cost_value(face.mana_cost, x)


def entry_of(card: Card, obj: GameObject, edition: Edition, own: bool = True) -> Entry:
    """The entry of an object that has the values of this card record and nothing else.

    card: its own card, or what a copy effect gave it (own false). The status of the object (which face is up, flipped,
    unlocked halves, what it was cast for) is its own in both cases.
    """
    face = current_face(card, obj, own)
    permanent = obj.zone == "battlefield"
    power, toughness = printed_number(face.power), printed_number(face.toughness)
    if not permanent and any(isinstance(each, StationBand) and each.power is not None for each in face.abilities):
        power = toughness = None
    return Entry(
        id=obj.id,
        card=card if not own else copiable_card(card, obj, face),
        names=_names(card, obj, face),
        mana_cost=face.mana_cost,
        mana_value=mana_value(card, obj, face, own, edition),
        colors=in_color_order(face_colors(face), edition),
        supertypes=frozenset(face.supertypes),
        types=frozenset(face.types),
        subtypes=spelled_out(face.subtypes, edition),
        abilities=tuple(Instance(str(index), each) for index, each in enumerate(face.abilities)),
        power=power,
        toughness=toughness,
        base_power=power,
        base_toughness=toughness,
        loyalty=printed_loyalty(face.loyalty, obj.x),
        defense=face.defense,
        controller=obj.controller if obj.zone in ("battlefield", "stack") else obj.owner,
        battlefield=permanent,
    )


def copiable_card(card: Card, obj: GameObject, face: Face) -> Card:
    """What a copy of an object with its own card takes: of a double-faced or prototyped one only what is up."""
    if len(card.faces) == 1 or card.layout in ("flip", "split", "room", "adventure"):
        return card
    return Card(faces=(face,))


@lru_cache(maxsize=4096)
def spelled_out(words: tuple[str, ...], edition: Edition) -> frozenset[str]:
    """Subtypes with `every creature type`, `every land type` and `every basic land type` spelled out."""
    if not any(word.startswith("every ") for word in words):
        return frozenset(words)
    found: set[str] = set()
    for word in words:
        if word == "every creature type":
            found.update(edition.vocabulary.creature_types)
        elif word == "every land type":
            found.update(edition.vocabulary.land_types)
        elif word == "every basic land type":
            found.update(edition.vocabulary.basic_land_types)
        elif word == "every nonbasic land type":
            found.update(edition.vocabulary.nonbasic_land_types)
        else:
            found.add(word)
    return frozenset(found)
