"""Which of an object's own characteristics decide whether it fits a filter, where nothing else does.

The definition of dependency asks what an effect would apply to in a view that differs in a few objects. Where a filter
looks only at the object itself, only the objects that differ in what it looks at have to be asked again; a test shows
that this changes no answer.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, NamedTuple

from layerproof.kb.model import expression as e

_ENTRY_FIELDS = {"type": "types", "subtype": "subtypes", "supertype": "supertypes", "color": "colors"}
_STATUS = frozenset({"tapped", "untapped", "token", "card", "copy", "face_down", "face_up", "flipped", "spell"})
_STATES = {"multicolored": "colors", "monocolored": "colors", "colorless": "colors", "permanent": "types"}
_YOU = frozenset({"controller", "you"})


class OwnFields(NamedTuple):
    """What a filter looks at: the values of an entry that decide, and whether it matters who "you" is."""

    of: Callable[[Any], Any]
    asks_you: bool


_kept: dict[int, tuple[e.Filter, OwnFields | None]] = {}


def own_fields(record: e.Filter) -> OwnFields | None:
    """What of an object's entry decides whether the object fits a filter; None where something else may decide too.

    What no row of the layer system changes (zone, status, counters) is left out.

    >>> from layerproof.kb.model.expression import Is
    >>> own_fields(Is("type", "creature")).asks_you
    False
    """
    kept = _kept.get(id(record))
    if kept is None:
        fields = _fields(record)
        found = None
        if fields is not None:
            names = sorted(fields - {"you"})
            found = OwnFields(attrgetter(*names) if names else _nothing, "you" in fields)
        kept = _kept[id(record)] = (record, found)
    return kept[1]


def _nothing(entry: Any) -> None:
    return None


def _fields(record: e.Filter) -> frozenset[str] | None:
    match record:
        case e.Is(category=category, word=word) if word != "chosen":
            return frozenset({_ENTRY_FIELDS[category]})
        case e.Not(filter=inner):
            return _fields(inner)
        case e.AllOf(filters=filters) | e.AnyOf(filters=filters):
            found: frozenset[str] = frozenset()
            for each in filters:
                fields = _fields(each)
                if fields is None:
                    return None
                found |= fields
            return found
        case e.ControlledBy(player=e.Player(kind="you")):
            return _YOU
        case e.Same(ref=e.Ref(kind="self")) | e.InZone() | e.HasCounter():
            return frozenset()
        case e.State(word=word) if word in _STATUS:
            return frozenset()
        case e.State(word=word) if word in _STATES:
            return frozenset({_STATES[word]})
        case e.HasKeyword():
            return frozenset({"abilities"})
        case e.Named(name=name) if name != "chosen":
            return frozenset({"names"})
    return None
