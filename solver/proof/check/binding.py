"""Working out what a modification does to an object: values become numbers, words and players are filled in."""

from __future__ import annotations

import msgspec

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model import expression as ex
from layerproof.kb.model import modification as mo
from layerproof.kb.model.ability import Ability, Activated, ClassLevel, Keyword, Loyalty, Triggered
from layerproof.kb.model.card import Card
from layerproof.kb.model.instruction import SetLevel
from layerproof.kb.notation.cost_words import cost_parts
from layerproof.solver.proof.check.copying import copied_card
from layerproof.solver.proof.check.incomplete import ForbiddenChoice, Incomplete
from layerproof.solver.proof.check.reading import Reader, keyword_is
from layerproof.solver.proof.check.valuing import for_each
from layerproof.solver.proof.check.view import Instance, intrinsic_ability, intrinsic_types
from layerproof.solver.proof.check.words import with_choice


class Copied(msgspec.Struct, frozen=True):
    """Abilities that CopyAbilities comes to: pairs of where each was found (`<object>:<instance>`) and the ability."""

    found: tuple[tuple[str, Ability], ...]


class FullText(msgspec.Struct, frozen=True):
    """What FullTextOf comes to: the values taken, None where nothing happens, and the abilities had besides."""

    taken: Card | None
    and_has: tuple[Ability, ...]


class Boxes(msgspec.Struct, frozen=True):
    """What ExchangeText comes to: the text abilities that each of two objects gets."""

    given: tuple[tuple[int, tuple[Instance, ...]], ...]


Bound = mo.Modification | Copied | FullText | Boxes


def varies(mod: mo.Modification) -> bool:
    """Whether what a modification does can depend on the view."""
    match mod:
        case mo.ModifyPT() | mo.SetBasePT() | mo.DefinePT():
            return not all(each is None or isinstance(each, int) for each in (mod.power, mod.toughness))
        case mo.SetController() | mo.BecomeCopy() | mo.CopyAbilities() | mo.FullTextOf() | mo.ExchangeText():
            return True
        case mo.AddKeyword() | mo.AddForEach():
            return True
    return False


def bound(reader: Reader, mod: mo.Modification, it: int, this: Ability | None, affected: tuple[int, ...]) -> Bound:
    """What one modification does to the object `it`, with everything worked out on the reader's view.

    this: the ability that the effect comes from, if any. affected: all objects that the effect applies to. Raises
    Incomplete for what is not modelled.
    """
    match mod:
        case mo.ModifyPT():
            power, toughness = mod.power, mod.toughness
            if isinstance(power, int) and isinstance(toughness, int):
                return mod
            return mo.ModifyPT(_amount(reader, power, it, mod.doubles), _amount(reader, toughness, it, mod.doubles))
        case mo.SetBasePT() | mo.DefinePT():
            return type(mod)(_number(reader, mod.power, it), _number(reader, mod.toughness, it))
        case mo.SetController():
            players = reader.players(mod.player, it)
            return mo.SetController(ex.Player("named", name=players[0] if players else ""))
        case mo.BecomeCopy():
            return taken_values(reader, mod, it, this)
        case mo.TakeValues() | mo.EnteringShape():
            return mod
        case mo.SetColors() | mo.AddColors():
            return type(mod)(_filled(reader, mod.colors, "color"))
        case mo.AddTypes() | mo.RemoveSubtypes():
            return msgspec.structs.replace(mod, subtypes=_filled(reader, mod.subtypes, "subtype"))
        case mo.SetSubtypes():
            return msgspec.structs.replace(mod, subtypes=_filled(reader, mod.subtypes, "subtype"))
        case mo.ReplaceWord():
            words = _word(reader, mod.from_, "from"), _word(reader, mod.to, "to")
            if "chosen" in (mod.from_, mod.to) and not _of_a_kind(reader, mod.family, words):
                raise ForbiddenChoice(f"a text change of words that it does not replace: {words}")
            if mod.from_ == mod.to == "chosen" and len({*words}) == 1:
                raise ForbiddenChoice("a text change by the same word, which is no other")
            if words[1] in mod.never:
                raise ForbiddenChoice("a word that a text does not let be the new one")
            return msgspec.structs.replace(mod, from_=words[0], to=words[1], never=())
        case mo.AddAbilities():
            cost = entry.mana_cost if (entry := reader.entry(it)) else None
            return mo.AddAbilities(tuple(with_choice(each, reader.chosen_word, cost) for each in mod.abilities))
        case mo.AddKeyword():
            return mo.AddAbilities((Keyword(mod.keyword, reader.value(mod.number, it)),))
        case mo.AddForEach():
            return mo.AddAbilities(for_each(reader, mod, it))
        case mo.CopyAbilities():
            return Copied(_copied_abilities(reader, mod, it))
        case mo.FullTextOf():
            other = reader.entry(reader.refer_object(mod.of, it))
            fits = other is not None and reader.fits(mod.where, other)
            return FullText(other.card if fits and other is not None else None, mod.and_has)
        case mo.ExchangeText():
            boxes = [(each, tuple(i for i in reader.view[each].abilities if i.text)) for each in affected]
            if len(boxes) != 2:
                raise Incomplete("the text box of an object that has left since it was exchanged")
            return Boxes(((boxes[0][0], boxes[1][1]), (boxes[1][0], boxes[0][1])))
        case mo.SetName() if mod.name == "chosen":
            return mo.SetName(reader.chosen_word("card name"))
    return mod


