"""Words that are not read and matter to what happens: they are not passed over, by the solver or by the checker."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from layerproof.kb.cards.card_sources import use_sources
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all
from tests.proof.test_checker_alone import alone

MADE_UP = {"enters": "Made Up", "as": "m"}
BEAR = {"enters": "Grizzly Bears", "as": "bear"}
FADED: list[Any] = [BEAR, {"phase_out": "bear"}, {"phase_in": "bear"}]
THOPTER = {"enters": "Ornithopter", "as": "thopter"}

INSTEAD = "If an opponent would create a Clue, they create a Blood instead."
CLUES: list[Any] = [{"enters": "Thraben Inspector", "as": "i", "controller": "opponent"}]
CLUES += [{"triggers": "i", "ability": 1, "makes": ["clue"]}]
CLUE: dict[str, Any] = {"clue": {"subtypes": ["Clue"]}}

BOLTS: dict[str, Any] = {"in": "stack", "card": "Made Up", "as": "m", "controller": "opponent"}
TWIN: dict[str, Any] = {"resolves": "Twincast", "targets": ["m"], "makes": ["k"]}
TWO: dict[str, Any] = {"k": {"zone": "stack", "name": "Made Up"}}

WALL: dict[str, Any] = {"enters": "Grizzly Bears", "as": "bear", "tapped": True, "controller": "opponent"}
DUTY: list[Any] = [{"enters": "Hill Giant", "as": "giant"}, {"turn": "opponent"}, {"turn": "you"}]
DUTY += [WALL, {"attack": ["giant"], "at": "opponent"}]
STAYS: dict[str, Any] = {"illegal": {"block": ["bear"], "attacker": "giant", "controller": "opponent"}}

HELD = {"in": "hand", "card": "Made Up", "as": "m"}
EMERGES: dict[str, Any] = {"illegal": {"cast": "m", "cast_for": "emerge", "paying": ["thopter"]}}

GRAPPLE: list[Any] = [{"enters": "Hill Giant", "as": "giant", "controller": "opponent"}]
GRAPPLE += [BEAR, {"in": "hand", "card": "Candy Grapple", "as": "grapple"}]
BARGAIN: dict[str, Any] = {
    "illegal": {"cast": "grapple", "targets": ["giant"], "additional": {"bargain": 1}, "paying": ["bear"]}
}
ANYTHING = "You can bargain any permanent instead of just artifacts, enchantments, and tokens."

ODD = "Unravel the whole weave: Frobnicate it."
DRAWS = "{T}: You gain 1 life."
GAIN: dict[str, Any] = {"activates": "m", "ability": 1}
RICHER: dict[str, Any] = {"life": {"you": 21}}


@pytest.mark.parametrize(
    ("kind", "text", "timeline", "claim", "verdict"),
    [
        ("Enchantment", INSTEAD, [MADE_UP, *CLUES], CLUE, "undecided"),
        ("Enchantment", "", [MADE_UP, *CLUES], CLUE, "proved"),
        ("Instant", "You gain 1 life.\nThis spell can't be copied.", [BOLTS, TWIN], TWO, "undecided"),
        ("Instant", "You gain 1 life.", [BOLTS, TWIN], TWO, "proved"),
        ("Enchantment", "Tapped creatures can block.", [MADE_UP, *DUTY], STAYS, "undecided"),
        ("Enchantment", "", [MADE_UP, *DUTY], STAYS, "proved"),
        ("Creature", "Emerge from artifact {5}{B}{B}", [HELD, THOPTER], EMERGES, "undecided"),
        ("Creature", "Flying", [HELD, THOPTER], EMERGES, "proved"),
        ("Creature", ANYTHING, [MADE_UP, *GRAPPLE], BARGAIN, "undecided"),
        # What triggers when something is bargained changes nothing about what may be sacrificed for it.
        (
            "Creature",
            "Whenever you cast a spell that was bargained, draw a card.",
            [MADE_UP, *GRAPPLE],
            BARGAIN,
            "proved",
        ),
        ("Artifact", f"{ODD}\n{DRAWS}", [MADE_UP, GAIN], RICHER, "undecided"),
        ("Artifact", f"{ODD}\n{DRAWS}", [MADE_UP, GAIN | {"ability": 2}], RICHER, "undecided"),
        ("Artifact", f"{ODD}\n{DRAWS}", [MADE_UP, GAIN | {"ability": "Unravel"}], RICHER, "undecided"),
        ("Artifact", f"{ODD}\n{DRAWS}", [MADE_UP, GAIN | {"ability": "{T}"}], RICHER, "proved"),
        # The number of an ability hangs on those before it alone.
        ("Artifact", f"{DRAWS}\n{ODD}", [MADE_UP, GAIN], RICHER, "proved"),
        ("Artifact", ODD, [MADE_UP], {"legal": {"activate": "m", "ability": 1}}, "undecided"),
        ("Artifact", DRAWS, [MADE_UP], {"legal": {"activate": "m", "ability": 2}}, "invalid"),
        ("Enchantment", "Permanents can't phase in.", [MADE_UP, *FADED], {"bear": {"pt": "2/2"}}, "undecided"),
        ("Enchantment", "", [MADE_UP, *FADED], {"bear": {"pt": "2/2"}}, "proved"),
    ],
)
def test_words_that_matter_are_heeded(
    kind: str,
    text: str,
    timeline: list[Any],
    claim: Any,
    verdict: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    card: dict[str, Any] = {"name": "Made Up", "type_line": kind, "mana_cost": "{2}", "oracle_text": text}
    if kind == "Creature":
        card |= {"power": "1", "toughness": "1"}
    file = tmp_path / "cards.json"
    file.write_text(json.dumps([card]), encoding="utf-8")
    monkeypatch.setenv("LAYERPROOF_HOME", str(tmp_path))
    use_sources([file])
    try:
        plain = {"scenario": "Made up", "timeline": timeline, "claims": [claim]}
        answer = answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0]
        assert answer.verdict == verdict, answer
        assert alone(plain, 1, "current", monkeypatch) == (None if verdict in ("invalid", "undecided") else verdict)
    finally:
        use_sources()
