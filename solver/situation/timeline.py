"""The timeline: events of a scenario followed one after the other, and the changes that each makes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from layerproof.kb.model.situation import Situation
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.scenario import event as ev
from layerproof.kb.scenario.action import Action, Attack, Choose, CombatDamage, Passes
from layerproof.kb.scenario.scenario import Scenario
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation import happening, state_based
from layerproof.solver.situation.bonds import end_pairs, leave_combat, shake
from layerproof.solver.situation.drawing import nothing_left_to_reveal, to_reveal
from layerproof.solver.situation.game import Forbidden, Game, Invalid
from layerproof.solver.situation.guard import course_is_known
from layerproof.solver.situation.keeping import OpenKeep, all_asked
from layerproof.solver.situation.losing import ask_whether_it_goes_on
from layerproof.solver.situation.reflexive import follow_set_off

MAX_ROUNDS = 100
ACTIONS: tuple[Any, ...] = get_args(Action)
# What may come in a later step than the one that the timeline is in.
ON_THE_WAY = (Attack, CombatDamage, Passes, ev.TurnStep)


class Moment(msgspec.Struct, frozen=True):
    """One change of the situation: the number of the event (None: what comes of it by itself), the situation before and
    after."""

    event: int | None
    before: Situation
    after: Situation


class InvalidEvent(Exception):
    """An event that contradicts the scenario: its number in the timeline, what is wrong, the likely mend.

    rule: the key of the rule that forbids it, where one does; a world in which it happens is none.
    """

    def __init__(self, number: int, what: str, mend: str, rule: str | None = None) -> None:
        super().__init__(what)
        self.number, self.what, self.mend, self.rule = number, what, mend, rule


class Begun:
    """What timelines that begin alike have come to after each of the events that they share, so that worlds which
    differ in the end only are followed from there. It is for the worlds of one scenario under one edition.

    kept: for each event of the timeline followed last, all but the last one, the event and what was so after it.
    """

    def __init__(self) -> None:
        self.kept: list[tuple[Key, Game, tuple[Moment, ...]]] = []

    def start(self, scenario: Scenario) -> tuple[Game, list[Moment], int] | None:
        """The game, the moments and the number of events of the longest beginning that is known; None if none is."""
        count, played = 0, _is_played(scenario)
        for (known, _, _), place in zip(self.kept, range(len(scenario.timeline)), strict=False):
            if known != _key(scenario, place, played):
                break
            count += 1
        del self.kept[count:]
        if not count:
            return None
        _, game, moments = self.kept[-1]
        return game.fork(scenario), list(moments), count

    def keep(self, place: int, game: Game, moments: list[Moment]) -> None:
        """Keep what is so after the next event, the one of this place."""
        self.kept.append((_key(game.scenario, place, game.played), game.fork(game.scenario), tuple(moments)))


Key = tuple[object, ...]


def _key(scenario: Scenario, place: int, played: bool) -> Key:
    """All that decides what is so after an event: the event, and where players act what they do next."""
    timeline = scenario.timeline
    if not played:
        return (_exactly(timeline[place]),)
    following = timeline[place + 1 :]
    choices = next((n for n, each in enumerate(following) if not isinstance(each, Choose)), len(following))
    acts = [(isinstance(each, ACTIONS), isinstance(each, CombatDamage)) for each in following[choices : choices + 1]]
    return _exactly(timeline[place]), tuple(map(_exactly, following[:choices])), tuple(acts)


def _exactly(event: ev.Event) -> tuple[type, bytes]:
    # Equality alone would take true for 1.
    return type(event), msgspec.json.encode(event)


def _is_played(scenario: Scenario) -> bool:
    return any(isinstance(each, ACTIONS) for each in scenario.timeline)


def follow(
    scenario: Scenario, edition: Edition, begun: Begun | None = None, resolves: bool = False
) -> tuple[Game, tuple[Moment, ...]]:
    """Follow the timeline of a scenario under an edition.

    begun: what other worlds of the same scenario have come to; this one goes on from there, and adds to it. resolves:
    whether triggered abilities resolve that the timeline leaves behind, of which the moments then tell nothing. Returns
    the game at its end and the moments on the way. Raises InvalidEvent where an event names what is not there,
    Undecided where something that matters is not modelled.
    """
    known = begun.start(scenario) if begun is not None else None
    game, moments, first = known or (Game(scenario, edition), [], 0)
    last = len(scenario.timeline) - 1
    game.played, game.resolves = _is_played(scenario), resolves
    for number, each in enumerate(scenario.timeline[first:], first):
        game.place = number
        game.upcoming = scenario.timeline[number + 1] if number < last else None
        with game.proof.under(game.proof.add("given", "given", {"event": number})):
            moments.extend(_followed(game, each, number))
        game.note_control()
        if begun is not None and number < last:
            begun.keep(number, game, moments)
    return game, tuple(moments)


def _followed(game: Game, each: ev.Event, number: int) -> Iterator[Moment]:
    """Follow one entry of a timeline, and all that comes of it before the next one."""
    before = game.situation
    game.moments += 1
    game.keeps = list(each.keeps)
    if not isinstance(each, Choose):
        # A choice belongs to the event by which it is asked.
        game.log.next_event(game.now)
    try:
        if isinstance(each, ev.TurnStep) and game.played:
            from layerproof.solver.game.left_behind import set_aside

            set_aside(game)
            if game.situation is not before:
                yield moment_of(game, before)
        elif isinstance(each, ev.TurnStep):
            # Nobody acts: what has triggered so far has resolved where that is listed.
            game.gathered = len(game.log.moments)
        if isinstance(each, ON_THE_WAY):
            from layerproof.solver.game.on_the_way import on_the_way

            game.by_rules = True
            yield from on_the_way(game, each, number)
            before = game.situation
        _take_place(game, each, number)
        shake(game, each, before)
        # What is told does not happen; what is done by an action has a timestamp, or changes nothing.
        game.begun = game.begun or not isinstance(each, (ev.Tells, ev.TurnStep, *ACTIONS, Choose))
    except Invalid as error:
        rule = error.rule if isinstance(error, Forbidden) else None
        raise InvalidEvent(number, error.what, error.mend, rule) from None
    yield Moment(number, before, game.situation)
    yield from at_rest(game, number)
    course_is_known(game)
    if isinstance(each, ev.TurnStep):
        from layerproof.solver.game.on_the_way import damage_of_the_step

        yield from damage_of_the_step(game, each, number)
    while game.set_off:
        before = game.situation
        try:
            followed = follow_set_off(game)
        except Invalid as error:
            raise InvalidEvent(number, error.what, error.mend) from None
        if followed:
            yield Moment(number, before, game.situation)
            yield from at_rest(game, number)
            course_is_known(game)
    if game.played:
        from layerproof.solver.game.between import between

        yield from between(game, number)
    try:
        all_asked(game)
    except Invalid as error:
        raise InvalidEvent(number, error.what, error.mend) from None


def _take_place(game: Game, event: ev.Event, number: int) -> None:
    """Let an entry of a timeline take place: an action, a choice, or something that happened."""
    game.by_rules = isinstance(event, ACTIONS)
    ask_whether_it_goes_on(game, event)
    if isinstance(event, ACTIONS):
        # Most timelines hold no action, and need nothing of what judges actions.
        from layerproof.solver.game.acting import act

        game.reveals = to_reveal(event)
        act(game, event)
        nothing_left_to_reveal(game)
    elif isinstance(event, Choose):
        from layerproof.solver.game.choosing import choose

        if number not in game.ordered:
            choose(game, event)
    else:
        happening.happen(game, event)


def at_rest(game: Game, number: int) -> Iterator[Moment]:
    """What comes after an entry of the timeline by itself, as `afterwards` has it.

    number: of the entry. Raises OpenKeep with that number where a player chooses what stays and the entry does not tell
    it, InvalidEvent where the entry tells what cannot be.
    """
    try:
        yield from afterwards(game)
    except OpenKeep as error:
        error.number = number
        raise
    except Invalid as error:
        raise InvalidEvent(number, error.what, error.mend) from None


def afterwards(game: Game) -> Iterator[Moment]:
    """What ends by itself, then state-based actions until none applies."""
    for _ in range(MAX_ROUNDS):
        before, logged = game.situation, len(game.proof.steps)
        end_pairs(game)
        leave_combat(game)
        state_based.end_what_is_over(game)
        if game.scenario.state_based_actions:
            state_based.perform(game)
        if game.situation is before:
            # What was kept from happening changes nothing, however often it is checked.
            game.proof.back_to(logged)
            return
        yield moment_of(game, before)
    raise Undecided("state-based actions do not come to an end")


def moment_of(game: Game, before: Situation) -> Moment:
    """What has changed since a situation, of no entry of the timeline by itself."""
    return Moment(None, before, game.situation)


__all__ = ["Begun", "Moment", "ev", "follow"]
