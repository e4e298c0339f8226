"""The rules text of an ability on an object, in today's wording."""

from __future__ import annotations

from layerproof.kb.model.ability import Ability, ClassLevel, LevelBand, Solved, StationBand
from layerproof.kb.quoted_words import own_words
from layerproof.kb.wording import Wording, ability_text
from layerproof.solver.layers.view import Entry


def wording_of(ability: Ability, entry: Entry) -> Wording:
    """The wording of an ability on an object with these characteristics, which decide what it calls itself.

    An ability that the object has from its own text alone is worded as it is printed, where that is known. It does not
    promise the official wording: see what the wording itself says of being exact.
    """
    words = entry.types | entry.subtypes if len(entry.subtypes) < 10 else entry.types
    words = words | entry.supertypes
    if _of_its_own_text(ability, entry):
        return own_words(ability, words, entry.names)
    return ability_text(ability, words, entry.names[0] if entry.names else None)


def _of_its_own_text(ability: Ability, entry: Entry) -> bool:
    """Whether an object has an ability by its text, or by a level, station or case symbol there, and not otherwise."""
    symbols = [each.ability for each in entry.abilities if each.text]
    inside = any(
        isinstance(each, LevelBand | StationBand | ClassLevel | Solved) and ability in each.abilities
        for each in symbols
    )
    having = [each for each in entry.abilities if each.ability == ability]
    return bool(having) and (inside or all(each.text for each in having))
