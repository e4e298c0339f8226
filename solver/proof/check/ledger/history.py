"""The log that stands first in a proof: right by itself, and leading to where playing the scenario again leads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from layerproof.solver.proof.check.changes import as_plain
from layerproof.solver.proof.check.ledger.log import BadStep, LogCheck
from layerproof.solver.proof.check.replay import Replay

Step = dict[str, Any]
Expected = tuple[str, str, Any]
# What was said of these kinds in playing again is compared with what the log says.
_COMPARED = ("permitted", "resolved", "replaced", "occurs", "triggers", "stacked", "ordered")
# What a log may hold.
KINDS = frozenset((*_COMPARED, "given", "change", "cause", "state-based", "characteristic"))


def checked_log(log: list[Step], found: Replay) -> LogCheck:
    """The log of a proof looked through, against what playing its scenario again has found.

    log: the steps, of the right form and with the right rule numbers. Raises BadStep for the first step that is not
    right, or for the step behind the last where the log leads elsewhere. The same log, of another claim of the
    scenario, is not looked through again.
    """
    text = msgspec.json.encode(log)
    if found.looked_through is not None and found.looked_through[0] == text:
        known: LogCheck = found.looked_through[1]
        return known
    for step in log:
        if step["kind"] not in KINDS:
            raise BadStep(step["id"], f"{step['kind']} is no kind of step of a log")
        if step["kind"] == "change" and not _is_change(step["conclusion"]):
            raise BadStep(step["id"], "it is written as no change is")
        if (step["kind"] == "given") is not (step["rule"] == "given") and step["kind"] != "change":
            raise BadStep(step["id"], f"{step['rule']} is not the rule of such a step")
    check = LogCheck(found.scenario, found.game.edition, found.reached)
    check.check(log)
    for kind in _COMPARED:
        _compare([step for step in log if step["kind"] == kind], [step for step in found.steps if step[0] == kind], log)
    found.looked_through = text, check
    return check


def _is_change(says: dict[str, Any]) -> bool:
    """Whether a conclusion has the form of a change: one form, and the fields that are set where it asks for them."""
    change = says.get("change")
    if set(says) != {"change"} or not isinstance(change, dict):
        return False
    form = next((each for each in change if each != "set"), "")
    if form in ("object", "effect", "player"):
        return set(change) == {form, "set"} and isinstance(change["set"], dict) and type(change[form]) in (int, str)
    if form in ("new", "begins", "game"):
        return set(change) == {form} and isinstance(change[form], dict)
    return form in ("gone", "ends") and set(change) == {form} and type(change[form]) is int


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
