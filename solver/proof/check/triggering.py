"""Triggering: which abilities of an object the last event made trigger, and the steps that a proof must have for it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from layerproof.kb.keywords.keyword_files import keyword_ability
from layerproof.kb.model import ability as ab
from layerproof.kb.model import occurrence as oc
from layerproof.kb.model import trigger_event as te
from layerproof.kb.rulebook.named_in_steps import About, Told, named_in
from layerproof.kb.rulebook.step_rules import first_citable, occurrence_rule, trigger_rule
from layerproof.kb.scenario import event as ev
from layerproof.kb.scenario.scenario import Claim, Scenario, TriggerClaim
from layerproof.solver.proof.check.chronicle import Beat, Chronicle, Picture
from layerproof.solver.proof.check.delaying import first_time
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.happened import is_seen_before, plain_text, subjects
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.occasions import Occasions
from layerproof.solver.proof.check.one_event import Key, part_of
from layerproof.solver.proof.check.watching import Watch, asked_about

Step = tuple[str, str, Any]
Place = tuple[int, str]


@dataclass(frozen=True)
class Outcome:
    """What comes of one event of one triggered ability: whether it triggers, by which occurrences (the number of its
    beat and its text; nothing for a state) and how often, and if it does not, why; the keyword that means it."""

    object: int
    ability: str
    event: te.TriggerEvent | None
    back: bool
    triggers: bool
    by: tuple[Place, ...] = ()
    why: str = ""
    times: int = 0
    word: ab.Keyword | None = None

    def order(self) -> tuple[int, str, str]:
        """The place of an outcome in a proof: by object, ability and event."""
        return self.object, self.ability, json.dumps(msgspec.to_builtins(self.event), sort_keys=True)


class Inquiry(Occasions):
    """The question whether abilities of an object trigger. scenario: of which the last event is asked about."""

    def __init__(self, game: Game, scenario: Scenario, asked: TriggerClaim) -> None:
        if game.chronicle is None:
            raise Incomplete("what an event brought about of which no chronicle was kept")
        self.game, self.scenario, self.asked = game, scenario, asked
        self.chronicle: Chronicle = game.chronicle
        super().__init__(self.chronicle.eventful(), asked.times is not None)
        self.pictures = [*self.chronicle.pictures(), game.picture()]
        self.doubt: Incomplete | None = None

    def outcomes(self) -> list[Outcome]:
        """The outcomes in the order of a proof. Raises Incomplete where nothing triggers for sure and something may."""
        found: dict[tuple[int, str, str], Outcome] = {}
        for each in self._found():
            known = found.get(each.order())
            if known is None or (each.triggers and not known.triggers):
                found[each.order()] = each
        results = [found[order] for order in sorted(found)]
        if self.doubt is not None and (self.counted or not any(each.triggers for each in results)):
            raise self.doubt
        if not results and self.asked.ability is not None:
            raise Incomplete(f"the ability {self.asked.ability!r}, which is not there")
        return results

    def _objects(self) -> list[int]:
        """The object that is meant; if it changed zones by this event, also what it became."""
        met = [self.game.labelled(self.asked.label)]
        while met[0] in self.chronicle.start.world.objects and met[-1] not in self.game.objects:
            if met[-1] not in self.game.became:
                break
            met.append(self.game.became[met[-1]])
        return met

    def _found(self) -> Iterator[Outcome]:
        met = self._objects()
        had = [watch for picture in self.pictures for one in met for watch in self._asked(picture, one)]
        for watch in dict.fromkeys(had):
            for event in watch.event.events if isinstance(watch.event, te.OneOf) else (watch.event,):
                yield self._state(watch, event) if isinstance(event, te.Becoming) else self._outcome(watch, event)
        offered: list[tuple[int, Place]] = []
        for number, _, what in self._told():
            if isinstance(what, oc.Unsaid) and what.sort == "offered" and what.object in met:
                self.doubt = self.doubt or Incomplete("a reflexive triggered ability of which only the words are known")
            if isinstance(what, oc.Offered) and what.object in met and self._named(what.words):
                offered.append((what.object, (number, plain_text(what))))
        yield from self._delayed(met)
        if offered:
            by = tuple(place for _, place in offered)
            yield Outcome(offered[0][0], "reflexive", None, False, True, by, times=len(by))

    def _delayed(self, met: list[int]) -> Iterator[Outcome]:
        """The outcomes of delayed abilities of an object that have not triggered before the last event."""
        for number, each in enumerate(self.game.waiting, 1):
            which = self.asked.ability
            asked = which is None or (isinstance(which, str) and which.lower() in each.words.lower())
            if each.source not in met or not asked:
                continue
            for event in each.event.events if isinstance(each.event, te.OneOf) else (each.event,):
                back, name = is_seen_before(event, self.game.edition), f"delayed {number}"
                try:
                    by = first_time(self.game, each, event)
                except Incomplete as missing:
                    self.doubt = self.doubt or missing
                except LookupError:
                    continue
                else:
                    if by is None:
                        yield Outcome(each.source, name, event, back, False, (), "nothing")
                    else:
                        yield Outcome(each.source, name, event, back, True, (by,), times=1)

    def _asked(self, picture: Picture, identifier: int) -> list[Watch]:
        try:
            return asked_about(picture, identifier, self.asked.ability)
        except Incomplete as missing:
            self.doubt = self.doubt or missing
            return []

    def _named(self, words: str) -> bool:
        which = self.asked.ability
        return not isinstance(which, str) or which.lower() in words.lower()

    def _told(self) -> Iterator[tuple[int, Beat, oc.Occurrence]]:
        for number, beat in enumerate(self.chronicle.eventful(), 1):
            for what in sorted(beat.told, key=plain_text):
                yield number, beat, what

    def _outcome(self, watch: Watch, event: te.TriggerEvent) -> Outcome:
        back = is_seen_before(event, self.game.edition)
        why, times = "nothing", 0
        by: list[Place] = []
        counted: set[tuple[int, Key]] = set()
        if isinstance(event, te.OpaqueEvent) and not event.sorts:
            self.doubt = self.doubt or Incomplete(f"an event of which only the words are known: {event.gloss}")
        for number, beat, what in self._told():
            try:
                if not self.is_there(watch, beat, back):
                    self.ask_neighbours(watch, event, beat, what, back)
                    continue
                about = subjects(event, what, self.sight(watch, beat, back))
                right = [each for each in about if self.condition(watch, beat, back, each)]
                if about and not right:
                    why = "condition"
                if not right:
                    continue
                self.ask_for_silence(watch, beat)
            except Incomplete as missing:
                self.doubt = self.doubt or missing
                continue
            one = part_of(event, what)
            if one is not None:
                # All parts of one event at one instant make it trigger once.
                times += (number, one) not in counted
                counted.add((number, one))
            elif isinstance(event, te.GetsCounters) and isinstance(what, oc.CounterChange) and not event.last:
                times += abs(what.number)
            else:
                times += len(right)
            by.append((number, plain_text(what)))
        if by and watch.ration == "once a turn":
            by, times = by[:1], 1
            doubt, self.doubt = self.doubt, None
            if self._earlier_this_turn(watch, event, back) or self.doubt is not None:
                by, times, why = [], 0, "limit"
            self.doubt = doubt or self.doubt
        return Outcome(watch.object, watch.name, event, back, bool(by), tuple(by), "" if by else why, times, watch.word)

    def _earlier_this_turn(self, watch: Watch, event: te.TriggerEvent, back: bool) -> bool:
        """Whether an earlier event of the same turn made the ability trigger."""
        for beat in (each for chronicle in self.game.past for each in chronicle.beats):
            if beat.then.world.situation.turn != self.game.turn:
                continue
            for what in beat.told:
                try:
                    there = self.is_there(watch, beat, back)
                    about = subjects(event, what, self.sight(watch, beat, back)) if there else []
                    if any(self.condition(watch, beat, back, each) for each in about):
                        return True
                except Incomplete as missing:
                    self.doubt = self.doubt or missing
        return False

    def _state(self, watch: Watch, event: te.Becoming) -> Outcome:
        """Whether the state that an ability waits for has come about: it is so now and was not just before."""
        was: bool | None = None
        triggers = False
        for picture in self.pictures:
            now = self.state_is(watch, event, picture)
            triggers = triggers or (now and was is False)
            was = now
        last = self.scenario.timeline[-1]
        resolved = isinstance(last, ev.Triggers) and self.game.labels.get(last.triggers) == watch.object
        if was and not triggers and resolved:
            raise Incomplete("a state trigger that has just resolved")
        why = "" if triggers else "nothing"
        return Outcome(watch.object, watch.name, event, False, triggers, (), why, int(triggers), watch.word)


def triggered_as_claimed(game: Game, scenario: Scenario, asked: TriggerClaim) -> bool:
    """Whether the last event made an ability of an object trigger, or none, as a claim has it."""
    found = Inquiry(game, scenario, asked).outcomes()
    if asked.times is not None:
        return sum(each.times for each in found) == asked.times
    return any(each.triggers for each in found) is asked.triggers


def trigger_expected(
    game: Game, scenario: Scenario, claim: Claim, first: int, latest: Mapping[About, int], history: Told
) -> list[tuple[Step, tuple[int, ...]]]:
    """The steps that a proof of a claim about triggers must have before its last one, each with its premises.

    first: the number of the first of them; latest: of the step that changed each object and player last; history:
    what else the log tells. All that
    happened comes first, beat by beat, and rests on these; then for each ability what it watches for, and that it
    triggers or stays silent.
    """
    if not claim.triggers or game.chronicle is None:
        return []
    edition = game.edition
    steps: list[tuple[Step, tuple[int, ...]]] = []
    places: dict[Place, int] = {}
    for number, beat in enumerate(game.chronicle.eventful(), 1):
        for what in sorted(beat.told, key=plain_text):
            places[number, plain_text(what)] = first + len(steps)
            says = {"moment": number, "what": msgspec.to_builtins(what)}
            about = named_in(says["what"])
            rests = {latest[each] for each in about if each in latest} | {
                it for each in about for it in history.of(each)
            }
            steps.append((("occurs", first_citable(edition, occurrence_rule(what)), says), tuple(sorted(rests))))
    if not steps:
        nothing = {"moment": None, "what": None}
        steps.append((("occurs", first_citable(edition, ("trigger.occurs",)), nothing), ()))
        places[0, ""] = first
    for asked in claim.triggers:
        found = Inquiry(game, scenario, asked).outcomes()
        for each in found:
            steps += _of_one(each, game, first + len(steps), places, asked.times is not None)
        if not found:
            says = {"object": game.labelled(asked.label), "ability": None}
            steps.append((("watches", first_citable(edition, ("trigger.checked_after",)), says), ()))
    return steps


def _of_one(
    found: Outcome, game: Game, at: int, places: dict[Place, int], counted: bool
) -> list[tuple[Step, tuple[int, ...]]]:
    about: dict[str, Any] = {"object": found.object, "ability": found.ability}
    rule = first_citable(game.edition, trigger_rule(found.event, found.back))
    event = msgspec.to_builtins(found.event)
    created = first_citable(game.edition, ("trigger.delayed",)) if found.ability.startswith("delayed ") else rule
    named = keyword_ability(found.word.keyword) if found.word is not None else None
    if named is not None and named.rule in game.edition.numbers:
        created = named.rule
    watching: Step = ("watches", created, {**about, "event": event, "seen": "before" if found.back else "after"})
    if found.triggers:
        rests = [places[each] for each in (found.by if counted else found.by[:1])]
        says = {**about, "by": "event" if rests else "state"}
        if counted:
            says["times"] = found.times
        return [(watching, ()), (("triggers", rule, says), tuple(sorted({at, *rests})))]
    if found.why == "condition":
        rule = first_citable(game.edition, ("trigger.intervening_if",))
    silent: Step = ("silent", rule, {**about, "because": found.why})
    return [(watching, ()), (silent, tuple(sorted({at, *places.values()})))]
