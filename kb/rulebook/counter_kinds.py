"""Kinds of counters: those that the rules or printed cards know by name."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from layerproof.kb.files.yaml_source import read_document
from layerproof.kb.rulebook.editions.every_edition import is_word

FILE = Path(__file__).with_name("counter_kinds.yaml")
# Counters that change power and toughness.
_SIZE = re.compile(r"[+-][0-9]{1,3}/[+-][0-9]{1,3}")


def is_counter_kind(kind: str) -> bool:
    """Whether the rules of some edition or a printed card know counters of this kind.

    kind: as counters are named. Source: the rule keys counter.power_toughness and counter.keyword, and printed cards.
    It does not promise to know the kinds of cards that are newer than its list.

    >>> is_counter_kind("+1/+1"), is_counter_kind("level"), is_counter_kind("levl"), is_counter_kind("+1/1")
    (True, True, False, False)
    """
    return _SIZE.fullmatch(kind) is not None or kind in counter_kinds() or is_word("counter", kind)


@cache
def counter_kinds() -> frozenset[str]:
    """The kinds that printed cards name, those that change power and toughness apart."""
    content: Any = read_document(FILE).value
    return frozenset(content["named"].split(", "))
