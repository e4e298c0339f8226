"""Regeneration shields."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.model.modification import Regeneration
from layerproof.kb.model.occurrence import StatusChange
from layerproof.kb.model.situation import InForce
from layerproof.solver.situation.game import Game

replace = msgspec.structs.replace


def has_shield(game: Game, identifier: int) -> bool:
    """Whether a regeneration shield is on an object."""
    return any(
        effect.objects is not None and identifier in effect.objects and Regeneration() in effect.mods
        for effect in game.situation.effects
    )


def regenerates(game: Game, identifier: int) -> bool:
    """Whether a regeneration shield saves an object that would be destroyed; if so it is used up.

    The object is tapped and the damage on it is removed instead (rule key regenerate).
    """
    for effect in game.situation.effects:
        if effect.objects is not None and identifier in effect.objects and Regeneration() in effect.mods:
            left = tuple(each for each in effect.objects if each != identifier)
            _keep(game, effect, objects=left) if left else game.end_effects({effect.id})
            with game.one_moment():
                if not game.item(identifier).tapped:
                    game.report(StatusChange(identifier, "tapped"))
                game.update(identifier, tapped=True, damage=0, deathtouched=False)
            return True
    return False


def _keep(game: Game, effect: InForce, **fields: Any) -> None:
    effects = tuple(replace(each, **fields) if each.id == effect.id else each for each in game.situation.effects)
    game.situation = replace(game.situation, effects=effects)
