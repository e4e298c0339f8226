"""Whether a mana cost can be paid from a pool and the sources at hand, as a constraint problem.

Each mana that the cost asks for is a variable; its values are the kinds of mana that could pay it (from the pool, or
from one amount of a group of equal sources), life, or nothing. Constraints: no more of a kind than there is, no source
used for two of its amounts, no more life than there is. Sources that make the same are one group, and equal variables
take their values in order, so that nothing is tried twice that differs in names alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise, product
from typing import Any, NamedTuple

from layerproof.kb.model.costs.mana import Symbol
from layerproof.kb.model.costs.payment import POOL, ManaProblem, NoPayment, PaidSymbol, Payment, Shortage, Unit
from layerproof.solver.layers.scene import Undecided

MAX_MANA = 40
MAX_WAYS = 1024

Kind = tuple[int, int, Unit]  # a group (POOL for the pool), one of its amounts, a unit in it
Value = Kind | str
LIFE, NOTHING = "life", "nothing"


class _Group(NamedTuple):
    """Sources that make the same: their amounts and their places."""

    options: tuple[tuple[Unit, ...], ...]
    places: tuple[int, ...]


def pay(problem: ManaProblem) -> Payment | NoPayment:
    """Pay a mana cost, or show that it cannot be paid (rule keys cost.resources, cost.paying_mana).

    problem: the cost, the pool, the sources and the life at hand. Returns a payment (which source makes what, and which
    mana pays which symbol), or what shows that none exists. Raises Undecided where the cost is too large to be looked
    through, ValueError where a variable symbol has no number. It does not promise the payment that a player would
    choose, and knows nothing of costs other than mana and the life of Phyrexian symbols.

    >>> from layerproof.kb.model.costs.mana import mana_cost
    >>> from layerproof.kb.model.costs.payment import ManaSource
    >>> forest = ManaSource("forest", ((Unit("green"),),))
    >>> pay(ManaProblem(mana_cost("{1}{G}"), (Unit("red"),), (forest,))).used
    ((0, 0),)
    >>> pay(ManaProblem(mana_cost("{G}{G}"), (Unit("red"),), (forest,))).shortages[0].symbols
    (0, 1)
    """
    amounts = [amount(each, problem) for each in problem.cost.symbols]
    if sum(amounts) > MAX_MANA:
        raise Undecided(f"a cost of more than {MAX_MANA} mana")
    combinations = ways(problem)
    shortages: list[Shortage] = []
    open_ = False
    for combination in combinations:
        short = _shortage(problem, combination)
        if short is None:
            open_ = True
        else:
            shortages.append(short)
    if open_:
        found = _solve(problem)
        if found is not None:
            return found
    return NoPayment(tuple(shortages))


def amount(symbol: Symbol, problem: ManaProblem) -> int:
    """The most mana that paying a symbol may take: its number, or what was announced for its letter."""
    if symbol.variable is not None:
        numbers = dict(problem.announced)
        if symbol.variable not in numbers:
            raise ValueError(f"no number was announced for {symbol.variable}")
        return numbers[symbol.variable]
    return max(symbol.generic or 0, 1)


def ways(problem: ManaProblem) -> list[tuple[str, ...]]:
    """Every combination of ways to pay the symbols for which there is enough life (rule key cost.ways_chosen).

    Raises Undecided where they are too many.
    """
    each = [_ways(symbol) for symbol in problem.cost.symbols]
    number = 1
    for one in each:
        number *= len(one)
    if number > MAX_WAYS:
        raise Undecided(f"a cost that can be paid in more than {MAX_WAYS} combinations of ways")
    return [combination for combination in product(*each) if _life(problem, combination) <= problem.life]


def _ways(symbol: Symbol) -> tuple[str, ...]:
    if symbol.variable is not None:
        return ("generic",)
    if symbol.snow:
        return ("snow",)
    found: tuple[str, ...] = ("type",) if symbol.types else ()
    if symbol.generic is not None:
        found += ("generic",)
    return found if symbol.life is None else (*found, LIFE)


def _life(problem: ManaProblem, combination: tuple[str, ...]) -> int:
    symbols = zip(problem.cost.symbols, combination, strict=True)
    return sum(symbol.life or 0 for symbol, way in symbols if way == LIFE)


def _pays(unit: Unit, symbol: Symbol, way: str) -> bool:
    """Whether a unit is of a kind that a symbol takes, paid that way."""
    if way == "type":
        return unit.mana in symbol.types
    return way == "generic" or (way == "snow" and unit.snow)


def _shortage(problem: ManaProblem, combination: tuple[str, ...]) -> Shortage | None:
    """Symbols that ask for more than could be had for them: of every union of kinds of demands, the first."""
    symbols = problem.cost.symbols
    demands: dict[tuple[str, Any], list[int]] = {}
    for place, way in enumerate(combination):
        if way != LIFE and amount(symbols[place], problem) > 0:
            key = (way, symbols[place].types if way == "type" else ())
            demands.setdefault(key, []).append(place)
    kinds = list(demands.values())
    for chosen in range(1, 1 << len(kinds)):
        places = sorted(place for index, group in enumerate(kinds) if chosen >> index & 1 for place in group)
        asked = sum(amount(symbols[p], problem) if combination[p] == "generic" else 1 for p in places)

        def useful(unit: Unit, places: list[int] = places) -> bool:
            return any(_pays(unit, symbols[place], combination[place]) for place in places)

        had = sum(map(useful, problem.pool))
        had += sum(max((sum(map(useful, option)) for option in s.options), default=0) for s in problem.sources)
        if asked > had:
            return Shortage(combination, tuple(places))
    return None


def _solve(problem: ManaProblem) -> Payment | None:
    """A payment found by the constraint solver, None if there is none."""
    import constraint

    groups = _groups(problem)
    values: list[Value] = [(POOL, 0, unit) for unit in dict.fromkeys(problem.pool)]
    values += [
        (place, index, unit)
        for place, group in enumerate(groups)
        for index, option in enumerate(group.options)
        for unit in dict.fromkeys(option)
    ]
    csp = constraint.Problem(constraint.BacktrackingSolver())
    slots: list[str] = []
    last: dict[str, str] = {}
    order: dict[Value, int] = {value: index for index, value in enumerate([*values, LIFE, NOTHING])}
    for place, symbol in enumerate(problem.cost.symbols):
        own = [f"{place}.{index}" for index in range(amount(symbol, problem))]
        for name in own:
            domain = _domain(symbol, name == own[0], len(own) > 1, values)
            if not domain:
                return None
            csp.addVariable(name, domain)
        if len(own) > 1 and (symbol.types or symbol.life is not None):
            csp.addConstraint(_one_way(symbol), own)
        elif symbol.variable is None and len(own) == 1 and symbol.text in last:
            csp.addConstraint(_in_order(order), [last[symbol.text], own[0]])
        if not symbol.types:
            for before, after in pairwise(own):
                csp.addConstraint(_in_order(order), [before, after])
        if own:
            last[symbol.text] = own[0]
        slots += own
    if slots:
        limits = constraint.FunctionConstraint(_limits(problem, groups, constraint.Unassigned), False)
        csp.addConstraint(limits, slots)
    found = csp.getSolution() if slots else {}
    return None if found is None else _witness(problem, groups, found)


def _domain(symbol: Symbol, first: bool, several: bool, values: Sequence[Value]) -> list[Value]:
    generic = symbol.variable is not None or symbol.generic is not None
    found: list[Value] = []
    for value in values:
        unit = value[2]
        assert isinstance(unit, Unit)
        if generic or (symbol.snow and unit.snow) or unit.mana in symbol.types:
            found.append(value)
    if first and symbol.life is not None:
        found.append(LIFE)
    if not first and several and (symbol.types or symbol.life is not None):
        found.append(NOTHING)
    return found


def _one_way(symbol: Symbol) -> Callable[..., bool]:
    """A symbol with a number and another way: all of its mana, or one mana of its types, or life."""

    def holds(*chosen: Value) -> bool:
        first, rest = chosen[0], chosen[1:]
        if all(isinstance(each, tuple) for each in chosen):
            return symbol.generic is not None
        if any(each != NOTHING for each in rest):
            return False
        return first == LIFE or (isinstance(first, tuple) and first[2].mana in symbol.types)

    return holds


def _in_order(order: dict[Value, int]) -> Callable[[Value, Value], bool]:
    return lambda before, after: order[before] <= order[after]


def _limits(problem: ManaProblem, groups: Sequence[_Group], unassigned: Any) -> Callable[..., bool]:
    """No more of each kind than there is: also asked of a beginning, since more values only use up more."""
    life = max((each.life or 0 for each in problem.cost.symbols), default=0)
    pool = Counter(problem.pool)

    def holds(*chosen: Any) -> bool:
        taken = Counter(value for value in chosen if value is not unassigned and value != NOTHING)
        if taken.pop(LIFE, 0) * life > problem.life:
            return False
        uses: dict[tuple[int, int], int] = {}
        for (group, option, unit), number in taken.items():
            if group == POOL:
                if number > pool[unit]:
                    return False
                continue
            made = groups[group].options[option].count(unit)
            uses[group, option] = max(uses.get((group, option), 0), -(-number // made))
        needed: Counter[int] = Counter()
        for (group, _), number in uses.items():
            needed[group] += number
        return all(number <= len(groups[group].places) for group, number in needed.items())

    return holds


def _groups(problem: ManaProblem) -> list[_Group]:
    places: dict[tuple[tuple[Unit, ...], ...], list[int]] = {}
    for place, source in enumerate(problem.sources):
        places.setdefault(source.options, []).append(place)
    return [_Group(options, tuple(found)) for options, found in places.items()]


def _witness(problem: ManaProblem, groups: Sequence[_Group], found: dict[str, Value]) -> Payment:
    """The payment that the values of the variables stand for: sources are taken in their order, mana one by one."""
    free: dict[Kind, list[tuple[int, int]]] = {}
    for index, unit in enumerate(problem.pool):
        free.setdefault((POOL, 0, unit), []).append((POOL, index))
    left = [list(group.places) for group in groups]
    used: list[tuple[int, int]] = []

    def take(kind: Kind) -> tuple[int, int]:
        if not free.get(kind):
            group, option, _ = kind
            source = left[group].pop(0)
            used.append((source, option))
            for index, unit in enumerate(groups[group].options[option]):
                free.setdefault((group, option, unit), []).append((source, index))
        return free[kind].pop(0)

    symbols: list[PaidSymbol] = []
    for place, symbol in enumerate(problem.cost.symbols):
        values = [found[f"{place}.{index}"] for index in range(amount(symbol, problem))]
        kinds = [each for each in values if isinstance(each, tuple)]
        if LIFE in values:
            way = LIFE
        elif symbol.snow:
            way = "snow"
        elif symbol.types and len(kinds) == 1 and kinds[0][2].mana in symbol.types:
            way = "type"
        else:
            way = "generic"
        symbols.append(PaidSymbol(way, tuple(take(kind) for kind in kinds)))
    return Payment(tuple(sorted(used)), tuple(symbols))
