"""The characteristics of one object in the brute statement of the layers, and what its numbers are in the end."""

from __future__ import annotations

from dataclasses import dataclass, replace

from layerproof.kb.model import ability as ab
from layerproof.kb.model.costs.cost import TapSelf
from layerproof.kb.model.situation import GameObject

MANA = {"Plains": "{W}", "Island": "{U}", "Swamp": "{B}", "Mountain": "{R}", "Forest": "{G}"}


@dataclass(frozen=True)
class Has:
    """One ability that an object has: whose text it is, the effect that created it, when that one was created."""

    ability: ab.Ability
    own_text: bool = True
    created: int = 0
    by: str = ""


@dataclass(frozen=True)
class Thing:
    """The characteristics of one object so far."""

    item: GameObject
    names: tuple[str, ...]
    mana_value: int
    colors: frozenset[str]
    supertypes: frozenset[str]
    types: frozenset[str]
    subtypes: frozenset[str]
    abilities: tuple[Has, ...]
    power: int | None
    toughness: int | None
    controller: str
    base: tuple[int | None, int | None] = (None, None)
    land_mana: bool = True
    cant_have: frozenset[str] = frozenset()

    def all_abilities(self) -> tuple[Has, ...]:
        """Its abilities together with the mana abilities of its basic land types (305.6)."""
        if not self.land_mana or "land" not in self.types:
            return self.abilities
        lands = [symbol for name, symbol in MANA.items() if name in self.subtypes]
        return (*self.abilities, *(Has(ab.Activated((TapSelf(),), adds=ab.Mana(symbol))) for symbol in lands))


Things = dict[int, Thing]


def star(text: int | str | None) -> int | None:
    """A printed number; a star is 0 until something defines it (208.2a)."""
    return 1 if text == "1+*" else 0 if isinstance(text, str) else text


def pt(thing: Thing) -> tuple[int | None, int | None]:
    """Power and toughness together."""
    return thing.power, thing.toughness


def based(thing: Thing) -> Thing:
    """Remember the base power and toughness: those after 7b (208.4b)."""
    return replace(thing, base=pt(thing))


def last_values(thing: Thing) -> Thing:
    """208.3 and 208.5: a noncreature permanent has no power, a creature without a number has 0."""
    if "creature" in thing.types:
        base = thing.base[0] or 0, thing.base[1] or 0
        return replace(thing, power=thing.power or 0, toughness=thing.toughness or 0, base=base)
    if thing.item.zone == "battlefield":
        return replace(thing, power=None, toughness=None, base=(None, None))
    return thing
