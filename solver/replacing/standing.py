"""What stands ready to change events: replacement effects, prevention effects and prohibitions, static or in force."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from layerproof.kb.model.effect import Effect, Only, Scope
from layerproof.kb.model.expression import Condition, Ref, Same
from layerproof.kb.model.modification import Cant, PreventDamage, Regeneration, Replace, RuleEffect
from layerproof.kb.model.situation import InForce
from layerproof.kb.rulebook.counter_meanings import counter_meaning
from layerproof.solver.layers.participants import static_effects
from layerproof.solver.layers.scene import Scene, Source
from layerproof.solver.layers.view import View

if TYPE_CHECKING:
    from layerproof.solver.replacing.happening import Happening
    from layerproof.solver.situation.game import Game


_CHANGING = (Replace, Cant, PreventDamage, Regeneration)


class Standing(NamedTuple):
    """One effect that may change events: its name, what it does, from where it speaks, while what holds.

    scope, objects: for prevention, whose damage is meant. effect: the effect in force, None for a static ability or a
    rule. protects: the object whose protection from the source of damage it is.
    """

    name: str
    mod: Any
    source: Source
    conditions: tuple[Condition, ...] = ()
    scope: Scope | None = None
    objects: tuple[int, ...] | None = None
    effect: InForce | None = None
    protects: int | None = None


def standing(game: Game, scene: Scene) -> tuple[Standing, ...]:
    """All effects that may change events in a scene: those of static abilities by object and place, those that counters
    are, then those in force.

    Whether their conditions hold is asked when an event fits. Kept until the situation changes.
    """
    if game.standing is None or game.standing[0] is not scene:
        game.standing = (scene, (*_static(scene, scene.view), *_in_force(scene)))
    return game.standing[1]


def of_itself(scene: Scene, identifier: int) -> tuple[Standing, ...]:
    """The effects of an object that is about to enter which are about that object alone: they apply as it enters (rule
    keys entering.replacement, entering.lookahead). scene: with the object as it would be on the battlefield."""
    mine = _static(scene, {identifier: scene.view[identifier]})
    return tuple(each for each in mine if isinstance(each.mod, Replace | Cant) and each.mod.would.object == _ITSELF)


_ITSELF = Same(Ref("self"))


def _static(scene: Scene, view: View) -> list[Standing]:
    found: list[Standing] = []
    for identifier, entry in sorted(view.items()):
        item = scene.items[identifier]
        for instance in entry.abilities:
            for each in static_effects(instance.ability):
                if item.zone not in each.zones or (each.extra is not None and not each.extra(scene, identifier)):
                    continue
                source = Source(identifier, granter=instance.granter or item.granter)
                name = f"{identifier}.{instance.name}.{each.index}"
                found += _of(name, each.effect, source, each.conditions)
        for counters in item.counters if item.zone == "battlefield" else ():
            effect = Effect(Only(Ref("self")), counter_meaning(counters.kind, scene.edition))
            found += _of(f"{identifier} {counters.kind} counters", effect, Source(identifier), ())
    return found


def _of(name: str, effect: Effect, source: Source, conditions: tuple[Condition, ...]) -> list[Standing]:
    return [
        Standing(f"{name}.{number}", mod, source, conditions, effect.affects)
        for number, mod in enumerate(effect.mods)
        if isinstance(mod, _CHANGING)
    ]


def by_protection(event: Happening) -> tuple[Standing, ...]:
    """What prevents damage to an object that may have protection from its source (rule key
    keyword.protection_damage)."""
    if event.what != "damage" or event.object is None or event.source is None:
        return ()
    name = f"{event.object} protection"
    return (Standing(name, PreventDamage(), Source(event.object), objects=(event.object,), protects=event.object),)


def _in_force(scene: Scene) -> list[Standing]:
    return [
        Standing(
            f"effect {each.id}.{number}",
            mod,
            Source(each.source, each.controller),
            () if each.condition is None else (each.condition,),
            each.scope,
            each.objects,
            each,
        )
        for each in scene.situation.effects
        for number, mod in enumerate(each.mods)
        if isinstance(mod, _CHANGING)
    ]


def speaks_of_regenerating(scene: Scene) -> bool:
    """Whether an effect known by its words speaks of regenerating, and might forbid it."""
    mods = [mod for effect in scene.situation.effects for mod in effect.mods]
    for identifier, entry in scene.view.items():
        if scene.items[identifier].zone == "battlefield":
            for instance in entry.abilities:
                mods += [mod for each in static_effects(instance.ability) for mod in each.effect.mods]
    return any(isinstance(mod, RuleEffect) and "regenerat" in mod.gloss for mod in mods)
