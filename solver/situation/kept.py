"""Permanents that can't be sacrificed (rule key sacrifice)."""

from __future__ import annotations

from layerproof.kb.notation.restrictions import BE_GIVEN_UP, BE_SACRIFICED
from layerproof.solver.layers.scene import Scene
from layerproof.solver.situation.game import Game


def kept_from_sacrifice(game: Game, scene: Scene, cost: bool = False) -> frozenset[int]:
    """The permanents of which an effect says that they can't be sacrificed, by identifier (rule key cant_beats_can).

    scene: the moment at which something is to be sacrificed, for a cost, by an instruction or by the rules; cost:
    whether for a cost, which is paid and not caused by anything. Raises Undecided where words that are not understood
    may say of something that it cannot be sacrificed, or what may be sacrificed for it.
    """
    from layerproof.solver.game.rights import doubts, is_forbidden, rules_in_force

    doubt = doubts(game, scene, BE_GIVEN_UP if cost else BE_SACRIFICED)
    if doubt is not None:
        raise doubt
    rules = [each for each in rules_in_force(game, scene) if getattr(each.says, "action", None) == BE_SACRIFICED]
    there = scene.in_zones(("battlefield",)) if rules else ()
    return frozenset(it for it in there if any(is_forbidden(rule, scene, BE_SACRIFICED, it, "") for rule in rules))
