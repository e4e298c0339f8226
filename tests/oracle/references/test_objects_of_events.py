"""What a text speaks of behind tokens, costs, copies and what was put elsewhere, by made-up templates."""

from __future__ import annotations

from typing import Any

import pytest

from layerproof.kb.model.ability import Activated, Triggered
from layerproof.kb.model.effect import Only, Several
from layerproof.kb.model.expression import Is, Matches, Not, Ref
from layerproof.kb.model.instruction import (
    Begin,
    CreateCopyToken,
    CreateToken,
    Delayed,
    If,
    Instruction,
    Move,
    OtherAction,
    Pays,
    SetStatus,
)
from layerproof.kb.model.node import mentions
from layerproof.kb.oracle.bodies.ability_bodies import body_of
from layerproof.kb.oracle.compiled import trigger_event
from layerproof.kb.oracle.compiler import compile_ability
from layerproof.kb.oracle.words.open_references import found


def body(text: str, about: Ref | None = None) -> list[Instruction]:
    """The instructions of a text of a sorcery, or of a triggered ability about an object."""
    return list(body_of(text, ("sorcery",) if about is None else ("enchantment",), about))


def words(part: Any) -> list[str]:
    """What is kept as its words."""
    whole = tuple(part) if isinstance(part, list) else part
    return [each.gloss for each in found(whole, lambda each: isinstance(each, OtherAction))]


def ability(text: str) -> Any:
    """The one ability of a paragraph."""
    (made,) = compile_ability(text)
    return made


@pytest.mark.parametrize("number", ["two", "five", "ten", "X"])
def test_several_tokens_are_all_that_come_to_be(number: str) -> None:
    *_, begun = body(f"Create {number} 1/1 red Goblin creature tokens. They gain haste until end of turn.")
    assert isinstance(begun, Begin) and begun.effect.affects == Several("made")


def test_what_happens_instead_speaks_of_what_was_to_be_copied() -> None:
    (_, choice) = body(
        "Create a token that's a copy of target token you control. If that token is a Fox, instead create two tokens "
        "that are copies of it."
    )
    assert isinstance(choice, If) and choice.condition == Matches(Ref("target"), Is("subtype", "Fox"))
    assert choice.then == (CreateCopyToken(Ref("target"), number=2),)
    assert choice.else_ == (CreateCopyToken(Ref("target")),)


def test_what_follows_either_of_two_creations_is_said_of_what_came() -> None:
    *_, begun = body(
        "Create a 1/1 green Elf creature token. If you control a Forest, instead create a 2/2 green Bear creature "
        "token. It gains haste until end of turn."
    )
    assert isinstance(begun, Begin) and begun.effect.affects == Only(Ref("made"))


@pytest.mark.parametrize(("noun", "kind"), [("card", "moved"), ("creature", "that")])
def test_the_card_in_exile_is_not_the_creature_that_it_was(noun: str, kind: str) -> None:
    (option,) = body(f"You may exile it. If you do, create a token that's a copy of that {noun}.", Ref("that"))
    assert isinstance(option, If) and option.then[-1] == CreateCopyToken(Ref(kind))


def test_an_ability_that_is_gained_knows_no_card_that_was_exiled() -> None:
    made = body(
        'Exile it. Create a 1/1 black Bat creature token. It gains "When this token dies, return the exiled card to '
        'the battlefield."',
        Ref("that"),
    )
    assert len(words(made)) == 1 and not mentions(tuple(made), lambda node: node == Ref("moved"))


def test_which_of_two_things_chosen_for_a_cost_is_open() -> None:
    one = ability("Exile a creature card from your graveyard: Create a token that's a copy of the exiled card.")
    two = ability(
        "Sacrifice a Goblin, Exile a creature card from your graveyard: Create a token that's a copy of the exiled "
        "card."
    )
    assert isinstance(one, Activated) and one.body == (CreateCopyToken(Ref("chosen")),)
    assert isinstance(two, Activated) and len(words(two.body)) == 1


