"""Life totals as an instruction has them: gained, lost, set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerproof.kb.model.expression import Value
from layerproof.kb.model.instruction import SetLife
from layerproof.kb.model.resolution.life_change import life_change
from layerproof.solver.proof.check.becoming import change_life
from layerproof.solver.proof.check.commanding import refuse_life, told_life
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.interfering import refuse
from layerproof.solver.proof.check.reading import Reader

if TYPE_CHECKING:
    from layerproof.solver.proof.check.resolving import Resolution

# With so much life each player begins.
_AT_FIRST = 20


def change(resolution: Resolution, number: Value, numbers: list[tuple[str, int]]) -> None:
    """Let each of these players gain so much life, or lose it, by an instruction of that number.

    The resolution then knows what all have lost by it.
    """
    game = resolution.game
    refuse(game, "life")
    before = {name: player.life for name, player in game.players.items()}
    for name, amount in numbers:
        if many := life_change(number, amount):
            change_life(game, name, many)
    fewer = [before[name] - player.life for name, player in game.players.items() if player.life < before[name]]
    resolution.say(lost=resolution.says.lost + sum(fewer))


def become(game: Game, reader: Reader, instruction: SetLife) -> None:
    """Let life totals become a number, by as much life gained or lost."""
    refuse(game, "life")
    goal = _AT_FIRST if instruction.number is None else reader.value(instruction.number)
    for name in reader.players(instruction.player):
        change_life(game, name, goal - told_life(game.situation(), name))


def pay_life(game: Game, name: str, many: int) -> bool:
    """Let a player pay so much life, if they have it; whether they did."""
    if game.players[name].life < many:
        refuse_life(game.situation(), game.players[name])
        return False
    refuse(game, "life")
    change_life(game, name, -many)
    return True
