"""Delays and choices: delayed triggered abilities, rows of results, modes with targets of their own, what is copied."""

from __future__ import annotations

from typing import Any

import pytest

from layerproof.kb.model import instruction as i
from layerproof.kb.model import modification as m
from layerproof.kb.model.ability import Keyword, Static
from layerproof.kb.model.effect import Only, Several, While
from layerproof.kb.model.expression import (
    Both,
    Chose,
    Compares,
    ControlledBy,
    Is,
    Matches,
    OpaqueCondition,
    Player,
    Ref,
    Rolled,
    Same,
)
from layerproof.kb.oracle.compiler import compile_ability
from layerproof.kb.oracle.concerns.possible_effects import touched
from layerproof.kb.oracle.words.open_references import found


def body(text: str, types: tuple[str, ...] = ("sorcery",)) -> tuple[Any, ...]:
    """The instructions of a made-up spell or ability."""
    (ability,) = compile_ability(text, types=types)
    return ability.body  # type: ignore[union-attr]


def begun(instructions: tuple[Any, ...]) -> list[Any]:
    """The effects that instructions begin, in order."""
    return [each.effect for each in found(instructions, lambda part: isinstance(part, i.Begin))]


@pytest.mark.parametrize(
    ("text", "when"),
    [
        (
            "Until your next turn, whenever a Goblin attacks, it gets -1/-0 until end of turn.",
            "until your next turn, whenever a Goblin attacks",
        ),
        (
            "When you next cast a creature spell this turn, it gains haste until end of turn.",
            "when you next cast a creature spell this turn",
        ),
    ],
)
def test_a_delayed_ability_speaks_of_its_event(text: str, when: str) -> None:
    (delayed,) = body(text)
    assert delayed.when == when and begun(delayed.body)[0].affects == Only(Ref("that"))


def test_a_delayed_ability_has_targets_of_its_own() -> None:
    (delayed,) = body("Whenever a Goblin attacks this turn, target creature gets -1/-1 until end of turn.")
    assert isinstance(delayed.body[0], i.Target)


def test_a_time_behind_an_instruction_delays_it() -> None:
    _, delayed = body("Gain control of target creature at the beginning of the next end step.")
    assert delayed.when == "at the beginning of the next end step" and begun(delayed.body)


def test_nothing_is_meant_behind_a_delayed_ability() -> None:
    *_, kept = body(
        "Whenever a Goblin attacks this turn, it gets +1/+0 until end of turn. It gains haste until end of turn."
    )
    assert isinstance(kept, i.OtherAction) and "ability" in kept.touches


def test_rows_of_results_are_conditions() -> None:
    _, low, high = body(
        "Whenever this creature attacks, roll a d20.\n1—9 | This creature gets +1/+0 until end of turn.\n"
        "10 | It gets +2/+0 until end of turn.",
        ("creature",),
    )
    result = Rolled()
    assert low.condition == Both((Compares(result, ">=", 1), Compares(result, "<=", 9)))
    assert high.condition == Compares(result, "=", 10)
    assert [each.affects for each in begun((low, high))] == [Only(Ref("self"))] * 2


def test_modes_of_a_trigger_have_targets_of_their_own() -> None:
    (modes,) = body(
        "When this creature enters, choose one or both —\n• Target creature gets +1/+1 until end of turn.\n"
        "• Target land becomes black until end of turn.",
        ("creature",),
    )
    assert modes.choose == "one or both" and len(modes.modes) == 2
    assert [each.body[0].filter for each in modes.modes] == [Is("type", "creature"), Is("type", "land")]


def test_the_player_of_an_event() -> None:
    target, effect = body(
        "Whenever this creature deals combat damage to a player, gain control of target land that player controls.",
        ("creature",),
    )
    assert found(target, lambda part: part == ControlledBy(Player("that"))) and begun((effect,))


def test_two_players_of_an_event_are_not_that_player() -> None:
    (*_, kept) = body(
        "Whenever a player attacks another player, gain control of target land that player controls.", ("creature",)
    )
    assert not begun((kept,))


def test_what_was_sacrificed_does_not_gain_anything() -> None:
    (may,) = body(
        "Whenever this creature attacks, you may sacrifice a Goblin. If you do, it gets +2/+2 until end of turn.",
        ("creature",),
    )
    assert may.condition == Chose("may") and begun((may,))[0].affects == Only(Ref("self"))


