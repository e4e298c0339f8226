"""What is known only in words and may change what happens to players."""

from __future__ import annotations

from layerproof.kb.model.ability import Opaque
from layerproof.kb.model.modification import RuleEffect
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.words import mentions

_WORDS = {
    "life": ("life",),
    "draw": ("draw",),
    "discard": ("discard", "hand"),
    "loss": ("lose", "loss", "losing", "life total"),
}


def refuse(game: Game, what: str) -> None:
    """Raise Incomplete where an ability on the battlefield or an effect in force speaks of what is about to happen, and
    only its words are known; what: `life`, `draw`, `discard` or `loss`."""

    def speaks(node: object) -> bool:
        known = isinstance(node, RuleEffect) or (isinstance(node, Opaque) and bool(node.touches))
        return known and any(word in node.gloss.lower() for word in _WORDS[what])  # type: ignore[attr-defined]

    abilities = tuple(each.ability for entry in game.view.values() if entry.battlefield for each in entry.abilities)
    if mentions(abilities, speaks) or mentions(tuple(each.mods for each in game.effects.values()), speaks):
        raise Incomplete(f"an ability or effect of which only the words are known, about {what}")
