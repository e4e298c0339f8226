"""The mana of a total cost, worked out again: what a player may come to in the end.

The amounts are counted in one mapping (a type of mana, `any`, `snow`, `life`); single mana is taken away one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from math import prod

from layerproof.kb.model.costs.mana import TYPES, ManaCost, Symbol, symbol
from layerproof.kb.model.costs.payment import ManaTotal, Owed, Reduction
from layerproof.solver.proof.check.incomplete import Incomplete

Amounts = dict[str, int]
_LIMIT = 50_000


def totals(owed: Owed) -> set[ManaTotal]:
    """All totals that announcements and orders of reductions lead to (rule key cast.total_cost).

    Raises Incomplete where they are too many, or a variable symbol has no number.

    >>> from layerproof.kb.model.costs.mana import mana_cost
    >>> {each.mana.text for each in totals(Owed(mana_cost("{2}{G}"), (), (Reduction(mana_cost("{G}{G}")),)))}
    {'{1}'}
    """
    symbols = [each for cost in (owed.base, *owed.added) for each in cost.symbols]
    numbers = dict(owed.announced)
    for each in symbols:
        if each.variable is not None and each.variable not in numbers:
            raise Incomplete(f"a cost with {each.variable}, for which no number was announced")
    plain = [symbol(str(numbers[each.variable])) if each.variable is not None else each for each in symbols]
    if not owed.reductions and not owed.at_least:
        number = sum(each.generic or 0 for each in plain if not each.types)
        left = [each for each in plain if each.types or each.snow or each.life is not None]
        return {ManaTotal(ManaCost(tuple([symbol(str(number))] * (number > 0) + left)))}
    if any(each.not_below and any(half.types for half in each.mana.symbols) for each in owed.reductions):
        raise Incomplete("a reduction by types of mana that leaves some")
    ways = [list(_ways(each)) for each in plain]
    cuts = [list(_cuts(each)) for each in owed.reductions]
    if prod(map(len, ways)) * prod(map(len, cuts)) > _LIMIT or len(cuts) > 6:
        raise Incomplete("a cost that can be announced and reduced in too many ways")
    starts = {tuple(sorted(_together(chosen).items())) for chosen in product(*ways)}
    found: set[ManaTotal] = set()
    for start, chosen in product(starts, product(*cuts)):
        for order in permutations(zip(chosen, owed.reductions, strict=True)):
            amounts = dict(start)
            for cut, reduction in order:
                _take(amounts, cut, reduction)
            short = owed.at_least - _mana(amounts)
            if short > 0:
                amounts["any"] = amounts.get("any", 0) + short
            found.add(_total(amounts))
    return found


def _ways(each: Symbol) -> Iterator[Amounts]:
    """The ways in which one symbol may be paid."""
    if each.life is not None:
        yield {"life": each.life}
    if each.snow:
        yield {"snow": 1}
    if each.generic is not None:
        yield {"any": each.generic}
    yield from ({name: 1} for name in each.types)


def _cuts(reduction: Reduction) -> Iterator[list[str]]:
    """The single mana by which a cost is reduced, for each choice of halves: those with a type first."""
    if any(each.variable is not None for each in reduction.mana.symbols):
        raise Incomplete("a reduction by a variable amount")
    halves = []
    for each in reduction.mana.symbols:
        options = [["any"] * (each.generic or 0)] if each.generic is not None or each.snow else []
        if each.snow:
            options = [["any"]]
        halves.append(options + [[name] for name in each.types])
    for chosen in product(*halves):
        single = [name for half in chosen for name in half]
        yield sorted(single, key=lambda name: name == "any")


def _take(amounts: Amounts, cut: list[str], reduction: Reduction) -> None:
    for name in cut:
        if _mana(amounts) <= reduction.not_below:
            return
        if amounts.get(name, 0) == 0:
            name = "any"
        if name == "any" and reduction.colored_only:
            continue
        if amounts.get(name, 0) > 0:
            amounts[name] -= 1


def _mana(amounts: Amounts) -> int:
    return sum(number for name, number in amounts.items() if name != "life")


def _together(chosen: tuple[Amounts, ...]) -> Amounts:
    total: Amounts = {}
    for each in chosen:
        for name, number in each.items():
            total[name] = total.get(name, 0) + number
    return total


def _total(amounts: Amounts) -> ManaTotal:
    texts = [str(amounts["any"])] if amounts.get("any") else []
    texts += [letter for letter, name in TYPES.items() for _ in range(amounts.get(name, 0))]
    texts += ["S"] * amounts.get("snow", 0)
    return ManaTotal(ManaCost(tuple(map(symbol, texts))), amounts.get("life", 0))
