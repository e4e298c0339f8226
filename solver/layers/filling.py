"""Words that a choice gives, or the object itself, filled in where an ability is granted."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from layerproof.kb.keywords.chosen_qualities import CHOSEN_QUALITIES, as_chosen
from layerproof.kb.keywords.keyword_files import does
from layerproof.kb.model.ability import Keyword
from layerproof.solver.layers.choosing import chosen
from layerproof.solver.layers.scene import Scene, Source
from layerproof.solver.layers.values import spelled


def filled_in(ability: Any, scene: Scene, source: Source, it: int) -> Any:
    """Protection from the chosen color, card type or player, a cost that is its own mana cost: with the word or
    the cost filled in."""
    if isinstance(ability, Keyword):
        if ability.quality == "chosen":
            words = spelled(
                ("chosen",), scene, source, "land" if does(ability.keyword, "unblocked by a land") else "color"
            )
            return replace(ability, quality=words[0]) if words else ability
        if ability.quality in CHOSEN_QUALITIES:
            found = chosen(scene, source, CHOSEN_QUALITIES[ability.quality])
            return replace(ability, quality=as_chosen(ability.quality, str(found[0]))) if found else ability
        if ability.cost == "its mana cost":
            return replace(ability, cost=scene.view[it].mana_cost)
    return ability
