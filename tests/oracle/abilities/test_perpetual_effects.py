"""Perpetual effects, and where abilities function that say so: made-up texts."""

from __future__ import annotations

import pytest

from layerproof.kb.model.ability import Activated, Triggered
from layerproof.kb.model.effect import All, Effect, Only, Until
from layerproof.kb.model.expression import Ref
from layerproof.kb.model.instruction import OtherAction
from layerproof.kb.model.modification import Modification, ModifyPT, SetBasePT
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all
from tests.helpers.made_up_cards import parts


@pytest.mark.parametrize(
    ("text", "mods"),
    [
        ("Target creature perpetually gets +1/-1.", (ModifyPT(1, -1),)),
        ("Target creature's base power perpetually becomes 0.", (SetBasePT(0, None),)),
        ("Target creature's base power and toughness perpetually become 2/3.", (SetBasePT(2, 3),)),
    ],
)
def test_a_perpetual_effect_is_read_with_its_time(text: str, mods: tuple[Modification, ...]) -> None:
    assert parts(text, Effect) == [Effect(Only(Ref("target")), mods, None, Until("perpetual"))]


def test_cards_are_meant_where_they_are_named() -> None:
    (effect,) = parts("Elf cards in your hand perpetually get +1/+1.", Effect)
    assert isinstance(effect.affects, All) and effect.affects.zones == ("hand",)
    assert not parts("All Elf cards you own perpetually get +1/+1.", Effect)


@pytest.mark.parametrize("claim", ["bears: {pt: 3/3}", "bears: {pt: 2/2}"])
def test_no_rule_tells_what_a_perpetual_effect_does(claim: str) -> None:
    text = "{1}: This creature perpetually gets +1/+1."
    token = f'token: {{name: Bears, types: [creature], pt: 2/2, abilities: ["{text}"]}}, as: bears'
    timeline = f"[{{{token}}}, {{activates: bears, ability: 1}}]"
    read = parse_scenarios(f"scenario: made up\ntimeline: {timeline}\nclaims:\n  - {claim}\n", "made-up.yaml")
    assert answer_all(read.scenarios[0])[0].verdict == "undecided"
    stated = "[{enters: Grizzly Bears, as: bears}, {effect: perpetually gets +1/+1, on: bears}]"
    read = parse_scenarios(f"scenario: made up\ntimeline: {stated}\nclaims:\n  - {claim}\n", "made-up.yaml")
    assert answer_all(read.scenarios[0])[0].verdict == "undecided"


def test_an_ability_may_trigger_in_two_zones_and_be_activated_where_its_limit_says() -> None:
    text = "Whenever you gain life, draw a card. This ability also triggers if Made Up is in your graveyard."
    (ability,) = parts(text, Triggered, ("creature",))
    assert ability.zones == ("battlefield", "graveyard")
    limited = "{2}: Draw a card. Activate only if Made Up is in your graveyard."
    (activated,) = parts(limited, Activated, ("creature",))
    assert activated.zones == ("graveyard",)


def test_it_may_be_the_source_that_words_name() -> None:
    text = "Whenever an Elf dies, swap Made Up for a land. It gains haste."
    (ability,) = parts(text, Triggered, ("creature",))
    assert [type(each) for each in ability.body] == [OtherAction, OtherAction]
    cards = "Whenever an Elf dies, seek an Elf card. That card gains haste."
    (sought,) = parts(cards, Triggered, ("creature",))
    assert [type(each) for each in sought.body] == [OtherAction, OtherAction]


def test_they_are_not_those_that_are_still_there() -> None:
    text = "Exile all artifacts. They gain haste."
    assert not parts(text, Effect)
