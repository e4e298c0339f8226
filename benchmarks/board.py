"""How long one board takes: ten permanents and fifteen effects, without and with a proof, as ratios in one run.

Run: python benchmarks/board.py. Absolute figures depend on the machine; the ratios to an empty derivation and between
sizes do not depend on it much.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable

from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.scenario.read import parse_scenarios
from layerproof.solver.layers.derive import Derivation
from layerproof.solver.layers.scene import Scene
from layerproof.solver.layers.trace import Trace
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.timeline import follow

BOARD = """
scenario: Ten permanents and fifteen effects
timeline:
  - {enters: Grizzly Bears, as: bears}
  - {enters: Craw Wurm, as: wurm}
  - {enters: Serra Angel, as: angel}
  - {enters: Glorious Anthem, as: anthem}
  - {enters: Opalescence}
  - {enters: Humility, controller: opponent}
  - {enters: Blood Moon}
  - {enters: Urborg, Tomb of Yawgmoth, as: urborg}
  - {enters: Dryad Arbor, as: arbor}
  - {enters: Muraganda Petroglyphs}
  - {put: {"+1/+1": 2}, on: bears}
  - {put: {"-1/-1": 1}, on: wurm}
  - {resolves: Giant Growth, targets: [bears]}
  - {resolves: Turn to Frog, targets: [angel]}
  - {resolves: Twisted Image, targets: [wurm]}
  - {resolves: Crimson Wisps, targets: [bears]}
  - {resolves: Giant Growth, as: growth-2, targets: [wurm]}
  - {resolves: Purelace, targets: [arbor]}
"""


def board(text: str) -> Game:
    """The game at the end of a scenario's timeline."""
    scenario = parse_scenarios(text.replace("Urborg, Tomb of Yawgmoth", '"Urborg, Tomb of Yawgmoth"')).scenarios[0]
    game, _ = follow(scenario, load_edition("current"))
    return game


def best(work: Callable[[], object], rounds: int = 200) -> float:
    """The smallest time of many runs, in milliseconds; the median is printed beside it."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1000)
    print(f"    minimum {min(times):.2f} ms, median {statistics.median(times):.2f} ms")
    return min(times)


def main() -> None:
    """Print the figures."""
    game = board(BOARD)
    empty = board("scenario: One\ntimeline:\n  - {enters: Grizzly Bears}\n")

    def plain(which: Game = game) -> None:
        Derivation(Scene(which.situation, which.edition, which.last_known)).run()

    def traced() -> None:
        Derivation(Scene(game.situation, game.edition, game.last_known), Trace(game.edition)).run()

    def unskipped() -> None:
        Derivation(Scene(game.situation, game.edition, game.last_known), skip=False).run()

    print("  one vanilla creature")
    one = best(lambda: plain(empty))
    print("  ten permanents and fifteen effects")
    ten = best(plain)
    print("  the same with the steps of its proof")
    proof = best(traced)
    print("  the same without skipping pairs by footprint")
    all_pairs = best(unskipped, 50)
    ratios = {"board / one": ten / one, "proof / plain": proof / ten, "all pairs / skipped": all_pairs / ten}
    print(json.dumps({name: round(value, 2) for name, value in ratios.items()}))


if __name__ == "__main__":
    main()
