"""Paying what is owed for a spell, an ability or a special action."""

from __future__ import annotations

import msgspec

from layerproof.solver.game.costs import Bill, pay, unpayable
from layerproof.solver.game.owing import Owing
from layerproof.solver.game.pools import pool_of, spend
from layerproof.solver.game.total_cost import mana_totals
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game

replace = msgspec.structs.replace


def settle(game: Game, owings: list[Owing], bill: Bill, paying: tuple[str, ...]) -> None:
    """Pay what is owed: mana first, since the total cost is locked in (rule keys cast.total_cost, cast.paid)."""
    payable = [each for each in owings if unpayable(game, replace(bill, parts=each.parts)) is None]
    if len({each.parts for each in payable}) > 1:
        raise Undecided("which of several costs is paid is not said")
    if pool_of(game, bill.player) is not None:
        spend(game, bill.player, [total for each in payable for total in mana_totals(each.owed)])
    game.used_up = []
    game.tapped_for = []
    pay(game, replace(bill, parts=payable[0].parts), paying)


def remember_payment(game: Game, identifier: int, rule: str) -> None:
    """Keep with a spell or ability on the stack what was used for its cost, which its text and that of its copies may
    speak of as "the sacrificed creature" (rule key copy.spell). rule: the key of the rule by which it was paid."""
    choices = game.item(identifier).choices
    if game.used_up and "object" not in dict(choices):
        game.update(identifier, rule, choices=tuple(sorted((*choices, ("object", tuple(game.used_up))))))
    if game.tapped_for:
        choices = game.item(identifier).choices
        game.update(identifier, rule, choices=tuple(sorted((*choices, ("tapped", tuple(game.tapped_for))))))
