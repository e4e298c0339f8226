"""When players may act, seen by the checker: priority, main phases, the stack, how long a creature was controlled."""

from __future__ import annotations

from layerproof.solver.proof.check.deontic import Circumstances
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete

_WITHOUT = (("untap", "step.untap_no_priority"), ("cleanup", "step.cleanup_no_priority"))


def no_priority(game: Game, player: str) -> str | None:
    """The rule that keeps a player from acting now, None where nothing does; where it is not told who has priority
    the player has it."""
    for step, rule in _WITHOUT:
        if game.step == step:
            return rule
    if game.players[player].lost:
        return "priority.acts"
    return "priority.acts" if game.priority not in (None, player) else None


def seats_after(game: Game, name: str) -> list[str]:
    """The players who sit after one and have not left, the nearest first; the player is not among them."""
    seats = list(game.players)
    place = seats.index(name)
    return [each for each in (*seats[place + 1 :], *seats[:place]) if not game.players[each].lost]


def give_priority(game: Game) -> None:
    """The active player gets priority, or who sits next where the active player has left; nobody has passed."""
    heirs = seats_after(game, game.active) if game.players[game.active].lost else [game.active]
    if not heirs:
        raise Incomplete("a game that nobody plays any more")
    game.priority, game.passed = heirs[0], 0


def on_stack(game: Game) -> list[int]:
    """The objects on the stack, from the one that was put there first to the topmost."""
    there = [obj for obj in game.objects.values() if obj.zone == "stack"]
    return [obj.id for obj in sorted(there, key=lambda obj: obj.timestamp)]


def main_phase_of(game: Game, player: str) -> bool:
    """Whether it is a main phase of the player's own turn and the stack is empty; without a named step it is."""
    return game.active == player and game.step in (None, "main", "second main") and not on_stack(game)


def circumstances(game: Game, player: str, zone: str) -> Circumstances:
    """Where and when a player does something now."""
    return Circumstances(zone, game.active == player)


def newly_controlled(game: Game, identifier: int) -> bool:
    """Whether the controller of a permanent has not controlled it all along since their latest turn began."""
    who, since = game.since.get(identifier, (None, game.turn))
    return game.latest_turn.get(who or "", 0) <= since


def closes_the_stack(game: Game) -> int | None:
    """The lowest spell on the stack because of which nothing else is cast (rule key keyword.split_second)."""
    from layerproof.solver.proof.check.phrasing import lets

    return next((each for each in on_stack(game) if lets(game.view[each], "closes the stack")), None)
