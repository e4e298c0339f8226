"""Copiable values: merged and face-down permanents, and what a copy of an object takes."""

from __future__ import annotations

from typing import Any

from layerproof.kb.keywords.face_down_objects import abilities_down
from layerproof.kb.model import modification as m
from layerproof.kb.model.ability import Ability
from layerproof.kb.model.card import Card, Face
from layerproof.kb.model.costs.mana import COLORS
from layerproof.kb.model.situation import GameObject
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.wording.plain_words import in_words
from layerproof.solver.layers.changing import change_types, replace
from layerproof.solver.layers.scene import Scene, Undecided
from layerproof.solver.layers.view import (
    Entry,
    cost_value,
    current_face,
    entry_of_face,
    face_colors,
    instances,
    values_of,
)


def merged_entry(item: GameObject, entry: Entry, edition: Edition) -> Entry:
    """The entry of a merged permanent: its topmost component, with the abilities of all (rule key merge.topmost).

    The component that was the permanent before has the values that the permanent has so far.
    """
    faces: list[Face] = []
    for component in item.components:
        if component.face_down and (component is not item.components[0] or item.face_down is not None):
            faces.append(Face(None, ("creature",), power=2, toughness=2))
        elif component.card == item.card:
            faces.append(current_face(entry.card, item, own=False))
        else:
            own = replace(item, face=component.face, cast_for=None)
            faces.append(current_face(component.card, own, own=True))
    below = tuple(ability for face in faces[1:] for ability in face.abilities)
    card = Card((replace(faces[0], abilities=(*faces[0].abilities, *below)),))
    taken = replace(values_of(card, item, edition, own=False), controller=entry.controller)
    abilities = instances(faces[0].abilities)
    for number, face in enumerate(faces[1:], 1):
        abilities += instances(face.abilities, prefix=f"m{number}.")
    return replace(taken, abilities=abilities)


def face_down_entry(item: GameObject, entry: Entry) -> Entry:
    """The entry of a face-down object (rule keys face_down.characteristics, face_down.default)."""
    if item.down is not None:
        face = item.down
    else:
        abilities: tuple[Ability, ...] = abilities_down(item.face_down)
        face = Face(None, ("creature",), power=2, toughness=2, abilities=abilities)
    taken = entry_of_face(face, Card((face,)), entry.controller, cost_value(face.mana_cost))
    return replace(taken, cant_have=entry.cant_have)


def shaped_entry(item: GameObject, entry: Entry, mods: tuple[Any, ...], scene: Scene) -> Entry:
    """The entry of an object whose copiable values a choice made as it entered changes (rule key choice.as_enters)."""
    faces = tuple(_with_exceptions(face, mods, (), scene, whole=True) for face in entry.card.faces)
    taken = values_of(Card(faces, entry.card.layout), item, scene.edition, own=False)
    return replace(taken, controller=entry.controller)


def copied_card(scene: Scene, entry: Entry, exceptions: tuple[Any, ...], keep: tuple[str, ...]) -> Card:
    """The card record with the copiable values of an object, as exceptions change them.

    entry: the copiable values of the object that is copied. A flip card is copied with both halves, a prototyped
    permanent with its small values, a back face as a face by itself. Sources: rule keys copy.copiable_values,
    copy.exceptions and its parts, flip.halves, prototype.permanent_copied.
    """
    return _excepted(scene, entry.card, exceptions, keep)


def token_card(scene: Scene, item: GameObject, entry: Entry, exceptions: tuple[Any, ...]) -> tuple[Card, int]:
    """The card record of a token that is created as a copy, and which of its faces is up.

    A token that copies a double-faced permanent is double-faced by the policy of the edition, unless the permanent is
    itself a copy of something else (rule key copy.double_faced_token).
    """
    copied = any(
        isinstance(mod, m.TakeValues)
        for effect in scene.situation.effects
        if effect.objects is not None and item.id in effect.objects
        for mod in effect.mods
    )
    both = scene.edition.policy("double_faced_token_copy") == "both_faces"
    double = item.card.layout in ("transform", "modal_dfc") and item.face_down is None and not item.components
    if double and both and not copied:
        return _excepted(scene, item.card, exceptions, ()), item.face
    return _excepted(scene, entry.card, exceptions, ()), 0


def _excepted(scene: Scene, card: Card, exceptions: tuple[Any, ...], keep: tuple[str, ...]) -> Card:
    if not exceptions and not keep:
        return card
    faces = tuple(_with_exceptions(face, exceptions, keep, scene) for face in card.faces)
    return Card(faces, card.layout)


