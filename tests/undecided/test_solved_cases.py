"""What a Case says behind its solved symbol: a static ability of its own, of which every part applies in its layer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from layerproof.kb.cards.card_sources import use_sources
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all
from tests.proof.test_checker_alone import alone

CASES = {
    "Made Up Riddle": "This Case is a 4/4 Gorgon creature with deathtouch in addition to its other types.",
    "Made Up Parade": "Creatures you control get +1/+0.",
    "Made Up Toll": "At the beginning of your upkeep, you gain 2 life.",
}
HUMBLE = {
    "types": ["enchantment"],
    "abilities": ["All creatures lose all abilities and have base power and toughness 1/1."],
}
SOLVED = {"solves": "c"}


@pytest.mark.parametrize(
    ("name", "events", "claim", "verdict"),
    [
        ("Made Up Riddle", [SOLVED], {"pt": "4/4", "types": ["creature", "enchantment"], "abilities": 4}, "proved"),
        ("Made Up Riddle", [SOLVED], {"has": ["deathtouch"], "on_battlefield": True}, "proved"),
        ("Made Up Riddle", [], {"pt": "none", "types": ["enchantment"], "lacks": ["deathtouch"]}, "proved"),
        # What has begun to apply in an earlier layer goes on, though the ability is lost (613.6).
        ("Made Up Riddle", [SOLVED, {"token": HUMBLE, "as": "h"}], {"pt": "1/1", "lacks": ["deathtouch"]}, "proved"),
        ("Made Up Riddle", [SOLVED, {"token": HUMBLE, "as": "h"}], {"types": ["enchantment"]}, "refuted"),
        ("Made Up Riddle", [SOLVED, {"resolves": "Murder", "targets": ["c"]}], {"on_battlefield": False}, "proved"),
        # One ability is one, whatever it does.
        ("Made Up Parade", [SOLVED], {"abilities": 3}, "proved"),
        ("Made Up Toll", [SOLVED], {"abilities": 3}, "proved"),
        ("Made Up Toll", [], {"abilities": 3}, "proved"),
        ("Made Up Toll", [{"triggers": "c", "ability": 3}], {"abilities": 3}, "invalid"),
        ("Made Up Toll", [SOLVED, {"triggers": "c", "ability": 4}], {"abilities": 3}, "invalid"),
    ],
)
def test_a_case_has_its_solved_ability_only_while_it_is_solved(
    name: str, events: list[Any], claim: Any, verdict: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "cards.json"
    start = "When this Case enters, draw a card.\nTo solve — You control no creatures.\nSolved — "
    faces = [
        {
            "name": each,
            "type_line": "Enchantment — Case",
            "mana_cost": "{1}",
            "layout": "case",
            "oracle_text": start + text,
        }
        for each, text in CASES.items()
    ]
    file.write_text(json.dumps(faces), encoding="utf-8")
    monkeypatch.setenv("LAYERPROOF_HOME", str(tmp_path))
    use_sources([file])
    try:
        timeline = [{"enters": name, "as": "c"}, *events]
        plain = {"scenario": "Made up", "timeline": timeline, "claims": [{"c": claim}]}
        assert answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0].verdict == verdict
        assert alone(plain, 1, "current", monkeypatch) == (None if verdict == "invalid" else verdict)
    finally:
        use_sources()
