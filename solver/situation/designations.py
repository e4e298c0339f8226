"""Designations of players that bring triggered abilities without a source: the monarch and the initiative."""

from __future__ import annotations

from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game

# The steps in which these abilities may trigger. That the initiative is taken is no inert instruction.
_WHEN = {"end": ("monarch",), "upkeep": ("initiative",), "combat damage": ("monarch", "initiative")}


def ask_designations(game: Game, step: str | None) -> None:
    """Raise Undecided as a step begins in which an ability may trigger that comes with a designation.

    It is asked only where what triggers is put on the stack; elsewhere a scenario lists what resolves.
    """
    for what in _WHEN.get(step or "", ()) if game.played else ():
        told = any(dict(each.told).get(what) for each in game.situation.players)
        if told or any(what in gloss.lower() for gloss in game.unheeded):
            raise Undecided(f"what triggers for a player who has the designation {what} is not modelled")
