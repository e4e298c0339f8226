"""The checker's own worlds: constraints, descriptions of cards, worlds that are left out."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import Answer, answer_all
from layerproof.solver.proof.check.checker import check, scenario_digest
from layerproof.solver.proof.check.constraining import Constraints, labels_in
from layerproof.solver.proof.check.fitting import cards_that_fit
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.replay import Shared, replay
from layerproof.solver.proof.check.worlds import worlds
from layerproof.solver.situation.timeline import Begun, follow
from layerproof.solver.worlds.cards import fitting_cards

OPPONENTS = {"enters": "B", "controller": "opponent"}
EDITION = load_edition("current")
TWO = """
timeline:
  - any_order:
      - {enters: Godhead of Awe, as: godhead}
      - {enters: Beastbreaker of Bala Ged, as: beast}
  - {put: {level: {any: 0..4}}, on: beast}
  - {put: {level: {any: 0..4}}, on: godhead}
claims:
  - beast: {on_battlefield: true}
"""


def answered(text: str) -> Answer:
    read = parse_scenarios(text)
    assert not read.unreadable, read.unreadable
    (answer,) = answer_all(read.scenarios[0])
    return answer


@pytest.mark.parametrize(
    ("constraint", "count"),
    [
        ("beast.before: godhead", 25),
        ('"beast.before: godhead"', 25),
        ("godhead.after: beast", 25),
        ("godhead.after: [beast]", 25),
        ("counters(beast, level) <= 1", 20),
        ("counters(beast, level) = counters(godhead, level)", 10),
        ("counters(beast, level) == counters(godhead, level)", 10),
        ("counters(beast, level) + counters(godhead, level) = 8", 2),
        ("2 * counters(beast, level) - 1 > counters(godhead, level) + 3", 12),
        ("counters(beast, level) * 2 - 1 > counters(godhead, level) + 3", 12),
        ("3 != counters(beast, level)", 40),
        ("counters(beast, level) - counters(godhead, level) >= 4", 2),
        ('"- counters(beast, level) + 4 <= 0"', 10),
    ],
)
def test_the_checker_follows_constraints(constraint: str, count: int) -> None:
    answer = answered(f"{TWO}constraints:\n  - {constraint}\n")
    assert (answer.verdict, answer.worlds) == ("proved", count), answer.message


@pytest.mark.parametrize(
    "constraint",
    [
        "counters(beast, level) * counters(beast, level) > 4",
        "counters(beast, level) >",
        "1 2 > 1",
        "1 + * 2 > 1",
        "beast.beside: godhead",
        "(1 + 2) > 1",
        5,
        {"beast.before": 3},
        {"before": "beast"},
        {},
    ],
)
def test_what_is_not_understood_is_incomplete(constraint: Any) -> None:
    with pytest.raises(Incomplete):
        Constraints([constraint])


def test_labels_are_those_that_an_event_gives() -> None:
    event = {"together": [{"enters": "Godhead of Awe"}, {"token": {"subtypes": ["Saproling"]}}]}
    assert labels_in(event) == [frozenset({"godhead-of-awe"}), frozenset({"saproling"})]
    assert labels_in({"resolves": "x", "as": ["a", "b"], "makes": ["c"]}) == [frozenset({"a", "b", "c"})]
    assert labels_in({"tap": "a"}) == [frozenset()]


def test_mixed_constraints_are_sentences_and_mappings() -> None:
    text = TWO + 'constraints:\n  - beast.before: godhead\n  - "counters(beast, level) <= 1"\n'
    scenario = parse_scenarios(text).scenarios[0]
    assert scenario.constraints[1] == "counters(beast, level) <= 1"
    assert answered(text).worlds == 10


@pytest.mark.parametrize("given", ["3", "[5]", "[[a]]", '[""]', "{a.before: b}"])
def test_constraints_that_are_no_list_of_them_are_told(given: str) -> None:
    read = parse_scenarios(f"timeline: [{{enters: Forest}}]\nconstraints: {given}\nclaims: []\n")
    assert not read.scenarios
    assert "constraints" in read.unreadable[0].message


LEVELS = """
timeline:
  - {enters: Beastbreaker of Bala Ged, as: beast}
  - {activates: beast, ability: level up, times: {any: 1..4}}
