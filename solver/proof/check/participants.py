"""The participants of a row: parts of effects of static abilities, effects in force, counters and status."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model import ability as ab
from layerproof.kb.model import effect as ef
from layerproof.kb.model import expression as ex
from layerproof.kb.model import modification as mo
from layerproof.kb.model.situation import GameObject
from layerproof.kb.notation.short_forms import keyword
from layerproof.kb.rulebook.edition import Edition
from layerproof.solver.proof.check.elsewhere import could_matter, refuse_side_games
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.view import Instance, View
from layerproof.solver.proof.check.world import Says, World

_PT_COUNTER = re.compile(r"([+-][0-9]+)/([+-][0-9]+)$")
_SELF = ef.Only(ex.Ref("self"))


class Template(NamedTuple):
    """One continuous effect that an ability stands for, with all that decides when it is there."""

    place: int
    sort: str
    effect: ef.Effect
    condition: ex.Condition | None
    zones: tuple[str, ...]
    cda: bool
    band: ab.LevelBand | ab.StationBand | ab.ClassLevel | ab.Solved | None = None
    kinds: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())


class Part(NamedTuple):
    """A participant: its name, its place in the order of ties, whom it affects (a scope or a fixed set) and how.

    begun: the set of objects fixed in an earlier row, None if the effect has not begun. ability: the record it comes
    from, if it comes from one.
    """

    name: str
    sort: str
    source: int
    order: tuple[int, int, int, int]
    cda: bool
    mods: tuple[mo.Modification, ...]
    says: Says
    scope: ef.Scope | None
    fixed: tuple[int, ...] | None = None
    instance: str | None = None
    ability: ab.Ability | None = None
    begun: tuple[int, ...] | None = None
    granter: int | None = None

    @property
    def timestamp(self) -> int:
        """The timestamp of the participant."""
        return self.order[0]


_TEMPLATES: dict[int, tuple[ab.Ability, tuple[Template, ...]]] = {}


def templates(ability: ab.Ability) -> tuple[Template, ...]:
    """The continuous effects that an ability stands for, in their order."""
    known = _TEMPLATES.get(id(ability))
    if known is not None and known[0] is ability:
        return known[1]
    if len(_TEMPLATES) > 20000:
        _TEMPLATES.clear()
    found = tuple(each._replace(kinds=_kinds(each)) for each in _templates(ability))
    _TEMPLATES[id(ability)] = (ability, found)
    return found


def _templates(ability: ab.Ability) -> Iterator[Template]:
    everywhere_there = ("battlefield",)
    if isinstance(ability, ab.Static):
        for index, effect in enumerate(ability.effects):
            yield Template(index, "static", effect, ability.condition, ability.zones, ability.cda)
    elif isinstance(ability, ab.Keyword):
        statics = [each for each in meaning(ability) if isinstance(each, ab.Static)]
        pairs = [(each, effect) for each in statics for effect in each.effects]
        for index, (each, effect) in enumerate(pairs):
            yield Template(index, "static", effect, each.condition, each.zones, each.cda)
    elif isinstance(ability, ab.LevelBand | ab.StationBand):
        mods: list[mo.Modification] = []
        if isinstance(ability, ab.StationBand) and ability.power is not None:
            mods.append(mo.AddTypes(types=("creature",)))
        if ability.power is not None or ability.toughness is not None:
            mods.append(mo.SetBasePT(ability.power, ability.toughness))
        if ability.abilities:
            mods.append(mo.AddAbilities(ability.abilities))
        sort = "band" if isinstance(ability, ab.LevelBand) else "station"
        yield Template(0, sort, ef.Effect(_SELF, tuple(mods)), None, everywhere_there, False, ability)
    elif isinstance(ability, ab.ClassLevel):
        given: tuple[mo.Modification, ...] = (mo.AddAbilities(ability.abilities),)
        yield Template(0, "class", ef.Effect(_SELF, given), None, everywhere_there, False, ability)
    elif isinstance(ability, ab.Solved):
        yield from _of_a_case(ability)


def _of_a_case(ability: ab.Solved) -> Iterator[Template]:
    """The effects of static abilities that a solved Case has itself, and behind them the giving of its others, of
    static abilities those with a part that only changes rules."""
    given: list[ab.Ability] = []
    place = 0
    for each in ability.abilities:
        if not isinstance(each, ab.Static) or "rule" in {mod.kind for effect in each.effects for mod in effect.mods}:
            given.append(each)
            continue
        for effect in each.effects:
            yield Template(place, "solved", effect, each.condition, each.zones, each.cda, ability)
            place += 1
    if given:
        gives = ef.Effect(_SELF, (mo.AddAbilities(tuple(given)),))
        yield Template(place, "solved", gives, None, ("battlefield",), False, ability)


def kind_of(mod: mo.Modification, cda: bool) -> str:
    """The kind of a modification; DefinePT is one of its own only in a characteristic-defining ability."""
    if isinstance(mod, mo.DefinePT):
        return "define_pt" if cda else "set_pt"
    return mod.kind


def _kinds(template: Template) -> tuple[frozenset[str], frozenset[str]]:
    """The kinds of its modifications where it defines no characteristic, and where it does so."""
    mods = _lasting(template)
    return frozenset(kind_of(mod, False) for mod in mods), frozenset(kind_of(mod, True) for mod in mods)


def _lasting(template: Template) -> tuple[mo.Modification, ...]:
    # Becoming a copy by a static ability is an effect in force since it first applied.
    return tuple(mod for mod in template.effect.mods if not isinstance(mod, mo.BecomeCopy))


def in_band(band: ab.LevelBand | ab.StationBand | ab.ClassLevel | ab.Solved | None, obj: GameObject) -> bool:
    """Whether the level, counters or designation are there that a band of abilities asks for."""
    if band is None:
        return True
    if isinstance(band, ab.ClassLevel):
        return obj.level >= band.level
    if isinstance(band, ab.Solved):
        return obj.solved
    kind = "level" if isinstance(band, ab.LevelBand) else "charge"
    have = sum(each.number for each in obj.counters if each.kind == kind)
    most = band.maximum if isinstance(band, ab.LevelBand) else None
    return have >= band.minimum and (most is None or have <= most)


def is_there(world: World, view: View, obj: GameObject, instance: Instance, template: Template) -> bool:
    """Whether an effect of an ability is there now: zone, band and conditions."""
    if not (template.cda and instance.text) and obj.zone not in template.zones:
        return False
    if not in_band(template.band, obj):
        return False
    if template.condition is None and template.effect.condition is None:
        return True
    reader = Reader(world, view, Says(obj.id, granter=instance.granter))
    return reader.holds(template.condition) and reader.holds(template.effect.condition)


def participants(
    world: World, view: View, accepts: frozenset[str], begun: dict[str, Part], done: set[str]
) -> list[Part]:
    """The participants of a row that are there now and not yet applied in it, in the order of ties.

    accepts: the kinds of the row. begun: the effects that began in earlier rows, by name. done: the names of those
    applied in this row. Raises Incomplete where an ability that is not modelled might be one of them.
    """
    found = list(_of_abilities(world, view, accepts, begun, done))
    names = {each.name for each in found}
    found.extend(
        each
        for each in begun.values()
        if each.name not in names and each.name not in done and each.instance is not None
        if any(kind_of(mod, each.cda) in accepts for mod in each.mods)
    )
    if world.own_effects_of is None:
        found.extend(_in_force(world, view, accepts, begun, done))
    else:
        own = [
            each for each in _in_force(world, view, accepts, begun, done) if _copies_only(each, world.own_effects_of)
        ]
        found.extend(own)
    found.extend(each for each in _of_counters(world, view, accepts) if each.name not in done)
    found.extend(each for each in _of_status(world, view, accepts) if each.name not in done)
    return sorted(found, key=lambda each: each.order)


def reworded(part: Part, view: View) -> Part:
    """The participant that has begun, as its ability reads now; a lost ability reads as it last did.

    What begins in one row goes on with the same objects, but what it says is what the text of its ability says once
    that text has been changed. Source: rule keys effect.parts_in_layers, text_change.definition.
    """
    entry = view.get(part.source) if part.instance is not None else None
    now = next((each for each in entry.abilities if each.name == part.instance), None) if entry else None
    if now is None or now.ability == part.ability:
        return part
    template = templates(now.ability)[part.order[3]]
    return part._replace(mods=_lasting(template), ability=now.ability)


def _copies_only(part: Part, identifier: int) -> bool:
    return part.fixed == (identifier,) and all(isinstance(each, mo.TakeValues | mo.EnteringShape) for each in part.mods)


def _of_abilities(
    world: World, view: View, accepts: frozenset[str], begun: dict[str, Part], done: set[str]
) -> Iterator[Part]:
    for entry in view.values():
        obj = world.objects[entry.id]
        if world.own_effects_of is not None and entry.id != world.own_effects_of:
            continue
        refuse_side_games(obj, entry)
        for place, instance in enumerate(entry.abilities):
            if isinstance(instance.ability, ab.Opaque):
                there = could_matter(obj, entry.battlefield, instance.ability)
                _refuse(instance.ability, there, accepts, entry.names)
                continue
            for template in templates(instance.ability):
                cda = template.cda and instance.text
                if accepts.isdisjoint(template.kinds[cda]):
                    continue
                name = f"{entry.id}.{instance.name}.{template.place}"
                if name in done:
                    continue
                earlier = begun.get(name)
                if earlier is None and not is_there(world, view, obj, instance, template):
                    continue
                timestamp = max(obj.timestamp, instance.timestamp)
                yield Part(
                    name=name,
                    sort=template.sort,
                    source=entry.id,
                    order=(timestamp, entry.id, place, template.place),
                    cda=cda,
                    mods=_lasting(template),
                    says=Says(entry.id, granter=instance.granter),
                    scope=template.effect.affects,
                    instance=instance.name,
                    ability=instance.ability,
                    begun=earlier.begun if earlier else None,
                    granter=entry.id,
                )


def _refuse(ability: ab.Opaque, there: bool, accepts: frozenset[str], names: tuple[str, ...]) -> None:
    if there and ability.touches and ("any" in ability.touches or accepts & set(ability.touches)):
        raise Incomplete(f"an ability of {' // '.join(names) or 'an object'}: {ability.gloss}")


def _in_force(
    world: World, view: View, accepts: frozenset[str], begun: dict[str, Part], done: set[str]
) -> Iterator[Part]:
    for effect in world.situation.effects:
        name = f"effect {effect.id}"
        if name in done or not any(kind_of(mod, False) in accepts for mod in effect.mods):
            continue
        says = Says(effect.source, controller=effect.controller)
        earlier = begun.get(name)
        it = effect.objects[0] if effect.objects else None
        if earlier is None and not Reader(world, view, says).holds(effect.condition, it):
            continue
        yield Part(
            name=name,
            sort="effect",
            source=effect.id,
            order=(effect.timestamp, effect.id, 0, 0),
            cda=False,
            mods=effect.mods,
            says=says,
            scope=effect.scope,
            fixed=effect.objects,
            begun=earlier.begun if earlier else None,
            granter=effect.source,
        )


def _of_counters(world: World, view: View, accepts: frozenset[str]) -> Iterator[Part]:
    if not accepts & {"pt_counter", "keyword_counter"}:
        return
    keywords = world.edition.vocabulary.keyword_counters
    for identifier in view:
        for counters in world.objects[identifier].counters:
            numbers = _PT_COUNTER.match(counters.kind)
            mod: mo.Modification
            if numbers and "pt_counter" in accepts:
                sort = "counter"
                mod = mo.ModifyPT(int(numbers[1]) * counters.number, int(numbers[2]) * counters.number)
            elif counters.kind in keywords and "keyword_counter" in accepts:
                sort, mod = "keyword_counter", mo.AddAbilities((keyword(counters.kind),))
            else:
                continue
            yield _plain_part(f"{identifier} {counters.kind} counters", sort, identifier, counters.timestamp, (mod,))


def _of_status(world: World, view: View, accepts: frozenset[str]) -> Iterator[Part]:
    if not accepts & {"merge", "face_down"}:
        return
    for identifier in view:
        obj = world.objects[identifier]
        if "merge" in accepts and obj.components:
            yield _plain_part(f"{identifier} merged", "merged", identifier, obj.merged_at, ())
        if "face_down" in accepts and obj.face_down is not None and obj.zone in ("battlefield", "stack"):
            yield _plain_part(f"{identifier} face down", "face_down", identifier, obj.timestamp, ())


def _plain_part(name: str, sort: str, identifier: int, timestamp: int, mods: tuple[mo.Modification, ...]) -> Part:
    return Part(name, sort, identifier, (timestamp, identifier, 0, 0), False, mods, Says(identifier), _SELF)


def accepted(part: Part, accepts: frozenset[str], edition: Edition) -> tuple[mo.Modification, ...]:
    """The modifications of a participant that the row accepts, in their order; creature types that come with "artifact
    creature" take away no others where the edition says so."""
    if part.sort in ("counter", "keyword_counter", "merged", "face_down"):
        return part.mods
    added = [set(each.types) for each in part.mods if isinstance(each, mo.AddTypes)]
    keeps = edition.policy("artifact_creature_subtypes") == "kept" and any(
        each.issuperset(("artifact", "creature")) for each in added
    )
    out: list[mo.Modification] = []
    for each in part.mods:
        if keeps and isinstance(each, mo.SetSubtypes) and each.family == "creature":
            each = mo.AddTypes(subtypes=each.subtypes)
        out += [each] if kind_of(each, part.cda) in accepts else []
    return tuple(out)


__all__ = ["Part", "Template", "accepted", "in_band", "is_there", "kind_of", "participants", "templates"]
