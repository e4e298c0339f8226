"""The steps of a proof on which others rest: all of them, or their causes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Step = dict[str, Any]


def reached(steps: list[Step], *ends: int) -> list[Step]:
    """The steps on which the last step of a proof rests, or these steps rest, by premises; in the order of the proof.

    steps: of one proof, numbered from 1 by their ids. ends: the numbers of the steps in question.

    >>> steps = [{"id": 1, "premises": []}, {"id": 2, "premises": []}, {"id": 3, "premises": [1]}]
    >>> [step["id"] for step in reached(steps)]
    [1, 3]
    """
    wanted = set(ends or (len(steps),))
    for step in reversed(steps):
        if step["id"] in wanted:
            wanted.update(step["premises"])
    return [step for step in steps if step["id"] in wanted]


def causes_of(steps: Mapping[int, Step], step: Step) -> list[Step]:
    """The causes of a step of a log: what it stands under, what that stands under, and so on up to what is given.

    steps: of one proof by their ids.

    >>> steps = {1: {"id": 1, "kind": "given", "premises": []}, 2: {"id": 2, "kind": "change", "premises": [1]}}
    >>> [each["id"] for each in causes_of(steps, steps[2])]
    [1]
    """
    found: dict[int, Step] = {}
    todo = [step]
    while todo:
        for number in todo.pop()["premises"]:
            above = steps[number]
            if above["kind"] not in ("change", "characteristic") and number not in found:
                found[number] = above
                todo.append(above)
    return [found[number] for number in sorted(found)]


def cites(proof: dict[str, Any], rule: str) -> bool:
    """Whether what a proof concludes rests on a rule, given by its number in the edition of the proof or by its key.

    Instead of a key its words will do (`is_named`).
    """
    proofs = [each["proof"] for each in proof["proofs"]] if "proofs" in proof else [proof]
    steps = (step for each in proofs for step in reached(each["steps"]))
    return any(rule == step["number"] or is_named(step["rule"], rule) for step in steps)


def is_named(key: str, rule: str) -> bool:
    """Whether the key of a rule is named by it, or by words of it, which may be those of a rule above it.

    >>> is_named("keyword.split_second", "split second"), is_named("keyword.split_second", "keyword.flash")
    (True, False)
    """
    words = rule.strip().lower().replace(" ", "_").replace("-", "_")
    return bool(words) and f".{words}." in f".{key}."
