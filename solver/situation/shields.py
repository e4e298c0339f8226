"""Shields: regeneration, and the prevention of damage."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.model.modification import PreventDamage, Regeneration
from layerproof.kb.model.situation import InForce
from layerproof.solver.layers.participants import static_effects
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.values import affected
from layerproof.solver.situation.game import Game

replace = msgspec.structs.replace


def has_shield(game: Game, identifier: int) -> bool:
    """Whether a regeneration shield is on an object."""
    return any(
        effect.objects is not None and identifier in effect.objects and Regeneration() in effect.mods
        for effect in game.situation.effects
    )


def regenerates(game: Game, identifier: int) -> bool:
    """Whether a regeneration shield saves an object that would be destroyed; if so it is used up.

    The object is tapped and the damage on it is removed instead (rule key regenerate).
    """
    for effect in game.situation.effects:
        if effect.objects is not None and identifier in effect.objects and Regeneration() in effect.mods:
            left = tuple(each for each in effect.objects if each != identifier)
            _keep(game, effect, objects=left) if left else game.end_effects({effect.id})
            game.update(identifier, tapped=True, damage=0, deathtouched=False)
            return True
    return False


def after_prevention(game: Game, dealer: int | None, to: int | str, number: int) -> int:
    """How much of some damage is left after the prevention that applies; shields shrink by what they prevent.

    dealer: the object that deals the damage. Raises Undecided where several shields could be used in an order that
    the affected
    player chooses (rule key replacement.choice).
    """
    if isinstance(to, str):
        if any(isinstance(mod, PreventDamage) and effect.scope is not None for effect, mod in _in_force(game)):
            raise Undecided("the prevention of damage to players is not modelled")
        return number
    for mod in _standing(game, dealer, to):
        if mod.combat:
            continue
        amount = mod.amount if isinstance(mod.amount, int) else None
        number = 0 if amount is None else max(0, number - amount)
    limited: list[tuple[InForce, PreventDamage]] = []
    for effect, mod in _in_force(game):
        meant = to if mod.to else dealer
        if effect.objects is None or meant not in effect.objects or mod.combat:
            continue
        if mod.amount is None:
            number = 0
        else:
            limited.append((effect, mod))
    if len(limited) > 1 and number:
        raise Undecided("which of several prevention shields is used first")
    for effect, mod in limited:
        size = mod.amount if isinstance(mod.amount, int) else 0
        used = min(size, number)
        number -= used
        if used:
            _shrink(game, effect, mod, size - used)
    return number


def _in_force(game: Game) -> list[tuple[InForce, PreventDamage]]:
    return [(effect, mod) for effect in game.situation.effects for mod in effect.mods if isinstance(mod, PreventDamage)]


def _standing(game: Game, dealer: int | None, to: int) -> list[PreventDamage]:
    """The prevention that static abilities of permanents state for this damage."""
    scene = game.scene()
    found: list[PreventDamage] = []
    for identifier, entry in scene.view.items():
        if scene.items[identifier].zone != "battlefield":
            continue
        for instance in entry.abilities:
            for effect in static_effects(instance.ability):
                for mod in effect.effect.mods:
                    if isinstance(mod, PreventDamage):
                        meant = to if mod.to else dealer
                        if meant in affected(effect.effect.affects, scene, Source(identifier)):
                            found.append(mod)
    return found


def _shrink(game: Game, effect: InForce, mod: PreventDamage, left: int) -> None:
    mods = tuple(replace(mod, amount=left) if each is mod else each for each in effect.mods)
    if left:
        _keep(game, effect, mods=mods)
    else:
        game.end_effects({effect.id})


def _keep(game: Game, effect: InForce, **fields: Any) -> None:
    effects = tuple(replace(each, **fields) if each.id == effect.id else each for each in game.situation.effects)
    game.situation = replace(game.situation, effects=effects)
