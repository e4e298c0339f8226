"""The words of an edition: card types, supertypes, colors, subtypes by family, keyword abilities, counters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import msgspec


class VocabularyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The vocabulary as the histories give it: each list is one string with commas between its words."""

    card_types: str
    supertypes: str
    colors: str
    subtypes: dict[str, str]
    basic_land_types: str
    keyword_abilities: str
    keyword_actions: str
    keyword_counters: str
    counters_with_rules_meaning: str
    ability_words: str
    italic_labels: str
    without_game_function: str


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The lists of words that one edition knows.

    Tuples keep the order of the book, sets of the same name answer quickly. Card types, supertypes, colors, keywords
    and counters are in lower case, subtypes as written (`Time Lord`). `subtypes` maps a family (`creature`, `land`,
    `artifact`, `enchantment`, `planeswalker`, `spell`, `battle`, `dungeon`, `planar`) to its words; the creature
    types are those of kindred (once tribal) cards too.

    `italic_labels` are what may stand in italics before an ability, `without_game_function` what is printed on cards
    and has no function in the game. `counters_with_rules_meaning` lists the kinds that the rules text speaks of; any
    other word may name a counter.
    """

    card_types: frozenset[str]
    supertypes: frozenset[str]
    colors: tuple[str, ...]
    subtypes: Mapping[str, tuple[str, ...]]
    basic_land_types: tuple[str, ...]
    keyword_abilities: frozenset[str]
    keyword_actions: frozenset[str]
    keyword_counters: frozenset[str]
    counters_with_rules_meaning: frozenset[str]
    ability_words: frozenset[str]
    italic_labels: frozenset[str]
    without_game_function: frozenset[str]
    _families: Mapping[str, tuple[str, ...]]

    @property
    def creature_types(self) -> tuple[str, ...]:
        """The creature types in the order of the book."""
        return self.subtypes["creature"]

    @property
    def land_types(self) -> tuple[str, ...]:
        """The land types in the order of the book, basic ones included."""
        return self.subtypes["land"]

    @property
    def nonbasic_land_types(self) -> tuple[str, ...]:
        """The land types that are not basic, in the order of the book."""
        return tuple(word for word in self.land_types if word not in self.basic_land_types)

    def family_of(self, subtype: str) -> str | None:
        """Tell to which family of subtypes a word belongs, or None for a word that is no subtype in this edition.

        A word of two families gives the one that stands first in the edition's file. Upper and lower case matter.

        >>> from layerproof.kb.rulebook import load_edition
        >>> words = load_edition("current").vocabulary
        >>> words.family_of("Time Lord"), words.family_of("Swamp"), words.family_of("swamp")
        ('creature', 'land', None)
        """
        families = self._families.get(subtype)
        return families[0] if families else None

    def families_of(self, subtype: str) -> tuple[str, ...]:
        """Tell all families of subtypes to which a word belongs; a word may be in two, most are in one."""
        return self._families.get(subtype, ())


def vocabulary_from(file: VocabularyFile) -> Vocabulary:
    """Make the vocabulary of an edition from the strings of its file."""
    subtypes = {family: _words(text) for family, text in file.subtypes.items()}
    families: dict[str, tuple[str, ...]] = {}
    for family, words in subtypes.items():
        for word in words:
            families[word] = (*families.get(word, ()), family)
    return Vocabulary(
        card_types=frozenset(_words(file.card_types)),
        supertypes=frozenset(_words(file.supertypes)),
        colors=_words(file.colors),
        subtypes=MappingProxyType(subtypes),
        basic_land_types=_words(file.basic_land_types),
        keyword_abilities=frozenset(_words(file.keyword_abilities)),
        keyword_actions=frozenset(_words(file.keyword_actions)),
        keyword_counters=frozenset(_words(file.keyword_counters)),
        counters_with_rules_meaning=frozenset(_words(file.counters_with_rules_meaning)),
        ability_words=frozenset(_words(file.ability_words)),
        italic_labels=frozenset(_words(file.italic_labels)),
        without_game_function=frozenset(_words(file.without_game_function)),
        _families=MappingProxyType(families),
    )


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split(", ")) if text else ()
