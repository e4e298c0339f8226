"""Split cards under the editions in which they have two sets of characteristics, and two mana values, off the stack."""

from __future__ import annotations

from layerproof.kb.rulebook.edition import Edition
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.printed import cost_value
from layerproof.solver.proof.check.view import Entry, number


def has_two_sets(entry: Entry, edition: Edition) -> bool:
    """Whether an object is a split card that shows both halves and has a set of characteristics for each of them."""
    both = entry.card.layout == "split" and len(entry.names) > 1
    return both and edition.policies["split_off_stack"] == "two_sets"


def compared(entry: Entry, stat: str, edition: Edition) -> list[int]:
    """The numbers of which one must stand in the relation that is asked for; none where the object has no such number.

    A relation that is denied must fail for each of them, which is what denying the one that is asserted comes to.
    """
    if stat == "mana_value" and has_two_sets(entry, edition):
        return [cost_value(half.mana_cost, 0) for half in entry.card.faces]
    have = number(entry, stat)
    return [] if have is None else [have]


def counted(entry: Entry, stat: str, edition: Edition) -> int:
    """A number of an object that is counted with, 0 where it has none. Raises Incomplete where there are two."""
    have = set(compared(entry, stat, edition))
    if len(have) > 1:
        raise Incomplete("a number of a split card that has two sets of characteristics")
    return have.pop() if have else 0
