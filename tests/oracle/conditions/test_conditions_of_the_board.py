"""Conditions, amounts and filters that a scenario tells or the board shows, and changes with one each, made up."""

from __future__ import annotations

from typing import Any

import pytest

from layerproof.kb.model.effect import Only, Several
from layerproof.kb.model.expression import (
    Compare,
    Compares,
    DiedThisWay,
    Exists,
    HasKeyword,
    HostFits,
    Not,
    Outcome,
    OwnedBy,
    Player,
    Ref,
    Same,
    Stat,
    State,
    ThisWay,
    Times,
    Told,
    ToldOf,
    X,
)
from layerproof.kb.model.instruction import Begin, CreateCopyToken, ForEach, If, Move, SetStatus, Target
from layerproof.kb.model.modification import RuleEffect, SetBasePT, SetController
from layerproof.kb.model.told.fact_kinds import OF_OBJECTS, OF_PLAYERS
from layerproof.kb.oracle.compiler import compile_ability
from layerproof.kb.oracle.words.open_references import found, keeps_words

BONUS = "this creature gets +1/+1 until end of turn"


def read(text: str, *types: str) -> Any:
    (ability,) = compile_ability(text, types=types or ("creature",))
    assert not found(ability, keeps_words)
    return ability


def only(record: Any, kind: type) -> Any:
    (one,) = found(record, lambda part: isinstance(part, kind))
    return one


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ("it's night", Told("night")),
        ("you've cast another spell this turn", Told("other spells cast this turn")),
        (
            "you've cast another instant or sorcery spell this turn",
            Told("other instant and sorcery spells cast this turn"),
        ),
        ("an Assassin crewed it this turn", ToldOf("Assassins that crewed it this turn")),
        ("it was saddled by a red creature this turn", ToldOf("red creatures that saddled it this turn")),
    ],
)
def test_what_a_scenario_tells(words: str, what: Any) -> None:
    condition = read(f"Whenever this creature attacks, if {words}, it gets +1/+1 until end of turn.").condition
    assert condition == Compares(what, ">=", 1)
    assert what.what in {**OF_OBJECTS, **OF_PLAYERS}


def test_any_of_several_dice() -> None:
    text = f"Whenever you roll one or more dice, {BONUS}. If any of those results was 7 or higher, draw a card."
    assert only(read(text), Outcome) == Outcome("results", "7 or higher")


def test_a_card_exiled_with_the_source() -> None:
    assert only(read(f"Whenever this creature attacks, if a card is exiled with it, {BONUS}."), Exists).zones == (
        "exile",
    )


def test_whether_the_one_creature_that_is_destroyed_dies() -> None:
    one = read(f"{{1}}: Destroy target creature. If that creature dies this way, {BONUS}.")
    assert only(one, If).condition == Compares(DiedThisWay("creature"), ">=", 1)


@pytest.mark.parametrize(
    ("amount", "did"),
    [
        ("Draw a card for each one they gained control of this way.", "gained control of"),
        (
            "Target creature gets +X/+0 until end of turn, where X is the amount of excess damage dealt this way.",
            "dealt",
        ),
    ],
)
def test_what_was_dealt_or_given_this_way(amount: str, did: str) -> None:
    assert only(read(f"Whenever this creature attacks, {BONUS}. {amount}"), ThisWay).did == did


def test_a_card_that_came_where_it_is_this_turn_from_your_graveyard_is_yours() -> None:
    target = only(
        read("{T}: Put two time counters on target card in exile that was put there from your graveyard this turn."),
        Target,
    )
    assert OwnedBy(Player("you")) in found(target, lambda part: isinstance(part, OwnedBy))
    assert target.zones == ("exile",)


def test_lesser_power_is_compared_with_the_source_where_it_alone_can_be_meant() -> None:
    text = "When this creature enters, gain control of target creature with lesser power until end of turn."
    assert only(read(text), Compare) == Compare("power", "<", Stat("power", Ref("self")))
    two = compile_ability(
        "When this creature enters, tap target creature. Gain control of target creature with lesser power until end "
        "of turn.",
        types=("creature",),
    )
    assert found(two, keeps_words)


