"""Copiable values: merged and face-down permanents, and what a copy of an object takes."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.model import modification as m
from layerproof.kb.model.ability import Ability, Static
from layerproof.kb.model.card import Card, Face
from layerproof.kb.model.situation import GameObject
from layerproof.kb.shorthand import keyword
from layerproof.solver.layers.changing import change_types, replace
from layerproof.solver.layers.scene import Scene, Undecided
from layerproof.solver.layers.view import COLOR_ORDER, Entry, Instance, cost_value, entry_of_face, instances

_WARDED = (keyword("ward {2}"),)


def merged_entry(item: GameObject, entry: Entry) -> Entry:
    """The entry of a merged permanent: its topmost component, with the abilities of all (rule key merge.topmost)."""
    top = item.components[0]
    face = top.card.faces[top.face]
    if top.face_down:
        face = Face(None, ("creature",), power=2, toughness=2)
    value = cost_value((top.card.faces[0] if top.card.layout == "transform" else face).mana_cost)
    taken = entry_of_face(face, top.card, entry.controller, value)
    abilities = taken.abilities
    for number, component in enumerate(item.components):
        if number and not component.face_down:
            abilities += instances(component.card.faces[component.face].abilities, prefix=f"m{number}.")
    return replace(taken, abilities=abilities)


def face_down_entry(item: GameObject, entry: Entry) -> Entry:
    """The entry of a face-down object (rule keys face_down.characteristics, face_down.default)."""
    if item.down is not None:
        face = item.down
    else:
        abilities: tuple[Ability, ...] = _WARDED if item.face_down in ("disguise", "cloak") else ()
        face = Face(None, ("creature",), power=2, toughness=2, abilities=abilities)
    taken = entry_of_face(face, Card((face,)), entry.controller, cost_value(face.mana_cost))
    return replace(taken, cant_have=entry.cant_have)


def flipped_entry(entry: Entry) -> Entry:
    """The entry of a flipped permanent whose copiable values have a lower half (rule key flip.bottom_half)."""
    card = entry.card
    if card.layout != "flip" or len(card.faces) < 2:
        return entry
    lower = entry_of_face(card.faces[1], card, entry.controller, entry.mana_value)
    return replace(lower, mana_cost=entry.mana_cost, colors=entry.colors)


def face_of_entry(entry: Entry) -> Face:
    """The face that has the copiable values of an entry."""
    return Face(
        name=" // ".join(entry.names) if entry.names else None,
        types=tuple(sorted(entry.types)),
        mana_cost=entry.mana_cost,
        colors=tuple(color for color in COLOR_ORDER if color in entry.colors),
        supertypes=tuple(sorted(entry.supertypes)),
        subtypes=tuple(sorted(entry.subtypes)),
        power=entry.power,
        toughness=entry.toughness,
        loyalty=entry.loyalty,
        defense=entry.defense,
        abilities=tuple(each.ability for each in entry.abilities),
    )


def copied_card(scene: Scene, item: GameObject, entry: Entry, exceptions: tuple[Any, ...], keep: tuple[str, ...]) -> Card:
    """The card record with the copiable values of an object, as exceptions change them.

    item, entry: the object that is copied and its entry after layer 1, before flipping. A flip card is copied with
    both halves, a prototyped permanent with its small values, a back face as a face by itself. Sources: rule keys
    copy.copiable_values, copy.exceptions and its parts, flip.halves, prototype.permanent_copied.
    """
    card = entry.card
    if card.layout == "flip" and len(card.faces) == 2 and item.face_down is None:
        faces = tuple(_with_exceptions(face, exceptions, keep, scene) for face in card.faces)
        return Card(faces, "flip")
    return Card((_with_exceptions(face_of_entry(entry), exceptions, keep, scene),))


def token_card(scene: Scene, item: GameObject, entry: Entry, exceptions: tuple[Any, ...]) -> tuple[Card, int]:
    """The card record of a token that is created as a copy, and which of its faces is up.

    A token that copies a double-faced permanent is double-faced by the policy of the edition, unless the permanent is
    itself a copy of something else (rule key copy.double_faced_token).
    """
    own = entry.card is item.card
    both = scene.edition.policy("double_faced_token_copy") == "both_faces"
    if own and both and item.card.layout == "transform" and item.face_down is None and not item.components:
        faces = tuple(_with_exceptions(face, exceptions, (), scene) for face in item.card.faces)
        return Card(faces, "transform"), item.face
    return copied_card(scene, item, entry, exceptions, ()), 0


def _with_exceptions(face: Face, exceptions: tuple[Any, ...], keep: tuple[str, ...], scene: Scene) -> Face:
    for mod in exceptions:
        match mod:
            case m.SetName(name=name):
                face = replace(face, name=name)
            case m.AddAbilities(abilities=abilities):
                face = replace(face, abilities=(*face.abilities, *abilities))
            case m.RemoveAllAbilities():
                face = replace(face, abilities=())
            case m.SetBasePT(power=power, toughness=toughness):
                face = _without_cda(face, ("power", "toughness"))
                face = replace(face, power=_number(power), toughness=_number(toughness))
            case m.SetColors(colors=colors):
                face = replace(_without_cda(face, ("color",)), colors=tuple(colors), color_indicator=())
            case m.AddColors(colors=colors):
                now = set(face.colors or ()) | set(colors)
                face = replace(face, colors=tuple(color for color in COLOR_ORDER if color in now))
            case m.AddTypes() | m.SetTypes() | m.RemoveTypes() | m.SetSubtypes() | m.RemoveSubtypes():
                if isinstance(mod, m.SetSubtypes):
                    face = _without_cda(face, ("subtype",))
                elif isinstance(mod, m.AddTypes) and mod.subtypes:
                    if scene.edition.policy("copy_exception_added_types") == "drops_cda":
                        face = _without_cda(face, ("subtype",))
                face = _types_changed(face, mod, scene)
            case _:
                raise Undecided(f"a copy with the exception {mod!r} is not modelled")
    kept = tuple({"power": "power", "toughness": "toughness", "color": "color"}.get(word, "") for word in keep)
    return _without_cda(face, tuple(word for word in kept if word))


def _number(value: Any) -> int | None:
    if value is None or isinstance(value, int):
        return value
    raise Undecided("a copy with a counted power or toughness is not modelled")


def _types_changed(face: Face, mod: Any, scene: Scene) -> Face:
    entry = entry_of_face(face, Card((face,)), "", 0)
    changed = change_types(mod, entry, scene.words)
    return replace(
        face,
        types=tuple(sorted(changed.types)),
        subtypes=tuple(sorted(changed.subtypes)),
        supertypes=tuple(sorted(changed.supertypes)),
    )


def _without_cda(face: Face, what: tuple[str, ...]) -> Face:
    """The face without the characteristic-defining abilities of what an exception states (copy.exceptions.no_cda)."""
    kept = tuple(ability for ability in face.abilities if not (what and _defines(ability) & set(what)))
    return face if len(kept) == len(face.abilities) else replace(face, abilities=kept)


def _defines(ability: Any) -> set[str]:
    from layerproof.solver.layers.participants import static_effects

    if not isinstance(ability, Static) and not static_effects(ability):
        return set()
    defined: set[str] = set()
    for effect in static_effects(ability):
        if effect.cda:
            for mod in effect.effect.mods:
                match mod:
                    case m.DefinePT(power=power, toughness=toughness):
                        defined |= {"power"} if power is not None else set()
                        defined |= {"toughness"} if toughness is not None else set()
                    case m.SetColors() | m.AddColors():
                        defined.add("color")
                    case m.AddTypes() | m.SetSubtypes():
                        defined.add("subtype")
    return defined


__all__ = ["Instance", "copied_card", "face_down_entry", "face_of_entry", "flipped_entry", "merged_entry", "msgspec", "token_card"]
