"""Events about to happen, as the checker has them, and the effects that watch for them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from layerproof.kb.model import effect as ef
from layerproof.kb.model import expression as ex
from layerproof.kb.model.modification import Cant, Modification, PreventDamage, Regeneration, Replace
from layerproof.kb.model.replacement import DealtTo, Instead, LeavesLife, Would
from layerproof.kb.model.situation import InForce
from layerproof.kb.rulebook.counter_meanings import counter_meaning
from layerproof.solver.proof.check.ahead import just_before
from layerproof.solver.proof.check.attaching import protected
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.participants import in_band, templates
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.view import View
from layerproof.solver.proof.check.world import Says, World

if TYPE_CHECKING:
    from layerproof.solver.proof.check.game import Game


_ITSELF = ef.Only(ex.Ref("self"))


@dataclass(frozen=True)
class Coming:
    """An event about to happen: what, how much, to which object (`it`) and player (`who`), and what effects ask of it.

    source: what deals damage. by: who puts counters. effect: whether an effect does it. result: whether it is a result
    of damage. combat: whether the damage is combat damage. shaped: who says which modifications it enters with. None
    means that it is not known. had: the effects that have changed it already, each of which gets one opportunity only.
    """

    what: str
    many: int = 1
    it: int | None = None
    who: str | None = None
    source: int | None = None
    kind: str | None = None
    by: str | None = None
    effect: bool | None = True
    result: bool = False
    combat: bool | None = False
    from_: str | None = None
    to: str | None = None
    more: tuple[tuple[str, int], ...] = ()
    shaped: tuple[tuple[Says, tuple[Modification, ...]], ...] = ()
    had: frozenset[str] = frozenset()

    def written(self) -> dict[str, Any]:
        """The event as a step says it."""
        said = {
            "what": self.what, "number": self.many, "player": self.who, "source": self.source, "kind": self.kind,
            "from": self.from_, "to": self.to, "object": None if self.what == "create" else self.it,
            "counters": [[kind, many] for kind, many in self.more] or None,
            "being": [says.source for says, _ in self.shaped] or None,
        }  # fmt: skip
        return {key: value for key, value in said.items() if value is not None}


@dataclass(frozen=True)
class Watcher:
    """An effect that watches for events: its name in a proof, what it does to them, who says so, while what holds.

    scope, fixed: of prevention, whose damage it is about. in_force: the effect in force that it is part of, if it is no
    static ability. shelters: the object whose protection it is.
    """

    name: str
    mod: Replace | Cant | PreventDamage | Regeneration
    says: Says
    while_: tuple[ex.Condition, ...] = ()
    scope: ef.Scope | None = None
    fixed: tuple[int, ...] | None = None
    in_force: InForce | None = None
    shelters: int | None = None

    @property
    def runs_out(self) -> int | None:
        """How much it does in all, None if it goes on."""
        mod = self.mod
        if self.in_force is None or isinstance(mod, Cant):
            return None
        if isinstance(mod, Regeneration):
            return 1
        if isinstance(mod, PreventDamage) and mod.amount is not None and not (mod.each or mod.next):
            if not isinstance(mod.amount, int):
                raise Incomplete("a shield of an amount that is not fixed")
            return mod.amount
        return 1 if mod.next else None

    @property
    def floor(self) -> int | None:
        """The life that it leaves, if it is such an effect."""
        parts = self.mod.instead if isinstance(self.mod, Replace) else ()
        return next((part.life for part in parts if isinstance(part, LeavesLife)), None)


def watchers(game: Game, world: World, view: View) -> list[Watcher]:
    """All effects that watch for events in a situation, in the order in which a proof takes them: of abilities and of
    counters by object, then in force."""
    found: list[Watcher] = []
    for entry in sorted(view.values(), key=lambda each: each.id):
        obj = world.objects[entry.id]
        for instance in entry.abilities:
            for template in templates(instance.ability):
                if obj.zone not in template.zones or not in_band(template.band, obj):
                    continue
                while_ = tuple(each for each in (template.condition, template.effect.condition) if each is not None)
                name = f"{entry.id}.{instance.name}.{template.place}"
                says = Says(entry.id, granter=instance.granter)
                new = _watching(name, template.effect.mods, says, while_, template.effect.affects)
                found += new if entry.id not in game.arriving else [each for each in new if _of_itself(each, world)]
        for pile in obj.counters if entry.battlefield else ():
            mods = counter_meaning(pile.kind, world.edition)
            found += _watching(f"{entry.id} {pile.kind} counters", mods, Says(entry.id), (), _ITSELF)
    for effect in sorted(world.situation.effects, key=lambda each: each.id):
        says = Says(effect.source, controller=effect.controller)
        while_ = () if effect.condition is None else (effect.condition,)
        found += [
            Watcher(f"effect {effect.id}.{place}", mod, says, while_, effect.scope, effect.objects, effect)
            for place, mod in enumerate(effect.mods)
            if isinstance(mod, Replace | Cant | PreventDamage | Regeneration)
        ]
    return found


def _of_itself(watcher: Watcher, world: World) -> bool:
    """Whether an effect of what is entering is about that object alone, so that it applies on the way in."""
    mod = watcher.mod
    alone = isinstance(mod, Replace | Cant) and mod.would.object == ex.Same(ex.Ref("self"))
    return alone and world.entering == watcher.says.source


def _watching(
    name: str, mods: tuple[Modification, ...], says: Says, while_: tuple[ex.Condition, ...], scope: ef.Scope
) -> list[Watcher]:
    return [
        Watcher(f"{name}.{place}", mod, says, while_, scope)
        for place, mod in enumerate(mods)
        if isinstance(mod, Replace | Cant | PreventDamage | Regeneration)
    ]


def sheltered(event: Coming) -> list[Watcher]:
    """The protection that an object may have from the source of damage, as a prevention effect."""
    if event.what != "damage" or event.it is None or event.source is None:
        return []
    says = Says(event.it)
    return [Watcher(f"{event.it} protection", PreventDamage(), says, fixed=(event.it,), shelters=event.it)]


def concerns(game: Game, watcher: Watcher, event: Coming) -> bool:
    """Whether an effect applies to an event. Raises Incomplete where the event does not say what is asked."""
    reader = Reader(*just_before(game, event.it), watcher.says)
    if isinstance(watcher.mod, Regeneration):
        about = event.what == "destroy" and event.kind is None and _among(reader, watcher, event.it)
    elif isinstance(watcher.mod, PreventDamage):
        about = event.what == "damage" and _damage_meant(game, reader, watcher, watcher.mod, event)
    else:
        about = described(reader, watcher.mod.would, event)
    return about and all(reader.holds(each) for each in watcher.while_)


def fought_over(game: Game, ready: list[Watcher], events: tuple[tuple[int, Coming], ...]) -> bool:
    """Whether an effect that runs out applies to more than one of the events, or may do so after a redirection."""
    out = [each for each in ready if each.runs_out is not None]
    if len(events) < 2 or not out:
        return False
    if any(sum(concerns(game, each, event) for _, event in events) > 1 for each in out):
        return True
    damage = any(isinstance(each.mod, PreventDamage | Replace) for each in out)
    moved = [each for each in ready if isinstance(each.mod, Replace) and any(map(_moves, each.mod.instead))]
    return damage and any(concerns(game, each, event) for each in moved for _, event in events)


def _moves(part: Instead) -> bool:
    return isinstance(part, DealtTo)


def described(reader: Reader, would: Would, event: Coming) -> bool:
    """Whether an event is one that a pattern describes."""
    wanted = (would.what, would.kind or event.kind, would.to or event.to)
    if wanted != (event.what, event.kind, event.to) or (would.by_damage and not event.result):
        return False
    if not _happens_to(reader, would, event):
        return False
    if would.source is not None and not _dealt_by(reader, would.source, event):
        return False
    if would.by is not None and _known(event.by, "who puts counters") not in reader.players(would.by):
        return False
    if would.by_effect and not _known(event.effect, "whether an effect does it"):
        return False
    if would.combat is not None and _known(event.combat, "whether damage is combat damage") != would.combat:
        return False
    return would.from_ is None or _known(event.from_, "from where an object comes") == would.from_


def _known(value: Any, what: str) -> Any:
    if value is None:
        raise Incomplete(what)
    return value


def _happens_to(reader: Reader, would: Would, event: Coming) -> bool:
    entry = reader.entry(event.it)
    thing = None if would.object is None else entry is not None and reader.fits(would.object, entry)
    person = None if would.player is None else event.who is not None and event.who in reader.players(would.player)
    if thing is None or person is None:
        return thing is not False and person is not False
    # What is dealt damage or gets counters is an object or a player; what enters has to do with both.
    return thing or person if event.it is None or event.who is None else thing and person


def _dealt_by(reader: Reader, filter: ex.Filter, event: Coming) -> bool:
    entry = reader.entry(_known(event.source, "damage by a source that is not named, where sources count"))
    return entry is not None and reader.fits(filter, entry)


def _damage_meant(game: Game, reader: Reader, watcher: Watcher, mod: PreventDamage, event: Coming) -> bool:
    if mod.combat and event.combat is False:
        return False
    whom: int | str | None = event.source
    if mod.to:
        whom = event.it if event.it is not None else event.who
    elif whom is None and (watcher.fixed or (watcher.scope is not None and reader.scope(watcher.scope))):
        raise Incomplete("damage by a source that is not there, where damage by sources is prevented")
    if whom is None:
        return False
    if watcher.fixed is None and not (watcher.scope is not None and _takes_in(reader, watcher.scope, whom)):
        return False
    if watcher.fixed is not None and whom not in watcher.fixed:
        return False
    if watcher.shelters is not None:
        host = game.view.get(watcher.shelters)
        other = reader.entry(event.source)
        if host is None or other is None or not protected(game, host, other, damage=True):
            return False
    if mod.source is not None and not _dealt_by(reader, mod.source, event):
        return False
    return not mod.combat or bool(_known(event.combat, "whether damage is combat damage"))


def _among(reader: Reader, watcher: Watcher, it: int | None) -> bool:
    if it is None or watcher.fixed is not None:
        return it is not None and it in (watcher.fixed or ())
    return watcher.scope is not None and _takes_in(reader, watcher.scope, it)


def _takes_in(reader: Reader, scope: ef.Scope, whom: int | str) -> bool:
    if isinstance(scope, ef.Union):
        return any(_takes_in(reader, each, whom) for each in scope.scopes)
    if isinstance(scope, ef.Players):
        return whom in reader.players(scope.player)
    if isinstance(whom, str):
        return isinstance(scope, ef.Only) and reader.refer(scope.ref) == whom
    return whom in reader.scope(scope)


__all__ = ["Coming", "Watcher", "concerns", "described", "fought_over", "replace", "sheltered", "watchers"]
