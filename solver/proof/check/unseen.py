"""Cards of hands, libraries and graveyards that are not listed, as the checker counts them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerproof.kb.model import effect as ef
from layerproof.kb.model import expression as ex
from layerproof.kb.model.node import mentions
from layerproof.kb.model.situation import PlayerState
from layerproof.kb.model.told.fact_kinds import OF_OBJECTS, STATE_FACTS
from layerproof.solver.proof.check.incomplete import Incomplete

if TYPE_CHECKING:
    from layerproof.solver.proof.check.game import Game
    from layerproof.solver.proof.check.reading import Reader

# Of a library of untold size it is only known that it has cards enough.
ENOUGH = -1
_OF_NO_CARD = frozenset({"spell", "ability", "token", "copy", "attacking", "blocking", "tapped"})


def held_unseen(player: PlayerState) -> int:
    """How many cards of a hand are not listed. Incomplete where a draw step may have added one."""
    if player.drawn_unknown:
        raise Incomplete("whether a card was drawn in a draw step")
    return player.drawn


def unseen(player: PlayerState, zone: str) -> int:
    """How many cards of a zone are not listed, or ENOUGH."""
    library = ENOUGH if player.unlisted is None else player.unlisted
    if zone == "hand":
        return held_unseen(player)
    return {"graveyard": player.buried, "library": library}.get(zone, 0)


def unseen_fitting(reader: Reader, filter: ex.Filter, zones: tuple[str, ...], it: int | None) -> int:
    """How many cards that are not listed fit, or ENOUGH. Incomplete where only their faces would tell."""
    known = 0
    for player in reader.world.situation.players:
        for many in [unseen(player, zone) for zone in zones]:
            if many == 0:
                continue
            verdict = _whatever_it_is(reader, filter, player.name, it)
            if verdict is None:
                raise Incomplete(f"cards of {player.name} that are not listed")
            if verdict:
                known = ENOUGH if ENOUGH in (many, known) else known + many
    return known


def number_unseen(reader: Reader, filter: ex.Filter, zones: tuple[str, ...], it: int | None) -> int:
    """How many cards that are not listed fit. Incomplete where no number is told."""
    many = unseen_fitting(reader, filter, zones, it)
    if many == ENOUGH:
        raise Incomplete("the number of cards in a library")
    return many


def _whatever_it_is(reader: Reader, filter: ex.Filter, owner: str, it: int | None) -> bool | None:
    """Whether any card of a player would fit, or none; None where some would."""
    if isinstance(filter, ex.AllOf | ex.AnyOf):
        parts = {_whatever_it_is(reader, each, owner, it) for each in filter.filters}
        decisive = isinstance(filter, ex.AnyOf)
        if decisive in parts:
            return decisive
        return None if None in parts else not decisive
    if isinstance(filter, ex.Not):
        inner = _whatever_it_is(reader, filter.filter, owner, it)
        return inner if inner is None else not inner
    if isinstance(filter, ex.OwnedBy):
        return owner in reader.players(filter.player, it)
    if isinstance(filter, ex.FitsChosen) or filter == ex.State("card"):
        return True
    if isinstance(filter, ex.State):
        told = STATE_FACTS.get(filter.word)
        never = filter.word in _OF_NO_CARD or (told is not None and OF_OBJECTS[told].untold == 0)
        return False if never else None
    return None


def refuse_unseen(game: Game, scope: object, *zones: str) -> None:
    """Incomplete where a scope takes in one of these zones of which some cards are not listed."""
    hiding = {zone for player in game.players.values() for zone in zones if unseen(player, zone)}
    if hiding and mentions(scope, lambda node: isinstance(node, ef.All) and not hiding.isdisjoint(node.zones)):
        raise Incomplete("what becomes of cards that are not listed")
