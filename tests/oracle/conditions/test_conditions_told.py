"""Texts about what only a scenario tells: crafting, libraries, damage and cards of this turn, color identity."""

from __future__ import annotations

from typing import Any

import pytest

from layerproof.kb.model.ability import Ability, Keyword, Static, Triggered
from layerproof.kb.model.expression import AllOf, AnyOf, Is, PerPlayer, ThatMuch, Told
from layerproof.kb.model.instruction import CreateCopyToken, Target
from layerproof.kb.model.modification import AddAbilities, RemoveKeyword
from layerproof.kb.notation.plain_data import decode
from layerproof.kb.oracle.compiler import compile_ability
from layerproof.kb.oracle.words.normalised_text import normalise
from layerproof.kb.oracle.words.open_references import found
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.kb.wording.abilities import ability_text
from layerproof.queries.answer.claim_answers import Answer, answer_all


def lowered(*facts: Any) -> tuple[Ability, ...]:
    made: tuple[Ability, ...] = decode(list(facts), tuple[Ability, ...])
    return made


def answer(text: str) -> Answer:
    read = parse_scenarios(text)
    assert not read.unreadable, read.unreadable
    (found_,) = answer_all(read.scenarios[0])
    return found_


def token(name: str, says: str) -> str:
    return f"{{token: {{name: {name}, types: [creature], pt: 1/1, abilities: ['{says}']}}, as: {name.lower()}}}"


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("~ gets +1/+0 as long as a library has nine or fewer cards in it.", "a library has nine or fewer cards in it"),
        (
            "~ gets +1/+0 as long as there are three or more unlocked doors among Rooms you control.",
            "there are three or more unlocked doors among Rooms you control",
        ),
        (
            "As long as a source you controlled dealt 7 or more damage this turn, ~ gets +1/+0.",
            "a source you controlled dealt seven or more damage this turn",
        ),
        ("~ gets +1/+0 as long as you haven't played a land this turn.", "you haven't played a land this turn"),
        (
            "~ gets +1/+0 as long as a creature card was put into your graveyard from anywhere this turn.",
            "a creature card was put into your graveyard from anywhere this turn",
        ),
    ],
)
def test_what_is_told_is_read_and_rendered_back(text: str, condition: str) -> None:
    ability = compile_ability(text)
    assert len(ability) == 1 and isinstance(ability[0], Static)
    assert found(ability, lambda part: isinstance(part, Told))
    worded = ability_text(ability[0], ("creature",))
    assert condition in worded.text
    assert compile_ability(worded.text) == ability


def test_numbers_of_what_an_object_was_crafted_with_define_it() -> None:
    told = {"told_of": ["total power of the cards it was crafted with", "self"]}
    text = "~'s power and toughness are each equal to the total power of the exiled cards used to craft it."
    (ability,) = compile_ability(text)
    assert isinstance(ability, Static) and ability.cda
    assert (ability,) == lowered({"static": {"affects": "self", "mods": [{"define_pt": [told, told]}], "cda": True}})


def test_a_number_of_players_or_cards_that_is_not_told_leaves_the_question_open() -> None:
    says = "~ gets +2/+0 for each player who has lost the game."
    told = "{told: {players who have lost the game: 2}, of: you}, "
    start, rover = "scenario: s\ntimeline: [", token("Rover", says)
    assert answer(f"{start}{rover}]\nclaims: [rover: {{pt: 3/1}}]").verdict == "undecided"
    assert answer(f"{start}{told}{rover}]\nclaims: [rover: {{pt: 5/1}}]").verdict == "proved"
    assert answer(f"{start}{told}{rover}]\nclaims: [rover: {{pt: 3/1}}]").verdict == "refuted"


@pytest.mark.parametrize(
    ("cards", "size", "verdict"), [(5, "5/5", "proved"), (6, "1/1", "proved"), (6, "5/5", "refuted")]
)
def test_any_library_may_be_the_small_one(cards: int, size: str, verdict: str) -> None:
    diver = token("Diver", "~ gets +4/+4 as long as a library has five or fewer cards in it.")
    told = f"{{told: {{cards in library: {cards}}}, of: opponent}}, {{told: {{cards in library: 30}}, of: you}}, "
    start = f"scenario: s\ntimeline: [{told}{diver}"
    assert answer(f"{start}]\nclaims: [diver: {{pt: {size}}}]").verdict == verdict
    # What enters is a card of its own, and none of those in a library.
    more = f"{start}, {{enters: Grizzly Bears, as: bear}}]\nclaims: [diver: {{pt: {size}}}]"
    assert answer(more).verdict == verdict


def test_protection_from_the_colors_outside_an_identity_asks_for_each_color() -> None:
    says = "~ gets +1/+1 and has protection from each color that''s not in your commander''s color identity."
    start = f"scenario: s\ntimeline: [{token('Guard', says)}"
    colors = {"white": 1, "blue": 1, "black": 0, "red": 1, "green": 1}
    facts = ", ".join(f'"{color} in their commander\'s color identity": {told}' for color, told in colors.items())
    before = f"scenario: s\ntimeline: [{{told: {{{facts}}}, of: you}}, "
    scenario = f"{before}{token('Guard', says)}]\nclaims: [guard: "
    assert answer(f"{scenario}{{pt: 2/2, has: [protection from black]}}]").verdict == "proved"
    assert answer(f"{scenario}{{has: [protection from white]}}]").verdict == "refuted"
    assert answer(f"{start}]\nclaims: [guard: {{has: [protection from black]}}]").verdict == "undecided"


def test_that_many_is_the_damage_dealt_to_a_player_or_planeswalker() -> None:
    (ability,) = compile_ability("Whenever ~ deals combat damage to a player or planeswalker, draw that many cards.")
    assert isinstance(ability, Triggered)
    assert found(ability, lambda part: part == ThatMuch())
    (other,) = compile_ability("Whenever ~ deals combat damage to a player or you gain life, draw that many cards.")
    assert found(other, lambda part: isinstance(part, PerPlayer)) and not found(other, lambda p: p == ThatMuch())


def test_a_list_of_colors_is_one_protection_from_each() -> None:
    (ability,) = compile_ability("~ has protection from white, black, and green.")
    assert isinstance(ability, Static)
    (given,) = ability.effects[0].mods
    assert isinstance(given, AddAbilities)
    assert [each.quality for each in given.abilities] == ["white", "black", "green"]  # type: ignore[union-attr]


def test_objects_that_have_its_whole_name_are_not_the_object() -> None:
    text = "Creatures named Sir Odo and Sir Bran get +1/+1. Sir Bran can't block."
    assert normalise(text, "Sir Odo and Sir Bran", legendary=True).startswith(
        "Creatures named Sir Odo and Sir Bran get"
    )


def test_what_is_said_of_the_last_kind_of_target_is_said_of_it_alone() -> None:
    says = (
        "{1}: Prevent the next 2 damage that would be dealt to target player, planeswalker, or Elf creature this turn."
    )
    (target,) = found(compile_ability(says), lambda part: isinstance(part, Target))
    elf = AllOf((Is("subtype", "Elf"), Is("type", "creature")))
    assert target.player and target.filter == AnyOf((Is("type", "planeswalker"), elf))


def test_a_copy_may_lose_a_keyword() -> None:
    says = "{1}: Create a token that's a copy of ~, except it has haste and loses reach."
    (made,) = found(compile_ability(says), lambda part: isinstance(part, CreateCopyToken))
    assert made.exceptions == (AddAbilities((Keyword("haste"),)), RemoveKeyword("reach"))
