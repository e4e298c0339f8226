"""Changes in the log of a proof against the clauses of the rules that they cite."""

from __future__ import annotations

from typing import Any, get_args

from layerproof.kb.model.instruction import Instruction
from layerproof.kb.notation.plain_data import tag_of
from layerproof.kb.rulebook.clauses import causes, clauses, stands
from layerproof.kb.rulebook.state_based import state_based_actions
from layerproof.kb.rulebook.step_rules import step_rule
from layerproof.solver.proof.check.ledger.replay import Ledger

Step = dict[str, Any]
_INSTRUCTIONS = frozenset(tag_of(each) for each in get_args(Instruction))
# Instructions that hold others, which are followed under them.
_HOLDING = frozenset(tag_of(each) for each in get_args(Instruction) if {"body", "then"} & set(each.__struct_fields__))


def fault_of_change(step: Step, causes: list[Step], ledger: Ledger) -> str:
    """Why a change is none that the rule makes which it cites; empty where it may be.

    causes: the steps that it rests on and that are no changes. ledger: before the change.
    """
    change, rule = step["conclusion"]["change"], step["rule"]
    clause = clauses().get(rule)
    if clause is None and any(each["rule"] == rule and rule.startswith("keyword.") for each in causes):
        # What a special action of a keyword ability does.
        clause = clauses()["timing.special"]
    if clause is None:
        return f"{rule} changes nothing"
    shapes = _shapes(change)
    if not shapes or not shapes <= set(clause.changes):
        return f"{rule} makes no such change ({', '.join(sorted(shapes))})"
    if not causes or not all(clause.allows(each["kind"], each["rule"]) for each in causes):
        return f"{rule} does not apply under {' and '.join(each['rule'] for each in causes) or 'nothing'}"
    replaced = any(each["kind"] == "replaced" for each in causes)
    for each in causes:
        if each["kind"] == "state-based" and not replaced and "gone" in change and rule != _moves_by(each["rule"]):
            return f"by {each['rule']} nothing goes by {rule}"
    if clause.out_of and "gone" in change:
        item = ledger.objects.get(change["gone"])
        if item is not None and item.zone.partition(" or ")[0] != clause.out_of:
            return f"what {rule} moves leaves the {clause.out_of}, and this was in the {item.zone}"
    fields = change.get("set") or change.get("game") or {}
    step_now = change.get("game", {}).get("step")
    if step_now is not None and rule.startswith("turn."):
        if rule not in step_rule(step_now) and not (rule == "turn.phases" and "turn" in fields):
            return f"{rule} has no {step_now} step"
    if rule == "block.chosen" and not _goes_on_blocking(change, ledger):
        return "it does not block an attacker besides those that it blocks"
    others = _facts_changed(change, ledger) - set(clause.facts) if clause.facts else set()
    if others:
        return f"{rule} does not change what is told of {', '.join(sorted(others))}"
    for field, value in clause.to.items():
        if field in fields and str(fields[field]).lower() != value:
            return f"{rule} does not set {field} to {fields[field]}"
    return ""


def fault_of_cause(step: Step, above: list[Step], ledger: Ledger) -> str:
    """Why a step that cites a rule as a cause is none; empty where it may be.

    above: the steps that it rests on and that are neither changes nor permissions.
    """
    rule, said = step["rule"], step["conclusion"]
    known = causes().get(rule) or (causes()["timing.special"] if rule.startswith("keyword.") else None)
    if known is None:
        return f"{rule} causes nothing"
    if not known.is_said(said):
        return f"what is said of {rule} is not what the rule asks for"
    lower = [each for each in above if each["kind"] != "replaced"]
    if not above or not all(stands(known.under, each["kind"], each["rule"]) for each in lower):
        return f"{rule} does not apply under {' and '.join(each['rule'] for each in above) or 'nothing'}"
    objects = [said[name] for name in ("object", "to") if type(said.get(name)) is int]
    players = [said[name] for name in ("player", "to") if isinstance(said.get(name), str)]
    if any(each not in ledger.objects and each not in ledger.gone for each in objects):
        return "it is about an object that is not there"
    if any(each not in ledger.players for each in (*players, *said.get("players", ()))):
        return "it is about nobody who plays"
    active = ledger.turn.get("active")
    if rule in ("turn.untap", "turn.draw", "turn.discard") and said["player"] != active:
        return "it is another player's turn"
    if "does" in said and said["does"] not in _INSTRUCTIONS:
        return "it is no instruction"
    if rule == "resolve.instructions_in_order" and len(lower) == len(above):
        # What something entering does as it enters stands under what puts it there.
        within = [each["conclusion"] for each in lower if each["rule"] == rule]
        if any(each["object"] == said["object"] and each["does"] not in _HOLDING for each in within):
            return "the instruction before it holds no others"
    return ""


def _goes_on_blocking(change: dict[str, Any], ledger: Ledger) -> bool:
    """Whether what a blocker is told to block is objects that are there, and those that it was told to block before."""
    before = dict(ledger.objects[change["object"]].told).get("blocking") or "object"
    told = [each for each in change["set"].get("told", ()) if isinstance(each, list) and each[:1] == ["blocking"]]
    words = str(told[0][1]).split() if told and len(told[0]) == 2 else []
    named = [int(each) for each in words[1:] if each.isdigit()]
    new = len(words) > len(str(before).split()) and words[: len(str(before).split())] == str(before).split()
    return new and len(named) == len(words) - 1 and all(each in ledger.objects for each in named)


def _facts_changed(change: dict[str, Any], ledger: Ledger) -> set[str]:
    """The facts told of an object or player that a change makes others."""
    told = change.get("set", {}).get("told", ())
    item = ledger.objects.get(change.get("object", 0)) or ledger.players.get(change.get("player", ""))
    now = {tuple(each) for each in told if isinstance(each, list)}
    return {name for name, _ in now ^ set(item.told if item is not None else ())}


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
