"""Proofs about mana that were altered: none is accepted whose payment does not pay, or that is another action's."""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from typing import Any

import pytest

from layerproof.solver.proof.check.checker import check
from tests.helpers.corruptions import others, places
from tests.proof.test_corruption import proof_of

TAKEN = (
    ("rules/two-hybrid-symbols", 1, 0),
    ("rules/two-hybrid-symbols", 3, 0),
    ("rules/two-phyrexian-symbols", 1, 0),
    ("rules/two-phyrexian-symbols", 3, 0),
    ("rules/locked-in-cost", 1, 0),
    ("rules/locked-in-cost", 2, 0),
    ("rules/parts-of-an-activation-cost", 0, 0),
    ("rules/convoke-after-a-reduction", 0, 0),
    ("rules/convoke-after-a-reduction", 2, 0),
)
_LETTERS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green", "C": "colorless"}


def pays(said: dict[str, Any]) -> bool:
    """Whether the payment in a conclusion pays its total from its pool and sources, each mana once."""
    symbols = re.findall(r"\{([^}]+)\}", said["total"])
    symbols = [] if symbols == ["0"] else symbols
    payment = said["payment"]
    made = {(-1, place): word for place, word in enumerate(said["pool"])}
    if len({source for source, _ in payment["used"]}) != len(payment["used"]):
        return False
    for source, option in payment["used"]:
        made |= {(source, place): word for place, word in enumerate(said["sources"][source][1][option])}
    spent: Counter[tuple[int, int]] = Counter()
    for text, paid in zip(symbols, payment["symbols"], strict=True):
        units = [tuple(each) for each in paid.get("units", [])]
        spent.update(units)
        words = [made[each].removeprefix("snow ") for each in units]
        halves = text.split("/")
        if paid["way"] == "generic":
            if [str(len(words))] != [half for half in halves if half.isdigit()]:
                return False
        elif paid["way"] == "type":
            if len(words) != 1 or words[0] not in [_LETTERS.get(half) for half in halves]:
                return False
        elif paid["way"] != "life" or words or halves[-1] != "P":
            return False
    return max(spent.values(), default=1) == 1


def turned(one: Any, other: Any) -> bool:
    """Whether two lists hold the same in another order."""
    lists = isinstance(one, list) and isinstance(other, list)
    return lists and sorted(map(json.dumps, one)) == sorted(map(json.dumps, other))


@pytest.mark.long
@pytest.mark.parametrize("taken", TAKEN, ids=lambda taken: f"{taken[0].split('/')[1]}-{taken[1]}")
def test_every_altered_step_about_mana_is_rejected_or_pays_all_the_same(taken: tuple[str, int, int]) -> None:
    whole = proof_of(taken)
    assert check(whole).verdict == "valid"
    steps = [place for place, step in enumerate(whole["steps"]) if step["conclusion"].get("because") == "mana"]
    assert len(steps) == 1
    accepted = 0
    for at, value in list(places(whole["steps"][steps[0]]["conclusion"])):
        for other in (each for each in others(value) if json.dumps(each) != json.dumps(value)):
            altered = copy.deepcopy(whole)
            inside = altered["steps"][steps[0]]
            for key in ("conclusion", *at[:-1]) if at else ():
                inside = inside[key]
            inside[at[-1] if at else "conclusion"] = other
            if check(altered).verdict == "valid":
                said = altered["steps"][steps[0]]["conclusion"]
                # What shows that there is no payment may say less, or in another order: the checker tries the rest.
                shorter = len(json.dumps(other)) < len(json.dumps(value)) or turned(other, value)
                less = at[:1] == ("unpaid",) and at[2:3] == ("shown",) and shorter
                assert less or (at[:1] == ("payment",) and pays(said)), (at, other)
                accepted += 1
    assert accepted < 40
