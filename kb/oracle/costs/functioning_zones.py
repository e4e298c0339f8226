"""Functioning zones: the zone in which an ability functions because its cost or effect takes its own object out of
there."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from layerproof.kb.model.expression import Both, Condition, InZone, Matches, Ref
from layerproof.kb.model.instruction import Body, Move
from layerproof.kb.oracle.words.open_references import rewrite

_TAKES = re.compile(
    r"\b(?:[rR]eturns?|[rR]eveals?|[eE]xiles?|[pP]uts?|[cC]asts?|[eE]xchanges?) ~"
    r"(?: and (?:another |up to |target |two other )[^.,]*?)? from "
    r"(?:(?:your|its owner's) (?P<named>hand|graveyard)|(?P<exile>exile)\b)"
)
_NAMED = (
    r"in your (?:hand|graveyard|library)|exiled|suspended|in exile|on the (?:battlefield|stack)"
    r"|in (?:the|your) command zone"
)
_SAID = rf"(?:~ is|it's|it is) (?:{_NAMED})(?:(?:,| or|, or)(?: if ~ is)? (?:{_NAMED}))*"
_ALSO = re.compile(rf"\b(?:[tT]his ability also triggers|[yY]ou may also activate this ability) (?:if|while) {_SAID}")
_STATED = re.compile(rf"\b(?:if|while) {_SAID}")
_ZONE = re.compile(r"hand|graveyard|library|exile|suspended|battlefield|stack|command")
# The object is put into that zone, or what an Aura enchants leaves the battlefield.
_PUT_THERE = re.compile(
    r"~(?: or [^,.]*)? (?:dies|leaves|is put|is exiled|is milled)\b"
    r"|\b(?:[dD]iscards?|[sS]acrifices?|[eE]xiles?|[dD]estroys?|[mM]ills?|[cC]ycles?) (?:~|it)(?! from\b)"
    r"|\b[eE]nchanted [\w ]+ (?:dies|leaves|is put)\b"
)


def _zones_in(words: str) -> tuple[str, ...]:
    found = dict.fromkeys("exile" if word == "suspended" else word for word in _ZONE.findall(words))
    return tuple(sorted(found, key=lambda zone: zone != "battlefield"))


def taken_from(text: str) -> tuple[str, ...]:
    """The zones out of which an ability moves its own object, in which it shows it, or of which it says that the object
    is there; none where it does nothing of this, or where the object is first put there.

    text: the ability in normalised words, its event or its cost before its effect; what is given in quotation marks is
    another ability's. Source: rule keys ability.functions.moves_from_zone, ability.functions.stated_zones. It does not
    promise that the ability functions nowhere else where its event is about the zone.

    >>> taken_from("Whenever you gain life, return ~ from your graveyard to your hand.")
    ('graveyard',)
    >>> taken_from("At the beginning of your upkeep, if ~ is in your graveyard or on the battlefield, draw a card.")
    ('battlefield', 'graveyard')
    >>> taken_from("When ~ dies, return ~ from your graveyard to your hand.")
    ()
    """
    own = re.sub(r'"[^"]*"', "", text)
    also = _ALSO.search(own)
    if also is not None:
        return ("battlefield", *_zones_in(also[0]))
    stated = _STATED.search(own)
    if stated is not None and not _PUT_THERE.search(own[: stated.start()]):
        return _zones_in(stated[0])
    taken = _TAKES.search(own)
    if taken is None or _PUT_THERE.search(own[: taken.start()]):
        return ()
    return _zones_in(taken["named"] or taken["exile"])


def stated_in(restriction: str) -> tuple[str, ...]:
    """The zones in which a limit on activating an ability says that the object has to be; none where it says nothing.

    >>> stated_in("only if ~ is in your graveyard and its toughness is 2 or greater")
    ('graveyard',)
    """
    stated = _STATED.search(restriction)
    return () if stated is None else _zones_in(stated[0])


def stated_zones(condition: Condition | None) -> tuple[str, ...]:
    """The zones in which a condition says that its own object is, none where it says nothing or only the battlefield.

    An ability that asks whether its object is in one of several zones functions in each of them. Source: rule key
    ability.functions.stated_zones.

    >>> from layerproof.kb.model.expression import InZone, Matches
    >>> stated_zones(Matches(Ref("self"), InZone(("command", "battlefield"))))
    ('command', 'battlefield')
    """
    parts = condition.conditions if isinstance(condition, Both) else (condition,)
    for each in parts:
        if isinstance(each, Matches) and each.ref == Ref("self") and isinstance(each.filter, InZone):
            return each.filter.zones if each.filter.zones != ("battlefield",) else ()
    return ()


def from_there(body: Body, zones: tuple[str, ...]) -> Body:
    """A body without the zone out of which it moves its own object, where its ability functions in that zone alone.

    Source: rule key ability.functions.moves_from_zone. Everything else is left as it is.

    >>> from layerproof.kb.model.effect import Only
    >>> from_there((Move(Only(Ref("self")), "hand", "return", out_of="graveyard"),), ("graveyard",))[0].out_of
    ''
    """

    def change(part: Any) -> Any:
        same = isinstance(part, Move) and zones == (part.out_of,)
        return msgspec.structs.replace(part, out_of="") if same else part

    result: Body = rewrite(body, change)
    return result
