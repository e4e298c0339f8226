"""What a player has controlled only since after the beginning of the last upkeep of theirs."""

from __future__ import annotations

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.expression import State
from layerproof.kb.model.node import mentions
from layerproof.kb.model.told.fact_kinds import with_told
from layerproof.solver.proof.check.game import Game

_WORD = "new_since_the_last_upkeep"


def say_who_is_new(game: Game, last: int | None) -> None:
    """Let each permanent of the player whose turn begins that asks for it be known as new, or as no longer new.

    It is new unless it came in a turn before the last one of this player, which was this turn of the game; without such
    a turn everything is new.
    """
    for entry in list(game.view.values()):
        if not entry.battlefield or entry.controller != game.active:
            continue
        asks = any(
            mentions((each.ability, meaning(each.ability) if isinstance(each.ability, Keyword) else ()), _is_asked)
            for each in entry.abilities
        )
        if asks:
            by, turn = game.since.get(entry.id, (game.active, game.turn))
            old = last is not None and by == game.active and turn < last
            told = with_told(game.objects[entry.id].told, ((_WORD.replace("_", " "), 0 if old else 1),))
            game.change(entry.id, told=told)


def _is_asked(node: object) -> bool:
    return isinstance(node, State) and node.word == _WORD
