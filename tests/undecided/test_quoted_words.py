"""Pieces of rules text that a claim quotes, of cards of a card file: their printed words decide."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from layerproof.kb.cards.card_sources import use_sources
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.raw_card import RawFace
from layerproof.kb.oracle.printed_words import keeps_the_words, printed_words
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all
from tests.proof.test_checker_alone import alone

TEXT = (
    "Reach (This creature can block creatures with flying.)\n"
    "Great Idea — Whenever a Goblin you control attacks, then until end of turn, ~ becomes a 3/1 blue Bird creature.\n"
    "{2}: Sing about an Elf for each attacking nonlegendary creature.\n"
    'Other creatures you control have "{T}: Up to one target creature can\'t block this turn."'
)
CARDS = [
    {"name": "Made Up", "type_line": "Creature — Elf", "mana_cost": "{2}", "power": "1", "toughness": "1",
     "oracle_text": TEXT.replace("~", "Made Up")},
    {"name": "Sung Bird", "type_line": "Creature — Bird", "mana_cost": "{2}", "power": "1", "toughness": "1",
     "oracle_text": "Flying\n{T}: Add three mana of any color."},
    {"name": "Made Torch", "type_line": "Artifact — Equipment", "mana_cost": "{1}",
     "oracle_text": 'Equipped creature has "{T}, Sacrifice Made Torch: Made Torch deals 2 damage to any target."\n'
                    "Equip Elf {1}\nEquip {2}"},
]  # fmt: skip
ENTERS: dict[str, Any] = {"enters": "Made Up", "as": "m"}
OTHER: dict[str, Any] = {"enters": "Sung Bird", "as": "other"}
CLONE: dict[str, Any] = {"enters": "Clone", "as": "m", "choices": {"object": "first"}}
EVOLVED, SUNG = (
    {"resolves": "Artificial Evolution", "targets": ["m"], "choices": {"from": old, "to": "Bird"}}
    for old in ("Goblin", "Elf")
)
TORCH: dict[str, Any] = {"enters": "Made Torch", "as": "torch", "attached_to": "m"}
WORN: dict[str, Any] = {"enters": "Sung Bird", "as": "m"}


@pytest.mark.parametrize(
    ("timeline", "claim", "verdict"),
    [
        ([ENTERS], {"m": {"has": ["then until end of turn, Made Up becomes a 3/1 blue Bird creature"]}}, "proved"),
        ([ENTERS], {"m": {"has": ["until end of turn, this creature becomes a 3/1 blue"]}}, "proved"),
        ([ENTERS], {"m": {"has": ["Great Idea — Whenever a Goblin"]}}, "proved"),
        ([ENTERS], {"m": {"has": ["Whenever a Goblin you control attacks"]}}, "proved"),
        ([ENTERS], {"m": {"has": ["becomes a 3/1 blue Bird creature until end of turn"]}}, "refuted"),
        ([ENTERS], {"m": {"lacks": ["for each nonlegendary attacking creature"]}}, "proved"),
        ([ENTERS], {"m": {"has": ["for each attacking nonlegendary creature"]}}, "proved"),
        ([ENTERS], {"m": {"has": ["This creature can block creatures with flying"]}}, "refuted"),
        ([ENTERS], {"m": {"has": ["{T}: Up to one target"]}}, "refuted"),
        ([ENTERS], {"m": {"has": ["Other creatures you control have"]}}, "proved"),
        # A file may have older words than those that are official today.
        ([OTHER], {"other": {"has": ["Add three mana of any one color", "Add three mana of any color"]}}, "proved"),
        # A copy has the words of what it copies, and its own no more.
        ([{**ENTERS, "as": "first"}, CLONE], {"m": {"has": ["Sing about an Elf"]}}, "proved"),
        ([{**ENTERS, "as": "first"}, CLONE], {"m": {"lacks": ["enter as a copy"]}}, "proved"),
        # Another name does not have them.
        ([WORN], {"m": {"lacks": ["Sing about an Elf"]}}, "proved"),
        # What a text-changing effect has changed is not what is printed.
        ([ENTERS, EVOLVED], {"m": {"has": ["Whenever a Goblin you control attacks"]}}, "refuted"),
        ([ENTERS, EVOLVED], {"m": {"has": ["Whenever a Bird you control attacks"]}}, "proved"),
        ([ENTERS, SUNG], {"m": {"has": ["Sing about an Elf"]}}, "undecided"),
        # What an effect grants is not printed on what has it.
        ([ENTERS, OTHER], {"other": {"has": ["{T}: Up to one target creature can't block this turn"]}}, "proved"),
        ([ENTERS, OTHER], {"other": {"has": ["Sing about an Elf"]}}, "refuted"),
        # It names what gives it, as that is printed.
        ([ENTERS, TORCH], {"m": {"has": ["{T}, Sacrifice Made Torch: Made Torch deals 2 damage"]}}, "proved"),
        ([ENTERS, TORCH], {"m": {"lacks": ["Sacrifice Made Up", "deals 3 damage", "Sacrifice this"]}}, "proved"),
        ([ENTERS, TORCH], {"torch": {"lacks": ["Sacrifice Made Torch"]}}, "proved"),
        ([ENTERS, TORCH], {"torch": {"has": ["Equip Elf {1}", "Equip {2}"], "lacks": ["Equip Elf {2}"]}}, "proved"),
        ([ENTERS, TORCH], {"m": {"has": ["Equip Elf {1}"]}}, "refuted"),
    ],
)  # fmt: skip
def test_the_printed_words_decide(
    timeline: list[Any], claim: Any, verdict: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "cards.json"
    file.write_text(json.dumps(CARDS), encoding="utf-8")
    monkeypatch.setenv("LAYERPROOF_HOME", str(tmp_path))
    use_sources([file])
    try:
        plain = {"scenario": "Made up", "timeline": timeline, "claims": [claim]}
        assert answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0].verdict == verdict
        assert alone(plain, 1, "current", monkeypatch) == (None if verdict == "undecided" else verdict)
    finally:
        use_sources()


@pytest.mark.parametrize(
    ("text", "claim", "verdict"),
    [
        ("{T}: Draw two cards, then discard a card.", {"has": ["draw two cards, then discard a card"]}, "undecided"),
        ("{T}: Draw two cards, then discard a card.", {"has": ["draw three cards"]}, "refuted"),
        ("{T}: Draw two cards, then discard a card.", {"has": ["then you discard a card"]}, "undecided"),
        ("{T}: Tap target creature.", {"has": ["draw three cards"]}, "refuted"),
        ("{T}: Tap target creature.", {"has": ["tap target creature"]}, "proved"),
    ],
)
def test_what_may_be_worded_in_several_ways_is_not_surely_lacking(text: str, claim: Any, verdict: str) -> None:
    token = {"name": "Made Up", "types": ["creature"], "pt": "1/1", "abilities": [text]}
    plain = {"scenario": "s", "timeline": [{"token": token, "as": "m"}], "claims": [{"m": claim}]}
    assert answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0].verdict == verdict


def test_each_ability_is_found_in_its_paragraph() -> None:
    """Keyword lines, modes, levels and bands are taken apart as the compiler does it."""
    face = RawFace(
        "Made Up",
        types=("artifact",),
        oracle_text=(
            "Flying, reach\nWhenever Made Up attacks, choose one —\n• Draw a card. (Now.)\n• You gain 1 life.\n"
            "8+ | Vigilance\n{T}: Add {C}."
        ),
    )
    rows = printed_words(face)
    assert rows is not None
    assert [text for _, text, _ in rows] == [
        "Flying, reach",
        "Flying, reach",
        "Whenever Made Up attacks, choose one —\n• Draw a card.\n• You gain 1 life.",
        "Vigilance",
        "{T}: Add {C}.",
    ]
    assert rows[3][0] == Keyword("vigilance") and rows[2][2].startswith("Whenever ~ attacks")


def test_words_that_may_be_changed_are_kept_in_singular_or_plural() -> None:
    for text in ("Tap two Elves.", "Destroy a black creature.", "An Island."):
        assert keeps_the_words(Keyword("ward", quality="an elf, an island, black"), text)
        assert not keeps_the_words(Keyword("ward"), text)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ({"has": ["{1}: Tap target creature"]}, "proved"),
        ({"has": ["tap another creature"]}, "undecided"),
        ({"lacks": ["tap another creature"]}, "undecided"),
        ({"lacks": ["{2}: Tap", "destroy target creature", "When this creature dies"]}, "proved"),
        ({"has": ["{2}: Tap target creature"]}, "refuted"),
        ({"has": ["flying"]}, "refuted"),
    ],
)
def test_what_an_effect_gives_lacks_only_what_it_cannot_say(claim: Any, verdict: str) -> None:
    """Nobody printed it where it is: other words for the same may be meant."""
    token = {"name": "Made Up", "types": ["creature"], "pt": "1/1"}
    effect = {"effect": 'This creature gains "{1}: Tap target creature."', "on": "m"}
    plain = {"scenario": "s", "timeline": [{"token": token, "as": "m"}, effect], "claims": [{"m": claim}]}
    assert answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0].verdict == verdict
