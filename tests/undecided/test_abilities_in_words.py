"""What is known by its words only leaves open what it speaks of, and nothing else."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from layerproof.kb.cards.card_sources import use_sources
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import Answer, answer_all
from tests.oracle.test_meaning import shared

# So many of 300 pairs have a proof at least.
FLOOR = 225


def answer(text: str) -> Answer:
    read = parse_scenarios(text)
    assert not read.unreadable, read.unreadable
    (found,) = answer_all(read.scenarios[0])
    return found


def token(name: str, says: str) -> str:
    return (
        f"{{token: {{name: {name}, types: [creature], pt: 1/1, abilities: [{json.dumps(says)}]}}, as: {name.lower()}}}"
    )


@pytest.mark.parametrize(
    "says",
    [
        'The "legend rule" doesn\'t apply to permanents you control.',
        "If a Rigger you control would assemble a Contraption, it assembles two Contraptions instead.",
        "Untap all creatures you control during each other player's untap step.",
        "As ~ enters, choose odd or even.",
        "If you would roll one or more dice, instead roll that many dice plus one and ignore the lowest roll.",
    ],
)
def test_words_about_what_does_not_happen_leave_nothing_open(says: str) -> None:
    text = f"scenario: s\ntimeline: [{token('Sage', says)}, {{enters: Grizzly Bears, as: bear}}]\n"
    assert answer(text + "claims: [bear: {pt: 2/2}]").verdict == "proved"


def test_words_about_the_legend_rule_leave_it_open() -> None:
    """Also where all would go: what the words say of it is not known."""
    sage = token("Sage", 'The "legend rule" doesn\'t apply to permanents you control.')
    two = ", ".join(f"{{enters: 'Isamaru, Hound of Konda', as: {label}}}" for label in "ab")
    for edition in ("current", "2012-07-01"):
        text = f"scenario: s\nedition: {edition}\ntimeline: [{sage}, {two}]\nclaims: [a: {{on_battlefield: true}}]"
        found = answer(text)
        assert (found.verdict, "legend" in found.message) == ("undecided", True)


def test_how_an_object_enters_is_open_where_only_its_words_tell() -> None:
    sage = token("Sage", "As ~ enters, sacrifice all lands you control.")
    text = f"scenario: s\ntimeline: [{{enters: Forest, as: forest}}, {sage}]\nclaims: [sage: {{pt: 1/1}}]"
    found = answer(text)
    assert (found.verdict, "sacrifice all lands" in found.message) == ("undecided", True)


def test_the_top_of_a_library_of_which_no_card_is_listed_is_not_known() -> None:
    sage = token("Sage", "As long as the top card of your library is a creature card, ~ gets +3/+3.")
    claim = "claims: [sage: {pt: 1/1}]"
    found = answer(f"scenario: s\ntimeline: [{sage}]\n{claim}")
    assert (found.verdict, "not listed" in found.message) == ("undecided", True)
    listed = "{in: library, card: Forest}"
    assert answer(f"scenario: s\ntimeline: [{listed}, {sage}]\n{claim}").verdict == "proved"


def test_protection_from_what_is_no_word_of_a_type_line_is_open() -> None:
    """A quality of another sort cannot be looked up among subtypes."""
    sage = token("Sage", "Protection from Ring-bearers")
    sword = "{enters: Bonesplitter, as: sword, attached_to: sage}"
    found = answer(f"scenario: s\ntimeline: [{sage}, {sword}]\nclaims: [sage: {{pt: 3/1}}]")
    assert (found.verdict, "Ring-bearers" in found.message) == ("undecided", True)


@pytest.mark.long
@pytest.mark.skipif(shared() is None, reason="the card corpora are absent: set LAYERPROOF_SHARED")
def test_pairs_of_cards_have_a_checked_proof_or_an_honest_undecided() -> None:
    place = Path(__file__).parents[2] / "benchmarks" / "sweep.py"
    spec = importlib.util.spec_from_file_location("layerproof_sweep", place)
    assert spec is not None and spec.loader is not None
    sweep = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sweep)
    folder = shared()
    assert folder is not None
    try:
        verdicts = sweep.swept(str(folder / "oracle-corpus-2026.json.gz"), 300, 11)
    finally:
        use_sources([])
    assert sum(verdicts.values()) == 300
    assert set(verdicts) <= {"proved", "undecided"}, verdicts
    assert verdicts["proved"] >= FLOOR, verdicts
