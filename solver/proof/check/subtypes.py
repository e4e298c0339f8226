"""Which card types a subtype goes with."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.editions.later_subtypes import known_families

_TYPES_OF_FAMILY = {
    "creature": ("creature", "kindred", "tribal"),
    "spell": ("instant", "sorcery"),
    "planar": ("plane", "phenomenon"),
}


def goes_with(word: str, types: Collection[str], edition: Edition) -> bool:
    """Whether a subtype goes with one of these card types; a word of no family goes with any.

    A creature type goes with creature and with kindred (once tribal), an Adventure with instant and sorcery. A word
    that came after the edition goes with what it goes with today.
    """
    families = known_families(edition.vocabulary, word)
    return not families or any(each in types for family in families for each in _TYPES_OF_FAMILY.get(family, (family,)))


@lru_cache(maxsize=4096)
def that_go_with(words: frozenset[str], types: frozenset[str], edition: Edition) -> frozenset[str]:
    """Those of the subtypes that go with one of these card types."""
    return frozenset(word for word in words if goes_with(word, types, edition))
