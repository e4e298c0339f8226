"""Who loses the game, and whether it is over, seen by the checker."""

from __future__ import annotations

from layerproof.kb.model.situation import PlayerState
from layerproof.solver.proof.check.becoming import Besides, become
from layerproof.solver.proof.check.coming import Coming
from layerproof.solver.proof.check.commanding import may_still_go, refuse_blows, refuse_life
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.interfering import refuse

_POISON = 10


def over(game: Game) -> bool:
    """Whether no two players are left in the game; alone a player plays on until they lose."""
    left = [name for name, player in game.players.items() if not player.lost]
    return not left or (len(left) == 1 and len(game.players) > 1)


def who_loses(game: Game, besides: list[Besides]) -> set[str]:
    """The players who lose at this check of state-based actions; what is done instead is added to `besides`.

    Raises Incomplete where only the words are known of what speaks of losing.
    """
    for player in [each for each in game.players.values() if not each.lost]:
        refuse_blows(player)
        if player.life <= 0:
            refuse_life(game.situation(), player)
    due = {name: why for name, player in game.players.items() if (why := _reason(game, player))}
    if due:
        refuse(game, "loss")
    lost = set()
    for name, why in due.items():
        happen, instead = become(game, [Coming("lose_game", who=name)])
        besides += instead
        if happen:
            game.done(why, name)
            lost.add(name)
    return lost


def _reason(game: Game, player: PlayerState) -> str:
    if player.lost:
        return ""
    if player.life <= 0 and "players" not in game.unsure:
        return "has no life left"
    if player.drew_nothing:
        return "drew from an empty library"
    counters = dict(player.told).get("poison counters", 0)
    return "has ten poison counters" if isinstance(counters, int) and counters >= _POISON else ""


def leave_open(game: Game) -> None:
    """Whose owner may put it into the command zone at this check is there or still where it was put."""
    for each in sorted(game.put_lately & game.objects.keys()):
        if may_still_go(game.objects[each], game.edition):
            game.change(each, zone=f"{game.objects[each].zone} or command")
    game.put_lately.clear()


def checked_for_draws(game: Game) -> None:
    """Who has drawn from an empty library loses at the next check, not at a later one."""
    for name, player in list(game.players.items()):
        if player.drew_nothing:
            game.set_player(name, drew_nothing=False)
