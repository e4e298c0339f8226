"""The rules text of an ability on an object, in today's wording."""

from __future__ import annotations

from layerproof.kb.model.ability import Ability
from layerproof.kb.wording import Wording, ability_text
from layerproof.solver.layers.view import Entry


def wording_of(ability: Ability, entry: Entry) -> Wording:
    """The wording of an ability on an object with these characteristics, which decide what it calls itself.

    It does not promise the official wording: see what the wording itself says of being exact.
    """
    words = entry.types | entry.subtypes if len(entry.subtypes) < 10 else entry.types
    return ability_text(ability, words | entry.supertypes, entry.names[0] if entry.names else None)
