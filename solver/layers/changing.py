"""What modifications do to the characteristics of an object.

`work_out` says what a modification would do to an object now, with every value a number and every word filled in;
`change` does it. The first is what the definition of dependency compares (rule key order.dependency.definition).
"""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.model import modification as m
from layerproof.kb.model.ability import Activated, EntersAsCopy, Keyword
from layerproof.kb.model.card import Card, Face
from layerproof.kb.model.costs.cost import TapSelf
from layerproof.kb.model.costs.mana import COLORS
from layerproof.kb.model.expression import Minus, Player, Ref, Value
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.editions.later_subtypes import known_families
from layerproof.kb.rulebook.vocabulary import Vocabulary
from layerproof.kb.wording.plain_words import in_words
from layerproof.solver.layers.classes import as_taken, is_activated, is_of_class, names_of
from layerproof.solver.layers.correlated import goes_with
from layerproof.solver.layers.filling import filled_in
from layerproof.solver.layers.qualities import keywords_for_each
from layerproof.solver.layers.reading import fits, players, refer, test
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.settled import WITHOUT_CHARACTERISTICS
from layerproof.solver.layers.values import evaluate, spelled
from layerproof.solver.layers.view import (
    BASIC_LANDS,
    Entry,
    Instance,
    basic_land_types,
    current_face,
    face_colors,
    values_of,
)
from layerproof.solver.layers.wordings import replace_word

replace = msgspec.structs.replace


class Granted(msgspec.Struct, frozen=True):
    """Abilities that an object gains from others, each with the rest of its instance name."""

    abilities: tuple[tuple[str, Any], ...]


class TakesText(msgspec.Struct, frozen=True):
    """The full text of another object, and abilities besides; nothing if `entry` is None."""

    entry: Entry | None
    and_has: tuple[Any, ...] = ()


class TakesAbilities(msgspec.Struct, frozen=True):
    """The text box of the other object of an exchange."""

    abilities: tuple[Instance, ...]


Act = m.Modification | Granted | TakesText | TakesAbilities


def work_out(mod: m.Modification, scene: Scene, source: Source, it: int, partners: tuple[int, ...] = ()) -> Act:
    """What a modification would do to the object `it` now.

    partners: all objects affected together with it (an exchange needs them). Returns the modification with numbers for
    values and words for choices. Raises Undecided where something it needs is not modelled.
    """
    match mod:
        case m.RemoveAbilities(abilities=lost, this=this):
            if this or not all(isinstance(each, Keyword) and each.quality not in _OPEN for each in lost):
                raise Undecided("losing an ability that is named, and is no keyword ability, is not modelled")
            return mod
        case m.DefinePT() | m.SetBasePT() | m.ModifyPT():
            if type(mod.power) is int and type(mod.toughness) is int:
                return mod
            about = source._replace(it=it)
            if isinstance(mod, m.ModifyPT):
                policy = "doubling_negative" if mod.doubles else "negative_modification"
                more = [_amount(each, scene, about, policy) for each in (mod.power, mod.toughness)]
                return m.ModifyPT(more[0], more[1])
            power = None if mod.power is None else evaluate(mod.power, scene, about)
            toughness = None if mod.toughness is None else evaluate(mod.toughness, scene, about)
            return type(mod)(power, toughness)
        case m.AddTypes(types=types, subtypes=subtypes, supertypes=supertypes):
            words = spelled(subtypes, scene, source, "")
            return mod if words is subtypes else m.AddTypes(types, words, supertypes)
        case m.SetSubtypes(subtypes=subtypes, family=family):
            words = spelled(subtypes, scene, source, family or "")
            return mod if words is subtypes else m.SetSubtypes(words, family)
        case m.SetColors(colors=colors):
            return mod if "chosen" not in colors else m.SetColors(spelled(colors, scene, source, "color"))
        case m.AddColors(colors=colors):
            return mod if "chosen" not in colors else m.AddColors(spelled(colors, scene, source, "color"))
        case m.SetController(player=player):
            named = players(player, scene, source._replace(it=it))
            return m.SetController(Player("named", name=named[0] if named else ""))
        case m.CopyAbilities():
            return _found_abilities(mod, scene, source, it)
        case m.AddKeyword(keyword=keyword, number=number):
            return m.AddAbilities((Keyword(keyword, evaluate(number, scene, source._replace(it=it))),))
        case m.AddForEach():
            return m.AddAbilities(keywords_for_each(mod, scene, source._replace(it=it)))
        case m.AddAbilities(abilities=abilities):
            return m.AddAbilities(tuple(filled_in(each, scene, source, it) for each in abilities))
        case m.FullTextOf(of=of, where=where, and_has=and_has):
            other = refer(of, scene, source._replace(it=it))
            if other is None or other not in scene.view or not fits(where, scene, source, other):
                return TakesText(None)
            return TakesText(scene.view[other], and_has)
        case m.ExchangeText():
            other = next((each for each in partners if each != it), None)
            entry = scene.view.get(other) if other is not None else None
            if entry is None:
                raise Undecided("the text box of an object that has left since it was exchanged is not modelled")
            return TakesAbilities(entry.abilities)
        case m.BecomeCopy():
            raise Undecided("a static ability that makes its object a copy is not modelled")
    return mod


