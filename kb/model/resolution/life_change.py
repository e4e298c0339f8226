"""By how much an instruction changes a life total: nobody gains or loses less than nothing."""

from __future__ import annotations

from layerproof.kb.model.expression import Minus, Value


def life_change(number: Value, amount: int) -> int:
    """The change of a life total by an instruction of that number, which was worked out to be this amount.

    Losing is stated as a number below zero, or as the opposite of what is lost. Where what is gained or lost is below
    zero, nothing is (rule key negative_numbers).

    >>> life_change(3, 3), life_change(-2, -2)
    (3, -2)
    >>> from layerproof.kb.model.expression import Stat, Ref
    >>> power = Stat("power", Ref("target"))
    >>> life_change(power, -1), life_change(Minus(power), 1), life_change(Minus(power), -4)
    (0, 0, -4)
    """
    loses = isinstance(number, Minus) or (isinstance(number, int) and number < 0)
    return min(amount, 0) if loses else max(amount, 0)