def test_whose_control_an_attachment_speaks_of() -> None:
    target = only(read("{T}: Destroy target Aura attached to a creature you control."), Target)
    assert "ControlledBy" in repr(only(target, HostFits)) and repr(target).count("ControlledBy") == 1


def test_twice_as_many_targets_at_most() -> None:
    assert only(read("Exile up to twice X target cards from graveyards.", "instant"), Target).limit == Times((2, X()))


def test_a_suspended_card_is_in_exile_with_a_time_counter() -> None:
    target = only(read("{T}: Remove a time counter from target permanent or suspended card."), Target)
    assert target.zones == ("battlefield", "exile") and "HasKeyword(keyword='suspend')" in repr(target)


def test_changes_under_conditions_of_their_own() -> None:
    two = "target creature gains flying if you control an Elf and haste if you control a Goblin"
    assert len(found(read(f"{{1}}: Until end of turn, {two}."), lambda part: isinstance(part, If))) == 2


def test_what_is_tapped_and_goaded() -> None:
    body = read("Tap and goad target creature.", "sorcery").body
    assert only(body, SetStatus).status == "tapped"
    assert only(body, Begin).effect.mods == (RuleEffect("is goaded"),)


def test_other_tokens_than_the_one_just_made() -> None:
    text = "{T}: Create a token that's a copy of target artifact. Then exile all other tokens you control."
    assert Not(Same(Ref("made"))) in only(read(text), Move).affects.filter.filters


def test_the_number_of_permanents_is_even() -> None:
    text = (
        "At the beginning of your upkeep, target opponent gains control of this creature if the number of permanents "
    )
    condition = only(read(f"{text}is even."), If).condition
    assert (condition.op, condition.right, condition.left.filter) == ("multiple of", 2, State("permanent"))


def test_the_others_are_those_that_the_sentence_before_leaves_out() -> None:
    text = "Elves you control get +2/+0 until end of turn. Other creatures you control get +1/+0 until end of turn."
    first, second = (
        each.effect.affects.filter for each in found(read(text, "instant"), lambda p: isinstance(p, Begin))
    )
    assert Not(first) in second.filters


def test_a_bonus_for_each_keyword_ability() -> None:
    lead = "Until end of turn, each other creature you control gets +1/+1 if it has flying, +1/+1 if it has haste"
    begun = found(read(f"{{1}}: {lead}, and so on for reach, and trample."), lambda part: isinstance(part, Begin))
    assert [only(each, HasKeyword).keyword for each in begun] == ["flying", "haste", "reach", "trample"]


def test_the_opponent_of_a_clash_may_be_given_something() -> None:
    text = "Clash with an opponent. If you win, draw a card. Otherwise, that player gains control of this creature."
    assert only(read(f"{{1}}: {text}"), SetController).player == Player("chosen")


def test_each_of_x_targets_is_copied_so_many_times() -> None:
    each = only(read("For each of X target permanents, create X tokens that are copies of that permanent.", "sorcery"),
                ForEach)  # fmt: skip
    assert each.each == Several("target") and only(each, CreateCopyToken).number == X()


def test_each_card_exiled_this_way_is_copied() -> None:
    text = "Exile two target cards from your graveyard. For each card exiled this way, create a token that's a copy of "
    each = only(read(f"{text}that card, except it's 1/1.", "sorcery"), ForEach)
    assert only(each, CreateCopyToken).exceptions == (SetBasePT(1, 1),)


def test_a_target_for_each_opponent_that_they_control() -> None:
    target = only(read("{1}: For each opponent, up to one target land they control becomes a 1/1 creature."), Target)
    assert (target.each, target.least) == (Player("opponent"), 0)


def test_what_attacked_is_what_the_event_is_about() -> None:
    text = "Whenever a creature attacking one of your opponents becomes blocked, that attacking creature gains haste."
    assert only(read(text), Begin).effect.affects == Only(Ref("that"))


def test_a_target_player_is_that_player_behind_a_clash() -> None:
    text = "Clash with an opponent. If you win, target player loses 1 life. Otherwise, that player gains control of it."
    assert Player("chosen") not in found(compile_ability(text, types=("sorcery",)), lambda p: isinstance(p, Player))
