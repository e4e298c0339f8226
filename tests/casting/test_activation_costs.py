"""What words add to the costs of abilities, or let be paid rather than these, leaves payments open."""

from __future__ import annotations

import pytest

from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all

WALKER = "{token: {name: Pw, types: [planeswalker], abilities: ['+1: Draw a card.']}, counters: {loyalty: 3}, as: w}"
CREW = "{token: {name: Ship, types: [artifact], subtypes: [Vehicle], pt: 2/2, abilities: ['Crew 3']}, as: ship}"
EQUIPMENT = "{token: {name: Blade, types: [artifact], subtypes: [Equipment], abilities: ['Equip {2}']}, as: blade}"
CREATURE = "{token: {name: Bear, types: [creature], pt: 2/2}, as: bear}"
OPEN, LEGAL, ILLEGAL = ["undecided", "undecided"], ["proved", "refuted"], ["refuted", "proved"]


def verdicts(timeline: str, claim: str, pool: str | None) -> list[str]:
    """The verdicts on an action being legal, and being illegal."""
    mana = "" if pool is None else f"mana: {{you: '{pool}'}}\n"
    claims = f"  - legal: {{{claim}}}\n  - illegal: {{{claim}}}\n"
    read = parse_scenarios(f"scenario: s\n{mana}timeline: [{timeline}]\nclaims:\n{claims}")
    assert read.scenarios and not read.unreadable, read.unreadable
    return [each.verdict for each in answer_all(read.scenarios[0])]


def holder(text: str) -> str:
    """An enchantment with this ability."""
    return f'{{token: {{name: Holder, types: [enchantment], abilities: ["{text}"]}}}}'


@pytest.mark.parametrize(
    ("text", "pool", "expected"),
    [
        ("Activated abilities cost {2} more to activate unless they're mana abilities.", "{0}", OPEN),
        ("Loyalty abilities of planeswalkers you control cost {1} more to activate.", "{0}", OPEN),
        ("Activated abilities cost {2} more to activate unless they're mana abilities.", None, LEGAL),
        ("Creature spells cost {1} more to cast.", "{0}", LEGAL),
    ],
)
def test_mana_that_loyalty_abilities_cost_besides(text: str, pool: str | None, expected: list[str]) -> None:
    assert verdicts(f"{WALKER}, {holder(text)}", "activate: w, ability: 1", pool) == expected


def test_what_may_be_paid_rather_than_the_cost_of_an_ability() -> None:
    free = holder("You may pay {0} rather than pay the equip cost of the first equip ability you activate each turn.")
    equip = "activate: blade, ability: 1, targets: [bear]"
    assert verdicts(f"{EQUIPMENT}, {CREATURE}, {free}", equip, "{0}") == OPEN
    assert verdicts(f"{EQUIPMENT}, {CREATURE}, {free}", equip, None) == LEGAL
    assert verdicts(f"{EQUIPMENT}, {CREATURE}", equip, "{0}") == ILLEGAL
    counters = holder("You may remove a loyalty counter from a planeswalker you control rather than pay crew costs.")
    assert verdicts(f"{CREW}, {counters}", "activate: ship, ability: 1", None) == OPEN
    assert verdicts(CREW, "activate: ship, ability: 1", None) == ILLEGAL


def test_what_words_may_offer_instead_of_a_mana_cost_is_open() -> None:
    bolt = "{in: hand, card: Lightning Bolt, as: bolt}"
    cast = "cast: bolt, targets: [opponent], cast_for: without paying"
    words = holder("Once during each of your turns, you may cast an instant spell without paying its mana cost.")
    assert verdicts(bolt, cast, None) == ILLEGAL
    assert verdicts(f"{bolt}, {words}", cast, None) == OPEN


def test_what_cannot_be_cycled() -> None:
    card, cycle = "{in: hand, card: Lonely Sandbar, as: card}", "activate: card, ability: 2"
    forbidden = holder("Players can't cycle cards.")
    assert verdicts(card, cycle, None) == LEGAL
    assert verdicts(f"{card}, {forbidden}", cycle, None) == OPEN
