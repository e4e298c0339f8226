"""The log: what happened, moment by moment, with the situation before and after each moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec

from layerproof.kb.model.ability import Chapter, Triggered
from layerproof.kb.model.instruction import Body
from layerproof.kb.model.occurrence import Occurrence
from layerproof.kb.model.situation import Situation
from layerproof.kb.model.trigger_event import TriggerEvent
from layerproof.solver.layers.scene import Source
from layerproof.solver.layers.view import View

Now = Callable[[], tuple[Situation, View]]


class Happened(msgspec.Struct, frozen=True):
    """One moment: what happened at it, all at once, and how things stood just before and just after.

    A moment at which something changed that no occurrence says (an effect begins) has none of them.

    event: the number of the timeline's event during which it was, from 1 on.
    together: moments with the same number belong to adjacent instructions of one sort, which one sentence may have
    joined: whether they were one moment is not told. known_before, known_after: the entries of objects that had left by
    then, as they last were.
    """

    event: int
    what: tuple[Occurrence, ...]
    before: Situation
    after: Situation
    known_before: View
    known_after: View
    together: int = 0


class Waiting(msgspec.Struct, frozen=True):
    """A delayed triggered ability that was created: the source, the player who controls it, the event with all that it
    refers to, its words, and after how many moments of the log it was created. body: its instructions with all that
    they refer to, None where only the words are known; turn: the turn in which it was created."""

    source: int
    you: str
    event: TriggerEvent
    words: str
    since: int
    body: Body | None = None
    turn: int = 1


class Pending(msgspec.Struct, frozen=True):
    """A triggered ability that has triggered and is not yet on the stack.

    source: the object whose ability it is. name: its name in proofs. ability: the ability itself. you: who controls it.
    that: the object, or the player, that its event was about, amount: how much it was about. x: the value of X.
    granter: whose effect granted it. place: its place among those that triggered since then, by which it gets its
    label. host: what its source was attached to as it triggered. event: what it watches for; back: it looks at things
    as they were just before; by: what made it trigger.
    """

    source: int
    name: str
    ability: Triggered | Chapter
    you: str
    that: int | str | None = None
    amount: int | None = None
    x: int | None = None
    granter: int | None = None
    place: tuple[int, int, str, str, str, int] = (0, 0, "", "", "", 0)
    host: int | str | None = None
    event: TriggerEvent | None = None
    back: bool = False
    by: Occurrence | None = None

    def as_source(self, choices: tuple[tuple[str, tuple[str | int, ...]], ...] = ()) -> Source:
        """What the instructions of the ability are followed for (rule key trigger.on_stack).

        choices: those made for it so far, by their sort.
        """
        return Source(
            self.source,
            self.you,
            that=self.that,
            x=self.x,
            granter=self.granter,
            amount=self.amount,
            choices=choices,
        )


class Doubt(msgspec.Struct, frozen=True):
    """An ability of an object that may have triggered: why that is not known."""

    source: int
    words: str


class Log:
    """What has happened in a game so far.

    The methods of the game that change something report to it, each within `one_moment`: what is reported within the
    outermost of these is simultaneous. A later module that lets something happen does the same: it opens a moment,
    makes the change within it, and reports each occurrence with `report`. Nothing is reported that does not happen
    (rule key trigger.occurs). A timeline's next event is announced with `next_event`.
    """

    def __init__(self) -> None:
        self.moments: list[Happened] = []
        self.event = 0
        self.together = 0
        self._runs = 0
        self.began: tuple[Situation, View] | None = None
        self._depth = 0
        self._gathered: list[Occurrence] = []

    def fork(self) -> Log:
        """A log that is as this one; what is reported to one is not reported to the other."""
        other = Log()
        other.moments, other.event, other.together = self.moments.copy(), self.event, self.together
        other.began, other._runs = self.began, self._runs
        return other

    def next_event(self, now: Now) -> None:
        """The next event of the timeline begins; `began` is how things stand then."""
        self.began = now()
        self.event += 1
        self.together = 0

    def next_run(self) -> None:
        """The next instruction is of another sort than the one before it."""
        self._runs += 1
        self.together = self._runs

    def end_run(self) -> None:
        """What comes now belongs to no instruction."""
        self.together = 0

    def report(self, what: Occurrence) -> None:
        """Say that something happened at the moment that is open.

        It raises RuntimeError outside of a moment.
        """
        if not self._depth:
            raise RuntimeError("an occurrence is reported within one_moment of the game")
        self._gathered.append(what)

    @contextmanager
    def moment(self, now: Now) -> Iterator[None]:
        """Let what is reported within be simultaneous. now: gives the situation and the entries of what has left."""
        if self._depth:
            self._depth += 1
            try:
                yield
            finally:
                self._depth -= 1
            return
        before, known = now()
        self._depth = 1
        try:
            yield
        finally:
            self._depth = 0
            what, self._gathered = tuple(self._gathered), []
        after, known_after = now()
        if what or after is not before:
            self.moments.append(Happened(self.event, what, before, after, known, known_after, self.together))

    def latest(self) -> list[Happened]:
        """The moments of the timeline's last event, state-based actions after it among them."""
        return [each for each in self.moments if each.event == self.event]