@pytest.mark.parametrize(
    ("condition", "zones"),
    [
        ("if this creature is in the command zone or on the battlefield, ", ("battlefield", "command")),
        ("if this creature is in your graveyard, ", ("graveyard",)),
        ("", ("battlefield",)),
    ],
)
def test_an_ability_functions_where_its_condition_says_that_it_is(condition: str, zones: tuple[str, ...]) -> None:
    made = ability(f"Whenever another Goblin you control enters, {condition}you gain 1 life.")
    assert isinstance(made, Triggered) and made.zones == zones


@pytest.mark.parametrize(
    ("event", "open_"),
    [
        ("you cast a spell that targets only a single creature you control", True),
        ("you cast a creature spell", False),
    ],
)
def test_what_a_spell_targets_is_not_the_spell(event: str, open_: bool) -> None:
    made = ability(f"Whenever {event}, create a token that's a copy of that creature.")
    assert bool(words(made)) == open_


def test_what_is_listed_of_something_turned_face_down_begins_no_effect() -> None:
    made = body("Turn target creature face down. It's a 2/2 Fox creature.")
    assert isinstance(made[1], SetStatus) and words(made) == ["It's a 2/2 Fox creature"]


@pytest.mark.parametrize("lead", ["You may pay {1}. If you do, c", "If you control a Forest, c", "C"])
def test_what_tokens_have_they_are_created_with(lead: str) -> None:
    made = body(f'{lead}reate a 1/1 red Goblin creature token. It has "Sacrifice this token: Add {{R}}."')
    (token,) = found(tuple(made), lambda part: isinstance(part, CreateToken))
    assert len(made) == 1 and len(token.abilities) == 1


def test_what_a_permanent_is_said_to_be_it_is_as_it_enters() -> None:
    (paid,) = body(
        "You may pay {1}. If you do, return that card to the battlefield under your control. It's a Treasure artifact, "
        "and it loses all other card types.",
        Ref("that"),
    )
    assert isinstance(paid, Pays) and isinstance(move := paid.then[0], Move) and len(move.being) == 2


@pytest.mark.parametrize("name", ["Junk", "Lander"])
def test_tokens_that_the_rules_describe_have_their_whole_ability(name: str) -> None:
    (token,) = body(f"Create a {name} token.")
    assert isinstance(token, CreateToken) and isinstance(own := token.abilities[0], Activated)
    assert (own.restriction == "only as a sorcery") == (name == "Junk")
    assert len(own.body) == (2 if name == "Junk" else 3)


def test_what_is_destroyed_instead_cannot_be_regenerated() -> None:
    (_, choice) = body(
        "Target creature gets -1/-1 until end of turn. If you control a Forest, instead destroy that creature. It "
        "can't be regenerated."
    )
    assert isinstance(choice, If) and choice.then == (
        Move(Only(Ref("target")), "graveyard", "destroy", regenerate=False),
    )


def test_what_happens_otherwise_happens_to_what_was_not_exiled() -> None:
    made = body("If target creature is a Fox, exile it. Otherwise, it gains flying until end of turn.")
    (begun,) = found(tuple(made), lambda part: isinstance(part, Begin))
    assert begun.effect.affects == Only(Ref("target"))


def test_tokens_are_sacrificed_later_however_many_they_are() -> None:
    *_, later = body("Create two 1/1 red Goblin creature tokens. Sacrifice them at the beginning of the next end step.")
    assert isinstance(later, Delayed) and later.body == (Move(Several("made"), "graveyard", "sacrifice"),)


def test_what_of_many_creatures_is_sacrificed_later_is_kept_as_words() -> None:
    made = body(
        "Creatures you control gain haste until end of turn. Sacrifice them at the beginning of the next end step."
    )
    assert words(made) == ["Sacrifice them at the beginning of the next end step"]


def test_a_card_in_exile_is_not_transformed() -> None:
    made = body("Exile target creature. Then if you control three or more Foxes, transform it.")
    assert len(words(made)) == 1 and not found(tuple(made), lambda part: isinstance(part, SetStatus))


def test_an_event_goes_on_behind_what_its_object_is_not() -> None:
    made = ability("Whenever a nontoken, non-Fox creature you control dies, you gain 1 life.")
    assert isinstance(made, Triggered) and made.when == "whenever a nontoken, non-Fox creature you control dies"
    assert Not(Is("subtype", "Fox")) in found(trigger_event(made.when), lambda part: isinstance(part, Not))
