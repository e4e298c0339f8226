"""Activated abilities that are known by their words only, which count where one is meant by its number."""

from __future__ import annotations

import re

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model import ability as ab
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.layers.view import Entry

_COST_AND_EFFECT = re.compile(r"[^.\"]+: ")


def ask_unread(entry: Entry, which: int | str, of: str) -> None:
    """Go on only if no activated ability that is kept as its words ("COST: EFFECT", rule key ability.activated) is the
    one that WHICH of the scenario format means, or comes before the one that a number would mean.

    of: what the object is called. Raises Undecided with the words.
    """
    before = 0
    for instance in entry.abilities:
        ability = instance.ability
        if isinstance(ability, ab.Opaque) and _COST_AND_EFFECT.match(ability.gloss):
            if which > before if isinstance(which, int) else which.lower() in ability.gloss.lower():
                raise Undecided(f"an activated ability of {of} is not modelled ({ability.gloss})")
        parts = meaning(ability) if isinstance(ability, ab.Keyword) else (ability,)
        before += sum(isinstance(each, ab.Activated | ab.Loyalty | ab.ClassLevel) for each in parts)
