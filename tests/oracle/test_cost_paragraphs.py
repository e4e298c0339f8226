"""Paragraphs about costs: read into records, written back, and left alone where they say more."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any

import pytest

from layerproof.kb.model.ability import Ability, Mana, SpendOnly
from layerproof.kb.model.costs.cost import DiscardPart, ExilePart, LifePart, ManaPart, SacrificePart
from layerproof.kb.model.costs.cost_ability import AdditionalCost, AlternativeCost, ChangesCost, PaidTogether
from layerproof.kb.model.expression import AllOf, Count, FitsChosen, Is, Not, Player, Ref, Same, State, Turn
from layerproof.kb.notation.plain_data import decode
from layerproof.kb.oracle.costs.mana_abilities import mana_of
from layerproof.kb.oracle.costs.spell_costs import costs_of
from layerproof.kb.oracle.words.normalised_text import normalise
from layerproof.kb.wording.costs.mana_abilities import mana_text
from layerproof.kb.wording.costs.spell_costs import costing_text
from layerproof.kb.wording.words.english import DOUBT, GLOSS
from tests.oracle.test_meaning import shared

CREATURE, SPELL = Is("type", "creature"), State("spell")
YOU, OPPONENT = Player("you"), Player("opponent")
OTHER = Not(Same(Ref("self")))
PARAGRAPHS: dict[str, Ability] = {
    "As an additional cost to cast ~, sacrifice a creature.": AdditionalCost(
        (PaidTogether((SacrificePart(CREATURE),)),)
    ),
    "As an additional cost to cast ~, discard a card or pay {5}.": AdditionalCost(
        (PaidTogether((DiscardPart(),)), PaidTogether((ManaPart("{5}"),)))
    ),
    "As an additional cost to cast ~, you may pay {1}{G} any number of times.": AdditionalCost(
        (PaidTogether((ManaPart("{1}{G}"),)),), True, None
    ),
    "You may pay 1 life and exile a blue card from your hand rather than pay ~'s mana cost.": AlternativeCost(
        (LifePart(1), ExilePart(Is("color", "blue"), zone="hand"))
    ),
    "You may cast spells from your hand without paying their mana costs.": AlternativeCost(
        spells=SPELL, from_=("hand",)
    ),
    "You may pay {W}{U}{B}{R}{G} rather than pay the mana cost for spells you cast.": AlternativeCost(
        (ManaPart("{W}{U}{B}{R}{G}"),), SPELL
    ),
    "White spells cost {3} more to cast.": ChangesCost("{3}", spells=AllOf((Is("color", "white"), SPELL))),
    "Spells your opponents cast cost {1} more to cast.": ChangesCost("{1}", spells=SPELL, player=OPPONENT),
    "Spells your opponents cast during your turn cost {1} more to cast.": ChangesCost(
        "{1}", spells=SPELL, player=OPPONENT, condition=Turn(YOU)
    ),
    "Other Dragon spells you cast cost {1} less to cast.": ChangesCost(
        less="{1}", spells=AllOf((OTHER, Is("subtype", "Dragon"), SPELL)), player=YOU
    ),
    "This spell costs {1} less to cast for each creature on the battlefield.": ChangesCost(
        less="{1}", times=Count(CREATURE), zones=("stack",)
    ),
    "Legendary spells you cast cost {R}{G} less to cast. This effect reduces only the amount of colored mana you pay.":
        ChangesCost(
            less="{R}{G}", spells=AllOf((Is("supertype", "legendary"), SPELL)), player=YOU, colored_only=True
        ),
    "Each spell that would cost less than three mana to cast costs three mana to cast.": ChangesCost(
        spells=SPELL, at_least=3
    ),
    "Activated abilities of creatures cost {2} more to activate unless they're mana abilities.": ChangesCost(
        "{2}", abilities="any but mana", of=CREATURE
    ),
    "Activated abilities of creatures you control cost {2} less to activate. This effect can't reduce the mana in that "
    "cost to less than one mana.": ChangesCost(
        less="{2}", abilities="any", of=decode(["creature", {"controller": "you"}], AllOf), not_below=1
    ),
    "Equip abilities you activate cost {1} less to activate.": ChangesCost(less="{1}", abilities="equip", player=YOU),
}  # fmt: skip


@pytest.mark.parametrize("text", PARAGRAPHS)
def test_a_paragraph_about_costs_is_read(text: str) -> None:
    assert costs_of(text) == PARAGRAPHS[text]


@pytest.mark.parametrize(
    "text",
    [
        "As an additional cost to cast ~, sing.",
        "As an additional cost to cast ~, sacrifice a creature. Draw a card.",
        "You may sing rather than pay ~'s mana cost.",
        "White spells cost {3} more to cast if something odd happened.",
        "White spells cost {X} more to cast.",
        "~ costs {2} less to cast if it rains.",
        "The first creature spell you cast each turn costs {2} less to cast.",
        "If it rains, you may cast ~ without paying its mana cost.",
        "White spells can't be cast.",
    ],
)
def test_a_paragraph_that_says_more_is_left_alone(text: str) -> None:
    assert costs_of(text) is None


@pytest.mark.long
def test_every_paragraph_of_the_corpus_that_is_written_without_doubt_is_as_it_was() -> None:
    folder = shared()
    if folder is None:
        pytest.skip("the card corpora are absent: set LAYERPROOF_SHARED to the folder that holds cards/")
    with gzip.open(folder / "oracle-corpus-2026.json.gz") as file:
        cards: list[dict[str, Any]] = json.load(file)
    compared = 0
    for card in cards:
        for line in normalise(card["text"] or "", card["name"]).split("\n"):
            line = re.sub(r"^[A-Z][\w' -]+ — ", "", line)
            made = costs_of(line) if "cost" in line else None
            text = "" if made is None else costing_text(made)
            if text and DOUBT not in text and GLOSS not in text:
                compared += 1
                assert text.replace("this spell", "~") == line.replace("this spell", "~")
    assert compared > 300


@pytest.mark.parametrize(
    ("text", "only", "rest"),
    [
        ("Spend this mana only to cast creature spells.", SpendOnly(AllOf((CREATURE, SPELL))), ""),
        ("Spend this mana only to activate abilities.", SpendOnly(abilities=FitsChosen()), ""),
        ("Spend this mana only to activate abilities of creatures.", SpendOnly(abilities=CREATURE), ""),
        (
            "Spend this mana only to cast artifact spells or activate abilities of artifacts. Draw a card.",
            SpendOnly(AllOf((Is("type", "artifact"), SPELL)), Is("type", "artifact")),
            "Draw a card.",
        ),
    ],
)
def test_what_mana_may_be_spent_on_is_read(text: str, only: SpendOnly, rest: str) -> None:
    assert mana_of(f"Add {{G}}. {text}") == (Mana("{G}", only=only), rest)


def test_what_mana_may_be_spent_on_is_written() -> None:
    text = "Add {G}. Spend this mana only to cast creature spells."
    assert mana_text(mana_of(text)[0] or Mana()) == text
    assert mana_of("Add {G}. Spend this mana only on songs.") == (Mana("{G}"), "Spend this mana only on songs.")
