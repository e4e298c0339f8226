"""What whole commands cost: the batch check with one and two processes, import, a cold look-up, a cold start."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from timing import table

HERE = Path(__file__).resolve().parent.parent
SUITES = HERE.parent / "shared" / "suites"
CORPUS = HERE.parent / "shared" / "cards" / "oracle-corpus-2026.json.gz"
LOOKED_UP = ("Godhead of Awe", "Humility", "Opalescence", "Blood Moon", "Serra Angel")


def timed(*words: str, home: str | None = None) -> tuple[float, float, str]:
    """Run the command line; its time by the clock and of the processor in seconds, and what it printed."""
    environment = {**os.environ, **({"LAYERPROOF_HOME": home} if home else {})}
    before = os.times()
    start = time.perf_counter()
    command = [sys.executable, "-m", "layerproof.queries.cli", *words]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    clock = time.perf_counter() - start
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    if done.returncode not in (0, 1, 2):
        raise RuntimeError(f"{' '.join(words)} ended with {done.returncode}: {done.stderr[-500:]}")
    return clock, spent, done.stdout


def batches() -> None:
    """Print how many claims are proved and checked in a second, with one process and with two."""
    print("\n## The batch check, proofs checked\n")
    rows = []
    for name, path in (("kb/faq", HERE / "kb" / "faq"), ("the suites", SUITES)):
        if not path.is_dir():
            print(f"left out: {name} ({path} is not there)\n")
            continue
        one = None
        for jobs in ("1", "2"):
            clock, spent, out = timed("check", str(path), "--json", "-j", jobs)
            summary = json.loads(out)["summary"]
            claims = sum(count for verdict, count in summary.items() if verdict != "seconds")
            one = one or clock
            rows.append([f"{name}, -j {jobs}", str(claims), claims / clock, claims / spent, one / clock])
    print(table(["files", "claims", "claims a second", "a processor second", "times -j 1"], rows))


def starts() -> None:
    """Print what a cold start costs, and the import of a card file."""
    print("\n## Cold starts, the smallest of five\n")
    empty = min(_bare() for _ in range(5))
    with tempfile.TemporaryDirectory() as home:
        cases = [
            ("show, two embedded cards", ("show", *LOOKED_UP[:2])),
            ("cards show, one embedded card", ("cards", "show", LOOKED_UP[0])),
        ]
        rows = [_row(name, min(timed(*words, home=home)[0] for _ in range(5)), empty) for name, words in cases]
        if CORPUS.is_file():
            clock = timed("cards", "import", str(CORPUS), home=home)[0]
            rows.append(_row("cards import, 35,033 entries", clock, empty))
            five = min(timed("show", *LOOKED_UP, home=home)[0] for _ in range(5))
            rows.append(_row("show, five cards of the index", five, empty))
        else:
            print(f"left out: import and index ({CORPUS} is not there)\n")
    rows.insert(0, _row("an empty interpreter", empty, empty))
    print(table(["command", "s", "times the empty interpreter"], rows))


def _row(name: str, clock: float, empty: float) -> list[object]:
    return [name, clock, clock / empty]


def _bare() -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return time.perf_counter() - start


if __name__ == "__main__":
    batches()
    starts()
