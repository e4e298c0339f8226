"""All benchmarks in one run, as tables of ratios: python benchmarks/run.py (some minutes).

Absolute figures depend on the machine; the ratios within one run do not depend on it much. What needs a package or
files that are not there is left out, and says so.
"""

from __future__ import annotations

import commands
import evaluation
import peers
import worlds


def main() -> None:
    """Print every table."""
    evaluation.sizes()
    evaluation.cliffs()
    evaluation.proved()
    print("\n## All outcomes of unknown orders\n")
    worlds.main()
    commands.batches()
    commands.starts()
    peers.compare_answer_sets()
    peers.compare()


if __name__ == "__main__":
    main()
