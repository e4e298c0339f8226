"""No world is lost: enumeration equals a plain product, also where python-constraint once dropped solutions."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.solver.situation.game import Invalid
from layerproof.solver.worlds.constraints import read_constraints
from layerproof.solver.worlds.partial import Order
from layerproof.solver.worlds.permutations import Orders
from layerproof.solver.worlds.problem import solutions
from layerproof.solver.worlds.space import order_unknowns
from layerproof.solver.worlds.unknowns import find_unknowns

EDITION = load_edition("current")
NAMES = ("a", "b", "c", "d")
OPS = {
    "<=": int.__le__, ">=": int.__ge__, "<": int.__lt__, ">": int.__gt__, "=": int.__eq__, "!=": int.__ne__,
}  # fmt: skip

domains = st.lists(st.lists(st.integers(0, 4), min_size=1, max_size=3, unique=True), min_size=1, max_size=4)
terms = st.lists(st.tuples(st.integers(-2, 2), st.integers(0, 3)), max_size=3)
compared = st.tuples(terms, st.sampled_from(sorted(OPS)), terms, st.integers(0, 5))
befores = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=2)
Side = list[tuple[int, int]]
Rule = tuple[Side, str, Side, int]


def written(side: Side, number: int, count: int) -> str:
    said = [f"{'-' if times < 0 else '+'} {abs(times)} * counters({NAMES[who % count]}, level)" for times, who in side]
    return " ".join([str(number), *said])


def total(side: Side, number: int, values: tuple[int, ...]) -> int:
    return number + sum(times * values[who % len(values)] for times, who in side)


def scenario(values: list[list[int]], rules: list[Rule], pairs: list[tuple[int, int]], maybe: bool) -> dict[str, Any]:
    count = len(values)
    arrivals = [{"enters": "Grizzly Bears", "as": name} for name in NAMES[:count]]
    puts: list[Any] = [
        {"put": {"level": {"any": domain}}, "on": name} for name, domain in zip(NAMES, values, strict=False)
    ]
    if maybe:
        puts.append({"maybe": {"put": {"level": 2}, "on": "a"}})
    texts = [f"{written(left, 0, count)} {op} {written(right, number, count)}" for left, op, right, number in rules]
    orders = [{f"{NAMES[one % count]}.before": NAMES[other % count]} for one, other in pairs]
    return {"timeline": [{"any_order": arrivals[:3]}, *arrivals[3:], *puts], "constraints": [*texts, *orders]}


def plainly(values: list[list[int]], rules: list[Rule], pairs: list[tuple[int, int]], maybe: bool) -> set[Any]:
    count = len(values)
    found = set()
    for order in itertools.permutations(range(min(count, 3))):
        arrived = [*order, *range(3, count)]
        if not all(arrived.index(one % count) < arrived.index(other % count) for one, other in pairs):
            continue
        for chosen in itertools.product(*values):
            for more in (False, True) if maybe else (None,):
                counts = (chosen[0] + (2 if more else 0), *chosen[1:])
                if all(OPS[op](total(left, 0, counts), total(right, n, counts)) for left, op, right, n in rules):
                    found.add((order, *chosen, *(() if more is None else (more,))))
    return found


@pytest.mark.long
@settings(max_examples=2000, deadline=None, suppress_health_check=list(HealthCheck))
@given(domains, st.lists(compared, max_size=3), befores, st.booleans())
@example([[1, 2], [1, 2], [3]], [([(1, 2)], "=", [(1, 0), (1, 1)], 0)], [], False)
@example([[1, 2], [1, 2], [3]], [([(1, 0), (1, 1)], "=", [], 3)], [], False)
@example([[1, 2], [1, 2], [3]], [([(1, 2)], ">=", [(1, 0), (1, 1)], 0)], [(0, 1)], True)
def test_worlds_are_those_of_a_plain_product(
    values: list[list[int]], rules: list[Rule], pairs: list[tuple[int, int]], maybe: bool
) -> None:
    data = scenario(values, rules, pairs, maybe)
    read = parse_scenarios(json.dumps(data)).scenarios[0]
    unknowns = find_unknowns(data, EDITION)
    expected = plainly(values, rules, pairs, maybe)
    try:
        found = list(solutions(unknowns, read_constraints(read), data))
    except Invalid:
        assert not expected
        return
    assert len(found) == len(expected)
    assert {tuple(each.values()) for each in found} == expected
    places = [[list(one.domain).index(each[one.name]) for one in unknowns] for each in found]
    assert places == sorted(places)


def test_the_sum_that_lost_solutions_once_keeps_them() -> None:
    data = scenario([[1, 2], [1, 2], [3]], [([(1, 2)], "=", [(1, 0), (1, 1)], 0)], [], False)
    read = parse_scenarios(json.dumps(data)).scenarios[0]
    found = list(solutions(find_unknowns(data, EDITION), read_constraints(read), data))
    numbers = {(each["timeline.1.put.level"], each["timeline.2.put.level"]) for each in found}
    assert numbers == {(1, 2), (2, 1)}
    assert len(found) == 12


@given(st.integers(0, 6))
def test_orders_are_permutations(size: int) -> None:
    plain = list(itertools.permutations(range(size)))
    assert list(Orders(size)) == plain
    assert [Orders(size)[place] for place in range(len(Orders(size)))] == plain


@settings(max_examples=300)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=7))
def test_partial_orders_are_what_their_extensions_have_in_common(pairs: list[tuple[int, int]]) -> None:
    fitting = [
        each
        for each in itertools.permutations(range(5))
        if all(each.index(one) < each.index(other) for one, other in pairs)
    ]
    order = Order.none(5).adding(pairs)
    if not fitting:
        assert order is None
        return
    assert order is not None
    common = {
        (one, other)
        for one in range(5)
        for other in range(5)
        if one != other and all(each.index(one) < each.index(other) for each in fitting)
    }
    assert set(order.pairs()) == common
    assert order.extension() in fitting


def test_orders_tied_to_choices_are_choices() -> None:
    data = scenario([[1], [1]], [], [(0, 1)], False)
    unknowns = find_unknowns(data, EDITION)
    orders, pairs = order_unknowns(unknowns, [])
    assert [each.sort for each in orders] == ["order"]
    assert pairs == ()
