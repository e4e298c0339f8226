"""Worlds in which nobody says in which order triggered abilities go on the stack, or which of several permanents a
player keeps: each order, and each permanent that may be kept, is a world of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.retaining import NotSaidWhichStays
from layerproof.solver.proof.check.stacking import OrderNotSaid
from layerproof.solver.proof.check.worlds import Pairs, acts

World = tuple[Pairs, dict[str, Any]]


def each_order(
    plain: Iterable[World], replayed: Callable[[dict[str, Any]], object], is_next: Callable[[Pairs], bool]
) -> Iterator[World]:
    """The worlds, in each of which every order is stated, right behind the entry at which it is asked for, and at each
    entry by which a player keeps one of several permanents, which.

    plain: the worlds by the unknowns of the scenario. replayed: replays a world, and raises OrderNotSaid or
    NotSaidWhichStays where something is asked for and not stated. is_next: whether a proof lists a world with these
    values next; what is kept in such a world is asked only where it is replayed for its own proof.
    """
    left = list(plain)[::-1]
    while left:
        pairs, world = left.pop()
        try:
            if acts(world) or not is_next(pairs):
                replayed(world)
        except OrderNotSaid as error:
            name, behind = f"timeline.{error.behind}.order", error.behind + 1
            events = world["timeline"]
            for order in reversed(error.orders):
                stated = [*events[:behind], {"choose": list(order)}, *events[behind:]]
                left.append(([*pairs, (name, list(order))], {**world, "timeline": stated}))
            continue
        except NotSaidWhichStays as error:
            left += [_keeping(pairs, world, error.at, label) for label in reversed(error.labels)]
            continue
        except Incomplete:
            # What is not modelled in a world is found where the world is needed.
            pass
        yield pairs, world


def _keeping(pairs: Pairs, world: dict[str, Any], at: int, label: str) -> World:
    """The world in which the entry at a place says, after all that it says is kept, that this is."""
    events = list(world["timeline"])
    choices = dict(events[at].get("choices", {}))
    kept = choices.get("keeps", [])
    choices["keeps"] = [*(kept if isinstance(kept, list) else [kept]), label]
    events[at] = {**events[at], "choices": choices}
    return [*pairs, (f"timeline.{at}.keeps", label)], {**world, "timeline": events}
