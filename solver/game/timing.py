"""When a player may act: priority, main phases, the empty stack, summoning sickness."""

from __future__ import annotations

from layerproof.solver.layers.reading import has_keyword_that
from layerproof.solver.situation.game import Game

# Where no step is named it is the precombat main phase.
MAIN = (None, "main", "second main")
_NOBODY = {"untap": "step.untap_no_priority", "cleanup": "step.cleanup_no_priority"}


def without_priority(game: Game, player: str) -> str | None:
    """The rule by which a player may not act now for lack of priority; None where the player may.

    Where a scenario does not tell who has priority, whoever acts has it (rule keys priority.acts,
    step.untap_no_priority, step.cleanup_no_priority). Who has left never has it.
    """
    if game.situation.step in _NOBODY:
        return _NOBODY[game.situation.step or ""]
    holder = game.situation.priority
    gone = any(each.lost for each in game.situation.players if each.name == player)
    return "priority.acts" if gone or holder not in (None, player) else None


def stack(game: Game) -> list[int]:
    """What is on the stack, the lowest first (rule key stack.order)."""
    there = [item for item in game.situation.objects if item.zone == "stack"]
    return [item.id for item in sorted(there, key=lambda item: item.timestamp)]


def closing_the_stack(game: Game) -> int | None:
    """The lowest spell on the stack because of which nothing else is cast or activated; None where there is none
    (rule key keyword.split_second)."""
    return next((each for each in stack(game) if has_keyword_that(game.entry(each), "closes the stack")), None)


def is_time(game: Game, player: str, at: str) -> bool:
    """Whether it is the time `any`, or `main`: a main phase of the player's own turn while the stack is empty."""
    if at == "any":
        return True
    return game.situation.active == player and game.situation.step in MAIN and not stack(game)


def is_sick(game: Game, identifier: int) -> bool:
    """Whether a creature has not been controlled by its controller all along since that player's most recent turn
    began (rule key creature.summoning_sick); haste is not looked at."""
    controller, since = game.held.get(identifier, ("", game.situation.turn))
    return since >= game.turns.get(controller, 0)
