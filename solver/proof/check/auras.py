"""Aura spells, seen by the checker: what they target."""

from __future__ import annotations

from layerproof.kb.model import ability as ab
from layerproof.kb.model import instruction as ins
from layerproof.kb.model.situation import GameObject
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.targeting import legal
from layerproof.solver.proof.check.view import Entry
from layerproof.solver.proof.check.world import Says


def enchanted(entry: Entry) -> ins.Target:
    """What an Aura spell may target, as its first enchant ability says. Incomplete where that is not understood."""
    for instance in entry.abilities:
        ability = instance.ability
        if isinstance(ability, ab.Keyword) and ability.keyword == "enchant":
            if ability.filter is not None:
                return ins.Target(ability.filter)
            if (ability.quality or "player") in ("player", "opponent"):
                return ins.Target(player=True, opponent=ability.quality == "opponent")
    raise Incomplete("what an Aura enchants")


def aimed_well(game: Game, spell: GameObject, entry: Entry, target: int | str) -> bool:
    """Whether the target of an Aura spell that resolves is legal still."""
    says = Says(spell.id, controller=entry.controller, targets=(target,), resolving=True)
    if legal(game, says, enchanted(entry), target):
        return True
    game.done("illegal targets", None, spell.id)
    return False
