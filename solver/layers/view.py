"""The view: the characteristics of every object at one point of the derivation."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec

from layerproof.kb.keywords.keyword_files import does
from layerproof.kb.model.ability import UNTOLD, Ability, Opaque, StationBand
from layerproof.kb.model.card import Card, Face
from layerproof.kb.model.costs.mana import COLORED, COLORS
from layerproof.kb.model.situation import GameObject
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.vocabulary import Vocabulary

BASIC_LANDS = ("Plains", "Island", "Swamp", "Mountain", "Forest")
_SYMBOL = re.compile(r"\{([^}]+)\}")
NONE: frozenset[str] = frozenset()


class Instance(msgspec.Struct, frozen=True):
    """One ability that an object has: its name in proofs, the record, the timestamp of the effect that created it (0
    for an ability of the object's own text), whether it is text of the object rather than granted by an effect, and the
    object whose effect granted it, which the ability means by that object's name (rule key
    name.self_reference.granting)."""

    name: str
    ability: Ability
    timestamp: int = 0
    text: bool = True
    granter: int | None = None


class Entry(msgspec.Struct, frozen=True):
    """The characteristics of one object in a view, and who controls it.

    intrinsic: whether it still has the mana abilities that its basic land types give. card: the card record whose
    values are its copiable values so far, from which a flipped permanent takes its other half.
    """

    names: tuple[str, ...]
    mana_cost: str | None
    mana_value: int
    colors: frozenset[str]
    supertypes: frozenset[str]
    types: frozenset[str]
    subtypes: frozenset[str]
    abilities: tuple[Instance, ...]
    power: int | None
    toughness: int | None
    base_power: int | None
    base_toughness: int | None
    loyalty: int | None
    defense: int | None
    controller: str
    card: Card
    intrinsic: bool = True
    cant_have: frozenset[str] = NONE


View = dict[int, Entry]


@cache
def cost_colors(mana_cost: str | None) -> frozenset[str]:
    """The colors of the mana symbols in a mana cost (rule key color.from_mana_cost).

    >>> sorted(cost_colors("{2/W}{U/P}"))
    ['blue', 'white']
    """
    symbols = _SYMBOL.findall(mana_cost or "")
    return frozenset(COLORED[part] for symbol in symbols for part in symbol.split("/") if part in COLORED)


@cache
def cost_value(mana_cost: str | None, x: int = 0) -> int:
    """The mana value of a mana cost; `x` is what X stands for (rule keys mana_value.definition, mana_value.x).

    >>> cost_value("{X}{2/W}{U/P}{G}", 3)
    7
    """
    return sum(_symbol_value(symbol, x) for symbol in _SYMBOL.findall(mana_cost or ""))


def _symbol_value(symbol: str, x: int) -> int:
    if symbol == "X":
        return x
    return max(int(part) if part.isdigit() else 1 for part in symbol.split("/") if part != "P")


def star_number(text: int | str | None) -> int | None:
    """A printed power or toughness as a number, a star counting as 0 (rule key power_toughness.star_defined).

    >>> star_number("1+*"), star_number("*"), star_number(3), star_number("7-*")
    (1, 0, 3, 7)
    """
    if text is None or isinstance(text, int):
        return text
    numbers = re.findall(r"-?[0-9]+", text)
    return int(numbers[0]) if numbers else 0


def face_colors(face: Face) -> frozenset[str]:
    """The colors of a face: as given, else from its color indicator and its mana cost."""
    if face.colors is not None:
        return frozenset(face.colors)
    return frozenset(face.color_indicator) | cost_colors(face.mana_cost)


def number_or_none(text: int | str | None, x: int | None = None) -> int | None:
    """A printed loyalty as a number; X is what was announced, any other text counts as 0."""
    if text is None or isinstance(text, int):
        return text
    return int(text) if text.isdigit() else (x or 0) if text == "X" else 0


def entry_of_face(face: Face, card: Card, controller: str, mana_value: int) -> Entry:
    """The entry that the characteristics of one face make."""
    power, toughness = star_number(face.power), star_number(face.toughness)
    return Entry(
        names=() if face.name is None else (face.name,),
        mana_cost=face.mana_cost,
        mana_value=mana_value,
        colors=face_colors(face),
        supertypes=frozenset(face.supertypes),
        types=frozenset(face.types),
        subtypes=frozenset(face.subtypes),
        abilities=instances(face.abilities),
        power=power,
        toughness=toughness,
        base_power=power,
        base_toughness=toughness,
        loyalty=number_or_none(face.loyalty),
        defense=face.defense,
        controller=controller,
        card=card,
    )


@cache
def _named(abilities: tuple[Ability, ...], prefix: str, start: int) -> tuple[Instance, ...]:
    return tuple(Instance(f"{prefix}{start + index}", ability) for index, ability in enumerate(abilities))


def instances(abilities: tuple[Ability, ...], prefix: str = "", start: int = 0) -> tuple[Instance, ...]:
    """The instances of the abilities of an object's text, named by their index."""
    return _named(abilities, prefix, start) if abilities else ()


