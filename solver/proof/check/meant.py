"""Which object the instructions of a triggered ability mean by "that one"."""

from __future__ import annotations

from layerproof.kb.model import occurrence as oc
from layerproof.kb.model import trigger_event as te
from layerproof.kb.model.expression import AllOf, Filter, Ref, Same

_HERE = (Same(Ref("self")), Same(Ref("host")))


def that_is_meant(event: te.TriggerEvent, what: oc.Occurrence, subject: int | None) -> int | str | None:
    """The object that is meant, or the player that was dealt damage; None where there is none.

    subject: the one that the event is about. If that is the source itself or its host, they are called by other words,
    and "that one" is the other object of the event.
    """
    if isinstance(event, te.AtOnce):
        if event.each and isinstance(what, oc.Damaged):
            # Of one or more that deal damage to a player, that player is the one there is.
            return what.to
        event = event.event
    if isinstance(event, te.Deals) and isinstance(what, oc.Damaged):
        if event.source is None:
            to_itself = event.to is not None and is_itself(event.to)
            return what.source if to_itself else subject
        if is_itself(event.source):
            return what.to
        two = event.to is not None and not is_itself(event.to) and not isinstance(what.to, str)
        return None if two else what.source
    if isinstance(event, te.Targets) and isinstance(what, oc.Targeted) and is_itself(event.who):
        return what.by
    if isinstance(what, oc.Blocked):
        if isinstance(event, te.Blocks) and is_itself(event.who):
            return what.attacker
        if isinstance(event, te.IsBlocked) and is_itself(event.who):
            return what.object
        other = event.what if isinstance(event, te.Blocks) else event.by if isinstance(event, te.IsBlocked) else None
        if other is not None and not is_itself(other):
            return None  # Two creatures are described, and either may be that one.
    if isinstance(event, te.Attaches) and isinstance(what, oc.AttachmentChange) and is_itself(event.who):
        return what.to if isinstance(what.to, int) else None
    if isinstance(event, te.Draws | te.GainsLife) and isinstance(what, oc.Drew | oc.LifeChange):
        return what.player
    return subject


def much(event: te.TriggerEvent, what: oc.Occurrence) -> int | None:
    """The number that an event is about, as of damage, life or counters; not where several make one event."""
    if isinstance(event, te.AtOnce) or not isinstance(what, oc.Damaged | oc.LifeChange | oc.CounterChange):
        return None
    return what.number if what.number > 0 else -what.number


def is_itself(who: Filter) -> bool:
    """Whether a filter speaks of the source, or of what the source is attached to."""
    return who in _HERE or (isinstance(who, AllOf) and any(each in _HERE for each in who.filters))
