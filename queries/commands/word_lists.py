"""The words of scenario files: which there are, and which entry a word of judges means."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from layerproof.kb.errors import KnowledgeError, some_of
from layerproof.kb.model.told.fact_kinds import OF_OBJECTS, OF_PLAYERS
from layerproof.kb.scenario import closed_words, timeline
from layerproof.kb.scenario.claims.claim_entries import KEYS
from layerproof.kb.scenario.usual_words import mend_for, usual_words

# By the name of a list, what stands in it.
_LISTS = {
    "entries": "what can happen: the keys that begin an entry of a timeline",
    "keys": "the further keys of entries",
    "facts": "what `told` may tell of objects and players",
    "choices": "the keys of `choices`",
    "claims": "what may be claimed of an object",
    "zones": "where a card is",
    "steps": "what stands behind `step`",
}


def run(words: list[str], width: int) -> list[str]:
    """List words, or say which entry a word means.

    words: the name of a list, or a word; nothing for the lists. width: of the lines. Returns lines. Raises
    KnowledgeError for a word that stands in no list and means no entry, with the nearest.

    >>> run(["bounce"], 80)
    ['bounce: {leaves: LABEL, to: hand}']
    """
    text = " ".join(words)
    lists = _lists()
    if not text:
        return _wrapped([f"{name} ({len(lists[name])}): {about}" for name, about in _LISTS.items()], width)
    if text in lists:
        return _wrapped([", ".join(sorted(lists[text]))], width)
    found = [f"{text}: {meant}"] if (meant := mend_for(text.replace(" ", "_")) or mend_for(text)) else []
    found += [f"{text}: stands in the list of {name}, {_LISTS[name]}" for name in lists if text in lists[name]]
    if not found:
        begun = sorted({each for known in lists.values() for each in known if text in each})
        found = [", ".join(begun)] if begun else []
    if not found:
        known = {*usual_words(), *(each for known in lists.values() for each in known)}
        expected = some_of(text, known, "layerproof words")
        raise KnowledgeError(f"{text!r} is no word of scenario files", expected=expected)
    return _wrapped(found, width)


def _lists() -> dict[str, set[str] | frozenset[str]]:
    return {
        "entries": set(timeline.KEYS),
        "keys": timeline.every_key() - set(timeline.KEYS),
        "facts": {*OF_OBJECTS, *OF_PLAYERS},
        "choices": set(closed_words.CHOICES),
        "claims": {*KEYS, "legal", "illegal", "triggers", "does_not_trigger", "life", "hand", "outcomes", "rulebook"},
        "zones": set(closed_words.ZONES),
        "steps": set(closed_words.words_of(closed_words.Step)),
    }


def _wrapped(lines: Iterable[str], width: int) -> list[str]:
    return [part for line in lines for part in textwrap.wrap(line, width, subsequent_indent="  ")]
