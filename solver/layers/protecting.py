"""Protection: whether an object has protection from a quality that another has."""

from __future__ import annotations

from layerproof.kb.keywords.reading import does
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.mana import COLORS
from layerproof.kb.rulebook.later import known_families
from layerproof.kb.rulebook.vocabulary import Vocabulary
from layerproof.kb.shorthand import CARD_TYPES, SUPERTYPES
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.layers.view import Entry

_PLURALS = {"sorceries": "sorcery", "enchantments": "enchantment", "planeswalkers": "planeswalker"}


def protected_from(words: Vocabulary, host: Entry, entry: Entry, aura: int | None = None) -> bool:
    """Whether an object has protection from a quality of another (rule key keyword.protection).

    words: those of the edition. aura: an Aura that says that the protection it grants does not remove it. Raises
    Undecided for a quality that is not modelled.
    """
    for instance in host.abilities:
        ability = instance.ability
        if not isinstance(ability, Keyword) or not does(ability.keyword, "protects from a quality"):
            continue
        if aura is not None and instance.name.startswith(f"{aura}."):
            continue
        if _has_quality(words, entry, ability.quality or ""):
            return True
    return False


def _has_quality(words: Vocabulary, entry: Entry, quality: str) -> bool:
    match quality:
        case "everything":
            return True
        case "colorless":
            return not entry.colors
        case "multicolored":
            return len(entry.colors) > 1
        case "monocolored":
            return len(entry.colors) == 1
        case "each color" | "all colors":
            return bool(entry.colors)
    number = quality.removeprefix("mana value ")
    if number != quality and number.isdigit():
        return entry.mana_value == int(number)
    singular = _PLURALS.get(quality, quality.removesuffix("s"))
    for word in (quality, singular):
        if word in COLORS:
            return word in entry.colors
        if word in CARD_TYPES:
            return word in entry.types
        if word in SUPERTYPES:
            return word in entry.supertypes
        if known_families(words, word):
            return quality in entry.subtypes or singular in entry.subtypes
    raise Undecided(f"what protects from {quality} is not modelled")