def _amount(value: Value, scene: Scene, source: Source, policy: str) -> int:
    """By how much power or toughness is raised, or lowered.

    policy: as which an amount worked out below zero counts: negative_modification (rule key negative_numbers), of
    doubling doubling_negative (rule key power_toughness.doubled_negative).
    """
    if isinstance(value, int):
        return value
    if isinstance(value, Minus):
        return -_amount(value.value, scene, source, policy)
    number = evaluate(value, scene, source)
    return max(number, 0) if scene.edition.policy(policy) == "zero" else number


def _found_abilities(mod: m.CopyAbilities, scene: Scene, source: Source, it: int) -> Granted:
    """The abilities of a class that other objects have now."""
    if mod.of is not None:
        other = refer(mod.of, scene, source._replace(it=it))
        found = [] if other is None or other not in scene.view else [other]
        if mod.among is not None:
            found = [each for each in found if fits(mod.among, scene, source, each)]
    else:
        fit = test(mod.among) if mod.among is not None else (lambda s, o, i: True)
        found = sorted(each for each in scene.in_zones(mod.zones) if fit(scene, source, each))
    granted: list[tuple[str, Any]] = []
    for other in found:
        entry = scene.view[other]
        for instance in entry.abilities:
            if is_of_class(instance.ability, mod):
                granted.append((f"{other}:{instance.name}", as_taken(instance.ability, mod)))
        if mod.abilities in ("activated", "activated except loyalty", "mana", "all"):
            for land in basic_land_types(entry):
                granted.append((f"{other}:intrinsic {land}", intrinsic_ability(land)))
    if mod.abilities == "keywords":
        seen: dict[Any, tuple[str, Any]] = {}
        for name, ability in granted:
            seen.setdefault(ability, (name, ability))
        granted = list(seen.values())
    return Granted(tuple(granted))


_SYMBOLS = {"Plains": "{W}", "Island": "{U}", "Swamp": "{B}", "Mountain": "{R}", "Forest": "{G}"}


def intrinsic_ability(land: str) -> Activated:
    """The mana ability that a basic land type gives a land (rule key land.intrinsic_mana)."""
    from layerproof.kb.model.ability import Mana

    return Activated((TapSelf(),), adds=Mana(_SYMBOLS[land]))


