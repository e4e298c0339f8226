"""What a modification, with everything worked out, does to the entry of an object."""

from __future__ import annotations

import msgspec

from layerproof.kb.keywords.face_down_objects import abilities_down
from layerproof.kb.model import modification as mo
from layerproof.kb.model.ability import Ability, Activated, Keyword
from layerproof.kb.model.card import Card, Face
from layerproof.kb.model.situation import GameObject
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.editions.later_subtypes import known_families
from layerproof.kb.wording.plain_words import in_words
from layerproof.solver.proof.check.binding import Bound, Boxes, Copied, FullText
from layerproof.solver.proof.check.copying import changed_face, with_kept
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.phrasing import keyword_is, named_by
from layerproof.solver.proof.check.printed import current_face, entry_of, spelled_out
from layerproof.solver.proof.check.subtypes import that_go_with
from layerproof.solver.proof.check.view import Entry, Instance, in_color_order
from layerproof.solver.proof.check.words import with_word

replace = msgspec.structs.replace


class Giver(msgspec.Struct, frozen=True):
    """The participant that changes an entry: its name and timestamp, and the object whose effect it is."""

    name: str
    timestamp: int
    granter: int | None


def changed(entry: Entry, mod: Bound, giver: Giver, counted: int, obj: GameObject, edition: Edition) -> Entry:
    """The entry of an object after one modification.

    mod: with all values worked out. giver: the participant. counted: how many abilities this participant has added
    so far, for their names. obj: the record of the object. Raises Incomplete for what is not interpreted.
    """
    match mod:
        case mo.TakeValues():
            return entry_of(with_kept(mod.card, mod.keep, entry.card, obj), obj, edition, own=False)
        case mo.EnteringShape():
            return entry_of(shaped_card(entry.card, mod.mods, edition), obj, edition, own=False)
        case mo.SetController():
            # A card that is neither permanent nor spell has no controller (rule key control.card_has_none).
            controlled = obj.zone in ("battlefield", "stack") and mod.player.name
            return replace(entry, controller=mod.player.name) if controlled else entry
        case mo.ReplaceWord():
            return _with_word(entry, mod.from_, mod.to)
        case Boxes():
            return _with_box(entry, dict(mod.given).get(entry.id))
        case FullText():
            return _with_full_text(entry, mod, obj, edition)
        case mo.SetName():
            return replace(entry, names=() if mod.name is None else (mod.name,))
        case mo.AddName():
            return replace(entry, names=entry.names if mod.name in entry.names else (*entry.names, mod.name))
        case mo.AddTypes() | mo.SetTypes() | mo.SetSubtypes() | mo.RemoveTypes() | mo.RemoveSubtypes():
            return _with_types(entry, mod, edition)
        case mo.SetColors():
            return replace(entry, colors=in_color_order(set(mod.colors), edition))
        case mo.AddColors():
            return replace(entry, colors=in_color_order(set(mod.colors) | set(entry.colors), edition))
        case mo.AddAbilities():
            named = [(f"{giver.name}/{counted + index}", each) for index, each in enumerate(mod.abilities)]
            return with_abilities(entry, named, giver)
        case Copied():
            return with_abilities(entry, [(f"{giver.name}/{where}", each) for where, each in mod.found], giver)
        case mo.RemoveKeyword():
            return without_keyword(entry, mod.keyword)
        case mo.RemoveAbilities():
            return _without_named(entry, mod)
        case mo.CantHave():
            return replace(without_keyword(entry, mod.keyword), cant_have=entry.cant_have | {mod.keyword})
        case mo.RemoveAllAbilities():
            kept = tuple(each for each in entry.abilities if _excepted(each.ability, mod.except_))
            return replace(entry, abilities=kept, intrinsic=entry.intrinsic and "mana" in mod.except_)
        case mo.DefinePT() | mo.SetBasePT():
            return _with_numbers(entry, mod.power, mod.toughness)
        case mo.ModifyPT():
            return _modified(entry, mod.power, mod.toughness)
        case mo.SwitchPT():
            return replace(entry, power=entry.toughness, toughness=entry.power)
    raise Incomplete(f"what an effect does ({in_words(mod)})")


