"""What cannot be sacrificed, seen by the checker."""

from __future__ import annotations

from layerproof.kb.notation.restrictions import BE_GIVEN_UP, BE_SACRIFICED
from layerproof.solver.proof.check.game import Game


def unsacrificed(game: Game, cost: bool = False) -> set[int]:
    """The identifiers of all that cannot be sacrificed as things are now. Incomplete where words that are not
    understood may forbid to sacrifice something, or say what else goes instead; cost: for a cost, which
    nothing causes a player to pay."""
    from layerproof.solver.proof.check.deontic import clauses, misunderstood

    unclear = misunderstood(game, BE_GIVEN_UP if cost else BE_SACRIFICED)
    if unclear is not None:
        raise unclear
    stay: set[int] = set()
    for clause in clauses(game):
        if getattr(clause.says, "action", "") == BE_SACRIFICED:
            stay |= clause.objects
    return stay
