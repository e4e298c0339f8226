"""Costs that something else might be paid for, seen by the checker."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from layerproof.kb.keywords.verbs import verb_of
from layerproof.kb.model.ability import Activated, Opaque
from layerproof.kb.model.instruction import OtherAction
from layerproof.kb.model.modification import RuleEffect
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.participants import templates

if TYPE_CHECKING:
    from layerproof.solver.proof.check.deontic import Findings

_FOR_ANOTHER_COST = ("rather than pay", "instead of pay", "without paying", "by pay")
_ABOUT_SPELLS = re.compile(r"\b(?:cast|spells?|mana costs?)\b")


def another_price(game: Game, of: int | None = None) -> Incomplete | None:
    """Words in play, or of the object whose cost it is, by which a player may pay something else than a cost that is
    not that of a spell; None where there are none."""
    for words in _said(game, of):
        folded = words.lower()
        if any(each in folded for each in _FOR_ANOTHER_COST) and not _ABOUT_SPELLS.search(folded):
            return Incomplete(f"what may be paid instead, of which only the words are known: {words}")
    return None


def another_offer(game: Game, of: int | None = None, keyword_only: bool = False) -> Incomplete | None:
    """Words in play, or of a card itself, that may offer to cast it for something else or for nothing, and from where
    it is; None where there are none. What triggers or is activated offers nothing before that.
    keyword_only: what is paid rather than a mana cost is left out."""
    for words in _said(game, of):
        folded = words.lower()
        if folded.startswith(("when ", "whenever ", "at ")) or re.match(r"[^.\"]*: ", folded):
            continue
        if keyword_only and "mana cost" in folded:
            continue
        if any(each in folded for each in _FOR_ANOTHER_COST):
            return Incomplete(f"what may be offered, of which only the words are known: {words}")
    return None


def other_terms(game: Game, of: int, keywords: Iterable[str]) -> Incomplete | None:
    """Words in play, or of a card or spell itself, that name one of the keyword abilities, so that the card may have it
    on other terms or its cost may be paid with something else; None where there are none."""
    verbs = [verb_of(each) for each in keywords]
    for words in _said(game, of):
        folded = words.lower()
        if folded.startswith(("when ", "whenever ", "at ")) or re.match(r"[^.\"]*: ", folded):
            continue
        if any(re.search(rf"\b{re.escape(each)}\b", folded) for each in verbs):
            return Incomplete(f"a keyword ability on terms of which only the words are known: {words}")
    return None


def lacks_way(found: Findings, game: Game, of: int, keyword: str) -> None:
    """A card does not have the keyword ability for which it would be cast, unless words speak of it."""
    if (why := other_terms(game, of, (keyword,))) is None:
        found.no("cost", "cost.alternative", about=keyword)
    else:
        found.unsure(why)


def _said(game: Game, of: int | None) -> list[str]:
    """All words that are not understood: of instructions that were passed over, of effects, of what is in play."""
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
    return said
