"""Words of the notation that stand for what is known as something resolves: targets, what is chosen, `that`."""

from __future__ import annotations

from layerproof.kb.model.ability import Activated, Triggered
from layerproof.kb.model.effect import Several
from layerproof.kb.model.expression import Player, Ref
from layerproof.kb.model.instruction import Delayed
from layerproof.kb.model.node import Node, mentions
from layerproof.kb.model.trigger_event import AtOnce, Moves, OneOf
from layerproof.kb.oracle.compiled import event_of
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.happened import is_seen_before
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.world import Says


def about(what: object, word: str, place: int | None = None, players: bool = True) -> bool:
    """Whether a record asks for what a word means, be it one object, several or a player.

    place: only the one of this place. players: whether players of that word count too.
    """
    kinds = (Ref, Several, Player) if players else (Ref, Several)

    def stands(node: object) -> bool:
        return isinstance(node, kinds) and node.kind == word and place in (None, node.index)

    return mentions(what, stands)


def refuse_untold_event(says: Says, parts: tuple[object, ...]) -> None:
    """Incomplete where a triggered ability resolves that is about something, and the scenario does not say what."""
    if says.that is None and _of_the_event(parts):
        raise Incomplete("what the event of a triggered ability was about")


def meant_by(ability: object, named: int | str | None, game: Game) -> int | str | None:
    """What the event of an ability was about, where the scenario names an object that is no longer there.

    Words about what is put into a zone from just anywhere are about the new object in that zone, unless the game looks
    back in time for them. Raises Incomplete where one permanent became several objects.
    """
    if named in game.objects or named not in game.became or not isinstance(ability, Triggered):
        return named
    assert isinstance(named, int)
    new = game.became[named]
    arrived = game.objects.get(new) or game.gone.get(new)
    event = event_of(ability)
    for one in event.events if isinstance(event, OneOf) else (event,):
        moves = one.event if isinstance(one, AtOnce) else one
        if arrived is None or not isinstance(moves, Moves) or arrived.zone not in moves.to:
            continue
        if is_seen_before(one, game.edition):
            return named
        if named in game.parts:
            raise Incomplete("which one of the objects that a permanent became an ability is about")
        return new
    return named


def _of_the_event(node: object) -> bool:
    """Whether a part of a body stands for what the event was about; what abilities that it gives or delays stand for is
    of other events."""
    if isinstance(node, tuple):
        return any(_of_the_event(each) for each in node)
    if isinstance(node, Ref | Several | Player) and node.kind == "that":
        return True
    if not isinstance(node, Node) or isinstance(node, Activated | Triggered):
        return False
    if isinstance(node, Delayed) and node.when.split()[0] in ("when", "whenever"):
        return False
    return any(_of_the_event(getattr(node, field)) for field in node.__struct_fields__)
