"""Open numbers and sets: any number of targets, a target for each player, what is made, what an event names."""

from __future__ import annotations

from typing import Any

import pytest

from layerproof.kb.model import instruction as i
from layerproof.kb.model import modification as m
from layerproof.kb.model.ability import Keyword, Static, Triggered
from layerproof.kb.model.effect import NextSpells, Only, Several, Until
from layerproof.kb.model.expression import (
    AllOf,
    Attacks,
    ControlledBy,
    Count,
    InCombatWith,
    Is,
    Minus,
    Outcome,
    Player,
    Ref,
    State,
    Times,
    Unless,
    X,
)
from layerproof.kb.oracle.bodies.body_stretches import came_of
from layerproof.kb.oracle.compiler import compile_ability
from layerproof.kb.oracle.words.open_references import found
from layerproof.kb.wording.abilities import ability_text


def body(text: str, types: tuple[str, ...] = ("sorcery",)) -> tuple[Any, ...]:
    """The instructions of a made-up spell or ability."""
    (ability,) = compile_ability(text, types=types)
    return ability.body  # type: ignore[union-attr]


def effects(instructions: tuple[Any, ...]) -> list[Any]:
    """The effects that instructions begin, in order."""
    return [each.effect for each in found(instructions, lambda part: isinstance(part, i.Begin))]


@pytest.mark.parametrize(
    ("text", "any_", "limit"),
    [
        ("Any number of target creatures gain flying until end of turn.", True, None),
        ("X target creatures gain flying until end of turn.", True, X()),
        ("Up to X target creatures gain flying until end of turn.", True, X()),
        (
            "Up to X target creatures gain flying until end of turn, where X is the number of Elves you control.",
            True,
            Count(AllOf((Is("subtype", "Elf"), ControlledBy(Player("you"))))),
        ),
        ("Up to two target creatures gain flying until end of turn.", False, None),
    ],
)
def test_an_open_number_of_targets_is_no_plain_number(text: str, any_: bool, limit: Any) -> None:
    target, begun = body(text)
    assert (target.any, target.limit) == (any_, limit)
    assert (begun.effect.affects == Several("target")) is any_


def test_a_target_for_each_player_is_of_that_player() -> None:
    target, begun, untap, haste = body(
        "For each opponent, gain control of up to one target creature that player controls until end of turn. "
        "Untap those creatures. They gain haste until end of turn."
    )
    assert target == i.Target(Is("type", "creature"), each=Player("opponent"), least=0)
    assert begun.effect.affects == untap.affects == haste.effect.affects == Several("target")


def test_a_target_behind_an_open_number_is_not_numbered() -> None:
    begun = body("Any number of target creatures gain flying until end of turn. Target land becomes black.")
    assert isinstance(begun[-1], i.OtherAction) and "color" in begun[-1].touches


@pytest.mark.parametrize(
    ("text", "scope"),
    [
        ("Put a creature card from among them onto the battlefield tapped", Only(Ref("made"))),
        ("Search your library for a Goblin card, put it onto the battlefield, then shuffle", Only(Ref("made"))),
        ("Put all creature cards from all graveyards onto the battlefield under your control", Several("made")),
        ("For each Goblin you control, create a token that's a copy of it", Several("made")),
        ("Exile that card with three time counters on it", Only(Ref("moved"))),
        ("Return a Goblin card and up to two Elf cards to the battlefield", None),
        ("Put a Goblin card onto the battlefield and exile the rest", None),
        ("Destroy target creature", None),
    ],
)
def test_what_an_instruction_kept_as_words_puts_somewhere(text: str, scope: Any) -> None:
    assert came_of(text) == scope


def test_what_is_made_is_counted_over_all_instructions() -> None:
    *_, begun = body(
        "Create a 1/1 red Goblin creature token. Create two 2/2 green Bear creature tokens. "
        "Those tokens gain haste until end of turn."
    )
    assert begun.effect.affects == Several("made", 2)


def test_what_tokens_have_is_no_effect() -> None:
    (token,) = body('Create X 1/1 red Goblin creature tokens. Those tokens have "Sacrifice this token: Add {R}."')
    assert isinstance(token, i.CreateToken) and token.abilities


@pytest.mark.parametrize(
    ("text", "scope"),
    [
        ("Whenever one or more Goblins you control attack, they gain haste until end of turn.", Several("that")),
        (
            "Whenever one or more +1/+1 counters are put on this creature, it gains haste until end of turn.",
            Only(Ref("self")),
        ),
    ],
)
def test_what_an_event_names_may_be_several(text: str, scope: Any) -> None:
    (begun,) = effects(body(text, ("creature",)))
    assert begun.affects == scope


