"""Explanations name what led to a characteristic, in words, with the rule of each step."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from layerproof import KnowledgeError, prove
from layerproof.kb.rulebook.edition import load_edition
from layerproof.queries.answer.claim_answers import case_under
from layerproof.queries.commands.prove_command import proof_of
from layerproof.queries.commands.show_command import scenario_of
from layerproof.queries.words.dependency_drawing import graph_lines
from layerproof.queries.words.explanation import explain
from layerproof.queries.words.names_in_proofs import layer_name

RULE = re.compile(r"\[([1-9][0-9]{2}\.[0-9]+[a-z]?)\]")


@cache
def proof(cards: tuple[str, ...], edition: str = "current") -> dict[str, Any]:
    """Prove what cards are that enter in this order."""
    case = case_under(scenario_of(cards, edition), edition)
    made, answer = proof_of(case.worlds[0], case)
    assert made is not None, answer.message
    return made


def told(what: str, *cards: str, edition: str = "current") -> str:
    """Explain, with lines joined so that wrapping does not matter."""
    lines = explain(proof(cards, edition), what, 400)
    return "\n".join(lines)


def numbers_of(proof: dict[str, Any]) -> set[str]:
    """List the numbers that a proof cites."""
    return {step["number"] for step in proof["steps"] if step["number"]}


def test_an_older_effect_is_followed_by_a_younger_one() -> None:
    cards = ("Godhead of Awe", "Beastbreaker of Bala Ged: level=1, as=beast")
    text = told("beast.pt", *cards)
    assert text.splitlines()[0] == "beast (Beastbreaker of Bala Ged): power and toughness 4/4 [613.5]"
    assert "printed: power and toughness 2/2" in text
    assert "layer 7b: power and toughness 2/2 become 1/1 by Godhead of Awe’s ability" in text
    assert "layer 7b: power and toughness 1/1 become 4/4 by its level band (LEVEL 1-3) [613.4b]" in text
    assert "applied after Godhead of Awe because its timestamp is later" in text
    assert "given {enters: Godhead of Awe}" in text


def test_every_cited_rule_stands_in_the_proof() -> None:
    cards = ("Godhead of Awe", "Beastbreaker of Bala Ged: level=1, as=beast")
    for edition in ("2012-10-01", "current"):
        cited = set(RULE.findall(told("beast", *cards, edition=edition)))
        assert cited and cited <= numbers_of(proof(cards, edition))


def test_a_dependency_is_told() -> None:
    cards = ("Blood Moon", "Urborg, Tomb of Yawgmoth: as=urborg")
    assert any(step["kind"] == "waits" for step in proof(cards)["steps"])
    text = told("urborg.subtypes", *cards)
    assert "Mountain" in text.splitlines()[0]
    drawn = "\n".join(graph_lines(proof(cards), "mermaid"))
    assert drawn.startswith("flowchart LR") and "layer 4" in drawn and "depends on: whether it is there" in drawn
    assert "Urborg, Tomb of Yawgmoth" in drawn
    dot = graph_lines(proof(cards), "dot")
    assert dot[0] == "digraph dependencies {" and dot[-1] == "}" and any(" -> " in line for line in dot)


def test_nothing_to_draw_is_said() -> None:
    assert graph_lines(proof(("Grizzly Bears",)), "mermaid")[1] == "  %% no effect depends on another"


def test_counters_are_told_in_words() -> None:
    text = told("bear.power", "Grizzly Bears: +1/+1=2, as=bear")
    assert "layer 7c: power and toughness 2/2 become 4/4 by its +1/+1 counters" in text
    assert "the counters have timestamp" in text


def test_a_granted_ability_leads_to_what_granted_it() -> None:
    text = told("bear.abilities", "Grizzly Bears: as=bear", "Flight: attached_to=bear")
    assert text.splitlines()[0].startswith("bear (Grizzly Bears): abilities “flying”")
    assert "layer 6: abilities: gains “flying” by Flight’s ability “Enchanted creature has flying.”" in text


def test_an_effect_that_began_earlier_is_told() -> None:
    text = told("humility.pt", "Humility", "Opalescence")
    assert "layer 4: types: gains creature by Opalescence’s ability" in text
    assert "it began in an earlier layer, so it goes on applying to the same: humility" in text


def test_what_is_shown_once_is_marked_the_second_time() -> None:
    text = told("humility.pt", "Humility", "Opalescence")
    assert text.count("(shown above)") >= 1
    shown = [line for line in text.splitlines() if "(shown above)" in line]
    for line in shown:
        wanted = re.sub(r"^[│├└─ ]+", "", line).removesuffix(" (shown above)")
        assert text.count(wanted) >= 2


def test_a_proof_over_several_worlds_is_explained_by_the_first_it_rests_on() -> None:
    text = "scenario: Any order\ntimeline: [{any_order: [{enters: Humility}, {enters: Opalescence}]}]\n"
    (answer,) = prove(text + "claims: [{humility: {pt: 1/1}}]\n")
    assert answer.verdict == "refuted" and answer.proof is not None, answer.message
    assert explain(answer.proof, "humility.pt")[0] == "humility: power and toughness 4/4 [613.5]"
    assert graph_lines(answer.proof, "dot")[-1] == "}"


def test_what_no_effect_changes_is_said() -> None:
    text = told("bear.colors", "Grizzly Bears: as=bear", "Godhead of Awe")
    assert text.splitlines()[0] == "bear (Grizzly Bears): colors green [613.5]"
    assert "no effect changes this" in text


def test_lines_keep_to_the_width() -> None:
    cards = ("Godhead of Awe", "Beastbreaker of Bala Ged: level=1, as=beast")
    for width in (60, 80, 120):
        assert max(len(line) for line in explain(proof(cards), "beast", width)) <= width


def test_a_wrong_question_is_an_error() -> None:
    with pytest.raises(KnowledgeError, match="no object has the label"):
        explain(proof(("Grizzly Bears",)), "beer")
    with pytest.raises(KnowledgeError, match="no characteristic"):
        explain(proof(("Grizzly Bears",)), "grizzly-bears.might")


@pytest.mark.parametrize(
    ("edition", "row", "layer"),
    [
        ("current", "layer.copy.copiable", "layer 1a"),
        ("current", "layer.type", "layer 4"),
        ("current", "layer.power_toughness.switch", "layer 7d"),
        ("2012-10-01", "layer.power_toughness.switch", "layer 7e"),
        ("2012-10-01", "layer.power_toughness.counter", "layer 7d"),
    ],
)
def test_layers_are_named_as_the_edition_has_them(edition: str, row: str, layer: str) -> None:
    assert layer_name(load_edition(edition), row) == layer


def test_a_copy_tells_what_it_prints_and_what_it_copies() -> None:
    """Names of abilities are those of one card: of its own before the copy effect, of the copied one after it."""
    for cards, copied in (
        (("Serra Angel: as=first",), "“flying”, “vigilance”"),
        (("Air Elemental: as=first",), "“flying”"),
    ):
        text = told("clone.has", *cards, "Clone: as=clone, object=first")
        assert "printed: abilities “You may have this creature enter as a copy" in text
        assert f"the abilities are now {copied} by the effect of Clone" in text
        assert "begins, timestamp 3 [707.5]" in text


def test_a_merged_permanent_prints_its_own_card() -> None:
    plain = (
        "scenario: s\ntimeline: [{enters: Serra Angel, as: angel}, {merges: Gemrazer, with: angel, position: top}]\n"
        "claims: [{angel: {has: [reach, flying]}}]\n"
    )
    (answer,) = prove(plain)
    text = "\n".join(explain(answer.proof or {}, "angel.has", 400))
    assert "printed: abilities “flying”, “vigilance”" in text
    assert "the abilities are now “mutate {1}{G}{G}”, “reach”, “trample”" in text


def test_the_mana_value_of_a_back_face_names_its_rules() -> None:
    plain = (
        "scenario: s\ntimeline: [{enters: Delver of Secrets, as: delver}, {transform: delver}]\n"
        "claims: [{delver: {mana_value: 1}}]\n"
    )
    (answer,) = prove(plain)
    text = "\n".join(explain(answer.proof or {}, "delver.mana_value", 400))
    assert "mana value 1 [712.8e]" in text and "front face [202.3b]" in text and "transforms [701.27a]" in text
