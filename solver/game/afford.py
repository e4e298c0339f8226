"""Whether a player can afford what is owed: each total against the mana at hand, with what shows it either way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from layerproof.kb.model.ability import Activated
from layerproof.kb.model.costs.cost import Cost, LifePart
from layerproof.kb.model.costs.mana import ManaCost, symbol_keys
from layerproof.kb.model.costs.payment import ManaProblem, ManaSource, Payment, Unit
from layerproof.solver.game.mana_added import refuse_unknown_mana
from layerproof.solver.game.mana_at_hand import AtHand, Purpose, mana_at_hand, tools_of
from layerproof.solver.game.owing import Owing
from layerproof.solver.game.paying_life import refuse_changed_life
from layerproof.solver.game.payment import pay
from layerproof.solver.game.total_cost import mana_totals
from layerproof.solver.layers.commanders import life_total
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game


class Afforded(NamedTuple):
    """Whether mana is there for one of the totals, and what shows it, as plain data of a proof step.

    parts: of the total that can be paid, the parts that are no mana. payment: None where nothing can be paid.
    """

    payment: Payment | None
    problem: ManaProblem | None
    parts: Cost
    shown: dict[str, Any]


def afford(
    game: Game,
    owings: Sequence[Owing],
    pool: tuple[Unit, ...],
    purpose: Purpose,
    usable: Callable[[int, Activated], bool],
) -> Afforded:
    """Whether the mana of one of several costs can be paid from a pool and the permanents at hand.

    owings: of which one is paid. usable: whether nothing forbids to activate a mana ability of an object. Returns a
    payment, or for every total what shows that there is none (rule keys cost.resources, cost.paying_mana). Raises
    Undecided where what is not modelled might pay it. It does not look at parts of costs other than mana and life.
    """
    try:
        bills = {
            (total.mana.text, _life(owing.parts) + total.life): (total, owing.parts)
            for owing in owings
            for total in mana_totals(owing.owed)
        }
    except ValueError as error:
        raise Undecided(str(error)) from None
    _refuse_unknown_symbols(game, [total.mana for total, _ in bills.values()])
    if not bills:
        return Afforded(None, None, (), {"unpaid": []})
    if any(owing.owed.at_least for owing in owings) and game.edition.policy("instead_of_mana") == "reduces":
        if purpose.spell is not None and tools_of(game, purpose.spell):
            raise Undecided("what a least amount of mana makes of a cost that is reduced by tapping or exiling")
    if any(total.mana.symbols for total, _ in bills.values()):
        refuse_unknown_mana(game)
    needs_life = any(life or any(s.life for s in total.mana.symbols) for (_, life), (total, _) in bills.items())
    if needs_life:
        refuse_changed_life(game)
    at_hand = mana_at_hand(game, pool, purpose._replace(life=needs_life), usable)
    life = game.situation.player_state(purpose.player).life
    unpaid: list[dict[str, Any]] = []
    for (text, asked), (total, parts) in bills.items():
        if asked > max(life, 0):
            unpaid.append({"total": text, "life": asked, "shown": None})
            continue
        problem = ManaProblem(total.mana, at_hand.pool, at_hand.sources, max(life - asked, 0))
        found = pay(problem)
        if isinstance(found, Payment):
            paid = {"total": text, "life": asked, "payment": msgspec.to_builtins(found)}
            return Afforded(found, problem, parts, {**plain_at_hand(at_hand), **paid})
        unpaid.append({"total": text, "life": asked, "shown": msgspec.to_builtins(found)})
    if needs_life:
        # With more life it might be paid.
        life_total(game.situation, purpose.player)
    if at_hand.left_out is not None:
        raise Undecided(at_hand.left_out)
    return Afforded(None, None, (), {**plain_at_hand(at_hand), "unpaid": unpaid})


def _refuse_unknown_symbols(game: Game, costs: list[ManaCost]) -> None:
    """Raise Undecided for a symbol of which no rule of the edition says how it is paid."""
    for cost in costs:
        for symbol in cost.symbols:
            if any(key not in game.edition.numbers for key in symbol_keys(symbol)):
                raise Undecided(f"how {{{symbol.text}}} is paid, of which this edition has no rule")


def _life(parts: Cost) -> int:
    total = 0
    for part in parts:
        if isinstance(part, LifePart):
            if not isinstance(part.amount, int):
                raise Undecided("a variable amount of life to be paid is not modelled")
            total += part.amount
    return total


def plain_at_hand(at_hand: AtHand) -> dict[str, Any]:
    """The mana at hand as plain data: the pool, and what each source can make."""
    return {
        "pool": [plain_unit(unit) for unit in at_hand.pool],
        "sources": [plain_source(source) for source in at_hand.sources],
    }


def plain_source(source: ManaSource) -> list[Any]:
    """A source as plain data: the identifier of its object, and its amounts."""
    return [int(source.name), [[plain_unit(unit) for unit in option] for option in source.options]]


def plain_unit(unit: Unit) -> str:
    """One mana in a word or two."""
    return f"snow {unit.mana}" if unit.snow else unit.mana
