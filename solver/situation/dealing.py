"""The damage that an instruction has dealt: by whom, to whom, and how much to each (rule key damage.who)."""

from __future__ import annotations

from layerproof.kb.model import instruction as i
from layerproof.kb.model.effect import Only, Players, Scope, Several, Union
from layerproof.solver.layers.reading import players, refer, refer_any
from layerproof.solver.layers.scene import Scene, Source
from layerproof.solver.layers.values import affected, evaluate
from layerproof.solver.replacing.happening import Happening
from layerproof.solver.situation.damage import damage_event
from layerproof.solver.situation.dividing import shares
from layerproof.solver.situation.game import Game


def dealt(game: Game, source: Source, damage: i.Damage, origin: str) -> list[Happening]:
    """The events of damage of one instruction: those to objects, then those to players.

    Of what is divided, in the order of targets. Within instructions for each of several objects `it` is that object,
    else it is the object that the damage is dealt to. Raises Undecided where a division is not told.
    """
    scene = game.scene()
    dealer = refer(damage.from_, scene, source)
    if damage.divided:
        parts = [(source.targets[at], number) for at, number in shares(game, source, damage, origin)]
        return [damage_event(dealer, each, number) for each, number in parts if each != ""]
    events = []
    for it in affected(damage.to, scene, source):
        seen = source if source.it is not None else source._replace(it=it)
        events.append(damage_event(dealer, it, evaluate(damage.number, scene, seen)))
    amount = damage.number
    events += [damage_event(dealer, name, evaluate(amount, scene, source)) for name in _names(damage.to, scene, source)]
    return events


def dealt_by_each(
    game: Game, source: Source, objects: tuple[int, ...], damage: i.Damage, origin: str
) -> list[Happening]:
    """The events of damage of an instruction that is followed for each of several objects, all at one moment."""
    return [event for it in objects for event in dealt(game, source._replace(it=it), damage, origin)]


def _names(to: Scope, scene: Scene, source: Source) -> tuple[str, ...]:
    """The players among those to whom damage is dealt."""
    if isinstance(to, Players):
        return players(to.player, scene, source)
    if isinstance(to, Union):
        return tuple(name for part in to.scopes for name in _names(part, scene, source))
    if isinstance(to, Several) and to.kind == "target":
        return tuple(each for each in source.targets[to.index - 1 :] if isinstance(each, str) and each)
    if isinstance(to, Only):
        found = refer_any(to.ref, scene, source)
        return (found,) if isinstance(found, str) and found else ()
    return ()
