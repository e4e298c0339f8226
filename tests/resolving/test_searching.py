"""Searching a library: what must be found, what need not be, what is revealed, and what shuffling does to the order."""

from __future__ import annotations

import pytest

from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import Answer, answer_all
from layerproof.solver.proof.check.checker import check

CARDS = """
  - {in: library, card: Forest, as: a}
  - {in: library, card: Grizzly Bears, as: b}
"""
ANY = "Search your library for a card, put it into your hand, then shuffle."
BASIC = "Search your library for a basic land card, reveal it, put it into your hand, then shuffle."


def answers(text: str, found: str, claims: str, before: str = "", size: str = "{}") -> list[Answer]:
    """What is answered when an artifact's ability with this text has resolved and found something."""
    read = parse_scenarios(
        f"library_size: {size}\ntimeline:{CARDS}{before}"
        f"  - {{token: {{name: Tool, types: [artifact], abilities: ['{{T}}: {text}']}}, as: tool}}\n"
        f"  - {{activates: tool, ability: 1, choices: {{object: {found}}}}}\n"
        f"claims:\n{claims}"
    )
    assert read.scenarios, read.unreadable
    return list(answer_all(read.scenarios[0]))


def verdict(text: str, found: str, claim: str, before: str = "", size: str = "{}") -> str:
    """The verdict on one claim."""
    return answers(text, found, f"  - {claim}\n", before, size)[0].verdict


def test_who_searches_for_any_card_finds_one() -> None:
    (answer,) = answers(ANY, "{any: [a, b, none]}", "  - hand: {you: 1}\n")
    assert (answer.verdict, answer.worlds) == ("proved", 2)
    assert "1 world left out by the rule 701.23d" in answer.message
    assert answers(ANY, "none", "  - hand: {you: 1}\n")[0].verdict == "invalid"


def test_the_world_in_which_nothing_is_found_may_not_be_taken_in() -> None:
    (answer,) = answers(ANY, "{any: [a, b, none]}", "  - hand: {you: 1}\n")
    assert answer.proof is not None and check(answer.proof).verdict == "valid"
    worlds = [[["timeline.3.choices.object", each]] for each in ("a", "b", "none")]
    assert [list(map(list, each)) for each in answer.proof["worlds"]] == worlds[:2]
    assert check({**answer.proof, "worlds": worlds}).verdict != "valid"
    assert check({**answer.proof, "worlds": worlds[:1], "proofs": answer.proof["proofs"][:1]}).verdict == "invalid"


def test_who_searches_for_a_quality_need_not_find_it() -> None:
    assert verdict(BASIC, "none", "hand: {you: 0}") == "proved"
    assert verdict(BASIC, "a", "hand: {you: 1}") == "proved"
    (answer,) = answers(BASIC, "{any: [a, b]}", "  - hand: {you: 1}\n")
    assert (answer.verdict, answer.worlds) == ("proved", 1)
    assert answers(BASIC, "b", "  - hand: {you: 1}\n")[0].verdict == "invalid"


@pytest.mark.parametrize(("size", "expected"), [("{you: 2}", "invalid"), ("{}", "invalid")])
def test_nothing_is_found_only_where_there_is_nothing(size: str, expected: str) -> None:
    assert verdict(ANY, "none", "hand: {you: 0}", "", size) == expected
    taken = "  - {leaves: a, to: exile}\n  - {leaves: b, to: exile}\n"
    assert verdict(ANY, "none", "hand: {you: 0}", taken, "{you: 2}") == "proved"
    # Cards that are not listed may be there.
    assert verdict(ANY, "none", "hand: {you: 0}", taken) == "undecided"


def test_cards_that_went_out_of_sight_may_be_found() -> None:
    seen = "  - {leaves: a, to: exile}\n  - {leaves: b, to: exile}\n"
    assert verdict(ANY, "none", "hand: {you: 0}", seen, "{you: 2}") == "proved"
    assert verdict(ANY, "none", "hand: {you: 0}", seen, "{you: 3}") == "undecided"
    put = "  - {enters: Sol Ring, as: ring}\n  - {leaves: ring, to: library, as: put}\n"
    assert verdict(ANY, "none", "hand: {you: 0}", f"{seen}{put}", "{you: 2}") == "invalid"
    mirror = "  - {enters: Lich's Mirror, as: mirror}\n  - life: {you: 0}\n"
    assert verdict(ANY, "none", "hand: {you: 7}", f"{seen}{mirror}", "{you: 9}") == "undecided"
    # Seven cards are drawn of the one that was shuffled in, which loses the game before the search.
    assert verdict(ANY, "none", "hand: {you: 7}", f"{seen}{mirror}", "{you: 2}") == "invalid"


