"""The checker's reading of what a spell targets."""

from __future__ import annotations

from layerproof.kb.model import ability as ab
from layerproof.kb.model.instruction import Target
from layerproof.kb.model.node import mentions
from layerproof.kb.model.situation import GameObject
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.view import Entry


def aims(spell: GameObject, entry: Entry, what: int | str | None) -> bool:
    """Whether what is on the stack targets an object or a player; nothing else targets anything.

    Raises Incomplete where its targets are not told though its text may have some.
    """
    if spell.zone != "stack" or what is None:
        return False
    if spell.targets:
        return what in spell.targets
    texts = tuple(each.ability for each in entry.abilities)
    if "Aura" in entry.subtypes or mentions(texts, lambda node: isinstance(node, Target | ab.Modal | ab.Opaque)):
        raise Incomplete("targets of a spell that are not told")
    return False
