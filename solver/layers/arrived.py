"""What has entered the battlefield this turn, and what it was then."""

from __future__ import annotations

import copy
from collections.abc import Callable

from layerproof.kb.model.situation import GameObject
from layerproof.solver.layers.scene import Scene, Undecided
from layerproof.solver.layers.view import printed


def arrivals(scene: Scene) -> list[GameObject]:
    """The objects that entered the battlefield this turn, those too that have left it since."""
    every = [*scene.situation.objects, *scene.situation.gone]
    return [item for item in every if item.zone == "battlefield" and item.entered_turn == scene.situation.turn]


def as_entered(scene: Scene, item: GameObject, holds: Callable[[Scene], bool]) -> bool:
    """Whether something was so of an object as it entered.

    Nothing keeps what it was then: it must be the same by what is printed on it and by what it is now, or last was.
    Raises Undecided where these differ.
    """
    asked = copy.copy(scene)
    asked.view = {**scene.view, item.id: printed(item, scene.edition)}
    before = holds(asked)
    if item.face_down is not None or (scene.entry(item.id) is not None and holds(scene) != before):
        raise Undecided(f"what {item.label or item.card.name} was as it entered the battlefield")
    return before
