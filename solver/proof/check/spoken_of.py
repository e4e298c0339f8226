"""Words of the notation that stand for what is known as something resolves: targets, what is chosen, `that`."""

from __future__ import annotations

from layerproof.kb.model.ability import Activated, Triggered
from layerproof.kb.model.effect import Several
from layerproof.kb.model.expression import Player, Ref
from layerproof.kb.model.instruction import Delayed
from layerproof.kb.model.node import Node, mentions
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.world import Says


def about(what: object, word: str, place: int | None = None, players: bool = True) -> bool:
    """Whether a record asks for what a word means, be it one object, several or a player.

    place: only the one of this place. players: whether players of that word count too.
    """
    kinds = (Ref, Several, Player) if players else (Ref, Several)

    def stands(node: object) -> bool:
        return isinstance(node, kinds) and node.kind == word and place in (None, node.index)

    return mentions(what, stands)


def refuse_untold_event(says: Says, parts: tuple[object, ...]) -> None:
    """Incomplete where a triggered ability resolves that is about something, and the scenario does not say what."""
    if says.that is None and _of_the_event(parts):
        raise Incomplete("what the event of a triggered ability was about")


def _of_the_event(node: object) -> bool:
    """Whether a part of a body stands for what the event was about; what abilities that it gives or delays stand for is
    of other events."""
    if isinstance(node, tuple):
        return any(_of_the_event(each) for each in node)
    if isinstance(node, Ref | Several | Player) and node.kind == "that":
        return True
    if not isinstance(node, Node) or isinstance(node, Activated | Triggered):
        return False
    if isinstance(node, Delayed) and node.when.split()[0] in ("when", "whenever"):
        return False
    return any(_of_the_event(getattr(node, field)) for field in node.__struct_fields__)
