"""Occasions on which abilities may trigger: what an ability sees of a beat, and what may keep it silent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from layerproof.kb.model import occurrence as oc
from layerproof.kb.model import trigger_event as te
from layerproof.kb.model.ability import Opaque
from layerproof.kb.model.modification import RuleEffect
from layerproof.kb.model.node import mentions
from layerproof.solver.proof.check.chronicle import Beat, Picture
from layerproof.solver.proof.check.happened import Sight, subjects
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.watching import Watch, watches
from layerproof.solver.proof.check.world import Says, World

_KEEPS_QUIET = re.compile(r"\b(?:don't|doesn't|can't|won't|not) (?:cause|trigger)|\bno abilities trigger")


class Occasions:
    """The beats at which something happened; counted: whether it matters how often abilities trigger."""

    def __init__(self, beats: Sequence[Beat], counted: bool) -> None:
        self.beats, self.counted = beats, counted

    def is_there(self, watch: Watch, beat: Beat, back: bool) -> bool:
        """Whether an ability is there to see a beat, and functions."""
        return functions(watch, beat.before if back else beat.then)

    def sight(self, watch: Watch, beat: Beat, back: bool) -> Sight:
        """What an ability sees of a beat."""
        entered = {new for what in beat.told if isinstance(what, oc.ZoneChange) for new in what.became}
        return Sight(watch.object, beat.before if back else beat.then, beat.before, beat.then, frozenset(entered), back)

    def condition(self, watch: Watch, beat: Beat, back: bool, about: int | None) -> bool:
        """Whether the intervening condition holds as the ability triggers. What has just left is asked as it was."""
        if watch.condition is None:
            return True
        before, then = beat.before, beat.then
        world = World(then.world.situation, then.world.edition, then.world.known, then.world.unsure)
        view = dict(then.view)
        for identifier in before.world.objects.keys() - then.world.objects.keys():
            world.gone[identifier] = before.world.objects[identifier]
            if identifier in before.view:
                world.known = {**world.known, identifier: before.view[identifier]}
        seen = before if back else then
        you = Reader(seen.world, seen.view, Says(watch.object)).you()
        return Reader(world, view, Says(watch.object, controller=you, that=about)).holds(watch.condition)

    def ask_neighbours(self, watch: Watch, event: te.TriggerEvent, beat: Beat, what: oc.Occurrence, back: bool) -> None:
        """Refuse where the ability is there at a beat that may be the same as this one, by the words of a sentence."""
        for other in self.beats if beat.run else ():
            if other is beat or other.run != beat.run or not self.is_there(watch, other, back):
                continue
            seen = other.before if back else other.then
            if subjects(event, what, Sight(watch.object, seen, beat.before, beat.then, frozenset(), back)):
                raise Incomplete("whether two instructions of one sort are one instant")

    def ask_for_silence(self, watch: Watch, beat: Beat) -> None:
        """Refuse where something may keep the ability from triggering."""
        if watch.ration == "other":
            raise Incomplete("how often an ability has triggered that triggers only so often")
        for picture in (beat.before, beat.then):
            records: list[Any] = [each.mods for each in picture.world.situation.effects]
            there = [entry for entry in picture.view.values() if entry.battlefield]
            records += [each.ability for entry in there for each in entry.abilities]
            if mentions(tuple(records), _keeps_quiet):
                raise Incomplete("what keeps abilities from triggering")
            if self.counted and mentions(tuple(records), _adds_times):
                raise Incomplete("what makes abilities trigger additional times")

    def state_is(self, watch: Watch, event: te.Becoming, picture: Picture) -> bool:
        """Whether the state that an ability waits for is there in a picture, and the ability with it."""
        return functions(watch, picture) and all(
            Reader(picture.world, picture.view, Says(watch.object)).holds(each)
            for each in (watch.condition, event.condition)
        )


def functions(watch: Watch, picture: Picture) -> bool:
    """Whether an object has a triggered ability in a picture, in a zone where the ability functions."""
    obj, entry = picture.world.objects.get(watch.object), picture.view.get(watch.object)
    return obj is not None and entry is not None and obj.zone in watch.zones and watch in watches(entry)


def _keeps_quiet(node: object) -> bool:
    return isinstance(node, RuleEffect | Opaque) and _KEEPS_QUIET.search(node.gloss) is not None


def _adds_times(node: object) -> bool:
    return isinstance(node, RuleEffect | Opaque) and "additional time" in node.gloss
