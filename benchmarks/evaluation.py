"""What one evaluation of a board costs, without steps, with the steps of its proof, and with the check of a claim."""

from __future__ import annotations

from functools import partial

import shapes
from timing import best, exponent, table

from layerproof.queries.answer.scenario_answers import prove

SIZES = (5, 10, 20, 50, 100, 200)
EFFECTS = (0, 10, 15, 40)
CLAIM = "claims:\n  - p0: {on_battlefield: true}\n"


def sizes() -> None:
    """Print how the cost grows with permanents and with effects, in multiples of the smallest board."""
    print("\n## One evaluation, by permanents and effects of resolved spells\n")
    unit = best(partial(shapes.derive, shapes.game_of(shapes.sized(5, 0))))
    rows, plain = [], {}
    for effects in EFFECTS:
        for size in SIZES:
            game = shapes.game_of(shapes.sized(size, effects))
            bare = plain[size, effects] = best(partial(shapes.derive, game))
            steps = best(partial(shapes.trace, game))
            rows.append([f"{size} and {effects}", bare, bare / unit, steps / bare])
    print(table(["permanents and effects", "ms", "times 5 and 0", "with steps / without"], rows))
    print()
    for effects in EFFECTS:
        grown = exponent(SIZES, [plain[size, effects] for size in SIZES])
        print(f"growth with permanents, {effects} effects: size to the power of {grown:.2f}")


def cliffs() -> None:
    """Print how the cost grows where engines are known to slow down."""
    print("\n## Lords, chains of dependencies, copies of copies\n")
    rows = []
    for shape, counts in (
        (shapes.lords, (5, 10, 20, 40)),
        (shapes.granting, (5, 10, 20)),
        (shapes.chain, (5, 10, 20)),
        (shapes.copies, (5, 10, 20, 40)),
    ):
        times = []
        for count in counts:
            game = shapes.game_of(shape(count))
            times.append(best(partial(shapes.derive, game)))
            steps = best(partial(shapes.trace, game))
            rows.append([f"{shape.__name__} {count}", times[-1], times[-1] / times[0], steps / times[-1]])
        rows.append([f"{shape.__name__}: growth", "", f"n^{exponent(counts, times):.2f}", ""])
    print(table(["board", "ms", "times the smallest", "with steps / without"], rows))


def proved() -> None:
    """Print what a whole question costs: the timeline followed, the claim proved, the proof checked."""
    print("\n## One claim from the text of its scenario, proved and checked\n")
    rows, times, counts = [], [], (5, 10, 20, 50)
    for size in counts:
        text = shapes.sized(size, 15) + CLAIM
        assert {answer.verdict for answer in prove(text)} == {"proved"}
        times.append(best(partial(prove, text), 3))
        game = shapes.game_of(shapes.sized(size, 15))
        one = best(partial(shapes.derive, game))
        rows.append([f"{size} and 15", times[-1], times[-1] / one])
    print(table(["permanents and effects", "ms", "times one evaluation of its end"], rows))
    print(f"\ngrowth: size to the power of {exponent(counts, times):.2f}")


if __name__ == "__main__":
    sizes()
    cliffs()
    proved()
