"""How the cost of all outcomes grows with the number of effects of unknown order, with and without slicing.

Run: python benchmarks/worlds.py. On one creature are 3 to 10 effects of unknown order; beside it stands another
creature with effects and counters of its own, which cannot matter to the first. Absolute figures depend on the
machine, the ratios do not depend on it much.
"""

from __future__ import annotations

import functools
import json
import time

from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.asked_characteristics import ask, asked_in
from layerproof.solver.worlds.space import Space

EFFECTS = (
    "{enters: Humility, as: humility}",
    "{resolves: Turn to Frog, targets: [wurm]}",
    "{resolves: Giant Growth, targets: [wurm]}",
    "{enters: Lignify, as: lignify, attached_to: wurm}",
    "{resolves: Crimson Wisps, targets: [wurm]}",
    "{enters: Godhead of Awe, as: godhead}",
    "{resolves: Snakeform, targets: [wurm]}",
    "{resolves: Moonlace, targets: [wurm]}",
    "{enters: Deep Freeze, as: deep, attached_to: wurm}",
    "{enters: Glorious Anthem, as: anthem}",
)
BESIDE = (
    "{resolves: Ovinize, targets: [angel]}",
    "{resolves: Titanic Growth, targets: [angel]}",
    "{enters: Flight, as: flight, attached_to: angel}",
)
PLAIN_UP_TO = 5


def scenario(count: int, beside: int = 0) -> str:
    """The text of a scenario with so many effects on one creature, and so many on another."""
    lines = ["timeline:", "  - {enters: Craw Wurm, as: wurm}"]
    if beside:
        lines.append("  - {enters: Serra Angel, as: angel}")
    lines.append("  - any_order:")
    lines += [f"      - {each}" for each in (*EFFECTS[:count], *BESIDE[:beside])]
    if beside:
        lines.append("  - {put: {level: {any: 0..4}}, on: angel}")
    says = "pt: 1/1, colors: [red], types: [creature], subtypes: [Wurm], has: [haste], abilities: 1"
    return "\n".join([*lines, "claims:", f"  - wurm: {{{says}}}", ""])


def space(text: str, **how: bool) -> Space:
    """The worlds of a text, asked what its claims ask."""
    read = parse_scenarios(text).scenarios[0]
    asked = asked_in(read.claims)
    labels = tuple(dict.fromkeys(each.label for each in asked))
    return Space(read, load_edition("current"), labels, functools.partial(ask, asked), **how)


def timed(text: str, rounds: int = 5, **how: bool) -> tuple[float, Space]:
    """The smallest processor time of some runs in milliseconds, and the space of the last."""
    best = 9e9
    for _ in range(rounds):
        start = time.process_time()
        found = space(text, **how)
        found.outcomes()
        best = min(best, (time.process_time() - start) * 1000)
    return best, found


def main() -> None:
    """Print the figures."""
    print("effects on one creature, in unknown order")
    base: float | None = None
    for count in range(3, 11):
        lazily, found = timed(scenario(count))
        base = base or lazily
        line = f"  {count:2}: {lazily:8.1f} ms, {lazily / base:6.1f} times three effects,"
        line += (
            f" {len(found.outcomes()):3} outcomes, {found.evaluations()[1]:6} effects applied, {found.size():8} worlds"
        )
        if count <= PLAIN_UP_TO:
            plainly, _ = timed(scenario(count), 1, lazy=False)
            line += f"; every order followed: {plainly:8.1f} ms, {plainly / lazily:5.1f} times the lazy search"
        print(line)
    print("three more effects and 0 to 4 counters on another creature, with and without slicing")
    ratios = {}
    for count in range(3, 8):
        sliced, one = timed(scenario(count, 3), 3)
        whole, other = timed(scenario(count, 3), 1, sliced=False)
        assert set(one.outcomes()) == set(other.outcomes())
        ratios[count] = round(whole / sliced, 1)
        with_it, without = (f"({a} timelines, {b} effects)" for a, b in (one.evaluations(), other.evaluations()))
        print(f"  {count:2}: {sliced:8.1f} ms {with_it} with slicing, {whole:8.1f} ms {without} without")
    print(json.dumps({"without / with slicing": ratios}))


if __name__ == "__main__":
    main()
