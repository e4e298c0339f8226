"""The chronicle: what the last event of a timeline brought about, beat by beat, for claims about triggers."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from layerproof.kb.model.occurrence import Occurrence
from layerproof.solver.proof.check.deriving import derive
from layerproof.solver.proof.check.view import View
from layerproof.solver.proof.check.world import World


class Picture:
    """How everything was at an instant; the view is worked out when it is asked for."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._view: View | None = None

    @property
    def view(self) -> View:
        """The characteristics of all objects at that instant."""
        if self._view is None:
            self._view = derive(self.world).view
        return self._view


@dataclass
class Beat:
    """What happened at one instant, with pictures of the instants before and after; run: adjacent instructions of one
    sort, of which it is not told whether they are one instant, have the same number (0: it belongs to none)."""

    before: Picture
    after: Picture | None = None
    told: list[Occurrence] = field(default_factory=list)
    run: int = 0

    @property
    def then(self) -> Picture:
        """The picture of the instant after it."""
        assert self.after is not None
        return self.after


class Chronicle:
    """The beats of one event. picture: takes the picture of the present instant."""

    def __init__(self, picture: Callable[[], Picture]) -> None:
        self._picture = picture
        self.start = picture()
        self.beats: list[Beat] = []
        self.run = self._runs = 0
        self._open: Beat | None = None

    @contextmanager
    def beat(self) -> Iterator[None]:
        """Let all that is told within be simultaneous; a beat within a beat is part of it."""
        if self._open is not None:
            yield
            return
        self._open = Beat(self._picture(), run=self.run)
        try:
            yield
            self._open.after = self._picture()
            self.beats.append(self._open)
        finally:
            self._open = None

    def tell(self, what: Occurrence) -> None:
        """Say that something happened at the beat that is open."""
        assert self._open is not None, "told outside of a beat"
        self._open.told.append(what)

    def begin_run(self) -> None:
        """What follows belongs to instructions of another sort than before."""
        self._runs += 1
        self.run = self._runs

    def twin(self, picture: Callable[[], Picture]) -> Chronicle:
        """A chronicle like this one for a game like this one; picture: takes pictures of that game."""
        other = copy.copy(self)
        other._picture, other.beats = picture, self.beats.copy()
        return other

    def eventful(self) -> list[Beat]:
        """The beats at which something happened that can be told."""
        return [each for each in self.beats if each.told]

    def pictures(self) -> list[Picture]:
        """All pictures in order, from the instant before the event on."""
        shown = [self.start]
        for each in self.beats:
            shown += [each.before, each.then]
        return shown


def may_be_reflexive(gloss: str) -> bool:
    """Whether words that are not modelled speak of a triggered ability that hangs on what was done just before."""
    _, when, rest = f" {gloss}".partition(" when ")
    return bool(when) and (" this way" in rest or re.match(r"(?:you|they|that player) (?:do|does)\b", rest) is not None)
