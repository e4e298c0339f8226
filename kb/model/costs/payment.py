"""Paying mana: what is asked for and at hand, a payment that does it, and what shows that there is none."""

from __future__ import annotations

from layerproof.kb.model.costs.mana import ManaCost
from layerproof.kb.model.node import Node

POOL = -1


class Unit(Node, frozen=True, tag="unit"):
    """One mana: which type it has (`white` … `colorless`), and whether its source is snow."""

    mana: str
    snow: bool = False


class ManaSource(Node, frozen=True, tag="mana_source"):
    """A permanent that can be used once for mana: its name, and the amounts of which its player chooses one."""

    name: str
    options: tuple[tuple[Unit, ...], ...]


class ManaProblem(Node, frozen=True, tag="mana_problem"):
    """A mana cost to be paid, and with what.

    pool: the mana in the player's pool that may be spent on this. sources: what may still be used for mana. life: how
    much life may be paid for Phyrexian symbols. announced: the numbers of variable symbols, each a letter and a number.
    """

    cost: ManaCost
    pool: tuple[Unit, ...] = ()
    sources: tuple[ManaSource, ...] = ()
    life: int = 0
    announced: tuple[tuple[str, int], ...] = ()


class PaidSymbol(Node, frozen=True, tag="paid_symbol"):
    """How one symbol is paid: the way (`generic`, `type`, `snow`, `life`), and which mana it takes.

    units: pairs of a place among the sources (POOL for the pool) and a place in the amount that the source makes.
    """

    way: str
    units: tuple[tuple[int, int], ...] = ()


class Payment(Node, frozen=True, tag="payment"):
    """A payment: which sources are used for which of their amounts, and how each symbol of the cost is paid.

    used: pairs of a place among the sources and the place of the chosen amount, in order. symbols: one for each symbol
    of the cost, in its order.
    """

    used: tuple[tuple[int, int], ...]
    symbols: tuple[PaidSymbol, ...]


class Shortage(Node, frozen=True, tag="shortage"):
    """Symbols for which there is too little mana of the types that could pay them.

    ways: how each symbol of the cost is meant to be paid. symbols: places of the symbols that together ask for more
    mana than all that can be had of what could pay any of them.
    """

    ways: tuple[str, ...]
    symbols: tuple[int, ...]


class NoPayment(Node, frozen=True, tag="no_payment"):
    """What shows that a mana cost cannot be paid.

    shortages: for combinations of ways to pay the symbols, what falls short. A combination that needs more life than
    there is needs none. For any other combination all payments have been tried, and must be tried again to be sure.
    """

    shortages: tuple[Shortage, ...] = ()


class Reduction(Node, frozen=True, tag="reduction"):
    """So much mana less: colored_only where it takes away no generic mana, not_below what it leaves at least."""

    mana: ManaCost
    colored_only: bool = False
    not_below: int = 0


class Owed(Node, frozen=True, tag="owed"):
    """What the mana of a total cost is worked out from (rule key cost.changed).

    base: the mana of the mana cost or of the alternative cost. added: that of additional costs and increases.
    reductions: in any order. at_least: a smaller total becomes so much mana in the end. announced: the numbers of
    variable symbols.
    """

    base: ManaCost
    added: tuple[ManaCost, ...] = ()
    reductions: tuple[Reduction, ...] = ()
    at_least: int = 0
    announced: tuple[tuple[str, int], ...] = ()


class ManaTotal(Node, frozen=True, tag="mana_total"):
    """The mana of a total cost, and the life that is paid for Phyrexian symbols instead of mana."""

    mana: ManaCost
    life: int = 0
