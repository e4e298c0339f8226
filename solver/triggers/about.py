"""What a triggered ability means by "that creature": the object that its event was about."""

from __future__ import annotations

from layerproof.kb.model import occurrence as oc
from layerproof.kb.model import trigger_event as te
from layerproof.kb.model.ability import Triggered
from layerproof.kb.model.expression import AllOf, Filter, Ref, Same
from layerproof.kb.oracle.compiled import event_of
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game
from layerproof.solver.triggers.matching import looks_back, single


def spoken_of(event: te.TriggerEvent, what: oc.Occurrence, it: int | None) -> int | str | None:
    """The object, or player, that the instructions of a triggered ability speak of as the one that the event was about.

    it: the object by which the occurrence fits the event. Where the event is about the object with the ability itself,
    or about what that is attached to, the other object that the event names is meant. None where the event describes
    two objects, so that its words alone do not tell which of them is meant.
    """
    if isinstance(event, te.AtOnce):
        if event.each and isinstance(what, oc.Damaged):
            return what.to
        return spoken_of(event.event, what, it)
    match event, what:
        case te.Deals(source=source, to=to), oc.Damaged():
            if source is not None and not _own(source):
                # Of a creature that deals damage to another one, "that creature" is either.
                return what.source if to is None or _own(to) or isinstance(what.to, str) else None
            if source is not None:
                return what.to
            return what.source if to is not None and _own(to) else it
        case te.Targets(who=who), oc.Targeted():
            return what.by if _own(who) else it
        case te.Blocks(who=who, what=other), oc.Blocked():
            return what.attacker if _own(who) else (it if other is None or _own(other) else None)
        case te.IsBlocked(who=who, by=other), oc.Blocked():
            return what.object if _own(who) else (it if _own(other) else None)
        case te.Attaches(who=who), oc.AttachmentChange():
            return (what.to if isinstance(what.to, int) else None) if _own(who) else it
        case (te.Draws(), oc.Drew(player=name)) | (te.GainsLife(), oc.LifeChange(player=name)):
            return name
    return it


def told_of(ability: object, about: int | str | None, game: Game) -> int | str | None:
    """The object that a triggered ability is about whose event is told by an object which has changed zones since.

    An ability that sees things as they are after something was put somewhere ("is put into a graveyard from anywhere")
    speaks of what came there, a card in a graveyard, and not of what it was before.

    ability: the one that resolves. about: what the scenario tells. Returns what it became, where it went to a zone of
    the event; else what is told. Raises Undecided where it became several cards. Source: rule keys
    zone_change.trigger_finds, trigger.looks_back.
    """
    if not isinstance(ability, Triggered) or not isinstance(about, int):
        return about
    became = game.became.get(about)
    if became is None or game.there(about) is not None:
        return about
    for event in single(event_of(ability)):
        inner = event.event if isinstance(event, te.AtOnce) else event
        if isinstance(inner, te.Moves) and game.item(became).zone in inner.to:
            if looks_back(event, game.edition):
                return about
            if len(game.parts(about, became)) > 1:
                raise Undecided(f"which of the cards that {game.name(about)} became is meant is not told")
            return became
    return about


def amount_of(event: te.TriggerEvent, what: oc.Occurrence) -> int | None:
    """How much an event was about: damage, life or counters; None where it was about no number, or several together."""
    if isinstance(event, te.AtOnce):
        return None
    match what:
        case oc.Damaged(number=number) | oc.LifeChange(number=number) | oc.CounterChange(number=number):
            return abs(number)
    return None


def _own(filter_: Filter) -> bool:
    """Whether a filter means the object with the ability, or what that is attached to."""
    parts = filter_.filters if isinstance(filter_, AllOf) else (filter_,)
    return any(part in (Same(Ref("self")), Same(Ref("host"))) for part in parts)
