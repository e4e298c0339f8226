"""Turn-based actions in the log of a proof: that none was left out as a turn begins (rule keys step.until_end_of_turn,
turn.untap)."""

from __future__ import annotations

from collections.abc import Iterator

from layerproof.kb.model.effect import Until
from layerproof.kb.model.modification import Cant, Replace, RuleEffect
from layerproof.kb.model.node import mentions
from layerproof.solver.proof.check.ledger.replay import Ledger
from layerproof.solver.proof.check.view import View

_OVER = (Until("end of turn"), Until("end of combat"))


def lasts_too_long(ledger: Ledger) -> Iterator[str]:
    """What a cleanup step has not ended, though a new turn begins: marked damage, and effects until end of turn."""
    for item in ledger.objects.values():
        if item.damage or item.deathtouched:
            yield f"damage is still marked on {item.label or item.id}"
    for effect in ledger.effects.values():
        if effect.duration in _OVER:
            yield f"effect {effect.id} lasts on"


def stays_tapped(ledger: Ledger, view: View, player: str) -> frozenset[int]:
    """The tapped permanents of a player in their untap step, which all untap; none where an effect says otherwise."""
    said = (tuple(ledger.effects.values()), tuple(each.abilities for each in view.values() if each.battlefield))
    if mentions(said, _is_about_untapping):
        return frozenset()
    mine = (each for each in view.values() if each.battlefield and each.controller == player)
    return frozenset(each.id for each in mine if ledger.objects[each.id].tapped)


def _is_about_untapping(node: object) -> bool:
    if isinstance(node, Cant | Replace):
        return node.would.what == "untap"
    return isinstance(node, RuleEffect) and "untap" in node.gloss
