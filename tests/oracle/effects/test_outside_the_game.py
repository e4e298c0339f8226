"""What texts say of things outside the game, of what is printed on cards, of each player by themselves; made-up
templates."""

from __future__ import annotations

from typing import Any

import pytest

from layerproof.kb.model.ability import Ability, Chapter, EntersWith, Modal, Opaque, Static, Triggered
from layerproof.kb.model.expression import OpaqueCondition, PerPlayer
from layerproof.kb.model.raw_card import RawFace
from layerproof.kb.notation.plain_data import decode
from layerproof.kb.oracle.compiler import compile_ability, compile_face
from layerproof.kb.oracle.concerns.possible_effects import opaque_touches, touched, touches_of
from layerproof.kb.oracle.words.open_references import found
from layerproof.kb.wording.abilities import ability_text

REACH = {"add_abilities": ["reach"]}


def yes(what: str) -> dict[str, Any]:
    """The condition that a fact is told of the controller."""
    return {"if_value": [{"told": what}, ">=", 1]}


WORDED: dict[str, dict[str, Any]] = {
    "As long as you're standing, this creature has reach.": {"condition": yes("standing"), "mods": [REACH]},
    "As long as it's dark outdoors, this creature has reach.": {"condition": yes("dark outdoors"), "mods": [REACH]},
    "As long as you aren't playing with sleeves, this creature has reach.": {
        "condition": {"unless": yes("playing with sleeves")},
        "mods": [REACH],
    },
}
READ: dict[str, dict[str, Any]] = {
    "If you're on the Mirran team, creatures you control have reach.": {
        "affects": {"all": {"filter": ["creature", {"controller": "you"}]}},
        "condition": yes("on the Mirran team"),
        "mods": [REACH],
    },
    "Premium creatures get +1/+0.": {
        "affects": {"all": {"filter": ["premium", "creature"]}},
        "mods": [{"modify_pt": [1, 0]}],
    },
    "As long as two or more hands are touching this creature, it has reach.": {
        "condition": {"if_value": [{"told_of": "hands touching it"}, ">=", 2]},
        "mods": [REACH],
    },
    "As long as you're taller than an opponent, this creature has reach.": {
        "condition": {
            "some_player": {
                "player": "opponent",
                "condition": {"if_value": [{"told": "height"}, ">", {"told": ["height", "each"]}]},
            }
        },
        "mods": [REACH],
    },
    "Basic lands each player controls have reach as long as that player controls five or more Forests.": {
        "affects": {
            "all": {
                "filter": [
                    "basic",
                    "land",
                    {"held_by": {"if_value": [{"count": {"filter": ["Forest", {"controller": "each"}]}}, ">=", 5]}},
                ]
            }
        },
        "mods": [REACH],
    },
    "If this creature is on the battlefield or in the command zone and you're eating, Elves have reach.": {
        "affects": {"all": {"filter": "Elf"}},
        "condition": yes("eating"),
        "zones": ["battlefield", "command"],
        "mods": [REACH],
    },
    "Goblins, Elves, and other Transformers® creatures you control have reach.": {
        "affects": {
            "all": {
                "filter": [
                    {"any_of": ["Goblin", "Elf", {"all_of": ["other", "Transformers_card", "creature"]}]},
                    {"controller": "you"},
                ]
            }
        },
        "mods": [REACH],
    },
    'The "legend rule" doesn\'t apply to Elves you control.': {
        "affects": {"all": {"filter": ["Elf", {"controller": "you"}]}},
        "mods": [{"rule": "is exempt from the legend rule"}],
    },
}


READ["This creature gets +1/+0 for each point of bushido it has."] = {
    "mods": [{"modify_pt": [{"points": ["bushido", "self"]}, 0]}]
}


def one(text: str, types: tuple[str, ...] = ("creature",)) -> Ability:
    """The one ability of a text."""
    (ability,) = compile_ability(text, types=types)
    return ability


@pytest.mark.parametrize(("text", "record"), [*WORDED.items(), *READ.items()])
def test_each_text_is_read(text: str, record: dict[str, Any]) -> None:
    """As the record that it stands for, the order of filters left aside."""
    expected: Ability = decode({"static": record}, Ability)
    assert repr(one(text)) == repr(expected)


@pytest.mark.parametrize("text", WORDED)
def test_worded_and_read_again_it_is_the_same(text: str) -> None:
    ability = one(text)
    assert one(ability_text(ability, ("creature",)).text) == ability