def test_what_has_been_exiled_is_acted_upon_as_what_it_became() -> None:
    (move, effect) = body("Exile the top card of your library. It gains flying.")
    assert isinstance(move, i.Move) and effect.effect.affects == Only(Ref("moved"))


def test_a_copy_for_each_of_several() -> None:
    target, each = body(
        "Choose any number of target creatures you control. "
        "For each of them, create a token that's a copy of that creature."
    )
    assert each == i.ForEach(Several("target"), (i.CreateCopyToken(Ref("it")),)) and target.any


def test_a_copy_that_keeps_its_ability() -> None:
    (_, copied) = body(
        "{1}: This creature becomes a copy of target creature, except it's 4/4 and it has flying and this ability.",
        ("creature",),
    )
    (mod,) = copied.effect.mods
    assert isinstance(mod, m.BecomeCopy) and mod.keep == ("this ability",)
    assert mod.exceptions == (m.SetBasePT(4, 4), m.AddAbilities((Keyword("flying"),)))


def test_a_condition_behind_speaks_of_what_it_is_about() -> None:
    (*_, held) = body(
        "Choose target creature you control and target creature you don't control. "
        "The creature you control gets +2/+1 until end of turn if it's a Knight."
    )
    assert held.condition == Matches(Ref("target"), Is("subtype", "Knight"))
    assert begun((held,))[0].affects == Only(Ref("target"))


def test_a_time_that_only_words_tell_lasts_while_they_hold() -> None:
    (effect,) = begun(body("Gain control of target creature for as long as it remains haunted."))
    assert effect.duration == While(OpaqueCondition("it remains haunted"))


@pytest.mark.parametrize(
    "text",
    [
        "You control target player during that player's next turn.",
        "Conjure a duplicate of target creature into your hand.",
        "Untap target creature that has an activated ability with {T} in its cost.",
        "They tap all lands with mana abilities they control and lose all unspent mana.",
    ],
)
def test_what_changes_no_characteristic_is_not_counted(text: str) -> None:
    assert touched(text) == ()


@pytest.mark.parametrize(
    ("text", "kind"),
    [("You control target creature.", "control"), ("Gain control of target spell.", "control")],
)
def test_what_changes_a_controller_is_counted(text: str, kind: str) -> None:
    assert kind in touched(text)


def test_what_is_drawn_for_is_meant_afterwards() -> None:
    _, effect = body("Draw a card for each Goblin you control. Those creatures gain haste until end of turn.")
    assert found(effect.effect.affects, lambda part: part == Is("subtype", "Goblin"))


def test_the_card_that_was_revealed_alone_is_meant() -> None:
    _, effect = body(
        "Reveal cards from the top of your library until you reveal a creature card. "
        "This creature becomes a copy of that card until end of turn."
    )
    assert effect.effect.mods == (m.BecomeCopy(Ref("spoken")),)


def test_one_of_several_cards_is_not_that_card() -> None:
    (*_, kept) = body("Mill three cards. This creature becomes a copy of that card until end of turn.")
    assert isinstance(kept, i.OtherAction) and "copy" in kept.touches


def test_a_player_who_was_chosen_is_that_player() -> None:
    (*_, effect) = body("Choose another player. That player gains control of target land.")
    assert effect.effect.mods == (m.SetController(Player("chosen")),)


@pytest.mark.parametrize(
    ("text", "lowered"),
    [
        ("This creature gets +X/+0 until end of turn, where X is the greatest number of stickers seen.", True),
        ("This creature gets +X/+0 until end of turn, where X is the total power of all and its toughness.", False),
    ],
)
def test_an_amount_by_its_words_alone_ends_with_its_clause(text: str, lowered: bool) -> None:
    assert bool(begun(body(text))) is lowered


def test_what_tokens_have_that_would_touch_others_is_not_inert() -> None:
    (*_, kept) = body(
        "Create a token for each card you like. Those tokens have \"Enchanted land has 'Sacrifice this: Add {C}.'\""
    )
    assert isinstance(kept, i.OtherAction) and "ability" in kept.touches


