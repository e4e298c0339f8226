"""Words that are not understood and may keep a player from paying a part of a cost, seen by the checker."""

from __future__ import annotations

from layerproof.kb.model.costs import cost as mc
from layerproof.solver.proof.check.game import Game

_TAPPING = ("can't be tapped", "can't become tapped", "can't tap ")
_GOING = ("can't leave",)


def refuse_kept(game: Game, part: mc.CostPart) -> None:
    """Raise Incomplete where words in play may say that a part of a cost cannot be paid. Life and what is sacrificed
    are looked at where they are paid."""
    from layerproof.solver.proof.check.deontic import misunderstood

    for phrase in _phrases(part):
        why = misunderstood(game, phrase)
        if why is not None:
            raise why


def _phrases(part: mc.CostPart) -> tuple[str, ...]:
    match part:
        case mc.TapSelf() | mc.TapPart() | mc.TapPowerPart():
            return _TAPPING
        case mc.UntapSelf():
            return ("can't be untapped", "can't become untapped")
        case mc.DiscardPart():
            return ("can't be discarded", "can't discard")
        case mc.ExilePart():
            return ("can't be exiled", "can't exile", *_GOING)
        case mc.ReturnPart():
            return ("can't be returned", "can't return", *_GOING)
        case mc.RevealPart() | mc.ShowPart():
            return ("can't be revealed", "can't reveal")
        case mc.RemovePart():
            return ("can't be removed", "can't remove")
        case mc.DrawPart():
            return ("can't draw",)
    return ()
