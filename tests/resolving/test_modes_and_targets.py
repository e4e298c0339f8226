"""Modes, targets and objects that are chosen: what is told of them, what is not, and what only a payment asks for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from layerproof.kb.cards.card_sources import use_sources
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all
from layerproof.solver.situation.modes import places_named
from tests.proof.test_checker_alone import alone

REACH = "gains reach until end of turn"
RALLY = (
    "Kicker {1}\nCreatures you control get +1/+0 until end of turn. If this spell was kicked, target creature you "
    f"control {REACH}."
)
RESILIENT = (
    f"Kicker {{1}}\nTarget creature you control {REACH}. If this spell was kicked, instead any number of target "
    "creatures you control gain reach until end of turn."
)
SHIELD = (
    "Target creature you control gains protection from colorless or from the color of your choice until end of turn."
)
MODES = (
    f"Choose one or more —\n• Target creature {REACH}.\n• Target creature {REACH}. You gain 3 life.\n• You gain 6 life."
)
FOR_KICKER = {"cast_for": "kicker", "targets": ["bear", "wurm"]}


def red(mode: str) -> dict[str, Any]:
    """An event with one target and two choices."""
    return {"targets": ["bear"], "choices": {"mode": mode, "color": "red"}}


@pytest.mark.parametrize(
    ("text", "event", "claim", "verdict"),
    [
        # A part that has its effect only if something was paid has its targets only then.
        (RALLY, {}, {"bear": {"pt": "3/2", "lacks": ["reach"]}}, "proved"),
        (RALLY, {"cast_for": "kicker", "targets": ["bear"]}, {"bear": {"pt": "3/2", "has": ["reach"]}}, "proved"),
        (RALLY, {"cast_for": "kicker"}, {"bear": {"pt": "3/2"}}, "invalid"),
        (RESILIENT, {"targets": ["bear"]}, {"bear": {"has": ["reach"]}}, "proved"),
        (RESILIENT, FOR_KICKER, {"bear": {"has": ["reach"]}}, "proved"),
        (RESILIENT, FOR_KICKER, {"wurm": {"lacks": ["reach"]}}, "refuted"),
        # What is named whole is that one, though it is a piece of another.
        (SHIELD, red("color"), {"bear": {"has": ["protection from red"]}}, "proved"),
        (SHIELD, red("color"), {"bear": {"abilities": 1}}, "proved"),
        (SHIELD, red("colorless"), {"bear": {"lacks": ["protection from red"]}}, "proved"),
        (
            MODES,
            {"targets": ["bear"], "choices": {"mode": f"Target creature {REACH}"}},
            {"life": {"you": 20}},
            "proved",
        ),
        (MODES, {"targets": ["bear"], "choices": {"mode": "3 life"}}, {"life": {"you": 23}}, "proved"),
        (MODES, {"choices": {"mode": "6 life"}}, {"life": {"you": 26}}, "proved"),
    ],
)
def test_what_a_made_up_spell_does_hangs_on_what_was_paid_and_chosen(
    text: str, event: Any, claim: Any, verdict: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    name = f"Made Up {len(text)}"
    file = tmp_path / "cards.json"
    file.write_text(
        json.dumps([{"name": name, "type_line": "Instant", "mana_cost": "{R}", "oracle_text": text}]), encoding="utf-8"
    )
    monkeypatch.setenv("LAYERPROOF_HOME", str(tmp_path))
    use_sources([file])
    try:
        board = [{"enters": "Grizzly Bears", "as": "bear"}, {"enters": "Craw Wurm", "as": "wurm"}]
        plain = {"scenario": "Made up", "timeline": [*board, {"resolves": name, **event}], "claims": [claim]}
        assert answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0].verdict == verdict
        assert alone(plain, 1, "current", monkeypatch) == (None if verdict == "invalid" else verdict)
    finally:
        use_sources()


GIVES = (
    "{T}: Until end of turn, target creature gets +1/+1 and gains "
    '"When this creature dies, target player gains 3 life."'
)


@pytest.mark.parametrize(
    ("ability", "timeline", "claim", "verdict"),
    [
        # Which of several options is chosen leaves open what comes of it, as long as it is not told.
        (
            "{T}: This creature gains your choice of reach or trample until end of turn.",
            [{"activates": "m", "ability": 1}],
            {"m": {"lacks": ["reach"]}},
            "undecided",
        ),
        (
            "{T}: This creature gains your choice of reach or trample until end of turn.",
            [{"activates": "m", "ability": 1, "choices": {"mode": "trample"}}],
            {"m": {"lacks": ["reach"], "has": ["trample"]}},
            "proved",
        ),
        # The targets of an ability that is given are its own.
        (
            GIVES,
            [
                {"activates": "m", "ability": 1, "targets": ["bear"]},
                {"leaves": "bear", "to": "graveyard"},
                {"triggers": "bear", "ability": 1, "targets": ["opponent"]},
            ],
            {"life": {"opponent": 23}},
            "proved",
        ),
    ],
)
def test_what_a_made_up_ability_does_hangs_on_what_is_told(
    ability: str, timeline: list[Any], claim: Any, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_up = {"types": ["creature"], "subtypes": ["Elf"], "pt": "1/1", "abilities": [ability]}
    board = [{"enters": "Grizzly Bears", "as": "bear"}, {"token": made_up, "as": "m"}]
    plain = {"scenario": "Made up", "timeline": [*board, *timeline], "claims": [claim]}
    assert answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0].verdict == verdict
    assert alone(plain, 1, "current", monkeypatch) == (None if verdict == "undecided" else verdict)


@pytest.mark.parametrize(
    ("said", "places"),
    [("reach", [1]), ("each", [1, 3]), ("trample and reach", [1, 2]), (2, [2]), (4, []), ("haste", [])],
)
def test_the_whole_text_of_a_mode_goes_before_a_piece_of_another(said: str | int, places: list[int]) -> None:
    assert places_named(said, ["Reach", "trample", "each player gains 1 life"]) == places


@pytest.mark.parametrize(("gone", "verdict"), [(True, "undecided"), (False, "proved")])
def test_what_lasts_until_its_source_leaves_is_left_open_where_that_has_left_before(gone: bool, verdict: str) -> None:
    ability = "{T}: Target land becomes an Island until this creature leaves the battlefield."
    made_up = {"types": ["creature"], "subtypes": ["Elf"], "pt": "1/1", "abilities": [ability]}
    bolt = [{"cast": "bolt", "targets": ["m"]}, {"resolve_top": True}] if gone else []
    timeline = [
        {"enters": "Forest", "as": "land"},
        {"token": made_up, "as": "m"},
        {"in": "hand", "card": "Lightning Bolt", "as": "bolt"},
        {"turn": "opponent"},
        {"turn": "you", "step": "main"},
        {"activate": "m", "ability": 1, "targets": ["land"]},
        *bolt,
        {"resolve_top": True},
    ]
    plain = {"scenario": "Made up", "timeline": timeline, "claims": [{"land": {"subtypes": ["Island"]}}]}
    assert answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0].verdict == verdict


ONE_OF_TWO = "{1}: Choose one —\n• This creature gets +1/+1.\n• This creature gets +3/+3."


@pytest.mark.parametrize(
    ("activation", "resolution", "claim", "verdict"),
    [
        # Modes are chosen as an ability is activated, and stay (rule keys modal.chosen, activate.on_stack).
        ({"mode": "+1/+1"}, {}, {"m": {"pt": "2/2"}}, "proved"),
        ({"mode": "+1/+1"}, {"mode": 1}, {"m": {"pt": "2/2"}}, "proved"),
        ({"mode": "+1/+1"}, {"mode": "+3/+3"}, {"m": {"pt": "4/4"}}, "invalid"),
        ({}, {"mode": "+3/+3"}, {"m": {"pt": "4/4"}}, "invalid"),
    ],
)
def test_the_modes_of_an_ability_are_those_of_its_activation(
    activation: Any, resolution: Any, claim: Any, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_up = {"types": ["creature"], "subtypes": ["Elf"], "pt": "1/1", "abilities": [ONE_OF_TWO]}
    events = [
        {"token": made_up, "as": "m"},
        {"activate": "m", "ability": 1, "choices": activation},
        {"resolve_top": True, "choices": resolution},
    ]
    plain = {"scenario": "Made up", "timeline": events, "claims": [claim]}
    assert answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0].verdict == verdict
    assert alone(plain, 1, "current", monkeypatch) == (None if verdict == "invalid" else verdict)
