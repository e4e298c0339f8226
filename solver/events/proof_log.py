"""The log of a game: every primitive change, the rule that made it and what that rested on. It is the proof."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec

# What a step is about: an object, an effect in force, a player, or the turn and its steps, with what tells it apart.
About = tuple[str, int | str]
# The key of a rule, or several of which the first is meant that the edition has.
Rule = str | tuple[str, ...]
# The fields of a situation that change by steps of their own.
OF_THE_TURN = ("active", "step", "turn", "priority", "passed", "strikes", "struck")


def standing_by(name: str) -> About:
    """What an effect that changed an event comes from, by the name of the application: one in force, or an object.

    >>> standing_by("effect 7.0"), standing_by("3.1.0.0")
    (('effect', 7), ('object', 3))
    """
    first, *rest = name.replace(".", " ").split()
    return ("effect", int(rest[0])) if first == "effect" else ("object", int(first))


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
    rule: Rule
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
        self._open: list[tuple[int, ...]] = []
        self._changed_by: list[dict[About, int]] = []
        self._effects: dict[str, int] = {}

    def fork(self) -> ProofLog:
        """A log that is as this one; what is added to one is not in the other."""
        other = ProofLog()
        other.steps, other.latest, other._open = self.steps.copy(), self.latest.copy(), self._open.copy()
        other._changed_by = [each.copy() for each in self._changed_by]
        other._effects = self._effects.copy()
        return other

    def add(self, kind: str, rule: Rule, says: dict[str, Any] | Change, *rests: int | None) -> int:
        """Add a step that rests on the innermost open cause and on these steps (None: on nothing); its number."""
        known = {each for each in (*rests, *self.here) if each is not None}
        self.steps.append(LogStep(kind, rule, says, tuple(sorted(known))))
        return len(self.steps)

    @contextmanager
    def cause(self, kind: str, rule: Rule, says: dict[str, Any], *rests: int | None) -> Iterator[int]:
        """A step that is the cause of all that is added within."""
        number = self.add(kind, rule, says, *rests)
        with self.under(number):
            yield number

    @contextmanager
    def under(self, *numbers: int) -> Iterator[None]:
        """Let all that is added within rest on steps that are there already; the first is its cause."""
        self._open.append(numbers)
        self._changed_by.append({})
        try:
            yield
        finally:
            self._open.pop()
            self._changed_by.pop()

    @property
    def here(self) -> tuple[int, ...]:
        """The innermost causes that are open now."""
        return self._open[-1] if self._open else ()

    def instead(self, effects: Iterable[str]) -> tuple[int, ...]:
        """The causes of what is done in place of an event or besides it: the last step by which one of these effects
        changed one, and what is open now."""
        latest = max((self._effects.get(each, 0) for each in effects), default=0)
        return (latest, *self.here) if latest else self.here

    def changed_by(self, effect: str, number: int, about: Iterable[About]) -> None:
        """An effect has changed an event that was about to happen to these things. What changes of them, as long as the
        innermost cause is open, rests on that step besides."""
        self._effects[effect] = number
        if self._changed_by:
            self._changed_by[-1].update(dict.fromkeys(about, number))

    def change(self, change: Change, rule: Rule | None = None, *rests: int | None) -> int:
        """Add a primitive change.

        Where no cause is open, something is only tried, to see whether it may be done: no proof speaks of it.
        """
        if not self._open:
            self._open.append((self.add("supposed", "given", {}),))
            self._changed_by.append({})
        rule = rule or self.steps[self._open[-1][0] - 1].rule
        changed_by = (each.get(change.about) for each in self._changed_by)
        number = self.add("change", rule, change, self.latest.get(change.about), *changed_by, *rests)
        self.latest[change.about] = number
        return number

    def last_set(self, form: str, what: int | str, field: str) -> int | None:
        """The step that gave a field of something its value: that which set it last, or by which the thing came to
        be."""
        for number in range(len(self.steps), 0, -1):
            change = self.steps[number - 1].says
            if isinstance(change, Change) and change.about == (form, what):
                if change.form in ("new", "begins") or field in change.new:
                    return number
        return None

    def about(self, form: str, what: int | str) -> int | None:
        """The step that changed something last: an `object`, an `effect`, a `player`, or the `game`."""
        return self.latest.get((form, what))

    def back_to(self, number: int) -> None:
        """Forget all steps after this one: what they say turned out not to happen."""
        del self.steps[number:]
        self._changed_by = [{it: by for it, by in each.items() if by <= number} for each in self._changed_by]
        self._effects = {name: by for name, by in self._effects.items() if by <= number}
        self.latest = {
            each.says.about: place for place, each in enumerate(self.steps, 1) if isinstance(each.says, Change)
        }
