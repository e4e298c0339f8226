"""Entering: abilities that say how an object enters the battlefield."""

from __future__ import annotations

import re

from layerproof.kb.model.ability import (
    Ability,
    AsEnters,
    EntersAsCopy,
    EntersTapped,
    EntersWith,
    OthersEnterAsCopy,
)
from layerproof.kb.model.expression import OpaqueCondition, Ref
from layerproof.kb.oracle import grammar
from layerproof.kb.oracle.events import condition_of
from layerproof.kb.oracle.lexicon import COUNTER_KIND
from layerproof.kb.oracle.marks import SELF, found, is_mark, rewrite
from layerproof.kb.oracle.tokens import tokenize

_TAPPED = re.compile(r"~ enters(?: the battlefield)? tapped(?: (unless|if) ([^.]+))?\.$")
_PAY = re.compile(r"As ~ enters(?: the battlefield)?, you may ([^.]+)\. If you don't, (?:it|~) enters(?: the battlefield)? tapped\.$")
_WITH = re.compile(r"~ enters(?: the battlefield)? with (.+?) (?:additional )?([+\-\w/]+(?: strike)?) counters? on it(?: for each ([^.]+)| equal to ([^.]+)|, where X is ([^.]+)| if ([^.]+))?\.$")
_CHOOSE = re.compile(r"As ~ enters(?: the battlefield)?, choose (?:an? )?([^.]+)\.$")
_AS_COPY = re.compile(r"You may have ~ enter(?: the battlefield)?( tapped)? as a copy of (?:any|an?|another) ([^.,]+?)(?:, except (.+?))?\.?$")
_OTHERS = re.compile(r"([^.]+) enter(?:s)?(?: the battlefield)? as (?:a copy|copies) of ~\.$")
_CHOICES = {
    "creature type": "creature type", "color": "color", "opponent": "player", "player": "player", "creature": "creature",
    "card name": "card name", "number": "number", "basic land type": "basic land type", "land type": "land type",
    "card type": "card type", "artifact": "artifact", "nonland card name": "card name",
    "creature card name": "card name", "nonbasic land card name": "card name",
}  # fmt: skip


def entering(text: str, types: tuple[str, ...]) -> tuple[Ability, ...] | None:
    """The abilities of a paragraph that says how its object enters, None for any other paragraph.

    text: normalised. A condition that is not understood is kept as its words.
    """
    match = _TAPPED.match(text)
    if match:
        if match[1] is None:
            return (EntersTapped(),)
        if match[1] == "if":
            return None
        return (EntersTapped(condition_of(match[2]) or OpaqueCondition(match[2])),)
    match = _PAY.match(text)
    if match:
        return (EntersTapped(OpaqueCondition(match[1])),)
    match = _WITH.match(text)
    if match:
        return _with(match)
    match = _CHOOSE.match(text)
    if match:
        choices = [_CHOICES.get(part) for part in re.split(r" and an? ", match[1])]
        return (AsEnters(tuple(each for each in choices if each)),) if all(choices) else None
    match = _AS_COPY.match(text)
    if match:
        return _as_copy(match[2], match[3], match[1] is not None)
    match = _OTHERS.match(text)
    return _others(match[1]) if match else None


def _one(name: str, words: str) -> object | None:
    """The one meaning of words, with "it" and "other" meaning the object itself."""

    def bind(part: object) -> object:
        return SELF if isinstance(part, Ref) and part.kind in ("?it", "?other") else part

    readings = {rewrite(each, bind) for each in grammar.parse(tokenize(words)).whole(name)}
    readings = {each for each in readings if not found(each, is_mark)}
    return readings.pop() if len(readings) == 1 else None


def _with(match: re.Match[str]) -> tuple[Ability, ...] | None:
    number: object = _one("count", match[1]) if match[1] != "X" else _one("number", "X")
    if match[1] == "a number of" and match[4]:
        number = _one("any_value", match[4])
    elif match[4]:
        return None
    if match[3]:
        value = _one("each", match[3])
        if value is None or not isinstance(number, int):
            return None
        from layerproof.kb.oracle.marks import scaled

        number = scaled(number, value)  # type: ignore[arg-type]
    if match[5]:
        number = _one("any_value", match[5])
    condition = (condition_of(match[6]) or OpaqueCondition(match[6])) if match[6] else None
    if number is None or not COUNTER_KIND.match(match[2]):
        return None
    return (EntersWith(match[2], number, condition),)  # type: ignore[arg-type]


def _as_copy(words: str, exceptions: str | None, tapped: bool) -> tuple[Ability, ...] | None:
    words = re.sub(r" on the battlefield$", "", words)
    thing = _one("thing", words)
    if thing is None or thing.zones is not None:  # type: ignore[attr-defined]
        return None
    mods, keep = (), ()
    if exceptions is not None:
        parts = _one("exceptions", exceptions)
        if parts is None:
            return None
        mods, keep = parts  # type: ignore[misc]
    return (EntersAsCopy(thing.filter, mods, keep, tapped),)  # type: ignore[attr-defined]


def _others(words: str) -> tuple[Ability, ...] | None:
    thing = _one("thing", words[0].lower() + words[1:])
    if thing is None or not thing.many or thing.zones is not None:  # type: ignore[attr-defined]
        return None
    return (OthersEnterAsCopy(thing.filter),)  # type: ignore[attr-defined]
