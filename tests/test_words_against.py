"""Words that are not read and could forbid an action, or let it be done, leave open whether it is legal."""

from __future__ import annotations

import pytest

from layerproof.kb.scenario.read import parse_scenarios
from layerproof.queries.answer import answer_all

ALTAR = '{token: {name: Altar, types: [artifact], abilities: ["Sacrifice a creature: You gain 1 life."]}, as: altar}'


def speaker(words: str, types: str = "creature", more: str = "") -> str:
    """Notation of a token that says some words."""
    size = "pt: 2/2, " if types == "creature" else ""
    return f'{{token: {{name: Speaker, types: [{types}], {size}abilities: ["{words}"]}}, as: speaker{more}}}'


def verdict(events: str, claim: str, mana: str | None = None) -> str:
    """What is answered to a claim after some events in a turn of yours."""
    pool = f'mana: {{you: "{mana}"}}\n' if mana is not None else ""
    text = f"scenario: s\n{pool}timeline: [{events}, {{turn: you}}]\nclaims: [{claim}]\n"
    (answer,) = answer_all(parse_scenarios(text, "s.yaml").scenarios[0])
    return answer.verdict


@pytest.mark.parametrize(
    "words",
    [
        "Players can't pay life or sacrifice creatures to cast spells or activate abilities.",
        "You can't sacrifice creatures with power 2 or greater.",
    ],
)
def test_a_sacrifice_that_words_may_forbid(words: str) -> None:
    assert verdict(f"{speaker(words)}, {ALTAR}", "legal: {activate: altar, ability: 1}") == "undecided"


def test_what_is_read_as_no_prohibition_leaves_nothing_open() -> None:
    words = "This creature can't attack."
    assert verdict(f"{speaker(words)}, {ALTAR}", "legal: {activate: altar, ability: 1}") == "proved"
