"""Changes in the log of a proof against the clauses of the rules that they cite."""

from __future__ import annotations

from typing import Any

from layerproof.kb.rulebook.clauses import clauses
from layerproof.kb.rulebook.state_based import state_based_actions
from layerproof.solver.proof.check.ledger.replay import Ledger

Step = dict[str, Any]


def fault_of_change(step: Step, causes: list[Step], ledger: Ledger) -> str:
    """Why a change is none that the rule makes which it cites; empty where it may be.

    causes: the steps that it rests on and that are no changes. ledger: before the change.
    """
    change, rule = step["conclusion"]["change"], step["rule"]
    clause = clauses().get(rule)
    if clause is None:
        return f"{rule} changes nothing"
    shapes = _shapes(change)
    if not shapes or not shapes <= set(clause.changes):
        return f"{rule} makes no such change ({', '.join(sorted(shapes))})"
    if not causes or not all(clause.allows(each["kind"], each["rule"]) for each in causes):
        return f"{rule} does not apply under {' and '.join(each['rule'] for each in causes) or 'nothing'}"
    for each in causes:
        if each["kind"] == "state-based" and "gone" in change and rule != _moves_by(each["rule"]):
            return f"by {each['rule']} nothing goes by {rule}"
    if clause.out_of and "gone" in change:
        item = ledger.objects.get(change["gone"])
        if item is not None and item.zone.partition(" or ")[0] != clause.out_of:
            return f"what {rule} moves leaves the {clause.out_of}, and this was in the {item.zone}"
    fields = change.get("set") or change.get("game") or {}
    for field, value in clause.to.items():
        if field in fields and str(fields[field]).lower() != value:
            return f"{rule} does not set {field} to {fields[field]}"
    return ""


def _moves_by(action: str) -> str:
    """The rule by which a state-based action moves what it applies to."""
    row = state_based_actions().get(action)
    ways = {"destroyed": "destroy", "sacrificed": "sacrifice"}
    return action if row is None else ways.get(row.then, action)


def _shapes(change: dict[str, Any]) -> set[str]:
    """The form of a change, with the zone of a new object or each field that is set."""
    form = next(iter(change))
    if form == "new":
        return {f"new {change[form]['zone']}"}
    if form in ("gone", "begins", "ends"):
        return {form}
    return {f"{form} {field}" for field in (change[form] if form == "game" else change["set"])}
