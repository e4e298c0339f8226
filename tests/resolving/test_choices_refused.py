"""What solver and checker see alike: what left, what may not be chosen, and more targets than there are places."""

from __future__ import annotations

import json
from typing import Any

import pytest

from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all
from tests.proof.test_checker_alone import alone

HELD = (
    "{1}: Tap another target creature. This creature becomes a copy of that creature for as long as that creature "
    "remains tapped."
)
RETURNS = "At the beginning of your upkeep, you may exile this creature. If you do, return it to the battlefield."
COLORS = (
    "{1}: Up to X target creatures you control each get +1/+1 until end of turn, where X is the number of colors among "
    "permanents you control."
)
RAISES = '{1}: This creature gains "Whenever this creature attacks, put a +1/+1 counter on it" until end of turn.'
LENDS = '{1}: Target creature gains "Whenever this creature attacks, put a +1/+1 counter on it" until end of turn.'
STEALS = "{T}: Gain control of target creature for as long as this creature remains tapped."
ONE = "{1}: Target creature gets +1/+1 until end of turn."
TWO: list[Any] = [{"enters": "Grizzly Bears", "as": "bears"}, {"enters": "Serra Angel", "as": "angel"}]


def made_up(*abilities: str) -> dict[str, Any]:
    """The event by which a token with these abilities enters."""
    token = {"name": "Elf", "types": ["creature"], "subtypes": ["Elf"], "pt": "1/1", "abilities": list(abilities)}
    return {"token": token, "as": "m"}


@pytest.mark.parametrize(
    ("events", "claim", "verdict"),
    [
        # For as long as another one remains tapped: not after it has left.
        ([made_up(HELD), {"activates": "m", "ability": 1, "targets": ["angel"]}], {"m": {"pt": "4/4"}}, "proved"),
        (
            [made_up(HELD), {"activates": "m", "ability": 1, "targets": ["angel"]}, {"leaves": "angel", "to": "exile"}],
            {"m": {"pt": "1/1"}},
            "proved",
        ),
        (
            [made_up(HELD), {"activates": "m", "ability": 1, "targets": ["angel"]}, {"untap": "angel"}],
            {"m": {"pt": "1/1"}},
            "proved",
        ),
        # A clone copies creatures.
        ([{"enters": "Clone", "as": "m", "choices": {"object": "angel"}}], {"m": {"pt": "4/4"}}, "proved"),
        (
            [{"enters": "Forest", "as": "f"}, {"enters": "Clone", "as": "m", "choices": {"object": "f"}}],
            {"m": {"name": "Forest"}},
            "invalid",
        ),
        # More targets than the text has.
        ([made_up(ONE), {"activates": "m", "ability": 1, "targets": ["bears"]}], {"bears": {"pt": "3/3"}}, "proved"),
        (
            [made_up(ONE), {"activates": "m", "ability": 1, "targets": ["bears", "angel"]}],
            {"bears": {"pt": "3/3"}},
            "invalid",
        ),
    ],
)
def test_solver_and_checker_agree(events: list[Any], claim: Any, verdict: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = {"scenario": "Made up", "timeline": [*TWO, *events], "claims": [claim]}
    assert answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0].verdict == verdict
    assert alone(plain, 1, "current", monkeypatch) == (verdict if verdict == "proved" else None)


@pytest.mark.parametrize(
    ("targets", "verdict"), [(["bears", "angel"], "proved"), (["bears", "angel", "m"], "undecided")]
)
def test_a_counted_number_of_targets_is_not_exceeded(
    targets: list[str], verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    events = [*TWO, made_up(COLORS), {"activates": "m", "ability": 1, "targets": targets}]
    plain = {"scenario": "Made up", "timeline": events, "claims": [{"angel": {"pt": "5/5"}}]}
    assert answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0].verdict == verdict
    assert alone(plain, 1, "current", monkeypatch) == (verdict if verdict == "proved" else None)


@pytest.mark.parametrize(
    ("away", "choices", "claim", "verdict"),
    [
        ([], {"may": True}, {"n": {"zone": "battlefield"}}, "proved"),
        ([{"leaves": "bears", "to": "graveyard", "as": "g"}], {}, {"g": {"zone": "graveyard"}}, "proved"),
        ([{"leaves": "bears", "to": "graveyard", "as": "g"}], {"may": True}, {"g": {"zone": "graveyard"}}, "invalid"),
    ],
)
def test_an_ability_that_triggered_as_a_step_began_does_not_find_what_left(
    away: list[Any], choices: Any, claim: Any, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    gives = '{1}: Target creature gains "' + RETURNS + '" until end of turn.'
    timeline = [
        TWO[0],
        made_up(gives),
        {"activates": "m", "ability": 1, "targets": ["bears"]},
        *away,
        {
            "triggers": "bears",
            "ability": 1,
            **({"choices": choices} if choices else {}),
            **({} if away else {"makes": ["n"]}),
        },
    ]
    plain = {"scenario": "Made up", "timeline": timeline, "claims": [claim]}
    assert answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0].verdict == verdict
    assert alone(plain, 1, "current", monkeypatch) == (verdict if verdict == "proved" else None)


@pytest.mark.parametrize(
    ("ability", "targets", "attacker", "claim", "verdict"),
    [
        (RAISES, [], "m", {"triggers": "m"}, "proved"),
        (RAISES, [], "m", {"triggers": "m", "times": 2}, "refuted"),
        (LENDS, ["bears"], "bears", {"triggers": "bears"}, "proved"),
    ],
)
def test_what_an_effect_of_a_resolution_granted_triggers(
    ability: str, targets: list[str], attacker: str, claim: Any, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    uses = {"activates": "m", "ability": 1, **({"targets": targets} if targets else {})}
    attack = {"attack": [attacker], "at": "opponent"}
    events = [*TWO, made_up(ability), {"turn": "you"}, uses, attack]
    plain = {"scenario": "Made up", "timeline": events, "claims": [claim]}
    assert answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0].verdict == verdict
    assert alone(plain, 1, "current", monkeypatch) == verdict


@pytest.mark.parametrize(
    ("before", "after", "whose"),
    [
        ([{"leaves": "m", "to": "exile"}], [], "opponent"),
        ([], [{"leaves": "m", "to": "exile"}], "opponent"),
        ([{"untap": "m"}], [], "opponent"),
        ([], [], "you"),
    ],
)
def test_nothing_begins_for_as_long_as_what_left_remains_tapped(
    before: list[Any], after: list[Any], whose: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = {"enters": "Grizzly Bears", "as": "b", "controller": "opponent"}
    uses = {"activates": "m", "ability": 1, "targets": ["b"]}
    events = [theirs, {**made_up(STEALS), "tapped": True}, *before, uses, *after]
    plain = {"scenario": "Made up", "timeline": events, "claims": [{"b": {"controller": whose}}]}
    assert answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0].verdict == "proved"
    assert alone(plain, 1, "current", monkeypatch) == "proved"
