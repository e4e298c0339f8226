"""Mana pools: what is in them, what goes in, what is spent, and that they empty (rule keys mana.pool, pool.emptied).

The pool of a player is followed where the scenario gives the player mana. What it gives is there when something first
uses or changes the pool, or else when claims are judged; from then on the pool follows the rules.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from layerproof.kb.model.costs.payment import ManaProblem, ManaTotal, Payment, Unit
from layerproof.solver.game.mana_at_hand import units_of
from layerproof.solver.game.payment import pay
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game

MAX_POOL = 12


def pool_of(game: Game, player: str) -> tuple[Unit, ...] | None:
    """The mana in a player's pool, None where the scenario does not follow it and costs in mana count as payable."""
    given = dict(game.scenario.mana)
    if player not in given:
        return None
    state = game.situation.player_state(player)
    return units_of(given[player], False) if state.pool is None else state.pool


def add_to_pool(game: Game, player: str, units: tuple[Unit, ...]) -> None:
    """Mana goes into the pool of a player, if that is followed."""
    pool = pool_of(game, player)
    if pool is not None:
        game.set_player(player, "mana.pool", pool=ordered((*pool, *units)))


def is_enough(pool: tuple[Unit, ...], totals: list[ManaTotal]) -> bool:
    """Whether the mana of a pool alone pays one of several totals, whatever would be left (rule key cost.resources).

    Raises Undecided where it is not enough and life could be paid besides or instead.

    >>> from layerproof.kb.model.costs.mana import mana_cost
    >>> pool = units_of("{R}{G}", False)
    >>> is_enough(pool, [ManaTotal(mana_cost("{1}"))]), is_enough(pool, [ManaTotal(mana_cost("{W}"))])
    (True, False)
    """
    if any(not each.life and isinstance(pay(ManaProblem(each.mana, pool)), Payment) for each in totals):
        return True
    if any(each.life or any(symbol.life for symbol in each.mana.symbols) for each in totals):
        raise Undecided("whether life is paid for Phyrexian symbols is not said")
    return False


def spend(game: Game, player: str, totals: list[ManaTotal]) -> None:
    """Pay the mana of one of several totals from a player's pool, if that is followed.

    Raises Undecided where it could be paid in ways that leave different mana or life, and where mana abilities would
    have to be activated for it, since it is not said which.
    """
    pool = pool_of(game, player)
    if pool is None:
        return
    if any(each.life or any(symbol.life for symbol in each.mana.symbols) for each in totals):
        raise Undecided("whether life is paid for Phyrexian symbols is not said")
    if len(pool) > MAX_POOL:
        raise Undecided(f"which of more than {MAX_POOL} mana is spent is not said")
    left: set[tuple[Unit, ...]] = set()
    for size in range(len(pool) + 1):
        for chosen in set(combinations(pool, size)):
            if any(_pays_exactly(total, chosen) for total in totals):
                rest = Counter(pool)
                rest.subtract(chosen)
                left.add(ordered(tuple(rest.elements())))
    if not left:
        raise Undecided("which permanents are used for mana is not said: let them be activated before")
    if len(left) > 1:
        raise Undecided("which mana is spent is not said")
    game.set_player(player, "cost.paying_mana", pool=left.pop())


def _pays_exactly(total: ManaTotal, units: tuple[Unit, ...]) -> bool:
    """Whether a total can be paid with these units and none of them is left over."""
    found = pay(ManaProblem(total.mana, units))
    return isinstance(found, Payment) and sum(len(each.units) for each in found.symbols) == len(units)


def ordered(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Mana in the order in which pools are written."""
    return tuple(sorted(units, key=lambda unit: (unit.mana, unit.snow)))
