"""Cards that an effect lets be cast or played from where they are, and words of it that are not understood."""

from __future__ import annotations

import pytest

from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all

CAST = "You may cast this card from your graveyard"
PLAY = "You may play this card from your graveyard"
OUT = "You may cast this card from exile"
BOTH = "You may cast this card from your graveyard or from exile"
OPEN = f"{CAST} if you control an Elf"


def verdict(words: str, card: str, zone: str, claim: str) -> str:
    where = "exile" if zone == "exile" else "your graveyard"
    scope = "Target card you own in exile" if zone == "exile" else f"Target card in {where}"
    giver = f"""{{token: {{name: E, types: [enchantment], abilities: ['{{T}}: {scope} gains "{words}."']}}, as: e}}"""
    events = f"{{turn: you, step: main}}, {giver}, {{in: {zone}, card: {card}, as: c}}"
    read = parse_scenarios(f"timeline: [{events}, {{activates: e, ability: 1, targets: [c]}}]\nclaims:\n  - {claim}\n")
    (found,) = answer_all(read.scenarios[0])
    return str(found.verdict)


CASES = [
    (CAST, "Grizzly Bears", "graveyard", "legal: {cast: c}", "proved"),
    (PLAY, "Grizzly Bears", "graveyard", "legal: {cast: c}", "proved"),
    (PLAY, "Forest", "graveyard", "legal: {play_land: c}", "proved"),
    (CAST, "Forest", "graveyard", "illegal: {play_land: c}", "proved"),
    (OUT, "Grizzly Bears", "graveyard", "illegal: {cast: c}", "proved"),
    (BOTH, "Grizzly Bears", "graveyard", "legal: {cast: c}", "proved"),
    # What the words say that the card has only where it is, is asked there.
    (OPEN, "Grizzly Bears", "graveyard", "illegal: {cast: c}", "undecided"),
    (OPEN, "Grizzly Bears", "graveyard", "legal: {cast: c}", "undecided"),
]


@pytest.mark.parametrize(("words", "card", "zone", "claim", "expected"), CASES)
def test_a_card_may_be_cast_from_where_words_given_to_it_say(
    words: str, card: str, zone: str, claim: str, expected: str
) -> None:
    assert verdict(words, card, zone, claim) == expected


@pytest.mark.parametrize(("words", "card", "zone", "claim", "expected"), CASES)
def test_the_checker_reads_the_words_where_the_card_is(
    words: str, card: str, zone: str, claim: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("layerproof.solver.game.casting.doubts", lambda *_: None)
    assert verdict(words, card, zone, claim) == expected
