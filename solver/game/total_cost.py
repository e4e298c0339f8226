"""The mana of a total cost: base, additional costs and increases, minus reductions, and then what it is at least.

Where a symbol can be paid in several ways the way is announced before the total is worked out, so that a reduction
meets the mana that was announced: of `{2/W}` announced as generic mana `{1}` can be taken away. Each announcement, each
choice of a half of a hybrid symbol that reduces, and each order of the reductions may give a total of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations, product
from typing import NamedTuple

from layerproof.kb.model.costs.mana import TYPES, ManaCost, Symbol, symbol
from layerproof.kb.model.costs.payment import ManaTotal, Owed, Reduction
from layerproof.solver.layers.scene import Undecided

_LETTER = {name: letter for letter, name in TYPES.items()}
_ORDER = "WUBRGC"
MAX_REDUCTIONS = 6
MAX_ANNOUNCEMENTS = 4096


class _Plain(NamedTuple):
    """Mana that can be paid in one way only: generic mana, letters of types, snow symbols; and life."""

    generic: int
    letters: str
    snow: int
    life: int

    @property
    def mana(self) -> int:
        """How much mana it is."""
        return self.generic + len(self.letters) + self.snow


def mana_totals(owed: Owed) -> tuple[ManaTotal, ...]:
    """The totals that a player can come to (rule keys cast.total_cost, cost.changed, cost.ways_chosen).

    owed: what the total is worked out from. Returns one total where nothing is to be chosen, with its symbols as they
    stand where nothing reduces the cost. Raises Undecided where there are too many choices, ValueError where a variable
    symbol has no number. It does not promise that a total can be paid.

    >>> from layerproof.kb.model.costs.mana import mana_cost
    >>> less = Reduction(mana_cost("{1}{W}"))
    >>> [each.mana.text for each in mana_totals(Owed(mana_cost("{3}{W}"), (mana_cost("{1}"),), (less,)))]
    ['{3}']
    """
    symbols = tuple(_fixed(each, owed) for part in (owed.base, *owed.added) for each in part.symbols)
    if not owed.reductions and not owed.at_least:
        return (ManaTotal(_joined(symbols)),)
    if len(owed.reductions) > MAX_REDUCTIONS:
        raise Undecided(f"more than {MAX_REDUCTIONS} reductions of one cost")
    if any(each.not_below and any(part.types for part in each.mana.symbols) for each in owed.reductions):
        raise Undecided("which mana a reduction takes away that must leave some")
    found: dict[_Plain, None] = {}
    for cost in _announced(symbols):
        for less in _reductions(owed.reductions):
            for order in set(permutations(less)):
                total = cost
                for each in order:
                    total = _reduced(total, *each)
                missing = max(0, owed.at_least - total.mana)
                found[total._replace(generic=total.generic + missing)] = None
    return tuple(ManaTotal(_cost(each), each.life) for each in sorted(found))


def _fixed(each: Symbol, owed: Owed) -> Symbol:
    """A variable symbol as the number that was announced for it."""
    if each.variable is None:
        return each
    numbers = dict(owed.announced)
    if each.variable not in numbers:
        raise ValueError(f"no number was announced for {each.variable}")
    return symbol(str(numbers[each.variable]))


def _joined(symbols: Iterable[Symbol]) -> ManaCost:
    """Symbols as one cost, the numbers added up and in front."""
    symbols = tuple(symbols)
    generic = sum(each.generic or 0 for each in symbols if not each.types)
    rest = tuple(each for each in symbols if each.types or each.snow or each.life is not None)
    return ManaCost(((symbol(str(generic)),) if generic else ()) + rest)


def _announced(symbols: tuple[Symbol, ...]) -> Iterator[_Plain]:
    """Every way to announce how the symbols will be paid."""
    choices = [tuple(_ways(each)) for each in symbols]
    number = 1
    for each in choices:
        number *= len(each)
    if number > MAX_ANNOUNCEMENTS:
        raise Undecided("a reduced cost that can be paid in too many ways")
    seen: set[_Plain] = set()
    for chosen in product(*choices):
        total = _sum(chosen)
        if total not in seen:
            seen.add(total)
            yield total


def _ways(each: Symbol) -> Iterator[_Plain]:
    for name in each.types:
        yield _Plain(0, _LETTER[name], 0, 0)
    if each.generic is not None:
        yield _Plain(each.generic, "", 0, 0)
    if each.snow:
        yield _Plain(0, "", 1, 0)
    if each.life is not None:
        yield _Plain(0, "", 0, each.life)


def _sum(parts: Iterable[_Plain]) -> _Plain:
    parts = tuple(parts)
    letters = sorted("".join(each.letters for each in parts), key=_ORDER.index)
    return _Plain(
        sum(each.generic for each in parts),
        "".join(letters),
        sum(each.snow for each in parts),
        sum(each.life for each in parts),
    )


def _reductions(reductions: tuple[Reduction, ...]) -> Iterator[list[tuple[_Plain, bool, int]]]:
    """Every choice of halves: a Phyrexian symbol reduces by its color, a snow symbol by generic mana."""
    choices = [
        [_sum(chosen) for chosen in product(*(tuple(_halves(symbol)) for symbol in each.mana.symbols))]
        for each in reductions
    ]
    for picked in product(*choices):
        pairs = zip(picked, reductions, strict=True)
        yield [(plain, each.colored_only, each.not_below) for plain, each in pairs]


def _halves(each: Symbol) -> Iterator[_Plain]:
    if each.variable is not None:
        raise Undecided("a reduction by a variable amount")
    for way in _ways(each):
        if way.life:
            continue
        yield _Plain(way.generic + way.snow, way.letters, 0, 0)


def _reduced(cost: _Plain, less: _Plain, colored_only: bool, not_below: int) -> _Plain:
    """A cost made less: colors first, what is left of them and generic mana from the generic part."""
    letters, generic = cost.letters, less.generic
    for letter in less.letters:
        generic += letter not in letters
        letters = letters.replace(letter, "", 1)
    taken = 0 if colored_only else min(generic, cost.generic, max(0, cost.mana - not_below))
    return cost._replace(letters=letters, generic=cost.generic - taken)


def _cost(plain: _Plain) -> ManaCost:
    texts = [str(plain.generic)] if plain.generic else []
    return ManaCost(tuple(symbol(each) for each in [*texts, *plain.letters, *"S" * plain.snow]))