def test_what_is_found_is_revealed_only_where_the_effect_says_so() -> None:
    for text, revealed in ((ANY, "false"), (BASIC, "true")):
        read = parse_scenarios(
            f"timeline:{CARDS}"
            f"  - {{token: {{name: Tool, types: [artifact], abilities: ['{{T}}: {text}']}}, as: tool}}\n"
            "  - {activates: tool, ability: 1, choices: {object: a}, makes: [found]}\n"
            f"claims:\n  - found: {{zone: hand, revealed: {revealed}}}\n  - tool: {{revealed: true}}\n"
        )
        assert [each.verdict for each in answer_all(read.scenarios[0])] == ["proved", "undecided"]


def test_the_order_of_a_shuffled_library_is_not_known() -> None:
    tool = f"{{token: {{name: Tool, types: [artifact], abilities: ['{{T}}: {ANY}', '{{T}}: Draw a card.']}}, as: tool}}"
    begin = f"timeline:{CARDS}  - {tool}\n  - {{activates: tool, ability: 1, choices: {{object: a}}}}\n"
    put = "  - {enters: Sol Ring, as: r}\n  - {leaves: r, to: library, as: top}\n"
    drawn = "  - {activates: tool, ability: 2}\nclaims:\n  - hand: {you: 2}\n"
    (known,) = answer_all(parse_scenarios(f"{begin}{put}{drawn}").scenarios[0])
    assert known.verdict == "proved"
    (unknown,) = answer_all(parse_scenarios(f"{begin}{drawn}").scenarios[0])
    assert unknown.verdict == "undecided" and "shuffled" in unknown.message


@pytest.mark.parametrize(
    "text",
    [
        "If an opponent would search a library, that player searches the top four cards instead.",
        "Players can't search.",
    ],
)
def test_what_may_hinder_a_search_is_not_passed_over(text: str) -> None:
    other = f'  - {{token: {{name: Ban, types: [artifact], abilities: ["{text}"]}}, as: ban}}\n'
    assert verdict(ANY, "a", "hand: {you: 1}", other) == "undecided"


@pytest.mark.parametrize(
    ("sought", "then", "now"),
    [
        ("card with mana value 1", True, False),
        ("card with mana value 4", True, False),
        ("card with mana value 5", False, True),
        ("card with mana value 2 or less", True, False),
        ("red card with mana value 4", True, False),
        ("green card with mana value 5 or less", True, True),
        ("blue card with mana value 4", False, False),
        ("nonred card", False, False),
    ],
)
def test_a_split_card_answers_by_its_halves_where_it_has_two_sets(sought: str, then: bool, now: bool) -> None:
    read = parse_scenarios(
        "timeline:\n  - {in: library, card: Assault // Battery, as: split}\n"
        f"  - {{token: {{name: Tool, types: [artifact], abilities: ['{{T}}: Search your library for a {sought}, put it "
        "into your hand, then shuffle.']}, as: tool}\n"
        "  - {activates: tool, ability: 1, choices: {object: {any: [split, none]}}}\n"
        "claims:\n  - sometimes: {hand: {you: 1}}\n    edition: [2012-10-01, current]\n"
        "  - never: {hand: {you: 1}}\n    edition: [2012-10-01, current]\n"
    )
    words = {True: "proved", False: "refuted"}
    expected = [words[then], words[now], words[not then], words[not now]]
    assert [each.verdict for each in answer_all(read.scenarios[0])] == expected


def test_a_number_with_two_answers_is_not_guessed() -> None:
    text = "This creature gets +X/+0, where X is the greatest mana value among cards in your graveyard."
    read = parse_scenarios(
        "timeline:\n  - {in: graveyard, card: Assault // Battery}\n"
        f"  - {{token: {{name: Beast, types: [creature], pt: 1/1, abilities: ['{text}']}}, as: beast}}\n"
        "claims:\n  - beast: {pt: 6/1}\n    edition: [2012-10-01, current]\n"
    )
    assert [each.verdict for each in answer_all(read.scenarios[0])] == ["undecided", "proved"]
