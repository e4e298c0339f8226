"""Total costs: what is added, what is taken away in which order, and what is paid at least."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from layerproof.kb.model.costs.mana import ManaCost, mana_cost
from layerproof.kb.model.costs.payment import ManaProblem, ManaTotal, Owed, Payment, Reduction, Unit
from layerproof.solver.game.payment import pay
from layerproof.solver.game.total_cost import mana_totals
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.totalling import totals

SYMBOLS = ["1", "2", "W", "U", "C", "W/U", "2/W", "C/U", "W/P", "W/U/P", "S", "X"]
REDUCING = ["1", "2", "W", "U", "C", "W/U", "2/W", "W/P", "S"]


def costs(symbols: list[str], size: int) -> st.SearchStrategy[ManaCost]:
    """Mana costs of up to so many of these symbols."""
    chosen = st.lists(st.sampled_from(symbols), max_size=size)
    return chosen.map(lambda each: mana_cost("".join(map("{{{}}}".format, each)) or "{0}"))


reductions = st.one_of(
    st.builds(Reduction, costs(REDUCING, 2), st.booleans()),
    st.builds(Reduction, costs(["1", "2", "S"], 2), st.booleans(), st.integers(0, 2)),
)
owing = st.builds(
    Owed,
    costs(SYMBOLS, 4),
    st.lists(costs(SYMBOLS, 1), max_size=2).map(tuple),
    st.lists(reductions, max_size=2).map(tuple),
    st.sampled_from([0, 0, 3]),
    st.integers(0, 3).map(lambda number: (("X", number),)),
)


def shown(base: str, *less: str, added: str = "{0}", at_least: int = 0, x: int = 0, **fields: int) -> set[str]:
    """The totals of a cost in symbols, with life where some is paid."""
    cuts = tuple(Reduction(mana_cost(each), **fields) for each in less)  # type: ignore[arg-type]
    owed = Owed(mana_cost(base), (mana_cost(added),), cuts, at_least, (("X", x),))
    assert set(mana_totals(owed)) == totals(owed)
    return {each.mana.text + (f" and {each.life} life" if each.life else "") for each in mana_totals(owed)}


@pytest.mark.long
@given(owing)
@settings(max_examples=2000, deadline=None)
def test_the_checker_comes_to_the_same_totals(owed: Owed) -> None:
    assert set(mana_totals(owed)) == totals(owed)


@given(owing, st.lists(st.builds(Unit, st.sampled_from(["white", "blue", "colorless"]), st.booleans()), max_size=6))
@settings(max_examples=500, deadline=None)
def test_a_reduction_never_makes_a_cost_harder_to_pay(owed: Owed, pool: list[Unit]) -> None:
    def payable(found: tuple[ManaTotal, ...]) -> bool:
        return any(
            each.life <= 4 and isinstance(pay(ManaProblem(each.mana, tuple(pool), (), 4 - each.life)), Payment)
            for each in found
        )

    full = mana_totals(Owed(owed.base, owed.added, (), 0, owed.announced))
    if payable(full):
        assert payable(mana_totals(Owed(owed.base, owed.added, owed.reductions, 0, owed.announced)))


def test_generic_reductions_touch_generic_mana_alone_and_stop_at_zero() -> None:
    assert shown("{2}{U}{U}", "{1}") == {"{1}{U}{U}"}
    assert shown("{1}{U}", "{3}") == {"{U}"}
    assert shown("{2}", "{3}") == {"{0}"}
    assert shown("{2}{S}{C}", "{4}") == {"{C}{S}"}
    assert shown("{X}{R}", "{2}", x=3) == {"{1}{R}"}


def test_what_a_color_finds_nothing_of_is_taken_from_generic_mana() -> None:
    assert shown("{3}{W}", "{W}{W}") == {"{2}"}
    assert shown("{3}{G}", "{W}") == {"{2}{G}"}
    assert shown("{3}{G}", "{W}", colored_only=True) == {"{3}{G}"}
    assert shown("{W}{W}{1}", "{W}{1}", colored_only=True) == {"{1}{W}"}
    assert shown("{3}{C}", "{C}{C}") == {"{2}"}


def test_halves_are_chosen_before_reductions() -> None:
    assert shown("{2/W}", "{1}") == {"{1}", "{W}"}
    assert shown("{W/U}{1}", "{W}") == {"{1}", "{U}"}
    assert shown("{1}{W/P}", "{1}") == {"{W}", "{0} and 2 life"}
    assert shown("{3}{W}", "{2/W}") == {"{1}{W}", "{3}"}
    assert shown("{3}", "{S}") == {"{2}"}


def test_reductions_go_in_any_order_and_the_least_amount_comes_last() -> None:
    assert shown("{3}", "{1}", "{2}", not_below=1) == {"{1}"}
    owed = Owed(mana_cost("{3}"), (), (Reduction(mana_cost("{1}")), Reduction(mana_cost("{2}"), not_below=1)))
    assert {each.mana.text for each in mana_totals(owed)} == {"{0}", "{1}"}
    assert shown("{2}{U}", "{2}", at_least=3) == {"{2}{U}"}
    assert shown("{0}", at_least=3) == {"{3}"}
    assert shown("{2}", added="{1}{G}") == {"{3}{G}"}


def test_nothing_is_guessed_of_a_variable_and_of_too_many_choices() -> None:
    with pytest.raises(ValueError, match="no number"):
        mana_totals(Owed(mana_cost("{X}")))
    with pytest.raises(Incomplete):
        totals(Owed(mana_cost("{X}")))
    odd = Owed(mana_cost("{1}{W}"), (), (Reduction(mana_cost("{W}"), not_below=1),))
    with pytest.raises(Undecided):
        mana_totals(odd)
    with pytest.raises(Incomplete):
        totals(odd)
    many = Owed(mana_cost("{W/U}" * 13), (), (Reduction(mana_cost("{1}")),))
    with pytest.raises(Undecided):
        mana_totals(many)
    with pytest.raises(Undecided):
        mana_totals(Owed(mana_cost("{9}"), (), (Reduction(mana_cost("{1}")),) * 7))
    with pytest.raises(Incomplete):
        totals(Owed(mana_cost("{W/U}" * 17), (), (Reduction(mana_cost("{1}")),)))
