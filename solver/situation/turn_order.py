"""Turn order: who comes after whom, of all players and of those who have not left."""

from __future__ import annotations

from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game


def players_from(game: Game, player: str) -> tuple[str, ...]:
    """All players in turn order, this one first; those who have left keep their place.

    player: a name. Source: rule key apnap. It does not promise that they still play.
    """
    names = [each.name for each in game.situation.players]
    start = names.index(player)
    return (*names[start:], *names[:start])


def following(game: Game, player: str) -> str:
    """The next player in turn order who has not left, who may be the same one where nobody else plays on.

    Raises Undecided where nobody plays. Source: rule key player.leaves.
    """
    lost = {each.name for each in game.situation.players if each.lost}
    first, *others = players_from(game, player)
    for each in (*others, first):
        if each not in lost:
            return each
    raise Undecided("what happens where nobody plays on is not modelled")


def first_to_act(game: Game) -> str:
    """Who gets priority where the active player would: in the turn of one who has left the next player in turn order
    (rule keys priority.turn_begins, player.leaves). Raises Undecided where nobody plays."""
    active = game.situation.active
    gone = any(each.lost for each in game.situation.players if each.name == active)
    return following(game, active) if gone else active


def in_turn_order(game: Game, names: tuple[str, ...]) -> tuple[str, ...]:
    """Players in turn order, the active player first (rule key apnap)."""
    return tuple(name for name in players_from(game, game.situation.active) if name in names)
