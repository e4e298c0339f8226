"""The checker: a proof is valid only if every step of it is exactly what a replay of its scenario finds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.files.strict_json import read_json
from layerproof.kb.rulebook.clauses import number_then
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.named_in_steps import Told
from layerproof.kb.scenario.scenario import Claim, Scenario
from layerproof.solver.proof.check.canonical import canonical
from layerproof.solver.proof.check.changes import as_plain
from layerproof.solver.proof.check.claims import action_expected, fitting, holds
from layerproof.solver.proof.check.constraining import Constraints
from layerproof.solver.proof.check.deriving import Step
from layerproof.solver.proof.check.header import (
    Invalid,
    as_scenario,
    claim_of,
    edition_of,
    refuse_cards,
    scenario_digest,
    scenario_of,
)
from layerproof.solver.proof.check.incomplete import ForbiddenChoice, Incomplete
from layerproof.solver.proof.check.ledger.history import checked_log
from layerproof.solver.proof.check.ledger.log import BadStep
from layerproof.solver.proof.check.orders import each_order
from layerproof.solver.proof.check.premises import Premises, of_claim, of_derivation
from layerproof.solver.proof.check.replay import Replay, Shared, replay
from layerproof.solver.proof.check.rulebook import rulebook_expected
from layerproof.solver.proof.check.triggering import trigger_expected
from layerproof.solver.proof.check.worlds import worlds

__all__ = ["Checked", "Invalid", "check", "rule_number", "scenario_digest"]

HEADER = (
    "proof", "edition", "edition_digest", "scenario", "scenario_digest", "cards", "claim", "verdict", "log", "steps",
)  # fmt: skip
WORLDS_HEADER = (*HEADER[:-2], "worlds", "proofs")
STEP = ("id", "kind", "rule", "number", "conclusion", "premises")


class Checked(msgspec.Struct, frozen=True):
    """What checking came to: `valid`, `invalid` or `incomplete`, the id of the step at fault (0: the header), why."""

    verdict: str
    step: int = 0
    reason: str = ""


def check(proof: Mapping[str, Any] | bytes | str) -> Checked:
    """Check a proof by replaying its scenario.

    proof: the plain mapping, or its JSON. Returns `valid` where every step and the header are exactly what the replay
    finds, `invalid` with the first step that is not and why, `incomplete` where something is not modelled here. It
    raises nothing for what the proof holds. It does not promise that the scenario could happen in a game. Source: the
    proof format.

    >>> check({"proof": 2}).verdict
    'invalid'
    """
    try:
        data = read_json(proof) if isinstance(proof, bytes | str) else _plainly(proof)
        if not isinstance(data, dict):
            raise Invalid("the proof is no mapping")
        _check(data)
    except Incomplete as missing:
        return Checked("incomplete", reason=missing.what)
    except Invalid as wrong:
        return Checked("invalid", wrong.step, wrong.reason)
    except BadStep as wrong:
        return Checked("invalid", wrong.number, wrong.why)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError, KnowledgeError) as error:
        return Checked("invalid", reason=f"the proof cannot be read: {error}")
    return Checked("valid")


def _plainly(proof: Mapping[str, Any]) -> dict[str, Any]:
    """A proof as JSON gives it back; the proofs of worlds, which are many, only as each is looked at."""
    data: dict[str, Any] = as_plain({key: value for key, value in proof.items() if key != "proofs"})
    if "proofs" in proof:
        data["proofs"] = proof["proofs"]
    return data


def _check(data: dict[str, Any]) -> None:
    if "worlds" in data:
        _check_worlds(data)
        return
    _check_one(data)


def _check_one(data: dict[str, Any], known: Scenario | None = None, world: Replay | None = None) -> dict[str, Any]:
    """Check the proof of a scenario without unknowns, or of one world; gives what follows for the claim.

    known: the scenario of the world, which that of the proof was found to be. world: what the world comes to.
    """
    _keys(data, HEADER)
    edition = edition_of(data)
    scenario = scenario_of(data, known)
    claim = claim_of(scenario, data)
    if world is None and scenario.constraints:
        raise Invalid("the scenario has constraints, of which only a proof of all its worlds can speak")
    refuse_cards(data)
    found = _replayed_once(scenario, edition, data) if world is None else world
    truth = holds(found, claim)
    conclusion: dict[str, Any] = {"claim": claim.number, "holds": truth}
    if claim.mode == "outcomes":
        fits = fitting(found, claim)
        conclusion = {"claim": claim.number, "fits": fits}
        # Alone, a world must fit every listed outcome, since each of them must occur; among others it must fit one.
        truth = bool(fits) and (world is not None or len(fits) == len(claim.outcomes))
    _refuse_what_hangs(found, claim)
    _verdict(data, truth)
    _check_steps(data, edition, found, claim, conclusion)
    return conclusion


def _check_steps(
    data: dict[str, Any], edition: Edition, found: Replay, claim: Claim, conclusion: dict[str, Any]
) -> None:
    """Check every step of a proof: the log by itself and against what playing again has found, the rest one by one."""
    log = _log(data, edition)
    history, derived, told = checked_log(log, found), found.derived, Told(log)
    stated = [*derived.steps, *action_expected(found, claim), *rulebook_expected(claim, edition)]
    watched = trigger_expected(
        found.game, found.scenario, claim, len(log) + len(stated) + 1, history.rests.latest, told
    )
    expected = [*stated, *(step for step, _ in watched), ("therefore", "given", conclusion)]
    rests = [rest for _, rest in watched]
    premises = of_derivation(derived, len(log), history.rests.latest)
    premises += of_claim(expected, len(derived.steps), claim, found.game.labels, history, told, rests)
    _steps(data["steps"][len(log) :], len(log) + 1, expected, premises, edition)


def _log(data: dict[str, Any], edition: Edition) -> list[dict[str, Any]]:
    """The steps of a proof that say what happened, which stand first."""
    steps, number = data["steps"], data["log"]
    if not isinstance(steps, list):
        raise Invalid("the steps are no list")
    if type(number) is not int or not 0 <= number <= len(steps):
        raise Invalid("the log is not as long as the proof says")
    for place, step in enumerate(steps[:number], 1):
        _form(step, place)
        if step["number"] != number_then(edition, str(step["rule"])):
            raise Invalid(f"the rule {step['rule']} has another number in this edition", place)
    return steps[:number]


def _form(step: Any, place: int) -> None:
    """Refuse a step that has not the form of one, or another id than its place."""
    if not isinstance(step, dict) or set(step) != set(STEP) or type(step["id"]) is not int or step["id"] != place:
        raise Invalid("the step has a wrong id, or wrong or missing keys", place)
    rests = step["premises"]
    if not isinstance(rests, list) or any(type(each) is not int for each in rests) or rests != sorted(set(rests)):
        raise Invalid("the premises are no numbers in order", place)
    if not isinstance(step["conclusion"], dict) or not isinstance(step["kind"], str):
        raise Invalid("the step says nothing", place)


def _refuse_what_hangs(found: Replay, claim: Claim) -> None:
    """Raise Incomplete where a claim comes out otherwise if what the timeline left behind has resolved. What it says of
    triggers is about its last entry alone."""
    if not found.game.agenda.left or not (claim.parts or claim.actions or claim.game or claim.outcomes):
        if not found.game.agenda.left or claim.stack is None:
            return
    if found.otherwise is None:
        found.otherwise = _replayed(found.scenario, found.game.edition, orders=found.game.chosen_orders, resolving=True)
    if claim.mode == "outcomes":
        same = fitting(found.otherwise, claim) == fitting(found, claim)
    else:
        same = holds(found.otherwise, msgspec.structs.replace(claim, triggers=())) is holds(found, claim)
    if not same:
        raise Incomplete("a claim that hangs on an ability that was left behind")


# Most scenarios have several claims, and what the timeline comes to does not depend on which of them is proved.
_latest: dict[tuple[Any, ...], Replay] = {}


def _replayed_once(scenario: Scenario, edition: Edition, data: dict[str, Any]) -> Replay:
    """The replay of a scenario, which the proof of another claim of it may have asked for just before."""
    key = (data["scenario_digest"], edition.digest, *sorted(data["cards"].items()))
    found = _latest.get(key)
    if found is None:
        _latest.clear()
        found = _latest[key] = _replayed(scenario, edition)
    return found


def _replayed(
    scenario: Scenario, edition: Edition, shared: Shared | None = None, orders: bool = False, resolving: bool = False
) -> Replay:
    """The replay of a scenario, or of a world; shared: what is known of other worlds of the same scenario. orders:
    whether it is a world; resolving: whether what is left behind resolves."""
    try:
        return replay(scenario, edition, orders or shared is not None, shared, resolving)
    except (LookupError, AttributeError, AssertionError) as error:
        # An event about something that is not there in the way it says.
        raise Incomplete("a timeline that cannot be followed") from error


def _keys(data: Any, keys: tuple[str, ...]) -> None:
    if isinstance(data, dict) and _same(data.get("proof"), 1):
        raise Invalid("it is written in the first form of proofs, which said less: make it again from its scenario")
    if not isinstance(data, dict) or set(data) != set(keys) or not _same(data["proof"], 2):
        odd = sorted(set(data) ^ set(keys)) if isinstance(data, dict) else []
        raise Invalid(f"the header has wrong or missing keys: {', '.join(odd) or 'the version'}")


def _verdict(data: dict[str, Any], truth: bool) -> None:
    if data["verdict"] != ("proved" if truth else "refuted"):
        raise Invalid(f"the claim is {'true' if truth else 'false'} and the verdict {data['verdict']!r}")


def _check_worlds(data: dict[str, Any]) -> None:
    """Check the proof of a scenario with unknowns: the list of worlds, the proofs of some, and what they decide."""
    _keys(data, WORLDS_HEADER)
    edition = edition_of(data)
    claim = claim_of(scenario_of(data), data)
    listed = data["worlds"] if isinstance(data["worlds"], list) else []
    proofs = _proofs(data, len(listed))
    ends, shared = Constraints(data["scenario"].get("constraints") or []), Shared()
    found: dict[int, dict[str, Any]] = {}
    place = 0

    def is_next(pairs: Any) -> bool:
        return place < len(listed) and _same(listed[place], pairs)

    known = worlds(data["scenario"], edition)
    for pairs, world in each_order(known, lambda it: _replayed(as_scenario(it), edition, shared), is_next):
        if not is_next(pairs):
            _left_out(world, edition, ends, shared)
            continue
        proof = as_plain(proofs.get(place))
        if proof is not None:
            _about(proof, data, place, world)
        if proof is not None or ends.comparisons:
            end = _replayed(scenario := as_scenario(world), edition, shared)
            if not ends.allow_end(end):
                raise Invalid("the worlds are not those of the scenario: one contradicts the constraints")
            if proof is not None:
                found[place] = _check_one(proof, scenario, end)
        place += 1
    if place != len(listed) or not listed:
        raise Invalid("the worlds are not those of the scenario")
    _verdict(data, _decided(claim, found, len(listed)))
    refuse_cards(data)


def _proofs(data: dict[str, Any], number: int) -> dict[int, Any]:
    """The proofs of worlds by the places of these; they must stand in the order of the worlds."""
    proofs: dict[int, Any] = {}
    for item in data["proofs"] if isinstance(data["proofs"], list | tuple) else []:
        if not isinstance(item, dict) or set(item) != {"world", "proof"} or type(item["world"]) is not int:
            raise Invalid("the proof of a world has wrong or missing keys")
        if not 0 <= item["world"] < number or item["world"] <= max(proofs, default=-1):
            raise Invalid("the proofs of worlds are not in the order of the worlds")
        proofs[item["world"]] = item["proof"]
    return proofs


def _about(proof: Any, data: dict[str, Any], place: int, world: dict[str, Any]) -> None:
    """Check that a proof is about one world and says of it what that of all worlds is about."""
    _keys(proof, HEADER)
    same = all(proof[key] == data[key] for key in ("edition", "claim"))
    if not same or scenario_digest(proof["scenario"]) != scenario_digest(world):
        raise Invalid(f"the proof of world {place} is not about that world")


def _left_out(world: dict[str, Any], edition: Edition, ends: Constraints, shared: Shared) -> None:
    """Check that a world may be left out: a choice in it is forbidden, or constraints on counters fail in it."""
    try:
        allowed = ends.allow_end(_replayed(as_scenario(world), edition, shared))
    except ForbiddenChoice:
        return
    if allowed:
        raise Invalid("the worlds are not those of the scenario")


def _decided(claim: Claim, found: dict[int, dict[str, Any]], number: int) -> bool:
    """What the worlds decide; Invalid where those listed do not decide it."""
    everywhere = len(found) == number
    if claim.mode == "outcomes":
        fits = [each["fits"] for each in found.values()]
        if any(not each for each in fits):
            return False
        if everywhere:
            return {place for each in fits for place in each} == set(range(len(claim.outcomes)))
        raise Invalid("the worlds that are listed do not decide the claim")
    truths = [each["holds"] for each in found.values()]
    deciding = claim.mode == "sometimes"
    if deciding in truths:
        return deciding
    if everywhere:
        return not deciding
    raise Invalid("the worlds that are listed do not decide the claim")


def _steps(steps: list[Any], first: int, expected: list[Step], premises: list[Premises], edition: Edition) -> None:
    """Compare the steps behind the log, of which the first has this number, with those that there must be."""
    for place, step in enumerate(steps):
        _form(step, first + place)
        if place >= len(expected):
            raise Invalid("there is a step too many", first + place)
        _one(step, expected[place], premises[place], edition)
    if len(steps) < len(expected):
        kind, _, conclusion = expected[len(steps)]
        raise Invalid(f"a step is missing: {kind} {_short(conclusion)}", first + len(steps))


def _one(step: dict[str, Any], expected: Step, premises: Premises, edition: Edition) -> None:
    place = step["id"]
    kind, rule, conclusion = expected
    settled: Any = conclusion
    if type(settled) is not dict:
        # A payment: any that holds is right, not only the one that was found here.
        fault = settled.fault(step["conclusion"]) if step["kind"] == kind else f"expected a step {kind}"
        if fault is not None:
            raise Invalid(f"found {step['kind']} {_short(step['conclusion'])}: {fault}", place)
    elif step["kind"] != kind or not _same(step["conclusion"], conclusion):
        found = f"{step['kind']} {_short(step['conclusion'])}"
        where = difference(canonical(step["conclusion"]), canonical(as_plain(conclusion)))
        raise Invalid(f"found {found}; expected {kind} {_short(conclusion)} ({where})", place)
    if step["rule"] != rule:
        raise Invalid(f"the step cites {step['rule']!r}; expected {rule!r}", place)
    if step["number"] != rule_number(edition, rule):
        raise Invalid(f"the rule {rule} has another number in this edition", place)
    if not _same(step["premises"], premises):
        raise Invalid(f"the premises are {_short(step['premises'])}; expected {list(premises)}", place)


def rule_number(edition: Edition, rule: str) -> str:
    """The number of a rule in an edition; nothing for what is no rule (what is given, what is printed)."""
    return edition.numbers.get(rule, "")


def _same(found: Any, expected: Any) -> bool:
    # Equality alone would take true for 1. Most steps are written the same; the others may still say the same.
    try:
        if msgspec.json.encode(found, order="sorted") == msgspec.json.encode(expected, order="sorted"):
            return True
    except (OverflowError, TypeError):
        pass
    return json.dumps(canonical(found), sort_keys=True) == json.dumps(canonical(as_plain(expected)), sort_keys=True)


def _short(value: Any) -> str:
    text = json.dumps(as_plain(value), ensure_ascii=False, sort_keys=True)
    return text if len(text) < 300 else text[:297] + "…"


def difference(found: Any, expected: Any, path: str = "") -> str:
    """Where two plain values first differ, and how.

    >>> difference({"a": [1, 2]}, {"a": [1, 3]})
    'a.1: 2, not 3'
    """
    if isinstance(found, dict) and isinstance(expected, dict):
        for key in sorted({*found, *expected}):
            if found.get(key) != expected.get(key):
                return difference(found.get(key), expected.get(key), f"{path}.{key}" if path else str(key))
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        for place, (one, other) in enumerate(zip(found, expected, strict=True)):
            if one != other:
                return difference(one, other, f"{path}.{place}" if path else str(place))
    return f"{path}: {_short(found)}, not {_short(expected)}"
