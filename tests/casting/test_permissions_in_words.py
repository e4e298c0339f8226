"""Permissions in words ("as though it had reach"): what the rules forbid is open where they are not read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from layerproof.kb.model import instruction as i
from layerproof.kb.model.ability import Activated
from layerproof.kb.model.effect import Until
from layerproof.kb.model.modification import Allows, RuleEffect
from layerproof.kb.oracle.compiler import compile_ability
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all

Events = list[dict[str, Any]]
LATER: Events = [{"turn": "opponent"}, {"turn": "you"}]
ANGEL: Events = [{"enters": "Serra Angel", "as": "angel"}]
TWO: Events = [{"enters": "Grizzly Bears", "as": label} for label in ("a", "b")]
TAPPED: Events = [
    {"enters": "Grizzly Bears", "as": "bears", "controller": "opponent"},
    *LATER,
    {"tap": "bears"},
    {"enters": "Grizzly Bears", "as": "c", "told": {"attacking": True}},
]
OF_TWO = {"blockers": {"made": ["a", "b"]}, "controller": "opponent"}


def made(text: str, controller: str = "opponent", label: str = "made") -> Events:
    """The event that puts a made-up Wall token with an ability onto the battlefield."""
    token = {"name": "Made Up", "types": ["creature"], "subtypes": ["Wall"], "pt": "2/2", "abilities": [text]}
    return [{"token": token, "as": label, "controller": controller}]


def verdict(timeline: Events, claim: dict[str, Any]) -> str:
    """The verdict on one claim behind a timeline."""
    text = json.dumps({"scenario": "s", "timeline": timeline, "claims": [claim]})
    (scenario,) = parse_scenarios(text, "s.yaml").scenarios
    (answer,) = answer_all(scenario)
    return answer.verdict


@pytest.mark.parametrize(
    ("words", "controller", "behind", "action"),
    [
        (
            "This creature can block Angels as though it had reach.",
            "opponent",
            [*ANGEL, *LATER, {"attack": "angel"}],
            {"block": "made", "attacker": "angel"},
        ),
        (
            "This creature can block any number of creatures.",
            "opponent",
            [*TWO, *LATER, {"attack": ["a", "b"]}],
            OF_TWO,
        ),
        (
            "This creature can block an additional nine creatures each combat.",
            "opponent",
            [*TWO, *LATER, {"attack": ["a", "b"]}],
            OF_TWO,
        ),
        (
            "Tapped creatures you control can block as though they were untapped.",
            "opponent",
            TAPPED,
            {"block": "bears", "attacker": "c"},
        ),
        (
            "Creatures your opponents control with hexproof can be the targets of spells and abilities you control as "
            "though they didn't have hexproof.",
            "you",
            [*made("Hexproof", "opponent", "scout"), {"in": "hand", "card": "Lightning Bolt", "as": "bolt"}],
            {"cast": "bolt", "targets": ["scout"]},
        ),
        (
            "You may activate abilities of creatures you control as though those creatures had haste.",
            "you",
            made("{T}: Draw a card.", "you", "new"),
            {"activate": "new", "ability": 1},
        ),
        (
            "You may activate equip abilities any time you could cast an instant.",
            "you",
            [{"enters": "Bonesplitter", "as": "axe"}, {"turn": "opponent"}],
            {"activate": "axe", "ability": 1, "targets": ["made"]},
        ),
        (
            "You may activate loyalty abilities of planeswalkers you control on any player's turn any time you could "
            "cast an instant.",
            "you",
            [{"enters": "Jace Beleren", "as": "jace"}, {"turn": "opponent"}],
            {"activate": "jace", "ability": 1},
        ),
    ],
)
def test_what_the_rules_forbid_is_open_where_words_may_lift_it(
    words: str, controller: str, behind: Events, action: dict[str, Any]
) -> None:
    """With the words it is undecided; without them it is proved to be illegal."""
    assert verdict([*made(words, controller), *behind], {"illegal": action}) == "undecided"
    assert verdict([*made("Vigilance", controller), *behind], {"illegal": action}) == "proved"


def test_words_about_another_prohibition_lift_nothing() -> None:
    other = made("This creature can block creatures with shadow as though it had shadow.")
    claim = {"illegal": {"block": "made", "attacker": "angel"}}
    assert verdict([*other, *ANGEL, *LATER, {"attack": "angel"}], claim) == "proved"


def test_what_an_effect_forbids_is_not_lifted() -> None:
    kept = made("This creature can't attack.", "you")
    lifting = made("Creatures you control can attack your opponents as though they had haste.", "you", "other")
    assert verdict([*kept, *lifting, *LATER], {"illegal": {"attack": ["made"]}}) == "proved"


@pytest.mark.parametrize(
    "timeline",
    [
        [*made("Defender", "you"), *made("Walls can attack as though they didn't have defender.", "you", "o"), *LATER],
        made("This creature can attack as though it had haste.", "you"),
    ],
)
def test_permissions_that_are_read_allow_an_attack(timeline: Events) -> None:
    assert verdict(timeline, {"legal": {"attack": ["made"], "at": "opponent"}}) == "proved"


def test_a_permission_for_this_turn_lasts_until_the_turn_ends() -> None:
    (ability,) = compile_ability("{0}: This creature can attack this turn as though it didn't have defender.")
    assert isinstance(ability, Activated) and isinstance(ability.body[0], i.Begin)
    effect = ability.body[0].effect
    assert effect.duration == Until("end of turn")
    assert isinstance(effect.mods[0], RuleEffect) and effect.mods[0].says == (Allows("attack"),)
