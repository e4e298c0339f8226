"""The verdicts there are, and the exit code that follows from several."""

from __future__ import annotations

from typing import Any

VERDICTS = ("proved", "refuted", "undecided", "invalid")
CODES = {"proved": 0, "refuted": 1, "undecided": 2, "invalid": 3}


def exit_code(verdicts: Any) -> int:
    """Give the exit code of several verdicts: invalid before refuted before undecided.

    verdicts: any iterable of verdicts.

    >>> exit_code(["proved", "undecided"]), exit_code(["invalid", "refuted"])
    (2, 3)
    """
    found = set(verdicts)
    for verdict in ("invalid", "refuted", "undecided"):
        if verdict in found:
            return CODES[verdict]
    return 0
