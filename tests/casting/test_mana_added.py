"""Mana that resolving abilities add to pools that are followed, and words about mana that leave payments open."""

from __future__ import annotations

import pytest

from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all
from layerproof.solver.game.mana_added import is_about_mana, is_over, symbols_said

HOLDER = "{{token: {{name: Holder, types: [creature], pt: 1/1, abilities: ['When ~ enters, {words}']}}, as: holder}}"
BOLT = "{in: hand, card: Lightning Bolt, as: bolt}"
BOLT_CAST = "cast: bolt, targets: [opponent]"


def verdict(words: str, claim: str, pool: str = "{0}", choices: str = "", more: str = "") -> str:
    """The verdict on a claim once an ability with these words has resolved."""
    told = f", choices: {{{choices}}}" if choices else ""
    trigger = f"{{triggers: holder, ability: 1{told}}}"
    timeline = ", ".join(filter(None, (BOLT, HOLDER.format(words=words.replace("'", "''")), trigger, more)))
    read = parse_scenarios(f"scenario: s\nmana: {{you: '{pool}'}}\ntimeline: [{timeline}]\nclaims:\n  - {claim}\n")
    assert read.scenarios and not read.unreadable, read.unreadable
    (found,) = answer_all(read.scenarios[0])
    return found.verdict


@pytest.mark.parametrize(
    ("words", "pool", "choices", "legal", "illegal"),
    [
        ("add {R}.", "{0}", "", "proved", "refuted"),
        ("you add {G}{R}.", "{0}", "", "proved", "refuted"),
        ("add {G}{G}.", "{0}", "", "refuted", "proved"),
        ("add two mana of any one color.", "{0}", "color: red", "proved", "refuted"),
        ("add two mana of any one color.", "{0}", "color: green", "refuted", "proved"),
        ("add two mana of any one color.", "{0}", "", "undecided", "undecided"),
        ("add two mana in any combination of colors.", "{0}", "color: [green, red]", "proved", "refuted"),
        ("add {R} for each artifact you control.", "{0}", "", "undecided", "undecided"),
        ("draw a card.", "{0}", "", "refuted", "proved"),
        ("until end of turn, you may spend white mana as though it were mana of any color.", "{W}", "", "undecided",
         "undecided"),
        ("if target Plains is tapped for mana, it produces colorless mana instead of white mana.", "{0}", "",
         "undecided", "undecided"),
    ],
)  # fmt: skip
def test_mana_that_a_resolution_adds_is_there(words: str, pool: str, choices: str, legal: str, illegal: str) -> None:
    assert verdict(words, f"legal: {{{BOLT_CAST}}}", pool, choices) == legal
    assert verdict(words, f"illegal: {{{BOLT_CAST}}}", pool, choices) == illegal


def test_added_mana_goes_as_the_step_ends() -> None:
    claim = f"illegal: {{{BOLT_CAST}}}"
    for words in ("add {R}.", "add {R} for each artifact you control."):
        assert verdict(words, claim, more="{step: end}") == "proved"
    lasting = "until end of turn, you don't lose this mana as steps and phases end."
    assert verdict(f"add {{R}} for each artifact you control, and {lasting}", claim, more="{step: end}") == "undecided"


def test_what_words_say_of_mana() -> None:
    assert symbols_said("Add six {R}") == "{R}" * 6
    assert symbols_said("Add {R} or {G}", ("green",)) == "{G}"
    assert symbols_said("Add {R} or {G}", ("blue",)) is None
    assert symbols_said("Add three mana of any one color", ("red", "green", "blue")) is None
    assert not is_about_mana("Spend only black mana on X")
    assert is_about_mana("Spend this mana only to cast artifact spells")
    assert not is_over("At the beginning of your next main phase, add {R}{R}")
