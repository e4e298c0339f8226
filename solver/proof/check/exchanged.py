"""Costs that something else might be paid for, seen by the checker."""

from __future__ import annotations

import re

from layerproof.kb.model.ability import Activated, Opaque
from layerproof.kb.model.instruction import OtherAction
from layerproof.kb.model.modification import RuleEffect
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.participants import templates

_FOR_ANOTHER_COST = ("rather than pay", "instead of pay", "without paying")
_ABOUT_SPELLS = re.compile(r"\b(?:cast|spells?|mana costs?)\b")


def another_price(game: Game, of: int | None = None) -> Incomplete | None:
    """Words in play, or of the object whose cost it is, by which a player may pay something else than a cost that is
    not that of a spell; None where there are none."""
    said = list(game.skipped)
    for effect in game.effects.values():
        said += [mod.gloss for mod in effect.mods if isinstance(mod, RuleEffect) and not mod.says]
    for entry in game.view.values():
        if not entry.battlefield and entry.id != of and game.objects[entry.id].zone != "command":
            continue
        for instance in entry.abilities:
            ability = instance.ability
            if isinstance(ability, Opaque):
                said.append(ability.gloss)
            elif isinstance(ability, Activated) and entry.id == of:
                said += [step.gloss for step in ability.body if isinstance(step, OtherAction)]
            for template in templates(ability):
                mods = template.effect.mods
                said += [mod.gloss for mod in mods if isinstance(mod, RuleEffect) and not mod.says]
    for words in said:
        folded = words.lower()
        if any(each in folded for each in _FOR_ANOTHER_COST) and not _ABOUT_SPELLS.search(folded):
            return Incomplete(f"what may be paid instead, of which only the words are known: {words}")
    return None
