"""All pass with an empty stack: what the end of a step or phase leaves open, and what makes it impossible."""

from __future__ import annotations

import pytest

from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import Answer, answer_all


def answer(timeline: str, claim: str, top: str = "") -> Answer:
    """What is answered to one claim about a timeline."""
    read = parse_scenarios(f"{top}timeline:\n{timeline}claims:\n  - {claim}\n")
    assert not read.unreadable, [each.message for each in read.unreadable]
    (found,) = answer_all(read.scenarios[0])
    return found


END = "  - {turn: you, step: end}\n  - {pass: all}\n"


@pytest.mark.parametrize(
    ("timeline", "why"),
    [
        ("".join(f"  - {{in: hand, card: Forest, as: f{n}}}\n" for n in range(8)) + END, "discarded"),
        (
            "  - {token: {name: Clock, types: [artifact], abilities: "
            '["Players skip their upkeep steps unless they sing."]}, as: clock}\n' + END,
            "skip",
        ),
        (
            "  - {token: {name: Bell, types: [artifact], abilities: "
            '["At the beginning of your cleanup step, you gain 1 life."]}, as: bell}\n' + END,
            "cleanup step",
        ),
    ],
)
def test_what_is_not_modelled_leaves_the_end_of_a_step_open(timeline: str, why: str) -> None:
    found = answer(timeline, "life: {you: 20}")
    assert found.verdict == "undecided" and why in found.message, found.message


def test_a_library_of_a_known_size_may_be_empty() -> None:
    timeline = END + "  - {pass: all}\n"
    assert answer(timeline, "hand: {opponent: 1}").verdict == "proved"
    empty = answer(timeline, "hand: {opponent: 1}", "library_size: {opponent: 0}\n")
    assert empty.verdict == "refuted"


def test_creatures_that_must_attack_are_declared_before_the_step_ends() -> None:
    must = (
        "  - {token: {name: Brute, types: [creature], pt: 2/2, abilities: "
        '[haste, "This creature attacks each combat if able."]}, as: brute}\n'
        "  - {turn: you, step: main}\n  - {pass: all}\n  - {pass: all}\n"
    )
    assert answer(must, "legal: {attack: brute}").verdict == "proved"
    found = answer(must + "  - {pass: all}\n", "stack: []")
    assert found.verdict == "invalid" and "must attack" in found.message


def test_players_pass_in_turn_and_an_action_in_between_begins_anew() -> None:
    timeline = (
        "  - {turn: you, step: main}\n  - {pass: you}\n"
        "  - {cast: Lightning Bolt, controller: opponent, targets: [you], as: bolt}\n"
        "  - {pass: opponent}\n  - {pass: you}\n"
    )
    assert answer(timeline, "life: {you: 17}").verdict == "proved"
    assert answer(timeline, "legal: {cast: Divination}").verdict == "proved"
    early = timeline.rpartition("  - {pass: you}\n")[0]
    assert answer(early, "stack: [bolt]").verdict == "proved"


def test_a_turn_of_three_players_goes_round() -> None:
    top = "players: [you, left, right]\n"
    assert answer(END, "illegal: {play_land: Forest, controller: right}", top).verdict == "proved"
    round_ = "  - {turn: left, step: end}\n  - {pass: all}\n  - {pass: all}\n  - {pass: all}\n"
    assert answer(round_, "legal: {play_land: Forest, controller: right}", top).verdict == "proved"


def test_priority_is_the_active_players_as_a_step_begins() -> None:
    timeline = "  - {turn: you, step: end}\n  - {pass: you}\n  - {pass: opponent}\n"
    mine = answer(timeline, "illegal: {cast: Lightning Bolt, targets: [opponent]}")
    theirs = answer(timeline, "legal: {cast: Lightning Bolt, controller: opponent, targets: [you]}")
    assert (mine.verdict, theirs.verdict) == ("proved", "proved")


@pytest.mark.parametrize(
    ("timeline", "why"),
    [
        ("  - {turn: you, step: cleanup}\n  - {pass: all}\n", "cleanup step"),
        ("  - {pass: you}\n  - {pass: left}\n  - {leaves_game: right}\n", "all have passed"),
    ],
)
def test_how_it_goes_on_is_left_open(timeline: str, why: str) -> None:
    found = answer("  - {enters: Forest}\n" + timeline, "stack: []", "players: [you, left, right]\n")
    assert found.verdict == "undecided" and why in found.message, found.message
