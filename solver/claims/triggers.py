"""Whether a claim about triggered abilities holds, and the steps that show it."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from layerproof.kb.keywords.keyword_files import keyword_ability
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.named_in_steps import Told, named_in
from layerproof.kb.rulebook.step_rules import first_citable, occurrence_rule, trigger_rule
from layerproof.kb.scenario.scenario import Claim, TriggerClaim
from layerproof.kb.wording.plain_words import plainly
from layerproof.solver.situation.game import Game
from layerproof.solver.triggers.finding import Finding, text_of, told
from layerproof.solver.triggers.triggering import findings, moments_told

Raw = tuple[str, str, dict[str, Any], tuple[int, ...]]


def trigger_holds(claim: TriggerClaim, game: Game) -> bool:
    """Whether the last event of the timeline made an ability of the object trigger, or none, as is claimed.

    Raises Invalid for a label or an ability that is not there, Undecided where something that could matter is not
    modelled.
    """
    return _as_claimed(claim, _asked(claim, game))


def _asked(claim: TriggerClaim, game: Game) -> list[Finding]:
    return findings(game, game.find(claim.label).id, claim.ability, claim.times is not None)


def _as_claimed(claim: TriggerClaim, found: list[Finding]) -> bool:
    if claim.times is not None:
        return sum(each.times for each in found) == claim.times
    return any(each.triggers for each in found) == claim.triggers


def trigger_found(claim: TriggerClaim, game: Game) -> str:
    """What was found instead of what a claim says of triggered abilities, in words; empty where the claim holds.

    It names the event that the ability watches for and, where that helps, why it did not trigger. Raises as
    `trigger_holds` does.
    """
    found = _asked(claim, game)
    triggering = [each for each in found if each.triggers]
    if _as_claimed(claim, found):
        return ""
    words = plainly(triggering[0].words, claim.label) if triggering else ""
    if triggering and claim.times is not None:
        times = sum(each.times for each in triggering)
        return f"{claim.label} triggers {times} time{'' if times == 1 else 's'}: {words}"
    if triggering:
        return f"{claim.label} triggers: {words or 'a reflexive ability'}"
    if not found:
        return f"{claim.label} has no triggered ability at that time"
    nearest = next((each for each in found if each.why != "nothing"), found[0])
    why = "that did not happen, or not while the ability was there"
    if nearest.why == "condition":
        why = "its condition did not hold"
    if nearest.why == "limit":
        why = "it has triggered this turn"
    return f"{claim.label} does not trigger: {plainly(nearest.words, claim.label)}; {why}"


def trigger_steps(claim: Claim, game: Game, first: int, history: Told) -> tuple[list[Raw], tuple[int, ...]]:
    """The steps that show what triggers where a claim asks, and the numbers of those that it rests on.

    first: the number of the first step; history: what the log tells. Returns an `occurs` step for everything that
    happened at the last event, then for each ability that is asked about a `watches` step and a `triggers` or `silent`
    step.
    """
    if not claim.triggers:
        return [], ()
    edition = game.edition
    steps: list[Raw] = []
    places: dict[str, int] = {}
    for number, moment in enumerate(moments_told(game), 1):
        for text, what in told(moment.what):
            places[f"{number} {text}"] = first + len(steps)
            says = {"moment": number, "what": json.loads(text)}
            about = named_in(says["what"])
            known = {each for it in about for each in (game.proof.latest.get(it), *history.of(it)) if each is not None}
            steps.append(("occurs", first_citable(edition, occurrence_rule(what)), says, tuple(sorted(known))))
    if not steps:
        steps.append(("occurs", first_citable(edition, ("trigger.occurs",)), {"moment": None, "what": None}, ()))
        places[""] = first
    rests: list[int] = []
    for asked in claim.triggers:
        found = _asked(asked, game)
        if not found:
            says = {"object": game.find(asked.label).id, "ability": None}
            steps.append(("watches", first_citable(edition, ("trigger.checked_after",)), says, ()))
            rests.append(first + len(steps) - 1)
        for each in found:
            steps += _one(each, edition, first + len(steps), places, asked.times is not None)
            rests.append(first + len(steps) - 1)
    return steps, tuple(rests)


def _one(found: Finding, edition: Edition, first: int, places: dict[str, int], counted: bool) -> list[Raw]:
    about = {"object": found.object, "ability": found.ability}
    rules = trigger_rule(found.event, found.back)
    watches = {**about, "event": msgspec.to_builtins(found.event), "seen": "before" if found.back else "after"}
    created = ("trigger.delayed",) if found.ability.startswith("delayed ") else rules
    stated = keyword_ability(found.keyword) if found.keyword else None
    if stated is not None:
        # That a word stands for an ability that triggers is what its own rule says.
        created = (stated.rule, *created)
    steps: list[Raw] = [("watches", first_citable(edition, created), watches, ())]
    if found.triggers:
        by = found.all_by if counted else found.all_by[:1]
        premises = tuple(sorted({first, *(places[f"{number} {text_of(what)}"] for number, what in by)}))
        says = {**about, "by": "event" if by else "state", **({"times": found.times} if counted else {})}
        steps.append(("triggers", first_citable(edition, rules), says, premises))
        return steps
    rules = ("trigger.intervening_if",) if found.why == "condition" else rules
    premises = tuple(sorted({first, *places.values()}))
    steps.append(("silent", first_citable(edition, rules), {**about, "because": found.why}, premises))
    return steps
