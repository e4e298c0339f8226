"""Tapping creatures that have enough power together for a cost, seen by the checker."""

from __future__ import annotations

from layerproof.kb.model.ability import Opaque
from layerproof.kb.model.costs import cost as mc
from layerproof.kb.model.modification import RuleEffect
from layerproof.kb.model.node import mentions
from layerproof.kb.notation.cost_words import OF_TAPPING_FOR_POWER
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.status import set_status
from layerproof.solver.proof.check.world import Says


def _powers(game: Game, part: mc.TapPowerPart, says: Says, player: str) -> dict[int, int]:
    """The untapped permanents of a player that fit, with their power; nothing may be said of crewing in words."""
    told = [each.ability for entry in game.view.values() for each in entry.abilities]
    if mentions(tuple(told), _about_crews) or any(mentions(each.mods, _about_crews) for each in game.effects.values()):
        raise Incomplete("what is said of crewing or saddling")
    reader = game.reader(says)
    return {
        entry.id: entry.power or 0
        for entry in reader.candidates(("battlefield",))
        if entry.controller == player and not game.objects[entry.id].tapped and reader.fits(part.what, entry)
    }


def _about_crews(node: object) -> bool:
    return isinstance(node, Opaque | RuleEffect) and any(word in node.gloss.lower() for word in OF_TAPPING_FOR_POWER)


def has_power(game: Game, part: mc.TapPowerPart, says: Says, player: str) -> bool:
    """Whether enough power is there; Incomplete where that is so only with the object whose cost it is."""
    powers = _powers(game, part, says, player)
    needed = game.reader(says).value(part.power)
    with_all = sum(power for power in powers.values() if power > 0)
    itself = powers.get(says.source, 0) if says.source is not None else 0
    without = with_all - max(itself, 0)
    if with_all >= needed and game.edition.policy("crew_itself") == "itself_too":
        return True
    if without < needed and with_all >= needed:
        raise Incomplete("whether an object can be tapped to crew itself")
    return without >= needed


def tap_them(game: Game, part: mc.TapPowerPart, says: Says, player: str, chosen: list[int]) -> None:
    """Tap the creatures that are named. Incomplete where they cannot be tapped for it, or have too little power."""
    powers = _powers(game, part, says, player)
    others_only = game.edition.policy("crew_itself") == "others_only"
    if (says.source in chosen and others_only) or any(each not in powers for each in chosen):
        raise Incomplete("creatures that cannot be tapped for a cost")
    if sum(powers[each] for each in chosen) < game.reader(says).value(part.power):
        raise Incomplete("too little power, or creatures that are not named")
    with game.beat():
        for each in chosen:
            set_status(game, each, "tap")