def taken_values(reader: Reader, mod: mo.BecomeCopy, it: int, this: Ability | None) -> mo.TakeValues:
    """The values that becoming a copy gives: the copiable values of the object referred to, with the exceptions."""
    original = reader.entry(reader.refer_object(mod.of, it))
    if original is None:
        raise Incomplete("a copy of an object that is not there")
    exceptions = tuple(_filled_exception(reader, each) for each in mod.exceptions)
    number = lambda value: reader.value(value, it)  # noqa: E731
    card = copied_card(original.card, exceptions, mod.keep, reader.world.edition, number, this)
    return mo.TakeValues(card, tuple(each for each in mod.keep if each != "this ability"))


def _filled_exception(reader: Reader, mod: mo.Modification) -> mo.Modification:
    if isinstance(mod, mo.AddTypes | mo.SetSubtypes):
        return msgspec.structs.replace(mod, subtypes=_filled(reader, mod.subtypes, "subtype"))
    if isinstance(mod, mo.SetColors | mo.AddColors):
        return type(mod)(_filled(reader, mod.colors, "color"))
    return mod


def _amount(reader: Reader, value: ex.Value, it: int, doubling: bool) -> int:
    """An amount of change; one worked out below zero counts as the edition has it, unless it is stated outright."""
    if isinstance(value, int):
        return value
    edition = reader.world.edition
    floor = edition.policy("doubling_negative" if doubling else "negative_modification") == "zero"
    if isinstance(value, ex.Minus):
        inner = reader.value(value.value, it)
        return -max(inner, 0) if floor else -inner
    found = reader.value(value, it)
    return max(found, 0) if floor else found


def _number(reader: Reader, value: ex.Value | None, it: int) -> int | None:
    return None if value is None else reader.value(value, it)


def _word(reader: Reader, word: str, key: str) -> str:
    if word != "chosen":
        return word
    chosen = reader.choice(key)
    if not chosen:
        raise Incomplete(f"the word of a text change ({key}) that was not chosen")
    return str(chosen[0])


def _of_a_kind(reader: Reader, kinds: tuple[str, ...], words: tuple[str, str]) -> bool:
    """Whether both words of a text change are colors, or basic land types, or whatever else it speaks of."""
    book = reader.world.edition.vocabulary
    for kind in kinds:
        if kind == "color":
            listed: tuple[str, ...] = book.colors
        elif kind == "basic land type":
            listed = book.basic_land_types
        elif kind.endswith(" type") and kind.removesuffix(" type") in book.subtypes:
            listed = book.subtypes[kind.removesuffix(" type")]
        else:
            return True
        if all(word in listed for word in words):
            return True
    return False


def _filled(reader: Reader, words: tuple[str, ...], category: str) -> tuple[str, ...]:
    if "chosen" not in words:
        return words
    chosen = reader.chosen_words(category)
    return tuple(each for word in words for each in (chosen if word == "chosen" else (word,)))


def _copied_abilities(reader: Reader, mod: mo.CopyAbilities, it: int) -> tuple[tuple[str, Ability], ...]:
    if mod.of is not None:
        one = reader.entry(reader.refer_object(mod.of, it))
        sources = [] if one is None or (mod.among and not reader.fits(mod.among, one)) else [one]
    else:
        sources = [reader.view[each] for each in reader.fitting(mod.among or ex.FitsChosen(), mod.zones)]
    found: list[tuple[str, Ability]] = []
    for entry in sources:
        own = [(instance.name, instance.ability) for instance in entry.abilities]
        # What a land can do by its basic land types is an ability of it wherever it is.
        own += [(f"intrinsic {word}", intrinsic_ability(word)) for word in intrinsic_types(entry)]
        found.extend((f"{entry.id}:{name}", _taken(ability, mod)) for name, ability in own if _of_class(ability, mod))
    if mod.abilities != "keywords":
        return tuple(found)
    # A keyword ability that several of them have is had once.
    first: dict[Ability, str] = {}
    for where, ability in found:
        first.setdefault(ability, where)
    return tuple((where, ability) for ability, where in first.items())


def _taken(ability: Ability, mod: mo.CopyAbilities) -> Ability:
    """What comes with an ability of a class: a level of a Class is an activated ability and a static one, and where
    activated abilities are taken the static one stays behind."""
    if isinstance(ability, ClassLevel) and mod.abilities != "all":
        only = f"only as a sorcery and only if its level is {ability.level - 1}"
        return Activated(cost_parts(ability.cost), (SetLevel(ability.level),), restriction=only)
    return ability


def _of_class(ability: Ability, mod: mo.CopyAbilities) -> bool:
    parts = meaning(ability) if isinstance(ability, Keyword) else (ability,)
    match mod.abilities:
        case "all":
            return True
        case "activated":
            return any(isinstance(each, Activated | Loyalty | ClassLevel) for each in parts)
        case "triggered":
            return any(isinstance(each, Triggered) for each in parts)
        case "loyalty":
            return isinstance(ability, Loyalty)
        case "mana":
            return isinstance(ability, Activated) and ability.adds is not None
        case "activated except mana":
            made = isinstance(ability, Activated) and ability.adds is not None
            return not made and any(isinstance(each, Activated | Loyalty | ClassLevel) for each in parts)
        case "activated except loyalty":
            return not isinstance(ability, Loyalty) and any(isinstance(each, Activated | ClassLevel) for each in parts)
        case "keywords":
            return isinstance(ability, Keyword) and any(keyword_is(ability, each) for each in mod.keywords)
    raise Incomplete(f"a copy of {mod.abilities} abilities")
