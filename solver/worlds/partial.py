"""Partial orders of blocks of timestamps: what is known of an unknown order so far."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

import msgspec


class Blocks(msgspec.Struct, frozen=True):
    """The timestamps that the events of unknown orders gave, when they were followed in one order.

    starts: for each block the last timestamp before it, ascending; ends: its own last timestamp. groups: which
    unknown order each belongs to; blocks of different groups are in their known order.
    """

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    groups: tuple[int, ...]

    def block(self, timestamp: int) -> int:
        """The block that a timestamp is in; -1 if its place is known."""
        place = bisect_right(self.starts, timestamp - 1) - 1
        return place if place >= 0 and timestamp <= self.ends[place] else -1


class Order(msgspec.Struct, frozen=True):
    """A partial order: for each block the blocks known to be later, as bits; always transitively closed."""

    later: tuple[int, ...]

    @classmethod
    def none(cls, size: int) -> Order:
        """The order of which nothing is known."""
        return cls((0,) * size)

    def before(self, first: int, second: int) -> bool:
        """Whether the first block is known to be earlier than the second."""
        return bool(self.later[first] >> second & 1)

    def adding(self, pairs: Iterable[tuple[int, int]]) -> Order | None:
        """The order with these pairs (earlier, later) and what follows from them; None where they contradict it.

        >>> Order.none(3).adding([(0, 1), (1, 2)]).before(0, 2)
        True
        >>> Order.none(2).adding([(0, 1), (1, 0)]) is None
        True
        """
        later = list(self.later)
        for first, second in pairs:
            if later[first] >> second & 1:
                continue
            if first == second or later[second] >> first & 1:
                return None
            new = later[second] | 1 << second
            for each in range(len(later)):
                if each == first or later[each] >> first & 1:
                    later[each] |= new
        return Order(tuple(later))

    def restricted(self, live: int) -> tuple[int, ...]:
        """What is known among some of the blocks, given as bits."""
        return tuple(bits & live for each, bits in enumerate(self.later) if live >> each & 1)

    def extension(self) -> tuple[int, ...]:
        """One complete order that fits, with smaller numbers first where nothing is known.

        >>> Order.none(3).adding([(2, 0)]).extension()
        (1, 2, 0)
        """
        left, found = list(range(len(self.later))), []
        while left:
            first = next(each for each in left if not any(self.later[other] >> each & 1 for other in left))
            left.remove(first)
            found.append(first)
        return tuple(found)

    def pairs(self) -> tuple[tuple[int, int], ...]:
        """All pairs (earlier, later) that are known."""
        size = len(self.later)
        return tuple((a, b) for a in range(size) for b in range(size) if self.later[a] >> b & 1)
