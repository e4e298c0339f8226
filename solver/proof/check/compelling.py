"""What must attack or block, seen by the checker: the most requirements that a declaration can obey, found by going
through the creatures one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from layerproof.kb.model.modification import Limits, Requires
from layerproof.solver.proof.check.deontic import Clause
from layerproof.solver.proof.check.incomplete import Incomplete

# So many declarations are gone through at most.
_ENOUGH = 32768
Pairs = frozenset[tuple[int, int]]
Ways = list[tuple[int, list[frozenset[int]]]]


class Duty(NamedTuple):
    """A requirement on a creature: who says it, what it must do, against which attacker where only that one counts."""

    source: int | None
    action: str
    creature: int
    against: int | None = None

    def kept(self, blocks: Pairs) -> bool:
        """Whether blocks keep to it."""
        if self.action == "be blocked":
            return any(attacker == self.creature for _, attacker in blocks)
        return any(blocker == self.creature and self.against in (None, attacker) for blocker, attacker in blocks)


def duties(said: list[Clause], action: str) -> Iterator[tuple[int | None, int]]:
    """Who requires something, and of which creature, in the order of the clauses and the identifiers."""
    for clause in said:
        if isinstance(clause.says, Requires) and clause.says.action == action:
            if clause.players:
                raise Incomplete(f"a requirement on players to {action}")
            for each in sorted(clause.objects):
                yield clause.speaker.source, each


def bounds(said: list[Clause], action: str) -> Iterator[tuple[Limits, Clause]]:
    """The clauses that say how many may do something together."""
    for clause in said:
        if isinstance(clause.says, Limits) and clause.says.action == action:
            yield clause.says, clause


def within(limit: Limits, many: int) -> bool:
    """Whether so many creatures keep to a limit; none always do."""
    if many == 0:
        return True
    return many >= limit.least and (limit.most is None or many <= limit.most)


def most_attacking(owed: dict[int, int], able: list[int], fine: Callable[[frozenset[int]], bool]) -> int:
    """The most requirements that attackers can obey together.

    owed: how many requirements each creature has. fine: whether a set of attackers disobeys no restriction.
    """
    if not owed:
        return 0
    if 2 ** len(able) > _ENOUGH:
        raise Incomplete("attackers that are too many to go through")

    def best(place: int, chosen: frozenset[int]) -> int:
        if place == len(able):
            return sum(owed.get(each, 0) for each in chosen) if fine(chosen) else -1
        return max(best(place + 1, chosen | {able[place]}), best(place + 1, chosen))

    return best(0, frozenset())


def most_blocking(asked: list[Duty], ways: Ways, fine: Callable[[Pairs], bool]) -> int:
    """The most requirements that blocks can obey together.

    ways: for each creature the sets of attackers that it may block, none among them. fine: whether blocks disobey no
    restriction.
    """
    many = 1
    for _, sets in ways:
        many *= len(sets)
    if many > _ENOUGH:
        raise Incomplete("ways to block that are too many to go through")

    def best(place: int, blocks: Pairs) -> int:
        if place == len(ways):
            return sum(duty.kept(blocks) for duty in asked) if fine(blocks) else -1
        blocker, sets = ways[place]
        return max(best(place + 1, blocks | {(blocker, each) for each in one}) for one in sets)

    return best(0, frozenset())
