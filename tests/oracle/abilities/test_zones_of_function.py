"""The zones in which abilities function that take their own object out of one: made-up cases."""

from __future__ import annotations

import pytest

from layerproof.kb.model import ability as ab
from layerproof.kb.model import instruction as i
from tests.helpers.made_up_cards import parts


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


@pytest.mark.parametrize(
    ("text", "zones"),
    [
        ("At the beginning of your upkeep, if Made Up is exiled, draw a card.", ("exile",)),
        ("At the beginning of your upkeep, if Made Up is in the command zone, draw a card.", ("command",)),
        ("Whenever a time counter is removed from Made Up while it's exiled, draw a card.", ("exile",)),
        ("When this card is put into your graveyard from your library, draw a card.", ("graveyard",)),
        ("When you discard this card, draw a card.", ("graveyard", "exile")),
        (
            "When a spell or ability an opponent controls causes you to discard this card, draw a card.",
            ("graveyard", "exile"),
        ),
        ("When you cycle this card and when this creature dies, draw a card.", ("battlefield", "graveyard", "exile")),
        ("Whenever you discard a card, draw a card.", ("battlefield",)),
        (
            "At the beginning of your upkeep, if ~ is in your graveyard or on the battlefield, draw a card.",
            ("battlefield", "graveyard"),
        ),
        ("When you cast this spell and whenever ~ attacks, draw a card.", ("battlefield", "stack")),
        ("When this creature dies, if it's in your graveyard, draw a card.", ("battlefield",)),
    ],
)
def test_a_triggered_ability_functions_where_its_event_or_condition_says_that_its_object_is(
    text: str, zones: tuple[str, ...]
) -> None:
    (ability,) = parts(text, ab.Triggered, ("creature",))
    assert ability.zones == zones


def test_what_returns_from_a_graveyard_is_looked_for_in_no_other_zone() -> None:
    text = "When enchanted Forest is put into a graveyard, return this card from your graveyard to your hand."
    (move,) = parts(text, i.Move, ("enchantment",))
    assert (move.to, move.out_of) == ("hand", "graveyard")
    (there,) = parts(
        "Whenever you gain life, return this card from your graveyard to your hand.", i.Move, ("creature",)
    )
    assert there.out_of == ""
