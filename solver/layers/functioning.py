"""Functioning: in which zones abilities known by their words only may do something (rule key ability.functions)."""

from __future__ import annotations

import re

from layerproof.kb.model.ability import Opaque
from layerproof.kb.model.situation import GameObject
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.layers.view import Entry

# Cards whose abilities function in the command zone, of which nothing is modelled.
_OF_VARIANTS = frozenset({"plane", "phenomenon", "vanguard", "scheme", "conspiracy", "dungeon"})
# What defines a characteristic of its own object functions everywhere.
_DEFINES = re.compile(r"(?:~ (?:is|has|gets)|~'s|its printed|the compiler failed)\b")
_ZONES = re.compile(r"\b(?:zones?|hands?|graveyards?|librar(?:y|ies)|exiled?|stack|everywhere|outside the game)\b")

# How an ability says where it functions ("as long as it is on the stack").
_THERE = re.compile(r"\bas long as ~ is (?:on|in)\b[^,]*", re.IGNORECASE)


def is_emblem(item: GameObject) -> bool:
    """Whether an object is an emblem, whose abilities function in the command zone (rule key emblem.definition)."""
    return item.zone == "command" and item.card.layout == "emblem"


def may_function(item: GameObject, ability: Opaque) -> bool:
    """Whether an ability known by its words only may function where its object is, as its words tell."""
    if item.zone in ("battlefield", "graveyard") or is_emblem(item):
        return True
    return _DEFINES.match(ability.gloss) is not None or _ZONES.search(ability.gloss) is not None


def is_heard(item: GameObject, ability: Opaque) -> bool:
    """Whether what an ability known by its words only says of other objects counts where its object is: on the
    battlefield, of an emblem, and where its words say that it functions there (rule key
    ability.functions.stated_zones)."""
    if item.zone == "battlefield" or is_emblem(item):
        return True
    return (found := _THERE.search(ability.gloss)) is not None and item.zone in found[0]


def ask_variant(item: GameObject, entry: Entry) -> None:
    """Raise Undecided for a card of a casual variant in the command zone that has an ability."""
    if item.zone == "command" and entry.abilities and _OF_VARIANTS & set(entry.types):
        raise Undecided(f"what {item.card.name or 'a card'} does in the command zone is not modelled")


__all__ = ["ask_variant", "is_emblem", "is_heard", "may_function"]
