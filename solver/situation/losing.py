"""Players who lose the game, and games that are over."""

from __future__ import annotations

from layerproof.kb.model.situation import PlayerState, Situation
from layerproof.kb.scenario import event as ev
from layerproof.solver.layers.commanders import ask_about_commanders
from layerproof.solver.replacing.happening import Following, Happening
from layerproof.solver.replacing.happens import become
from layerproof.solver.situation.game import Forbidden, Game
from layerproof.solver.situation.guard import unhindered

# With so many poison counters a player loses (rule key state_based.poison).
POISONED = 10


def is_over(situation: Situation) -> bool:
    """Whether the game has ended: of several players at most one is still in it (rule keys game.ends,
    game.last_player).

    >>> is_over(Situation(players=(PlayerState("you"), PlayerState("opponent", lost=True))))
    True
    """
    playing = sum(not each.lost for each in situation.players)
    return playing < min(2, len(situation.players))


def ask_whether_it_goes_on(game: Game, event: ev.Event) -> None:
    """Raise Forbidden where something is said to happen in a game that is over; more may be told of it (rule key
    game.ends)."""
    if is_over(game.situation) and not isinstance(event, ev.Tells):
        out = " and ".join(each.name for each in game.situation.players if each.lost)
        cited = game.edition.cite("game.ends")
        what = f"{out} lost or left: {cited.gloss} (rule {cited.number}) Nothing happens after that"
        raise Forbidden(what, "game.ends", "take this entry out, or change what happened before it")


def losers(game: Game, follows: list[Following]) -> dict[str, int]:
    """The players who lose now that state-based actions are checked, with the steps of the log that say why.

    follows: what is done instead is added to it. One replacement covers all reasons (rule key
    state_based.replaced_once). That somebody has drawn from an empty library counts for the first check after it only.
    Source: rule keys state_based.life, state_based.empty_library, state_based.poison. Raises Undecided where words that
    are not read speak of losing.
    """
    for each in game.situation.players:
        ask_about_commanders(game.situation, each)
    found = {each.name: why for each in game.situation.players if (why := _why(each)) is not None}
    if found:
        unhindered(game, "lose")
    lost: dict[str, int] = {}
    for name, why in found.items():
        happens, instead = become(game, Happening("lose_game", player=name))
        follows += instead
        if happens:
            lost[name] = game.deed(why, name)
    for each in game.situation.players:
        if each.drew_nothing:
            game.set_player(each.name, "state_based.empty_library", drew_nothing=False)
    return lost


def _why(player: PlayerState) -> str | None:
    """Why a player who is still in the game would lose it, as a word of RESOLVED (kb/rulebook/step_rules.py)."""
    if player.lost:
        return None
    if player.life <= 0:
        return "has no life left"
    if player.drew_nothing:
        return "drew from an empty library"
    poison = dict(player.told).get("poison counters", 0)
    return "has ten poison counters" if isinstance(poison, int) and poison >= POISONED else None
