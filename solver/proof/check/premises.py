"""The premises that each step of a proof must name: the earlier steps that it follows from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from layerproof.kb.scenario.scenario import Claim

Step = tuple[str, str, Any]
Premises = tuple[int, ...]


def in_order(numbers: Iterable[int | None]) -> Premises:
    """Numbers of steps in order, each once; what is no step is left out.

    >>> in_order([7, None, 2, 7])
    (2, 7)
    """
    return tuple(sorted({each for each in numbers if each}))


def of_history(steps: Sequence[Step]) -> list[Premises]:
    """The premises of what is given and of what happens, which stand first in a proof.

    What happens follows from the entry of the timeline, if it was no state-based action, and from the last change of
    the same object, effect or player. That an effect changed an event follows from the entry and from the last change
    of the object or effect that did it.
    """
    given: dict[Any, int] = {}
    latest: dict[Any, int] = {}
    found: list[Premises] = []
    for place, (kind, _, conclusion) in enumerate(steps, 1):
        if kind == "given":
            given[conclusion["event"]] = place
            found.append(())
            continue
        if kind == "replaced":
            found.append(in_order((given.get(conclusion["event"]), _watching(latest, conclusion["by"]))))
            continue
        if kind in ("permitted", "resolved"):
            found.append(in_order((given.get(conclusion["event"]),)))
            continue
        if kind in ("ordered", "stacked"):
            found.append(in_order((given.get(conclusion["event"]), latest.get(("object", conclusion.get("object"))))))
            continue
        about = _about(conclusion["change"])
        found.append(in_order((given.get(conclusion["event"]), latest.get(about))))
        latest[about] = place
    return found


def _watching(latest: Mapping[Any, int], by: str) -> int | None:
    """The last step about what changes an event: the object with the ability, or the effect in force, by its name."""
    if by.startswith("effect "):
        effect = int(by.removeprefix("effect ").partition(".")[0])
        return latest.get(("effect", effect)) or latest.get(("begins", effect))
    return latest.get(("object", int(by.replace(" ", ".").partition(".")[0])))


def _about(change: dict[str, Any]) -> tuple[str, Any]:
    sort = next(iter(change))
    value = change[sort]
    identity = value.get("id") if isinstance(value, dict) else value
    return "object" if sort == "new" else sort, identity


def of_claim(
    steps: Sequence[Step],
    before: int,
    claim: Claim,
    labels: Mapping[str, int],
    watched: Sequence[Premises] = (),
) -> list[Premises]:
    """The premises of the steps about actions, about the rulebook and about triggers, and of the last step.

    steps: all of a proof; before: how many stand before these; labels: the object that each means. watched: the
    premises of the steps about triggers, which stand last but one. A claim follows from the final values of the objects
    that it speaks of, from what allows or forbids an action, from what the rulebook says, and from what triggers or
    does not; what allows or forbids an action rests on the final values of the objects that it names.
    """
    finals = {step[2]["object"]: place for place, step in enumerate(steps, 1) if step[0] == "final"}
    asked = [part.label for part in (*claim.parts, *(each for outcome in claim.outcomes for each in outcome))]
    found: list[Premises] = []
    rests: list[int | None] = [finals.get(labels[label]) for label in asked if label in labels]
    listed, triggers = before, len(steps) - 1 - len(watched)
    for place, (kind, _, conclusion) in enumerate(steps[before:triggers], before + 1):
        chosen = kind == "choice"
        listed = place if kind == "list" else listed
        if kind in ("permitted", "forbidden"):
            named = [conclusion[key] for key in ("object", "source", "about")]
            found.append(in_order(finals.get(each) for each in named if isinstance(each, int)))
        else:
            found.append((listed,) if kind in ("choice", "word") else ())
        rests = [each for each in rests if not (chosen and each == place - 1)] + [place]
    for place, (kind, _, says) in enumerate(steps[triggers:-1], triggers + 1):
        if kind in ("triggers", "silent") or (kind == "watches" and says["ability"] is None):
            rests.append(place)
    return [*found, *watched, in_order(rests)]
