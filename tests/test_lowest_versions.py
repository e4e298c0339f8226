"""The lowest versions that are declared are those with which the program was tried (`.ci/lowest.txt`)."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def padded(version: str) -> tuple[int, ...]:
    """A version as numbers, of the same length for all."""
    numbers = [int(each) for each in version.split(".")]
    return (*numbers, *[0] * (3 - len(numbers)))


def test_what_is_declared_was_tried() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    lowest = {name: padded(low) for name, low in re.findall(r"^([\w-]+)>=([\d.]+)", "\n".join(declared), re.MULTILINE)}
    tried = (ROOT / ".ci" / "lowest.txt").read_text(encoding="utf-8")
    assert len(lowest) == len(declared)
    assert lowest == {name: padded(low) for name, low in re.findall(r"^([\w-]+)==([\d.]+)$", tried, re.MULTILINE)}
    # Below it, what a record is called by a keyword is not understood.
    assert lowest["msgspec"] >= (0, 18, 6)
