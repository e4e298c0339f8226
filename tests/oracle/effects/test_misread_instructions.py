"""What words of a resolution mean that were once read as something else, by made-up templates."""

from __future__ import annotations

from typing import Any

import pytest

from layerproof.kb.model.ability import Activated, Opaque, Static, Triggered
from layerproof.kb.model.effect import All, Effect, Only, Several, Union, While
from layerproof.kb.model.expression import (
    AllOf,
    AnyOf,
    Both,
    Compares,
    ControlledBy,
    ExiledWith,
    Exists,
    Is,
    Matches,
    Named,
    Not,
    OwnedBy,
    Player,
    Ref,
    Rolled,
    Same,
    State,
)
from layerproof.kb.model.instruction import Begin, Choose, CreateToken, Draw, If, Move, OtherAction, Target
from layerproof.kb.model.modification import RuleEffect
from layerproof.kb.model.raw_card import RawFace
from layerproof.kb.oracle.bodies.ability_bodies import body_of
from layerproof.kb.oracle.compiler import compile_ability, compile_face
from layerproof.kb.oracle.concerns.possible_effects import opaque_touches, touches_of
from layerproof.kb.oracle.words.normalised_text import normalise
from layerproof.kb.oracle.words.open_references import found


def effects(text: str) -> list[Effect]:
    """The continuous effects that a paragraph begins."""
    return found(compile_ability(text), lambda part: isinstance(part, Effect))


def others(part: Any) -> list[OtherAction]:
    """The instructions that are kept as words."""
    return found(part, lambda each: isinstance(each, OtherAction))


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("{2}: This creature gains reach for as long as that creature remains tapped.", None),
        ("{2}: Tap target creature. This creature gains reach for as long as that creature remains tapped.", "target"),
        ("{2}: Tap target creature. This creature gains reach for as long as it remains tapped.", "it"),
        ("{2}: Gain control of target creature for as long as that creature remains tapped.", "it"),
    ],
)
def test_how_long_an_effect_on_the_source_lasts_may_hang_on_another_object(text: str, ref: str | None) -> None:
    expected = [] if ref is None else [While(Matches(Ref(ref), State("tapped")))]
    assert [each.duration for each in effects(text)] == expected


def test_it_and_others_are_affected_together() -> None:
    (effect,) = effects("Whenever this creature attacks, it and Elves you control gain reach until end of turn.")
    elves = All(AllOf((Is("subtype", "Elf"), ControlledBy(Player("you")))))
    assert effect.affects == Union((Only(Ref("self")), elves))


def test_other_ones_are_other_than_what_it_means() -> None:
    (effect,) = effects("Whenever this creature attacks, it and other Elves you control gain reach until end of turn.")
    elves = All(AllOf((Not(Same(Ref("self"))), Is("subtype", "Elf"), ControlledBy(Player("you")))))
    assert effect.affects == Union((Only(Ref("self")), elves))
    (effect,) = effects("Whenever another Elf attacks, it and other Elves you control gain reach until end of turn.")
    elves = All(AllOf((Not(Same(Ref("that"))), Is("subtype", "Elf"), ControlledBy(Player("you")))))
    assert effect.affects == Union((Only(Ref("that")), elves))


def test_the_first_of_two_things_is_no_instruction() -> None:
    text = "Whenever this creature attacks, it and other Elves that shout gain reach until end of turn."
    assert effects(text) == []
    assert [each.touches for each in others(compile_ability(text))] == [("ability",)]


@pytest.mark.parametrize("verb", ["Return", "Praise"])
def test_cards_listed_before_their_zone_are_all_there(verb: str) -> None:
    text = f"{verb} target artifact card, target land card, and target Elf card from your graveyard to your hand."
    targets = found(compile_ability(text, types=("sorcery",)), lambda part: isinstance(part, Target))
    assert len(targets) == 3
    assert {each.zones for each in targets} == {("graveyard",)}
    assert all(OwnedBy(Player("you")) in each.filter.filters for each in targets)


def test_a_card_in_no_named_zone_is_not_sought_on_the_battlefield() -> None:
    (ability,) = compile_ability("Exile target creature card.", types=("sorcery",))
    assert "Move(" not in str(ability) and others(ability)


