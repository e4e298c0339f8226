"""Abilities that have triggered since this was last looked at, found by the checker: they are due to be put on the
stack. What may have triggered is kept apart, with why that is not known."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model import ability as ab
from layerproof.kb.model import occurrence as oc
from layerproof.kb.model import trigger_event as te
from layerproof.kb.model.instruction import OtherAction
from layerproof.kb.model.node import mentions
from layerproof.kb.notation.plain_data import tag_of
from layerproof.kb.oracle.compiled import trigger_event
from layerproof.kb.wording.plain_words import in_words
from layerproof.solver.proof.check.agenda import Due
from layerproof.solver.proof.check.chronicle import Beat, Picture
from layerproof.solver.proof.check.delayed import Waiting
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.happened import KINDS, Sight, is_seen_before, plain_text, subjects
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.meant import much, that_is_meant
from layerproof.solver.proof.check.occasions import Occasions
from layerproof.solver.proof.check.one_event import Key, its_parts, part_of
from layerproof.solver.proof.check.watching import Watch, unread_trigger, watches

LAST = 1 << 30
_MANA = ("for mana", "mana ability", "add mana", "adds mana", *(f" for {{{each}}}" for each in "cwubrgCWUBRG"))
_Where = tuple[int, Beat, bool]


def look_for_triggers(game: Game) -> None:
    """Put on the agenda what has triggered by the beats that were not looked through yet, and what may have.

    game: with a chronicle of the present event. Source: the rules on triggered abilities, delayed, reflexive and state
    triggers among them.
    """
    agenda, chronicle = game.agenda, game.chronicle
    assert chronicle is not None, "the event has no chronicle"
    first, agenda.beats = agenda.beats, len(chronicle.beats)
    found, agenda.offered = agenda.offered, []
    if not found and not _any_trigger(game):
        return
    fresh = [each for each in chronicle.beats[first:] if each.told]
    look = _Look(game, fresh)
    found = [*found, *look.all(), *(due for place in range(len(game.waiting)) for due in look.delayed(place, first))]
    agenda.due.extend(sorted(found, key=lambda due: due.rank))


def _any_trigger(game: Game) -> bool:
    """Whether there is, or was, anything that could trigger at all."""
    things = [*game.objects.values(), *game.gone.values()]
    records = [each.card for each in things] + [each.down for each in things if each.down is not None]
    records += [part.card for each in things for part in each.components]
    given = [each.mods for each in game.effects.values()]
    return bool(game.waiting) or mentions((*records, *given), _could_trigger)


def _could_trigger(node: object) -> bool:
    if isinstance(node, ab.Opaque):
        return unread_trigger(node) is not None
    if isinstance(node, ab.Keyword):
        return any(isinstance(each, ab.Triggered) for each in meaning(node))
    return isinstance(node, ab.Triggered | ab.Chapter)


class _Look(Occasions):
    """A look through some beats."""

    def __init__(self, game: Game, beats: list[Beat]) -> None:
        super().__init__(beats, True)
        self.game = game

    def all(self) -> Iterator[Due]:
        """What has triggered of the abilities of objects."""
        for number, beat in enumerate(self.beats, 1):
            for back, picture in ((True, beat.before), (False, beat.then)):
                for identifier in sorted(picture.view):
                    if not back:
                        self._unread(beat, picture, identifier)
                    for watch in watches(picture.view[identifier]):
                        if picture.world.objects[identifier].zone in watch.zones:
                            yield from self._by(watch, (number, beat, back))
        yield from self._of_states()

    def _unread(self, beat: Beat, picture: Picture, identifier: int) -> None:
        if picture.world.objects[identifier].zone not in ("battlefield", "command"):
            return
        for instance in picture.view[identifier].abilities:
            ability = instance.ability
            gloss = unread_trigger(ability) if isinstance(ability, ab.Opaque) else None
            if gloss is not None:
                kinds = _kinds_of_words(gloss)
                if any(_counts(what) and (kinds is None or _kind(what) in kinds) for what in beat.told):
                    self.game.agenda.doubt(identifier, f"an ability that may trigger: {gloss}")
                return

    def _by(self, watch: Watch, where: _Where) -> Iterator[Due]:
        """By what, of all that was told of a beat, an ability triggers."""
        number, beat, back = where
        events = watch.event.events if isinstance(watch.event, te.OneOf) else (watch.event,)
        seen: set[str] = set()
        for event in events:
            if isinstance(event, te.Becoming) or is_seen_before(event, self.game.edition) != back:
                continue
            done = set[Key]()
            for what in sorted(beat.told, key=plain_text):
                text, one = plain_text(what), part_of(event, what)
                if text in seen or one in done or not _counts(what) or _only_about_mana(watch, event, what):
                    continue
                objects = self._objects(watch, event, where, what)
                if not objects:
                    continue
                seen.add(text)
                if one is not None:
                    done.add(one)
                    objects = objects[:1]
                if watch.ration:
                    turn = beat.then.world.situation.turn
                    spent = (watch.object, watch.name, turn) in self.game.agenda.once
                    self.game.agenda.once.add((watch.object, watch.name, turn))
                    objects = [] if spent else objects[:1]
                picture = beat.before if back else beat.then
                parts = self._damage_of(watch, event, where, what)
                for index, each in enumerate(objects):
                    rank = (number, watch.object, watch.name, _text(event), text, index)
                    those = [that_is_meant(event, part, each) for part in parts]
                    due = _due(watch, picture, rank, those[0] if len(set(those)) == 1 else None)
                    yield replace(due, amount=_total([much(event, part) for part in parts]))

    def _objects(self, watch: Watch, event: te.TriggerEvent, where: _Where, what: oc.Occurrence) -> list[int | None]:
        """The objects about which it triggers by something, each as often as it does; a doubt is taken down."""
        _, beat, back = where
        told = _in_main_phase(what, beat)
        try:
            if not self.is_there(watch, beat, back):
                self.ask_neighbours(watch, event, beat, told, back)
                return []
            about = subjects(event, told, self.sight(watch, beat, back))
            right = [each for each in about if self.condition(watch, beat, back, each)]
            if right:
                self.ask_for_silence(watch, beat)
                self._damage_of(watch, event, where, what)
                if isinstance(what, oc.Unsaid):
                    raise Incomplete(
                        f"whether something happened that the timeline does not tell ({in_words(what.sort)})"
                    )
        except Incomplete as missing:
            self.game.agenda.doubt(watch.object, missing.what)
            return []
        if isinstance(event, te.GetsCounters) and isinstance(what, oc.CounterChange) and not event.last:
            return right * abs(what.number)
        return right

    def _damage_of(
        self, watch: Watch, event: te.TriggerEvent, where: _Where, what: oc.Occurrence
    ) -> list[oc.Occurrence]:
        """The damage that makes an ability trigger as one event, in the order of its text; or what happened alone."""
        _, beat, back = where
        parts = its_parts(event, what, sorted(beat.told, key=plain_text))
        if len(parts) < 2:
            return parts
        sight = self.sight(watch, beat, back)
        return [
            part for part in parts if any(self.condition(watch, beat, back, x) for x in subjects(event, part, sight))
        ]

    def _of_states(self) -> Iterator[Due]:
        """State triggers whose state is there at some instant, unless they wait or are on the stack."""
        game, found = self.game, set[tuple[int, str]]()
        for picture in [*(beat.then for beat in self.beats), game.picture()]:
            for identifier in sorted(picture.view):
                for watch in watches(picture.view[identifier]):
                    parts = watch.event.events if isinstance(watch.event, te.OneOf) else (watch.event,)
                    for event in parts:
                        if not isinstance(event, te.Becoming) or (identifier, watch.name) in found:
                            continue
                        try:
                            if not self.state_is(watch, event, picture):
                                continue
                        except Incomplete as missing:
                            game.agenda.doubt(identifier, missing.what)
                            continue
                        found.add((identifier, watch.name))
                        rank = (LAST, identifier, watch.name, _text(event), "", 0)
                        due = _due(watch, picture, rank, None)
                        stack = [(each.source, each.ability) for each in game.objects.values() if each.zone == "stack"]
                        if (due.source, due.ability) not in [*stack, *((d.source, d.ability) for d in game.agenda.due)]:
                            yield due

    def delayed(self, place: int, first: int) -> Iterator[Due]:
        """What triggers of the delayed ability of a place; first: how many beats of the event came before these."""
        game, ability = self.game, self.game.waiting[place]
        if place in game.agenda.spent:
            return
        assert game.chronicle is not None
        for number, beat in enumerate(self.beats, 1):
            if ability.since[0] == len(game.past) and game.chronicle.beats.index(beat) < ability.since[1]:
                continue
            if "this turn" in ability.words and beat.then.world.situation.turn != ability.turn:
                game.agenda.spent.add(place)
                return
            done = set[tuple[str, Key]]()
            for what in sorted(filter(_counts, beat.told), key=plain_text):
                for event in self._met(ability, beat, what):
                    one = part_of(event, what)
                    if one is not None and (_text(event), one) in done:
                        continue
                    alone = one is None or [part_of(event, each) for each in beat.told].count(one) == 1
                    done |= {(_text(event), one)} if one is not None else set()
                    rank = (number, ability.source, f"delayed {place + 1}", _text(event), plain_text(what), 0)
                    assert ability.body is not None
                    made = ab.Triggered(ability.words, ability.body)
                    yield Due(
                        ability.source,
                        rank[2],
                        made,
                        ability.you,
                        amount=much(event, what) if alone else None,
                        rank=rank,
                    )
                    if "whenever" not in ability.words:
                        game.agenda.spent.add(place)
                        return

    def _met(self, ability: Waiting, beat: Beat, what: oc.Occurrence) -> Iterable[te.TriggerEvent]:
        """The events of a delayed ability that something is."""
        if ability.body is None:
            if not isinstance(what, oc.StepBegan) and _of_steps_alone(ability.words):
                return
            self.game.agenda.doubt(ability.source, f"a delayed ability known by its words: {ability.words}")
            return
        entered = frozenset(new for one in beat.told if isinstance(one, oc.ZoneChange) for new in one.became)
        for event in ability.event.events if isinstance(ability.event, te.OneOf) else (ability.event,):
            back = is_seen_before(event, self.game.edition)
            picture = beat.before if back else beat.then
            sight = Sight(ability.source, picture, beat.before, beat.then, entered, back, ability.you)
            try:
                if subjects(event, _in_main_phase(what, beat), sight):
                    yield event
            except Incomplete as missing:
                self.game.agenda.doubt(ability.source, missing.what)


def _due(watch: Watch, picture: Picture, rank: tuple[int, int, str, str, str, int], that: int | str | None) -> Due:
    obj, entry = picture.world.objects[watch.object], picture.view[watch.object]
    instance = next(each for each in entry.abilities if watch.name in (each.name, f"{each.name}.{_place(watch)}"))
    meant = meaning(watch.record, watch.which) if isinstance(watch.record, ab.Keyword) else (watch.record,)
    part = meant[_place(watch)]
    assert isinstance(part, ab.Triggered | ab.Chapter)
    you = entry.controller if obj.zone in ("battlefield", "stack") else obj.owner
    granter = obj.granter if instance.granter is None else instance.granter
    return Due(watch.object, watch.name, part, you, that, x=obj.x, granter=granter, rank=rank, on=obj.attached_to)


def _total(numbers: list[int | None]) -> int | None:
    """All of some numbers together, None where one of them is not known."""
    return None if None in numbers else sum(each for each in numbers if each is not None)


def _place(watch: Watch) -> int:
    """Which of the abilities that a keyword ability stands for it is."""
    return watch.place


def _counts(what: oc.Occurrence) -> bool:
    """Whether an ability that triggers by this could be on the stack now: of what is not told of the time before, all
    has resolved, or did not happen."""
    if isinstance(what, oc.Unsaid):
        chosen = what.sort == "targeted" and what.object is not None
        return chosen or what.sort in ("drew", "step_began", "offered")
    return True


def _in_main_phase(what: oc.Occurrence, beat: Beat) -> oc.Occurrence:
    if not isinstance(what, oc.Unsaid) or what.sort != "step_began" or what.player is None:
        return what
    return oc.StepBegan("" if beat.then.world.situation.step is not None else "main", what.player)


def _only_about_mana(watch: Watch, event: te.TriggerEvent, what: oc.Occurrence) -> bool:
    """Whether an ability watches for mana being made: one that adds mana is never on the stack, and any other hangs on
    what is activated, cast or tapped."""
    if not isinstance(event, te.OpaqueEvent) or not any(words in event.gloss for words in _MANA):
        return False
    parts = meaning(watch.record) if isinstance(watch.record, ab.Keyword) else (watch.record,)
    if mentions(parts, _adds):
        return True
    return not isinstance(what, oc.Activated | oc.Cast | oc.StatusChange)


def _adds(node: object) -> bool:
    return isinstance(node, OtherAction) and "add" in node.gloss.lower().split()


def _of_steps_alone(words: str) -> bool:
    folded = words.lower()
    later = re.search(r"\bat the (?:beginning|end) of\b|\bat end of\b", folded) is not None
    return later and re.search(r"\bwhen|\bthe next time\b", folded) is None


def _kinds_of_words(gloss: str) -> frozenset[str] | None:
    """The kinds of occurrences by which an ability known by its words could trigger; None where it could be any."""
    begin = gloss.lower().split(", ", 1)[0]
    if begin.split(" ", 1)[0] not in ("when", "whenever", "at"):
        return None
    event = trigger_event(begin)
    kinds: set[str] = set()
    for each in event.events if isinstance(event, te.OneOf) else (event,):
        part = each.event if isinstance(each, te.AtOnce) else each
        those = part.sorts if isinstance(part, te.OpaqueEvent) else KINDS.get(type(part), ())
        if not those:
            return None
        kinds.update(those)
    return frozenset(kinds)


def _kind(what: oc.Occurrence) -> str:
    return what.sort if isinstance(what, oc.Unsaid) else tag_of(type(what))


def _text(event: te.TriggerEvent) -> str:
    return plain_text(event)
