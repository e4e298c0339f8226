"""Claims about the rulebook itself: reading, truth by edition, proofs that cite the list, and altered proofs."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from layerproof.kb.rulebook.edition import edition_names, load_edition
from layerproof.kb.scenario.claims.rulebook_claim import CHOICES, LISTS
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import Answer, answer_all
from layerproof.solver.claims.rulebook import list_words
from layerproof.solver.proof.check.checker import check
from layerproof.solver.proof.check.rulebook import words_in

OLD, NEW, NOW = "2012-07-01", "2012-10-01", "2026-01-16"


def answers(claim: str, *editions: str) -> list[Answer]:
    """Answer one claim, written as YAML, under some editions."""
    names = ", ".join(editions or (NEW, NOW))
    read = parse_scenarios(f"claims:\n  - {claim}\n    edition: [{names}]\n")
    assert not read.unreadable, read.unreadable
    return list(answer_all(read.scenarios[0]))


def verdicts(claim: str, *editions: str) -> list[str]:
    """The verdicts on one claim under some editions, in their order."""
    return [each.verdict for each in answers(claim, *editions)]


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("rulebook: {supertypes: [world, snow, ongoing, legendary, basic]}", ["proved", "proved", "proved"]),
        ("rulebook: {card types: {includes: [phenomenon]}}", ["refuted", "proved", "proved"]),
        ("rulebook: {land types: {includes: [Gate], excludes: [Cave]}}", ["refuted", "proved", "refuted"]),
        ("rulebook: {battle types: []}", ["proved", "proved", "refuted"]),
        ("rulebook: {keyword abilities: {excludes: [threshold]}}", ["proved", "proved", "proved"]),
        ("rulebook: {keyword counters: {includes: [flying]}}", ["refuted", "refuted", "proved"]),
        ("choosable: {color: [white, blue, black, red, green]}", ["proved", "proved", "proved"]),
        ("choosable: {color: {includes: [colorless]}}", ["refuted", "refuted", "refuted"]),
        ("choosable: {creature type: {excludes: [Forest, artifact]}}", ["proved", "proved", "proved"]),
        ("choosable: {card type: {includes: [tribal]}}", ["proved", "proved", "refuted"]),
        ("rulebook: {keyword actions: {includes: [detain]}}", ["refuted", "proved", "proved"]),
        ("rulebook: {ability words: {apart_from: [keyword abilities, keyword actions]}}", ["proved"] * 3),
        ("rulebook: {keyword abilities: {apart_from: [keyword counters]}}", ["proved", "proved", "refuted"]),
        ("rulebook: {keyword abilities: {apart_from: [land types]}}", ["proved", "proved", "proved"]),
        ("rulebook: {land types: {apart_from: [basic land types]}}", ["refuted"] * 3),
        ("rulebook: {italic labels: [ability words]}", ["proved", "proved", "refuted"]),
        ("rulebook: {printed without function: {excludes: [icons in the text box]}}", ["refuted"] * 3),
        ("rulebook: {policies: {legend_rule: all_die}}", ["proved", "proved", "refuted"]),
    ],
)
def test_verdicts_by_edition(claim: str, expected: list[str]) -> None:
    assert verdicts(claim, OLD, NEW, NOW) == expected


def test_the_proof_cites_the_rule_of_the_list() -> None:
    (list_of_types,) = answers("rulebook: {card types: {includes: [land]}}", NEW)
    (choice,) = answers("choosable: {land type: {includes: [Gate]}}", NEW)
    edition = load_edition(NEW)
    assert list_of_types.rules == (edition.numbers["type.list"],)
    assert choice.rules == (edition.numbers["subtype.land"], edition.numbers["subtype.choice"])


def test_words_with_rules_of_their_own_are_cited() -> None:
    (icons,) = answers("rulebook: {printed without function: {includes: [icons in the text box]}}", NEW)
    edition = load_edition(NEW)
    assert icons.rules == (edition.numbers["text_box.italic"], edition.numbers["text_box.icons"])
    (labels,) = answers("rulebook: {italic labels: [ability words]}", NOW)
    assert load_edition(NOW).numbers["text_box.flavor_words"] in labels.rules
    assert labels.proof is not None
    assert check(altered(labels.proof, 1, conclusion={"word": "keywords", "of": "italic labels"})).verdict == "invalid"


def test_what_no_claim_can_say_is_undecided_and_named() -> None:
    assert verdicts("not_modelled: how players mark what is flipped") == ["undecided"] * 2
    (answer,) = answers("not_modelled: how players mark what is flipped", NOW)
    assert answer.message == "how players mark what is flipped is not modelled"


def test_the_answer_says_what_differs() -> None:
    (answer,) = answers("rulebook: {supertypes: [basic, legendary, ongoing, snow, elite]}", NOW)
    assert answer.verdict == "refuted"
    assert answer.message.endswith("the list of supertypes has world and lacks elite")


def test_parts_stand_together_or_fall_together() -> None:
    assert verdicts("rulebook: {colors: {includes: [red]}, supertypes: {includes: [ongoing]}}") == ["proved"] * 2
    assert verdicts("rulebook: {colors: {includes: [gold]}, supertypes: {includes: [snow]}}") == ["refuted"] * 2


@pytest.mark.parametrize(
    "claim",
    [
        "rulebook: {cards: [land]}",
        "rulebook: {card types: land}",
        "rulebook: {card types: {holds: [land]}}",
        "rulebook: {card types: [land, land]}",
        "rulebook: {policies: {legend_rule: some_die}}",
        "rulebook: {land types: {apart_from: [cards]}}",
        "rulebook: {land types: {apart_from: [land types]}}",
        "choosable: {land type: {apart_from: [colors]}}",
        "not_modelled: ''",
        "{not_modelled: much, you: {pt: 1/1}}",
        "rulebook: {policies: {legends: all_die}}",
        "choosable: {supertypes: [snow]}",
        "choosable: [color]",
        "{rulebook: {colors: [red]}, you: {pt: 1/1}}",
    ],
)
def test_what_cannot_be_read_is_told(claim: str) -> None:
    read = parse_scenarios(f"claims:\n  - {claim}\n")
    assert [each.claim for each in read.unreadable] == [1]
    assert "claims.0" in read.unreadable[0].message


@pytest.mark.parametrize("name", edition_names())
def test_solver_and_checker_read_the_same_lists(name: str) -> None:
    edition = load_edition(name)
    for each in LISTS:
        assert sorted(list_words(each, edition.vocabulary)) == words_in(each, edition), each


def test_every_choice_has_a_list() -> None:
    assert {source for source, _ in CHOICES.values()} <= set(LISTS)


def altered(proof: dict[str, Any], place: int, **changes: Any) -> dict[str, Any]:
    """A proof with some fields of one step changed."""
    found = copy.deepcopy(proof)
    found["steps"][place] |= changes
    return found


def test_altered_proofs_are_refused() -> None:
    (answer,) = answers("choosable: {color: [white, blue, black, red, green]}", NOW)
    proof = answer.proof
    assert proof is not None and check(proof).verdict == "valid"
    assert [step["kind"] for step in proof["steps"]] == ["list", "choice", "therefore"]
    words = [*proof["steps"][0]["conclusion"]["words"], "purple"]
    wrong = [
        altered(proof, 0, conclusion={"list": "colors", "words": words}),
        altered(proof, 0, rule="type.list", number=load_edition(NOW).numbers["type.list"]),
        altered(proof, 1, conclusion={"choose": "color", "from": "card types"}),
        altered(proof, 2, conclusion={"claim": 1, "holds": False}),
        {**proof, "verdict": "refuted"},
        {**proof, "steps": proof["steps"][:1] + proof["steps"][2:]},
    ]
    assert [check(each).verdict for each in wrong] == ["invalid"] * len(wrong)
