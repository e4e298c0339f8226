"""Proofs written down: the steps from a scenario's facts to a claim, as plain data (docs/proof-format.md)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from layerproof.kb.cards.card_sources import by_source
from layerproof.kb.cards.meld_pairs import combined_faces
from layerproof.kb.cards.store import load_card
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.named_in_steps import STACK, About, Told
from layerproof.kb.scenario.scenario import Claim, Scenario
from layerproof.solver.claims.rulebook import rulebook_steps
from layerproof.solver.claims.triggers import trigger_steps
from layerproof.solver.layers.derive import Derivation
from layerproof.solver.layers.scene import Scene
from layerproof.solver.layers.trace import Trace
from layerproof.solver.proof.written_log import log_steps, numbered
from layerproof.solver.situation.game import Game

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


def history(game: Game) -> Trace:
    """The steps that all claims of a scenario share: the log of what happened, and what follows for each object.

    game: at the end of its timeline. Returns the trace, to which `finish` adds the step of a claim.
    """
    trace = Trace(game.edition, log_steps(game), game.proof.latest)
    Derivation(Scene(game.situation, game.edition, game.last_known), trace).run()
    return trace


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
    log = len(game.proof.steps)
    asked = [part.label for part in claim.parts] + [part.label for parts in claim.outcomes for part in parts]
    asked += claim.stack or ()
    about: list[About] = [("object", game.labels[label]) for label in asked if label in game.labels]
    about += [(sort, game.player(name)) for key, pairs in claim.game for name, _ in pairs for sort in ("player", key)]
    told = Told(numbered(edition, trace.steps[:log], log))
    ends = {step for each in about for step in _end_of(each, trace, told)}
    ends |= set(told.of(STACK)) if claim.stack is not None else set()
    says: Plain = {"fits": list(truth)} if isinstance(truth, tuple) else {"holds": truth}
    listed, rests = rulebook_steps(claim, edition, len(trace.steps) + 1)
    judged, also = action_steps(trace, claim, game)
    listed, rests = [*listed, *judged], (*rests, *also)
    watched, triggered = trigger_steps(claim, game, len(trace.steps) + len(listed) + 1, told)
    listed += watched
    last = ("therefore", "given", {"claim": claim.number, **says}, tuple(sorted({*ends, *rests, *triggered})))
    steps = numbered(edition, [*trace.steps, *listed, last], log)
    holds = len(truth) == len(claim.outcomes) if alone and isinstance(truth, tuple) else bool(truth)
    return {**_header(scenario, edition, claim, holds), "log": log, "steps": steps}


def _end_of(about: About, trace: Trace, told: Told) -> Iterator[int]:
    """The steps that say what an object or a player is in the end: what was derived of it, or what changed it last,
    with the same of what it became; and what was chosen and replaced with it."""
    final = trace.keys.get(("final", about[1]))
    last = trace.latest.get(about)
    yield from [each for each in (final or last,) if each is not None]
    yield from told.of(about)
    for kind, _, conclusion, premises in trace.steps if final is None and last is not None else ():
        new = conclusion["change"].get("new") if kind == "change" else None
        if new is not None and last in premises:
            yield from _end_of(("object", new["id"]), trace, told)


def action_steps(trace: Trace, claim: Claim, game: Game) -> tuple[list[Any], tuple[int, ...]]:
    """The steps that say why each action of a claim is legal or illegal, and their numbers.

    Each rests on what the objects that it is about are in the end, and on the turn and step that it is then.
    """
    from layerproof.solver.game.legality import judge_action

    steps: list[Any] = []
    for each in claim.actions:
        for reason in judge_action(game, each.action).reasons:
            about = {trace.keys["final", one] for one in reason.about if ("final", one) in trace.keys}
            about |= {trace.latest["game", ""]} if ("game", "") in trace.latest else set()
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
        "proof": 2,
        "edition": edition.name,
        "edition_digest": edition.digest,
        "scenario": plain,
        "scenario_digest": digest(plain),
        "cards": {name: card_digest(name) for name in cards_in(scenario)},
        "claim": claim.number,
        "verdict": "proved" if holds else "refuted",
    }


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
