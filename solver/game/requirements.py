"""Requirements: what must attack or block, and how many of these requirements a declaration could obey at most
(rule keys attack.requirement, block.requirement)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from layerproof.kb.model.modification import Limits, Requires
from layerproof.solver.game.rights import Rule
from layerproof.solver.layers.scene import Undecided

# More declarations than these are not tried out one by one.
MOST_TRIED = 1 << 15


class Demand(NamedTuple):
    """One requirement on one creature: what it is, the object whose effect it is, the creature that it is about.

    other: of `be blocked by all` the attacker that the creature must block.
    """

    action: str
    source: int | None
    creature: int
    other: int | None = None


class Blocks(NamedTuple):
    """A declaration of blockers: pairs of a blocker and an attacker."""

    pairs: frozenset[tuple[int, int]]

    @property
    def blockers(self) -> frozenset[int]:
        """Every creature that blocks."""
        return frozenset([blocker for blocker, _ in self.pairs])

    def of(self, attacker: int) -> frozenset[int]:
        """The creatures that block an attacker."""
        return frozenset(blocker for blocker, blocked in self.pairs if blocked == attacker)


def demanded(rules: Sequence[Rule], action: str) -> Iterator[tuple[int | None, int]]:
    """The requirements of a sort: the source of each and the creature that it affects.

    Raises Undecided for a requirement on a player.
    """
    for rule in rules:
        if isinstance(rule.says, Requires) and rule.says.action == action:
            if rule.names:
                raise Undecided(f"what requires a player to {action}")
            yield from ((rule.source.id, each) for each in rule.objects)


def limits(rules: Sequence[Rule], action: str) -> list[tuple[Limits, Rule]]:
    """The effects that limit how many creatures may do something together."""
    return [(rule.says, rule) for rule in rules if isinstance(rule.says, Limits) and rule.says.action == action]


def exceeds(limit: Limits, number: int) -> bool:
    """Whether so many creatures are more, or fewer but some, than a limit allows."""
    return (limit.most is not None and number > limit.most) or 0 < number < limit.least


def attack_demands(rules: Sequence[Rule], able: Sequence[int]) -> list[Demand]:
    """The requirements that creatures attack which are able to.

    Raises Undecided where they are too many to be tried out.
    """
    sorts = ("attack", "attack opponent")
    return [Demand(sort, source, each) for sort in sorts for source, each in demanded(rules, sort) if each in able]


def most_attacks(demands: Sequence[Demand], able: Sequence[int], allowed: Callable[[frozenset[int]], bool]) -> int:
    """How many requirements to attack can be obeyed at most by attackers that disobey no restriction.

    able: the creatures that could attack. allowed: whether a set of them may attack together. Raises Undecided where
    there are too many sets to try.
    """
    if not demands:
        return 0
    if 1 << len(able) > MOST_TRIED:
        raise Undecided(f"which of {len(able)} creatures must attack together")
    sets = (frozenset(each) for size in range(len(able) + 1) for each in combinations(able, size))
    return max(sum(each.creature in chosen for each in demands) for chosen in sets if allowed(chosen))


def block_demands(rules: Sequence[Rule], able: Sequence[int], attackers: Sequence[int]) -> list[Demand]:
    """The requirements that creatures block, and that attackers are blocked."""
    found = [Demand("block", source, each) for source, each in demanded(rules, "block") if each in able]
    for source, each in demanded(rules, "block it"):
        if each in able and source in attackers:
            found.append(Demand("block", source, each, source))
    found += [Demand("be blocked", source, each) for source, each in demanded(rules, "be blocked") if each in attackers]
    for source, each in demanded(rules, "be blocked by all"):
        if each in attackers:
            found += [Demand("block", source, blocker, each) for blocker in able]
    return found


def is_obeyed(demand: Demand, blocks: Blocks) -> bool:
    """Whether a declaration of blockers obeys a requirement."""
    if demand.other is not None:
        return (demand.creature, demand.other) in blocks.pairs
    if demand.action == "block":
        return demand.creature in blocks.blockers
    return bool(blocks.of(demand.creature))


def most_blocks(
    demands: Sequence[Demand], options: dict[int, list[frozenset[int]]], allowed: Callable[[Blocks], bool]
) -> int:
    """How many requirements to block can be obeyed at most by blocks that disobey no restriction.

    options: for each creature the sets of attackers that it could block, the empty one among them. Raises Undecided
    where there are too many ways to block.
    """
    if not demands:
        return 0
    ways = 1
    for each in options.values():
        ways *= len(each)
    if ways > MOST_TRIED:
        raise Undecided("which creatures must block, of so many ways to block")
    best = 0
    for chosen in product(*options.values()):
        pairs = frozenset(
            (blocker, attacker) for blocker, attackers in zip(options, chosen, strict=True) for attacker in attackers
        )
        blocks = Blocks(pairs)
        if allowed(blocks):
            best = max(best, sum(is_obeyed(each, blocks) for each in demands))
    return best
