"""What texts say of the X of their costs: which numbers it cannot be, and what mana may be spent on it."""

from __future__ import annotations

import pytest

from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all

HOLDER = '{{token: {{name: Holder, types: [creature], pt: 1/1, abilities: ["{text}"]}}, as: holder}}'
SPIRIT = "{in: hand, card: Consume Spirit, as: spirit}"


def verdicts(timeline: str, claim: str, pool: str | None = None) -> list[str]:
    """The verdicts on an action being legal, and being illegal."""
    mana = "" if pool is None else f"mana: {{you: '{pool}'}}\n"
    claims = f"  - legal: {{{claim}}}\n  - illegal: {{{claim}}}\n"
    read = parse_scenarios(f"scenario: s\n{mana}timeline: [{timeline}]\nclaims:\n{claims}")
    assert read.scenarios and not read.unreadable, read.unreadable
    return [each.verdict for each in answer_all(read.scenarios[0])]


LEGAL, ILLEGAL, OPEN = ["proved", "refuted"], ["refuted", "proved"], ["undecided", "undecided"]


@pytest.mark.parametrize(
    ("text", "x", "pool", "expected"),
    [
        ("{X}: Draw a card. X can't be 0.", 0, None, ILLEGAL),
        ("{X}: Draw a card. X can't be 0.", 1, None, LEGAL),
        ("{X}: Draw a card.", 0, None, LEGAL),
        ("{X}: Draw a card. X can't be greater than the number of players in the game.", 3, None, ILLEGAL),
        ("{X}: Draw a card. X can't be greater than the number of players in the game.", 2, None, LEGAL),
        ("{X}: Draw a card. X can't be greater than the number of snow lands you control.", 2, None, OPEN),
        ("{X}: Draw a card. X can't be greater than the number of snow lands you control.", 0, None, LEGAL),
        ("{X}{1}: Draw a card. Spend only black mana on X.", 2, "{R}{B}{B}", LEGAL),
        ("{X}{1}: Draw a card. Spend only black mana on X.", 2, "{R}{R}{B}", ILLEGAL),
        ("{X}{1}: Draw a card. Spend only black mana on X.", 0, "{R}", LEGAL),
        ("{X}{1}: Draw a card. Spend only black and/or red mana on X.", 2, "{R}{B}{W}", LEGAL),
        ("{X}{1}: Draw a card. Spend only black and/or red mana on X.", 2, "{R}{W}{W}", ILLEGAL),
        ("{X}: Draw a card. Spend only mana of the chosen color to activate this ability.", 2, "{R}{R}", OPEN),
        ("{X}: Draw a card. Spend only colored mana on X.", 2, "{R}{R}", OPEN),
    ],
)
def test_what_an_ability_says_of_x(text: str, x: int, pool: str | None, expected: list[str]) -> None:
    assert verdicts(HOLDER.format(text=text), f"activate: holder, ability: 1, x: {x}", pool) == expected


def test_what_a_spell_says_of_x() -> None:
    cast = "cast: spirit, targets: [opponent], x: 2"
    assert verdicts(SPIRIT, cast, "{C}{B}{R}{R}") == ILLEGAL
    assert verdicts(SPIRIT, cast, "{C}{B}{B}{B}") == LEGAL
    # A reduction might be about the mana for X.
    cheaper = HOLDER.format(text="Spells you cast cost {1} less to cast.")
    assert verdicts(f"{SPIRIT}, {cheaper}", cast, "{C}{B}{B}{B}") == OPEN
