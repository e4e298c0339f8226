"""Corruptions of proofs: of single fields, of several, of such that fit each other again; and what a proof says."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all
from layerproof.solver.proof.check.checker import scenario_digest

STRINGS = ("timestamp", "order.timestamp", "613.7", "")
Proof = dict[str, Any]
Place = tuple[str | int, ...]
Corruption = tuple[str, Place, Any]


def places(value: Any, at: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every place in plain data, with what stands there."""
    yield at, value
    if isinstance(value, dict):
        for key, each in value.items():
            yield from places(each, (*at, key))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from places(each, (*at, number))


def others(value: Any) -> Iterator[Any]:
    """Other values of the same type, and of other types where those might be taken for it."""
    match value:
        case bool():
            yield from (not value, int(value))
        case int():
            yield from (value + 1, value - 1, -value or 7, str(value), value == 1)
        case str():
            yield from (other for other in (value + "x", value[:-1], value.upper(), *STRINGS) if other != value)
        case None:
            yield from (0, False, "x", [])
        case list():
            turned = (value[::-1], [*value[1:], *value[:1]])
            yield from ([], [*value, value[-1]], value[:-1], *turned) if value else ([None],)
        case dict():
            yield from ({}, {**value, "more": 1}, *({k: v for k, v in value.items() if k != out} for out in value))


def single(proof: Proof) -> Iterator[Corruption]:
    """Every corruption of a single field of the header, of a step, or of the list of steps."""
    for at, value in places(proof):
        if at:
            yield from (("field", at, other) for other in others(value) if json.dumps(other) != json.dumps(value))
        if at and at[-1] == "steps":
            for number in range(len(value)):
                yield "dropped", at, value[:number] + value[number + 1 :]
                yield "doubled", at, value[: number + 1] + value[number:]
                yield "swapped", at, value[:number] + value[number : number + 2][::-1] + value[number + 2 :]


def put(proof: Proof, at: Place, value: Any) -> Any:
    """Put a value at a place, and give what stood there."""
    within: Any = proof
    for key in at[:-1]:
        within = within[key]
    before, within[at[-1]] = within[at[-1]], value
    return before


def said(value: Any) -> Any:
    """What a proof says, without what the format lets a writer choose.

    The words of a type line are sorted, as are colors; the battlefield and `you` may be left out, and so may it be said
    that a face without mana cost and color indicator is colorless; the origin of an effect is in words.
    """
    if isinstance(value, list):
        return [said(each) for each in value]
    if not isinstance(value, dict):
        return value
    found = {key: said(each) for key, each in value.items()}
    for key in ("types", "subtypes", "supertypes", "colors"):
        if isinstance(found.get(key), list) and all(isinstance(each, str) for each in found[key]):
            found[key] = sorted(found[key])
    if found.get("type") == "face" and found.get("colors") == [] and not {"mana_cost", "color_indicator"} & set(found):
        found.pop("colors")
    if found.get("zones") == ["battlefield"]:
        found.pop("zones")
    if found.get("player") == {"type": "player", "kind": "you"}:
        found.pop("player")
    if found.get("mods"):
        found.pop("origin", None)
    return found


def truth_of(proof: Proof) -> bool:
    """Whether what a proof claims is so: its scenario, solved anew and checked, has the verdict that it states.

    It is asked under the edition that the proof states; that a proof cites what a claim asks for is not claimed by it.
    """
    try:
        plain = json.loads(json.dumps(proof["scenario"])) | {"edition": proof["edition"]}
        for claim in plain["claims"]:
            claim.pop("edition", None)
            claim.pop("because", None)
        scenario = parse_scenarios(json.dumps(plain)).scenarios[0]
        answers = {answer.claim: answer for answer in answer_all(scenario)}
        return bool(answers[proof["claim"]].verdict == proof["verdict"])
    except (LookupError, TypeError, ValueError, AttributeError):
        return False


def among_worlds(proof: Proof) -> Iterator[Proof]:
    """The proof itself and those of its worlds, each with a scenario of its own."""
    yield proof
    yield from (each["proof"] for each in proof.get("proofs", []) if isinstance(each, dict) and "proof" in each)


def fitted(proof: Proof, chance: random.Random) -> None:
    """Make a corrupted proof fit itself again, as a forger would: digests, numbers of steps, the verdict."""
    for each in among_worlds(proof):
        if isinstance(each, dict) and "scenario" in each:
            each["scenario_digest"] = scenario_digest(each["scenario"])
    steps = proof.get("steps")
    if isinstance(steps, list):
        if chance.random() < 0.7:
            for number, step in enumerate(steps, 1):
                if isinstance(step, dict):
                    step["id"] = number
        last = steps[-1] if steps else None
        if chance.random() < 0.4 and isinstance(last, dict) and isinstance(last.get("conclusion"), dict):
            proof["verdict"] = "refuted" if proof.get("verdict") == "proved" else "proved"
            last["conclusion"]["holds"] = not last["conclusion"].get("holds")


def everywhere(value: Any, old: Any, new: Any) -> Any:
    """Plain data with one value replaced wherever it stands."""
    if isinstance(value, dict):
        return {key: everywhere(each, old, new) for key, each in value.items()}
    if isinstance(value, list):
        return [everywhere(each, old, new) for each in value]
    return new if type(value) is type(old) and value == old else value


def several(proof: Proof, chance: random.Random) -> Proof:
    """The proof with two to five fields corrupted, or one value replaced wherever it stands, and fitted or not."""
    found: Proof = json.loads(json.dumps(proof))
    leaves = [(at, value) for at, value in places(found) if at and not isinstance(value, dict | list)]
    if chance.random() < 0.3:
        at, old = chance.choice(leaves)
        new = chance.choice([other for other in others(old) if type(other) is type(old)] or [old])
        where = chance.choice([at[:1], at[:1], ()]) if at[0] in ("steps", "scenario") else ()
        if where:
            found[str(where[0])] = everywhere(found[str(where[0])], old, new)
        else:
            found = everywhere(found, old, new)
    else:
        for _ in range(chance.randint(2, 5)):
            every = [(at, value) for at, value in places(found) if at]
            steps = [each for each in every if each[0][0] in ("steps", "proofs")]
            at, value = chance.choice(steps if steps and chance.random() < 0.5 else every)
            changed = list(others(value))
            if changed:
                put(found, at, chance.choice(changed))
    if chance.random() < 0.6:
        fitted(found, chance)
    return found
