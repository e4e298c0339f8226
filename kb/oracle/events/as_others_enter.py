"""As others enter: paragraphs by which other objects enter with counters, or as something that they otherwise are
not."""

from __future__ import annotations

import re
from typing import Any

from layerproof.kb.model.ability import Static
from layerproof.kb.model.effect import Effect, Only
from layerproof.kb.model.expression import Ref
from layerproof.kb.model.modification import Replace
from layerproof.kb.model.replacement import EntersAs, EntersMore, Instead, Would
from layerproof.kb.oracle.events.replaced_events import filter_of
from layerproof.kb.oracle.nouns.described_objects import gathered
from layerproof.kb.oracle.single_phrases import one_meaning

_NUMBERS = {"an": 1, "one": 1, "two": 2, "three": 3}
_COUNTERS = re.compile(
    r"(?P<who>.+?) enters?(?: the battlefield)? with (?:(?P<number>an|one|two|three)|a number of) additional "
    r"(?P<kind>[+\-\w/]+) counters? on (?:it|them)(?: equal to (?P<value>[^.]+?))?(?: and as (?P<being>an? [^.]+))?\.$"
)
_BECOMES = re.compile(r"As (?P<who>an? [^.,]+) enters(?: the battlefield)?, it becomes (?P<being>an? [^.]+)\.$")


def others_entering(text: str) -> Static | None:
    """The static ability of a paragraph that says how other objects enter, None for any other paragraph.

    text: normalised, one paragraph. It is read whole, or nothing of it.

    >>> others_entering("Each Elf enters with an additional +1/+1 counter on it.").effects[0].mods[0].instead
    (EntersMore(kind='+1/+1', number=1),)
    """
    said = _COUNTERS.match(text) or _BECOMES.match(text)
    if said is None or said["who"] == "~":
        return None
    what = filter_of(re.sub(r"^(?:each|an?) ", "", said["who"][:1].lower() + said["who"][1:]))
    instead = _instead(said)
    if what is None or instead is None:
        return None
    return Static((Effect(Only(Ref("self")), (Replace(Would("enter", object=what), instead),)),))


def _instead(said: re.Match[str]) -> tuple[Instead, ...] | None:
    """What becomes of the event: counters, and what the object is besides."""

    words, made = said.groupdict(), list[Instead]()
    if "kind" in words:
        counted = words["value"] is not None
        if counted == (words["number"] is not None):
            return None
        number: Any = one_meaning("any_value", words["value"], Ref("it")) if counted else _NUMBERS[words["number"]]
        if number is None:
            return None
        made.append(EntersMore(words["kind"], number))
    if words["being"] is not None:
        mods = one_meaning("shape", words["being"])
        if not isinstance(mods, tuple):
            return None
        made.append(EntersAs(gathered(mods)))
    return tuple(made)