def change(
    act: Act, entry: Entry, scene: Scene, it: int, part: str, timestamp: int, start: int, granter: int | None
) -> Entry:
    """The entry after a worked-out modification.

    part: the name of the participant, timestamp: its timestamp, granter: whose effect it is (all for abilities it
    grants), start: how many abilities it has granted already. Sources: the layer rows' rule keys and those named in the
    docstrings of the records.
    """
    if type(act) in _OF_TYPES:
        return change_types(act, entry, scene.edition)
    if isinstance(act, WITHOUT_CHARACTERISTICS):
        return entry
    match act:
        case m.ModifyPT(power=power, toughness=toughness):
            return replace(entry, power=(entry.power or 0) + power, toughness=(entry.toughness or 0) + toughness)  # type: ignore[operator]
        case m.DefinePT(power=power, toughness=toughness) | m.SetBasePT(power=power, toughness=toughness):
            fields: dict[str, Any] = {}
            if power is not None:
                fields |= {"power": power, "base_power": power}
            if toughness is not None:
                fields |= {"toughness": toughness, "base_toughness": toughness}
            return replace(entry, **fields)
        case m.SwitchPT():
            return replace(entry, power=entry.toughness, toughness=entry.power)
        case m.AddAbilities(abilities=abilities):
            added = [
                Instance(f"{part}/{start + index}", ability, timestamp, False, granter)
                for index, ability in enumerate(abilities)
                if not _barred(ability, entry)
            ]
            return replace(entry, abilities=entry.abilities + tuple(added)) if added else entry
        case Granted(abilities=granted):
            gained = [
                Instance(f"{part}/{rest}", ability, timestamp, False, granter)
                for rest, ability in granted
                if not _barred(ability, entry)
            ]
            return replace(entry, abilities=entry.abilities + tuple(gained)) if gained else entry
        case m.RemoveAllAbilities(except_=kept_words):
            kept = tuple(each for each in entry.abilities if kept_words and _excepted(each.ability, kept_words))
            return replace(entry, abilities=kept, intrinsic=entry.intrinsic and "mana" in kept_words)
        case m.RemoveKeyword(keyword=keyword):
            return _without(entry, keyword)
        case m.RemoveAbilities(abilities=lost):
            # "Protection from each color" is five abilities, of which one may be lost.
            if any(isinstance(each.ability, Keyword) and each.ability.quality in _OPEN for each in entry.abilities):
                raise Undecided("losing a part of a keyword ability that stands for several is not modelled")
            return replace(entry, abilities=tuple(each for each in entry.abilities if each.ability not in lost))
        case m.CantHave(keyword=keyword):
            without = _without(entry, keyword)
            return replace(without, cant_have=entry.cant_have | {keyword})
        case m.SetColors(colors=colors):
            return replace(entry, colors=frozenset(colors))
        case m.AddColors(colors=colors):
            return replace(entry, colors=entry.colors | frozenset(colors))
        case m.SetController(player=player):
            # Only a permanent or spell has a controller (rule key control.card_has_none).
            there = scene.items[it].zone in ("battlefield", "stack")
            return replace(entry, controller=player.name) if player.name and there else entry
        case m.ReplaceWord(from_=old, to=new):
            return replace_word(entry, old, new)
        case TakesAbilities(abilities=abilities):
            return replace(entry, abilities=_taken(abilities))
        case TakesText():
            return _take_text(act, entry)
        case m.SetName(name=name):
            return replace(entry, names=() if name is None else (name,))
        case m.AddName(name=name):
            return replace(entry, names=(*entry.names, name))
        case m.TakeValues(card=card, keep=keep):
            return take_values(card, keep, entry, scene, it)
    raise Undecided(f"what an effect does (“{in_words(act)}”) is not modelled")


# Qualities that stand for several, or that are not known yet.
_OPEN = ("each color", "all colors", "chosen")
_OF_TYPES = (m.AddTypes, m.SetTypes, m.RemoveTypes, m.SetSubtypes, m.RemoveSubtypes)


def _excepted(ability: Any, kept: tuple[str, ...]) -> bool:
    if "mana" in kept and isinstance(ability, Activated) and ability.adds is not None:
        return True
    return isinstance(ability, Keyword) and ability.keyword in kept


def _barred(ability: Any, entry: Entry) -> bool:
    return bool(entry.cant_have) and bool(names_of(ability) & entry.cant_have)


def _without(entry: Entry, keyword: str) -> Entry:
    kept = tuple(each for each in entry.abilities if keyword not in names_of(each.ability))
    return entry if len(kept) == len(entry.abilities) else replace(entry, abilities=kept)


def _take_text(act: TakesText, entry: Entry) -> Entry:
    other = act.entry
    if other is None:
        return entry
    start = len(other.abilities)
    besides = tuple(Instance(f"text {start + index}", ability) for index, ability in enumerate(act.and_has))
    own = _taken(other.abilities)
    return replace(
        other,
        abilities=own + besides,
        controller=entry.controller,
        intrinsic=entry.intrinsic,
        cant_have=entry.cant_have,
    )


def _taken(abilities: tuple[Instance, ...]) -> tuple[Instance, ...]:
    """Abilities that come with the text of another object, under names of their own: what they were called there may
    already name an effect that began."""
    return tuple(Instance(f"text {index}", each.ability) for index, each in enumerate(abilities))


_KEPT_FIELDS = {
    "name": ("name",), "mana_cost": ("mana_cost",), "power": ("power",), "toughness": ("toughness",),
    "loyalty": ("loyalty",), "types": ("types", "subtypes", "supertypes"), "subtypes": ("subtypes",),
    "supertypes": ("supertypes",), "pt": ("power", "toughness"),
}  # fmt: skip


