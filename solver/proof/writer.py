"""Proofs written down: the steps from a scenario's facts to a claim, as plain data (docs/proof-format.md)."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Any

import msgspec

from layerproof.kb.cards.card_sources import by_source
from layerproof.kb.cards.meld_pairs import combined_faces
from layerproof.kb.cards.store import load_card
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.step_rules import change_rule, replaced_rule, resolved_rule
from layerproof.kb.scenario.scenario import Claim, Scenario
from layerproof.solver.claims.rulebook import rulebook_steps
from layerproof.solver.claims.triggers import trigger_steps
from layerproof.solver.layers.derive import Derivation
from layerproof.solver.layers.scene import Scene
from layerproof.solver.layers.trace import Trace
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.timeline import Moment, changes

Plain = dict[str, Any]
# Keys of entries of a timeline under which the name of a card may stand.
_NAMING = ("enters", "merges", "card", "resolves", "cast", "play_land")


def digest(data: Any) -> str:
    """The SHA-256 of plain data in canonical form, as hexadecimal digits."""
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


@by_source
@cache
def card_digest(name: str) -> str:
    """The SHA-256 of the facts of a card, as hexadecimal digits."""
    return hashlib.sha256(msgspec.json.encode(load_card(name), order="deterministic")).hexdigest()


def history(scenario: Scenario, edition: Edition, game: Game, moments: tuple[Moment, ...]) -> Trace:
    """The steps that all claims of a scenario share: what was given, what happened, what follows for each object.

    Returns the trace, to which `finish` adds the step of a claim.
    """
    trace = Trace(edition)
    plain = json.loads(scenario.source)
    for number, event in enumerate(plain.get("timeline") or []):
        trace.keys["given", number] = trace.add("given", "given", {"event": number, "says": event})
    latest: dict[Any, int] = {}
    for moment in moments:
        given = None if moment.event is None else trace.keys["given", moment.event]
        for reason in moment.reasons:
            trace.add("permitted", reason.rule, {**reason.says, "event": moment.event}, (given,))
        for remark in moment.remarks:
            rests = None if remark.about is None else latest.get(("object", remark.about))
            trace.add(remark.kind, remark.rule, {**remark.says, "event": moment.event}, (given, rests))
        for deed in moment.deeds:
            what = {"what": deed.what, "player": deed.player, "objects": list(deed.objects)}
            trace.add("resolved", resolved_rule(edition, deed.what), {"event": moment.event, **what}, (given,))
        for applied in moment.replaced:
            rule = replaced_rule(edition, applied.sort, applied.because)
            said = {"by": applied.by, "because": applied.because, "would": applied.would}
            conclusion = {"event": moment.event, **said, "instead": list(applied.instead)}
            trace.add("replaced", rule, conclusion, (given, _watching(applied.by, latest)))
        for change in changes(moment.before, moment.after):
            form = next(iter(change))
            fields = tuple(change.get("set", ()))
            until = (change.get("begins", {}).get("duration") or {}).get("when", "")
            copies = any(mod.get("type") == "take_values" for mod in change.get("begins", {}).get("mods", ()))
            rule = change_rule(edition, form, fields, until, copies)
            about = (form if form not in ("new", "object") else "object", _identity(change))
            premises = (given, latest.get(about))
            latest[about] = trace.add("event", rule, {"event": moment.event, "change": change}, premises)
    derivation = Derivation(Scene(game.situation, edition, game.last_known), trace)
    for about, step in latest.items():
        if about[0] == "object":
            trace.keys["object", about[1]] = step
    derivation.run()
    return trace


def _watching(by: str, latest: dict[Any, int]) -> int | None:
    """The step about what changed an event last: an object, or an effect in force, by the name of the application."""
    words = by.replace(".", " ").split()
    if words[0] == "effect":
        return latest.get(("effect", int(words[1]))) or latest.get(("begins", int(words[1])))
    return latest.get(("object", int(words[0])))


def _identity(change: Plain) -> Any:
    for key in ("object", "gone", "ends", "effect", "player"):
        if key in change:
            return change[key]
    record: Plain = change.get("new") or change.get("begins") or {}
    return record.get("id")


def finish(
    trace: Trace,
    scenario: Scenario,
    edition: Edition,
    game: Game,
    claim: Claim,
    truth: bool | tuple[int, ...],
    alone: bool = False,
) -> Plain:
    """The whole proof of one claim in one world, with its header.

    trace: from `history`; it is not changed. truth: whether the claim holds in this world; for `outcomes` the places of
    the listed outcomes that it fits. alone: it is the only world, which then must fit every listed outcome.
    """
    labels = [part.label for part in claim.parts] + [part.label for parts in claim.outcomes for part in parts]
    finals = sorted(
        {trace.keys["final", game.labels[label]] for label in labels if ("final", game.labels[label]) in trace.keys}
    )
    says: Plain = {"fits": list(truth)} if isinstance(truth, tuple) else {"holds": truth}
    listed, rests = rulebook_steps(claim, edition, len(trace.steps) + 1)
    judged, also = action_steps(trace, claim, game)
    listed, rests = [*listed, *judged], (*rests, *also)
    watched, triggered = trigger_steps(claim, game, len(trace.steps) + len(listed) + 1)
    listed += watched
    last = ("therefore", "given", {"claim": claim.number, **says}, tuple(sorted({*finals, *rests, *triggered})))
    steps = [
        {
            "id": number,
            "kind": kind,
            "rule": rule,
            "number": number_of(edition, rule),
            "conclusion": conclusion,
            "premises": list(premises),
        }
        for number, (kind, rule, conclusion, premises) in enumerate([*trace.steps, *listed, last], 1)
    ]
    holds = len(truth) == len(claim.outcomes) if alone and isinstance(truth, tuple) else bool(truth)
    return {**_header(scenario, edition, claim, holds), "steps": steps}


def action_steps(trace: Trace, claim: Claim, game: Game) -> tuple[list[Any], tuple[int, ...]]:
    """The steps that say why each action of a claim is legal or illegal, and their numbers.

    Each rests on what the objects that it is about are in the end.
    """
    from layerproof.solver.game.legality import judge_action

    steps: list[Any] = []
    for each in claim.actions:
        for reason in judge_action(game, each.action).reasons:
            about = {trace.keys["final", one] for one in reason.about if ("final", one) in trace.keys}
            kind = "permitted" if reason.allows else "forbidden"
            steps.append((kind, reason.rule, reason.says, tuple(sorted(about))))
    first = len(trace.steps) + 1
    return steps, tuple(range(first, first + len(steps)))


def cases(
    scenario: Scenario, edition: Edition, claim: Claim, holds: bool, worlds: list[Any], proofs: list[Plain]
) -> Plain:
    """The proof of one claim over the worlds of a scenario with unknowns.

    worlds: for each world in order the pairs of an unknown and its value. proofs: for the worlds that the verdict rests
    on their place in this list and their own proof.
    """
    return {**_header(scenario, edition, claim, holds), "worlds": worlds, "proofs": proofs}


def _header(scenario: Scenario, edition: Edition, claim: Claim, holds: bool) -> Plain:
    plain = json.loads(scenario.source)
    return {
        "proof": 1,
        "edition": edition.name,
        "edition_digest": edition.digest,
        "scenario": plain,
        "scenario_digest": digest(plain),
        "cards": {name: card_digest(name) for name in cards_in(scenario)},
        "claim": claim.number,
        "verdict": "proved" if holds else "refuted",
    }


def number_of(edition: Edition, rule: str) -> str:
    """The number of a rule in an edition; empty for what is no rule (given facts, printed values)."""
    return "" if rule in ("given", "printed") else edition.cite(rule).number


def cards_in(scenario: Scenario) -> tuple[str, ...]:
    """The names of the cards that a timeline names, in order, each once.

    Also those of events that may happen or happen in an order that is not known, and those of which one is meant; not
    those that only words describe.
    """
    names: dict[str, None] = {}

    def walk(events: list[Plain]) -> None:
        for event in events:
            for key in ("together", "any_order"):
                walk(event.get(key) or [])
            walk([event["maybe"]] if "maybe" in event else [])
            for key in _NAMING:
                named = event.get(key)
                several = named.get("any") if isinstance(named, dict) else None
                for each in several if isinstance(several, list) else [named]:
                    if isinstance(each, str):
                        names[each] = None

    walk(json.loads(scenario.source).get("timeline") or [])
    return tuple(name for name in (*names, *combined_faces(names)) if _is_card(name))


def _is_card(name: str) -> bool:
    from layerproof.kb.errors import KnowledgeError

    try:
        load_card(name)
    except KnowledgeError:
        return False
    return True
