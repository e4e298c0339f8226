"""What stands ready to change events: replacement effects, prevention effects and prohibitions, static or in force."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from layerproof.kb.model.effect import Effect, Scope
from layerproof.kb.model.expression import Condition
from layerproof.kb.model.modification import Cant, PreventDamage, Replace
from layerproof.kb.model.situation import InForce
from layerproof.solver.layers.participants import static_effects
from layerproof.solver.layers.scene import Source

if TYPE_CHECKING:
    from layerproof.solver.replacing.happening import Happening
    from layerproof.solver.situation.game import Game


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


def standing(game: Game) -> tuple[Standing, ...]:
    """All effects that may change events now: those of static abilities by object and place, then those in force.

    Whether their conditions hold is asked when an event fits. Kept until the situation changes.
    """
    derivation = game.derivation()
    if game.standing is None or game.standing[0] is not derivation:
        game.standing = (derivation, (*_static(game), *_in_force(game)))
    return game.standing[1]


def _static(game: Game) -> list[Standing]:
    found: list[Standing] = []
    scene = game.scene()
    for identifier, entry in sorted(scene.view.items()):
        item = scene.items[identifier]
        for instance in entry.abilities:
            for each in static_effects(instance.ability):
                if item.zone not in each.zones or (each.extra is not None and not each.extra(scene, identifier)):
                    continue
                head = instance.name.partition(".")[0]
                granter = int(head) if "/" in instance.name and head.isdigit() else item.granter
                source = Source(identifier, granter=granter)
                name = f"{identifier}.{instance.name}.{each.index}"
                found += _of(name, each.effect, source, each.conditions)
    return found


def _of(name: str, effect: Effect, source: Source, conditions: tuple[Condition, ...]) -> list[Standing]:
    return [
        Standing(f"{name}.{number}", mod, source, conditions, effect.affects)
        for number, mod in enumerate(effect.mods)
        if isinstance(mod, Replace | Cant | PreventDamage)
    ]


def by_protection(event: Happening) -> tuple[Standing, ...]:
    """What prevents damage to an object that may have protection from its source (rule key
    keyword.protection_damage)."""
    if event.what != "damage" or event.object is None or event.source is None:
        return ()
    name = f"{event.object} protection"
    return (Standing(name, PreventDamage(), Source(event.object), objects=(event.object,), protects=event.object),)


def _in_force(game: Game) -> list[Standing]:
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
        for each in game.situation.effects
        for number, mod in enumerate(each.mods)
        if isinstance(mod, Replace | Cant | PreventDamage)
    ]
