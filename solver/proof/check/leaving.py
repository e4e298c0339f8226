"""Objects that leave their zone for another one than the battlefield."""

from __future__ import annotations

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.keywords.ways_of_casting import is_exiled_afterwards
from layerproof.kb.model.ability import Ability, Activated, Chapter, Keyword, Loyalty, Triggered
from layerproof.kb.model.costs.cost import OtherCost, ReturnPart, SacrificePart
from layerproof.kb.model.expression import Ref, Same
from layerproof.kb.model.node import mentions
from layerproof.kb.model.occurrence import ZoneChange
from layerproof.kb.model.situation import GameObject
from layerproof.kb.model.told.fact_kinds import with_told
from layerproof.kb.model.trigger_event import AtOnce, Moves, OneOf, OpaqueEvent
from layerproof.kb.oracle.compiled import trigger_event
from layerproof.solver.proof.check.becoming import Besides, become, follow
from layerproof.solver.proof.check.bestowing import host_gone
from layerproof.solver.proof.check.coming import Coming
from layerproof.solver.proof.check.commanding import refuse_way
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.interfering import refuse_card, refuse_change
from layerproof.solver.proof.check.phrasing import lets
from layerproof.solver.proof.check.same_card import taken_along
from layerproof.solver.proof.check.view import View
from layerproof.solver.proof.check.world import Says

_EXILED = "goes into exile as it is discarded"


def move(
    game: Game, identifier: int, zone: str, seen: View, label: str | None = None, how: str = "", by: str | None = None
) -> tuple[int, ...]:
    """Move an object to a zone other than the battlefield; the new objects' identifiers are returned.

    Replacement effects may send it elsewhere, or let something else happen. A token or a copy ceases to exist; a merged
    permanent becomes one object for each card. seen: the view before. how, by: the way it is moved, and by which
    player, as the chronicle tells it.
    """
    left = game.objects[identifier].zone
    if " or " in left:
        raise Incomplete("in which of two zones an object is that moves")
    if how != "unknown":
        refuse_way(game.objects[identifier], zone, game.edition)
    if left == "stack" and is_exiled_afterwards(game.objects[identifier].cast_for):
        zone = "exile"
    if left == "battlefield":
        refuse_change(game, "die" if zone == "graveyard" else "leave", identifier)
    elif zone == "graveyard":
        refuse_change(game, "graveyard")
    if how == "discarded":
        refuse_card(game, identifier, "discard")
    besides: list[Besides] = []
    goes: str | None = zone
    if zone != "ceases":
        happen, besides = become(game, [Coming("move", it=identifier, from_=left, to=zone)])
        goes = happen[0].to if happen else None
    if how == "discarded" and identifier in game.view and lets(game.view[identifier], _EXILED):
        goes, label = _exiled_instead(game, left, goes, besides), label or game.objects[identifier].label
    made: tuple[int, ...] = ()
    if goes is not None:
        with game.beat():
            made = _move(game, identifier, goes, seen, label)
            game.went[identifier] = goes
            game.tell(ZoneChange(identifier, made, left, "" if goes == "ceases" else goes, how, by))
            for card in made if how == "discarded" else ():
                game.change(card, told=with_told(game.objects[card].told, (("discarded this turn", 1),)))
    follow(game, besides)
    return made


def _exiled_instead(game: Game, left: str, goes: str | None, besides: list[Besides]) -> str:
    """Into exile goes what a keyword ability lets go there as it is discarded. Incomplete where that is for a player to
    choose, be it by the rules or beside other effects."""
    if left != "hand" or goes != "graveyard" or besides or game.edition.policy("madness_exile") == "may":
        raise Incomplete("whether a card goes into exile as it is discarded")
    return "exile"


def _move(game: Game, identifier: int, zone: str, seen: View, label: str | None) -> tuple[int, ...]:
    obj = game.depart(identifier, seen)
    host_gone(game, identifier)
    if zone == "ceases" or ((obj.token or obj.copy or obj.ability is not None) and not obj.components):
        return ()
    cards = [(each.card, each.owner, each.token) for each in obj.components]
    cards = cards or [(each, obj.owner, False) for each in obj.melded or (obj.card,)]
    made: list[int] = []
    for card, owner, token in cards:
        if token:
            continue
        new = game.number()
        told, choices = taken_along(obj)
        game.add(
            GameObject(
                id=new,
                told=told,
                choices=choices,
                card=card,
                zone=zone,
                owner=owner,
                controller=owner,
                timestamp=game.stamp(),
                label=label if not made else None,
            )
        )
        made.append(new)
        game.put_lately.add(new)
        game.became[identifier] = made[0]
    if len(made) > 1:
        game.parts[identifier] = tuple(made)
    return tuple(made)


def who_moves(game: Game, action: str, identifier: int) -> tuple[str, str | None]:
    """How an instruction moves an object, in the words of the chronicle, and the player who sacrifices it (who controls
    it) or discards it (who owns it), where it is that."""
    ways = {"destroy": "destroyed", "sacrifice": "sacrificed", "discard": "discarded", "counter": "countered"}
    how = ways.get(action, "")
    if how not in ("sacrificed", "discarded"):
        return how, None
    obj, entry = game.objects.get(identifier) or game.gone[identifier], game.before.get(identifier)
    return how, entry.controller if entry is not None and entry.battlefield else obj.owner


def left_behind(game: Game, says: Says, this: Ability | None, ref: Ref, lost: int) -> bool:
    """Whether what resolves does not find its source, or the object that it triggered by, where that has gone: only the
    cost of an ability, or what it triggered by, lets that be found. A delayed ability is no ability of its source."""
    if ref.kind not in ("that", "self"):
        return True
    was = game.view.get(says.source or 0) or game.known.get(says.source or 0)
    own = [one for each in (was.abilities if was is not None else ()) for one in _spelled_out(each.ability)]
    for each in _spelled_out(this):
        if isinstance(each, Activated):
            moves = [part for part in each.cost if getattr(part, "itself", False) or isinstance(part, OtherCost)]
            moves += [part for part in each.cost if isinstance(part, SacrificePart | ReturnPart) and part.what is None]
            if any(isinstance(part, OtherCost) for part in moves):
                raise Incomplete("whether a cost that is not understood has moved an object")
            if moves or ref.kind == "that":
                return False
        elif isinstance(each, Triggered):
            if (ref.kind == "self" and each not in own) or _by_leaving(
                game, each.event or trigger_event(each.when), ref, lost
            ):
                return False
        elif not isinstance(each, Loyalty | Chapter):
            return False
    return True


def _spelled_out(ability: object) -> tuple[object, ...]:
    return meaning(ability) if isinstance(ability, Keyword) else (ability,)


def _by_leaving(game: Game, event: object, ref: Ref, lost: int) -> bool:
    """Whether an event is that the object which is lost went where it now is."""
    if isinstance(event, OpaqueEvent):
        raise Incomplete(f"what is found of what has left: {event.gloss}")
    inner = event.events if isinstance(event, OneOf) else (event.event,) if isinstance(event, AtOnce) else ()
    if inner:
        return any(_by_leaving(game, each, ref, lost) for each in inner)
    if not isinstance(event, Moves) or (
        ref.kind == "self" and not mentions(event.who, lambda node: isinstance(node, Same))
    ):
        return False
    was, now = game.gone[lost].zone, game.objects.get(game.became.get(lost, 0))
    here = now is None or not event.to or now.zone in event.to
    return here and was not in event.to and (not event.from_ or was in event.from_)
