"""Findings: what is found of a triggered ability, and the order in which a proof tells of it."""

from __future__ import annotations

import json

import msgspec

from layerproof.kb.model import occurrence as oc
from layerproof.kb.model import trigger_event as te

REFLEXIVE = "reflexive"


class Finding(msgspec.Struct, frozen=True):
    """What was found of one triggered ability.

    ability: its name in proofs. event: what it watches for, None of a reflexive one. triggers: whether it does. by:
    the occurrence that makes it trigger, with the place of its moment among the moments at which something happened
    (None for a state). why: for one that does not: `condition` where what happened fits and the condition does not
    hold, `limit` where it triggers only once each turn and has done so, else `nothing`. words: the event in words.
    keyword: the keyword ability that stands for it; empty where none does.
    """

    object: int
    ability: str
    event: te.TriggerEvent | None
    triggers: bool
    back: bool = False
    by: tuple[int, oc.Occurrence] | None = None
    why: str = ""
    words: str = ""
    times: int = 0
    all_by: tuple[tuple[int, oc.Occurrence], ...] = ()
    keyword: str = ""


def told(what: tuple[oc.Occurrence, ...]) -> list[tuple[str, oc.Occurrence]]:
    """What happened at one moment, each as canonical JSON, in the order of these texts."""
    return sorted(((text_of(each), each) for each in what), key=lambda pair: pair[0])


def text_of(what: oc.Occurrence | te.TriggerEvent | None) -> str:
    """A record as canonical JSON."""
    return json.dumps(msgspec.to_builtins(what), sort_keys=True)


def place_of(found: Finding) -> tuple[int, str, str]:
    """The place of a finding in a proof: by object, ability and event."""
    return found.object, found.ability, text_of(found.event)
