"""Described objects: "a 2/2 green Elf creature with flying", and what such words do to what has them already.

Words that add to the object's types do so when the text says "in addition", "still" or names an artifact creature;
otherwise a card type replaces the others, and subtypes replace those of their family.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from layerproof.kb.model.ability import Ability, Keyword
from layerproof.kb.model.effect import Effect
from layerproof.kb.model.modification import (
    AddAbilities,
    AddColors,
    AddTypes,
    Modification,
    RemoveAllAbilities,
    RemoveSubtypes,
    RuleEffect,
    SetBasePT,
    SetColors,
    SetName,
    SetSubtypes,
    SetTypes,
)
from layerproof.kb.oracle.words.chosen_words import mark_of
from layerproof.kb.oracle.words.lexicon import SUPERTYPE_WORDS, TYPE_WORDS, family, subtype_words
from layerproof.kb.oracle.words.parser import NO, Grammar, Parse

Mods = tuple[Modification, ...]


class Kind(NamedTuple):
    """The words of a type line: supertypes, card types, subtypes."""

    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()


def add_rules(grammar: Grammar) -> None:
    """Add the rules for `shape`: modifications that words for an object make."""
    rule = grammar.rule
    _kinds(grammar)
    rule("shape", "<body> [<with_part>]", lambda body, more: _shape(body, more, False))
    rule(
        "shape",
        "<body> [<with_part>] in addition to its|their|his|her other [creature] types",
        lambda body, more: _shape(body, more, True),
    )
    rule(
        "shape",
        "<body> [<with_part>] in addition to its|their|his|her other land types",
        lambda body, more: _shape(body, more, True),
    )
    rule(
        "shape",
        "<body> in addition to its|their|his|her other types [and] <with_part>",
        lambda body, more: _shape(body, more, True),
    )
    rule(
        "shape",
        "<body> [<with_part>] in addition to its|their|his|her other colors and [creature] types",
        lambda body, more: _shape(body, more, True, colors_too=True),
    )
    rule(
        "shape",
        "<body> [<with_part>] (that's|that are|that 's) still <still>",
        lambda body, more, kind: _shape(body, more, True),
    )
    rule("still", "[a|an] <type_word>")
    rule(
        "shape",
        "<body> [<with_part>] that's|that 's no longer a|an <subtypes>",
        lambda body, more, subs: (*_shape(body, more, False), RemoveSubtypes(subs)),
    )
    rule("shape", "<every>", lambda what: (AddTypes(subtypes=(what,)),))
    rule("shape", "<every> in addition to its|their|his|her other types", lambda what: (AddTypes(subtypes=(what,)),))
    rule("every", "every creature type", lambda: "every creature type")
    rule("every", "all creature types", lambda: "every creature type")
    rule("every", "every land type", lambda: "every land type")
    rule("every", "every nonbasic land type", lambda: "every nonbasic land type")
    rule("every", "every basic land type", lambda: "every basic land type")
    for words in ("the chosen type", "the chosen creature type"):
        rule("shape", words, lambda: (SetSubtypes(("chosen",), "creature"),))
        rule(
            "shape",
            f"{words} in addition to its|their|his|her other [creature] types",
            lambda: (AddTypes(subtypes=("chosen",)),),
        )
    rule("shape", "the creature type of your choice", lambda: (SetSubtypes((mark_of("creature type"),), "creature"),))
    rule(
        "shape",
        "the creature type of your choice in addition to its|their|his|her other types",
        lambda: (AddTypes(subtypes=(mark_of("creature type"),)),),
    )
    rule(
        "shape",
        "the basic land type of your choice in addition to its|their|his|her other types",
        lambda: (AddTypes(subtypes=(mark_of("basic land type"),)),),
    )
    rule("shape", "the basic land type of your choice", lambda: (SetSubtypes((mark_of("basic land type"),), "land"),))
    rule("with_part", "with <with_list>")
    rule("with_part", "named <card_name>", lambda name: (SetName(name),))
    rule("with_part", "with <with_list> named <card_name>", lambda mods, name: (*mods, SetName(name)))
    rule("with_list", "<with_item>")
    rule("with_list", "<with_item> <more_with>", lambda one, more: one + more)
    rule("more_with", "(and|, and) <with_item>")
    rule("more_with", ", <with_item> <more_with>", lambda one, more: one + more)
    rule("with_item", "<base>")
    rule("with_item", "all creature types", lambda: (AddTypes(subtypes=("every creature type",)),))
    rule("with_item", "enchant <core>", lambda thing: (AddAbilities((Keyword("enchant", filter=thing.filter),)),))
    rule("with_item", "<ability_item>", lambda found: (AddAbilities(found),))


def _kinds(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("body", "[a|an] [<size>] [<colors>] <kind>", lambda size, colors, kind: (size, colors, kind))
    rule("body", "[a|an] <supertype> <size> [<colors>] <kind>", _with_supertype)

    @grammar.primitive("supertype")
    def supertype(parse: Parse, at: int) -> Iterator[tuple[str, int]]:
        if parse.word(at) in SUPERTYPE_WORDS:
            yield parse.word(at), at + 1

    @grammar.primitive("type_word")
    def type_word(parse: Parse, at: int) -> Iterator[tuple[str, int]]:
        if parse.word(at) in TYPE_WORDS:
            yield TYPE_WORDS[parse.word(at)], at + 1

    @grammar.primitive("subtypes")
    def subtypes(parse: Parse, at: int) -> Iterator[tuple[tuple[str, ...], int]]:
        found, end = _subtype_list(parse, at)
        if found:
            yield found, end

    @grammar.primitive("kind")
    def kind(parse: Parse, at: int) -> Iterator[tuple[Kind, int]]:
        """Words of a type line in a row; the whole row is the phrase."""
        supertypes: list[str] = []
        types: list[str] = []
        subs: list[str] = []
        end = at
        while end < len(parse.tokens):
            word = parse.word(end)
            double = f"{parse.tokens[end].raw} {parse.tokens[end + 1].raw}" if end + 1 < len(parse.tokens) else ""
            if double in subtype_words():
                subs.append(subtype_words()[double][0])
                end += 2
                continue
            if word in TYPE_WORDS and word != "host":
                types.append(TYPE_WORDS[word])
            elif word in SUPERTYPE_WORDS:
                supertypes.append(word)
            elif parse.tokens[end].raw in subtype_words():
                subs.append(subtype_words()[parse.tokens[end].raw][0])
            elif word == "and" and types and parse.word(end + 1) not in TYPE_WORDS and _kind_follows(parse, end + 1):
                pass  # `1/1 Saproling creatures and Forest lands`
            elif word == "," and subs and not types and _subtype_list(parse, at + len(supertypes))[1] > end:
                found, end = _subtype_list(parse, at + len(supertypes))
                subs = list(found)
                continue
            else:
                break
            end += 1
        if types or subs or supertypes:
            yield Kind(tuple(supertypes), tuple(dict.fromkeys(types)), tuple(dict.fromkeys(subs))), end


def _kind_follows(parse: Parse, at: int) -> bool:
    """Whether subtypes and then a card type follow, as in `and Forest lands`."""
    here = at
    while here < len(parse.tokens) and parse.tokens[here].raw in subtype_words():
        here += 1
    return here > at and parse.word(here) in TYPE_WORDS


def _subtype_list(parse: Parse, at: int) -> tuple[tuple[str, ...], int]:
    """Subtypes with commas and "and" between them, as `Cleric, Rogue, Warrior, and Wizard`."""
    known = subtype_words()
    found: list[str] = []
    end = here = at
    while here < len(parse.tokens) and parse.tokens[here].raw in known:
        found.append(known[parse.tokens[here].raw][0])
        end = here = here + 1
        if parse.word(here) == ",":
            here += 2 if parse.word(here + 1) == "and" else 1
        elif parse.word(here) == "and":
            here += 1
    return tuple(found), end


def _with_supertype(supertype: str, size: Any, colors: Any, kind: Kind) -> Any:
    return size, colors, kind._replace(supertypes=(supertype, *kind.supertypes))


def _shape(body: Any, more: Mods | None, adds: bool, colors_too: bool = False) -> Any:
    size, colors, kind = body
    if size is not None and (size[0] is None or size[1] is None):
        return NO
    mods: list[Modification] = []
    if size is not None:
        mods.append(SetBasePT(*size))
    if colors is not None:
        mods.append(AddColors(colors) if colors_too else SetColors(colors))
    kinds = _added(kind) if adds else _replaced(kind)
    if kinds is NO:
        return NO
    mods += kinds
    return (*mods, *(more or ()))


def _added(kind: Kind) -> Any:
    return (AddTypes(kind.types, kind.subtypes, kind.supertypes),)


def _replaced(kind: Kind) -> Any:
    mods: list[Modification] = []
    if kind.types:
        # An object that becomes an "artifact creature" keeps the types it has; supertypes are always added.
        if {"artifact", "creature"} <= set(kind.types):
            mods.append(AddTypes(kind.types, (), kind.supertypes))
        else:
            mods.append(SetTypes(kind.types))
            mods += [AddTypes(supertypes=kind.supertypes)] if kind.supertypes else []
    elif kind.supertypes:
        return NO
    if kind.subtypes:
        families = {family(word) for word in kind.subtypes}
        if len(families) != 1 or None in families:
            return NO
        only = families.pop()
        if only == "artifact" and not kind.types:
            # "Is an Equipment" sets subtypes by the rule and adds one by the rulings on such cards: no one reading.
            return NO
        mods.append(SetSubtypes(kind.subtypes, None if only == "land" else only))
    return tuple(mods)


def still(mods: Mods) -> Mods:
    """The modifications where the text goes on "it's still a …": what replaced types adds to them instead."""
    types: tuple[str, ...] = ()
    subs: tuple[str, ...] = ()
    supers: tuple[str, ...] = ()
    place = None
    out: list[Modification] = []
    for mod in mods:
        if isinstance(mod, SetTypes | SetSubtypes | AddTypes):
            place = len(out) if place is None else place
            types += getattr(mod, "types", ())
            subs += getattr(mod, "subtypes", ())
            supers += getattr(mod, "supertypes", ())
        else:
            out.append(mod)
    if place is not None:
        out.insert(place, AddTypes(tuple(dict.fromkeys(types)), tuple(dict.fromkeys(subs)), supers))
    return tuple(out)


# What "loses all other card types" leaves behind until the types that stay are known.
OTHER_TYPES = SetTypes(("?other",))


def gathered(mods: Mods) -> Mods:
    """All modifications of one clause, put together in the form of card facts.

    Abilities that are added stand in one modification, types that are added too; "loses all other abilities" stands
    before them; "loses all other card types" makes added types replace.
    """
    if OTHER_TYPES in mods:
        mods = tuple(_alone(mod) for mod in mods if mod != OTHER_TYPES)
    added: tuple[Ability, ...] = ()
    out: list[Modification | None] = []
    for mod in mods:
        earlier = next((each for each in out if isinstance(each, AddTypes)), None)
        if isinstance(mod, AddAbilities):
            if not added:
                out.append(None)
            added += mod.abilities
        elif isinstance(mod, AddTypes) and earlier is not None:
            out[out.index(earlier)] = _merged([earlier, mod])
        elif isinstance(mod, RemoveAllAbilities) and "other" in mod.except_:
            out.insert(out.index(None) if None in out else len(out), RemoveAllAbilities())
        else:
            out.append(mod)
    return tuple(AddAbilities(added) if each is None else each for each in out)


# What is said before the modifications of a clause that "and" joins to the one before it in the same sentence.
_AND = RuleEffect("?and")


def and_so(one: tuple[Effect, ...], two: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """The effects of two clauses that "and" joins: what the second says of the same objects is part of one effect."""
    return (*one, *(Effect(each.affects, (_AND, *each.mods), each.condition, each.duration) for each in two))


def in_one(before: list[Effect], effect: Effect) -> list[Effect]:
    """The effects of a text and one more, which is part of the last where one sentence says both of the same objects.

    One effect goes on applying in later layers though the ability is gone that it began with (rule key
    effect.parts_in_layers): "it's a 0/0 creature … and it has annihilator 2".
    """
    joined, last = _AND in effect.mods, before[-1] if before else None
    mods = tuple(mod for mod in effect.mods if mod != _AND)
    effect = Effect(effect.affects, mods, effect.condition, effect.duration)
    of_last = last is not None and Effect(last.affects, mods, last.condition, last.duration) == effect
    found = lost_first([last] if last is not None else [], effect)
    if joined and of_last and last is not None and len(found) > 1:
        found = [Effect(last.affects, gathered((*last.mods, *mods)), last.condition, last.duration)]
        return [*before[:-1], *found]
    return lost_first(before, effect)


def lost_first(effects: list[Effect], effect: Effect) -> list[Effect]:
    """The effects of a text and one more, put into an earlier one of the same objects where it takes abilities away.

    "It loses all other abilities", said behind what gives some: those are not lost.
    """
    for place, each in enumerate(effects):
        if not effect.mods and each.affects == effect.affects and each.mods and isinstance(each.mods[0], SetTypes):
            return effects  # "and it loses all other card types" behind types that are set: it has none of them
        same = each.affects == effect.affects and (each.condition, each.duration) == (effect.condition, effect.duration)
        if same and RemoveAllAbilities() in effect.mods and any(isinstance(mod, AddAbilities) for mod in each.mods):
            rest = tuple(mod for mod in effect.mods if mod != RemoveAllAbilities())
            mods = gathered((*each.mods, RemoveAllAbilities(("other",)), *rest))
            merged = Effect(each.affects, mods, each.condition, each.duration)
            return [*effects[:place], merged, *effects[place + 1 :]]
    return [*effects, effect]


def _alone(mod: Modification) -> Modification:
    return SetTypes(mod.types) if isinstance(mod, AddTypes) and mod.types and not mod.subtypes else mod


def _merged(types: list[AddTypes]) -> AddTypes:
    def all_of(field: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(word for each in types for word in getattr(each, field)))

    return AddTypes(all_of("types"), all_of("subtypes"), all_of("supertypes"))
