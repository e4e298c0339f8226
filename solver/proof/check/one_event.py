"""What of all that happens at one instant is one event for a triggered ability: it triggers once by that."""

from __future__ import annotations

from collections.abc import Iterable

from layerproof.kb.model import occurrence as oc
from layerproof.kb.model import trigger_event as te

Key = tuple[str, object]


def part_of(event: te.TriggerEvent, what: oc.Occurrence) -> Key | None:
    """A name of the one event that something is a part of; None where it is an event by itself.

    "One or more" joins all of an instant, or all that befalls one player or object where such a one is named. Damage
    is one event for what is dealt it, whatever its sources, and for a source that deals it to no matter what. Blocking
    is one for the creature that blocks. Source: the rule that an ability triggers once each time its event occurs.
    """
    if isinstance(event, te.AtOnce):
        return "all", _befallen(what) if event.each else None
    if isinstance(event, te.Deals) and isinstance(what, oc.Damaged):
        if event.source is None:
            return "to", what.to
        if event.to is None and event.player is None:
            return "by", what.source
    if isinstance(event, te.Blocks) and event.what is None and isinstance(what, oc.Blocked):
        return "blocks", what.object
    return None


def _befallen(what: oc.Occurrence) -> int | str | None:
    if isinstance(what, oc.Damaged):
        return what.to
    return what.object if isinstance(what, oc.CounterChange) else None


def its_parts(event: te.TriggerEvent, what: oc.Occurrence, all_told: Iterable[oc.Occurrence]) -> list[oc.Occurrence]:
    """All damage of an instant that is one event with some of it, that itself included; else what happened alone."""
    key = part_of(event, what)
    if key is None or not isinstance(event, te.Deals):
        return [what]
    return [each for each in all_told if part_of(event, each) == key]


__all__ = ["its_parts", "part_of"]
