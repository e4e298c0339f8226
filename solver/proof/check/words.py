"""Words inside ability records: replaced by text changes, filled in where a choice gives them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from layerproof.kb.keywords.chosen_qualities import CHOSEN_QUALITIES, as_chosen
from layerproof.kb.model.ability import Ability, Keyword, Triggered
from layerproof.kb.model.expression import Is
from layerproof.kb.model.node import rewritten
from layerproof.kb.model.trigger_event import TriggerEvent
from layerproof.kb.oracle.compiled import event_of, trigger_event
from layerproof.solver.proof.check.phrasing import keyword_lets

# The fields in which a color word, land type or creature type stands as such; names, glosses and symbols are others.
_WORD_FIELDS = ("colors", "subtypes")
# The fields that hold whole phrases of rules text.
_PHRASE_FIELDS = ("gloss", "when", "restriction", "label", "text")


def with_word(ability: Ability, old: str, new: str) -> Ability:
    """An ability with all instances of one word replaced by another, where it stands as such a word.

    >>> with_word(Keyword("landwalk", quality="Island"), "Island", "Swamp").quality
    'Swamp'
    """
    pattern = re.compile(rf"(?<![\w'-]){re.escape(old)}(?![\w'-])")

    def change(node: Any) -> Any:
        if isinstance(node, Is) and node.category in ("color", "subtype") and node.word == old:
            return Is(node.category, new)
        if isinstance(node, Keyword) and node.quality and pattern.search(node.quality):
            return msgspec.structs.replace(node, quality=pattern.sub(new, node.quality))
        changed: dict[str, Any] = {
            name: tuple(new if word == old else word for word in getattr(node, name))
            for name in _WORD_FIELDS
            if name in node.__struct_fields__ and getattr(node, name) and old in getattr(node, name)
        }
        for name in _PHRASE_FIELDS:
            phrase = getattr(node, name, None)
            if isinstance(phrase, str) and pattern.search(phrase):
                changed[name] = pattern.sub(new, phrase)
        if isinstance(node, Triggered):
            changed["event"] = changed_event(node, changed.get("when", node.when), change)
        return msgspec.structs.replace(node, **changed) if changed else node

    return rewritten(ability, change)


def changed_event(ability: Triggered, when: str, change: Callable[[Any], Any]) -> TriggerEvent | None:
    """The event of a triggered ability after a change of words, None where its words as they then are say it.

    A plural such as `Elves` is no instance of the word as it stands in the words of an event, but it is in the event.
    """
    event = rewritten(event_of(ability), change)
    return None if event == trigger_event(when) else event


def with_choice(ability: Ability, chosen: Callable[[str], str | None], mana_cost: str | None) -> Ability:
    """An ability as it is granted: with the chosen color or type in qualities (`protection from chosen`), and with the
    mana cost of the object it is granted to for `its mana cost`."""

    def change(node: Any) -> Any:
        if isinstance(node, Keyword) and node.quality in ("chosen", "the chosen color", "chosen color"):
            word = (
                chosen("subtype")
                if keyword_lets(node.keyword, "unblocked by a land")
                else chosen("color") or chosen("subtype")
            )
            return msgspec.structs.replace(node, quality=word) if word else node
        if isinstance(node, Keyword) and node.quality in CHOSEN_QUALITIES:
            word = chosen(CHOSEN_QUALITIES[node.quality])
            return msgspec.structs.replace(node, quality=as_chosen(node.quality, word)) if word else node
        if isinstance(node, Keyword) and node.cost == "its mana cost" and mana_cost is not None:
            return msgspec.structs.replace(node, cost=mana_cost)
        return node

    return rewritten(ability, change)
