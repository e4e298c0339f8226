"""A second statement of the layer rules, for boards of static abilities and counters only: slow, plain, by definition.

It was written from the text of rules 613, 604.3, 205, 208, 305.6-7 and 711.2, and shares only the records of the
model with the solver. In every row all effects that are left are tried against each other as 613.8a says; whatever may
be applied next is followed, so that all lawful orders are found. With known timestamps there is exactly one outcome.

Copying, text changes, face-down and merged permanents and resolved effects are not stated here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from layerproof.kb.model import ability as ab
from layerproof.kb.model import effect as ef
from layerproof.kb.model import expression as ex
from layerproof.kb.model import modification as mo
from layerproof.kb.model.cost import TapSelf
from layerproof.kb.model.situation import GameObject, Situation
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.later import known_families
from tests.reference.abilities import counter_mod, is_activated, is_mana, keyword_of, statics
from tests.reference.phrases import Phrases

# Layers 2 to 7 (613.1, 613.4): what belongs to each row, and whether characteristic-defining effects go first (613.3).
LAYERS = (("control", True), ("text", True), ("type", True), ("color", True), ("ability keyword_counter", True),
          ("define_pt", False))  # fmt: skip
TODAY = (*LAYERS, ("set_pt", False), ("modify_pt pt_counter", False), ("switch_pt", False))
IN_2012 = (*LAYERS, ("set_pt", False), ("modify_pt", False), ("pt_counter", False), ("switch_pt", False))
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


@dataclass(frozen=True)
class Acting:
    """One continuous effect: its name and place in timestamp order, its source, what it says."""

    name: str
    place: tuple[int, int, int, int]
    source: int
    effect: ef.Effect
    ability: ab.Ability | None
    condition: object = None
    cda: bool = False

    def part(self, kinds: str) -> tuple[mo.Modification, ...]:
        """Its modifications that belong to a row."""
        return tuple(mod for mod in self.effect.mods if kind_of(mod, self) in kinds.split())


def kind_of(mod: mo.Modification, acting: Acting) -> str:
    """To which row a modification belongs; only characteristic-defining abilities define P/T in 7a."""
    if acting.ability is None:
        return "keyword_counter" if isinstance(mod, mo.AddAbilities) else "pt_counter"
    if isinstance(mod, mo.DefinePT) and not acting.cda:
        return "set_pt"
    return mod.kind


@dataclass
class Row:
    """What is remembered while one row is worked off: the objects effects began with, and what is applied."""

    began: dict[str, frozenset[int]] = field(default_factory=dict)
    done: frozenset[str] = frozenset()


class Brute(Phrases):
    """All outcomes of the layers 2 to 7 for one situation under one edition."""

    def outcomes(self) -> list[Things]:
        """Every outcome that a lawful order gives; each once."""
        things = {item.id: self.printed(item) for item in self.situation.objects if not item.phased_out}
        states: list[tuple[Things, dict[str, frozenset[int]]]] = [(things, {})]
        for kinds, cda_first in (
            IN_2012
            if any("pt_counter" in row.accepts and "modify_pt" not in row.accepts for row in self.edition.layers)
            else TODAY
        ):
            found: list[tuple[Things, dict[str, frozenset[int]]]] = []
            for before, began in states:
                found += [end for end in self.orders(before, Row(began), kinds, cda_first) if end not in found]
            states = [({i: based(t) for i, t in end.items()} if kinds == "set_pt" else end, b) for end, b in found]
        ends: list[Things] = []
        for end, _ in states:
            last = {identifier: last_values(thing) for identifier, thing in end.items()}
            ends += [last] if last not in ends else []
        return ends

    def printed(self, item: GameObject) -> Thing:
        """The printed values of a card with one face (613.1, 202.2, 204.2)."""
        face = item.card.faces[0]
        symbols = [part.split("/") for part in (face.mana_cost or "").replace("{", "").split("}") if part]
        letters = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
        colors = {letters[half] for symbol in symbols for half in symbol if half in letters} | {*face.color_indicator}
        numbers = [max(int(half) if half.isdigit() else half not in "XP" for half in symbol) for symbol in symbols]
        return Thing(
            item, (face.name,) if face.name else (), sum(numbers),
            frozenset(colors if face.colors is None else face.colors), frozenset(face.supertypes),
            frozenset(face.types), frozenset(face.subtypes),
            tuple(Has(each, by=f"text {number}") for number, each in enumerate(face.abilities)),
            star(face.power), star(face.toughness), item.controller if item.zone == "battlefield" else item.owner,
        )  # fmt: skip

    # --- effects ---------------------------------------------------------------------------------------------------

    def effects(self, things: Things) -> Iterator[Acting]:
        """All continuous effects of static abilities (611.3) and of counters (122.1a-b) that there are now."""
        for thing in things.values():
            own = thing.item.timestamp
            for position, has in enumerate(thing.abilities):
                for ability, number, effect in statics(has.ability, thing.item):
                    cda = ability.cda and has.own_text
                    if thing.item.zone in ability.zones or cda:
                        place = (max(own, has.created), thing.item.id, position, number)
                        name = f"{thing.item.id} {has.by} {number}"
                        yield Acting(name, place, thing.item.id, effect, has.ability, ability.condition, cda)
            for kind in thing.item.counters:
                mod = counter_mod(kind.kind, kind.number, self.edition)
                if mod is not None:
                    effect = ef.Effect(ef.Only(ex.Ref("self")), (mod,))
                    place = (kind.timestamp, thing.item.id, 0, 0)
                    yield Acting(f"{thing.item.id} {kind.kind} counters", place, thing.item.id, effect, None)

    def there(self, things: Things, row: Row, kinds: str) -> dict[str, Acting]:
        """The effects with a part in the row that are not applied in it and exist now, or began earlier (613.6)."""
        now = {each.name: each for each in self.effects(things)}
        for each in now.values():
            self.known[each.name] = each
        held = {name: each for name, each in now.items() if self.hold(each, things) or name in row.began}
        held |= {name: self.known[name] for name in row.began if name not in held}
        return {name: each for name, each in held.items() if name not in row.done and each.part(kinds)}

    def hold(self, acting: Acting, things: Things) -> bool:
        """Whether the conditions of an effect hold."""
        return all(
            condition is None or self.holds(condition, acting.source, things)
            for condition in (acting.condition, acting.effect.condition)
        )

    # --- orders ----------------------------------------------------------------------------------------------------

    def orders(
        self, things: Things, row: Row, kinds: str, cda_first: bool
    ) -> list[tuple[Things, dict[str, frozenset[int]]]]:
        """Follow every lawful order of a row to its end; after each effect all is asked again (613.8c)."""
        left = self.there(things, row, kinds)
        if not left:
            return [(things, row.began)]
        candidates = {name: each for name, each in left.items() if each.cda} if cda_first else {}
        candidates = candidates or left
        ends: list[tuple[Things, dict[str, frozenset[int]]]] = []
        waits = {
            a: {b for b in candidates if a != b and self.depends(candidates[a], candidates[b], things, row, kinds)}
            for a in candidates
        }
        behind = {name: reachable(name, waits) for name in candidates}
        free = [name for name in candidates if all(name in behind[other] for other in behind[name])]
        for name in free:
            if any(candidates[other].place < candidates[name].place for other in free):
                continue  # 613.7: an earlier one goes first
            objects = self.affected(candidates[name], things, row)
            after = self.apply(candidates[name], objects, things, kinds)
            then = Row(row.began | {name: objects}, row.done | {name})
            ends += [end for end in self.orders(after, then, kinds, cda_first) if end not in ends]
        return ends

    def depends(self, a: Acting, b: Acting, things: Things, row: Row, kinds: str) -> bool:
        """613.8a: applying b would change whether a exists, what it applies to, or what it does to any of these."""
        if a.cda != b.cda:
            return False
        after = self.apply(b, self.affected(b, things, row), things, kinds)
        if a.name not in self.there(after, Row(row.began, row.done), kinds):
            return True
        before, then = self.affected(a, things, row), self.affected(a, after, row)
        part = a.part(kinds)
        return before != then or any(
            self.doing(mod, a, each, things) != self.doing(mod, a, each, after) for mod in part for each in before
        )

    def affected(self, acting: Acting, things: Things, row: Row) -> frozenset[int]:
        """The objects an effect applies to: those it began with (613.6), else those its text means now (611.3a)."""
        if acting.name in row.began:
            return row.began[acting.name]
        return frozenset(self.scope(acting.effect.affects, acting.source, things))

    # --- modifications ---------------------------------------------------------------------------------------------

    def apply(self, acting: Acting, objects: frozenset[int], things: Things, kinds: str) -> Things:
        """The values after one part of an effect was applied to objects; all of it reads the values before."""
        after = dict(things)
        for identifier in objects:
            for number, mod in enumerate(acting.part(kinds)):
                said = self.doing(mod, acting, identifier, things)
                by = f"<{acting.name} {number}>"
                after[identifier] = self.changed(after[identifier], mod, said, acting.place[0], by)
        return after

    def doing(self, mod: mo.Modification, acting: Acting, identifier: int, things: Things) -> tuple[object, ...]:
        """What a modification does to one object, with every value worked out and every chosen word filled in."""
        source = acting.source
        match mod:
            case mo.SetBasePT(power, toughness) | mo.DefinePT(power, toughness) | mo.ModifyPT(power, toughness):
                return tuple(
                    None if each is None else self.number(each, source, identifier, things)
                    for each in (power, toughness)
                )
            case mo.AddTypes(types, subtypes, supertypes):
                return (types, self.words(subtypes, source, things), supertypes)
            case mo.SetSubtypes(subtypes, family):
                return (self.words(subtypes, source, things), family)
            case mo.SetColors(colors) | mo.AddColors(colors):
                return self.words(colors, source, things)
            case mo.SetController(player):
                return tuple(self.players(player, source, things))
            case mo.CopyAbilities(_, among, zones) if among is not None:
                found = [i for i in things if things[i].item.zone in zones and self.fits(among, i, source, things)]
                return tuple(
                    has.ability for i in sorted(found) for has in things[i].all_abilities() if is_activated(has.ability)
                )
            case mo.AddAbilities(abilities):
                return tuple(abilities)
            case _:
                return ()

    def changed(self, thing: Thing, mod: mo.Modification, said: tuple[object, ...], created: int, by: str) -> Thing:
        """An object after one modification."""
        match mod:
            case mo.SetController():
                return replace(thing, controller=str(said[0]))
            case mo.AddTypes():
                types = thing.types | {*mod.types}
                new = self.fitting(self.strings(said[1]), types)
                supertypes = thing.supertypes | {*mod.supertypes}
                return replace(thing, types=types, subtypes=thing.subtypes | new, supertypes=supertypes)
            case mo.SetTypes(types):
                return self.fewer_types(thing, frozenset(types))
            case mo.SetName(name):
                return replace(thing, names=(name,) if name else ())
            case mo.SetSubtypes():
                return self.set_subtypes(thing, self.strings(said[0]), mod.family)
            case mo.SetColors():
                return replace(thing, colors=self.strings(said))
            case mo.AddColors():
                return replace(thing, colors=thing.colors | self.strings(said))
            case mo.AddAbilities() | mo.CopyAbilities():
                kept = [
                    Has(each, False, created, f"{by} {number}")  # type: ignore[arg-type]
                    for number, each in enumerate(said)
                    if not (isinstance(each, ab.Keyword) and each.keyword in thing.cant_have)
                ]
                return replace(thing, abilities=(*thing.abilities, *kept))
            case mo.RemoveKeyword(keyword) | mo.CantHave(keyword):
                left = [h for h in thing.abilities if keyword_of(h.ability) != keyword]
                barred = {keyword} if isinstance(mod, mo.CantHave) else set()
                return replace(thing, abilities=tuple(left), cant_have=thing.cant_have | barred)
            case mo.RemoveAllAbilities(except_):
                mana = "mana" in except_
                left = [has for has in thing.abilities if mana and is_mana(has.ability)]
                return replace(thing, abilities=tuple(left), land_mana=thing.land_mana and mana)
            case mo.SetBasePT() | mo.DefinePT():
                pairs = zip(said, pt(thing), strict=True)
                power, toughness = (now if new is None else int(str(new)) for new, now in pairs)
                return replace(thing, power=power, toughness=toughness)
            case mo.ModifyPT():
                power, toughness = ((now or 0) + int(str(more)) for more, now in zip(said, pt(thing), strict=True))
                return replace(thing, power=power, toughness=toughness)
            case mo.SwitchPT():
                return replace(thing, power=thing.toughness, toughness=thing.power)
            case _:
                raise NotImplementedError(f"{mod!r} is not stated here")

    def fewer_types(self, thing: Thing, types: frozenset[str]) -> Thing:
        """205.1a: with a card type go the subtypes that go with no card type that the object still has."""
        return replace(thing, types=types, subtypes=self.fitting(thing.subtypes, types))

    def set_subtypes(self, thing: Thing, words: frozenset[str], family: str | None) -> Thing:
        """205.1a: the words replace the subtypes of their family; 305.7 where they are basic land types of a land."""
        words = self.fitting(words, thing.types)
        known = self.edition.vocabulary
        families = {family} if family else {*known_families(known, min(words, default=""))}
        kept = frozenset(word for word in thing.subtypes if not families & {*known_families(known, word)})
        abilities = thing.abilities
        if "land" in thing.types and words & {*MANA}:
            abilities = tuple(has for has in abilities if not has.own_text)
        return replace(thing, subtypes=kept | words, abilities=abilities)


def reachable(start: str, waits: dict[str, set[str]]) -> set[str]:
    """Everything that an effect waits for, by itself or through others."""
    found: set[str] = set()
    edge = [start]
    while edge:
        new = waits[edge.pop()] - found
        found |= new
        edge += new
    return found


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


def outcomes(situation: Situation, edition: Edition) -> list[Things]:
    """All outcomes of the layers for one situation under an edition."""
    return Brute(situation, edition).outcomes()
