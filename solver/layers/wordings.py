"""Text changes: one word replaced by another in the text of an object (rule key text_change.definition)."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec

from layerproof.kb.model.ability import Triggered
from layerproof.solver.layers.view import Entry, Instance

# Fields that hold names, glosses or symbols rather than words that a text change may touch.
_NOT_TEXT = frozenset({"name", "names", "mana_cost", "cost", "symbols", "kind", "keyword"})
# Fields that hold whole phrases of text, in which the word is replaced where it stands.
_PHRASES = frozenset({"gloss", "when", "restriction", "label", "quality", "text"})


def replace_word(entry: Entry, old: str, new: str) -> Entry:
    """The entry with all instances of a word in its text replaced.

    Touches the type line and the abilities that are text of the object; names, mana symbols and abilities that effects
    have granted stay (rule keys text_change.only_fitting_words, text_change.not_granted_abilities).
    """
    subtypes = frozenset(new if word == old else word for word in entry.subtypes)
    abilities = tuple(
        Instance(each.name, in_record(each.ability, old, new), each.timestamp, each.text) if each.text else each
        for each in entry.abilities
    )
    return msgspec.structs.replace(entry, subtypes=subtypes, abilities=abilities)


def in_record(record: Any, old: str, new: str) -> Any:
    """A record of the model with a word replaced wherever it stands as a word of rules text."""
    # Numbers and truth values are no words; and what remembers results takes 1 and true for the same.
    return _replaced(record, old, new) if isinstance(record, str | tuple | msgspec.Struct) else record


@cache
def _replaced(record: Any, old: str, new: str) -> Any:
    if isinstance(record, str):
        return new if record == old else record
    if isinstance(record, tuple):
        return tuple(in_record(each, old, new) for each in record)
    if isinstance(record, msgspec.Struct):
        changed: dict[str, Any] = {}
        for field in record.__struct_fields__:
            value = getattr(record, field)
            if isinstance(value, msgspec.Struct | tuple) or field not in _NOT_TEXT | _PHRASES:
                changed[field] = in_record(value, old, new)
            elif field in _PHRASES and isinstance(value, str):
                changed[field] = re.sub(rf"\b{re.escape(old)}\b", new, value)
        if isinstance(record, Triggered):
            changed |= _event(record, str(changed["when"]), old, new)
        return msgspec.structs.replace(record, **changed)
    return record


def _event(ability: Triggered, when: str, old: str, new: str) -> dict[str, Any]:
    """The event of a triggered ability with the word replaced, where its new words alone do not say it: a plural stands
    in the words as another word."""
    from layerproof.kb.oracle.compiled import event_of, trigger_event

    event = in_record(event_of(ability), old, new)
    return {"event": None if event == trigger_event(when) else event}
