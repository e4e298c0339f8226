"""What keyword abilities say about the cost of casting the spell that has them, as data."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from layerproof.kb.cost_words import cost_parts
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.cost import Cost
from layerproof.kb.yaml_source import read_document

FILE = Path(__file__).parent / "costs.yaml"
MANA_COST, FREE, OWN = "mana cost", "without paying", "its cost"


class UsedToPay(NamedTuple):
    """What a keyword lets a player use instead of mana: which objects, from where, and whether for their colors too."""

    what: str
    zone: str
    colors: bool


@cache
def _all() -> dict[str, dict[str, object]]:
    return dict(read_document(FILE).value)  # type: ignore[arg-type]


def is_alternative(keyword: str) -> bool:
    """Whether spells are cast for the cost of this keyword rather than for their mana cost (rule key cost.alternative).

    >>> is_alternative("overload"), is_alternative("kicker")
    (True, False)
    """
    return keyword in _all()["alternative"]


def alternative_cost(keyword: str, stated: str | None) -> Cost | str:
    """The cost that is paid for a keyword: its parts, MANA_COST for the spell's mana cost, or FREE.

    keyword: one for which `is_alternative` holds. stated: the cost that stands after it. Raises ValueError where it
    needs one and none stands there.

    >>> alternative_cost("flashback", "{3}{U}"), alternative_cost("retrace", None)
    ((ManaPart(symbols='{3}{U}'),), 'mana cost')
    """
    words = str(_all()["alternative"][keyword])
    if words in (MANA_COST, FREE):
        return words
    return _cost(words, keyword, stated)


def besides(keyword: str) -> Cost:
    """What is paid besides whenever a spell is cast for a keyword; nothing for most."""
    words = _all()["besides"].get(keyword)
    return () if words is None else cost_parts(str(words))


def additional_times(keyword: str) -> str | None:
    """How often the cost of a keyword may be paid as an additional cost: `once` or `any`; None if it is none.

    >>> additional_times("replicate"), additional_times("flying")
    ('any', None)
    """
    entry = _all()["additional"].get(keyword)
    return None if entry is None else str(entry["often"])  # type: ignore[index]


def additional_cost(keyword: str, stated: str | None) -> Cost:
    """What is paid once for a keyword as an additional cost. Raises ValueError where no cost stands after it."""
    entry = _all()["additional"][keyword]
    return _cost(str(entry["cost"]), keyword, stated)  # type: ignore[index]


def used_to_pay(keyword: str) -> UsedToPay | None:
    """What a keyword lets a player use instead of mana; None where it is no such keyword.

    >>> used_to_pay("convoke").colors
    True
    """
    entry = _all()["paying"].get(keyword)
    if entry is None:
        return None
    return UsedToPay(str(entry["what"]), str(entry["zone"]), bool(entry["colors"]))  # type: ignore[index]


def is_unmodelled(ability: Keyword) -> bool:
    """Whether a keyword ability changes what its spell costs in a way that is not stated."""
    return ability.keyword in _all()["unmodelled"]


def _cost(words: str, keyword: str, stated: str | None) -> Cost:
    if words != OWN:
        return cost_parts(words)
    if stated is None:
        raise ValueError(f"no cost stands after {keyword}")
    return cost_parts(stated)