constraints:
  - "counters(beast, level) <= 2"
claims:
  - beast: {pt: 4/4}
"""


def test_counters_that_resolutions_put_are_found_at_the_end() -> None:
    answer = answered(LEVELS)
    assert (answer.verdict, answer.worlds) == ("proved", 2), answer.message
    other = answered(LEVELS.replace("pt: 4/4", "pt: 2/2"))
    assert other.verdict == "refuted"


def test_a_world_too_many_or_too_few_is_refused() -> None:
    proof = answered(LEVELS).proof
    assert proof is not None
    assert check(proof).verdict == "valid"
    more = copy.deepcopy(proof)
    more["worlds"].append([["timeline.1.times", 3]])
    assert check(more).verdict == "invalid"
    fewer = copy.deepcopy(proof)
    del fewer["worlds"][1], fewer["proofs"][1]
    assert check(fewer).verdict == "invalid"
    free = copy.deepcopy(proof)
    del free["scenario"]["constraints"]
    free["scenario_digest"] = scenario_digest(free["scenario"])
    assert check(free).verdict == "invalid"


@pytest.mark.parametrize(
    "description",
    [
        "black creature",
        "colorless creature",
        "Goblin creature",
        "non-Human creature with level up",
        "2/2 creature with no abilities",
        "white creature with first strike and protection from black",
        "creature with power 7 or greater",
        "creature with toughness 1 or less without flying",
        "enchantment that removes all abilities",
        "green creature, or red instant",
        "colorless card with mana value 2 or less",
        "nonland permanent",
        "artifact with an activated ability",
        "creature with a level ability",
        "card with islandwalk",
        "creature that adds types",
    ],
)
def test_both_know_the_same_cards(description: str) -> None:
    assert cards_that_fit(description, EDITION) == list(fitting_cards(description, EDITION))


def test_a_devoid_card_is_colorless_and_a_changeling_every_creature_type() -> None:
    name = "Blisterpod"
    for find in (lambda text: cards_that_fit(text, EDITION), lambda text: fitting_cards(text, EDITION)):
        if name in find("creature"):
            assert name not in find("green creature")
            assert name in find("colorless creature")
        assert "Woodland Changeling" in find("Goblin creature")
        assert "Forest" not in find("card with no abilities")


@pytest.mark.parametrize("description", ["beautiful creature", "creature with quick", "card that sings", ""])
def test_other_words_for_cards_are_incomplete(description: str) -> None:
    with pytest.raises(Incomplete):
        cards_that_fit(description, EDITION)


@pytest.mark.parametrize(
    ("timeline", "says"),
    [
        (
            [{"turn": {"any": "player"}}, {"together": [{"enters": "A"}, {"enters": "B", "controller": "opponent"}]}],
            "turn",
        ),
        ([{"together": [{"maybe": {"enters": "A"}}, {"enters": "B"}]}], "what does"),
        ([{"together": [{"returns": "a"}, {"enters": "B"}]}], "its owner"),
        ([{"together": [{"enters": "A", "controller": {"any": "player"}}, {"enters": "B"}]}], "controllers"),
    ],
)
def test_orders_of_arrivals_that_are_not_sure_are_incomplete(timeline: list[Any], says: str) -> None:
    with pytest.raises(Incomplete) as told:
        worlds({"timeline": timeline}, EDITION)
    assert says in told.value.what


def test_choices_may_be_unknown() -> None:
    text = """
timeline:
  - {enters: Grizzly Bears, as: bear}
  - {enters: Adaptive Automaton, as: automaton, choices: {creature type: {any: [Bear, Elf]}}}
claims:
  - outcomes: {bear: [{pt: 2/2}, {pt: 3/3}]}
"""
    answer = answered(text)
    assert (answer.verdict, answer.worlds) == ("proved", 2), answer.message


LEGENDS = """
timeline:
  - {enters: Grizzly Bears, as: bear}
  - {enters: "Isamaru, Hound of Konda", as: one}
  - {maybe: {enters: "Isamaru, Hound of Konda", as: two}}
claims:
  - one: {on_battlefield: true}