def test_a_list_of_numbers_of_a_spell_belongs_to_the_event() -> None:
    (ability,) = compile_ability(
        "Whenever you cast a spell with a seven in its mana cost, power, or toughness, you win."
    )
    assert isinstance(ability, Triggered)
    assert ability.when == "whenever you cast a spell with a seven in its mana cost, power, or toughness"


def test_that_a_mode_was_not_chosen_before_is_kept() -> None:
    for words, left in (("one", 0), ("one that hasn't been chosen", 1)):
        ability = compile_ability(f"When this creature dies, choose {words} —\n• Draw a card.\n• You gain 3 life.")
        assert len([each for each in others(ability) if "been chosen" in each.gloss]) == left


@pytest.mark.parametrize(
    ("text", "touches"),
    [
        ("It endures 2", ("objects",)),
        ("Repeat this process", ("any",)),
        ("Repeat the following process X times", ("any",)),
        ("Then target opponent does the same", ("any",)),
        ("Chaos ensues", ("any",)),
    ],
)
def test_what_is_done_again_or_by_another_name_is_not_inert(text: str, touches: tuple[str, ...]) -> None:
    assert touches_of(text) == touches


def test_abilities_that_say_what_text_means_or_begin_with_a_keyword_are_not_inert() -> None:
    assert opaque_touches("Read every card as written and forget its errata.") == ("any",)
    assert opaque_touches("Vigilance. {T}: Wave at somebody.") == ("ability",)
    (ability,) = compile_ability("Vigilance. {T}: Wave at somebody.")
    assert isinstance(ability, Opaque) and ability.touches == ("ability",)


@pytest.mark.parametrize(
    ("choice", "category"),
    [("artifact or land", "type"), ("a card type", "type"), ("a creature type", "subtype"), ("a land type", "subtype")],
)
def test_the_chosen_type_is_of_the_sort_that_was_chosen(choice: str, category: str) -> None:
    face = RawFace(
        name="Sorting", types=("sorcery",), oracle_text=f"Choose {choice}. Destroy all permanents of the chosen type."
    )
    (move,) = found(compile_face(face), lambda part: isinstance(part, Move))
    assert Is(category, "chosen") in move.affects.filter.filters


def test_two_things_that_one_verb_acts_upon_later_are_not_taken_apart() -> None:
    (ability,) = compile_ability("{R}: Tap target Elf. Destroy it and this creature at end of combat.")
    (move,) = found(ability, lambda part: isinstance(part, Move))
    assert move.affects == Union((Only(Ref("target")), Only(Ref("self")))) and move.how == "destroy"
    assert others(ability) == []


def test_a_row_of_a_table_of_rolls_is_no_station() -> None:
    text = (
        "When this creature enters, roll a d20.\n9 or less | Draw a card.\n10—19 | Draw two cards.\n"
        "20+ | Draw three cards."
    )
    face = RawFace(name="Roller", types=("creature",), power="1", toughness="1", oracle_text=text)
    (ability,) = compile_face(face)
    assert isinstance(ability, Triggered)
    result = Rolled()
    rows = [each for each in ability.body if isinstance(each, If)]
    assert [each.then for each in rows] == [(Draw(number),) for number in (1, 2, 3)]
    assert [rows[0].condition, rows[2].condition] == [Compares(result, "<=", 9), Compares(result, ">=", 20)]


@pytest.mark.parametrize(
    "text",
    [
        "Effects from spells named Loud Bang count it as a card named Loud Bang.",
        '"Until end of turn" effects don\'t end.',
        "Enchanted permanent is a Golden Spoon.",
    ],
)
def test_what_changes_what_others_count_or_are_is_not_inert(text: str) -> None:
    assert opaque_touches(text) == ("any",)


def test_a_doubled_x_is_not_inert() -> None:
    assert touches_of("Double the value of X") == ("any",)


@pytest.mark.parametrize("kind", ["instant", "sorcery", "creature"])
def test_what_a_card_says_that_it_is_defines_it_in_every_zone(kind: str) -> None:
    (ability,) = compile_ability("Example is colorless.", "Example", (kind,))
    assert isinstance(ability, Static) and ability.cda


