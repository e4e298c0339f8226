"""What forbids regenerating."""

from __future__ import annotations

from layerproof.kb.model.modification import RuleEffect
from layerproof.kb.model.node import mentions
from layerproof.solver.proof.check.game import Game


def regeneration_forbidden(game: Game) -> bool:
    """Whether an effect on the rules speaks of regenerating, of which only the words are known."""

    def speaks(node: object) -> bool:
        return isinstance(node, RuleEffect) and "regenerat" in node.gloss

    abilities = tuple(each.ability for entry in game.view.values() if entry.battlefield for each in entry.abilities)
    return mentions(abilities, speaks) or any(mentions(each.mods, speaks) for each in game.effects.values())
