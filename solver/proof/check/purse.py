"""Mana pools, followed anew by the checker where the scenario gives a player mana.

A pool is as given until something uses it; from then on it is part of the player's state and empties with steps.
"""

from __future__ import annotations

from itertools import product

from layerproof.kb.model.costs.mana import TYPES
from layerproof.kb.model.costs.payment import ManaProblem, ManaTotal, Unit
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.paying import can_be_paid

_MOST = 12


def purse_of(game: Game, player: str) -> tuple[Unit, ...] | None:
    """The mana in a player's pool (rule key mana.pool); None where it is not followed."""
    if player not in game.mana:
        return None
    pool = game.players[player].pool
    return tuple(Unit(TYPES[letter]) for letter in game.mana[player] if letter in TYPES) if pool is None else pool


def put_in(game: Game, player: str, units: tuple[Unit, ...]) -> None:
    """Mana goes into a pool that is followed."""
    purse = purse_of(game, player)
    if purse is not None:
        game.set_player(player, pool=_sorted([*purse, *units]))


def suffices(purse: tuple[Unit, ...], totals: list[ManaTotal]) -> bool:
    """Whether some total can be paid with nothing but this mana; Incomplete where only life could make up for it."""
    asks_life = False
    for total in totals:
        if total.life == 0 and can_be_paid(ManaProblem(total.mana, purse)):
            return True
        asks_life |= total.life > 0 or any(symbol.life is not None for symbol in total.mana.symbols)
    if asks_life:
        raise Incomplete("whether life is paid rather than mana")
    return False


def take_out(game: Game, player: str, totals: list[ManaTotal]) -> None:
    """Mana is spent on one of several totals; Incomplete where it is open what is left, or what makes the mana."""
    purse = purse_of(game, player)
    if purse is None:
        return
    for total in totals:
        if total.life or any(symbol.life is not None for symbol in total.mana.symbols):
            raise Incomplete("whether life is paid rather than mana")
    kinds = sorted(set(purse), key=lambda unit: (unit.mana, unit.snow))
    if len(purse) > _MOST:
        raise Incomplete("which of much mana is spent")
    rests: set[tuple[Unit, ...]] = set()
    for numbers in product(*(range(purse.count(kind) + 1) for kind in kinds)):
        spent = tuple(kind for kind, number in zip(kinds, numbers, strict=True) for _ in range(number))
        if any(_exactly(total, spent) for total in totals):
            rest = list(purse)
            for unit in spent:
                rest.remove(unit)
            rests.add(_sorted(rest))
    if len(rests) != 1:
        raise Incomplete("which mana is spent" if rests else "which permanents are used for mana")
    game.set_player(player, pool=rests.pop())


def _exactly(total: ManaTotal, spent: tuple[Unit, ...]) -> bool:
    """Whether this mana pays a total, and nothing less of it does."""
    if not can_be_paid(ManaProblem(total.mana, spent)):
        return False
    return not any(
        can_be_paid(ManaProblem(total.mana, spent[:place] + spent[place + 1 :])) for place in range(len(spent))
    )


def _sorted(units: list[Unit]) -> tuple[Unit, ...]:
    return tuple(sorted(units, key=lambda unit: (unit.mana, unit.snow)))
