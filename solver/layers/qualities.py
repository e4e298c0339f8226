"""Keyword abilities that an effect gives once for each color, card type or land type of some objects."""

from __future__ import annotations

from layerproof.kb.model import modification as m
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.costs.mana import COLORS
from layerproof.kb.notation.short_forms import CARD_TYPES
from layerproof.solver.layers.reading import test
from layerproof.solver.layers.scene import Scene, Source
from layerproof.solver.layers.values import distinct_words
from layerproof.solver.layers.view import BASIC_LANDS

_ORDERS = {"color": COLORS, "card type": CARD_TYPES, "basic land type": tuple(BASIC_LANDS)}


def keywords_for_each(mod: m.AddForEach, scene: Scene, source: Source) -> tuple[Keyword, ...]:
    """The keyword abilities that a modification comes to now, in the order in which the words are listed."""
    fit = test(mod.among)
    found = [each for each in scene.in_zones(mod.zones) if fit(scene, source, each)]
    words = distinct_words(mod.what, found, scene)
    if mod.what == "mana value":
        return tuple(Keyword(mod.keyword, quality=f"mana value {number}") for number in sorted(words))  # type: ignore[type-var]
    return tuple(Keyword(mod.keyword, quality=word) for word in _ORDERS[mod.what] if word in words)
