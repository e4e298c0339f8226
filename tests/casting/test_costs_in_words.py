"""What is not understood of a spell's own cost, of one way to pay it, or of the other face of a card leaves it open."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from layerproof.kb.cards.card_sources import use_sources
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all

OPEN, LEGAL, ILLEGAL = ["undecided", "undecided"], ["proved", "refuted"], ["refuted", "proved"]
BEAR = "{token: {name: Bear, types: [creature], pt: 2/2}, as: bear}"
MAIN = "{turn: opponent}, {turn: you, step: main}"


def instant(name: str, text: str, cost: str = "{2}{U}") -> dict[str, str]:
    """A made-up instant, as a card file gives it."""
    return {"name": name, "layout": "normal", "type_line": "Instant", "mana_cost": cost, "oracle_text": text}


EITHER = "sacrifice a creature or pay {4}"
CARDS: list[dict[str, Any]] = [
    instant("Cheaper Tap", "Cheaper Tap costs {2} less to cast if it targets a dozing creature.\nTap target creature."),
    instant("Dearer Tap", "This spell costs {2} more to cast if it targets a dozing creature.\nTap target creature."),
    instant("Plain Tap", "Tap target creature."),
    instant("Giving Tap", 'Tap target creature. It perpetually gains "This spell costs {2} less to cast."'),
    instant("Either Tap", f"As an additional cost to cast this spell, {EITHER}.\nTap target creature."),
    {
        "name": "Made Front // Made Back", "layout": "modal_dfc",
        "card_faces": [
            {"name": "Made Front", "type_line": "Instant", "mana_cost": "{U}", "oracle_text": "Draw a card."},
            {"name": "Made Back", "type_line": "", "mana_cost": "", "oracle_text": ""},
        ],
    },
]  # fmt: skip


@pytest.fixture(autouse=True, scope="module")
def card_file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The made-up cards, known for these tests."""
    file = tmp_path_factory.mktemp("cards") / "cards.json"
    file.write_text(json.dumps([{"object": "card", "lang": "en", **each} for each in CARDS]))
    use_sources((file,))
    yield file
    use_sources()


def verdicts(claim: str, timeline: str, pool: str) -> list[str]:
    """The verdicts on an action being legal, and being illegal."""
    read = parse_scenarios(
        f"scenario: s\nmana: {{you: '{pool}'}}\ntimeline: [{timeline}]\n"
        f"claims:\n  - legal: {{{claim}}}\n  - illegal: {{{claim}}}\n"
    )
    assert read.scenarios and not read.unreadable, read.unreadable
    return [each.verdict for each in answer_all(read.scenarios[0])]


@pytest.mark.parametrize(
    ("card", "pool", "expected"),
    [
        ("Cheaper Tap", "{U}", OPEN),
        ("Dearer Tap", "{U}{U}{U}", OPEN),
        # What else is cast later may cost less, not the spell itself.
        ("Giving Tap", "{U}", ILLEGAL),
        ("Plain Tap", "{U}", ILLEGAL),
        ("Plain Tap", "{U}{U}{U}", LEGAL),
    ],
)
def test_a_sentence_about_its_own_cost_among_the_instructions(card: str, pool: str, expected: list[str]) -> None:
    assert verdicts(f"cast: {card}, targets: [bear]", f"{BEAR}, {MAIN}", pool) == expected


STRIPED = "Players can't sacrifice striped creatures to cast spells."
LAW = f'{{token: {{name: Law, types: [enchantment], abilities: ["{STRIPED}"]}}}}'


@pytest.mark.parametrize(
    ("timeline", "pool", "expected"),
    [
        (f"{BEAR}, {LAW}", "{U}{U}{U}", OPEN),
        (BEAR, "{U}{U}{U}", LEGAL),
        (BEAR, "{U}", ILLEGAL),
    ],
)
def test_one_of_two_costs_of_which_it_is_not_known(timeline: str, pool: str, expected: list[str]) -> None:
    assert verdicts("cast: Either Tap, targets: [bear]", f"{timeline}, {MAIN}", pool) == expected


def test_the_other_face_of_a_card_that_is_not_told_may_be_a_land() -> None:
    held = "{in: hand, card: Made Front // Made Back, as: held}"
    assert verdicts("play_land: held, half: Made Back", f"{held}, {MAIN}", "{0}") == OPEN
    assert verdicts("play_land: held, half: Made Front", f"{held}, {MAIN}", "{0}") == ILLEGAL
    # Nobody plays a land in another player's turn.
    assert verdicts("play_land: held, half: Made Back", f"{held}, {{turn: opponent, step: main}}", "{0}") == ILLEGAL
