"""Shields: regeneration, and the prevention of damage."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from layerproof.kb.model.effect import All
from layerproof.kb.model.modification import PreventDamage, Regeneration
from layerproof.kb.model.occurrence import StatusChange
from layerproof.kb.model.situation import InForce
from layerproof.solver.layers.participants import static_effects
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.values import affected, evaluate
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
            with game.one_moment():
                if not game.item(identifier).tapped:
                    game.report(StatusChange(identifier, "tapped"))
                game.update(identifier, tapped=True, damage=0, deathtouched=False)
            return True
    return False


class Prevention(NamedTuple):
    """Something that prevents some damage: what, how much at most, the effect in force, None for a static ability.

    amount: None for all of it. meant: the object that is protected, or whose damage is prevented.
    """

    mod: PreventDamage
    amount: int | None
    effect: InForce | None
    meant: int | str


def after_prevention(game: Game, dealer: int | None, to: int | str, number: int) -> int:
    """How much of some damage is left after the prevention that applies; shields shrink by what they prevent.

    dealer: the object that deals the damage. Raises Undecided where several things prevent it in an order that the
    affected player chooses, or where several damages at one moment meet one shield (rule keys replacement.choice,
    prevention).
    """
    if (game.moments, to) in game.shielded or (game.moments, dealer) in game.shielded:
        raise Undecided("which of several damages a shield prevents")
    found = [*_in_force(game, dealer, to), *_standing(game, dealer, to)]
    shields = [each for each in found if each.amount is not None and not each.mod.each]
    if shields and len(found) > 1:
        raise Undecided("which of several prevention effects is used first")
    for each in found:
        if each.amount is None:
            return 0
        if each.effect is None or each.mod.each:
            number = max(0, number - each.amount)
            continue
        used = min(each.amount, number)
        number -= used
        if used:
            game.shielded.add((game.moments, each.meant))
            _shrink(game, each.effect, each.mod, each.amount - used)
    return number


def _in_force(game: Game, dealer: int | None, to: int | str) -> list[Prevention]:
    """The effects in force that prevent this damage. Raises Undecided where it cannot be told whether one does."""
    scene = game.scene()
    found: list[Prevention] = []
    for effect in game.situation.effects:
        source = Source(effect.source, effect.controller)
        for mod in effect.mods:
            if not isinstance(mod, PreventDamage) or mod.combat:
                continue
            if mod.to and isinstance(to, str) and effect.scope is not None and not isinstance(effect.scope, All):
                raise Undecided("the prevention of damage to players is not modelled")
            meant = _meant(mod, dealer, to)
            objects = effect.objects if effect.scope is None else affected(effect.scope, scene, source)
            if meant in (objects or ()):
                amount = None if mod.amount is None else evaluate(mod.amount, scene, source)
                found.append(Prevention(mod, amount, effect, meant))
    return found


def _meant(mod: PreventDamage, dealer: int | None, to: int | str) -> int | str:
    if mod.to:
        return to
    if dealer is None:
        raise Undecided("damage by a source that is not named, where damage by sources is prevented")
    return dealer


def _standing(game: Game, dealer: int | None, to: int | str) -> list[Prevention]:
    """The prevention that static abilities of permanents state for this damage."""
    scene = game.scene()
    found: list[Prevention] = []
    for identifier, entry in scene.view.items():
        if scene.items[identifier].zone != "battlefield":
            continue
        for instance in entry.abilities:
            for effect in static_effects(instance.ability):
                for mod in effect.effect.mods:
                    if not isinstance(mod, PreventDamage) or mod.combat:
                        continue
                    if mod.to and isinstance(to, str) and not isinstance(effect.effect.affects, All):
                        raise Undecided("the prevention of damage to players is not modelled")
                    meant, source = _meant(mod, dealer, to), Source(identifier)
                    if meant in affected(effect.effect.affects, scene, source):
                        amount = None if mod.amount is None else evaluate(mod.amount, scene, source)
                        found.append(Prevention(mod, amount, None, meant))
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
