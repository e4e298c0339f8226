"""Reach: which parts of continuous effects may affect which objects, in any order of timestamps.

It is an estimate from above: what is said not to reach an object never does, whatever order the effects have; what may
reach it need not. It is worked out from printed characteristics and from the records alone, never from one order's
view.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from layerproof.kb.model import expression as e
from layerproof.kb.model import modification as m
from layerproof.kb.model.effect import All, Only, Scope, Union
from layerproof.kb.model.situation import GameObject
from layerproof.solver.layers.derive import Derivation
from layerproof.solver.layers.footprint import COLOR, SUBTYPE, SUPER, TYPE
from layerproof.solver.layers.participants import Part, static_effects, static_part
from layerproof.solver.layers.reading import PERMANENT_TYPES
from layerproof.solver.layers.scene import Source
from layerproof.solver.layers.view import Entry, printed

# What makes abilities, texts or copiable values that are not printed on the objects there are.
_OPEN = (
    m.TakeValues,
    m.BecomeCopy,
    m.EnteringShape,
    m.ReplaceWord,
    m.ExchangeText,
    m.FullTextOf,
    m.CopyAbilities,
)


class Reach:
    """What may reach what at the end of a timeline.

    parts: all participants there may be, by name. closed: whether there can be no others, because nothing grants an
    ability that has continuous effects, copies, or changes text; only then the rest may be relied on. types: the card
    types that each object may come to have. writes: what may be written on each object, as footprint bits.
    """

    def __init__(self, derivation: Derivation) -> None:
        scene, edition = derivation.scene, derivation.scene.edition
        self.items: dict[int, GameObject] = dict(scene.items)
        self.printed: dict[int, Entry] = {each: printed(item, edition) for each, item in self.items.items()}
        found = list(derivation.fixed)
        for identifier, entry in self.printed.items():
            item = self.items[identifier]
            for place, instance in enumerate(entry.abilities):
                for effect in static_effects(instance.ability):
                    if item.zone in effect.zones or (effect.cda and instance.text):
                        found.append(static_part(item, place, instance, effect, edition))
        self.parts: dict[str, Part] = {part.name: part for part in found}
        self.closed = not any(part.sort in ("merged", "face_down") for part in found) and not any(
            _opens(mod) for part in found for row in part.rows.values() for mod in row.mods
        )
        self.types: dict[int, set[str]] = {each: set(entry.types) for each, entry in self.printed.items()}
        self.writes: dict[int, int] = dict.fromkeys(self.items, 0)
        self._on: dict[str, frozenset[int]] = {}
        self._spread()

    def objects(self, part: Part) -> frozenset[int]:
        """The objects that a participant may affect."""
        return self._on.get(part.name, frozenset(self.items))

    def parts_on(self, identifier: int) -> Iterator[Part]:
        """The participants that may affect an object."""
        for name, part in self.parts.items():
            if identifier in self._on[name]:
                yield part

    def _spread(self) -> None:
        """Widen what may be until nothing is added: a type that one effect may give lets another apply."""
        changed = True
        while changed:
            changed = False
            for name, part in self.parts.items():
                now = frozenset(each for each in self.items if self._may(part, each))
                if now != self._on.get(name):
                    changed = True
                    self._on[name] = now
                for row in part.rows.values():
                    types = {word for mod in row.mods if isinstance(mod, m.AddTypes | m.SetTypes) for word in mod.types}
                    for each in now:
                        if row.writes & ~self.writes[each] or types - self.types[each]:
                            changed = True
                            self.writes[each] |= row.writes
                            self.types[each] |= types

    def _may(self, part: Part, identifier: int) -> bool:
        if part.objects is not None:
            return identifier in part.objects
        return part.scope is not None and self._in_scope(part.scope, part.source, identifier)

    def _in_scope(self, scope: Scope, source: Source, identifier: int) -> bool:
        match scope:
            case Only(ref=ref):
                if ref.kind == "self":
                    return source.id == identifier
                if ref.kind == "host":
                    item = self.items.get(source.id) if source.id is not None else None
                    return item is not None and item.attached_to == identifier
                return True
            case All(filter=filter_, zones=zones):
                return self.items[identifier].zone in zones and self.possible(filter_, identifier, source)
            case Union(scopes=scopes):
                return any(self._in_scope(each, source, identifier) for each in scopes)
        return False

    def possible(self, filter_: Any, identifier: int, source: Source) -> bool:
        """Whether an object may come to fit a filter."""
        entry, bits = self.printed[identifier], self.writes[identifier]
        match filter_:
            case e.AllOf(filters=filters):
                return all(self.possible(each, identifier, source) for each in filters)
            case e.AnyOf(filters=filters):
                return any(self.possible(each, identifier, source) for each in filters)
            case e.Not(filter=inner):
                return not self.certain(inner, identifier, source)
            case e.Is(category="type", word=word):
                return word == "chosen" or word in self.types[identifier]
            case e.Is(category=category, word=word):
                return word == "chosen" or bool(bits & _BITS[category]) or word in _words(category, entry)
            case e.Same(ref=e.Ref(kind="self")):
                return source.id == identifier
            case e.InZone(zones=zones):
                return self.items[identifier].zone in zones
        return True

    def certain(self, filter_: Any, identifier: int, source: Source) -> bool:
        """Whether an object fits a filter in every order."""
        entry, bits = self.printed[identifier], self.writes[identifier]
        match filter_:
            case e.AllOf(filters=filters):
                return all(self.certain(each, identifier, source) for each in filters)
            case e.AnyOf(filters=filters):
                return any(self.certain(each, identifier, source) for each in filters)
            case e.Not(filter=inner):
                return not self.possible(inner, identifier, source)
            case e.Is(category="type", word=word):
                return word in entry.types and not self.loses_types(identifier)
            case e.Is(category="subtype", word=word):
                return word in entry.subtypes and not self._loses_subtypes(identifier)
            case e.Is(category=category, word=word):
                return word in _words(category, entry) and not bits & _BITS[category]
            case e.Same(ref=e.Ref(kind="self")):
                return source.id == identifier
            case e.InZone(zones=zones):
                return self.items[identifier].zone in zones
            case e.State(word="permanent"):
                return bool(entry.types & PERMANENT_TYPES) and not self.loses_types(identifier)
        return False

    def loses_types(self, identifier: int) -> bool:
        """Whether an object may lose a card type it has printed."""
        return self.may_be_changed_by(identifier, (m.SetTypes, m.RemoveTypes))

    def _loses_subtypes(self, identifier: int) -> bool:
        return self.may_be_changed_by(identifier, (m.SetTypes, m.RemoveTypes, m.SetSubtypes, m.RemoveSubtypes))

    def may_be_changed_by(self, identifier: int, kinds: tuple[type, ...]) -> bool:
        """Whether a modification of one of these kinds may be applied to an object."""
        return any(
            isinstance(mod, kinds)
            for name, part in self.parts.items()
            if identifier in self._on.get(name, ())
            for row in part.rows.values()
            for mod in row.mods
        )


_BITS = {"type": TYPE, "subtype": SUBTYPE, "supertype": SUPER, "color": COLOR}


def _words(category: str, entry: Entry) -> frozenset[str]:
    return {"subtype": entry.subtypes, "supertype": entry.supertypes, "color": entry.colors}.get(category, entry.types)


def _opens(mod: Any) -> bool:
    if isinstance(mod, _OPEN):
        return True
    return isinstance(mod, m.AddAbilities) and any(static_effects(each) for each in mod.abilities)


def records(record: Any) -> Iterator[Any]:
    """All records within a record, itself included."""
    if isinstance(record, msgspec.Struct):
        yield record
        for field in record.__struct_fields__:
            yield from records(getattr(record, field))
    elif isinstance(record, tuple):
        for each in record:
            yield from records(each)
