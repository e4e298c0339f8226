"""Which of several instances of a keyword ability an announced additional cost is paid for."""

from __future__ import annotations

from collections.abc import Iterable

from layerproof.kb.model.ability import Keyword
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.layers.view import Entry


def announcements(additional: Iterable[tuple[str, int]]) -> dict[str, list[int]]:
    """The numbers that are announced for each keyword, in their order.

    >>> announcements((("kicker", 1), ("kicker", 0), ("buyback", 1)))
    {'kicker': [1, 0], 'buyback': [1]}
    """
    found: dict[str, list[int]] = {}
    for keyword, number in additional:
        found.setdefault(keyword, []).append(number)
    return found


def by_instance(entry: Entry, keyword: str, numbers: list[int]) -> list[int]:
    """How often the cost of each instance of a keyword ability is paid, in the order of the abilities.

    numbers: those that are announced, one for each instance, or one for all where there is one instance or nothing is
    paid (rule keys keyword.kicker.kicked, keyword.replicate.several). Nothing for a keyword that is not there. Raises
    Undecided where that does not tell which of several instances is paid for.
    """
    count = sum(isinstance(each.ability, Keyword) and each.ability.keyword == keyword for each in entry.abilities)
    if count == 0:
        return []
    if len(numbers) == count:
        return list(numbers)
    if not any(numbers):
        return [0] * count
    if len(numbers) == 1:
        raise Undecided(f"which of {count} {keyword} abilities is paid (additional: a list with a number for each)")
    raise Undecided(f"{len(numbers)} numbers for {count} {keyword} abilities")
