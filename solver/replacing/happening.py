"""An event about to happen, as data, and what following it comes to."""

from __future__ import annotations

from typing import Any, NamedTuple

from layerproof.kb.model.instruction import Body
from layerproof.kb.model.modification import Modification
from layerproof.solver.layers.scene import Source


class Happening(NamedTuple):
    """One event about to happen to one object or player.

    what: a word of `Would`. number: how much. object, player: whom it happens to; of `enter` and `create` the player is
    the one who would control the object. source: what deals the damage. kind: of counters. by: the player who puts
    them, None if it is not known. effect: whether an effect does it, None if that is not known. damage: it is a
    result of damage. combat: whether it is combat damage, None if that is not known. counters: what an object enters
    with. being: what effects say that it is as it enters: the source, its controller and the modifications. place:
    which of several events at one moment it is. used: the effects that had their one opportunity to affect it (rule
    key replacement.once).
    """

    what: str
    number: int = 1
    object: int | None = None
    player: str | None = None
    source: int | None = None
    kind: str | None = None
    by: str | None = None
    effect: bool | None = True
    damage: bool = False
    combat: bool | None = False
    from_: str | None = None
    to: str | None = None
    counters: tuple[tuple[str, int], ...] = ()
    being: tuple[tuple[int | None, str, tuple[Modification, ...]], ...] = ()
    place: int = 0
    used: frozenset[str] = frozenset()

    def plain(self) -> dict[str, Any]:
        """The event as the conclusion of a step has it."""
        found: dict[str, Any] = {"what": self.what, "number": self.number}
        for field in ("object", "player", "source", "kind", "from_", "to"):
            value = getattr(self, field)
            if value is not None and (field != "object" or self.what != "create"):
                found[field.rstrip("_")] = value
        if self.counters:
            found["counters"] = [list(each) for each in self.counters]
        if self.being:
            found["being"] = [source for source, _, _ in self.being]
        return found


class Following(NamedTuple):
    """Instructions to be followed in place of an event or besides it, and from where they speak.

    once: the prevention effect that they are part of, which is applied once for all damage of one moment.
    """

    body: Body
    source: Source
    origin: str
    used: frozenset[str]
    once: str = ""


class Applied(NamedTuple):
    """One application of an effect: its name, its sort, whether it was one of several, the event before and what it
    became."""

    by: str
    sort: str
    because: str
    would: dict[str, Any]
    instead: tuple[dict[str, Any], ...]


class Outcome(NamedTuple):
    """What becomes of events: those that happen, instructions to follow, how much is left of limited effects (and, of
    effects that say the same, how much in all, in order), and the applications on the way."""

    happens: tuple[Happening, ...] = ()
    follows: tuple[Following, ...] = ()
    left: tuple[tuple[str, int], ...] = ()
    alike: tuple[tuple[str, int], ...] = ()
    applied: tuple[Applied, ...] = ()

    def same_as(self, other: Outcome, limited: frozenset[str] = frozenset()) -> bool:
        """Whether another order of effects comes to the same. limited: effects of which it is told how much is left."""
        mine, theirs = (
            [each._replace(used=each.used - limited) for each in outcome.follows] for outcome in (self, other)
        )
        return mine == theirs and self.alike == other.alike and _bare(self.happens) == _bare(other.happens)


def _bare(happens: tuple[Happening, ...]) -> list[Happening]:
    return sorted((each._replace(used=frozenset()) for each in happens), key=lambda each: (each.place, repr(each)))
