"""Triggering: whether the last event of a timeline made an ability of an object trigger (rule key trigger.definition).

An ability triggers if it is there at the right time, where it functions, if what happened fits its event, and if its
intervening condition holds. The right time is just after what happened, or just before where it looks back.
"""

from __future__ import annotations

from layerproof.kb.model import occurrence as oc
from layerproof.kb.model import trigger_event as te
from layerproof.kb.scenario import event as ev
from layerproof.solver.layers.scene import Scene, Undecided
from layerproof.solver.situation.game import Game, Invalid
from layerproof.solver.situation.log import Happened
from layerproof.solver.triggers.delayed import delayed_findings
from layerproof.solver.triggers.finding import REFLEXIVE, Finding, place_of, told
from layerproof.solver.triggers.matching import looks_back, once, single
from layerproof.solver.triggers.meeting import Meeting
from layerproof.solver.triggers.watching import Watcher, picked, unread


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


class Judge(Meeting):
    """The judging of one object: the times that count, and the abilities that are asked about."""

    def __init__(self, game: Game, identifier: int, which: int | str | None, counted: bool) -> None:
        super().__init__(game, moments_told(game), counted, game.name(identifier))
        self.which = which
        self.objects = self._objects(identifier)
        self.unknown: Undecided | None = None

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
                found.update(dict.fromkeys(picked(self.at_hand(scene, each), self.which, entry, self.named)))
        return list(found)

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
        counted: set[tuple[int, object]] = set()
        if isinstance(event, te.OpaqueEvent) and not event.sorts:
            self._unknown(f"whether this happens is not modelled: {event.gloss}")
        for number, moment in enumerate(self.moments, 1):
            for _, what in told(moment.what):
                try:
                    found = self.met(watcher, event, moment, what, back)
                    if not isinstance(found, str):
                        self.ask_what_may_keep_it(watcher, moment)
                except Undecided as error:
                    self._unknown(error)
                    continue
                if isinstance(found, str):
                    why = found or why
                    continue
                key = once(event, what)
                times += len(found) if key is None else (number, key) not in counted
                counted.add((number, key))
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
            watcher.object,
            watcher.name,
            event,
            bool(by),
            back,
            first,
            reason,
            watcher.words,
            times,
            tuple(by),
            watcher.keyword,
        )

    def _has_triggered(self, watcher: Watcher, event: te.TriggerEvent, back: bool) -> bool | None:
        """Whether an ability has triggered before the last event in the same turn, None if that is not known."""
        log, turn = self.game.log, self.game.situation.turn
        known = True
        for moment in log.moments:
            if moment.event < log.event and moment.after.turn == turn:
                for what in moment.what:
                    try:
                        if not isinstance(self.met(watcher, event, moment, what, back), str):
                            return True
                    except Undecided as error:
                        self._unknown(error)
                        known = False
        return False if known else None

    def _state(self, watcher: Watcher, event: te.Becoming) -> Finding:
        """A state trigger: it triggers when its state comes to be true (rule key trigger.state)."""
        held: bool | None = None
        triggers = now = False
        for scene in self._scenes():
            now = self.state_holds(watcher, event, scene)
            triggers = triggers or (now and held is False)
            held = now
        if now and not triggers and self._resolved_last(watcher.object):
            raise Undecided(f"whether a state trigger of {self.named} triggers again, once it has resolved")
        why = "" if triggers else "nothing"
        words, keyword = watcher.words, watcher.keyword
        return Finding(
            watcher.object, watcher.name, event, triggers, False, None, why, words, int(triggers), keyword=keyword
        )

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
