"""What the rules say that counters of certain kinds do, as modifications of the model."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from layerproof.kb.files.yaml_source import read_document
from layerproof.kb.model.modification import Modification
from layerproof.kb.notation.plain_data import decode
from layerproof.kb.rulebook.edition import Edition

FILE = Path(__file__).parent / "counter_meanings.yaml"


@cache
def _all() -> dict[str, Any]:
    return dict(read_document(FILE).value)  # type: ignore[arg-type]


@cache
def _mods(kind: str) -> tuple[Modification, ...]:
    mods: tuple[Modification, ...] = decode(_all()[kind]["mods"], tuple[Modification, ...], (kind,))
    return mods


def counter_meaning(kind: str, edition: Edition) -> tuple[Modification, ...]:
    """The replacement and prevention effects that one or more counters of a kind are, in an edition.

    kind: of the counters. Returns an empty tuple for a kind that changes no events, and where the edition has no rule
    for it. Source: the rule key in counter_meanings.yaml.

    >>> from layerproof.kb.rulebook.edition import load_edition
    >>> len(counter_meaning("shield", load_edition("current"))), counter_meaning("shield", load_edition("2012-10-01"))
    (2, ())
    """
    entry = _all().get(kind)
    return _mods(kind) if entry is not None and entry["rule"] in edition.numbers else ()