def _with_exceptions(
    face: Face, exceptions: tuple[Any, ...], keep: tuple[str, ...], scene: Scene, whole: bool = False
) -> Face:
    """A face as exceptions change it; what they state is not also defined by its abilities, unless `whole`."""
    if not whole:
        face = _without_cda(face, _stated(exceptions, keep, scene))
    for mod in exceptions:
        match mod:
            case m.SetName(name=name):
                face = replace(face, name=name)
            case m.SetManaCost(mana_cost=cost):
                face = replace(face, mana_cost=cost)
            case m.AddAbilities(abilities=abilities):
                face = replace(face, abilities=(*face.abilities, *abilities))
            case m.RemoveAllAbilities():
                face = replace(face, abilities=())
            case m.SetBasePT(power=power, toughness=toughness):
                face = replace(
                    face,
                    power=face.power if power is None else _number(power),
                    toughness=face.toughness if toughness is None else _number(toughness),
                )
            case m.SetColors(colors=colors):
                face = replace(face, colors=_in_order(frozenset(colors)), color_indicator=())
            case m.AddColors(colors=colors):
                face = replace(face, colors=_in_order(face_colors(face) | frozenset(colors)))
            case m.AddTypes() | m.SetTypes() | m.RemoveTypes() | m.SetSubtypes() | m.RemoveSubtypes():
                face = _types_changed(face, mod, scene)
            case m.RuleEffect():
                pass
            case _:
                raise Undecided(f"a copy with the exception “{in_words(mod)}” is not modelled")
    return face


def _in_order(colors: frozenset[str]) -> tuple[str, ...]:
    return tuple(color for color in COLORS if color in colors)


# A color that an exception adds: the rule exempts added types from leaving out what defines them, and is silent here.
ADDED_COLOR = "color besides"


def _stated(exceptions: tuple[Any, ...], keep: tuple[str, ...], scene: Scene) -> frozenset[str]:
    """The characteristics that a copy effect states or does not copy, whose defining abilities are not copied
    (rule key copy.exceptions.no_cda)."""
    found = {word for word in keep if word in ("power", "toughness", "color")}
    drops = scene.edition.policy("copy_exception_added_types") == "drops_cda"
    for mod in exceptions:
        match mod:
            case m.SetBasePT(power=power, toughness=toughness):
                found |= {"power"} if power is not None else set()
                found |= {"toughness"} if toughness is not None else set()
            case m.SetColors():
                found.add("color")
            case m.AddColors():
                found.add("color" if drops else ADDED_COLOR)
            case m.SetTypes() | m.SetSubtypes():
                found.add("type")
            case m.AddTypes(types=types, subtypes=subtypes) if drops and (types or subtypes):
                found.add("type")
            case _:
                pass
    return frozenset(found)


def _number(value: Any) -> int | None:
    if value is None or isinstance(value, int):
        return value
    raise Undecided("a copy with a counted power or toughness is not modelled")


def _types_changed(face: Face, mod: Any, scene: Scene) -> Face:
    """The type line after an exception, its words in their order, new ones last."""
    entry = entry_of_face(face, Card((face,)), "", 0)
    changed = change_types(mod, entry, scene.edition)
    given = (*getattr(mod, "subtypes", ()), *getattr(mod, "types", ()), *getattr(mod, "supertypes", ()))

    def ordered(before: tuple[str, ...], after: frozenset[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(word for word in (*before, *given) if word in after))

    return replace(
        face,
        types=ordered(face.types, changed.types),
        subtypes=ordered(face.subtypes, changed.subtypes),
        supertypes=ordered(face.supertypes, changed.supertypes),
    )


def _without_cda(face: Face, what: frozenset[str]) -> Face:
    """The face without the characteristic-defining abilities of what an exception states (copy.exceptions.no_cda)."""
    if ADDED_COLOR in what and (face.color_indicator or any("color" in _defines(each) for each in face.abilities)):
        raise Undecided("whether a copy that has a color besides has what else defines the color of the original")
    kept = tuple(ability for ability in face.abilities if not (what and _defines(ability) & what))
    if "color" in what:
        face = replace(face, color_indicator=())
    return face if len(kept) == len(face.abilities) else replace(face, abilities=kept)


def _defines(ability: Any) -> set[str]:
    from layerproof.solver.layers.participants import static_effects

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
                        defined.add("type")
    return defined
