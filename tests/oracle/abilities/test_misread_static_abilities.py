"""What a second reading of compiled static abilities showed to be left out of them: made-up cases of each."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from layerproof.kb.model.ability import AsEnters, Static
from layerproof.kb.model.expression import Chose, State
from layerproof.kb.model.instruction import Move
from layerproof.kb.model.keyword_action import Choose
from layerproof.kb.model.phrases.combat_filters import Did
from layerproof.kb.oracle.compiler import compile_ability
from layerproof.kb.oracle.words.open_references import found
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all
from layerproof.solver.proof.check.incomplete import ForbiddenChoice
from layerproof.solver.proof.check.naming_cards import several_chosen
from layerproof.solver.situation.game import Forbidden
from layerproof.solver.situation.naming import options_of_modes


def _verdicts(text: str) -> list[str]:
    read = parse_scenarios(text)
    assert read.scenarios and not read.unreadable, read.unreadable
    return [each.verdict for each in answer_all(read.scenarios[0])]


@pytest.mark.parametrize(("word", "number"), [("two", 2), ("three", 3)])
def test_so_many_abilities_are_chosen_as_the_text_says(word: str, number: int) -> None:
    text = f"As this creature enters, choose {word} abilities from among flying, haste, reach, and trample."
    assert compile_ability(text) == (AsEnters(("mode",) * number),)


@pytest.mark.parametrize(
    ("modes", "right"),
    [(("fly", "run"), True), (("fly",), False), (("fly", "fly"), False), (("fly", "run", "dig"), False), ((), True)],
)
def test_neither_fewer_nor_more_nor_one_of_them_twice(modes: tuple[str, ...], right: bool) -> None:
    asks = (AsEnters(("mode", "mode")), *(Static((), Chose(word)) for word in ("fly", "run", "dig")))
    entry: Any = SimpleNamespace(abilities=[SimpleNamespace(ability=each) for each in asks])
    if right:
        options_of_modes(modes, entry)
        several_chosen(entry, modes)
        return
    with pytest.raises(Forbidden):
        options_of_modes(modes, entry)
    with pytest.raises(ForbiddenChoice):
        several_chosen(entry, modes)


def test_a_name_out_of_hands_is_no_other_name() -> None:
    text = (
        "As this creature enters, each opponent reveals their hand. You choose the name of an artifact card revealed "
        "this way."
    )
    (choice,) = compile_ability(text)
    assert found(choice, lambda part: isinstance(part, Did))


def test_which_counters_were_put_is_part_of_what_is_told() -> None:
    text = "Each Elf you control that you've put one or more +1/+1 counters on this turn has reach."
    (ability,) = compile_ability(text)
    (state,) = found(ability, lambda part: isinstance(part, State))
    assert "+1/+1" in state.word


def test_an_x_in_the_cost_of_a_keyword_that_is_a_number_of_the_object_is_not_free_to_choose() -> None:
    there = (
        "timeline:\n"
        "  - {enters: Grizzly Bears, as: bears}\n"
        "  - {enters: Howling Mine, as: mine}\n"
        "  - {enters: Bludgeon Brawl}\n"
    )
    claims = '  - mine: {has: ["equip {2}"]}\n  - mine: {lacks: ["equip {0}"]}\n  - mine: {has: [equip]}\n'
    assert _verdicts(f"{there}claims:\n{claims}") == ["undecided", "undecided", "proved"]
    equipped = "  - {activate: mine, ability: equip, targets: bears, x: 0}\n  - {resolve_top: true}\n"
    assert _verdicts(f"{there}{equipped}claims:\n  - mine: {{attached_to: bears}}\n") == ["undecided"]


def test_a_card_from_each_graveyard_is_not_one_card() -> None:
    text = "When this creature enters, exile a Goblin card from {} graveyard."
    assert found(compile_ability(text.format("a")), lambda part: isinstance(part, Choose))
    assert not found(compile_ability(text.format("each")), lambda part: isinstance(part, Choose | Move))


def test_words_on_how_a_chosen_card_enters_leave_what_it_has_to_be() -> None:
    text = (
        'Equipped creature has "Whenever this creature attacks, you may put a Goblin card from your hand onto the '
        'battlefield. If that card is an artifact card, it {}."'
    )
    choices = [
        found(compile_ability(text.format(words)), lambda part: isinstance(part, Choose))
        for words in ("enters tapped and attacking", "gains the abilities of a card you choose")
    ]
    assert [len(each) for each in choices] == [1, 1]