@pytest.mark.parametrize("status, kind", [("enchanted", "enchantment"), ("attacking", "artifact")])
def test_of_two_phrases_with_the_same_noun_each_has_its_own_words(status: str, kind: str) -> None:
    for text in (
        f"{{T}}: Destroy target {status} creature or {kind} creature you control.",
        f"{{T}}: Tap target Elf. If it's {'an'} {status} creature or {kind} creature you control, draw a card.",
    ):
        (either,) = found(
            compile_ability(text), lambda p: isinstance(p, AnyOf) and any(isinstance(f, AllOf) for f in p.filters)
        )
        creature = Is("type", "creature")
        assert either == AnyOf((AllOf((State(status), creature)), AllOf((Is("type", kind), creature))))


def test_words_before_an_enumeration_still_belong_to_all_of_it() -> None:
    (target,) = found(compile_ability("{T}: Tap target attacking artifact or enchantment creature."), _target)
    kinds = AnyOf((Is("type", "artifact"), Is("type", "enchantment")))
    assert target.filter == AllOf((State("attacking"), kinds, Is("type", "creature")))


def _target(part: Any) -> bool:
    return isinstance(part, Target)


def test_a_card_that_is_chosen_is_one_of_those_that_the_text_describes() -> None:
    yours = OwnedBy(Player("you"))
    for text, what, zone in (
        ("{T}: You may exile an Elf card from your graveyard. If you do, draw a card.", yours, "graveyard"),
        ("{T}: You may put an Elf card from your hand onto the battlefield.", yours, "hand"),
        ("{T}: Create a token that's a copy of an Elf card exiled with this creature.", ExiledWith(), "exile"),
    ):
        (choice,) = found(compile_ability(text), lambda p: isinstance(p, Choose))
        assert choice == Choose(AllOf((Is("subtype", "Elf"), State("card"), what)), zone=zone)


def test_what_is_said_of_a_player_who_is_chosen_only_under_a_condition_is_under_it() -> None:
    text = "{T}: Flip a coin. If you win the flip, choose an opponent. That player gains control of target Elf."
    (activated,) = compile_ability(text)
    (under,) = found(activated, lambda p: isinstance(p, If))
    assert [type(each) for each in under.then] == [OtherAction, Begin]
    assert len(found(activated, lambda p: isinstance(p, Begin))) == 1


def test_what_is_other_beside_the_host_is_other_than_the_host() -> None:
    text = "Equipped creature and other Elves you control have flying."
    (union,) = found(compile_ability(text, types=("artifact",)), lambda p: isinstance(p, Union))
    assert union.scopes[0] == Only(Ref("host"))
    assert union.scopes[1].filter.filters[0] == Not(Same(Ref("host")))


@pytest.mark.parametrize("words", ["Queen Example", "Queen"])
def test_the_first_words_of_a_name_without_a_comma_are_a_short_form_of_it(words: str) -> None:
    assert normalise(f"Sacrifice {words}: Draw a card.", "Queen Example XII", ("creature",), True).startswith(
        "Sacrifice ~:"
    )


def test_what_another_ability_chose_is_no_choice_of_this_one() -> None:
    text = "Sacrifice Bo: The chosen creature gains flying until end of turn."
    (ability,) = compile_ability(text, "Bo", ("creature",))
    assert isinstance(ability, Activated)
    (part,) = ability.body
    assert isinstance(part, OtherAction) and {"ability", "objects"} <= set(part.touches)


def test_those_whose_control_changed_are_told_by_who_they_were() -> None:
    body = body_of("Gain control of all creatures until end of turn. They gain haste until end of turn.", (), None)
    assert isinstance(body[1], Begin) and body[1].effect.affects == Several("affected")


def test_a_target_other_than_several_is_left_open() -> None:
    text = "Tap target creature, untap up to one other target creature, and up to one other target creature gets -1/-0"
    assert any(isinstance(part, OtherAction) for part in body_of(f"{text} until end of turn.", ("creature",), None))