def _without_named(entry: Entry, mod: mo.RemoveAbilities) -> Entry:
    """An object without each instance of keyword abilities that an effect names with what stands after them."""
    several = {"each color", "all colors", "chosen"}
    words = [each.ability for each in entry.abilities if isinstance(each.ability, Keyword)]
    if mod.this or not all(isinstance(each, Keyword) for each in mod.abilities):
        raise Incomplete("the loss of an ability that is no keyword")
    if any(each.quality in several for each in (*words, *mod.abilities) if isinstance(each, Keyword)):
        raise Incomplete("the loss of a keyword ability beside one that stands for several")
    return replace(entry, abilities=tuple(each for each in entry.abilities if each.ability not in mod.abilities))


def shaped_card(card: Card, mods: tuple[mo.Modification, ...], edition: Edition) -> Card:
    """A card record as a choice on entering changes it."""
    faces = []
    for face in card.faces:
        for mod in mods:
            face = changed_face(face, mod, edition, _plain_number)
        faces.append(face)
    return Card(faces=tuple(faces), layout=card.layout)


def _plain_number(value: object) -> int:
    if isinstance(value, int):
        return value
    raise Incomplete("a choice on entering with a number that is worked out")


def merged(entry: Entry, obj: GameObject, edition: Edition) -> Entry:
    """The entry of a merged permanent: the values of the topmost component, and the abilities of all others too.

    The component that is the permanent from before has the values that it has so far.
    """
    faces: list[Face] = []
    for part in obj.components:
        # The topmost one is turned face up together with the permanent.
        if part.face_down and (part is not obj.components[0] or obj.face_down is not None):
            faces.append(Face(name=None, types=("creature",), power=2, toughness=2))
        elif part.card == obj.card:
            faces.append(current_face(entry.card, obj, own=False))
        else:
            up = replace(obj, face=part.face, cast_for=None)
            faces.append(current_face(part.card, up, own=True))
    below: tuple[Ability, ...] = tuple(each for face in faces[1:] for each in face.abilities)
    card = Card(faces=(replace(faces[0], abilities=faces[0].abilities + below),))
    found = entry_of(card, obj, edition, own=False)
    named = [Instance(str(index), each) for index, each in enumerate(faces[0].abilities)]
    for place, face in enumerate(faces[1:], 1):
        named.extend(Instance(f"m{place}.{index}", each) for index, each in enumerate(face.abilities))
    return replace(found, abilities=tuple(named))


def face_down_face(obj: GameObject) -> Face:
    """The characteristics of a face-down object, as they were listed or as the rules give them."""
    if obj.down is not None:
        return obj.down
    abilities: tuple[Ability, ...] = abilities_down(obj.face_down)
    return Face(name=None, types=("creature",), power=2, toughness=2, abilities=abilities)


def face_down(obj: GameObject, edition: Edition) -> Entry:
    """The entry of an object that is face down."""
    return entry_of(Card(faces=(face_down_face(obj),)), obj, edition, own=False)


def _with_word(entry: Entry, old: str, new: str) -> Entry:
    subtypes = frozenset(new if word == old else word for word in entry.subtypes)
    abilities = tuple(
        each._replace(ability=with_word(each.ability, old, new)) if each.text else each for each in entry.abilities
    )
    return replace(entry, subtypes=subtypes, abilities=abilities)


def _with_box(entry: Entry, box: tuple[Instance, ...] | None) -> Entry:
    if box is None:
        return entry
    taken = tuple(each._replace(name=f"text {index}") for index, each in enumerate(box))
    return replace(entry, abilities=taken + tuple(each for each in entry.abilities if not each.text))


def _with_full_text(entry: Entry, mod: FullText, obj: GameObject, edition: Edition) -> Entry:
    if mod.taken is None:
        return entry
    found = entry_of(mod.taken, obj, edition, own=False)
    records = [each.ability for each in found.abilities] + list(mod.and_has)
    taken = tuple(Instance(f"text {index}", each) for index, each in enumerate(records))
    granted = tuple(each for each in entry.abilities if not each.text)
    return replace(found, card=entry.card, controller=entry.controller, abilities=taken + granted)


