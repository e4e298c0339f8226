"""What is surely not in a text, of which only a rendering is known: never what may be printed in other words."""

from __future__ import annotations

import pytest

from layerproof.kb.oracle.compiler import compile_ability
from layerproof.kb.wording.abilities import ability_text
from layerproof.kb.wording.words.found_text import loosely_found

LAND, ARTIFACT, AURA, SORCERY = ("land",), ("artifact",), ("enchantment", "Aura"), ("sorcery",)


@pytest.mark.parametrize(
    ("text", "types", "pieces"),
    [
        ("Scry 2, then draw a card.", SORCERY, ["Scry 2, then draw", "then draw a card"]),
        ("Draw a card. Then creatures you control get +1/+1 until end of turn.", SORCERY, ["Then creatures you"]),
        ("Each creature you control gets +2/+0 for each Equipment attached to it.", ARTIFACT, ["gets +2/+0 for each"]),
        ("{1}: Until end of turn, ~ becomes a 2/3 blue Bird creature. It's still a land.", LAND,
         ["Until end of turn", "end of turn,", "{1}: Until end", "turn, ~ becomes a"]),
        ("Enchanted creature loses all abilities and is a colorless Elk with base power and toughness 1/1.", AURA,
         ["is a colorless Elk with", "colorless"]),
        ("When ~ enters, gain control of target permanent for as long as ~ remains on the battlefield.", ARTIFACT,
         ["remains on the battlefield"]),
        ("When ~ enters, create a red Equipment artifact token named Beard with equip {1}.", ARTIFACT,
         ["create a red Equipment artifact token named Beard with equip {1}"]),
        ("{1}: Target creature loses all landwalk abilities until end of turn.", ARTIFACT, ["all landwalk abilities"]),
        ("When ~ enters, it deals 3 damage to target opponent or planeswalker.", ARTIFACT, ["target opponent or"]),
        ("When ~ enters, put a +1/+1 counter on each other creature you control.", ARTIFACT, ["each other creature"]),
        ("Creature tokens you control that are enchanted or equipped get +1/+1.", ARTIFACT, ["you control that are"]),
        ("{1}: Until end of turn, creatures you control have base power and toughness X/X, where X is the number of "
         "cards in your hand.", ARTIFACT, ["base power and toughness X/X", "the number of cards in your hand"]),
        ("At the beginning of your end step, if enchanted creature's power is 4 or greater, sacrifice ~.", AURA,
         ["creature's power is 4 or greater"]),
        ("When ~ enters, create two tokens that are copies of target artifact, except they're 3/3 creatures.", ARTIFACT,
         ["except they're 3/3"]),
        ("At the beginning of your upkeep, ~ deals damage to any target equal to the number of Shrines you control.",
         ARTIFACT, ["Shrines you control"]),
        ("~ deals 6 damage to each of up to six targets.", SORCERY, ["to each of up to six targets"]),
        ("Each land card in your hand has cycling {1}.", ARTIFACT, ["land card in your hand"]),
    ],
)  # fmt: skip
def test_what_the_text_has_is_not_lacking(text: str, types: tuple[str, ...], pieces: list[str]) -> None:
    found = [ability_text(each, frozenset(types)) for each in compile_ability(text, types=types)]
    for piece in pieces:
        assert not all(each.lacks(piece) for each in found), [each.text for each in found]
    # What is nowhere in it is known to be absent, where the rendering may be trusted.
    assert not any(each.says("a piece of no text") for each in found)


@pytest.mark.parametrize(
    ("text", "piece"),
    [
        ("Scry 2, then draw a card.", "scry 3"),
        ("Scry 2, then draw a card.", "draw three cards"),
        ("Creatures you control get +1/+1 until end of turn.", "gain flying"),
    ],
)
def test_what_the_text_does_not_have_is_lacking(text: str, piece: str) -> None:
    (ability,) = compile_ability(text, types=SORCERY)
    assert ability_text(ability, frozenset(SORCERY)).lacks(piece)


def test_a_colon_that_is_nowhere_is_surely_absent() -> None:
    assert not loosely_found(":", "Flying, level up {3}") and loosely_found(",", "Draw a card.")
