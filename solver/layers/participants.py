"""Participants: the parts of continuous effects, counters and rules that may apply in a row of the layer system."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model import ability as ab
from layerproof.kb.model import modification as m
from layerproof.kb.model.effect import Effect, Only, Scope
from layerproof.kb.model.expression import Compares, Condition, CountersOn, Ref
from layerproof.kb.model.situation import GameObject, InForce
from layerproof.kb.notation.short_forms import keyword
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.vocabulary import Vocabulary
from layerproof.solver.layers.footprint import CONTROL, EVERYTHING, LOSS, TEXT, does_reads, reads, writes
from layerproof.solver.layers.scene import Scene, Source
from layerproof.solver.layers.settled import settled
from layerproof.solver.layers.view import Instance

Extra = Callable[[Scene, int], bool]
_PT_COUNTER = re.compile(r"([+-][0-9]+)/([+-][0-9]+)$")
_ITSELF = Only(Ref("self"))


class StaticEffect(msgspec.Struct, frozen=True):
    """One continuous effect that an ability has by existing.

    sort: `static`, `band`, `class`, `station` or `solved`, which decides the rule a proof cites. extra: a condition on
    the object that no record states (the level of a Class, being solved).
    """

    index: int
    sort: str
    effect: Effect
    conditions: tuple[Condition, ...]
    zones: tuple[str, ...]
    cda: bool
    extra: Extra | None = None
    reads: int = 0


class RowPart(msgspec.Struct, frozen=True):
    """The modifications of an effect that belong to one row, and what they write and read.

    settled: whether they do the same to every object in every view.
    """

    mods: tuple[Any, ...]
    writes: int
    does: int
    settled: bool = False


class Part(msgspec.Struct, eq=False):
    """A participant.

    order: the place in timestamp order, ties included. rows: its modifications by the number of the row. reads: what
    its existence and its affected objects depend on. objects: a fixed set of affected objects.
    """

    name: str
    sort: str
    source: Source
    timestamp: int
    order: tuple[int, int, int, int]
    rows: Mapping[int, RowPart]
    cda: bool = False
    scope: Scope | None = None
    conditions: tuple[Condition, ...] = ()
    extra: Extra | None = None
    objects: tuple[int, ...] | None = None
    instance: Instance | None = None
    reads: int = 0
    last: bool = False

    @property
    def granter(self) -> int | None:
        """The object whose effect it is, None for what counters do."""
        return None if self.sort == "keyword_counter" else self.source.id


_statics: dict[int, tuple[Any, tuple[StaticEffect, ...]]] = {}


def static_effects(ability: Any) -> tuple[StaticEffect, ...]:
    """The continuous effects that an ability has by existing on an object.

    Returns an empty tuple for abilities of other kinds. Sources: rule keys ability.static_effect, leveler.band,
    station.symbol, class.level_abilities, case.solved_ability and the keywords' own.
    """
    kept = _statics.get(id(ability))
    if kept is None:
        found = tuple(msgspec.structs.replace(each, reads=_reads(each)) for each in _effects_of(ability))
        kept = _statics[id(ability)] = (ability, found)
    return kept[1]


def _reads(effect: StaticEffect) -> int:
    """What it depends on whether an effect of a static ability exists, and what it affects, as a footprint."""
    return LOSS | TEXT | CONTROL | reads(effect.effect.affects) | reads(effect.conditions)


def _effects_of(ability: Any) -> Iterator[StaticEffect]:
    match ability:
        case ab.Static(effects=effects, condition=condition, zones=zones, cda=cda):
            for index, effect in enumerate(effects):
                # What makes an object a copy is an effect in force from the time it first applies.
                if any(isinstance(mod, m.BecomeCopy) for mod in effect.mods):
                    continue
                conditions = tuple(each for each in (condition, effect.condition) if each is not None)
                yield StaticEffect(index, "static", effect, conditions, zones, cda)
        case ab.Keyword():
            index = 0
            for inner in meaning(ability):
                for found in _effects_of(inner):
                    yield msgspec.structs.replace(found, index=index)
                    index += 1
        case ab.LevelBand():
            conditions = (Compares(CountersOn("level"), ">=", ability.minimum),)
            if ability.maximum is not None:
                conditions += (Compares(CountersOn("level"), "<=", ability.maximum),)
            yield _band("band", _band_mods(ability), conditions)
        case ab.StationBand():
            mods = _band_mods(ability)
            if ability.power is not None:
                mods = (m.AddTypes(("creature",)), *mods)
            yield _band("station", mods, (Compares(CountersOn("charge"), ">=", ability.minimum),))
        case ab.ClassLevel(level=level):
            yield _band("class", _band_mods(ability), (), lambda scene, i: _level(scene, i) >= level)
        case ab.Solved(abilities=abilities):
            # A static ability behind the symbol is one of the Case itself; what else it says has no effect by existing.
            index, own = 0, [each for each in abilities if isinstance(each, ab.Static) and not _rules_only(each)]
            for part in (part for each in own for part in _effects_of(each)):
                yield msgspec.structs.replace(part, index=index, sort="solved", extra=_solved)
                index += 1
            if rest := tuple(each for each in abilities if each not in own):
                given = _band("solved", (m.AddAbilities(rest),), (), _solved)
                yield msgspec.structs.replace(given, index=index)


def _rules_only(ability: ab.Static) -> bool:
    """Whether a static ability has a part that only changes rules, which what asks about rules looks for among the
    abilities of an object."""
    return any(mod.kind == "rule" for effect in ability.effects for mod in effect.mods)


def _solved(scene: Scene, identifier: int) -> bool:
    return scene.items[identifier].solved


def _level(scene: Scene, identifier: int) -> int:
    return scene.items[identifier].level


def _band(sort: str, mods: tuple[Any, ...], conditions: tuple[Any, ...], extra: Extra | None = None) -> StaticEffect:
    return StaticEffect(0, sort, Effect(_ITSELF, mods), conditions, ("battlefield",), False, extra)


def _band_mods(ability: Any) -> tuple[Any, ...]:
    mods: tuple[Any, ...] = ()
    if getattr(ability, "power", None) is not None:
        mods += (m.SetBasePT(ability.power, ability.toughness),)
    if ability.abilities:
        mods += (m.AddAbilities(ability.abilities),)
    return mods


_rows: dict[tuple[int, str, bool], tuple[Any, dict[int, RowPart]]] = {}


def rows_of(mods: tuple[Any, ...], edition: Edition, cda: bool) -> Mapping[int, RowPart]:
    """The modifications of an effect by the number of the row that accepts their kind in this edition."""
    key = (id(mods), edition.name, cda)
    kept = _rows.get(key)
    if kept is None:
        numbers = row_numbers(edition)
        found: dict[int, list[Any]] = {}
        for mod in _keeping_types(mods, edition):
            kind = mod.kind
            if kind == "define_pt" and not cda:
                kind = "set_pt"
            if kind in numbers:
                found.setdefault(numbers[kind], []).append(mod)
        parts = {row: row_part(tuple(each)) for row, each in found.items()}
        kept = _rows[key] = (mods, parts)
    return kept[1]


def _keeping_types(mods: tuple[Any, ...], edition: Edition) -> tuple[Any, ...]:
    """The modifications of what becomes an artifact creature of some creature types: where the edition lets it keep
    those that it has, these are added (rule key type.added)."""
    animates = any(isinstance(mod, m.AddTypes) and {"artifact", "creature"} <= set(mod.types) for mod in mods)
    if not animates or edition.policy("artifact_creature_subtypes") != "kept":
        return mods
    return tuple(
        m.AddTypes(subtypes=mod.subtypes) if isinstance(mod, m.SetSubtypes) and mod.family == "creature" else mod
        for mod in mods
    )


def row_part(mods: tuple[Any, ...]) -> RowPart:
    """The part of a row that these modifications make."""
    written = does = 0
    for mod in mods:
        written |= writes(mod)
        does |= does_reads(mod)
    return RowPart(mods, written, does, all(settled(mod) for mod in mods))


_numbers: dict[str, dict[str, int]] = {}


def row_numbers(edition: Edition) -> dict[str, int]:
    """The number of the row that accepts each kind of modification."""
    if edition.name not in _numbers:
        _numbers[edition.name] = {kind: number for number, row in enumerate(edition.layers) for kind in row.accepts}
    return _numbers[edition.name]


def static_part(item: GameObject, place: int, instance: Instance, effect: StaticEffect, edition: Edition) -> Part:
    """The participant that an effect of an ability of an object is."""
    cda = effect.cda and instance.text
    timestamp = max(item.timestamp, instance.timestamp)
    granter = instance.granter or item.granter
    return Part(
        name=f"{item.id}.{instance.name}.{effect.index}",
        sort=effect.sort,
        source=Source(item.id, granter=granter),
        timestamp=timestamp,
        order=(timestamp, item.id, place, effect.index),
        rows=rows_of(effect.effect.mods, edition, cda),
        cda=cda,
        scope=effect.effect.affects,
        conditions=effect.conditions,
        extra=effect.extra,
        instance=instance,
        reads=effect.reads,
    )


def effect_part(effect: InForce, edition: Edition) -> Part:
    """The participant that an effect in force is."""
    conditions = () if effect.condition is None else (effect.condition,)
    return Part(
        name=f"effect {effect.id}",
        sort="effect",
        source=Source(effect.source, effect.controller),
        timestamp=effect.timestamp,
        order=(effect.timestamp, effect.id, 0, 0),
        rows=rows_of(effect.mods, edition, False),
        scope=effect.scope,
        conditions=conditions,
        objects=effect.objects,
        reads=reads(conditions) | reads(effect.scope),
    )


def counter_parts(item: GameObject, edition: Edition) -> Iterator[Part]:
    """The participants that the counters on an object are (rule keys counter.power_toughness, counter.keyword)."""
    numbers = row_numbers(edition)
    for counters in item.counters:
        mods, row = _counter_mods(counters.kind, counters.number, numbers, edition.vocabulary)
        if row is None:
            continue
        yield Part(
            name=f"{item.id} {counters.kind} counters",
            sort="counter" if isinstance(mods[0], m.ModifyPT) else "keyword_counter",
            source=Source(item.id),
            timestamp=counters.timestamp,
            order=(counters.timestamp, item.id, 0, 0),
            rows={row: row_part(mods)},
            objects=(item.id,),
        )


def _counter_mods(
    kind: str, number: int, numbers: dict[str, int], words: Vocabulary
) -> tuple[tuple[Any, ...], int | None]:
    found = _PT_COUNTER.match(kind)
    if found:
        return (m.ModifyPT(int(found[1]) * number, int(found[2]) * number),), numbers["pt_counter"]
    if kind in words.keyword_counters:
        return (m.AddAbilities((keyword(kind),)),), numbers["keyword_counter"]
    return (), None


def status_parts(item: GameObject, edition: Edition) -> Iterator[Part]:
    """The participants that being merged and being face down are (rule keys merge.topmost, face_down.definition)."""
    numbers = row_numbers(edition)
    everything = RowPart((), EVERYTHING, 0)
    if item.components:
        yield Part(
            name=f"{item.id} merged",
            sort="merged",
            source=Source(item.id),
            timestamp=item.merged_at,
            order=(item.merged_at, item.id, 0, 0),
            rows={numbers["merge"]: everything},
            objects=(item.id,),
        )
    if item.face_down is not None and item.zone in ("battlefield", "stack"):
        yield Part(
            name=f"{item.id} face down",
            sort="face_down",
            source=Source(item.id),
            timestamp=item.timestamp,
            order=(item.timestamp, item.id, 0, 0),
            rows={numbers["face_down"]: everything},
            objects=(item.id,),
            last=True,
        )
