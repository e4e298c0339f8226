"""What stays on the stack though an instruction would counter it."""

from __future__ import annotations

from layerproof.solver.proof.check.game import Game


def uncounterable(game: Game, identifier: int) -> bool:
    """Whether an object is not on the stack, or something says that it can't be countered. Incomplete where words that
    are not understood speak of that."""
    from layerproof.solver.proof.check.deontic import clauses, forbidding, misunderstood

    if game.objects[identifier].zone != "stack" or forbidding(game, clauses(game), "be countered", identifier, ""):
        return True
    why = misunderstood(game, "be countered", identifier)
    if why is not None:
        raise why
    return False
