"""The zones in which abilities function that take their own object out of one: made-up cases."""

from __future__ import annotations

import pytest

from layerproof.kb.model import ability as ab
from tests.made_up import parts


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("Exile ~ from your hand: Add {R}.", "hand"),
        ("{B}, Reveal ~ from your hand: Draw a card. Activate only during your turn.", "hand"),
        ("{3}: Put ~ from your hand onto the battlefield tapped.", "hand"),
        ("{3}: Put ~ from exile onto the battlefield.", "exile"),
        (
            "{1}: You may put a card with mana value equal to the number of counters on ~ from your hand away.",
            "battlefield",
        ),
    ],
)
def test_an_ability_that_moves_or_shows_its_object_functions_where_that_is(text: str, zone: str) -> None:
    (ability,) = parts(text, ab.Activated, ("creature",))
    assert ability.zones == (zone,)


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("Whenever you gain life, you may return ~ from your graveyard to your hand.", "graveyard"),
        ("At the beginning of your upkeep, if ~ is in your graveyard, draw a card.", "graveyard"),
        ("Whenever you gain life, you may put ~ from your hand onto the battlefield.", "hand"),
        ("When ~ dies, return ~ from your graveyard to your hand.", "battlefield"),
        ("When enchanted creature dies, return ~ from your graveyard to your hand.", "battlefield"),
        ("Whenever you gain life, sacrifice ~. Return ~ from your graveyard to your hand.", "battlefield"),
        ("Whenever you gain life, you may return a card from your graveyard to your hand.", "battlefield"),
    ],
)
def test_a_triggered_ability_that_moves_its_object_functions_where_that_is(text: str, zone: str) -> None:
    (ability,) = parts(text, ab.Triggered, ("creature",))
    assert ability.zones == (zone,)
