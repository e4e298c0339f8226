"""The steps of a proof on which its conclusion rests."""

from __future__ import annotations

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
