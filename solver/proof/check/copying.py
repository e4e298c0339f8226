"""Copiable values as card records: what a copy takes, with the exceptions of the copy effect."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model import modification as mo
from layerproof.kb.model.ability import Ability, Keyword, Static
from layerproof.kb.model.card import Card, Face
from layerproof.kb.model.situation import GameObject
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.editions.later_subtypes import known_families
from layerproof.kb.wording.plain_words import in_words
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.printed import current_face, face_colors, in_face_order, printed_number
from layerproof.solver.proof.check.subtypes import goes_with

THIS_ABILITY = "this ability"


def copied_card(
    original: Card,
    exceptions: tuple[mo.Modification, ...],
    keep: tuple[str, ...],
    edition: Edition,
    number: Callable[[object], int],
    this: Ability | None = None,
) -> Card:
    """The record that a copy takes: the copiable values of the original as the exceptions change them.

    original: those values. keep: characteristics that are not copied, whose defining abilities are not copied either.
    number: works out a value. this: the ability with the copy effect, for `this ability`. Both halves of a flip or
    split card are changed alike. Raises Incomplete for an exception that is not interpreted.
    """
    if not exceptions and (not keep or keep == (THIS_ABILITY,)):
        return original if not keep else _with_abilities(original, (this,) if this else ())
    faces = []
    for face in original.faces:
        dropped = _dropped(exceptions, keep, edition)
        if "color or not" in dropped and (
            face.color_indicator or any(defines(each, frozenset({"color"})) for each in face.abilities)
        ):
            raise Incomplete("the color of a copy that is given one more, of what has abilities that define its color")
        kept = tuple(each for each in face.abilities if not defines(each, dropped))
        changed = msgspec.structs.replace(face, abilities=kept)
        if "color" in dropped:
            changed = msgspec.structs.replace(changed, color_indicator=())
        for each in exceptions:
            changed = changed_face(changed, each, edition, number, this)
        if THIS_ABILITY in keep and this is not None:
            changed = msgspec.structs.replace(changed, abilities=(*changed.abilities, this))
        faces.append(changed)
    return Card(faces=tuple(faces), layout=original.layout)


def _with_abilities(card: Card, abilities: tuple[Ability, ...]) -> Card:
    faces = tuple(msgspec.structs.replace(face, abilities=face.abilities + abilities) for face in card.faces)
    return Card(faces=faces, layout=card.layout)


def _dropped(exceptions: tuple[mo.Modification, ...], keep: tuple[str, ...], edition: Edition) -> frozenset[str]:
    """The characteristics whose defining abilities are not copied: power, toughness, color, type."""
    found = {each for each in keep if each in ("power", "toughness", "color")}
    if "pt" in keep:
        found.update(("power", "toughness"))
    for each in exceptions:
        if isinstance(each, mo.SetBasePT | mo.DefinePT):
            found.update(stat for stat in ("power", "toughness") if getattr(each, stat) is not None)
        elif isinstance(each, mo.SetColors):
            found.add("color")
        elif isinstance(each, mo.AddColors):
            old = edition.policy("copy_exception_added_types") == "drops_cda"
            found.add("color" if old else "color or not")
        elif isinstance(each, mo.SetTypes | mo.SetSubtypes):
            found.add("type")
        elif isinstance(each, mo.AddTypes) and edition.policy("copy_exception_added_types") == "drops_cda":
            if each.subtypes or each.types:
                found.add("type")
    return frozenset(found)


def defines(ability: Ability, characteristics: frozenset[str]) -> bool:
    """Whether an ability is characteristic-defining and defines one of these characteristics."""
    if not characteristics:
        return False
    parts = meaning(ability) if isinstance(ability, Keyword) else (ability,)
    for part in parts:
        if not isinstance(part, Static) or not part.cda:
            continue
        for mod in (mod for effect in part.effects for mod in effect.mods):
            if isinstance(mod, mo.DefinePT | mo.SetBasePT):
                if any(getattr(mod, stat) is not None and stat in characteristics for stat in ("power", "toughness")):
                    return True
            elif (isinstance(mod, mo.SetColors | mo.AddColors) and "color" in characteristics) or (
                isinstance(mod, mo.AddTypes | mo.SetSubtypes | mo.SetTypes) and "type" in characteristics
            ):
                return True
    return False


def changed_face(
    face: Face,
    mod: mo.Modification,
    edition: Edition,
    number: Callable[[object], int],
    this: Ability | None = None,
) -> Face:
    """A face as one exception, or one modification chosen on entering, changes it."""
    replace = msgspec.structs.replace
    match mod:
        case mo.SetBasePT() | mo.DefinePT():
            power = face.power if mod.power is None else number(mod.power)
            toughness = face.toughness if mod.toughness is None else number(mod.toughness)
            return replace(face, power=power, toughness=toughness)
        case mo.ModifyPT():
            return replace(
                face,
                power=(printed_number(face.power) or 0) + number(mod.power),
                toughness=(printed_number(face.toughness) or 0) + number(mod.toughness),
            )
        case mo.AddTypes():
            types = _joined(face.types, mod.types)
            given = tuple(word for word in mod.subtypes if word.startswith("every ") or goes_with(word, types, edition))
            return replace(
                face,
                types=types,
                subtypes=_joined(face.subtypes, given),
                supertypes=_joined(face.supertypes, mod.supertypes),
            )
        case mo.SetTypes():
            left = tuple(word for word in face.subtypes if goes_with(word, mod.types, edition))
            return replace(face, types=mod.types, subtypes=left)
        case mo.SetSubtypes():
            known = edition.vocabulary
            families = {mod.family} if mod.family else {e for w in mod.subtypes for e in known_families(known, w)}
            left = tuple(word for word in face.subtypes if not families & set(known_families(known, word)))
            return replace(face, subtypes=_joined(left, mod.subtypes))
        case mo.RemoveTypes():
            types = tuple(word for word in face.types if word not in mod.types)
            supertypes = tuple(word for word in face.supertypes if word not in mod.supertypes)
            left = tuple(word for word in face.subtypes if not mod.types or goes_with(word, types, edition))
            return replace(face, types=types, supertypes=supertypes, subtypes=left)
        case mo.RemoveSubtypes():
            family, known = mod.family, edition.vocabulary
            lost = {*mod.subtypes, *(w for w in face.subtypes if family and family in known_families(known, w))}
            return replace(face, subtypes=tuple(word for word in face.subtypes if word not in lost))
        case mo.SetColors():
            return replace(face, colors=in_face_order(frozenset(mod.colors)), color_indicator=())
        case mo.AddColors():
            return replace(face, colors=in_face_order(face_colors(face) | frozenset(mod.colors)))
        case mo.AddAbilities():
            return replace(face, abilities=face.abilities + tuple(_meant(each, this) for each in mod.abilities))
        case mo.RemoveAllAbilities():
            return replace(face, abilities=())
        case mo.RemoveKeyword():
            left_over = tuple(e for e in face.abilities if not (isinstance(e, Keyword) and e.keyword == mod.keyword))
            return replace(face, abilities=left_over)
        case mo.SetManaCost():
            return replace(face, mana_cost=mod.mana_cost)
        case mo.SetName():
            return replace(face, name=mod.name)
        case mo.RuleEffect():
            return face
    raise Incomplete(f"a copy with the exception {in_words(mod)}")


def _meant(ability: Ability, this: Ability | None) -> Ability:
    if isinstance(ability, Keyword) and ability.keyword == THIS_ABILITY:
        if this is None:
            raise Incomplete("a copy that has an ability which is not known here")
        return this
    return ability


def _joined(first: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(first + more))


_KEPT_FIELDS = {
    "name": ("name",),
    "mana_cost": ("mana_cost",),
    "types": ("types", "subtypes", "supertypes"),
    "type": ("types", "subtypes", "supertypes"),
    "subtypes": ("subtypes",),
    "supertypes": ("supertypes",),
    "power": ("power",),
    "toughness": ("toughness",),
    "pt": ("power", "toughness"),
    "loyalty": ("loyalty",),
}


def with_kept(card: Card, keep: tuple[str, ...], before: Card, obj: GameObject) -> Card:
    """A copied record with the characteristics that are not copied taken from what the object was before."""
    if not keep or keep == (THIS_ABILITY,):
        return card
    was = current_face(before, obj, own=False)
    faces = []
    for face in card.faces:
        for each in keep:
            if each in ("color", "colors"):
                face = msgspec.structs.replace(face, colors=in_face_order(face_colors(was)))
            elif each == "other abilities":
                kept = tuple(one for one in was.abilities if one.__struct_config__.tag != "enters_as_copy")
                face = msgspec.structs.replace(face, abilities=(*face.abilities, *kept))
            elif each == "abilities":
                face = msgspec.structs.replace(face, abilities=face.abilities + was.abilities)
            elif each in _KEPT_FIELDS:
                if each in ("mana_cost", "name") and face.colors is None and each == "mana_cost":
                    face = msgspec.structs.replace(face, colors=in_face_order(face_colors(face)))
                face = msgspec.structs.replace(face, **{field: getattr(was, field) for field in _KEPT_FIELDS[each]})
            elif each != THIS_ABILITY:
                raise Incomplete(f"a copy that keeps its {each}")
        faces.append(face)
    return Card(faces=tuple(faces), layout=card.layout)