def test_what_was_exiled_to_delve_is_told_of_each_keyword() -> None:
    text = "If a creature card with haste was exiled with this creature's delve ability, this creature has haste. "
    ability = one(text + "The same is true for reach and trample.")
    assert isinstance(ability, Static)
    filters = [each.condition.filter.word for each in ability.effects]  # type: ignore[union-attr]
    assert filters == [f"exiled_a_creature_card_with_{word}_to_delve" for word in ("haste", "reach", "trample")]
    assert found(one(text.replace("haste", "morph")), lambda part: isinstance(part, OpaqueCondition))


def test_what_is_not_one_of_these_facts_stays_words() -> None:
    ability = one("As long as you're whistling, this creature has reach.")
    assert found(ability, lambda part: isinstance(part, OpaqueCondition | PerPlayer))


def test_names_that_are_written_down_touch_nothing() -> None:
    """Nothing is named by it, as it is by what sets a name; nor does any text change that only is spoken of."""
    assert touched("Secretly write down the names of three Elf cards.") == ()
    assert opaque_touches("Spells with the chosen word in their text box can't be cast.") == ()
    assert touched("The name of enchanted creature becomes Example.") == ("text",)
    assert "text" in touched("Exchange the text boxes of two target creatures.")


def test_loyalty_within_an_ability_is_counters() -> None:
    assert touches_of("[+2], then nothing") == ("objects",)


def test_a_table_of_rolls_behind_dashes_belongs_to_its_ability() -> None:
    face = RawFace(
        name="Example",
        types=("sorcery",),
        oracle_text="Choose target creature. Roll a six-sided die.\n1 — Exile it.\n2 or 3 — Tap it.",
    )
    (ability,) = compile_face(face)
    assert not found(ability, lambda part: isinstance(part, Opaque))
    results = found(ability, lambda part: type(part).__name__ == "If")
    assert [type(each.condition).__name__ for each in results] == ["Compares", "Both"]


def test_a_prize_is_a_part_of_the_visit() -> None:
    text = "Visit — Claim the prize!\nPrize — Target creature gains reach until end of turn."
    face = RawFace(name="Example", types=("artifact",), subtypes=("Attraction",), oracle_text=text)
    (ability,) = compile_face(face)
    assert isinstance(ability, Triggered)
    assert found(ability, lambda part: part == OpaqueCondition("you claim the prize"))


def test_a_chapter_may_have_a_title() -> None:
    face = RawFace(
        name="Example",
        types=("enchantment",),
        subtypes=("Saga",),
        oracle_text="I Dawn — Draw a card.\nII Dusk — Draw a card.",
    )
    assert [each.numbers for each in compile_face(face) if isinstance(each, Chapter)] == [(1,), (2,)]


def test_shapes_that_a_mode_names_are_modes_with_sentences() -> None:
    text = (
        "Choose one. Until end of turn, target creature has that base power and toughness, becomes that creature "
        "type, and gains that ability.\n• 1/3 Elf with reach.\n• 4/4 Ox with trample."
    )
    ability = one(text, ("instant",))
    assert isinstance(ability, Modal)
    assert [each.label for each in ability.modes] == ["1/3 Elf with reach", "4/4 Ox with trample"]
    mods = [type(each).__name__ for each in ability.modes[1].body[1].effect.mods]  # type: ignore[union-attr]
    assert mods == ["SetBasePT", "SetSubtypes", "AddAbilities"]


def test_the_kind_of_a_counter_may_be_chosen_on_entering() -> None:
    found_ = compile_ability(
        "This creature enters with your choice of a +1/+1, first strike, or vigilance counter on it."
    )
    kinds = [each.kind for each in found_ if isinstance(each, EntersWith)]
    assert kinds == ["+1/+1", "first strike", "vigilance"]
    assert all(each.condition is not None for each in found_ if isinstance(each, EntersWith))


def test_an_old_text_of_an_upkeep_is_a_trigger() -> None:
    ability = one("During your upkeep, this creature becomes a random color permanently.")
    assert isinstance(ability, Triggered) and ability.when == "at the beginning of your upkeep"


def test_creatures_that_enter_under_another_control() -> None:
    text = (
        "If an Elf would enter the battlefield under an opponent's control this turn, it enters under your control "
        "instead."
    )
    ability = one(text, ("instant",))
    assert not isinstance(ability, Static) and not found(ability, lambda part: isinstance(part, Opaque))
    (replaced,) = found(ability, lambda part: type(part).__name__ == "Replace")
    assert replaced.would.what == "enter" and replaced.would.player.kind == "opponent"