def test_the_mana_of_a_powerstone_is_not_for_every_spell() -> None:
    (part,) = body_of("Create a Powerstone token.", (), None)
    assert isinstance(part, CreateToken) and isinstance(part.abilities[0], Activated)
    assert part.abilities[0].adds is not None and (part.abilities[0].adds.only or part.abilities[0].body)


@pytest.mark.parametrize(
    ("text", "affects"),
    [
        ("Untap all Elves. Those creatures can't block this turn.", Several("affected")),
        ("Put a +1/+1 counter on each Elf. They can't block this turn.", Several("affected")),
        ("Untap all Elves. They gain reach until end of turn.", All(Is("subtype", "Elf"))),
        ("Elves can't block this turn.", All(Is("subtype", "Elf"))),
    ],
)
def test_those_are_who_was_acted_upon_where_rules_change(text: str, affects: Any) -> None:
    """An effect that only changes rules would else apply to whatever fits later."""
    assert effects(f"{{2}}: {text}")[-1].affects == affects


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("Untap all tapped creatures you control. They gain reach until end of turn.", True),
        (
            "Put a +1/+1 counter on each creature with power 2 or less. Those creatures gain reach until end of turn.",
            True,
        ),
        ("Creatures without reach gain reach until end of turn. They get +1/+1 until end of turn.", True),
        ("Green creatures become red until end of turn. They gain reach until end of turn.", True),
        ("Put a +1/+1 counter on each attacking Elf. Those creatures gain reach until end of turn.", False),
    ],
)
def test_those_are_who_was_acted_upon_where_they_may_not_fit_any_more(text: str, again: bool) -> None:
    assert (effects(f"{{2}}: {text}")[-1].affects == Several("affected")) is again


def test_those_of_whom_only_a_number_was_told_are_left_open() -> None:
    ability = compile_ability("{2}: Draw a card for each Elf on the battlefield. They can't block this turn.")
    assert [each.gloss for each in others(ability)] == ["They can't block this turn"]


@pytest.mark.parametrize(
    ("text", "delayed"),
    [
        ("At the beginning of combat this turn, all Elves gain haste until end of turn.", True),
        ("At the beginning of the next end step, destroy all Elves.", True),
        ("At the beginning of your upkeep, if ~ is in your graveyard, you may return ~ to your hand.", False),
    ],
)
def test_what_a_sorcery_says_of_a_later_step_it_does_when_that_begins(text: str, delayed: bool) -> None:
    (ability,) = compile_ability(text, types=("sorcery",))
    assert isinstance(ability, Triggered) is not delayed


@pytest.mark.parametrize(("many", "kind"), [("creatures", "creature"), ("artifacts", "artifact")])
def test_of_two_named_permanents_each_is_of_the_type_that_is_said_of_both(many: str, kind: str) -> None:
    text = f"{{3}}: This creature gets +2/+2 until end of turn if you control {many} named Ash and Ember."
    (asked,) = found(compile_ability(text), lambda part: isinstance(part, Both))
    here = [AllOf((Is("type", kind), Named(name), ControlledBy(Player("you")))) for name in ("Ash", "Ember")]
    assert asked.conditions == tuple(Exists(each) for each in here)


@pytest.mark.parametrize(
    "text",
    [
        "You may exert ~ as it attacks. When you do, it gains reach until end of turn.",
        "{T}, Exert ~: It gains reach until end of turn.",
    ],
)
def test_what_has_been_exerted_does_not_untap_once(text: str) -> None:
    """Exerting says it of the object by itself."""
    first, second = effects(text)
    assert first.affects == second.affects == Only(Ref("self"))
    assert first.mods == (RuleEffect("doesn't untap during your next untap step"),)


def test_whose_power_counts_for_a_land_that_is_earthbent_is_left_open() -> None:
    """The land is a creature by then, but it is not the one that the event was about."""
    ability = compile_ability(
        "Whenever a nonland creature you control dies, earthbend X, where X is that creature's power."
    )
    assert others(ability) and not found(ability, lambda part: part == Ref("target"))
    ability = compile_ability("When this creature enters, earthbend X, where X is the number of Elves you control.")
    assert found(ability, lambda part: part == Ref("target"))
