"""Whether an effect that stands ready applies to an event about to happen."""

from __future__ import annotations

from layerproof.kb.model.effect import Players, Scope, Union
from layerproof.kb.model.expression import Filter, Player
from layerproof.kb.model.modification import Cant, PreventDamage, Regeneration, Replace
from layerproof.kb.model.replacement import Would
from layerproof.solver.layers.protecting import protected_from
from layerproof.solver.layers.reading import fits, players, refer_any
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.values import affected, holds
from layerproof.solver.replacing.happening import Happening
from layerproof.solver.replacing.standing import Standing

# Of these events the object or the player is enough; of others everything that is said must fit.
_EITHER = ("damage", "prevent", "put_counters")


def applies(scene: Scene, each: Standing, event: Happening) -> bool:
    """Whether an effect would change an event, by what is so just before it.

    Sources: rule keys replacement.definition, prevention.definition.
    Raises Undecided where the event does not tell what the effect asks.
    """
    if isinstance(each.mod, Regeneration):
        can = event.what == "destroy" and event.kind is None and event.object is not None
        return can and event.object is not None and _within(scene, each, event.object) and _held(scene, each)
    if isinstance(each.mod, PreventDamage):
        return event.what == "damage" and _prevents(scene, each, event) and _held(scene, each)
    if isinstance(each.mod, Replace | Cant):
        return fits_would(scene, each.mod.would, each.source, event) and _held(scene, each)
    return False


def _held(scene: Scene, each: Standing) -> bool:
    return all(holds(condition, scene, each.source) for condition in each.conditions)


def fits_would(scene: Scene, would: Would, source: Source, event: Happening) -> bool:
    """Whether an event fits a pattern. Raises Undecided where the event does not tell what the pattern asks."""
    if would.what != event.what or (would.kind is not None and would.kind != event.kind):
        return False
    if would.to is not None and would.to != event.to:
        return False
    if would.by_damage and not event.damage:
        return False
    if not _whom(scene, would, source, event):
        return False
    if would.source is not None and not _dealt_by(scene, would.source, source, event.source):
        return False
    if would.by is not None:
        if event.by is None:
            raise Undecided("who puts counters on an object is not given")
        if event.by not in players(would.by, scene, source):
            return False
    if would.by_effect and event.effect is not True:
        if event.effect is None:
            raise Undecided("whether an effect does it is not given")
        return False
    if would.combat is not None and not _combat(would.combat, event):
        return False
    return would.from_ is None or _from(would.from_, event)


def _from(wanted: str, event: Happening) -> bool:
    if event.from_ is None:
        raise Undecided("from which zone an object comes is not given")
    return event.from_ == wanted


def _combat(wanted: bool, event: Happening) -> bool:
    if event.combat is None:
        raise Undecided("whether damage is combat damage is not given")
    return event.combat == wanted


def _whom(scene: Scene, would: Would, source: Source, event: Happening) -> bool:
    if would.object is None and would.player is None:
        return True
    thing = would.object is not None and event.object is not None
    person = would.player is not None and event.player is not None
    object_fits = thing and _is(scene, would.object, source, event.object)
    player_fits = person and _player(scene, would.player, source, event.player)
    if would.what in _EITHER:
        return object_fits or player_fits
    return (would.object is None or object_fits) and (would.player is None or player_fits)


def _is(scene: Scene, filter_: Filter | None, source: Source, identifier: int | None) -> bool:
    if filter_ is None or identifier is None or scene.item(identifier) is None:
        return False
    return fits(filter_, scene, source, identifier)


def _player(scene: Scene, player: Player | None, source: Source, name: str | None) -> bool:
    return player is not None and name in players(player, scene, source)


def _dealt_by(scene: Scene, filter_: Filter, source: Source, dealer: int | None) -> bool:
    if dealer is None:
        raise Undecided("damage by a source that is not named, where damage by sources is changed")
    return fits(filter_, scene, source, dealer)


def _prevents(scene: Scene, each: Standing, event: Happening) -> bool:
    mod = each.mod
    if mod.combat and event.combat is False:
        return False
    if mod.to:
        whom: int | str | None = event.object if event.object is not None else event.player
    else:
        whom = event.source
        if whom is None and _names(scene, each):
            raise Undecided("damage by a source that is not named, where damage by sources is prevented")
    if whom is None or not _within(scene, each, whom):
        return False
    if each.protects is not None:
        host, dealer = scene.view.get(each.protects), None if event.source is None else scene.entry(event.source)
        return host is not None and dealer is not None and protected_from(scene.words, host, dealer)
    if mod.source is not None and not _dealt_by(scene, mod.source, each.source, event.source):
        return False
    return not mod.combat or _combat(True, event)


def _names(scene: Scene, each: Standing) -> bool:
    """Whether an effect means any object at all now."""
    if each.objects is not None:
        return bool(each.objects)
    return each.scope is not None and bool(affected(each.scope, scene, each.source))


def _within(scene: Scene, each: Standing, whom: int | str) -> bool:
    if each.objects is not None:
        return whom in each.objects
    return each.scope is not None and in_scope(scene, each.scope, each.source, whom)


def in_scope(scene: Scene, scope: Scope, source: Source, whom: int | str) -> bool:
    """Whether an object or player is meant by a scope now."""
    if isinstance(scope, Union):
        return any(in_scope(scene, each, source, whom) for each in scope.scopes)
    if isinstance(scope, Players):
        return isinstance(whom, str) and whom in players(scope.player, scene, source)
    if isinstance(whom, str):
        ref = getattr(scope, "ref", None)
        return ref is not None and refer_any(ref, scene, source) == whom
    return whom in affected(scope, scene, source)
