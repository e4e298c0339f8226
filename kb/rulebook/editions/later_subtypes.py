"""Subtypes that came after an edition: what they are on a card of today under its rules."""

from __future__ import annotations

from functools import cache

from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.rulebook.vocabulary import Vocabulary


def known_families(words: Vocabulary, subtype: str) -> tuple[str, ...]:
    """Tell the families of a subtype: those of the edition, or of a word that came later those of the newest edition.

    Each subtype of a card goes with a card type of it (rule key type.subtype_correlated), also one that is not yet in
    the edition's list. words: of the edition. Returns nothing for a word that is a subtype in neither. It does not
    promise that the word may be chosen, or is among all creature types: these are the lists of the edition.

    >>> old = load_edition("2012-10-01").vocabulary
    >>> known_families(old, "Bard"), old.families_of("Bard"), known_families(old, "Goblin")
    (('creature',), (), ('creature',))
    """
    return words.families_of(subtype) or _newest().families_of(subtype)


@cache
def _newest() -> Vocabulary:
    return load_edition("current").vocabulary
