"""Claims that hang on triggered abilities which a timeline has left behind (rule key step.all_pass)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game, Invalid
from layerproof.solver.situation.timeline import InvalidEvent, follow

Truth = TypeVar("Truth")


def standing_alone(game: Game, truth: Callable[[Game], Truth]) -> Truth:
    """What is true of a claim in a game, if it does not hang on abilities that were left behind.

    truth: judges the claim. Raises Undecided with the abilities, and what would tell whether they have resolved, where
    it comes out otherwise if they have, or where that is not known.
    """
    found = truth(game)
    if not game.left_behind:
        return found
    try:
        other = truth(_resolved(game))
    except (Undecided, Invalid, InvalidEvent) as error:
        raise Undecided(f"{_hangs(game)}: {error}") from None
    if other != found:
        raise Undecided(_hangs(game))
    return found


def _resolved(game: Game) -> Game:
    """The game as it comes out where all that was left behind has resolved."""
    if game.otherwise is None:
        game.otherwise, _ = follow(game.scenario, game.edition, resolves=True)
    return game.otherwise


def _hangs(game: Game) -> str:
    source, place = game.left_behind[0]
    line = game.scenario.lines[place : place + 1]
    where = f" (line {line[0]})" if line and line[0] else ""
    told = "pass: all or resolve_top before it, or triggers: behind it" if game.played else "triggers: behind it"
    return (
        f"it hangs on whether an ability of {game.name(source)} has resolved that triggered before the timeline went on"
        f" to another step{where}, which is not told ({told} would tell it)"
    )
