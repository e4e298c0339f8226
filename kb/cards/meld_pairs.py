"""Meld pairs: which two cards meld, and into what (rule keys meld, meld.only_pairs)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from layerproof.kb.cards.names import fold
from layerproof.kb.files.yaml_source import read_document

_FILE = Path(__file__).with_name("meld_pairs.yaml")


def melded_into(one: str | None, other: str | None) -> str | None:
    """The name of the combined face that two cards meld into, None where they are no meld pair.

    one, other: the names of two cards, in either order. Source: rule key meld.only_pairs. It does not promise that the
    facts of the combined face are embedded.

    >>> melded_into("Midnight Scavengers", "Graf Rats")
    'Chittering Host'
    >>> melded_into("Graf Rats", "Graf Rats") is None
    True
    """
    return _pairs().get(frozenset((fold(one or ""), fold(other or ""))))


def combined_faces(names: Iterable[str]) -> tuple[str, ...]:
    """The names of the combined faces of all meld pairs of which both cards are among some names.

    names: of cards; other words among them do no harm. Source: rule key meld.only_pairs.

    >>> combined_faces(["Graf Rats", "Hill Giant", "Midnight Scavengers"])
    ('Chittering Host',)
    """
    folded = {fold(each) for each in names}
    return tuple(into for pair, into in _records() if {fold(each) for each in pair} <= folded)


def meld_pair(name: str | None) -> tuple[str, str] | None:
    """The two cards whose combined face has a name, None for any other name.

    name: of a combined face. Source: rule key double_faced.melded.

    >>> meld_pair("Chittering Host")
    ('Graf Rats', 'Midnight Scavengers')
    >>> meld_pair("Graf Rats") is None
    True
    """
    return _combined().get(fold(name or ""))


@cache
def _records() -> tuple[tuple[tuple[str, str], str], ...]:
    listed: Any = read_document(_FILE).value
    return tuple(((each["pair"][0], each["pair"][1]), each["into"]) for each in listed)


@cache
def _pairs() -> dict[frozenset[str], str]:
    return {frozenset(map(fold, pair)): into for pair, into in _records()}


@cache
def _combined() -> dict[str, tuple[str, str]]:
    return {fold(into): pair for pair, into in _records()}
