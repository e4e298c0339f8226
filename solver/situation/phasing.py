"""What phases in and out as a turn begins."""

from __future__ import annotations

from layerproof.solver.layers.reading import has_keyword_that
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.moving import set_status


def phase_in_and_out(game: Game, player: str) -> None:
    """In a player's untap step, before permanents untap, those with phasing that the player controls phase out, and at
    the same moment those phase in that had phased out under the player's control (rule key phasing).

    What phased out along with what it is attached to comes back only with that (rule key phasing.attached). Raises
    Undecided where something phases out from which what is attached to it has phased out before.
    """
    scene = game.scene()
    there = [each for each in scene.in_zones(("battlefield",)) if scene.view[each].controller == player]
    leaving = [each for each in there if has_keyword_that(scene.view[each], "phases with each untap step")]
    away = {item.id: item for item in game.situation.objects if item.phased_out and item.zone == "battlefield"}
    for item in away.values():
        if item.attached_to in leaving:
            raise Undecided(f"how {game.name(item.id)} phases in as what it is attached to phases out is not modelled")
    coming = [item.id for item in away.values() if item.attached_to not in away and _was_of(game, item.id) == player]
    with game.one_moment():
        for each in leaving:
            if scene.items[each].attached_to in leaving:
                continue  # It phases out along with that (rule key phasing.attached).
            set_status(game, each, "phased_out")
        for each in coming:
            set_status(game, each, "phased_in")


def ask_for_day_and_night(game: Game) -> None:
    """Stop where a permanent turns with day and night, which may change as an untap step begins."""
    scene = game.scene()
    for each in scene.in_zones(("battlefield",)):
        if has_keyword_that(scene.view[each], "turns with day and night"):
            raise Undecided(f"whether it becomes day or night as a turn begins is not modelled ({game.name(each)})")


def _was_of(game: Game, identifier: int) -> str:
    """The player who controlled a permanent when it phased out."""
    return game.last_known[identifier].controller
