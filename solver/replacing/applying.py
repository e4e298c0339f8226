"""What an effect makes of the event that it is applied to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from layerproof.kb.model import replacement as r
from layerproof.kb.model.effect import Only
from layerproof.kb.model.expression import Ref
from layerproof.kb.model.instruction import Body, SetStatus
from layerproof.kb.model.modification import PreventDamage, Regeneration, Replace
from layerproof.kb.wording.plain_words import in_words
from layerproof.solver.layers.reading import players, refer
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.values import evaluate
from layerproof.solver.replacing.happening import Following, Happening
from layerproof.solver.replacing.standing import Standing

if TYPE_CHECKING:
    from layerproof.solver.situation.game import Game


_THAT = Only(Ref("that"))
# What regenerating does instead of being destroyed (rule key regenerate).
_REGENERATING = tuple(SetStatus(each, _THAT) for each in ("undamaged", "tapped", "out_of_combat"))


class Became(NamedTuple):
    """What an event became: the events still to happen, instructions, and how much is left of a limited effect (None if
    it is not limited)."""

    events: tuple[Happening, ...]
    follows: tuple[Following, ...] = ()
    left: int | None = None


def limit(each: Standing) -> int | None:
    """How often or how much more an effect applies in all; None if without end."""
    mod = each.mod
    if isinstance(mod, PreventDamage) and each.effect is not None and mod.amount is not None and not mod.each:
        if not isinstance(mod.amount, int):
            raise Undecided("an amount of damage that is prevented is not fixed")
        return mod.amount
    if each.effect is not None and (isinstance(mod, Regeneration) or mod.next):
        return 1
    return None


def apply(game: Game, scene: Scene, each: Standing, event: Happening, left: int | None, preventable: bool) -> Became:
    """Apply an effect to an event; the event it becomes has had it (rule keys replacement.once, prevention.shield).

    scene: as all is before the event. left: how much is left of it, where it is limited. preventable: whether damage
    can be prevented at all. Raises Undecided for what is not modelled.
    """
    event = event._replace(used=event.used | {each.name})
    if isinstance(each.mod, PreventDamage):
        return _prevent(game, scene, each, event, left, preventable)
    if isinstance(each.mod, Regeneration):
        # Who made the shield does not matter.
        told = Following(_REGENERATING, Source(None, that=event.object), "regeneration", event.used)
        return Became((), (told,), None if left is None else left - 1)
    assert isinstance(each.mod, Replace)
    now: tuple[Happening, ...] = (event,) if each.mod.instead else ()
    follows: tuple[Following, ...] = ()
    for change in each.mod.instead:
        if isinstance(change, r.DoInstead):
            now, follows = (), (*follows, _following(game, scene, each, change.body, event, event.number))
        elif isinstance(change, r.DoBesides):
            follows = (*follows, _following(game, scene, each, change.body, event, event.number))
        else:
            now = tuple(_changed(scene, each, change, one) for one in now)
    now = tuple(one for one in now if one.number > 0)
    return Became(now, follows, None if left is None else left - 1)


def _following(game: Game, scene: Scene, each: Standing, body: Body, event: Happening, amount: int) -> Following:
    source = each.source._replace(that=event.object, it=None, amount=amount, you=scene.you(each.source))
    origin = each.effect.origin if each.effect is not None else game.name(each.source.id or 0)
    return Following(body, source, origin, event.used)


def _prevent(game: Game, scene: Scene, each: Standing, event: Happening, left: int | None, preventable: bool) -> Became:
    mod = each.mod
    prevented = event.number
    if mod.amount is not None:
        source = each.source._replace(it=event.object)
        most = left if left is not None and not mod.next else evaluate(mod.amount, scene, source)
        prevented = min(max(most, 0), event.number)
    if not preventable:
        # It is applied all the same, prevents nothing, and is not used up (rule key prevention.cant).
        follows = (_following(game, scene, each, mod.then, event, 0)._replace(once=each.name),) if mod.then else ()
        return Became((event,), follows, left)
    follows = (_following(game, scene, each, mod.then, event, prevented)._replace(once=each.name),) if mod.then else ()
    rest = event.number - prevented
    if left is not None:
        left = 0 if mod.next else left - prevented
    return Became((event._replace(number=rest),) if rest else (), follows, left)


def _changed(scene: Scene, each: Standing, change: r.Instead, event: Happening) -> Happening:
    source = each.source._replace(it=event.object, that=event.object, amount=event.number)
    match change:
        case r.TimesAsMuch(times=times):
            return event._replace(number=event.number * times)
        case r.MoreOfIt(number=number):
            return event._replace(number=max(0, event.number + evaluate(number, scene, source)))
        case r.HalfOfIt(up=up):
            return event._replace(number=(event.number + 1) // 2 if up else event.number // 2)
        case r.OfThisMuch(number=number):
            return event._replace(number=max(0, evaluate(number, scene, source)))
        case r.TurnsInto(what=what):
            return event._replace(what=what)
        case r.GoesTo(zone=zone):
            return event._replace(to=zone)
        case r.DealtTo():
            return _redirected(scene, each, change, event)
        case r.UnderControl(player=player):
            names = players(player, scene, source)
            return event._replace(player=names[0]) if names else event
        case r.EntersMore(kind=kind, number=number):
            return event._replace(counters=(*event.counters, (kind, evaluate(number, scene, source))))
        case r.EntersAs(mods=mods):
            return event._replace(being=(*event.being, (each.source.id, scene.you(each.source), mods)))
    raise Undecided(f"the replacement effect “{in_words(change)}” is not modelled")


def _redirected(scene: Scene, each: Standing, change: r.DealtTo, event: Happening) -> Happening:
    """Damage dealt to another instead; nothing changes if that is not there to be dealt damage (rule key
    replacement.redirection)."""
    if change.object is not None:
        other = refer(change.object, scene, each.source)
        entry = None if other is None else scene.view.get(other)
        there = other is not None and entry is not None and scene.items[other].zone == "battlefield"
        if not there or entry is None or not entry.types & {"creature", "planeswalker", "battle"}:
            return event
        return event._replace(object=other, player=None)
    names = () if change.player is None else players(change.player, scene, each.source)
    return event._replace(object=None, player=names[0]) if names else event


__all__ = ["Became", "apply", "limit"]
