"""Payments of mana in words, read from the conclusions of proofs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def mana_told(said: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """What a step about mana says: with what a total is paid, or which totals cannot be paid.

    said: the conclusion of a step because of `mana`. names: labels of objects by identifier; others are numbered.

    >>> payment = {"used": [[0, 0]], "symbols": [{"way": "type", "units": [[0, 0]]}, {"way": "life"}]}
    >>> said = {"total": "{G}{R/P}", "life": 0, "pool": ["red"], "sources": [[7, [["green"]]]], "payment": payment}
    >>> mana_told(said, {7: "forest"})
    '{G}{R/P} with green of forest and life'
    >>> mana_told({"unpaid": [{"total": "{3}", "life": 0, "shown": {}}]}, {})
    'there is no mana for {3}'
    """
    if "payment" not in said:
        totals = [each["total"] + _life(each["life"]) for each in said["unpaid"]]
        return f"there is no mana for {' or '.join(totals) or 'it'}"
    options = dict(said["payment"]["used"])
    words: list[str] = []
    for paid in said["payment"]["symbols"]:
        for source, place in paid.get("units", []):
            if source < 0:
                words.append(f"{said['pool'][place]} of the pool")
            else:
                identifier, amounts = said["sources"][source]
                words.append(f"{amounts[options[source]][place]} of {names.get(identifier, f'object {identifier}')}")
        if paid["way"] == "life":
            words.append("life")
    listed = ", ".join(words[:-1]) + f" and {words[-1]}" if len(words) > 1 else "".join(words) or "nothing"
    return f"{said['total']}{_life(said['life'])} with {listed}"


def _life(number: int) -> str:
    return f" and {number} life" if number else ""
