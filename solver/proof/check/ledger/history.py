"""The log that stands first in a proof: right by itself, and leading to where playing the scenario again leads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from layerproof.kb.model.situation import GameObject, Situation
from layerproof.solver.proof.check.changes import as_plain
from layerproof.solver.proof.check.ledger.log import BadStep, LogCheck
from layerproof.solver.proof.check.replay import Replay

Step = dict[str, Any]
Expected = tuple[str, str, Any]
# What was said of these kinds in playing again is compared with what the log says.
_COMPARED = ("permitted", "resolved", "replaced", "stacked", "ordered")
# What a log may hold.
KINDS = frozenset((*_COMPARED, "given", "change", "cause", "occurs", "triggers", "state-based", "characteristic"))


def checked_log(log: list[Step], found: Replay) -> LogCheck:
    """The log of a proof looked through, against what playing its scenario again has found.

    log: the steps, of the right form and with the right rule numbers. Raises BadStep for the first step that is not
    right, or for the step behind the last where the log leads elsewhere.
    """
    for step in log:
        if step["kind"] not in KINDS:
            raise BadStep(step["id"], f"{step['kind']} is no kind of step of a log")
    check = LogCheck(found.scenario, found.game.edition)
    end = check.check(log)
    for kind in _COMPARED:
        _compare([step for step in log if step["kind"] == kind], [step for step in found.steps if step[0] == kind], log)
    different = where_different(end, found.situation)
    if different:
        raise BadStep(len(log) + 1, f"the log leads to another end: {different}")
    return check


def _compare(log: Sequence[Step], expected: Sequence[Expected], whole: Sequence[Step]) -> None:
    """What is allowed, chosen, replaced and put in order is what playing again finds, in the same order."""
    for place, step in enumerate(log):
        if place >= len(expected):
            raise BadStep(step["id"], f"{_said(step)} was not found")
        _, rule, says = expected[place]
        if type(says) is dict:
            wanted: Any = as_plain(says)
            fault = None if step["conclusion"] == wanted and _same_types(step["conclusion"], wanted) else "other"
        else:
            fault = says.fault(step["conclusion"])
        if fault is not None or step["rule"] != rule:
            raise BadStep(step["id"], f"{_said(step)}; expected {rule}: {as_plain(says)}")
    if len(log) < len(expected):
        raise BadStep(len(whole) + 1, f"a step is missing: {expected[len(log)][1]} {as_plain(expected[len(log)][2])}")


def _same_types(one: Any, other: Any) -> bool:
    """Whether two values that are equal are written the same: a truth value is no number."""
    return msgspec.json.encode(one, order="sorted") == msgspec.json.encode(other, order="sorted")


def _said(step: Step) -> str:
    return f"{step['rule']}: {step['conclusion']}"


def where_different(one: Situation, other: Situation) -> str:
    """What differs between two situations, in short; empty where nothing does but the last timestamp and identifier,
    and the words by which an effect is called."""
    for field in Situation.__struct_fields__:
        if field in ("clock", "next_id"):
            continue
        here, there = getattr(one, field), getattr(other, field)
        if field == "effects":
            here, there = (tuple(msgspec.structs.replace(each, origin="") for each in side) for side in (here, there))
        if field == "gone":
            # What was chosen as something resolved says nothing of it once it has left.
            here, there = (tuple(map(_as_it_left, side)) for side in (here, there))
        if here == there:
            continue
        if not isinstance(here, tuple) or len(here) != len(there):
            return field
        return next(f"{field} {_name(a)}: {_fields(a, b)}" for a, b in zip(here, there, strict=True) if a != b)
    return ""


def _as_it_left(item: GameObject) -> GameObject:
    return msgspec.structs.replace(item, choices=(), attached_to=None)


def _name(record: Any) -> str:
    return str(getattr(record, "label", None) or getattr(record, "name", None) or getattr(record, "id", ""))


def _fields(one: Any, other: Any) -> str:
    names = getattr(one, "__struct_fields__", ())
    return ", ".join(each for each in names if getattr(one, each) != getattr(other, each, None))
