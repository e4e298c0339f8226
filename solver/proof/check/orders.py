"""Worlds in which nobody says in which order triggered abilities go on the stack: each order is a world of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.stacking import OrderNotSaid
from layerproof.solver.proof.check.worlds import Pairs, acts

Worlds = Iterable[tuple[Pairs, dict[str, Any]]]


def each_order(plain: Worlds, replayed: Callable[[dict[str, Any]], object]) -> Iterator[tuple[Pairs, dict[str, Any]]]:
    """The worlds, in each of which every order is stated, right behind the entry at which it is asked for.

    plain: the worlds by the unknowns of the scenario. replayed: replays a world, and raises OrderNotSaid where an order
    is asked for and not stated.
    """
    left = list(plain)[::-1]
    while left:
        pairs, world = left.pop()
        try:
            if acts(world):
                replayed(world)
        except OrderNotSaid as error:
            name, behind = f"timeline.{error.behind}.order", error.behind + 1
            events = world["timeline"]
            for order in reversed(error.orders):
                stated = [*events[:behind], {"choose": list(order)}, *events[behind:]]
                left.append(([*pairs, (name, list(order))], {**world, "timeline": stated}))
            continue
        except Incomplete:
            # What is not modelled in a world is found where the world is needed.
            pass
        yield pairs, world
