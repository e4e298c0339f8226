"""Whence: the zone in which an ability functions because its cost or effect takes its own object out of there."""

from __future__ import annotations

import re

from layerproof.kb.model.expression import Both, Condition, InZone, Matches, Ref

_TAKES = re.compile(
    r"\b(?:[rR]eturns?|[rR]eveals?|[eE]xiles?|[pP]uts?|[cC]asts?|[eE]xchanges?) ~"
    r"(?: and (?:another |up to |target )[^.,]*?)? from "
    r"(?:(?:your|its owner's) (?P<named>hand|graveyard)|(?P<exile>exile)\b)"
)
_ALSO = re.compile(r"\b[tT]his ability also triggers if ~ is in (?:your (?P<named>hand|graveyard)|(?P<exile>exile))\b")
_STATED = re.compile(
    r"\b(?:if|while) (?:~ is|it's|it is) (?:in your (hand|graveyard|library)|(exiled|suspended|in exile))\b"
)
# The object is put into that zone, or what an Aura enchants leaves the battlefield.
_PUT_THERE = re.compile(
    r"~(?: or [^,.]*)? (?:dies|leaves|is put|is exiled|is milled)\b"
    r"|\b(?:[dD]iscards?|[sS]acrifices?|[eE]xiles?|[dD]estroys?|[mM]ills?|[cC]ycles?) (?:~|it)(?! from\b)"
    r"|\b[eE]nchanted [\w ]+ (?:dies|leaves|is put)\b"
)


def taken_from(text: str) -> str | None:
    """The zone out of which an ability moves its own object, in which it shows it, or of which it says that the object
    is there; None where it does nothing of this, or where the object is first put there.

    text: the ability in normalised words, its event or its cost before its effect; what is given in quotation marks is
    another ability's. Source: rule keys ability.functions.moves_from_zone, ability.functions.stated_zones. It does not
    promise that the ability functions nowhere else where its event is about the zone.

    >>> taken_from("Whenever you gain life, return ~ from your graveyard to your hand.")
    'graveyard'
    >>> taken_from("When ~ dies, return ~ from your graveyard to your hand.")
    """
    own = re.sub(r'"[^"]*"', "", text)
    stated = _STATED.search(own)
    if stated is not None and not _PUT_THERE.search(own[: stated.start()]):
        return stated[1] or "exile"
    taken = _TAKES.search(own)
    if taken is None or _PUT_THERE.search(own[: taken.start()]):
        return None
    return taken["named"] or taken["exile"]


def also_in(text: str) -> str | None:
    """The zone in which a triggered ability says that it triggers besides the battlefield; None where it says nothing.

    >>> also_in("Whenever you gain life, draw a card. This ability also triggers if ~ is in your graveyard.")
    'graveyard'
    """
    also = _ALSO.search(text)
    return None if also is None else also["named"] or also["exile"]


def stated_in(restriction: str) -> str | None:
    """The zone in which a limit on activating an ability says that the object has to be; None where it says nothing.

    >>> stated_in("only if ~ is in your graveyard and its toughness is 2 or greater")
    'graveyard'
    """
    stated = _STATED.search(restriction)
    return None if stated is None else stated[1] or "exile"


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
