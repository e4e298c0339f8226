"""Aura spells: what they target, and what becomes of one whose target is illegal as it resolves."""

from __future__ import annotations

from layerproof.kb.model import instruction as i
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.situation import GameObject
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.view import Entry
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.resolving import has_legal_target


def enchanting(entry: Entry) -> i.Target:
    """What an Aura spell targets by its enchant ability (rule key target.definition).

    Raises Undecided where that is not known.
    """
    for instance in entry.abilities:
        ability = instance.ability
        if isinstance(ability, Keyword) and ability.keyword == "enchant":
            if ability.filter is not None:
                return i.Target(ability.filter)
            if ability.quality in (None, "player", "opponent"):
                return i.Target(player=True, opponent=ability.quality == "opponent")
    raise Undecided(f"what {' // '.join(entry.names)} enchants is not modelled")


def resolves_as_aura(game: Game, item: GameObject, entry: Entry, targets: tuple[int | str, ...]) -> bool | None:
    """Whether a permanent spell resolves as the Aura spell that it is: None if it is none, or its target is not told.

    False where its target is illegal: a bestowed spell is then a creature spell again, any other does not resolve (rule
    keys resolve.illegal_targets, keyword.bestow_illegal_target). Raises Undecided where that is not known.
    """
    if "Aura" not in entry.subtypes or not targets:
        return None
    source = Source(item.id, entry.controller, targets=targets)
    return has_legal_target(game, source, (enchanting(entry),), game.name(item.id))
