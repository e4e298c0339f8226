"""The rules text of the abilities of an object: what it has, for the words that are looked for in it."""

from __future__ import annotations

from collections.abc import Callable

from layerproof.kb.model.ability import Ability
from layerproof.kb.scenario.claims.quoted_words import Bearer, Held, calling, words_of
from layerproof.kb.wording.trusted_wording import Wording
from layerproof.solver.layers.changing import intrinsic_ability
from layerproof.solver.layers.view import Entry, basic_land_types

# The names of an object, by its identifier.
Names = Callable[[int], tuple[str, ...]]


def bearer_of(entry: Entry, names: Names | None = None) -> Bearer:
    """An object with its abilities, as their words depend on it.

    names: gives the names of an object the effect of which granted an ability, as the ability calls it by its name
    (rule key name.self_reference.granting); without it what such an ability calls it is not known.
    """
    held = tuple(
        Held(each.ability, each.text, names(each.granter) if names is not None and each.granter is not None else ())
        for each in entry.abilities
    )
    types = calling(entry.types, entry.subtypes, entry.supertypes)
    return Bearer(entry.names, types, held, tuple(map(intrinsic_ability, basic_land_types(entry))))


def wording_of(ability: Ability, entry: Entry, names: Names | None = None) -> Wording:
    """The wording of an ability on an object with these characteristics, which decide what it calls itself.

    It does not promise the official wording: see what the wording itself says of being exact.
    """
    return words_of(ability, bearer_of(entry, names))
