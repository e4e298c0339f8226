"""The objects of an event: which ones the noun phrase of a triggered ability means."""

from __future__ import annotations

import re
from functools import lru_cache

from layerproof.kb.model.expression import AnyOf, ControlledBy, Filter, FitsChosen, Player, Ref, Same, State
from layerproof.kb.oracle.single_phrases import parse_filter
from layerproof.kb.oracle.words.open_references import HOST, OTHER, SELF, rewrite

ME: Filter = Same(SELF)
_ATTACHED = re.compile(r"(?:enchanted|equipped|fortified) ([A-Z]?[a-z]+)$")


@lru_cache(maxsize=8192)
def noun(words: str) -> Filter | None:
    """The filter of a noun phrase with its article, `~`, what the source is attached to; None if not understood."""

    if words in ("~", "this creature", "this permanent"):
        return ME
    if _ATTACHED.match(words.removeprefix("the ")):
        return Same(HOST)
    mine = re.match(r"~ (?:or|and/or) (.+)$", words)
    if mine:
        rest = noun(mine[1])
        return None if rest is None else AnyOf((ME, rest))
    if words == "the creature it haunts":
        return Same(Ref("haunted"))
    if words.startswith("the "):
        # A certain object, of which other words tell: not any that the noun describes.
        return None
    bare = re.sub(r"^(?:an?|one or more) ", "", words)
    if bare in ("card", "cards"):
        return State("card")
    if bare in ("source", "sources"):
        return FitsChosen()
    of_source = re.fullmatch(r"(?:an? )?sources? you control", words)
    if of_source:
        return ControlledBy(Player("you"))
    found = parse_filter(bare)
    return None if found is None else bound(found)


def bound(filter_: Filter) -> Filter:
    """A filter in which `other` means other than the object with the ability."""

    def change(part: object) -> object:
        return SELF if part == OTHER else part

    result: Filter = rewrite(filter_, change)
    return result
