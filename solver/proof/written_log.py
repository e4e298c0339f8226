"""The log of a game as the steps of a proof: plain data, with the number of each rule in the edition."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from layerproof.kb.rulebook.clauses import number_then
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.step_rules import first_citable
from layerproof.solver.events.proof_log import Change
from layerproof.solver.layers.trace import Step
from layerproof.solver.situation.game import Game

# What cites no rule: what a scenario gives, and what is printed.
_NO_RULE = ("given", "printed")


def log_steps(game: Game) -> list[Step]:
    """The steps of a game's log as kind, rule key, conclusion and premises; what a scenario gives stands there as its
    entry says it.

    game: at the end of its timeline.
    """
    timeline = json.loads(game.scenario.source).get("timeline") or []
    steps: list[Step] = []
    for kind, rules, says, rests in game.proof.steps:
        conclusion: dict[str, Any] = {"change": says.plain()} if isinstance(says, Change) else says
        if kind == "given":
            conclusion = {**conclusion, "says": timeline[conclusion["event"]]}
        rule = first_citable(game.edition, (rules,) if isinstance(rules, str) else rules)
        steps.append((kind, rule, conclusion, tuple(rests)))
    return steps


def numbered(edition: Edition, steps: Iterable[Step], log: int) -> list[dict[str, Any]]:
    """Steps as plain data: each with its id (from 1), kind, rule key, number in the edition, conclusion and premises.

    log: how many of them, the first, are of a log. What happens by a rule that the edition does not have yet cites what
    it had before (`number_then`). Raises KnowledgeError for a rule of another step that it does not have. Source:
    docs/proof-format.md.
    """
    return [
        {
            "id": number,
            "kind": kind,
            "rule": rule,
            "number": number_then(edition, rule) if number <= log else number_of(edition, rule),
            "conclusion": conclusion,
            "premises": list(premises),
        }
        for number, (kind, rule, conclusion, premises) in enumerate(steps, 1)
    ]


def written_log(game: Game) -> list[dict[str, Any]]:
    """The steps of a game's log as plain data, as they stand first in its proofs."""
    steps = log_steps(game)
    return numbered(game.edition, steps, len(steps))


def number_of(edition: Edition, rule: str) -> str:
    """The number of a rule in an edition; empty for what is no rule (given facts, printed values)."""
    return "" if rule in _NO_RULE else edition.cite(rule).number
