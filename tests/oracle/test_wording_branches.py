"""What is done only where something holds or somebody wants it, and what a text says of the objects it speaks of."""

from __future__ import annotations

import pytest

from layerproof.kb.model.expression import AllOf, Distinct, OwnedBy, Player, State
from layerproof.kb.oracle.compiler import compile_ability
from layerproof.kb.wording.abilities import ability_text
from layerproof.kb.wording.amounts.values import quantity


@pytest.mark.parametrize(
    ("text", "told"),
    [
        # A target is told in full where the text first speaks of it, also within a condition.
        (
            "When ~ enters, if you control a Forest, target creature gets +1/+1 until end of turn.",
            "When this creature enters, if you control a Forest, target creature gets +1/+1 until end of turn.",
        ),
        (
            "Target creature gets +1/+1 until end of turn. If it's a Wall, it gets +2/+2 until end of turn instead.",
            "If target creature is a Wall, that creature gets +2/+2 until end of turn. Otherwise, that creature gets "
            "+1/+1 until end of turn.",
        ),
        ("Up to one target creature gets +1/+0 until end of turn.",) * 2,
        ("Target creature you don't control gets -1/-0 until end of turn.",) * 2,
        ("Target nonattacking creature gets +1/+0 until end of turn.",) * 2,
        (
            "{1}: ~ gains your choice of flying or haste until end of turn.",
            "{1}: If you choose flying, this creature gains flying until end of turn. If you choose haste, it gains "
            "haste until end of turn.",
        ),
        (
            "Whenever ~ attacks, you may sacrifice another creature. If you do, ~ gains trample until end of turn.",
            "Whenever this creature attacks, you may do this: Sacrifice another creature. It gains trample until end "
            "of turn.",
        ),
        ("{2}: Creatures you control get +1/+0 until end of turn. Activate only during combat.",) * 2,
        (
            "{1}: ~ gets +1/+0 until end of turn. Any player may activate this ability.",
            "{1}: This creature gets +1/+0 until end of turn. Any player may activate this ability.",
        ),
        (
            "When ~ enters, create two tapped tokens that are copies of target creature.",
            "When this creature enters, create two tapped tokens that are copies of target creature.",
        ),
    ],
)
def test_conditions_choices_and_limits_are_told(text: str, told: str) -> None:
    """Rendered in the words of the text as far as they are known, never as `a condition holds`."""
    types = ("creature",) if "~" in text or text.startswith("{") else ("instant",)
    (found,) = compile_ability(text, types=types)
    assert ability_text(found, types).text == told


def test_words_that_are_not_modelled_stay_marked() -> None:
    """A condition told in our own words is no part of the official text, so nothing is said to be lacking."""
    (found,) = compile_ability("When ~ enters, if it was kicked, draw a card.")
    wording = ability_text(found, ("creature",))
    assert "was kicked" in wording.text
    assert not wording.complete and not wording.lacks("if you paid for it")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "{1}: Target opponent gains control of ~.",
            "{1}: Target opponent gains control of this creature.",
        ),
        (
            "{1}: Gain control of target creature for as long as you control ~.",
            "{1}: Gain control of target creature for as long as you control this creature.",
        ),
        ("Untap up to two target creatures. They get +1/+1 until end of turn.",) * 2,
        (
            "For each opponent, gain control of target creature that player controls. Untap those creatures.",
            "For each opponent, gain control of target creature that player controls. Untap those creatures.",
        ),
        (
            "Creatures target player controls get +1/+0 until end of turn. Untap them.",
            "Creatures target player controls get +1/+0 until end of turn. Untap all creatures that player controls.",
        ),
        ("Each player gains control of all lands they own.",) * 2,
        (
            "Target creature you control gets +1/+1 until end of turn if it's a Wall.",
            "If target creature you control is a Wall, that creature gets +1/+1 until end of turn.",
        ),
    ],
)
def test_who_and_what_is_meant_is_told(text: str, told: str) -> None:
    """Targets, players and those of several targets by their own words, as soon as they are first named."""
    types = ("creature",) if "~" in text or text.startswith("{") else ("sorcery",)
    (found,) = compile_ability(text, types=types)
    assert ability_text(found, types).text == told.replace("They get", "Those creatures get")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Gain control of all commanders.", "Gain control of permanents that are commanders."),
        (
            "Target creature you control that was dealt damage this turn gains reach until end of turn.",
            "Target creature you control that was dealt damage this turn gains reach until end of turn.",
        ),
        (
            "Target sorcery card in your graveyard gains flashback until end of turn. The flashback cost is equal to "
            "its mana cost.",
            "Target sorcery card in your graveyard gains flashback with a cost equal to its mana cost until end of "
            "turn.",
        ),
        (
            "Target creature gets +X/+0 until end of turn, where X is 7 minus the number of cards in your hand.",
            "Target creature gets +X/+0 until end of turn, where X is 7 minus the number of cards in your hand.",
        ),
        ("Draw a card. If you attacked with a pie, draw a card.",) * 2,
    ],
)
def test_amounts_and_statuses_are_told(text: str, told: str) -> None:
    (found,) = compile_ability(text, types=("sorcery",))
    assert ability_text(found, ("sorcery",)).text == told


def test_card_types_are_counted_among_the_cards_that_the_facts_say() -> None:
    yours = Distinct("card type", AllOf((State("card"), OwnedBy(Player("you")))), ("graveyard",))
    assert quantity(yours) == "the number of card types among cards in your graveyard"
    assert quantity(Distinct("card type", State("card"), ("graveyard",))).endswith("cards in all graveyards")
