"""Cards that are followed from one zone or one sort of object to the next, and choices that the text does not offer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from layerproof.kb.cards.card_sources import use_sources
from layerproof.kb.model.effect import Several
from layerproof.kb.model.expression import HasCounter
from layerproof.kb.model.instruction import ForEach, Target
from layerproof.kb.oracle.words.open_references import found
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all
from tests.helpers.made_up_cards import parts
from tests.proof.test_checker_alone import alone

RAISED = (
    "Exile X target creature cards from your graveyard. For each card exiled this way, create a token that's a copy of "
    "that card, except it's a 3/3 blue Drake."
)
FACELESS = "If Made Up is your commander, choose a color before the game begins. Made Up is the chosen color."
ALL_ALIKE = "Creatures you control enter as a copy of this creature."
RICHER = (
    "You may have this creature enter as a copy of a creature you control, except it enters with an additional +1/+1 "
    "counter on it."
)
LANDS = "{T}: Change the text of target permanent by replacing all instances of one basic land type with another."
ROOTED = (
    "Enchant Forest\nWhen enchanted Forest is put into a graveyard, return this card from your graveyard to your hand."
)
HELD: list[Any] = [
    {"enters": "Forest", "as": "land", "controller": "opponent"},
    {"enters": "Made Up", "as": "m", "attached_to": "land"},
]
GONE: list[Any] = [{"leaves": "land", "to": "graveyard"}, {"triggers": "m", "ability": 1}]
REDDER = (
    "{T}: Create a token that's a copy of target creature, except it's a 1/1 red Imp creature in addition to its other "
    "colors and types."
)
PAINTED: dict[str, Any] = {"activates": "m", "ability": 1, "targets": ["it"], "makes": ["t"]}
EITHER = "{T}: This creature gains your choice of reach or trample until end of turn."

BEARS: list[Any] = [{"enters": "Grizzly Bears", "as": "bear"}]
GRAVES: list[Any] = [
    {"in": "graveyard", "card": "Grizzly Bears", "as": "one"},
    {"in": "graveyard", "card": "Craw Wurm", "as": "two"},
]
BOTH: dict[str, Any] = {"resolves": "Made Up", "x": 2, "targets": ["one", "two"], "makes": ["t", "u"]}
LEADER: dict[str, Any] = {"enters": "Made Up", "as": "m", "told": {"commander": True}, "choices": {"color": "red"}}
COMMANDED: dict[str, Any] = {"in": "hand", "card": "Made Up", "as": "m", "told": {"commander": True}}
ENTERS = {"enters": "Made Up", "as": "m"}
LAND = {"enters": "Forest", "as": "land"}


@pytest.mark.parametrize(
    ("kind", "text", "timeline", "claim", "verdict"),
    [
        # Of each card that was exiled there is a token; of a target that is not there any more there is none.
        ("Sorcery", RAISED, [*GRAVES, BOTH], {"t": {"name": "Grizzly Bears", "pt": "3/3"}}, "proved"),
        ("Sorcery", RAISED, [*GRAVES, BOTH], {"u": {"colors": ["blue"], "subtypes": ["Drake"]}}, "proved"),
        (
            "Sorcery",
            RAISED,
            [
                *GRAVES,
                {"in": "stack", "card": "Made Up", "as": "spell", "x": 2, "targets": ["one", "two"]},
                {"leaves": "one", "to": "exile"},
                {"resolves": "spell", "makes": ["t"]},
            ],
            {"t": {"name": "Craw Wurm", "pt": "3/3"}},
            "proved",
        ),
        # A commander stays one, and its color is chosen once for the whole game.
        (
            "Creature",
            FACELESS,
            [LEADER, {"leaves": "m", "to": "command", "as": "c"}],
            {"c": {"colors": ["red"]}},
            "proved",
        ),
        (
            "Creature",
            FACELESS,
            [LEADER, {"leaves": "m", "to": "exile", "as": "c"}, {"returns": "c", "as": "d"}],
            {"d": {"colors": ["red"]}},
            "proved",
        ),
        (
            "Creature",
            FACELESS,
            [{**COMMANDED, "choices": {"color": "red"}}, {"cast": "m"}, {"resolve_top": True, "as": "d"}],
            {"d": {"colors": ["red"]}},
            "proved",
        ),
        (
            "Creature",
            FACELESS,
            [COMMANDED, {"leaves": "m", "to": "command", "as": "c"}],
            {"c": {"colors": []}},
            "undecided",
        ),
        ("Creature", FACELESS, [ENTERS, {"leaves": "m", "to": "exile", "as": "c"}], {"c": {"colors": []}}, "proved"),
        # What enters as a copy by its own ability still does so by that of another permanent afterwards.
        (
            "Creature",
            ALL_ALIKE,
            [*BEARS, ENTERS, {"enters": "Clone", "as": "c", "copy_of": "bear"}],
            {"c": {"name": "Made Up", "pt": "1/1"}},
            "proved",
        ),
        (
            "Creature",
            ALL_ALIKE,
            [*BEARS, ENTERS, {"enters": "Grizzly Bears", "as": "c", "token": True, "copy_of": "bear"}],
            {"c": {"name": "Made Up"}},
            "proved",
        ),
        (
            "Creature",
            RICHER,
            [*BEARS, {"enters": "Essence of the Wild"}, {**ENTERS, "copy_of": "bear"}],
            {"m": {"name": "Essence of the Wild", "pt": "6/6"}},
            "proved",
        ),
        # Nor is it there yet for what enters with it.
        (
            "Creature",
            ALL_ALIKE,
            [{"together": [ENTERS, {"enters": "Grizzly Bears", "as": "c"}], "order": ["m", "c"]}],
            {"c": {"name": "Grizzly Bears"}},
            "proved",
        ),
        # Words of another sort are not replaced, and of two options one is chosen.
        (
            "Creature",
            LANDS,
            [
                ENTERS,
                LAND,
                {"activates": "m", "ability": 1, "targets": ["land"], "choices": {"from": "Forest", "to": "Desert"}},
            ],
            {"land": {"subtypes": ["Desert"]}},
            "invalid",
        ),
        (
            "Creature",
            LANDS,
            [
                ENTERS,
                LAND,
                {"activates": "m", "ability": 1, "targets": ["land"], "choices": {"from": "Forest", "to": "Swamp"}},
            ],
            {"land": {"subtypes": ["Swamp"]}},
            "proved",
        ),
        # A color is added to those of the original; whether what else defines them is copied then is open.
        (
            "Creature",
            REDDER,
            [ENTERS, {"enters": "Grizzly Bears", "as": "it"}, PAINTED],
            {"t": {"colors": ["green", "red"], "pt": "1/1"}},
            "proved",
        ),
        (
            "Creature",
            REDDER,
            [ENTERS, {"enters": "Dryad Arbor", "as": "it"}, PAINTED],
            {"t": {"colors": ["red"]}},
            "undecided",
        ),
        # It comes back from its owner's graveyard, and from nowhere else.
        ("Enchantment — Aura", ROOTED, [*HELD, *GONE], {"hand": {"you": 1}}, "proved"),
        (
            "Enchantment — Aura",
            ROOTED,
            [*HELD, {"enters": "Rest in Peace", "controller": "opponent"}, *GONE],
            {"hand": {"you": 0}},
            "proved",
        ),
        (
            "Creature",
            EITHER,
            [ENTERS, {"activates": "m", "ability": 1, "choices": {"mode": ["reach", "trample"]}}],
            {"m": {"has": ["reach", "trample"]}},
            "undecided",
        ),
    ],
)
def test_what_becomes_of_made_up_cards(
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
        assert answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0].verdict == verdict
        assert alone(plain, 1, "current", monkeypatch) == (None if verdict in ("invalid", "undecided") else verdict)
    finally:
        use_sources()


def test_of_cards_exiled_this_way_all_that_were_exiled_are_meant() -> None:
    (each,) = parts(RAISED, ForEach)
    assert each.each == Several("moved")


@pytest.mark.parametrize("words", ["a graveyard", "your graveyard"])
def test_counters_behind_a_card_in_a_graveyard_are_those_it_is_exiled_with(words: str) -> None:
    (target,) = parts(f"Exile target creature card from {words} with a study counter on it.", Target)
    assert not found(target, lambda part: isinstance(part, HasCounter))
    (target,) = parts("Return target creature card in exile with a study counter on it to its owner's hand.", Target)
    assert found(target, lambda part: isinstance(part, HasCounter))


@pytest.mark.parametrize(
    ("more", "verdict"),
    [
        ([], "proved"),
        ([{"gains_control": "third", "of": "one"}], "undecided"),
        ([{"gains_control": "third", "of": "one"}, {"gains_control": "opponent", "of": "two"}], "undecided"),
    ],
)
def test_a_target_for_each_player_stands_only_while_that_player_controls_it(more: list[Any], verdict: str) -> None:
    plain = {
        "scenario": "One target for each opponent",
        "players": ["you", "opponent", "third"],
        "timeline": [
            {"enters": "Grizzly Bears", "as": "one", "controller": "opponent"},
            {"enters": "Craw Wurm", "as": "two", "controller": "third"},
            {"in": "stack", "card": "Blatant Thievery", "as": "spell", "targets": ["one", "two"]},
            *more,
            {"resolves": "spell"},
        ],
        "claims": [{"one": {"controller": "you"}}],
    }
    assert answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0].verdict == verdict
