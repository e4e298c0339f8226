"""Gathering: which triggered abilities have triggered since it was last asked (rule key trigger.definition).

This is for timelines in which players take actions: what triggers there is put on the stack. What happened is looked
through moment by moment. What cannot be told is kept as a doubt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model import ability as ab
from layerproof.kb.model import occurrence as oc
from layerproof.kb.model import trigger_event as te
from layerproof.kb.model.instruction import OtherAction
from layerproof.kb.model.node import mentions
from layerproof.kb.model.situation import GameObject
from layerproof.kb.notation.plain_data import tag_of
from layerproof.kb.oracle.compiled import trigger_event
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.log import Doubt, Happened, Pending, Waiting
from layerproof.solver.triggers.about import amount_of, spoken_of
from layerproof.solver.triggers.finding import text_of, told
from layerproof.solver.triggers.matching import SORTS, Look, fitting, looks_back, once, single
from layerproof.solver.triggers.meeting import Meeting
from layerproof.solver.triggers.watching import Watcher, may_be_triggered, parts_of, unread

_FOR_MANA = re.compile(r"\bfor mana\b|\btap[^,]* for \{|\bmana ability\b|\badds? mana\b")
_LATER_STEP = re.compile(r"\bat (?:the beginning|end) of\b")
_WHEN = re.compile(r"\bwhen(?:ever)?\b|\bthe next time\b")
# The place of state triggers among what has triggered, which no moment makes trigger.
STATES = 1 << 30


def gather(game: Game) -> None:
    """Find what has triggered since the last time, and what may have; it waits to be put on the stack.

    It is added to `pending` and `doubted` of the game. Source: rule keys trigger.definition, trigger.controller,
    trigger.delayed, trigger.reflexive, trigger.state. It does not promise an order; the place of each says it.
    """
    first, game.gathered = game.gathered, len(game.log.moments)
    fresh, game.reflexive = game.reflexive, []
    if fresh or _may_trigger(game):
        found = _Gathering(game, game.log.moments[first:], first)
        game.pending += sorted([*fresh, *found.pending()], key=lambda each: each.place)
        game.doubted += [each for each in dict.fromkeys(found.doubts) if each not in game.doubted]


def _may_trigger(game: Game) -> bool:
    """Whether anything that is or was there has a triggered ability, or grants one."""
    situation = game.situation
    cards = [item.card for item in (*situation.objects, *situation.gone)]
    records = (*cards, *(item.down for item in situation.objects), *(each.mods for each in situation.effects))
    parts = tuple(part.card for item in situation.objects for part in item.components)
    return bool(game.delayed) or mentions((*records, *parts), _is_triggering)


def _is_triggering(node: object) -> bool:
    if isinstance(node, ab.Keyword):
        return any(isinstance(each, ab.Triggered) for each in meaning(node))
    if isinstance(node, ab.Opaque):
        return may_be_triggered(node)
    return isinstance(node, ab.Triggered | ab.Chapter)


class _Gathering(Meeting):
    """The moments since the last time; first: how many moments of the log were before them."""

    def __init__(self, game: Game, moments: list[Happened], first: int) -> None:
        super().__init__(game, [each for each in moments if each.what], True)
        self.first, self.doubts = first, list[Doubt]()

    def pending(self) -> Iterator[Pending]:
        """What has triggered."""
        for number, moment in enumerate(self.moments, 1):
            for back, scene in ((True, self.times.before(moment)), (False, self.times.after(moment))):
                for identifier in sorted(scene.view):
                    yield from self._of_object(number, moment, scene, identifier, back)
        yield from self._states()
        for place, waiting in enumerate(self.game.delayed):
            if place not in self.game.spent:
                yield from self._delayed(place, waiting)

    def _of_object(self, number: int, moment: Happened, scene: Scene, identifier: int, back: bool) -> Iterator[Pending]:
        self.named = self.game.name(identifier)
        gloss = unread(scene.view[identifier])
        if gloss and not back and scene.items[identifier].zone in ("battlefield", "command"):
            sorts = sorts_in(gloss)
            if any(_now(each) and (not sorts or _sort_of(each) in sorts) for each in moment.what):
                self._doubt(identifier, f"an ability of {self.named} is not modelled ({gloss})")
        for watcher in self.at_hand(scene, identifier):
            if scene.items[identifier].zone not in watcher.zones:
                continue
            met: set[str] = set()
            for event in single(watcher.event):
                if isinstance(event, te.Becoming) or looks_back(event, self.game.edition) != back:
                    continue
                yield from self._met(number, moment, scene, watcher, event, met)

    def _met(
        self, number: int, moment: Happened, scene: Scene, watcher: Watcher, event: te.TriggerEvent, met: set[str]
    ) -> Iterator[Pending]:
        """One single event of an ability at one moment. met: what has met another event of the ability at it."""
        counted = set[object]()
        back = looks_back(event, self.game.edition)
        for text, what in told(moment.what):
            alike = once(event, what)
            if text in met or alike in counted or not _now(what) or _for_mana(event, watcher, what):
                continue
            try:
                about = self.met(watcher, event, moment, _as_told(what, moment), back)
                if isinstance(about, str):
                    continue
                self.ask_what_may_keep_it(watcher, moment)
                together = self._together(watcher, event, moment, what)
                if isinstance(what, oc.Unsaid):
                    raise Undecided(f"whether a trigger condition was met, which nobody tells ({what.sort})")
            except Undecided as error:
                self._doubt(watcher.object, str(error))
                continue
            met.add(text)
            if alike is not None:
                about = about[:1]
                counted.add(alike)
            if watcher.limited:
                key = (watcher.object, watcher.name, moment.after.turn)
                about = () if key in self.game.fired else about[:1]
                self.game.fired.add(key)
            for index, it in enumerate(about):
                meant = {spoken_of(event, each, it) for each in together}
                that = meant.pop() if len(meant) == 1 else None
                made = self._one(watcher, scene, (number, text_of(event), text, index), that)
                amounts = [amount_of(event, each) for each in together]
                amount = None if None in amounts else sum(each for each in amounts if each is not None)
                yield msgspec.structs.replace(made, amount=amount, event=event, back=back, by=what)

    def _together(
        self, watcher: Watcher, event: te.TriggerEvent, moment: Happened, what: oc.Occurrence
    ) -> list[oc.Occurrence]:
        """The damage of a moment that is one event with what happened, which is about all of it; else that alone."""
        if not isinstance(event, te.Deals) or once(event, what) is None:
            return [what]
        alike = [each for _, each in told(moment.what) if once(event, each) == once(event, what)]
        back = looks_back(event, self.game.edition)
        return [each for each in alike if not isinstance(self.met(watcher, event, moment, each, back), str)]

    def _one(self, watcher: Watcher, scene: Scene, at: tuple[int, str, str, int], that: int | str | None) -> Pending:
        item = scene.items[watcher.object]
        part = parts_of(watcher.ability, watcher.which)[watcher.place]
        assert isinstance(part, ab.Triggered | ab.Chapter)
        number, event, what, index = at
        return Pending(
            watcher.object,
            watcher.name,
            part,
            scene.you(Source(watcher.object)),
            that,
            x=item.x,
            granter=watcher.granter or item.granter,
            place=(number, watcher.object, watcher.name, event, what, index),
            host=item.attached_to,
        )

    def _states(self) -> Iterator[Pending]:
        """State triggers whose state is or was there; none that is waiting or on the stack already (rule key
        trigger.state)."""
        scenes = [*(self.times.after(each) for each in self.moments), self.game.scene()]
        done: set[tuple[int, str]] = set()
        for scene in scenes:
            for identifier in sorted(scene.view):
                for watcher in self.at_hand(scene, identifier):
                    for event in single(watcher.event):
                        if not isinstance(event, te.Becoming) or (identifier, watcher.name) in done:
                            continue
                        self.named = self.game.name(identifier)
                        try:
                            if self.state_holds(watcher, event, scene):
                                done.add((identifier, watcher.name))
                                found = self._one(watcher, scene, (STATES, text_of(event), "", 0), None)
                                found = msgspec.structs.replace(found, event=event)
                                if not self._waits(found):
                                    yield found
                        except Undecided as error:
                            self._doubt(identifier, str(error))

    def _waits(self, found: Pending) -> bool:
        """Whether an ability is on the stack, or about to be put there."""
        key = (found.source, found.ability)
        there: list[GameObject] = [item for item in self.game.situation.objects if item.zone == "stack"]
        return key in [(item.source, item.ability) for item in there] or key in [
            (each.source, each.ability) for each in self.game.pending
        ]

    def _delayed(self, place: int, waiting: Waiting) -> Iterator[Pending]:
        """A delayed ability: it triggers the next time its event happens, or each time in its turn (rule key
        trigger.delayed)."""
        again = "whenever" in waiting.words
        for number, moment in enumerate(self.moments, 1):
            if self.first + self.game.log.moments[self.first :].index(moment) < waiting.since:
                continue
            if "this turn" in waiting.words and moment.after.turn != waiting.turn:
                self.game.spent.add(place)
                return
            counted = set[object]()
            for text, what in told(moment.what):
                if not _now(what) or (waiting.body is None and not _may_be_later(waiting.words, what)):
                    continue
                for event in single(waiting.event):
                    alike = once(event, what)
                    if (event, alike) in counted:
                        continue
                    try:
                        if waiting.body is None or not self._comes(waiting, event, moment, what):
                            if waiting.body is None:
                                raise Undecided(f"whether this happens is not modelled: {waiting.words}")
                            continue
                    except Undecided as error:
                        self._doubt(waiting.source, str(error))
                        continue
                    ability = ab.Triggered(waiting.words, waiting.body)
                    order = (number, waiting.source, f"delayed {place + 1}", text_of(event), text, 0)
                    several = alike is not None and sum(once(event, each) == alike for each in moment.what) > 1
                    amount = None if several else amount_of(event, what)
                    counted |= {(event, alike)} if alike is not None else set()
                    yield Pending(
                        waiting.source, order[2], ability, waiting.you, amount=amount, place=order, event=event, by=what
                    )
                    if not again:
                        self.game.spent.add(place)
                        return

    def _comes(self, waiting: Waiting, event: te.TriggerEvent, moment: Happened, what: oc.Occurrence) -> bool:
        before, after = self.times.before(moment), self.times.after(moment)
        seen = before if looks_back(event, self.game.edition) else after
        entered = {each for one in moment.what if isinstance(one, oc.ZoneChange) for each in one.became}
        source = Source(waiting.source, waiting.you)
        return bool(fitting(event, _as_told(what, moment), Look(source, seen, before, after, frozenset(entered))))

    def _doubt(self, source: int, words: str) -> None:
        self.doubts.append(Doubt(source, words))


def _now(what: oc.Occurrence) -> bool:
    """Whether what would trigger by an occurrence would be on the stack now.

    What a timeline does not tell of the time before (that a spell was cast which now resolves, that steps were on the
    way, that creatures attacked) counts as not having happened, or has long resolved.
    """
    if not isinstance(what, oc.Unsaid):
        return True
    return what.sort in ("drew", "step_began", "offered") or (what.sort == "targeted" and what.object is not None)


def _as_told(what: oc.Occurrence, moment: Happened) -> oc.Occurrence:
    """A turn without a named step is in its main phase; which steps were before counts no more."""
    if isinstance(what, oc.Unsaid) and what.sort == "step_began" and what.player is not None:
        return oc.StepBegan("main" if moment.after.step is None else "", what.player)
    return what


def _for_mana(event: te.TriggerEvent, watcher: Watcher, what: oc.Occurrence) -> bool:
    """Whether an event is about mana, and what happened is not (rule key mana_ability.triggered)."""
    if not isinstance(event, te.OpaqueEvent) or not _FOR_MANA.search(event.gloss):
        return False
    adds = mentions(
        parts_of(watcher.ability), lambda node: isinstance(node, OtherAction) and "add" in node.gloss.lower().split()
    )
    return adds or not isinstance(what, oc.Activated | oc.Cast | oc.StatusChange)


def _may_be_later(words: str, what: oc.Occurrence) -> bool:
    """Whether words of which only a time is known may speak of what happened: of a step alone, only as one begins."""
    lowered = words.lower()
    if _LATER_STEP.search(lowered) and not _WHEN.search(lowered):
        return isinstance(what, oc.StepBegan)
    return True


def sorts_in(gloss: str) -> tuple[str, ...]:
    """The tags of the only occurrences by which an ability known by its words could trigger; empty where any could."""
    head = gloss.lower().partition(", ")[0]
    if not head.startswith(("when ", "whenever ", "at ")):
        return ()
    sorts: list[str] = []
    for event in single(trigger_event(head)):
        inner = event.event if isinstance(event, te.AtOnce) else event
        known = inner.sorts if isinstance(inner, te.OpaqueEvent) else SORTS.get(type(inner), ())
        if not known:
            return ()
        sorts += known
    return tuple(sorts)


def _sort_of(what: oc.Occurrence) -> str:
    return what.sort if isinstance(what, oc.Unsaid) else tag_of(type(what))
