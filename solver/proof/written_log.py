"""The log of a game as the steps of a proof: plain data, with the number of each rule in the edition."""

from __future__ import annotations

import json
from typing import Any

from layerproof.kb.rulebook.step_rules import first_citable
from layerproof.solver.events.proof_log import Change
from layerproof.solver.situation.game import Game

# What cites no rule: what a scenario gives.
GIVEN = "given"


def written_log(game: Game) -> list[dict[str, Any]]:
    """The steps of a game's log as plain data.

    game: at the end of its timeline. Returns for each step its id (from 1), kind, rule key, number in the edition,
    conclusion and premises; what a scenario gives stands there as its entry says it. Raises KnowledgeError for a rule
    that the edition does not have. Source: docs/proof-format.md.
    """
    timeline = json.loads(game.scenario.source).get("timeline") or []
    steps = []
    for number, (kind, rules, says, rests) in enumerate(game.proof.steps, 1):
        rule = first_citable(game.edition, (rules,) if isinstance(rules, str) else rules)
        conclusion = {"change": says.plain()} if isinstance(says, Change) else says
        if kind == "given":
            conclusion = {"event": says["event"], "says": timeline[says["event"]]} if isinstance(says, dict) else {}
        cited = "" if rule == GIVEN else game.edition.cite(rule).number
        step = {"id": number, "kind": kind, "rule": rule, "number": cited, "conclusion": conclusion}
        steps.append({**step, "premises": list(rests)})
    return steps
