"""Instructions that change life totals, and how much life players lose by them."""

from __future__ import annotations

from layerproof.kb.model.instruction import GainLife, SetLife
from layerproof.kb.model.resolution.life_change import life_change
from layerproof.solver.layers.commanders import life_total
from layerproof.solver.layers.reading import players
from layerproof.solver.layers.scene import Source
from layerproof.solver.layers.values import evaluate
from layerproof.solver.replacing.happens import change_life
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.guard import unhindered

# With so much life each player begins (rule key life.starting).
STARTING_LIFE = 20


def gain_or_lose(game: Game, source: Source, instruction: GainLife) -> Source:
    """Players gain or lose life (rule key life.change); the source with what they have lost added to it.

    What an effect makes of a loss counts, since only as much is lost this way as then is.
    """
    scene = game.scene()
    unhindered(game, "life")
    was = {each.name: each.life for each in game.situation.players}
    for name in players(instruction.player, scene, source):
        amount = evaluate(instruction.number, scene, source._replace(each=name))
        if change := life_change(instruction.number, amount):
            change_life(game, name, change)
    lost = sum(max(was[each.name] - each.life, 0) for each in game.situation.players)
    return source._replace(life_lost=source.life_lost + lost)


def set_life(game: Game, source: Source, instruction: SetLife) -> None:
    """Life totals become a number: players gain or lose what is needed (rule key life.set)."""
    unhindered(game, "life")
    scene = game.scene()
    for name in players(instruction.player, scene, source):
        goal = STARTING_LIFE if instruction.number is None else evaluate(instruction.number, scene, source)
        change_life(game, name, goal - life_total(game.situation, name))
