"""Paying mana: the solver against a plain search, the checker against payments that were tampered with."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from layerproof.kb.model.costs.mana import TYPES, Symbol, mana_cost, symbol
from layerproof.kb.model.costs.payment import (
    POOL,
    ManaProblem,
    ManaSource,
    NoPayment,
    PaidSymbol,
    Payment,
    Shortage,
    Unit,
)
from layerproof.solver.game.payment import pay
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.paying import no_payment_fault, payment_fault

SYMBOLS = ["1", "2", "3", "W", "U", "C", "W/U", "2/W", "2/U", "C/U", "W/P", "U/P", "W/U/P", "S", "X"]
units = st.builds(Unit, st.sampled_from(["white", "blue", "colorless", "red"]), st.booleans())
sources = st.builds(
    ManaSource,
    st.just("source"),
    st.lists(st.lists(units, min_size=1, max_size=3).map(tuple), min_size=1, max_size=3).map(tuple),
)
problems = st.builds(
    ManaProblem,
    st.lists(st.sampled_from(SYMBOLS), max_size=4).map(
        lambda each: mana_cost("".join(map("{{{}}}".format, each)) or "{0}")
    ),
    st.lists(units, max_size=3).map(tuple),
    st.lists(sources, max_size=3).map(tuple),
    st.integers(0, 5),
    st.integers(0, 3).map(lambda number: (("X", number),)),
)


def payable(problem: ManaProblem) -> bool:
    """Whether a cost can be paid, by trying everything: what each source makes, and symbols one after the other."""

    def symbols(rest: tuple[Symbol, ...], units: tuple[Unit, ...], life: int) -> bool:
        if not rest:
            return True
        first, rest = rest[0], rest[1:]
        if first.life is not None and life >= first.life and symbols(rest, units, life - first.life):
            return True
        number = dict(problem.announced)[first.variable] if first.variable else first.generic
        if number is not None and len(units) >= number:
            for kept in set(_without(units, number)):
                if symbols(rest, kept, life):
                    return True
        for index, unit in enumerate(units):
            if unit.mana in first.types or (first.snow and unit.snow):
                if symbols(rest, units[:index] + units[index + 1 :], life):
                    return True
        return False

    made = product(*(source.options for source in problem.sources))
    return any(
        symbols(problem.cost.symbols, tuple(sorted((*problem.pool, *sum(each, ())), key=repr)), problem.life)
        for each in made
    )


def _without(units: tuple[Unit, ...], number: int) -> list[tuple[Unit, ...]]:
    if number == 0:
        return [units]
    fewer = {units[:index] + units[index + 1 :] for index in range(len(units))}
    return [left for each in fewer for left in _without(each, number - 1)]


@pytest.mark.long
@given(problems)
@settings(max_examples=3000, deadline=None)
def test_paying_agrees_with_trying_everything(problem: ManaProblem) -> None:
    found = pay(problem)
    assert isinstance(found, Payment) == payable(problem)
    if isinstance(found, Payment):
        assert payment_fault(problem, found) is None
    else:
        assert no_payment_fault(problem, found) is None


@given(problems)
@settings(max_examples=500, deadline=None)
def test_where_there_is_a_payment_nothing_shows_that_there_is_none(problem: ManaProblem) -> None:
    found = pay(problem)
    if isinstance(found, Payment):
        assert no_payment_fault(problem, NoPayment()) == "there is a payment"
        ways = tuple(each.way for each in found.symbols)
        for size in range(len(ways) + 1):
            for places in permutations(range(len(ways)), size):
                assert no_payment_fault(problem, NoPayment((Shortage(ways, places),))) is not None


@pytest.mark.long
@given(problems, st.data())
@settings(max_examples=1000, deadline=None)
def test_a_payment_with_another_unit_or_way_is_checked_anew(problem: ManaProblem, data: st.DataObject) -> None:
    found = pay(problem)
    if not isinstance(found, Payment) or not found.symbols:
        return
    place = data.draw(st.integers(0, len(found.symbols) - 1))
    paid = found.symbols[place]
    way = data.draw(st.sampled_from(["generic", "type", "snow", "life", "nothing"]))
    less = PaidSymbol(paid.way, paid.units[:-1])
    other = PaidSymbol(way, paid.units)
    more = PaidSymbol(paid.way, (*paid.units, (POOL, 0)))
    strange = PaidSymbol(paid.way, (*paid.units[:-1], (7, 0)))
    for changed in (less, other, more, strange):
        symbols = (*found.symbols[:place], changed, *found.symbols[place + 1 :])
        tampered = Payment(found.used, symbols)
        assert (payment_fault(problem, tampered) is None) == (changed == paid)


def test_more_of_everything_does_no_harm_and_less_is_noticed() -> None:
    forest = ManaSource("forest", ((Unit("green"),),))
    problem = ManaProblem(mana_cost("{1}{G}"), (), (forest, forest))
    paid = pay(problem)
    assert isinstance(paid, Payment)
    assert payment_fault(problem, paid) is None
    assert payment_fault(problem, Payment(paid.used[:1], paid.symbols)) == "it spends mana that is not there, or twice"
    assert payment_fault(problem, Payment((*paid.used, (0, 0)), paid.symbols)) == "it uses forest twice"
    assert payment_fault(problem, Payment(paid.used, paid.symbols[:1])) == "it does not pay every symbol once"
    assert payment_fault(problem, Payment(((0, 1), (1, 0)), paid.symbols)) == "it uses a source that is not there"
    twice = Payment(paid.used, (paid.symbols[0], PaidSymbol("type", paid.symbols[0].units)))
    assert payment_fault(problem, twice) == "it spends mana that is not there, or twice"


def test_life_is_paid_no_further_than_there_is() -> None:
    cost = mana_cost("{G/P}{G/P}")
    paid = Payment((), (PaidSymbol("life"), PaidSymbol("life")))
    assert payment_fault(ManaProblem(cost, life=4), paid) is None
    assert payment_fault(ManaProblem(cost, life=3), paid) == "it pays more life than there is"
    assert isinstance(pay(ManaProblem(cost, life=3)), NoPayment)
    assert pay(ManaProblem(cost, life=4)) == paid


def test_a_source_makes_one_of_its_amounts() -> None:
    lotus = ManaSource("lotus", tuple((Unit(color),) * 3 for color in ("white", "blue")))
    assert isinstance(pay(ManaProblem(mana_cost("{W}{U}"), (), (lotus,))), NoPayment)
    assert isinstance(pay(ManaProblem(mana_cost("{W}{U}"), (), (lotus, lotus))), Payment)
    # No symbols fall short one by one or together: only trying shows it, and the checker tries for itself.
    shown = pay(ManaProblem(mana_cost("{W}{U}"), (), (lotus,)))
    assert shown == NoPayment()
    assert no_payment_fault(ManaProblem(mana_cost("{W}{U}"), (), (lotus,)), NoPayment()) is None


def test_large_costs_are_quick_or_left_open() -> None:
    five = ManaSource("five", tuple((Unit(color),) * 2 for color in TYPES.values()))
    assert isinstance(pay(ManaProblem(mana_cost("{15}{W}{U}{B}{R}{G}"), (), (five,) * 10)), Payment)
    assert isinstance(pay(ManaProblem(mana_cost("{15}{W}{U}{B}{R}{G}"), (), (five,) * 9)), NoPayment)
    different = tuple(ManaSource("odd", tuple((Unit(each),) * (n + 1) for each in TYPES.values())) for n in range(8))
    with pytest.raises(Undecided):
        pay(ManaProblem(mana_cost("{99}")))
    with pytest.raises(Undecided):
        pay(ManaProblem(mana_cost("{2/W}" * 12), (), (five,) * 12))
    with pytest.raises(Incomplete):
        no_payment_fault(ManaProblem(mana_cost("{2/W}" * 13)), NoPayment())
    with pytest.raises(Incomplete):
        no_payment_fault(ManaProblem(mana_cost("{9}"), (), different), NoPayment())


@pytest.mark.parametrize("text", ["", "G", "{G", "{}", "{Q}", "{W/U/B}", "{2/3}", "{P}", "{2/P}", "{1}{T}", "{G} {G}"])
def test_what_is_no_mana_cost_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no mana"):
        mana_cost(text)


def test_symbols_stand_for_what_the_rules_say() -> None:
    assert symbol("G/W/P") == Symbol("G/W/P", None, ("green", "white"), 2)
    assert symbol("12").generic == 12
    assert mana_cost("{0}") == mana_cost("{0}{0}")
    assert mana_cost("{0}").text == "{0}"
