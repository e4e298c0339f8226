"""Copies of what an effect made and its source, what an Aura entered attached to, and cards exiled to pay."""

from __future__ import annotations

import json
from typing import Any

import pytest

from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all
from tests.proof.test_checker_alone import alone

NEST = {
    "name": "Nest",
    "types": ["enchantment"],
    "abilities": [
        "{1}: Create a green Saproling creature token. It has \"This token's power and toughness are each equal to the "
        'number of fade counters on Nest."'
    ],
}


def nest(label: str, token: str) -> list[Any]:
    """The events by which an enchantment enters with seven counters and makes a token that counts them."""
    return [
        {"token": NEST, "as": label},
        {"put": {"fade": 7}, "on": label},
        {"activates": label, "ability": 1, "makes": [token]},
    ]


FEWER = {"remove": {"fade": 3}, "from": "nest"}


@pytest.mark.parametrize(
    ("events", "claim", "verdict"),
    [
        ([{"enters": "Clone", "copy_of": "sap", "as": "c"}], {"c": {"pt": "7/7"}}, "proved"),
        ([{"enters": "Clone", "copy_of": "sap", "as": "c"}, FEWER], {"c": {"pt": "4/4"}}, "proved"),
        (
            [{"enters": "Clone", "copy_of": "sap", "as": "a"}, {"enters": "Clone", "copy_of": "a", "as": "c"}],
            {"c": {"pt": "7/7"}},
            "proved",
        ),
        (
            [{"enters": "Clone", "copy_of": "sap", "as": "c"}, {"leaves": "nest", "to": "graveyard"}],
            {"c": {"on_battlefield": False}},
            "proved",
        ),
        (
            [{"enters": "Grizzly Bears", "as": "c"}, {"resolves": "Mirrorweave", "targets": ["sap"]}],
            {"c": {"pt": "7/7"}},
            "proved",
        ),
        # A token that another one made becomes a copy: to which of them it then refers is not kept.
        (
            [*nest("second", "sup"), {"resolves": "Mirrorweave", "targets": ["sap"]}],
            {"sup": {"pt": "7/7"}},
            "undecided",
        ),
    ],
)
def test_a_copy_refers_to_what_made_the_original(
    events: list[Any], claim: Any, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = {"scenario": "Made up", "timeline": [*nest("nest", "sap"), *events], "claims": [claim]}
    assert answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0].verdict == verdict
    assert alone(plain, 1, "current", monkeypatch) == (None if verdict == "undecided" else verdict)


DELVED = "This creature enters with a +1/+1 counter on it for each creature card exiled with it."


@pytest.mark.parametrize(("abilities", "verdict"), [(["delve", DELVED], "undecided"), ([DELVED], "proved")])
def test_what_was_exiled_to_pay_is_not_counted_as_nothing(
    abilities: list[str], verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_up = {"types": ["creature"], "subtypes": ["Drake"], "pt": "3/3", "abilities": abilities}
    plain = {"scenario": "Made up", "timeline": [{"token": made_up, "as": "m"}], "claims": [{"m": {"pt": "3/3"}}]}
    assert answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0].verdict == verdict
    assert alone(plain, 1, "current", monkeypatch) == (None if verdict == "undecided" else verdict)


@pytest.mark.parametrize(
    ("about", "claim", "verdict"),
    [
        ({"about": "bears"}, {"giant": {"name": "Grizzly Bears"}, "angel": {"name": "Grizzly Bears"}}, "proved"),
        ({}, {"giant": {"name": "Serra Angel"}}, "undecided"),
    ],
)
def test_what_an_aura_entered_attached_to_is_what_is_told(
    about: Any, claim: Any, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    timeline = [
        *({"enters": name, "as": label} for name, label in (("Grizzly Bears", "bears"), ("Serra Angel", "angel"))),
        {"enters": "Hill Giant", "as": "giant"},
        {"enters": "Infinite Reflection", "as": "aura", "attached_to": "bears"},
        {"attach": "aura", "to": "angel"},
        {"triggers": "aura", "ability": 1, **about},
    ]
    claims = [{label: said} for label, said in claim.items()]
    plain = {"scenario": "Made up", "timeline": timeline, "claims": claims}
    assert {each.verdict for each in answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])} == {verdict}
    assert alone(plain, 1, "current", monkeypatch) == (None if verdict == "undecided" else verdict)
