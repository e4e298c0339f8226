"""Countering: whether a spell or ability on the stack can be countered (rule key counter_spell)."""

from __future__ import annotations

from layerproof.solver.game.rights import doubts, is_forbidden, rules_in_force
from layerproof.solver.situation.game import Game


def cannot_be_countered(game: Game, identifier: int) -> bool:
    """Whether an effect says that an object on the stack can't be countered, or it is not on the stack at all.

    Raises Undecided where words that are not understood speak of that.
    """
    item = game.there(identifier)
    if item is None or item.zone != "stack":
        return True
    scene = game.scene()
    if any(is_forbidden(rule, scene, "be countered", identifier, "") for rule in rules_in_force(game, scene)):
        return True
    doubt = doubts(game, scene, "be countered", identifier)
    if doubt is not None:
        raise doubt
    return False
