"""Players whom a resolution, or a permanent that enters, lets a player choose: told, not told, and told wrongly."""

from __future__ import annotations

import json
from typing import Any

import pytest

from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all
from tests.proof.test_checker_alone import alone

AWAY = "{1}: Choose an opponent. That player gains control of this creature."
AROUND = "{1}: Choose another player. That player gains 3 life."
ANYBODY = "{1}: Choose a player. That player gains 3 life."
AIMED = "{1}: Choose target opponent. Draw a card. Then the chosen player loses 2 life."
RIVAL = "As this creature enters, choose an opponent."
TWO, THREE = ["you", "opponent"], ["you", "opponent", "third"]


def by(player: str) -> dict[str, Any]:
    """The choice of a player."""
    return {"choices": {"player": player}}


@pytest.mark.parametrize(
    ("ability", "players", "event", "claim", "verdict"),
    [
        # The only one who can be chosen is; of several it has to be told.
        (AWAY, TWO, {}, {"m": {"controller": "opponent"}}, "proved"),
        (AWAY, THREE, {}, {"m": {"controller": "you"}}, "undecided"),
        (AWAY, THREE, by("third"), {"m": {"controller": "third"}}, "proved"),
        (AROUND, TWO, {}, {"life": {"opponent": 23}}, "proved"),
        (AROUND, THREE, {}, {"life": {"opponent": 20}}, "undecided"),
        (ANYBODY, TWO, {}, {"life": {"you": 20}}, "undecided"),
        (ANYBODY, TWO, by("you"), {"life": {"you": 23}}, "proved"),
        # Who may not be chosen.
        (AWAY, TWO, by("you"), {"m": {"controller": "you"}}, "invalid"),
        (AROUND, THREE, by("you"), {"life": {"you": 23}}, "invalid"),
        (AWAY, TWO, by("third"), {"m": {"controller": "you"}}, "invalid"),
        # A player who is chosen as a target is that one.
        (AIMED, THREE, {"targets": ["third"]}, {"life": {"third": 18, "opponent": 20}}, "proved"),
    ],
)
def test_a_resolution_has_a_player_chosen_who_may_be(
    ability: str, players: list[str], event: Any, claim: Any, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_up = {"types": ["creature"], "subtypes": ["Elf"], "pt": "1/1", "abilities": [ability]}
    timeline = [{"token": made_up, "as": "m"}, {"activates": "m", "ability": 1, **event}]
    plain = {"scenario": "Made up", "players": players, "timeline": timeline, "claims": [claim]}
    assert answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0].verdict == verdict
    assert alone(plain, 1, "current", monkeypatch) == (verdict if verdict == "proved" else None)


@pytest.mark.parametrize(
    ("player", "verdict"), [("opponent", "proved"), ("third", "invalid"), ("you", "invalid"), (None, "undecided")]
)
def test_what_enters_has_an_opponent_chosen(player: str | None, verdict: str, monkeypatch: pytest.MonkeyPatch) -> None:
    abilities = [RIVAL, "This creature gets +1/+1 for each creature the chosen player controls."]
    made_up = {"types": ["creature"], "subtypes": ["Elf"], "pt": "1/1", "abilities": abilities}
    told = {} if player is None else by(player)
    timeline = [{"enters": "Grizzly Bears", "controller": "opponent"}, {"token": made_up, "as": "m", **told}]
    plain = {"scenario": "Made up", "timeline": timeline, "claims": [{"m": {"pt": "2/2"}}]}
    assert answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0].verdict == verdict
    assert alone(plain, 1, "current", monkeypatch) == (verdict if verdict == "proved" else None)
