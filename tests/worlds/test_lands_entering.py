"""Lands that enter untapped where a card is revealed: the listed hand and the choices decide."""

from __future__ import annotations

import pytest

from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all

HELD = "{in: hand, card: Scarwood Treefolk}"


def verdict(before: str, how: str, tapped: bool) -> str:
    says = str(tapped).lower()
    text = f"timeline: [{before}{{enters: Murmuring Bosk{how}}}]\nclaims: [murmuring-bosk: {{tapped: {says}}}]"
    (answer,) = answer_all(parse_scenarios(text).scenarios[0])
    return answer.verdict


@pytest.mark.parametrize(
    ("before", "how", "tapped"),
    [
        (f"{HELD}, ", "", False),
        (f"{HELD}, ", ", choices: {may: false}", True),
        ("", "", True),
        ("", ", choices: {may: true}", True),
        ("{in: hand, card: Scarwood Treefolk, owner: opponent}, ", "", True),
        ("{in: hand, card: Woodland Changeling}, ", "", False),
        ("{in: hand, card: Grizzly Bears}, ", "", True),
    ],
)
def test_what_is_in_hand_can_be_revealed(before: str, how: str, tapped: bool) -> None:
    assert verdict(before, how, tapped) == "proved"
    assert verdict(before, how, not tapped) == "refuted"


def test_a_hand_with_cards_that_are_not_known_decides_nothing() -> None:
    assert verdict("{resolves: Divination}, ", "", True) == "undecided"
