"""The words of claims, which must be something: zones, players, types, colors, kinds of counters, words of text."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.notation.plain_data import Path
from layerproof.kb.scenario.closed_words import ZONES, one_of
from layerproof.kb.scenario.known_words import Said, meant_word, refuse_kind, refuse_listed
from layerproof.kb.scenario.scenario import Asserted, Claim, ObjectClaim

_NONE = "none"


def with_known_words(claim: Claim, path: Path, said: Said) -> Claim:
    """The claim with its words as the rules write them.

    path: where it stands. said: what the scenario says besides. Raises NotationError with the nearest word where one is
    nothing.

    >>> claim = Claim(1, parts=(ObjectClaim("bear", (("zone", "hand"),)),))
    >>> with_known_words(claim, (), Said()) == claim
    True
    """
    parts = tuple(_part(each, path, said) for each in claim.parts)
    outcomes = tuple(tuple(_part(each, path, said) for each in listed) for listed in claim.outcomes)
    if parts == claim.parts and outcomes == claim.outcomes:
        return claim
    return msgspec.structs.replace(claim, parts=parts, outcomes=outcomes)


def _part(part: ObjectClaim, path: Path, said: Said) -> ObjectClaim:
    says = tuple((key, _meant(key, value, (*path, part.label, key), said)) for key, value in part.says)
    return part if says == part.says else ObjectClaim(part.label, says, part.ability)


def _meant(key: str, value: Any, path: Path, said: Said) -> Asserted:
    match key:
        case "has" | "lacks":
            return tuple(meant_word(each, path, said) for each in value)
        case "types" | "subtypes" | "supertypes" | "colors":
            refuse_listed(key, value, path)
        case "zone":
            one_of(value, (*ZONES, _NONE), path)
        case "controller" | "owner" if said.players:
            one_of(value, (*said.players, _NONE), path)
        case "counters":
            for kind, _ in value:
                refuse_kind(kind, (*path, kind), said)
    given: Asserted = value
    return given
