"""Control that passes, exchanges of targets that are alike, cards put face down, and choices, in made-up texts."""

from __future__ import annotations

from typing import Any

import pytest

from layerproof.kb.model.effect import Only, Several
from layerproof.kb.model.expression import AnyOf, Compare, Is, Not, Player, Ref, Same, SharesWith, State
from layerproof.kb.model.instruction import Begin, CreateCopyToken, ExchangeControl, If, Move, Target
from layerproof.kb.model.modification import ModifyPT, SetController, SetSubtypes
from layerproof.kb.model.phrases.combat_filters import Did
from layerproof.kb.oracle.compiler import compile_ability
from layerproof.kb.oracle.words.open_references import found


def body(text: str, *types: str) -> tuple[Any, ...]:
    (ability,) = compile_ability(text, types=types or ("creature",))
    return ability.body  # type: ignore[union-attr]


def only(record: Any, kind: type) -> Any:
    (one,) = found(record, lambda part: isinstance(part, kind))
    return one


def test_the_second_target_is_compared_with_the_first() -> None:
    read = body(
        "When this creature enters, exchange control of target artifact you control and target permanent an opponent "
        "controls that shares a card type with it."
    )
    assert only(read, SharesWith) == SharesWith("card type", Ref("target", 1))
    assert only(read, ExchangeControl) == ExchangeControl(Ref("target", 1), Ref("target", 2))
    assert not found(read, lambda part: isinstance(part, Did))


def test_two_targets_share_a_type_where_the_second_shares_one_with_the_first() -> None:
    read = body("Exchange control of two target lands that share a card type.", "sorcery")
    assert read[0].count == 2
    assert only(read[0], SharesWith) == SharesWith("card type", Ref("target", 1))


def test_a_coin_that_is_lost_speaks_of_the_target_of_the_coin_that_is_won() -> None:
    read = body(
        "{1}: Flip a coin. If you win the flip, target creature gets +2/+0 until end of turn. If you lose the flip, it "
        "gets -2/-0 until end of turn."
    )
    affected = {part.effect.affects for part in found(read, lambda part: isinstance(part, Begin))}
    assert affected == {Only(Ref("target"))}


def test_it_is_not_the_target_where_a_condition_asked_about_something_else() -> None:
    read = body(
        "When this creature dies, if you win the flip, target creature gets +1/+0 until end of turn. It explores."
    )
    assert not found(read[-1], lambda part: part == Only(Ref("target")))


def test_that_equipment_is_the_target_that_is_called_so() -> None:
    read = body(
        "Tap target creature. Untap target Equipment. Gain control of that Equipment until end of turn.",
        "sorcery",
    )
    assert only(read, Begin).effect.affects == Only(Ref("target", 2))


def test_other_than_enchanted_creature_is_other_than_what_the_source_is_attached_to() -> None:
    (aura,) = compile_ability(
        "When this Aura enters, target creature other than enchanted creature gets +1/+1 until end of turn.",
        types=("enchantment",),
    )
    target = only(aura, Target)
    assert Not(Same(Ref("host"))) in target.filter.filters and not found(target, lambda p: p == State("enchanted"))


@pytest.mark.parametrize(
    ("words", "either"),
    [
        (
            "artifact or non-Aura enchantment card",
            (Is("type", "artifact"), (Not(Is("subtype", "Aura")), Is("type", "enchantment"))),
        ),
        ("Goblin or Elf creature card", (Is("subtype", "Goblin"), Is("subtype", "Elf"))),
    ],
)
def test_what_is_ruled_out_of_the_last_kind_is_not_ruled_out_of_the_others(words: str, either: Any) -> None:
    target = only(body(f"When this creature enters, return target {words} from your graveyard to your hand."), Target)
    kinds = only(target, AnyOf).filters
    assert tuple(getattr(each, "filters", each) for each in kinds) == either
    assert State("card") in target.filter.filters


def test_what_is_put_face_down_has_what_the_text_lists() -> None:
    text = "Put all creature cards from your graveyard onto the battlefield face down under your control. They're 2/2 "
    move = only(body(f"{{T}}: {text}Wall artifact creatures."), Move)
    assert move.face_down == "listed" and len(move.being) > 1


def test_each_player_gets_back_what_they_own_of_yours() -> None:
    begun = only(body("{T}: Each player gains control of each land they own that you control."), Begin)
    assert begun.effect.mods == (SetController(Player("owner", Ref("it"))),)


@pytest.mark.parametrize(
    "text",
    [
        "{1}: Put a +1/+1 counter on this creature or this creature gains flying, first strike, or trample.",
        "{1}: Until end of turn, target creature has base power 1 or base toughness 1.",
    ],
)
def test_one_of_several_changes_is_a_choice(text: str) -> None:
    read = body(text)
    assert all(isinstance(each, If | Target) for each in read) and len(read) > 2


def test_a_bonus_may_be_doubled() -> None:
    mods = only(body("Each creature gets twice -X/-X until end of turn.", "sorcery"), Begin).effect.mods
    assert repr(mods[0]).count("Minus(value=Times(values=(2, X())))") == 2 and isinstance(mods[0], ModifyPT)


def test_what_is_told_of_a_spell_that_triggered() -> None:
    target = only(body("Whenever you cast an instant spell, tap target creature with that spell's mana value."), Target)
    assert only(target, Compare).value.of == Ref("that")


def test_a_copy_may_be_another_of_a_name() -> None:
    copied = "Create a token that's a copy of target creature, except it's a legendary Elf named Ann Oak."
    made = only(body(f"{{T}}: {copied}"), CreateCopyToken)
    assert SetSubtypes(("Elf",), "creature") in made.exceptions


def test_copies_whose_number_is_counted_are_made_before_they_gain_something() -> None:
    read = body(
        "{T}: Create X tokens that are copies of target creature you control, where X is one plus the number of "
        "instant and sorcery spells you've cast this turn. They gain haste."
    )
    assert only(read, Begin).effect.affects == Several("made", 1)
    assert "instant and sorcery spells cast this turn" in repr(only(read, CreateCopyToken).number)
