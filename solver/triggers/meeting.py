"""Meeting a trigger condition: whether one thing that happened makes one ability trigger, and about which objects."""

from __future__ import annotations

import re
from collections.abc import Sequence

from layerproof.kb.model import occurrence as oc
from layerproof.kb.model import trigger_event as te
from layerproof.kb.model.ability import Opaque
from layerproof.kb.model.modification import RuleEffect
from layerproof.solver.layers.participants import static_effects
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.values import holds
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.log import Happened
from layerproof.solver.triggers.matching import Look, fitting
from layerproof.solver.triggers.times import Times
from layerproof.solver.triggers.watching import Watcher, watchers

KEEPS = re.compile(r"\b(?:don't|doesn't|can't|won't|not) (?:cause|trigger)|\bno abilities trigger")


class Meeting:
    """Some moments at which something happened, and the abilities that were there to see it.

    counted: how often abilities trigger counts. named: the object that is looked at, for messages.
    """

    def __init__(self, game: Game, moments: Sequence[Happened], counted: bool, named: str = "") -> None:
        self.game, self.moments, self.counted, self.named = game, moments, counted, named
        self.times = Times(game.edition)
        self._known: dict[tuple[int, int], list[Watcher]] = {}

    def at_hand(self, scene: Scene, identifier: int) -> list[Watcher]:
        """The triggered abilities of an object in a scene, worked out once."""
        key = (id(scene), identifier)
        if key not in self._known:
            self._known[key] = watchers(scene, identifier)
        return self._known[key]

    def met(
        self, watcher: Watcher, event: te.TriggerEvent, moment: Happened, what: oc.Occurrence, back: bool
    ) -> tuple[int | None, ...] | str:
        """About which objects one occurrence makes an ability trigger, each as often as it does; if it does not,
        `condition` or nothing, for the reason. Raises Undecided where that cannot be told."""
        before, after = self.times.before(moment), self.times.after(moment)
        seen = before if back else after
        item = seen.items.get(watcher.object)
        there = item is not None and item.zone in watcher.zones and watcher in self.at_hand(seen, watcher.object)
        if not there:
            self._ask_whether_together(watcher, event, moment, what, back)
            return ""
        entered = {each for one in moment.what if isinstance(one, oc.ZoneChange) for each in one.became}
        look = Look(Source(watcher.object), seen, before, after, frozenset(entered))
        about = fitting(event, what, look)
        if not about:
            return ""
        if watcher.condition is not None:
            scene = self.times.with_what_left(moment)
            source = Source(watcher.object, seen.you(Source(watcher.object)))
            about = tuple(each for each in about if holds(watcher.condition, scene, source._replace(that=each)))
        if isinstance(event, te.GetsCounters) and isinstance(what, oc.CounterChange) and not event.last:
            about = about * abs(what.number)
        return about or "condition"

    def _ask_whether_together(
        self, watcher: Watcher, event: te.TriggerEvent, moment: Happened, what: oc.Occurrence, back: bool
    ) -> None:
        """Stop where an ability is not there at a moment, but was or will be at one that may have been the same."""
        near = [each for each in self.moments if each is not moment and each.together == moment.together != 0]
        near = [each for each in near if each.event == moment.event]
        for other in near:
            seen = self.times.before(other) if back else self.times.after(other)
            item = seen.items.get(watcher.object)
            if item is None or item.zone not in watcher.zones or watcher not in self.at_hand(seen, watcher.object):
                continue
            look = Look(Source(watcher.object), seen, self.times.before(moment), self.times.after(moment))
            if fitting(event, what, look if not back else look._replace(before=seen)):
                raise Undecided("whether two instructions in a row happen at the same time")

    def ask_what_may_keep_it(self, watcher: Watcher, moment: Happened) -> None:
        """Stop where something may keep an ability that is met from triggering, or where it triggers only so often.

        Raises Undecided, with the words that are to blame.
        """
        if watcher.limited == "unclear":
            raise Undecided(f"whether an ability of {self.named} has triggered before, which counts for it")
        for scene in (self.times.before(moment), self.times.after(moment)):
            for gloss in rules_said(scene):
                if KEEPS.search(gloss):
                    raise Undecided(f"what keeps abilities from triggering is not modelled ({gloss})")
                if self.counted and "additional time" in gloss:
                    raise Undecided(f"what makes abilities trigger additional times is not modelled ({gloss})")

    def state_holds(self, watcher: Watcher, event: te.Becoming, scene: Scene) -> bool:
        """Whether the state that a state trigger waits for holds in a scene, while the ability is there (rule key
        trigger.state)."""
        item = scene.items.get(watcher.object)
        if item is None or item.zone not in watcher.zones or watcher not in self.at_hand(scene, watcher.object):
            return False
        if watcher.condition is not None and not holds(watcher.condition, scene, Source(watcher.object)):
            return False
        return holds(event.condition, scene, Source(watcher.object))


def rules_said(scene: Scene) -> list[str]:
    """The words of what is known of effects only by their words, on the battlefield and in force."""
    found = [mod.gloss for effect in scene.situation.effects for mod in effect.mods if isinstance(mod, RuleEffect)]
    for identifier, entry in scene.view.items():
        if scene.items[identifier].zone != "battlefield":
            continue
        for instance in entry.abilities:
            if isinstance(instance.ability, Opaque):
                found.append(instance.ability.gloss)
            for effect in static_effects(instance.ability):
                found += [mod.gloss for mod in effect.effect.mods if isinstance(mod, RuleEffect)]
    return found
