"""How the benchmarks measure: the smallest processor time of some runs, how it grows, and tables of it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence


def best(work: Callable[[], object], rounds: int = 7, least: float = 0.02) -> float:
    """The smallest processor time of one call in milliseconds.

    rounds: how often it is measured. least: how many seconds of work a measurement takes at least; short work is done
    so often. Work that takes seconds is measured once.
    """
    start = time.process_time()
    work()
    once = time.process_time() - start
    if once > 1:
        return once * 1000
    repeat = max(1, min(200, int(least / max(once, 1e-6))))
    smallest = math.inf
    for _ in range(rounds):
        start = time.process_time()
        for _ in range(repeat):
            work()
        smallest = min(smallest, (time.process_time() - start) / repeat)
    return smallest * 1000


def exponent(sizes: Sequence[int], times: Sequence[float]) -> float:
    """The power of the size with which times grow: the slope of the line through their logarithms.

    >>> round(exponent([1, 2, 4], [3.0, 12.0, 48.0]), 2)
    2.0
    """
    xs, ys = [math.log(each) for each in sizes], [math.log(each) for each in times]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Rows as a table in Markdown, the first column to the left, the others to the right."""
    cells = [list(head), *([each if isinstance(each, str) else f"{each:.2f}" for each in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]

    def line(row: Sequence[str]) -> str:
        first, *rest = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        return "| " + " | ".join([first.strip().ljust(widths[0]), *rest]) + " |"

    rule = "|" + "|".join("-" * (width + 1) + (":" if place else "-") for place, width in enumerate(widths)) + "|"
    return "\n".join([line(cells[0]), rule, *(line(row) for row in cells[1:])])
