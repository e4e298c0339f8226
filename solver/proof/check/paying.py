"""Paying mana, checked: that a payment pays all that is asked, and that what shows there is none does show it.

A payment is looked through symbol by symbol. Where there is none, every combination of ways to pay the symbols must be
ruled out: by the life it takes, by symbols that ask for more mana than could be had for them, or, where the proof names
no such symbols, by trying every choice of what the sources make against a matching of mana to symbols.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement, product
from math import comb, prod

from layerproof.kb.model.costs.mana import Symbol
from layerproof.kb.model.costs.payment import POOL, ManaProblem, NoPayment, PaidSymbol, Payment, Shortage, Unit
from layerproof.solver.proof.check.incomplete import Incomplete

MAX_COMBINATIONS = 4096
MAX_CHOICES = 200_000


def payment_fault(problem: ManaProblem, payment: Payment) -> str | None:
    """What is wrong with a payment; None where it pays the whole cost with what is there (rule key cost.resources).

    >>> from layerproof.kb.model.costs.mana import mana_cost
    >>> pool = ManaProblem(mana_cost("{G}"), (Unit("red"), Unit("green")))
    >>> payment_fault(pool, Payment((), (PaidSymbol("type", ((POOL, 0),)),)))
    '{G} is not paid by red mana'
    """
    made: dict[tuple[int, int], Unit] = {(POOL, place): unit for place, unit in enumerate(problem.pool)}
    seen: set[int] = set()
    for source, option in payment.used:
        if not 0 <= source < len(problem.sources) or not 0 <= option < len(problem.sources[source].options):
            return "it uses a source that is not there"
        if source in seen:
            return f"it uses {problem.sources[source].name} twice"
        seen.add(source)
        made.update({(source, place): unit for place, unit in enumerate(problem.sources[source].options[option])})
    if len(payment.symbols) != len(problem.cost.symbols):
        return "it does not pay every symbol once"
    life = 0
    for symbol, paid in zip(problem.cost.symbols, payment.symbols, strict=True):
        units: list[Unit] = []
        for each in paid.units:
            if each not in made:
                return "it spends mana that is not there, or twice"
            units.append(made.pop(each))
        fault = _symbol_fault(symbol, paid.way, units, problem)
        if fault is not None:
            return fault
        if paid.way == "life":
            life += symbol.life or 0
    return None if life <= problem.life else "it pays more life than there is"


def _symbol_fault(symbol: Symbol, way: str, units: list[Unit], problem: ManaProblem) -> str | None:
    wanted = _wanted(symbol, way, problem)
    if wanted is None:
        return f"{{{symbol.text}}} cannot be paid that way"
    if len(units) != wanted:
        return f"{{{symbol.text}}} is not paid by {len(units)} mana"
    wrong = next((unit for unit in units if not _fits(unit, symbol, way)), None)
    return None if wrong is None else f"{{{symbol.text}}} is not paid by {wrong.mana} mana"


def _wanted(symbol: Symbol, way: str, problem: ManaProblem) -> int | None:
    """How much mana a symbol takes when it is paid that way; None where it is no way to pay it."""
    if way == "generic":
        if symbol.variable is not None:
            return dict(problem.announced).get(symbol.variable)
        return symbol.generic
    if way == "type":
        return 1 if symbol.types else None
    if way == "snow":
        return 1 if symbol.snow else None
    return 0 if way == "life" and symbol.life is not None else None


def _fits(unit: Unit, symbol: Symbol, way: str) -> bool:
    return {"generic": True, "type": unit.mana in symbol.types, "snow": unit.snow}.get(way, False)


def can_be_paid(problem: ManaProblem) -> bool:
    """Whether a mana cost can be paid, by trying everything. Raises Incomplete where there is too much to be tried.

    >>> from layerproof.kb.model.costs.mana import mana_cost
    >>> can_be_paid(ManaProblem(mana_cost("{W/P}"), life=1)), can_be_paid(ManaProblem(mana_cost("{W/P}"), life=2))
    (False, True)
    """
    return any(_life(problem, ways) <= problem.life and _can_pay(problem, ways) for ways in _combinations(problem))


def _life(problem: ManaProblem, ways: tuple[str, ...]) -> int:
    return sum(s.life or 0 for s, way in zip(problem.cost.symbols, ways, strict=True) if way == "life")


def no_payment_fault(problem: ManaProblem, shown: NoPayment) -> str | None:
    """Why a mana cost is not shown to be unpayable; None where it is (rule key cost.resources).

    Raises Incomplete where there is too much to be tried.
    """
    named = {each.ways: each for each in shown.shortages}
    every = [ways for ways in _combinations(problem) if _life(problem, ways) <= problem.life]
    if len(named) < len(shown.shortages) or not named.keys() <= set(every):
        return "a combination of ways is named twice, or is none that life allows"
    if any(list(each.symbols) != sorted(set(each.symbols)) for each in shown.shortages):
        return "the symbols named are not in order"
    for ways in every:
        short = named.get(ways)
        if short is not None:
            if not _falls_short(problem, short):
                return "the symbols named do not ask for more mana than could be had for them"
        elif _can_pay(problem, ways):
            return "there is a payment"
    return None


def _combinations(problem: ManaProblem) -> Iterable[tuple[str, ...]]:
    every = ("type", "generic", "snow", "life")
    known = [[way for way in every if _wanted(each, way, problem) is not None] for each in problem.cost.symbols]
    for each, found in zip(problem.cost.symbols, known, strict=True):
        if not found:
            raise Incomplete(f"what {{{each.text}}} stands for")
    if prod(map(len, known)) > MAX_COMBINATIONS:
        raise Incomplete("a cost that can be paid in too many combinations of ways")
    return product(*known)


def _falls_short(problem: ManaProblem, short: Shortage) -> bool:
    """The symbols named take more mana than everything that could pay one of them gives at its best."""
    places = set(short.symbols)
    if not places <= set(range(len(problem.cost.symbols))):
        return False
    pairs = [(problem.cost.symbols[place], short.ways[place]) for place in places]

    def best(units: tuple[Unit, ...]) -> int:
        return len([unit for unit in units if any(_fits(unit, symbol, way) for symbol, way in pairs)])

    had = best(problem.pool) + sum(max([0, *map(best, each.options)]) for each in problem.sources)
    return sum(_wanted(symbol, way, problem) or 0 for symbol, way in pairs) > had


def _can_pay(problem: ManaProblem, ways: tuple[str, ...]) -> bool:
    """Whether some choice of what each source makes leaves enough of everything."""
    slots = [
        (symbol, way)
        for symbol, way in zip(problem.cost.symbols, ways, strict=True)
        for _ in range(_wanted(symbol, way, problem) or 0)
    ]
    if not slots:
        return True
    return any(_matched(slots, [*problem.pool, *units]) for units in _made(problem))


def _made(problem: ManaProblem) -> Iterator[tuple[Unit, ...]]:
    """All that the sources could make together: equal sources are told apart by how many make which amount."""
    alike: dict[tuple[tuple[Unit, ...], ...], int] = {}
    for source in problem.sources:
        if source.options:
            alike[source.options] = alike.get(source.options, 0) + 1
    if prod(comb(len(options) + number - 1, number) for options, number in alike.items()) > MAX_CHOICES:
        raise Incomplete("sources of mana that can be used in too many combinations")
    choices = (combinations_with_replacement(options, number) for options, number in alike.items())
    for chosen in product(*choices):
        yield tuple(unit for group in chosen for option in group for unit in option)


def _matched(slots: list[tuple[Symbol, str]], units: list[Unit]) -> bool:
    """Whether every slot gets a unit of its own: by augmenting paths."""
    if len(units) < len(slots):
        return False
    holder: dict[int, int] = {}

    def place(slot: int, tried: set[int]) -> bool:
        for index, unit in enumerate(units):
            if index in tried or not _fits(unit, *slots[slot]):
                continue
            tried.add(index)
            if index not in holder or place(holder[index], tried):
                holder[index] = slot
                return True
        return False

    return all(place(slot, set()) for slot in range(len(slots)))


__all__ = ["PaidSymbol", "can_be_paid", "no_payment_fault", "payment_fault"]