def printed(item: GameObject, edition: Edition) -> Entry:
    """The characteristics that an object starts from: those printed on it, by zone, face and status.

    item: the object. Returns an entry whose controller is that of no effect. Source: rule key layers.start and the
    keys of the layouts (double_faced, flip, split, room, adventure, prototype, station).
    """
    kept = _printed.get(id(item))
    if kept is not None and kept[0] is item and kept[1] == edition.name:
        return kept[2]
    if len(_printed) >= MOST_KEPT:
        _printed.clear()
    entry = values_of(item.card, item, edition, own=True)
    _printed[id(item)] = (item, edition.name, entry)
    return entry


# An object that nothing happens to is the same record in one derivation after the other.
_printed: dict[int, tuple[GameObject, str, Entry]] = {}
MOST_KEPT = 4096
_WHOLE = ("flip", "split", "room", "adventure", "omen")


def current_face(card: Card, item: GameObject, own: bool) -> Face:
    """The face that gives an object its values: its own, or one of a card record whose values it has copied.

    Sources: rule keys double_faced.faces, flip.bottom_half, split.on_stack, room.copiable, adventure.on_stack,
    prototype.prototyped.
    """
    faces, layout = card.faces, card.layout
    if len(faces) == 1:
        return _told(faces[0])
    active, on_stack = item.zone in ("battlefield", "stack"), item.zone == "stack"
    face = faces[0]
    if (layout in ("transform", "modal_dfc") and active and own) or (layout in ("adventure", "omen") and on_stack):
        face = faces[item.face]
    elif layout == "prototype" and active and own and item.cast_for == "prototype":
        small = faces[1]
        face = msgspec.structs.replace(face, mana_cost=small.mana_cost, power=small.power, toughness=small.toughness)
    elif layout == "flip" and item.flipped and item.zone == "battlefield":
        colors = face_colors(face)
        face = msgspec.structs.replace(
            faces[1],
            mana_cost=face.mana_cost,
            colors=tuple(color for color in COLORS if color in colors),
        )
    elif layout in ("split", "room"):
        face = faces[item.face] if on_stack and not _fused(item) else _halves(card, item)
    return _told(face)


def _told(face: Face) -> Face:
    """The same face, if everything printed on it is known."""
    for ability in face.abilities:
        if isinstance(ability, Opaque) and UNTOLD in ability.touches:
            from layerproof.solver.layers.scene import Undecided

            raise Undecided(f"{face.name or 'an object'}: {ability.gloss}")
    return face


def values_of(card: Card, item: GameObject, edition: Edition, own: bool) -> Entry:
    """The entry that a card record gives an object: its own card, or the values it has copied (own false)."""
    face = current_face(card, item, own)
    x = item.x or 0 if item.zone == "stack" else 0
    value = cost_value(face.mana_cost, x)
    if own and card.layout == "transform" and item.face == 1 and item.zone in ("battlefield", "stack"):
        front = edition.policy("back_face_mana_value") == "front"
        value = cost_value(card.faces[0].mana_cost, x) if front else 0
    if own and item.melded:
        # It counts the front faces of its two cards (rule key mana_value.melded).
        value = sum(cost_value(front.faces[0].mana_cost) for front in item.melded)
    copiable = card
    if own and len(card.faces) > 1 and card.layout not in _WHOLE:
        copiable = Card((face,))
    entry = entry_of_face(face, copiable, item.controller, value)
    fields: dict[str, Any] = {}
    if card.layout in ("split", "room") and len(card.faces) > 1 and (item.zone != "stack" or _fused(item)):
        fields["names"] = tuple(name for index in _shown(card, item) if (name := card.faces[index].name) is not None)
    if isinstance(face.loyalty, str) and item.x is not None:
        fields["loyalty"] = number_or_none(face.loyalty, item.x)
    if item.zone != "battlefield" and _stationed(face):
        fields |= {"power": None, "toughness": None, "base_power": None, "base_toughness": None}
    return msgspec.structs.replace(entry, **fields) if fields else entry


def _fused(item: GameObject) -> bool:
    """Whether a split spell is cast with both halves (rule key split.fused)."""
    return item.cast_for is not None and does(item.cast_for, "casts both halves")


def _stationed(face: Face) -> bool:
    return any(isinstance(ability, StationBand) and ability.power is not None for ability in face.abilities)


def _shown(card: Card, item: GameObject) -> tuple[int, ...]:
    """The halves that count: of a Room on the battlefield the unlocked ones, else all."""
    if card.layout == "room" and item.zone == "battlefield":
        return item.unlocked
    return tuple(range(len(card.faces)))