def _with_types(entry: Entry, mod: Bound, edition: Edition) -> Entry:
    types, supertypes, subtypes = entry.types, entry.supertypes, entry.subtypes
    if isinstance(mod, mo.SetTypes):
        retained = types & {"instant", "sorcery"} if edition.policy("type_set_spell_types") == "retained" else set()
        types = frozenset(mod.types) | retained
        return replace(entry, types=types, subtypes=_left(subtypes, types, edition))
    if isinstance(mod, mo.RemoveTypes):
        types = types - set(mod.types)
        left = _left(subtypes, types, edition) if types != entry.types else subtypes
        return replace(entry, types=types, supertypes=supertypes - set(mod.supertypes), subtypes=left)
    if isinstance(mod, mo.RemoveSubtypes):
        lost = spelled_out(mod.subtypes, edition)
        if mod.family:
            lost |= {word for word in subtypes if mod.family in known_families(edition.vocabulary, word)}
        return replace(entry, subtypes=subtypes - lost)
    if isinstance(mod, mo.AddTypes):
        types = types | set(mod.types)
        given = that_go_with(spelled_out(mod.subtypes, edition), types, edition)
        return replace(entry, types=types, supertypes=supertypes | set(mod.supertypes), subtypes=subtypes | given)
    assert isinstance(mod, mo.SetSubtypes)
    words = spelled_out(mod.subtypes, edition)
    known = edition.vocabulary
    emptied = {mod.family} if mod.family else {each for word in words for each in known_families(known, word)}
    given = that_go_with(words, types, edition)
    left = frozenset(word for word in subtypes if not emptied & set(known_families(known, word)))
    abilities = entry.abilities
    if "land" in types and sets_basic_land_type(mod, edition):
        abilities = tuple(each for each in abilities if not each.text)
    return replace(entry, subtypes=left | given, abilities=abilities)


def sets_basic_land_type(mod: Bound, edition: Edition) -> bool:
    """Whether a modification sets the land type to one or more basic ones."""
    if not isinstance(mod, mo.SetSubtypes):
        return False
    return bool(spelled_out(mod.subtypes, edition) & set(edition.vocabulary.basic_land_types))


def _left(subtypes: frozenset[str], types: frozenset[str], edition: Edition) -> frozenset[str]:
    return that_go_with(subtypes, types, edition)


def with_abilities(entry: Entry, named: list[tuple[str, Ability]], giver: Giver) -> Entry:
    """The entry with abilities added that an effect gives; a keyword that it can't have is not added."""
    added = tuple(
        Instance(name, ability, giver.timestamp, False, giver.granter)
        for name, ability in named
        if not any(named_by(ability, each) for each in entry.cant_have)
    )
    return replace(entry, abilities=entry.abilities + added)


def without_keyword(entry: Entry, keyword: str) -> Entry:
    """The entry without any instance of a keyword ability."""
    kept = tuple(each for each in entry.abilities if not named_by(each.ability, keyword))
    return replace(entry, abilities=kept)


def _excepted(ability: Ability, exceptions: tuple[str, ...]) -> bool:
    if isinstance(ability, Keyword):
        return any(keyword_is(ability, each) for each in exceptions)
    return "mana" in exceptions and isinstance(ability, Activated) and ability.adds is not None


def _with_numbers(entry: Entry, power: object, toughness: object) -> Entry:
    new_power = entry.power if power is None else power
    new_toughness = entry.toughness if toughness is None else toughness
    return replace(
        entry,
        power=new_power,
        toughness=new_toughness,
        base_power=entry.base_power if power is None else power,
        base_toughness=entry.base_toughness if toughness is None else toughness,
    )


def _modified(entry: Entry, power: object, toughness: object) -> Entry:
    assert isinstance(power, int) and isinstance(toughness, int)
    return replace(entry, power=(entry.power or 0) + power, toughness=(entry.toughness or 0) + toughness)
