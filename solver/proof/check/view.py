"""The view: the characteristics of every object so far, and their form as plain data."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from layerproof.kb.model.ability import Ability, Activated, Mana
from layerproof.kb.model.card import Card
from layerproof.kb.model.costs.cost import TapSelf
from layerproof.kb.rulebook.edition import Edition

LAND_ORDER = ("Plains", "Island", "Swamp", "Mountain", "Forest")
PERMANENT_TYPES = frozenset({"artifact", "battle", "creature", "enchantment", "land", "planeswalker"})


class Instance(NamedTuple):
    """An ability that an object has: its name there, the record, the timestamp of the effect that granted it (0 if
    none), whether it is text (printed, copied or of a text change), and the object whose effect granted it."""

    name: str
    ability: Ability
    timestamp: int = 0
    text: bool = True
    granter: int | None = None


class Entry(msgspec.Struct, frozen=True):
    """What one object is so far.

    card: the record whose values it has before other layers, which is what a copy of it would take. power, toughness
    are kept for what is no creature too; whoever reads them asks `number`. battlefield: it is a permanent.
    """

    id: int
    card: Card
    names: tuple[str, ...]
    mana_cost: str | None
    mana_value: int
    colors: tuple[str, ...]
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
    battlefield: bool
    intrinsic: bool = True
    cant_have: frozenset[str] = frozenset()


View = dict[int, Entry]


def number(entry: Entry, stat: str) -> int | None:
    """A number of an object as everything reads it: a permanent that is no creature has no power and toughness, and a
    creature without a value has 0 (rule key power_toughness.no_value)."""
    if stat == "colors":
        return len(entry.colors)
    if "creature" in entry.types and stat in ("power", "toughness", "base_power", "base_toughness"):
        return getattr(entry, stat) or 0
    if entry.battlefield and "creature" not in entry.types and stat not in ("mana_value", "loyalty", "defense"):
        return None
    found: int | None = getattr(entry, stat)
    return found


def intrinsic_types(entry: Entry) -> tuple[str, ...]:
    """The basic land types for which an object has an intrinsic mana ability now, in their order."""
    if not entry.intrinsic or "land" not in entry.types:
        return ()
    return tuple(word for word in LAND_ORDER if word in entry.subtypes)


_LAND_MANA = {"Plains": "{W}", "Island": "{U}", "Swamp": "{B}", "Mountain": "{R}", "Forest": "{G}"}


def intrinsic_ability(word: str) -> Activated:
    """The mana ability that a land has by one basic land type."""
    return Activated(cost=(TapSelf(),), adds=Mana(symbols=_LAND_MANA[word]))


def in_color_order(colors: frozenset[str] | set[str], edition: Edition) -> tuple[str, ...]:
    """Colors in the order of the rules: white, blue, black, red, green."""
    return tuple(word for word in edition.vocabulary.colors if word in colors)


def finished(entry: Entry, counters: dict[str, int]) -> Entry:
    """The entry as it counts when all layers are done.

    A permanent that is no creature has no power and toughness, a creature without numbers has 0; only a planeswalker
    has loyalty and only a battle defense, on the battlefield as many as its counters. counters: those on the object.
    """
    power, toughness = number(entry, "power"), number(entry, "toughness")
    base = number(entry, "base_power"), number(entry, "base_toughness")
    if "creature" in entry.types:
        power, toughness, base = power or 0, toughness or 0, (base[0] or 0, base[1] or 0)
    loyalty, defense = entry.loyalty, entry.defense
    if entry.battlefield:
        loyalty, defense = counters.get("loyalty", 0), counters.get("defense", 0)
    return msgspec.structs.replace(
        entry,
        power=power,
        toughness=toughness,
        base_power=base[0],
        base_toughness=base[1],
        loyalty=loyalty if "planeswalker" in entry.types else None,
        defense=defense if "battle" in entry.types else None,
    )


def plain_field(entry: Entry, field: str, edition: Edition) -> Any:
    """One field of an entry in its form as plain data (lists, words, numbers)."""
    if field == "abilities":
        intrinsic = [f"intrinsic {word}" for word in intrinsic_types(entry)]
        return [each.name for each in entry.abilities] + intrinsic
    if field == "subtypes":
        return _subtypes(entry.subtypes, edition)
    value = getattr(entry, field)
    if isinstance(value, frozenset):
        return sorted(value)
    return list(value) if isinstance(value, tuple) else value


PLAIN_FIELDS = (
    "names", "mana_cost", "mana_value", "colors", "supertypes", "types", "subtypes", "abilities", "power", "toughness",
    "base_power", "base_toughness", "loyalty", "defense", "controller",
)  # fmt: skip


def plain(entry: Entry, edition: Edition) -> dict[str, Any]:
    """An entry as plain data, as the proof format has it."""
    return {field: plain_field(entry, field, edition) for field in PLAIN_FIELDS}


def _subtypes(words: frozenset[str], edition: Edition) -> list[str]:
    if len(words) > 50:
        every = creature_types(edition)
        if every <= words:
            return sorted((words - every) | {"every creature type"})
    return sorted(words)


_CREATURE_TYPES: dict[str, frozenset[str]] = {}


def creature_types(edition: Edition) -> frozenset[str]:
    """All creature types of an edition as a set."""
    if edition.name not in _CREATURE_TYPES:
        _CREATURE_TYPES[edition.name] = frozenset(edition.vocabulary.creature_types)
    return _CREATURE_TYPES[edition.name]
