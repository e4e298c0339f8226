"""An Aura that is put onto the battlefield, and the choice of what it enchants."""

from __future__ import annotations

import pytest

from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all

RETURNS = """
scenario: Holy Strength comes back from exile
timeline:
  - {in: exile, card: Holy Strength, as: strength}
  - {enters: Serra Angel, as: angel}
%s  - {returns: strength, as: back}
claims:
  - angel: {pt: 4/4}
  - angel: {pt: 5/6}
"""


@pytest.mark.parametrize(
    ("more", "verdicts"),
    [
        ("", ["refuted", "proved"]),
        ("  - {enters: Forest}\n  - {enters: Black Knight}\n", ["refuted", "proved"]),
        ("  - {enters: Grizzly Bears}\n", ["undecided", "undecided"]),
    ],
)
def test_the_only_creature_is_enchanted_and_of_several_none_is_guessed(more: str, verdicts: list[str]) -> None:
    answers = answer_all(parse_scenarios(RETURNS % more).scenarios[0])
    assert [each.verdict for each in answers] == verdicts