def _halves(card: Card, item: GameObject) -> Face:
    """A split card outside the stack has both halves; a Room on the battlefield its unlocked ones."""
    shown = [card.faces[index] for index in _shown(card, item)]
    colors = frozenset().union(*(face_colors(face) for face in shown)) if shown else NONE
    every = card.faces if card.layout == "split" else card.faces[:1]
    for face in shown:
        _told(face)
    return Face(
        name=shown[0].name if shown else None,
        types=_joined([face.types for face in every]),
        mana_cost=joined_costs(tuple(face.mana_cost for face in shown if face.mana_cost)),
        colors=tuple(color for color in COLORS if color in colors),
        supertypes=_joined([face.supertypes for face in every]),
        subtypes=_joined([face.subtypes for face in every]),
        abilities=tuple(ability for face in shown for ability in face.abilities),
    )


def _joined(lists: list[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for words in lists for word in words))


def joined_costs(costs: tuple[str, ...]) -> str | None:
    """Several mana costs added up into one (rule key split.mana_cost): X, generic mana, then symbols by color.

    >>> joined_costs(("{R}", "{3}{G}"))
    '{3}{R}{G}'
    """
    if len(costs) < 2:
        return costs[0] if costs else None
    symbols = [symbol for cost in costs for symbol in _SYMBOL.findall(cost)]
    generic = sum(int(symbol) for symbol in symbols if symbol.isdigit())
    first = [symbol for symbol in symbols if symbol == "X"]
    rest = sorted((symbol for symbol in symbols if symbol != "X" and not symbol.isdigit()), key=_by_color)
    return "".join(f"{{{symbol}}}" for symbol in [*first, *([str(generic)] if generic else []), *rest])


def _by_color(symbol: str) -> tuple[int, ...]:
    return tuple("WUBRG".find(letter) for letter in symbol.split("/"))


def basic_land_types(entry: Entry) -> tuple[str, ...]:
    """The basic land types for which a land has an intrinsic mana ability now (rule key land.intrinsic_mana)."""
    if not entry.intrinsic or "land" not in entry.types:
        return ()
    return tuple(name for name in BASIC_LANDS if name in entry.subtypes)


def finished(entry: Entry, item: GameObject) -> Entry:
    """The entry at the end of the derivation: numbers that an object of its types does not have are left out.

    The loyalty and the defense of a permanent are its counters (rule keys planeswalker.loyalty, battle.defense).
    """
    in_play = item.zone == "battlefield"
    power, toughness = entry.power, entry.toughness
    base_power, base_toughness = entry.base_power, entry.base_toughness
    if "creature" in entry.types:
        power, toughness = power or 0, toughness or 0
        base_power, base_toughness = base_power or 0, base_toughness or 0
    elif in_play:
        power = toughness = base_power = base_toughness = None
    loyalty = defense = None
    if "planeswalker" in entry.types:
        loyalty = counter_number(item, "loyalty") if in_play else entry.loyalty
    if "battle" in entry.types:
        defense = counter_number(item, "defense") if in_play else entry.defense
    return msgspec.structs.replace(
        entry,
        power=power,
        toughness=toughness,
        base_power=base_power,
        base_toughness=base_toughness,
        loyalty=loyalty,
        defense=defense,
    )


def counter_number(item: GameObject, kind: str) -> int:
    """How many counters of a kind are on an object."""
    return sum(each.number for each in item.counters if each.kind == kind)


@cache
def _creature_types(vocabulary: Vocabulary) -> frozenset[str]:
    return frozenset(vocabulary.creature_types)


def subtypes_plain(subtypes: frozenset[str], vocabulary: Vocabulary) -> list[str]:
    """Subtypes sorted, all creature types together as `every creature type`."""
    every = _creature_types(vocabulary)
    if len(subtypes) >= len(every) and every <= subtypes:
        return sorted([*(subtypes - every), "every creature type"])
    return sorted(subtypes)


def entry_plain(entry: Entry, vocabulary: Vocabulary) -> dict[str, Any]:
    """An entry as plain data, the form it has in proofs (docs/proof-format.md)."""
    return {
        "names": list(entry.names),
        "mana_cost": entry.mana_cost,
        "mana_value": entry.mana_value,
        "colors": [color for color in COLORS if color in entry.colors],
        "supertypes": sorted(entry.supertypes),
        "types": sorted(entry.types),
        "subtypes": subtypes_plain(entry.subtypes, vocabulary),
        "abilities": [each.name for each in entry.abilities]
        + [f"intrinsic {name}" for name in basic_land_types(entry)],
        "power": entry.power,
        "toughness": entry.toughness,
        "base_power": entry.base_power,
        "base_toughness": entry.base_toughness,
        "loyalty": entry.loyalty,
        "defense": entry.defense,
        "controller": entry.controller,
    }
