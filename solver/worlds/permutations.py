"""The orders of several things, made one by one: nobody needs all orders of ten events at once."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import overload


class Orders(Sequence[tuple[int, ...]]):
    """All permutations of the indexes below a number, in lexicographic order, as a sequence that holds none of them.

    size: how many things are ordered.

    >>> list(Orders(3))[1], Orders(3)[1], len(Orders(10))
    ((0, 2, 1), (0, 2, 1), 3628800)
    """

    def __init__(self, size: int) -> None:
        self.size = size

    def __len__(self) -> int:
        return math.factorial(self.size)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return itertools.permutations(range(self.size))

    @overload
    def __getitem__(self, place: int) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[tuple[int, ...], ...]: ...
    def __getitem__(self, place: int | slice) -> tuple[int, ...] | tuple[tuple[int, ...], ...]:
        if isinstance(place, slice):
            return tuple(self[each] for each in range(*place.indices(len(self))))
        if not -len(self) <= place < len(self):
            raise IndexError(place)
        rest, left, found = place % len(self), list(range(self.size)), []
        for more in range(self.size, 0, -1):
            index, rest = divmod(rest, math.factorial(more - 1))
            found.append(left.pop(index))
        return tuple(found)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Orders) and other.size == self.size

    def __hash__(self) -> int:
        return hash(("orders", self.size))
