"""Costs part by part: the phrases of costs, read and written."""

from __future__ import annotations

import pytest

from layerproof.kb.model.ability import Activated
from layerproof.kb.model.costs.cost import (
    DiscardPart,
    EnergyPart,
    ExilePart,
    LifePart,
    ManaPart,
    OtherCost,
    RemovePart,
    ReturnPart,
    SacrificePart,
    TapPart,
    TapSelf,
    UntapSelf,
)
from layerproof.kb.model.expression import AllOf, AnyOf, Is, Not, Ref, Same, X
from layerproof.kb.notation.cost_words import cost_part, cost_parts
from layerproof.kb.notation.plain_data import decode
from layerproof.kb.oracle.bodies.ability_bodies import cost_of
from layerproof.kb.wording.costs.cost_phrases import cost_phrase

CREATURE, LAND = Is("type", "creature"), Is("type", "land")
OTHER = Not(Same(Ref("self")))
PHRASES = {
    "{2}{G}": ManaPart("{2}{G}"),
    "{T}": TapSelf(),
    "{Q}": UntapSelf(),
    "pay 2 life": LifePart(2),
    "pay X life": LifePart(X()),
    "pay {E}{E}": EnergyPart(2),
    "sacrifice self": SacrificePart(),
    "sacrifice a creature": SacrificePart(CREATURE),
    "sacrifice another creature": SacrificePart(AllOf((OTHER, CREATURE))),
    "sacrifice two lands": SacrificePart(LAND, 2),
    "sacrifice X lands": SacrificePart(LAND, X()),
    "sacrifice an artifact or creature": SacrificePart(AnyOf((Is("type", "artifact"), CREATURE))),
    "sacrifice a Goblin": SacrificePart(Is("subtype", "Goblin")),
    "discard a card": DiscardPart(),
    "discard two cards": DiscardPart(number=2),
    "discard a land card": DiscardPart(LAND),
    "discard a card at random": DiscardPart(at_random=True),
    "discard self": DiscardPart(itself=True),
    "discard your hand": DiscardPart(hand=True),
    "exile self": ExilePart(itself=True),
    "exile self from your graveyard": ExilePart(zone="graveyard", itself=True),
    "exile a creature card from your graveyard": ExilePart(CREATURE, zone="graveyard"),
    "exile two cards from your graveyard": ExilePart(number=2, zone="graveyard"),
    "exile a blue card from your hand": ExilePart(Is("color", "blue"), zone="hand"),
    "discard a red or green card": DiscardPart(AnyOf((Is("color", "red"), Is("color", "green")))),
    "exile a creature you control": ExilePart(CREATURE),
    "remove a +1/+1 counter from self": RemovePart("+1/+1"),
    "remove three charge counters from self": RemovePart("charge", 3),
    "remove a +1/+1 counter from a creature you control": RemovePart("+1/+1", 1, CREATURE),
    "tap an untapped creature you control": TapPart(CREATURE),
    "tap two untapped creatures you control": TapPart(CREATURE, 2),
    "return a land you control to its owner's hand": ReturnPart(LAND),
    "return two lands you control to their owner's hand": ReturnPart(LAND, 2),
    "return self to its owner's hand": ReturnPart(),
    "sing a song": OtherCost("sing a song"),
    "{E}": OtherCost("{E}"),
    "pay one mana of any color": OtherCost("pay one mana of any color"),
}


@pytest.mark.parametrize("phrase", PHRASES)
def test_a_phrase_is_read_and_written_back(phrase: str) -> None:
    read = cost_of(phrase.replace("self", "~"))
    assert read == (PHRASES[phrase],)
    assert cost_phrase(read[0]) == phrase


@pytest.mark.parametrize(
    "phrase",
    ["sacrifice", "discard", "sacrifice a", "pay life", "tap a creature you control", "sacrifice many lands",
     "exile a creature", "remove counters from self", "return self", "discard another card", "sacrifice a Goblins"],
)  # fmt: skip
def test_what_says_less_or_more_stays_a_phrase(phrase: str) -> None:
    assert cost_part(phrase) == OtherCost(phrase)
    assert cost_of(phrase) == (OtherCost(phrase),)


def test_longer_noun_phrases_are_read_by_the_compiler_alone() -> None:
    assert cost_part("sacrifice a nontoken creature") == OtherCost("sacrifice a nontoken creature")
    (read,) = cost_of("Sacrifice a nontoken creature")
    assert isinstance(read, SacrificePart)
    assert cost_phrase(read) == "sacrifice a nontoken creature"


def test_a_line_is_several_parts_and_the_notation_takes_it() -> None:
    line = "{2}, {T}, sacrifice self"
    assert [cost_phrase(each) for each in cost_parts(line)] == line.split(", ")
    assert decode({"cost": line}, Activated) == decode({"cost": line.split(", ")}, Activated)
    assert decode({"cost": [{"sacrifice_cost": {"what": "creature"}}]}, Activated).cost == (SacrificePart(CREATURE),)