def take_values(card: Card, keep: tuple[str, ...], entry: Entry, scene: Scene, it: int) -> Entry:
    """The entry of an object that has the copiable values of another, except what it keeps (rule key
    copy.exceptions.retained); what is kept is copiable itself."""
    if keep:
        was = current_face(entry.card, scene.items[it], own=False)
        card = Card(tuple(_kept(face, keep, was) for face in card.faces), card.layout)
    taken = values_of(card, scene.items[it], scene.edition, own=False)
    return replace(taken, controller=entry.controller)


def _kept(face: Face, keep: tuple[str, ...], was: Face) -> Face:
    for word in keep:
        if word == "color":
            colors = face_colors(was)
            face = replace(face, colors=tuple(color for color in COLORS if color in colors))
        elif word == "other abilities":
            others = tuple(each for each in was.abilities if not isinstance(each, EntersAsCopy))
            face = replace(face, abilities=face.abilities + others)
        elif word == "abilities":
            face = replace(face, abilities=(*face.abilities, *was.abilities))
        elif word in _KEPT_FIELDS:
            if word == "mana_cost" and face.colors is None:
                colors = face_colors(face)
                face = replace(face, colors=tuple(color for color in COLORS if color in colors))
            face = replace(face, **{field: getattr(was, field) for field in _KEPT_FIELDS[word]})
        else:
            raise Undecided(f"a copy that keeps its {word} is not modelled")
    return face


def change_types(act: Any, entry: Entry, edition: Edition) -> Entry:
    """The entry after a modification of card types, subtypes or supertypes (rule keys type.set, land.subtype_set)."""
    words = edition.vocabulary
    match act:
        case m.AddTypes(types=types, subtypes=subtypes, supertypes=supertypes):
            now = entry.types.union(types)
            gained = [word for word in subtypes if goes_with(word, now, words)]
            if now == entry.types and entry.subtypes.issuperset(gained) and entry.supertypes.issuperset(supertypes):
                return entry
            return replace(
                entry,
                types=now,
                subtypes=entry.subtypes.union(gained),
                supertypes=entry.supertypes.union(supertypes),
            )
        case m.SetTypes(types=types):
            # Today an instant or sorcery keeps that type whatever an effect makes of it (rule key type.set).
            retained = edition.policy("type_set_spell_types") == "retained"
            kept = entry.types & {"instant", "sorcery"} if retained else frozenset()
            return _with_types(entry, frozenset(types) | kept, words)
        case m.RemoveTypes(types=types, supertypes=supertypes):
            lighter = replace(entry, supertypes=entry.supertypes - frozenset(supertypes))
            return _with_types(lighter, entry.types - frozenset(types), words)
        case m.RemoveSubtypes(subtypes=subtypes, family=family):
            gone = frozenset(subtypes)
            if family is not None:
                gone |= {word for word in entry.subtypes if family in known_families(words, word)}
            return replace(entry, subtypes=entry.subtypes - gone)
        case m.SetSubtypes(subtypes=subtypes, family=family):
            return _set_subtypes(entry, subtypes, family, words)
    raise Undecided(f"what an effect does (“{in_words(act)}”) is not modelled")


def _with_types(entry: Entry, types: frozenset[str], words: Vocabulary) -> Entry:
    lost = entry.types - types
    subtypes = entry.subtypes
    if lost:
        subtypes = frozenset(
            word for word in subtypes if goes_with(word, types, words) or not goes_with(word, lost, words)
        )
    return replace(entry, types=types, subtypes=subtypes)


def _set_subtypes(entry: Entry, subtypes: tuple[str, ...], family: str | None, words: Vocabulary) -> Entry:
    new = frozenset(word for word in subtypes if goes_with(word, entry.types, words))
    families = {family} if family else {each for word in subtypes for each in known_families(words, word)}
    if subtypes and not new:
        return entry
    kept = frozenset(word for word in entry.subtypes if not families & set(known_families(words, word)))
    changed = replace(entry, subtypes=kept | new)
    if "land" in families and "land" in entry.types and new & frozenset(BASIC_LANDS):
        granted = tuple(each for each in entry.abilities if not each.text)
        return replace(changed, abilities=granted)
    return changed


__all__ = ["Act", "Granted", "Ref", "change", "change_types", "is_activated", "work_out"]
