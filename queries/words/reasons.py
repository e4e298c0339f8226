"""Why an action is legal or illegal, in words, read from the steps of a proof."""

from __future__ import annotations

from typing import Any

from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.wording.plain_words import about_words

_KINDS = ("permitted", "forbidden")


def reasons(proof: dict[str, Any]) -> str:
    """Say what allows or forbids the actions that a claim speaks of; empty for a claim about other things.

    proof: an accepted one; of several worlds the first that is shown counts. Returns one clause for each permission or
    prohibition, with the rule. Source: the steps `permitted` and `forbidden`. It does not name what they rest on.

    >>> reasons({"edition": "current", "steps": []})
    ''
    """
    if "proofs" in proof:
        return reasons(proof["proofs"][0]["proof"]) if proof["proofs"] else ""
    edition = load_edition(proof["edition"])
    finals = [step["conclusion"] for step in proof["steps"] if step["kind"] == "final"]
    labels = {said["object"]: said["label"] for said in finals if said["label"]}
    told: list[str] = []
    for step in proof["steps"][proof.get("log", 0) :]:
        says = step["conclusion"]
        if step["kind"] not in _KINDS:
            continue
        gloss = edition.cite(step["rule"]).gloss.rstrip(".")
        about = labels.get(says["about"], says["about"])
        source = labels.get(says["source"], says["source"])
        about = about_words(about) if isinstance(about, str) and about not in labels.values() else about
        more = ", ".join(str(each) for each in (about, source and f"by {source}") if each is not None)
        told.append(f"{step['kind']} by rule {step['number']}{f' ({more})' if more else ''}: {gloss}")
    return "; ".join(told)
