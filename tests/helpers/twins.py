"""Mutated twins of claims: each contradicts a claim in one value, so that it must be refuted where the claim holds."""

from __future__ import annotations

from typing import Any

from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.rulebook.policies import policy_notes
from layerproof.solver.claims.rulebook import list_words

Mapping = dict[str, Any]
ASIDE = ("id", "edition", "because", "tags", "ability", "times")


def changed(says: Any, key: str, labels: list[str]) -> list[Any]:
    """What a statement about an object becomes when its expected value is another one; one or more ways."""
    match key:
        case "pt" | "base_pt":
            if says == "none":
                return ["1/1"]
            power, toughness = (int(each) for each in says.split("/"))
            return [f"{power + 1}/{toughness}", f"{power}/{toughness + 1}"]
        case "tapped" | "flipped" | "face_down" | "transformed" | "on_battlefield" | "revealed":
            return [not says]
        case "counters":
            return [{**says, kind: number + 1} for kind, number in says.items()]
        case "colors" | "types" | "subtypes" | "supertypes":
            more = {"colors": "white", "types": "instant", "subtypes": "Aura", "supertypes": "snow"}[key]
            return [says[1:] if says else [more]]
        case "controller" | "owner":
            return ["opponent" if says == "you" else "you"]
        case "attached_to":
            return [next(each for each in labels if each != says) if says == "none" else "none"]
        case "mana_cost":
            return ["{9}"] if says == "none" else ["none"]
        case "name" | "zone":
            return [("exile" if says == "library" else "library") if key == "zone" else "Ornithopter"]
        case "adds":
            return ["{9}"]
    return [1 if says == "none" else says + 1]


def object_twins(says: Mapping, labels: list[str]) -> list[Mapping]:
    """The twins of what is claimed of one object: each says one thing otherwise."""
    opposite = {"has": "lacks", "lacks": "has", "has_names": "lacks_names", "lacks_names": "has_names"}
    twins: list[Mapping] = []
    for key, value in says.items():
        if key in opposite:
            twins += [{opposite[key]: [word]} for word in value]
        elif key != "ability":
            aside = {each: says[each] for each in ("ability",) if each in says}
            twins += [{key: other, **aside} for other in changed(value, key, labels)]
    return twins


def list_twins(name: str, says: Any) -> list[Mapping]:
    """The twins of what is claimed of one list of the rulebook."""
    if name == "policies":
        return [
            {name: {each: next(other for other in policy_notes()[each].values if other != value)}}
            for each, value in says.items()
        ]
    if isinstance(says, list):
        return [{name: says[1:]}, {name: [*says, "Nonesuch"]}]
    swapped = {"includes": "excludes", "excludes": "includes"}
    found: list[Mapping] = [{name: {swapped[key]: [word]}} for key in swapped for word in says.get(key, ())]
    # Lists that are apart have no word of each other.
    of = load_edition("current").vocabulary
    apart = [sorted(list_words(other, of)) for other in says.get("apart_from", ())]
    return found + [{name: {"includes": words[:1]}} for words in apart]


def twins(claim: Mapping, labels: list[str]) -> list[Mapping]:
    """The mutated twins of a claim, each of which contradicts it in one value."""
    body = {key: value for key, value in claim.items() if key not in ASIDE}
    if "never" in body:
        return [{"sometimes": body["never"]}]
    if "sometimes" in body:
        return [{"never": body["sometimes"]}]
    if "outcomes" in body:
        listed = body["outcomes"]
        if isinstance(listed, dict):
            ((label, ways),) = listed.items()
            listed = [{label: each} for each in ways]
        # Each outcome must occur, so leaving one out and making one impossible both contradict.
        short: list[Mapping] = [{"outcomes": listed[1:]}, {"outcomes": listed[:-1]}] if len(listed) > 1 else []
        for place, outcome in enumerate(listed[:1]):
            for label, says in outcome.items():
                for other in object_twins(says, labels):
                    wrong = {**outcome, label: {**says, **other}}
                    short.append({"outcomes": [*listed[:place], wrong, *listed[place + 1 :]]})
        return short
    found: list[Mapping] = []
    for key, says in body.items():
        if key in ("rulebook", "choosable"):
            found += [{key: other} for name, words in says.items() for other in list_twins(name, words)]
        elif key in ("legal", "illegal"):
            found.append({"illegal" if key == "legal" else "legal": says})
        elif key in ("triggers", "does_not_trigger"):
            asked = {each: claim[each] for each in ("ability",) if each in claim}
            found.append({"does_not_trigger" if key == "triggers" else "triggers": says, **asked})
            if "times" in claim:
                found.append({key: says, "times": claim["times"] + 1, **asked})
        elif key == "stack":
            found.append({key: says[1:] if says else labels[:1]})
        elif key in ("life", "hand"):
            found += [{key: {player: number + 1}} for player, number in says.items()]
        else:
            found += [{key: other} for other in object_twins(says, labels)]
    return found


def labels_of(data: Mapping) -> list[str]:
    """The labels that a timeline gives with `as`, in their order."""
    found: list[str] = []

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            if isinstance(value.get("as"), str):
                found.append(value["as"])
            for inner in value.values():
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)

    walk(data.get("timeline"))
    return found
