"""Triggering: whether the last event of a timeline made an ability of an object trigger (rule key trigger.definition).

An ability triggers if it is there at the right time, where it functions, if what happened fits its event, and if its
intervening condition holds. The right time is just after what happened, or just before where it looks back.
"""

from __future__ import annotations

import re

from layerproof.kb.model import occurrence as oc
from layerproof.kb.model import trigger_event as te
from layerproof.kb.model.ability import Opaque
from layerproof.kb.model.modification import RuleEffect
from layerproof.kb.scenario import event as ev
from layerproof.solver.layers.participants import static_effects
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.values import holds
from layerproof.solver.situation.game import Game, Invalid
from layerproof.solver.situation.log import Happened
from layerproof.solver.triggers.delayed import delayed_findings
from layerproof.solver.triggers.finding import REFLEXIVE, Finding, place_of, told
from layerproof.solver.triggers.matching import Look, fitting, looks_back, single
from layerproof.solver.triggers.times import Times
from layerproof.solver.triggers.watching import Watcher, picked, unread, watchers


def moments_told(game: Game) -> list[Happened]:
    """The moments of the last event at which something happened that can be told."""
    return [each for each in game.log.latest() if each.what]


def findings(game: Game, identifier: int, which: int | str | None = None, counted: bool = False) -> list[Finding]:
    """What is found of the triggered abilities of an object, each single event of each ability by itself.

    which: one of them, as the scenario format names it. counted: how often they trigger counts. An object that
    changed zones during the event is looked at in both zones. Raises Undecided where something that could matter is
    not modelled, Invalid where there is no such ability.
    """
    return Judge(game, identifier, which, counted).findings()


