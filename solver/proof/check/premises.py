"""The premises that each step of a proof must name: the earlier steps that it follows from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from layerproof.kb.rulebook.named_in_steps import STACK, About, Told
from layerproof.kb.scenario.scenario import Claim

if TYPE_CHECKING:
    from layerproof.solver.proof.check.deriving import Derivation
    from layerproof.solver.proof.check.ledger.log import LogCheck

Step = tuple[str, str, Any]
Premises = tuple[int, ...]


def in_order(numbers: Iterable[int | None]) -> Premises:
    """Numbers of steps in order, each once; what is no step is left out.

    >>> in_order([7, None, 2, 7])
    (2, 7)
    """
    return tuple(sorted({each for each in numbers if each}))


def of_derivation(derived: Derivation, before: int, latest: Mapping[tuple[str, int | str], int]) -> list[Premises]:
    """The premises of the steps of a derivation, before which so many others stand: what is printed follows from what
    changed its object last, an effect that is in force from what changed it last.

    latest: the number of the step that changed each object and effect last.
    """
    found: list[Premises] = []
    for (kind, _, said), premises in zip(derived.steps, derived.premises, strict=True):
        rests: list[int | None] = [each + before for each in premises]
        if kind == "printed":
            rests.append(latest.get(("object", said["object"])))
        if kind == "exists" and said["part"].startswith("effect "):
            rests.append(latest.get(("effect", int(said["part"].split()[1].partition(".")[0]))))
        found.append(in_order(rests))
    return found


def of_claim(
    steps: Sequence[Step],
    before: int,
    claim: Claim,
    labels: Mapping[str, int],
    history: LogCheck,
    told: Told,
    watched: Sequence[Premises] = (),
) -> list[Premises]:
    """The premises of the steps about actions, about the rulebook and about triggers, and of the last step.

    steps: all of a proof behind its log; before: how many of these stand before those about the claim; labels: the
    object that each means. history: the log; told: what it tells besides changes. watched: the premises of the steps
    about triggers, which stand last but one. A claim follows from the final values of the objects that it speaks of, or
    from how they left, from what changed the players last that it speaks of, from what allows or forbids an action,
    from what the rulebook says, and from what triggers or does not; what allows or forbids an action rests on the final
    values of the objects that it names, and on the turn and step that it is.
    """
    first = len(history.steps) + 1
    finals = {step[2]["object"]: place for place, step in enumerate(steps, first) if step[0] == "final"}
    asked = [part.label for part in (*claim.parts, *(each for outcome in claim.outcomes for each in outcome))]
    asked += claim.stack or ()
    found: list[Premises] = []
    about: list[About] = [("object", labels[label]) for label in asked if label in labels]
    about += [(sort, name) for key, pairs in claim.game for name, _ in pairs for sort in ("player", key)]
    rests = [step for each in about for step in _end_of(each, finals, history, told)]
    rests += told.of(STACK) if claim.stack is not None else []
    triggers = len(steps) - 1 - len(watched)
    listed = first + before - 1
    for place, (kind, _, conclusion) in enumerate(steps[before:triggers], first + before):
        chosen = kind == "choice"
        listed = place if kind == "list" else listed
        if kind in ("permitted", "forbidden"):
            named = [conclusion[key] for key in ("object", "source", "about")]
            its = [finals.get(each) for each in named if isinstance(each, int)]
            found.append(in_order([*its, history.rests.latest.get(("game", ""))]))
        else:
            found.append((listed,) if kind in ("choice", "word") else ())
        rests = [each for each in rests if not (chosen and each == place - 1)] + [place]
    for place, (kind, _, says) in enumerate(steps[triggers:-1], first + triggers):
        if kind in ("triggers", "silent") or (kind == "watches" and says["ability"] is None):
            rests.append(place)
    return [*found, *watched, in_order(rests)]


def _end_of(about: About, finals: Mapping[int, int], history: LogCheck, told: Told) -> list[int | None]:
    """The steps that say what an object or a player is in the end: what was derived of it, or what changed it last,
    with the same of what it became; and what was chosen and replaced with it."""
    final = finals.get(int(about[1])) if about[0] == "object" else None
    last = history.rests.latest.get(about)
    if final is not None or last is None:
        return [final or last, *told.of(about)]
    became = history.became.get(last, ())
    after = [step for each in became for step in _end_of(("object", each), finals, history, told)]
    return [last, *told.of(about), *after]
