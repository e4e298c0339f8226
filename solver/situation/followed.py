"""Objects that have left: whether what resolves finds them where they went (rule key zone_change.new_object)."""

from __future__ import annotations

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model import trigger_event as te
from layerproof.kb.model.ability import Ability, Activated, Chapter, Keyword, Loyalty, Triggered
from layerproof.kb.model.costs.cost import OtherCost
from layerproof.kb.model.expression import Ref, Same
from layerproof.kb.model.node import mentions
from layerproof.kb.oracle.compiled import event_of
from layerproof.solver.game.costs import takes_itself
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.situation.game import Game


def is_not_followed(game: Game, source: Source, ref: Ref, this: Ability | None, lost: int) -> bool:
    """Whether an object that changed zones before the resolution is not found where it went.

    A target is not. The source of an ability is found where it went by the cost of that ability, or as what the ability
    triggered by; so is the object that a trigger is about. this: the ability that resolves, None where it is no
    ability. lost: the object. Source: rule keys zone_change.new_object, zone_change.trigger_finds. Raises Undecided for
    an ability that triggers by something of which only the words are known.
    """
    if ref.kind not in ("self", "that"):
        return ref.kind in ("target", "object", "linked")
    parts = meaning(this) if isinstance(this, Keyword) else (this,)
    return not any(_finds(game, source, ref, each, lost) for each in parts)


def _finds(game: Game, source: Source, ref: Ref, this: Ability | None, lost: int) -> bool:
    match this:
        case Chapter() | Loyalty():
            return False
        case Activated(cost=cost):
            if any(isinstance(part, OtherCost) for part in cost):
                raise Undecided(f"whether {game.name(lost)} has left as a cost that is not modelled")
            return ref.kind == "that" or any(takes_itself(part) for part in cost)
        case Triggered() if ref.kind == "that" or _stands(game, source.id, this):
            return _triggered_by_it(game, ref, event_of(this), lost)
    # What a spell moves itself is found, and a delayed ability says itself which object it means.
    return True


def _stands(game: Game, source: int | None, this: Triggered) -> bool:
    """Whether a triggered ability is one of its source, and no delayed or reflexive one."""
    own = [] if source is None else [each.ability for each in game.entry(source).abilities]
    return any(this in meaning(each) if isinstance(each, Keyword) else each == this for each in own)


def _triggered_by_it(game: Game, ref: Ref, event: te.TriggerEvent, lost: int) -> bool:
    """Whether an object that is gone went where the event says, so that the trigger finds it there."""
    match event:
        case te.OneOf(events=events):
            return any(_triggered_by_it(game, ref, each, lost) for each in events)
        case te.AtOnce(event=inner):
            return _triggered_by_it(game, ref, inner, lost)
        case te.OpaqueEvent(gloss=gloss):
            raise Undecided(f"whether what has left is found by what triggered as {gloss} is not modelled")
        case te.Moves():
            if ref.kind == "self" and not mentions(event.who, lambda node: isinstance(node, Same)):
                return False
            zone = game.item(lost).zone
            now = game.became.get(lost)
            there = now is None or not event.to or game.item(now).zone in event.to
            return there and zone not in event.to and (not event.from_ or zone in event.from_)
    return False


def found_again(game: Game, lost: int, moved: set[int]) -> tuple[int, ...]:
    """What an object has become that has changed zones; the object itself where that is not to be found.

    Of a melded or merged permanent all cards are found.

    moved: what this resolution has moved. In a hidden zone only that is found; what has left the next zone as well is
    lost too, unless this resolution moved it (rule keys zone_change.effect_finds, zone_change.trigger_finds).
    """
    found = game.became.get(lost, lost)
    there = game.there(found)
    if there is not None and lost not in moved and there.zone in ("hand", "library"):
        return (lost,)
    if found != lost and there is not None:
        return game.parts(lost, found)
    while game.there(found) is None and found in moved and found in game.became:
        found = game.became[found]
    return (found,)
