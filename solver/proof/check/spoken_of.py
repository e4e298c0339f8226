"""Words of the notation that stand for what is known as something resolves: targets, what is chosen, `that`."""

from __future__ import annotations

from layerproof.kb.model.effect import Several
from layerproof.kb.model.expression import Player, Ref
from layerproof.kb.model.node import mentions


def about(what: object, word: str, place: int | None = None, players: bool = True) -> bool:
    """Whether a record asks for what a word means, be it one object, several or a player.

    place: only the one of this place. players: whether players of that word count too.
    """
    kinds = (Ref, Several, Player) if players else (Ref, Several)

    def stands(node: object) -> bool:
        return isinstance(node, kinds) and node.kind == word and place in (None, node.index)

    return mentions(what, stands)
