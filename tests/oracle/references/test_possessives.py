"""Whom "it" and "its" mean inside what things are called, and what is attached to: made-up cases."""

from __future__ import annotations

from layerproof.kb.model import ability as ab
from layerproof.kb.model.costs.cost_ability import ChangesCost
from layerproof.kb.model.expression import Compare, HasKeyword, InCombatWith, Ref, Same, Stat
from layerproof.kb.model.instruction import Target
from layerproof.kb.oracle.words.open_references import found
from tests.helpers.made_up_cards import parts


def test_a_number_compared_with_another_of_its_own_is_one_of_the_thing_that_is_counted() -> None:
    for text in (
        "When Made Up enters, draw a card for each creature you control with toughness greater than its power.",
        "At the beginning of combat, if you control a creature with power greater than its base power, draw a card.",
    ):
        (asked,) = parts(text, Compare, ("creature",))
        assert isinstance(asked.value, Stat) and asked.value.of == Ref("it")


def test_a_number_compared_with_the_same_of_another_is_one_of_that_other() -> None:
    text = "When Made Up enters, destroy target creature with power less than its power."
    assert not found(parts(text, Compare, ("creature",)), lambda part: part == Stat("power", Ref("it")))


def test_what_a_spell_has_for_its_cost_to_change_is_asked_of_the_spell() -> None:
    (change,) = parts(
        "Each creature spell you cast costs {1} less to cast if it has flying.", ChangesCost, ("artifact",)
    )
    assert change.condition is None and found(change.spells, lambda part: part == HasKeyword("flying"))
    text = "Each artifact spell costs {1} more to cast for each artifact its controller controls."
    assert not parts(text, ChangesCost, ("artifact",)) and parts(text, ab.Opaque, ("artifact",))


def test_abilities_of_the_enchanted_creature_are_those_of_one_object() -> None:
    text = "Activated abilities of enchanted creature cost {2} more to activate."
    (change,) = parts(text, ChangesCost, ("enchantment",))
    assert change.of == Same(Ref("host"))


def test_what_blocks_the_equipped_creature_need_not_be_equipped() -> None:
    text = "{1}: Destroy target creature that's blocking equipped creature."
    (target,) = parts(text, Target, ("artifact",))
    assert InCombatWith("blocking", Ref("host")) in target.filter.filters