def test_what_happens_otherwise_follows_upon_nothing_of_the_other_branch() -> None:
    *_, branch = body(
        "Exile target creature. If it was a Goblin, create a 1/1 red Goblin creature token. "
        "Otherwise, return it to the battlefield under its owner's control."
    )
    assert isinstance(branch, i.If)
    (back,) = branch.else_
    assert isinstance(back, i.Move) and back.affects == Only(Ref("target"))


def test_what_happens_otherwise_is_said_of_what_was_asked_about() -> None:
    (_, branch) = body(
        "If target creature has toughness 5 or greater, it gets +1/-1 until end of turn. "
        "Otherwise, it gets +4/-1 until end of turn."
    )
    assert isinstance(branch, i.If)
    assert [each.affects for each in begun((branch,))] == [Only(Ref("target"))] * 2


def test_a_size_instead_of_a_size_takes_nothing_else_from_an_effect() -> None:
    (_, branch) = body(
        "Until end of turn, target creature becomes an artifact creature with base power and toughness 4/3. "
        "If evidence was collected, it has base power and toughness 1/1 until end of turn instead."
    )
    (small,) = begun(branch.then)
    assert small.mods == (m.AddTypes(("artifact", "creature")), m.SetBasePT(1, 1))


def test_those_creatures_have_what_tokens_just_created_are_created_with() -> None:
    (made,) = body("Each player creates a 1/1 green Elephant creature token. Those creatures have flying.")
    assert isinstance(made, i.CreateToken) and made.abilities
    (kept,) = body("Those creatures have flying.")
    assert isinstance(kept, i.OtherAction) and "ability" in kept.touches


@pytest.mark.parametrize(
    ("when", "other"),
    [
        ("Whenever this artifact becomes attached to a creature", Ref("that")),
        ("Whenever equipped creature attacks", Ref("host")),
    ],
)
def test_another_creature_is_another_than_the_one_spoken_of(when: str, other: Ref) -> None:
    text = f"{when}, another target creature gains flying until end of turn."
    (ability,) = compile_ability(text, types=("artifact",))
    assert found(ability, lambda part: part == Same(other))


def test_an_ability_at_max_speed_is_one_that_the_object_has() -> None:
    (given,) = compile_ability("Max speed — {T}: Target creature gains haste until end of turn.", types=("land",))
    assert isinstance(given, Static) and given.condition is not None
    (effect,) = given.effects
    (mod,) = effect.mods
    assert effect.affects == Only(Ref("self")) and isinstance(mod, m.AddAbilities) and begun(mod.abilities)


@pytest.mark.parametrize("text", ["{T}: Draw a card.", "{T}: Add {R}{R}.", "Spells you cast cost {1} less to cast."])
def test_at_max_speed_an_object_also_has_what_touches_no_characteristic(text: str) -> None:
    (given,) = compile_ability(f"Max speed — {text}", types=("land",))
    assert isinstance(given, Static) and given.condition is not None
    assert given.effects[0].mods == (m.AddAbilities(compile_ability(text, types=("land",))),)


def test_a_keyword_that_the_rules_do_not_define_is_an_ability_too() -> None:
    assert "ability" in touched("Target creature gains double team until end of turn.")
    assert touched("Double team") == ()


def test_only_the_return_waits_where_something_is_exiled_first() -> None:
    text = "Exile target creature and return it to the battlefield at the beginning of the next end step."
    named, exiled, later = body(text)
    assert isinstance(named, i.Target) and isinstance(exiled, i.Move) and exiled.to == "exile"
    assert isinstance(later, i.Delayed) and [each.to for each in later.body] == ["battlefield"]  # type: ignore[union-attr]


def test_a_condition_in_front_of_a_later_time_is_asked_at_once() -> None:
    then = "If you control a Swamp, sacrifice that creature at the beginning of the next end step."
    asked = body(f"Untap target creature. {then}")[-1]
    assert isinstance(asked, i.If) and isinstance(asked.then[0], i.Delayed)
    assert isinstance(asked.then[0].body[0], i.Move)


def test_sentences_behind_a_later_time_are_all_done_then_and_are_no_ability_of_the_card() -> None:
    (later,) = body("At the beginning of your next upkeep, pay {3}{R}. If you don't, you lose the game.")
    assert isinstance(later, i.Delayed) and later.when == "at the beginning of your next upkeep"
    assert len(later.body) == 2
