"""How texts speak of using a keyword ability."""

from __future__ import annotations


def verb_of(keyword: str) -> str:
    """The verb by which texts say that a player uses a keyword ability: that of cycling and its variants is `cycle`
    (rule key keyword.cycling); of others it is their name.

    >>> verb_of("landcycling"), verb_of("equip")
    ('cycle', 'equip')
    """
    return "cycle" if keyword.endswith("cycling") else keyword