def test_several_objects_of_an_event_are_not_it() -> None:
    (kept,) = body("Whenever one or more Goblins you control attack, it gains haste until end of turn.", ("creature",))
    assert isinstance(kept, i.OtherAction)


def test_an_emblem_has_abilities_in_the_command_zone() -> None:
    (emblem,) = body(
        'You get an emblem with "Goblins you control get +1/+1" and "At the beginning of your end step, draw a card."'
    )
    assert isinstance(emblem, i.CreateEmblem) and emblem.player == Player("you")
    assert [type(each) for each in emblem.abilities] == [Static, Triggered]
    assert all(each.zones == ("command",) for each in emblem.abilities)  # type: ignore[union-attr]


def test_an_emblem_does_not_know_what_was_chosen() -> None:
    (*_, kept) = body(
        'Choose a creature type. You get an emblem with "Creatures you control of the chosen type get +1/+1."'
    )
    assert isinstance(kept, i.OtherAction) and "modify_pt" in kept.touches


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Target creature blocking this creature gets -1/-1 until end of turn.", InCombatWith("blocking", Ref("self"))),
        (
            "Target creature that was dealt damage this turn gets -1/-1 until end of turn.",
            State("was_dealt_damage_this_turn"),
        ),
        ("Target blocked creature gets -1/-1 until end of turn.", State("blocked")),
        ("Target creature that's attacking alone gets -1/-1 until end of turn.", State("attacking_alone")),
        ("Creatures attacking you get -1/-1 until end of turn.", Attacks(Player("you"))),
        (
            "Whenever this creature attacks, target creature defending player controls gets -1/-1 until end of turn.",
            ControlledBy(Player("defending")),
        ),
    ],
)
def test_words_of_combat_and_of_the_past_are_filters(text: str, part: Any) -> None:
    (ability,) = compile_ability(text) if text.startswith("Whenever") else compile_ability(f"{{R}}: {text}")
    assert found(ability, lambda each: each == part) and effects(ability.body)  # type: ignore[union-attr]


def test_a_spell_to_be_cast_has_an_ability() -> None:
    (begun,) = effects(body("The next creature spell you cast this turn has cascade."))
    assert isinstance(begun.affects, NextSpells) and begun.duration == Until("never")
    assert begun.mods == (m.AddAbilities((Keyword("cascade"),)),)


def test_who_gains_control_may_be_chosen_or_only_described() -> None:
    one, two = body("An opponent gains control of target land. The player to your left gains control of target land.")[
        -2:
    ]
    assert one.effect.mods[0].player == Player("some_opponent")
    assert two.effect.mods[0].player == Player("left")


def test_an_effect_unless_something_is_done() -> None:
    (unless,) = body("This creature gets +1/+1 until end of turn unless any player pays {2}.")
    assert unless.condition == Unless(Outcome("pays", "true")) and len(effects(unless.then)) == 1
    assert unless.else_ == (i.OtherAction("any player pays {2}", unless.else_[0].touches),)


@pytest.mark.parametrize(
    "text",
    [
        "Any number of target creatures each get +1/+1 until end of turn.",
        "X target creatures gain flying until end of turn.",
        "The next creature spell you cast this turn has cascade.",
        "Target blocked creature gets +1/+1 until end of turn.",
        'You get an emblem with "Creatures you control get +1/+1."',
        "The Ring tempts you.",
        "An opponent gains control of target creature.",
    ],
)
def test_what_is_rendered_is_read_again(text: str) -> None:
    (ability,) = compile_ability(text, types=("sorcery",))
    wording = ability_text(ability, ("sorcery",))
    assert compile_ability(wording.text, types=("sorcery",)) == (ability,)


SWAMPS = Count(AllOf((Is("subtype", "Swamp"), ControlledBy(Player("you")))))


@pytest.mark.parametrize(
    ("text", "mod"),
    [
        (
            "gets -2/-1 until end of turn for each Swamp you control.",
            m.ModifyPT(Minus(Times((2, SWAMPS))), Minus(SWAMPS)),
        ),
        ("gets +2/+0 until end of turn for each Swamp you control.", m.ModifyPT(Times((2, SWAMPS)))),
        ("gets twice -X/-0 until end of turn.", m.ModifyPT(Minus(Times((2, X()))))),
    ],
)
def test_less_by_an_amount_is_no_amount_below_zero(text: str, mod: m.ModifyPT) -> None:
    """Else it would count as nothing (rule key negative_numbers)."""
    assert [each.mods for each in effects(body(f"Target creature {text}"))] == [(mod,)]
