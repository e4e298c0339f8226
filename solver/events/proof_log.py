"""The log of a game: every primitive change, the rule that made it and what that rested on. It is the proof."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec

# What a step is about: an object, an effect in force, a player, or the turn and its steps, with what tells it apart.
About = tuple[str, int | str]
# The fields of a situation that change by steps of their own.
OF_THE_TURN = ("active", "step", "turn", "priority", "passed", "strikes", "struck")


class Change(NamedTuple):
    """A primitive change: its form, what it is about, the record that came to be or the fields that were set."""

    form: str
    about: About
    new: Any = None

    def plain(self) -> dict[str, Any]:
        """The change as the plain data of a step."""
        what = self.about[1]
        if self.form in ("new", "begins"):
            record: dict[str, Any] = msgspec.to_builtins(self.new)
            # Where an effect comes from in words is no part of what it is.
            return {self.form: {key: value for key, value in record.items() if key != "origin"}}
        if self.form in ("gone", "ends"):
            return {self.form: what}
        if self.form == "game":
            return {"game": msgspec.to_builtins(self.new)}
        return {self.form: what, "set": msgspec.to_builtins(self.new)}


class LogStep(NamedTuple):
    """A step of the log: its kind, the key of its rule, what it says, the numbers of the steps that it rests on."""

    kind: str
    rule: str
    says: dict[str, Any] | Change
    rests: tuple[int, ...]


class ProofLog:
    """The steps of a game so far, numbered from 1.

    A *cause* is a step under which others stand: all that happens while it is open rests on it. A change rests on
    the innermost cause, and cites the rule that is named with it, or else that of the innermost cause.
    """

    def __init__(self) -> None:
        self.steps: list[LogStep] = []
        self.latest: dict[About, int] = {}
        self._open: list[int] = []

    def fork(self) -> ProofLog:
        """A log that is as this one; what is added to one is not in the other."""
        other = ProofLog()
        other.steps, other.latest, other._open = self.steps.copy(), self.latest.copy(), self._open.copy()
        return other

    def add(self, kind: str, rule: str, says: dict[str, Any] | Change, *rests: int | None) -> int:
        """Add a step that rests on the innermost open cause and on these steps (None: on nothing); its number."""
        known = {each for each in (*rests, *self._open[-1:]) if each is not None}
        self.steps.append(LogStep(kind, rule, says, tuple(sorted(known))))
        return len(self.steps)

    @contextmanager
    def cause(self, kind: str, rule: str, says: dict[str, Any], *rests: int | None) -> Iterator[int]:
        """A step that is the cause of all that is added within."""
        number = self.add(kind, rule, says, *rests)
        with self.under(number):
            yield number

    @contextmanager
    def under(self, number: int) -> Iterator[None]:
        """Let all that is added within rest on a step that is there already."""
        self._open.append(number)
        try:
            yield
        finally:
            self._open.pop()

    def change(self, change: Change, rule: str | None = None, *rests: int | None) -> int:
        """Add a primitive change.

        Where no cause is open, something is only tried, to see whether it may be done: no proof speaks of it.
        """
        if not self._open:
            self._open.append(self.add("supposed", "given", {}))
        rule = rule or self.steps[self._open[-1] - 1].rule
        number = self.add("change", rule, change, self.latest.get(change.about), *rests)
        self.latest[change.about] = number
        return number

    def about(self, form: str, what: int | str) -> int | None:
        """The step that changed something last: an `object`, an `effect`, a `player`, or the `game`."""
        return self.latest.get((form, what))

    def back_to(self, number: int) -> None:
        """Forget all steps after this one: what they say turned out not to happen."""
        del self.steps[number:]
        self.latest = {
            each.says.about: place for place, each in enumerate(self.steps, 1) if isinstance(each.says, Change)
        }
