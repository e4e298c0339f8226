"""Paying life as a loss of life: what may keep a player from it, or change what is lost (rule key life.change)."""

from __future__ import annotations

import re

from layerproof.kb.model.ability import Opaque
from layerproof.kb.model.modification import Cant, Replace, RuleEffect
from layerproof.solver.layers.participants import static_effects
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game

_OF_LOSING = re.compile(
    r"\bpay life\b|\blife totals?\b.*\bcan't\b|\bcan't lose\b.*\blife\b|\bwould (?:lose|pay)\b.*\blife\b"
)


def refuse_changed_life(game: Game) -> None:
    """Stop where life is to be paid while something speaks of losing life: who cannot lose life cannot pay it.

    Raises Undecided where such an effect is there, on the battlefield or in force, whomever it is about.
    """
    mods = [mod for effect in game.situation.effects for mod in effect.mods]
    scene = game.scene()
    for identifier, entry in scene.view.items():
        if scene.items[identifier].zone not in ("battlefield", "command"):
            continue
        for instance in entry.abilities:
            if isinstance(instance.ability, Opaque) and _OF_LOSING.search(instance.ability.gloss.lower()):
                raise Undecided(f"whether life can be paid is not modelled ({instance.ability.gloss})")
            mods += [mod for each in static_effects(instance.ability) for mod in each.effect.mods]
    for mod in mods:
        if isinstance(mod, Cant | Replace) and mod.would.what == "lose_life" and not mod.would.by_damage:
            raise Undecided("paying life, where something changes what is lost")
        if isinstance(mod, RuleEffect) and not mod.says and _OF_LOSING.search(mod.gloss.lower()):
            raise Undecided(f"whether life can be paid is not modelled ({mod.gloss})")
