"""What nouns and pronouns point at where several things could be meant, by made-up templates."""

from __future__ import annotations

from typing import Any

import pytest

from layerproof.kb.model.ability import Activated, Triggered
from layerproof.kb.model.effect import Only
from layerproof.kb.model.expression import (
    AllOf,
    Compare,
    ExiledWith,
    Is,
    Matches,
    OwnedBy,
    Player,
    Ref,
    Same,
    Stat,
    State,
    X,
)
from layerproof.kb.model.instruction import Begin, Choose, Delayed, If, Mill, Move, OtherAction, PutCounters, SetStatus
from layerproof.kb.oracle.compiler import compile_ability
from layerproof.kb.oracle.words.open_references import found
from tests.helpers.made_up_cards import parts

YOURS = OwnedBy(Player("you"))


def only(record: Any, kind: type) -> Any:
    (one,) = found(record, lambda part: isinstance(part, kind))
    return one


def test_that_spell_is_no_creature_that_is_targeted() -> None:
    cast = "Whenever you cast a noncreature spell, "
    bonus = compile_ability(f"{cast}target Elf gets +X/+0 until end of turn, where X is that spell's mana value.")
    assert only(bonus, Stat).of == Ref("that")
    asked = compile_ability(f"{cast}tap target Elf. If that spell is red, draw a card.")
    assert only(asked, If).condition == Matches(Ref("that"), Is("color", "red"))
    aimed = compile_ability("{T}: Target spell becomes red. If that spell is an Elf, draw a card.")
    assert only(aimed, If).condition.ref == Ref("target")


@pytest.mark.parametrize(
    ("first", "ref"),
    [
        ("return a land you control to its owner's hand", Ref("host")),
        ("tap a creature you control", Ref("chosen")),
    ],
)
def test_a_land_that_was_chosen_is_not_the_creature(first: str, ref: Ref) -> None:
    text = f"Whenever equipped creature attacks, you may {first}. If you do, the creature gets +2/+2 until end of turn."
    assert only(compile_ability(text, types=("artifact",)), Begin).effect.affects == Only(ref)


def test_what_has_exiled_itself_gains_abilities_where_it_is_then() -> None:
    (gains,) = found(compile_ability("{1}: Exile this creature. It gains flying."), lambda p: isinstance(p, Begin))
    assert gains.effect.affects == Only(Ref("moved"))


def test_an_ability_that_an_object_gives_itself_calls_it_by_its_name() -> None:
    text = '{1}: Example gains "Whenever Example attacks, if Example is tapped, draw a card" until end of turn.'
    given = only(compile_ability(text, "Example"), Begin).effect.mods[0].abilities[0]
    assert given.when == "whenever ~ attacks"
    assert given.condition == Matches(Ref("self"), State("tapped"))


def test_what_words_put_onto_the_battlefield_is_what_it_means_afterwards() -> None:
    text = "When this creature enters, you may put a commander you own from exile onto the battlefield. It gains haste."
    (ability,) = compile_ability(text)
    assert found(ability, lambda part: isinstance(part, OtherAction))
    assert only(ability, Begin).effect.affects == Only(Ref("made"))


def test_the_creature_is_sacrificed_later() -> None:
    text = "You may put an Elf card from your hand onto the battlefield. Sacrifice the creature at the beginning of"
    later = only(compile_ability("{T}: " + text + " the next end step."), Delayed)
    assert later.body == (Move(Only(Ref("made")), "graveyard", "sacrifice"),)


@pytest.mark.parametrize(
    "text",
    [
        "{T}: Mill two cards, then return an Elf card from your graveyard to your hand.",
        '{T}: You may exile an Elf card from your graveyard. It gains "When ~ leaves exile, sacrifice a creature."',
    ],
)
def test_what_is_chosen_has_to_fit_beside_what_chooses_nothing_now(text: str) -> None:
    (ability,) = compile_ability(text)
    assert isinstance(ability, Activated)
    assert only(ability, Choose) == Choose(AllOf((Is("subtype", "Elf"), State("card"), YOURS)), zone="graveyard")
    milled = found(ability, lambda part: isinstance(part, Mill))
    assert not milled or ability.body.index(milled[0]) < ability.body.index(only(ability, Choose))


def test_a_card_that_is_chosen_with_a_mana_value_has_that_one() -> None:
    choice = "Choose an Elf card exiled with this creature with mana value X"
    text = f"{{X}}: {choice}. This creature becomes a copy of that card."
    wanted = AllOf((Is("subtype", "Elf"), State("card"), ExiledWith(), Compare("mana_value", "=", X())))
    assert only(compile_ability(text), Choose) == Choose(wanted, zone="exile")


def test_a_choice_behind_what_may_choose_cards_of_its_own_is_left_open() -> None:
    for first in (
        "Scry 1.",
        "Discard a card.",
        "Target opponent reveals their hand. You choose a land card from it. That player discards that card.",
    ):
        made = compile_ability(f"{{T}}: {first} Put a +1/+1 counter on an Elf you control.")
        assert not found(made, lambda part: isinstance(part, Choose | PutCounters))
        assert any("objects" in each.touches for each in found(made, lambda part: isinstance(part, OtherAction)))


def test_a_creature_that_deals_damage_to_itself_has_no_other_creature() -> None:
    text = "enchanted creature deals damage to a creature, tap the other creature."
    (whole,) = compile_aura(f"Whenever {text}").body
    assert whole.condition == Matches(Ref("that"), Same(Ref("host")))
    assert isinstance(whole.then[0], OtherAction) and whole.then[0].touches
    assert whole.else_ == (SetStatus("tapped", Only(Ref("that"))),)
    blocked = compile_aura("Whenever enchanted creature becomes blocked by a creature, tap the other creature.")
    assert blocked.body == (SetStatus("tapped", Only(Ref("that"))),)
    unknown = compile_ability("Whenever an Elf deals damage to a creature, tap the other creature.")
    assert not found(unknown, lambda part: isinstance(part, SetStatus))


def compile_aura(text: str) -> Any:
    (ability,) = parts(text, Triggered, ("enchantment",))
    return ability
