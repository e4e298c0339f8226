"""The rules texts that tests read, where they are at hand."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from layerproof.kb.rulebook import load_edition
from layerproof.kb.rulebook.texts.rules_text import RulesText, read_rules

OLD, NEW = "2012-10-01", "2026-01-16"
REQUIRED = ("2012-07-01", OLD, "2013-02-01", "2017-08-25", "2017-09-25", "2021-07-12", "2025-04-04", "2025-06-06", NEW)


def rules_folder() -> Path:
    """Find the folder of rules texts, or skip the test that needs it."""
    given = os.environ.get("LAYERPROOF_SHARED")
    for folder in [Path(given)] if given else [parent / "shared" for parent in Path(__file__).resolve().parents]:
        if (folder / "rules").is_dir():
            return folder / "rules"
    pytest.skip("no rules texts: there is no folder shared/rules above this file, and LAYERPROOF_SHARED is not set")


@cache
def rules_of(name: str, folder: Path) -> RulesText:
    return read_rules(folder / f"{name}.txt.gz")


def number(key: str, name: str) -> str:
    return load_edition(name).cite(key).number