"""


def test_a_world_with_an_open_choice_by_the_legend_rule_is_several() -> None:
    answer = answered(LEGENDS)
    assert (answer.verdict, answer.worlds) == ("refuted", 3), answer.message
    assert "two is kept" in answer.message
    both = answered(LEGENDS.replace("- one: {on_battlefield: true}", "- bear: {pt: 2/2}"))
    assert (both.verdict, both.worlds) == ("proved", 3)
    kept = [["timeline.2", True], ["timeline.2.keeps", "one"]], [["timeline.2", True], ["timeline.2.keeps", "two"]]
    assert both.proof is not None and both.proof["worlds"] == [[["timeline.2", False]], *kept]


def test_no_world_of_a_choice_may_be_left_out_or_made_up() -> None:
    proof = answered(LEGENDS.replace("- one: {on_battlefield: true}", "- bear: {pt: 2/2}")).proof
    assert proof is not None
    for place in (1, 2):
        forged = copy.deepcopy(proof)
        del forged["worlds"][place], forged["proofs"][place]
        forged["proofs"] = [{**each, "world": number} for number, each in enumerate(forged["proofs"])]
        assert check(forged).verdict != "valid"
    unasked = copy.deepcopy(proof)
    unasked["worlds"][0].append(["timeline.2.keeps", "one"])
    assert check(unasked).verdict != "valid"
    whole = copy.deepcopy(proof)
    whole["worlds"] = [[["timeline.2", False]], [["timeline.2", True]]]
    whole["proofs"] = whole["proofs"][:2]
    assert check(whole).verdict != "valid"


def test_a_bad_constraint_is_told_with_its_line(tmp_path: Any) -> None:
    from layerproof.kb.scenario.scenario_file import read_scenarios

    file = tmp_path / "bad.yaml"
    file.write_text(f"scenario: Bad{TWO}constraints:\n  - counters(beats, level) > 1\n", encoding="utf-8")
    (answer,) = answer_all(read_scenarios(file).scenarios[0])
    assert (answer.verdict, answer.line) == ("invalid", 11)


MIXED = """
timeline:
  - {enters: Grizzly Bears, as: bear}
  - any_order:
      - {enters: Humility, as: humility}
      - {enters: Opalescence, as: opal}
      - {enters: Glorious Anthem, as: anthem, counters: {"+1/+1": {any: 0..1}}}
      - {maybe: {leaves: bear, to: exile, as: gone}}
  - {resolves: Giant Growth, targets: [opal]}
  - {end_of_turn: true}
claims: []
"""


def test_worlds_that_share_a_beginning_come_to_what_they_come_to_alone() -> None:
    data = json.loads(parse_scenarios(MIXED).scenarios[0].source)
    shared, begun = Shared(), Begun()
    count = 0
    for _, world in worlds(data, EDITION):
        scenario = parse_scenarios(json.dumps(world)).scenarios[0]
        try:
            alone = replay(scenario, EDITION, chosen_orders=True)
        except (Incomplete, LookupError):
            with pytest.raises((Incomplete, LookupError)):
                replay(scenario, EDITION, chosen_orders=True, shared=shared)
            continue
        together = replay(scenario, EDITION, chosen_orders=True, shared=shared)
        assert (together.steps, together.situation, together.view) == (alone.steps, alone.situation, alone.view)
        game, moments = follow(scenario, EDITION)
        other, same = follow(scenario, EDITION, begun)
        assert (other.situation, other.labels, same) == (game.situation, game.labels, moments)
        count += 1
    assert count == 96


def test_the_digest_of_every_card_that_may_be_there_is_needed() -> None:
    text = """
timeline:
  - any_order: [{enters: Godhead of Awe, as: godhead}, {enters: Beastbreaker of Bala Ged, as: beast}]
  - {maybe: {enters: Grizzly Bears, as: bears}}
  - {enters: {any: [Hill Giant, Runeclaw Bear]}, as: other}
claims:
  - other: {on_battlefield: true}
"""
    proof = answered(text).proof
    assert proof is not None and check(proof).verdict == "valid"
    names = ["Godhead of Awe", "Beastbreaker of Bala Ged", "Grizzly Bears", "Hill Giant", "Runeclaw Bear"]
    assert list(proof["cards"]) == names
    for name in names:
        fewer = {**proof, "cards": {key: each for key, each in proof["cards"].items() if key != name}}
        assert "digest of the card" in check(fewer).reason