class Judge:
    """The judging of one object: the times that count, and the abilities that are asked about."""

    def __init__(self, game: Game, identifier: int, which: int | str | None, counted: bool) -> None:
        self.game, self.which, self.counted, self.times = game, which, counted, Times(game.edition)
        self.moments = moments_told(game)
        self.objects = self._objects(identifier)
        self.unknown: Undecided | None = None
        self.named = game.name(identifier)
        self._known: dict[tuple[int, int], list[Watcher]] = {}

    def _objects(self, identifier: int) -> list[int]:
        """The object, and what it became by changing zones during the last event."""
        found = [identifier]
        began = self.game.log.began
        there = {item.id for item in began[0].objects} if began is not None else set()
        if identifier in there:
            while self.game.there(found[-1]) is None and found[-1] in self.game.became:
                found.append(self.game.became[found[-1]])
        return found

    def findings(self) -> list[Finding]:
        """What is found, in the order of objects and abilities; one that triggers decides over what is unknown."""
        found: dict[tuple[int, str, te.TriggerEvent], Finding] = {}
        asked = False
        for watcher in self._watchers():
            asked = True
            for event in single(watcher.event):
                key = (watcher.object, watcher.name, event)
                if key not in found or not found[key].triggers:
                    judged = self._judged(watcher, event)
                    found[key] = judged if judged.triggers else found.get(key, judged)
        reflexive = self._reflexive()
        delayed, unclear = delayed_findings(self.game, self.objects, self.which, self.times)
        if unclear is not None:
            self._unknown(unclear)
        unsaid = [each.object for each in self._all() if isinstance(each, oc.Unsaid) and each.sort == "offered"]
        if any(each in self.objects for each in unsaid):
            self._unknown(f"whether a reflexive ability of {self.named} triggers")
        if not asked and not reflexive and not delayed and self.which is not None:
            raise Invalid(
                f"{self.named} has no triggered ability {self.which!r} then", "its number, or a piece of its text"
            )
        results = sorted([*found.values(), *reflexive, *delayed], key=place_of)
        if self.unknown is not None and (self.counted or not any(each.triggers for each in results)):
            raise self.unknown
        return results

    def _watchers(self) -> list[Watcher]:
        """The abilities that are asked about, as the object has them at any time that counts."""
        found: dict[Watcher, None] = {}
        for scene in self._scenes():
            for each in self.objects:
                entry = scene.view.get(each)
                if entry is None:
                    continue
                if gloss := unread(entry):
                    self._unknown(f"an ability of {self.named} is not modelled ({gloss})")
                found.update(dict.fromkeys(picked(self._at_hand(scene, each), self.which, entry, self.named)))
        return list(found)

    def _at_hand(self, scene: Scene, identifier: int) -> list[Watcher]:
        """The triggered abilities of an object in a scene, worked out once."""
        key = (id(scene), identifier)
        if key not in self._known:
            self._known[key] = watchers(scene, identifier)
        return self._known[key]

    def _scenes(self) -> list[Scene]:
        """The scenes of the last event in order: how it began, each moment, how it ended."""
        log = self.game.log
        scenes: list[Scene] = [self.times.scene(*log.began)] if log.began is not None else []
        for moment in log.latest():
            scenes += [self.times.before(moment), self.times.after(moment)]
        return [*scenes, self.game.scene()]

    def _unknown(self, what: str | Undecided) -> None:
        self.unknown = self.unknown or (what if isinstance(what, Undecided) else Undecided(what))

    def _judged(self, watcher: Watcher, event: te.TriggerEvent) -> Finding:
        if isinstance(event, te.Becoming):
            return self._state(watcher, event)
        back, why, times = looks_back(event, self.game.edition), "nothing", 0
        by: list[tuple[int, oc.Occurrence]] = []
        if isinstance(event, te.OpaqueEvent) and not event.sorts:
            self._unknown(f"whether this happens is not modelled: {event.gloss}")
        for number, moment in enumerate(self.moments, 1):
            for _, what in told(moment.what):
                try:
                    found = self._at(watcher, event, moment, what, back)
                    if isinstance(found, int):
                        self._ask_what_may_keep_it(watcher, moment)
                except Undecided as error:
                    self._unknown(error)
                    continue
                if isinstance(found, str):
                    why = found or why
                    continue
                # "One or more" count once at a moment (rule key trigger.once_each_event).
                again = isinstance(event, te.AtOnce) and by and by[-1][0] == number
                times += 0 if again else 1 if isinstance(event, te.AtOnce) else found
                by.append((number, what))
        if by and watcher.limited == "once each turn":
            by, times = by[:1], 1
            before = self._has_triggered(watcher, event, back)
            if before is not False:
                # Where that is not known, what is unknown is remembered.
                by, times, why = [], 0, "limit"
        first = by[0] if by else None
        reason = "" if by else why
        return Finding(
            watcher.object, watcher.name, event, bool(by), back, first, reason, watcher.words, times, tuple(by)
        )

    def _has_triggered(self, watcher: Watcher, event: te.TriggerEvent, back: bool) -> bool | None:
        """Whether an ability has triggered before the last event in the same turn, None if that is not known."""
        log, turn = self.game.log, self.game.situation.turn
        known = True
        for moment in log.moments:
            if moment.event < log.event and moment.after.turn == turn:
                for what in moment.what:
                    try:
                        if isinstance(self._at(watcher, event, moment, what, back), int):
                            return True
                    except Undecided as error:
                        self._unknown(error)
                        known = False
        return False if known else None

    def _at(
        self, watcher: Watcher, event: te.TriggerEvent, moment: Happened, what: oc.Occurrence, back: bool
    ) -> int | str:
        """How often one occurrence makes an ability trigger; if it does not, `condition` or nothing, for the reason."""
        before, after = self.times.before(moment), self.times.after(moment)
        seen = before if back else after
        item = seen.items.get(watcher.object)
        there = item is not None and item.zone in watcher.zones and watcher in self._at_hand(seen, watcher.object)
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
        if isinstance(event, te.GetsCounters) and isinstance(what, oc.CounterChange):
            return abs(what.number) * len(about) or "condition"
        return len(about) or "condition"

    def _ask_whether_together(
        self, watcher: Watcher, event: te.TriggerEvent, moment: Happened, what: oc.Occurrence, back: bool
    ) -> None:
        """Stop where an ability is not there at a moment, but was or will be at one that may have been the same."""
        near = [each for each in self.moments if each is not moment and each.together == moment.together != 0]
        near = [each for each in near if each.event == moment.event]
        for other in near:
            seen = self.times.before(other) if back else self.times.after(other)
            item = seen.items.get(watcher.object)
            if item is None or item.zone not in watcher.zones or watcher not in self._at_hand(seen, watcher.object):
                continue
            look = Look(Source(watcher.object), seen, self.times.before(moment), self.times.after(moment))
            if fitting(event, what, look if not back else look._replace(before=seen)):
                raise Undecided("whether two instructions in a row happen at the same time")

    def _ask_what_may_keep_it(self, watcher: Watcher, moment: Happened) -> None:
        """Stop where something may keep an ability that is met from triggering, or where it triggers only so often."""
        if watcher.limited == "unclear":
            raise Undecided(f"whether an ability of {self.named} has triggered before, which counts for it")
        for scene in (self.times.before(moment), self.times.after(moment)):
            for gloss in rules_said(scene):
                if KEEPS.search(gloss):
                    raise Undecided(f"what keeps abilities from triggering is not modelled ({gloss})")
                if self.counted and "additional time" in gloss:
                    raise Undecided(f"what makes abilities trigger additional times is not modelled ({gloss})")

    def _state(self, watcher: Watcher, event: te.Becoming) -> Finding:
        """A state trigger: it triggers when its state comes to be true (rule key trigger.state)."""
        held: bool | None = None
        triggers = now = False
        for scene in self._scenes():
            now = self._holds(watcher, event, scene)
            triggers = triggers or (now and held is False)
            held = now
        if now and not triggers and self._resolved_last(watcher.object):
            raise Undecided(f"whether a state trigger of {self.named} triggers again, once it has resolved")
        why = "" if triggers else "nothing"
        return Finding(watcher.object, watcher.name, event, triggers, False, None, why, watcher.words, int(triggers))

    def _holds(self, watcher: Watcher, event: te.Becoming, scene: Scene) -> bool:
        item = scene.items.get(watcher.object)
        if item is None or item.zone not in watcher.zones or watcher not in self._at_hand(scene, watcher.object):
            return False
        if watcher.condition is not None and not holds(watcher.condition, scene, Source(watcher.object)):
            return False
        return holds(event.condition, scene, Source(watcher.object))

    def _resolved_last(self, identifier: int) -> bool:
        last = self.game.scenario.timeline[-1] if self.game.scenario.timeline else None
        return isinstance(last, ev.Triggers) and self.game.labels.get(last.triggers) == identifier

    def _all(self) -> list[oc.Occurrence]:
        """All that happened at the last event."""
        return [what for moment in self.moments for what in moment.what]

    def _reflexive(self) -> list[Finding]:
        """Reflexive abilities that a resolution of an ability of the object made trigger (rule key
        trigger.reflexive)."""
        by = tuple(
            (number, what)
            for number, moment in enumerate(self.moments, 1)
            for _, what in told(moment.what)
            if isinstance(what, oc.Offered) and what.object in self.objects
            if not isinstance(self.which, str) or self.which.lower() in what.words.lower()
        )
        if not by:
            return []
        about = by[0][1]
        assert isinstance(about, oc.Offered)
        return [Finding(about.object, REFLEXIVE, None, True, False, by[0], "", about.words, len(by), by)]


KEEPS = re.compile(r"\b(?:don't|doesn't|can't|won't|not) (?:cause|trigger)|\bno abilities trigger")


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
