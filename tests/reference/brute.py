"""A second statement of the layer rules in Python, slow and plain, by definition: every order is tried.

It was written from the text of rules 613, 604.3, 205, 208, 305.6-7, 611.2c, 612, 707.2 and 711.2, and shares only the
records of the model with the solver. In every row all effects that are left are tried against each other as 613.8a
says; whatever may be applied next is followed, so that all lawful orders are found. With known timestamps there is
exactly one outcome.

Face-down, merged and double-faced permanents, copies with kept characteristics, full text and exchanged texts are not
stated here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from layerproof.kb.model import ability as ab
from layerproof.kb.model import effect as ef
from layerproof.kb.model import expression as ex
from layerproof.kb.model import modification as mo
from layerproof.kb.model.card import Card
from layerproof.kb.model.situation import GameObject, Situation
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.editions.later_subtypes import known_families
from tests.reference.abilities_of_things import counter_mod, is_activated, is_mana, keyword_of, rewritten, statics
from tests.reference.acting import Acting, Kinds
from tests.reference.phrases import Phrases
from tests.reference.thing import MANA, Has, Thing, Things, based, last_values, pt, star


@dataclass
class Row:
    """What is remembered while one row is worked off: the objects effects began with, and what is applied."""

    began: dict[str, frozenset[int]] = field(default_factory=dict)
    done: frozenset[str] = frozenset()


class Brute(Phrases):
    """All outcomes of the layers for one situation under one edition, by one reading of "just after" (613.8b)."""

    def __init__(self, situation: Situation, edition: Edition, reading: str = "requeue") -> None:
        super().__init__(situation, edition)
        self.reading = reading

    def outcomes(self) -> list[Things]:
        """Every outcome that a lawful order gives; each once."""
        things = {item.id: self.printed(item) for item in self.situation.objects if not item.phased_out}
        states: list[tuple[Things, dict[str, frozenset[int]]]] = [(things, {})]
        for row in self.edition.layers:
            kinds = frozenset(row.accepts)
            found: list[tuple[Things, dict[str, frozenset[int]]]] = []
            for before, began in states:
                found += [end for end in self.orders(before, Row(began), kinds, row.cda_first) if end not in found]
            states = [({i: based(t) for i, t in end.items()} if "set_pt" in kinds else end, b) for end, b in found]
        ends: list[Things] = []
        for end, _ in states:
            last = {identifier: last_values(thing) for identifier, thing in end.items()}
            ends += [last] if last not in ends else []
        return ends

    def printed(self, item: GameObject) -> Thing:
        """The printed values of a card (613.1)."""
        controller = item.controller if item.zone in ("battlefield", "stack") else item.owner
        return self.as_printed(item, item.card, controller)

    def as_printed(self, item: GameObject, card: Card, controller: str) -> Thing:
        """An object with the values of a card with one face (202.2, 204.2)."""
        if len(card.faces) > 1 or item.face_down or item.components or item.flipped:
            raise NotImplementedError("only cards with one face are stated here, face up and unmerged")
        face = card.faces[0]
        symbols = [part.split("/") for part in (face.mana_cost or "").replace("{", "").split("}") if part]
        letters = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
        colors = {letters[half] for symbol in symbols for half in symbol if half in letters} | {*face.color_indicator}
        numbers = [max(int(half) if half.isdigit() else half not in "XP" for half in symbol) for symbol in symbols]
        return Thing(
            item, (face.name,) if face.name else (), sum(numbers),
            frozenset(colors if face.colors is None else face.colors), frozenset(face.supertypes),
            frozenset(face.types), frozenset(face.subtypes),
            tuple(Has(each, by=f"text {number}") for number, each in enumerate(face.abilities)),
            star(face.power), star(face.toughness), controller,
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
                    yield Acting(f"{thing.item.id} {kind.kind} counters", place, thing.item.id, effect, counters=True)
        for force in self.situation.effects:
            # The source is the effect itself: "you" is its controller whoever controls what it came from.
            effect = ef.Effect(force.scope or ef.Union(()), force.mods, force.condition)
            fixed = None if force.objects is None else frozenset(force.objects) & {*things}
            yield Acting(f"effect {force.id}", (force.timestamp, force.id, 0, 0), -force.id, effect, fixed=fixed)

    def there(self, things: Things, row: Row, kinds: Kinds) -> dict[str, Acting]:
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
        self, things: Things, row: Row, kinds: Kinds, cda_first: bool, last: frozenset[str] = frozenset()
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
        # 613.8b: by one reading those that waited for the last one come "just after" it, before all others.
        just = [name for name in free if name in last] if self.reading == "at_once" else []
        free = just or free
        for name in free:
            if any(candidates[other].place < candidates[name].place for other in free):
                continue  # 613.7: an earlier one goes first
            objects = self.affected(candidates[name], things, row)
            after = self.apply(candidates[name], objects, things, kinds)
            then = Row(row.began | {name: objects}, row.done | {name})
            freed = frozenset(other for other in candidates if name in waits[other])
            ends += [end for end in self.orders(after, then, kinds, cda_first, freed) if end not in ends]
        return ends

    def depends(self, a: Acting, b: Acting, things: Things, row: Row, kinds: Kinds) -> bool:
        """613.8a: applying b would change the text or existence of a, what it applies to, or what it does to any."""
        if a.cda != b.cda:
            return False
        after = self.apply(b, self.affected(b, things, row), things, kinds)
        found = self.there(after, Row(row.began, row.done), kinds).get(a.name)
        if found is None or found.effect != a.effect:
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
        if acting.fixed is not None:
            return acting.fixed
        return frozenset(self.scope(acting.effect.affects, acting.source, things))

    # --- modifications ---------------------------------------------------------------------------------------------

    def apply(self, acting: Acting, objects: frozenset[int], things: Things, kinds: Kinds) -> Things:
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
            case mo.ModifyPT(power, toughness):
                return tuple(self.amount(each, source, identifier, things) for each in (power, toughness))
            case mo.SetBasePT(power, toughness) | mo.DefinePT(power, toughness):
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
            case mo.CopyAbilities(("activated" | "mana") as name, among, zones) if among is not None:
                found = [i for i in things if things[i].item.zone in zones and self.fits(among, i, source, things)]
                belongs = is_activated if name == "activated" else is_mana
                return tuple(
                    has.ability for i in sorted(found) for has in things[i].all_abilities() if belongs(has.ability)
                )
            case mo.AddAbilities(abilities):
                return tuple(abilities)
            case _:
                return ()

    def amount(self, value: ex.Value, source: int, it: int, things: Things) -> int:
        """107.1b: a calculated amount below zero counts as zero where the edition says so, added or subtracted."""
        if isinstance(value, int) or self.edition.policy("negative_modification") != "zero":
            return self.number(value, source, it, things)
        if isinstance(value, ex.Minus):
            return -self.amount(value.value, source, it, things)
        return max(0, self.number(value, source, it, things))

    def changed(self, thing: Thing, mod: mo.Modification, said: tuple[object, ...], created: int, by: str) -> Thing:
        """An object after one modification."""
        match mod:
            case mo.SetController():
                there = thing.item.zone in ("battlefield", "stack")  # 108.4
                return replace(thing, controller=str(said[0])) if said and there else thing
            case mo.AddTypes():
                types = thing.types | {*mod.types}
                new = self.fitting(self.strings(said[1]), types)
                supertypes = thing.supertypes | {*mod.supertypes}
                return replace(thing, types=types, subtypes=thing.subtypes | new, supertypes=supertypes)
            case mo.SetTypes(types):
                return self.fewer_types(thing, frozenset(types))
            case mo.SetName(name):
                return replace(thing, names=(name,) if name else ())
            case mo.AddName(name):
                return replace(thing, names=(*thing.names, name))
            case mo.TakeValues(card, ()):
                return self.as_printed(thing.item, card, thing.controller)
            case mo.ReplaceWord(_, old, new):
                texts = [rewritten(has.ability, old, new) if has.own_text else has.ability for has in thing.abilities]
                same = tuple(replace(has, ability=text) for has, text in zip(thing.abilities, texts, strict=True))
                words = frozenset(new if word == old else word for word in thing.subtypes)
                return replace(thing, abilities=same, subtypes=words)
            case mo.RemoveTypes(types, supertypes):
                left_types = thing.types - {*types}
                fewer = self.fewer_types(thing, left_types) if left_types != thing.types else thing
                return replace(fewer, supertypes=thing.supertypes - {*supertypes})
            case mo.RemoveSubtypes(subtypes, family):
                known = self.edition.vocabulary
                gone = {*subtypes} | {w for w in thing.subtypes if family in known_families(known, w)}
                return replace(thing, subtypes=thing.subtypes - gone)
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
                left = [
                    has
                    for has in thing.abilities
                    if (mana and is_mana(has.ability)) or keyword_of(has.ability) in except_
                ]
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


def outcomes(situation: Situation, edition: Edition, reading: str = "requeue") -> list[Things]:
    """All outcomes of the layers for one situation under an edition."""
    return Brute(situation, edition, reading).outcomes()
