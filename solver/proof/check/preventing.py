"""Damage that is prevented: by effects in force, static abilities and protection."""

from __future__ import annotations

from typing import NamedTuple

from layerproof.kb.model.effect import All, Players, Scope, Union
from layerproof.kb.model.modification import PreventDamage
from layerproof.kb.model.situation import InForce
from layerproof.solver.proof.check.attaching import protected
from layerproof.solver.proof.check.game import Game, replace
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.participants import is_there, templates
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.world import Says


class Dealt(NamedTuple):
    """Damage that would be dealt to one object or player.

    alone: nothing else would be dealt damage at that moment. combat: whether it is combat damage, None if not known.
    """

    many: int
    to: int | str
    source: int | None
    alone: bool = True
    combat: bool | None = False


class Prevention(NamedTuple):
    """Something that prevents damage: what, who says it, on which fixed objects or else in which scope; the effect in
    force, None for a static ability."""

    mod: PreventDamage
    reader: Reader
    objects: tuple[int, ...] | None
    scope: Scope | None
    effect: InForce | None


def preventions(game: Game) -> list[Prevention]:
    """What prevents damage now: effects in force by their identifiers, then static abilities."""
    found: list[Prevention] = []
    for effect in game.effects.values():
        mods = [mod for mod in effect.mods if isinstance(mod, PreventDamage)]
        reader = game.reader(Says(effect.source, controller=effect.controller))
        it = effect.objects[0] if effect.objects else None
        if mods and reader.holds(effect.condition, it):
            found.extend(Prevention(mod, reader, effect.objects, effect.scope, effect) for mod in mods)
    for entry in game.view.values():
        for instance in entry.abilities:
            for template in templates(instance.ability):
                mods = [mod for mod in template.effect.mods if isinstance(mod, PreventDamage)]
                if mods and is_there(game.world(), game.view, game.objects[entry.id], instance, template):
                    reader = game.reader(Says(entry.id, granter=instance.granter))
                    found.extend(Prevention(mod, reader, None, template.effect.affects, None) for mod in mods)
    return found


def not_prevented(game: Game, dealt: Dealt, known: list[Prevention]) -> int:
    """How much of the damage is left to be dealt; a limited shield that prevents some of it shrinks.

    known: what prevents damage now. Raises Incomplete where the order in which several apply would be chosen, and for
    players and sources about which a prevention effect cannot be asked. Source: the rules on prevention effects.
    """
    applying = [each for each in known if _applies(game, each, dealt)]
    everything = any(each.mod.amount is None for each in applying) or _by_protection(game, dealt)
    limited = [each for each in applying if each.mod.amount is not None and not each.mod.each]
    each_time = [each for each in applying if each.mod.amount is not None and each.mod.each]
    if not limited:
        less = sum(max(each.reader.value(each.mod.amount or 0), 0) for each in each_time)
        return 0 if everything else max(dealt.many - less, 0)
    if len(limited) > 1 or everything or each_time:
        raise Incomplete("the order in which several effects prevent one damage, a choice that is open")
    shield = limited[0]
    if shield.effect is None or shield.objects is None or len(shield.objects) > 1:
        raise Incomplete("a limited shield of several objects")
    if dealt.to in game.crowded or (not shield.mod.to and (not dealt.alone or game.crowded)):
        raise Incomplete("which of several damages a shield prevents")
    return dealt.many - _used(game, shield.effect.id, shield.mod, dealt.many)


def _applies(game: Game, prevention: Prevention, dealt: Dealt) -> bool:
    mod = prevention.mod
    if mod.combat and dealt.combat is False:
        return False
    if not _meant(game, prevention, dealt):
        return False
    if mod.combat and dealt.combat is None:
        raise Incomplete("whether damage is combat damage")
    return True


def _meant(game: Game, prevention: Prevention, dealt: Dealt) -> bool:
    mod, scope = prevention.mod, prevention.scope
    scoped = prevention.objects is None
    if mod.to and isinstance(dealt.to, str) and scoped and _of_players(scope):
        raise Incomplete("the prevention of damage to players")
    which = dealt.to if mod.to else dealt.source
    if not mod.to and (which is None or which not in game.view):
        raise Incomplete("damage by a source that is not there, where damage by sources is prevented")
    if prevention.objects is not None:
        return which in prevention.objects
    return scope is not None and which in prevention.reader.scope(scope)


def _of_players(scope: Scope | None) -> bool:
    if isinstance(scope, Union):
        return any(_of_players(each) for each in scope.scopes)
    return isinstance(scope, Players) or not isinstance(scope, All)


def _by_protection(game: Game, dealt: Dealt) -> bool:
    source, host = dealt.source, game.view.get(dealt.to) if isinstance(dealt.to, int) else None
    other = (game.view.get(source) or game.known.get(source)) if source is not None else None
    if host is None or other is None:
        return False
    return protected(game, host, other, damage=True)


def _used(game: Game, identifier: int, mod: PreventDamage, many: int) -> int:
    """Let a shield prevent as much as it can; it shrinks by that, and ends when nothing of it is left."""
    effect = game.effects[identifier]
    have = mod.amount if isinstance(mod.amount, int) else 0
    prevented = min(max(have, 0), many)
    if not prevented:
        return 0
    if prevented < have:
        left = replace(mod, amount=have - prevented)
        mods = tuple(left if each is mod else each for each in effect.mods)
        game.effects[identifier] = replace(effect, mods=mods)
        game.touched()
    elif len(effect.mods) > 1:
        raise Incomplete("a shield that is used up and is one effect with others")
    else:
        game.end(identifier)
    return prevented
