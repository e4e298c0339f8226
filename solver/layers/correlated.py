"""Which subtypes go with which card types."""

from __future__ import annotations

from layerproof.kb.rulebook.editions.later_subtypes import known_families
from layerproof.kb.rulebook.vocabulary import Vocabulary

_TYPES_OF_FAMILY = {"creature": ("creature", "kindred", "tribal"), "spell": ("instant", "sorcery")}


def goes_with(subtype: str, types: frozenset[str], words: Vocabulary) -> bool:
    """Whether a subtype goes with one of these card types (rule keys subtype.only_matching, type.subtype_correlated).

    A word that came after the edition goes with what it goes with today, a word that is no subtype with everything.
    """
    families = known_families(words, subtype)
    return not families or any(types & set(_TYPES_OF_FAMILY.get(family, (family,))) for family in families)
