"""Claims over worlds: what holds in every world, in some, in none, and which outcomes there are."""

from __future__ import annotations

import msgspec

from layerproof.kb.scenario.scenario import Claim, ObjectClaim
from layerproof.solver.claims.hanging import standing_alone
from layerproof.solver.claims.truth import claim_holds, part_holds
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game

Truth = bool | tuple[int, ...]


class Judged(msgspec.Struct, frozen=True):
    """Whether a claim holds, what is true of it in each world, and the worlds on which the verdict rests.

    each: for every world whether the claim holds there by itself; for `outcomes` the places of the listed outcomes that
    it fits. witnesses: all worlds, or the one that decides.
    """

    holds: bool
    each: tuple[Truth, ...]
    witnesses: tuple[int, ...]


def judge(claim: Claim, games: list[Game]) -> Judged:
    """Judge a claim over all worlds of a scenario.

    games: the worlds followed to their ends, at least one. A plain claim and `never` hold if they hold in every world,
    `sometimes` if in some; `outcomes` if every world fits a listed outcome and each listed one occurs. Raises Undecided
    where a world is not decided and the others do not decide without it.
    """
    every = tuple(range(len(games)))
    if claim.mode == "outcomes":
        return _outcomes(claim, games, every)
    decided: dict[int, bool] = {}
    unknown: Undecided | None = None
    for index, game in enumerate(games):
        try:
            decided[index] = _holds(claim, game)
        except Undecided as error:
            unknown = unknown or error
    wanted = claim.mode == "sometimes"
    witness = next((index for index, truth in decided.items() if truth == wanted), None)
    if witness is None and unknown is not None:
        raise unknown
    each = tuple(decided.get(index, not wanted) for index in every)
    return Judged((witness is None) != wanted, each, every if witness is None else (witness,))


def _outcomes(claim: Claim, games: list[Game], every: tuple[int, ...]) -> Judged:
    each = tuple(standing_alone(game, lambda one: _places(claim, one)) for game in games)
    stray = next((index for index, fits in enumerate(each) if not fits), None)
    if stray is not None:
        return Judged(False, each, (stray,))
    seen = {place for fits in each for place in fits}
    return Judged(seen == set(range(len(claim.outcomes))), each, every)


def _holds(claim: Claim, game: Game) -> bool:
    """Whether a claim holds in a world; what it says of triggers asks for the last event alone, whatever was left
    behind."""
    if not (claim.parts or claim.actions or claim.game or claim.stack is not None):
        return claim_holds(claim, game)
    return standing_alone(game, lambda one: claim_holds(_apart_from_triggers(claim, game, one), one))


def _apart_from_triggers(claim: Claim, game: Game, other: Game) -> Claim:
    return claim if other is game else msgspec.structs.replace(claim, triggers=())


def _places(claim: Claim, game: Game) -> tuple[int, ...]:
    return tuple(place for place, parts in enumerate(claim.outcomes) if _fits(parts, game))


def _fits(parts: tuple[ObjectClaim, ...], game: Game) -> bool:
    return all(part_holds(part, game) for part in parts)
