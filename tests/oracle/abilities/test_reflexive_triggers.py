"""Reflexive triggered abilities in rules text: their own targets, and what they say of the instructions before."""

from __future__ import annotations

from layerproof.kb.model.ability import Ability, Activated
from layerproof.kb.model.effect import All
from layerproof.kb.model.expression import Chose, Count, PerPlayer, Player, Ref, Same, Stat, X
from layerproof.kb.model.instruction import Attach, Choose, Fight, GainLife, If, Modes, OtherAction, Reflexive, Target
from layerproof.kb.model.modification import BecomeCopy
from layerproof.kb.model.node import mentions
from layerproof.kb.oracle.compiler import compile_ability
from layerproof.kb.oracle.words.open_references import found


def compiled(text: str) -> tuple[Ability, ...]:
    """The abilities of a paragraph of a creature."""
    return compile_ability(text, "", ("creature",))


def ifs(text: str) -> list[If]:
    """The instructions under conditions that a paragraph has."""
    return found(compiled(text), lambda part: isinstance(part, If))


def reflexive(text: str) -> Reflexive:
    """The reflexive ability in an ability that has one, behind what it hangs on."""
    (made,) = found(compiled(text), lambda part: isinstance(part, Reflexive))
    assert isinstance(made, Reflexive)
    return made


def test_a_reflexive_ability_counts_its_own_targets_and_names_those_of_before() -> None:
    made = reflexive(
        "When ~ enters, tap target creature you control. When you do, that creature fights target creature an opponent "
        "controls."
    )
    assert made.of == (Ref("target"),)
    assert made.body[1:] == (Fight(Ref("before"), Ref("target")),)
    sacrificed = reflexive(
        "When ~ enters, you may sacrifice a creature. When you do, ~ deals damage equal to the sacrificed creature's "
        "power to any target."
    )
    assert sacrificed.of == (Ref("chosen"),)
    assert mentions(sacrificed.body, lambda node: node == Stat("power", Ref("before")))


def test_modes_behind_when_you_do_are_those_of_the_reflexive_ability() -> None:
    made = reflexive(
        "Whenever ~ attacks, you may pay {1}. When you do, choose one —\n• Tap target creature.\n• Draw a card."
    )
    (modes,) = made.body
    assert isinstance(modes, Modes)
    assert [len(each.body) for each in modes.modes] == [2, 1]


def test_an_intervening_if_of_a_reflexive_ability_is_asked_twice() -> None:
    text = "When ~ enters, you may pay {1}. When you do, if you control an artifact, tap target creature."
    (outer,) = [each for each in ifs(text) if found(each.then, lambda part: isinstance(part, Reflexive))]
    (inner,) = [each for each in reflexive(text).body if isinstance(each, If)]
    assert outer.condition == inner.condition


def test_what_x_is_in_a_target_is_said_behind_it() -> None:
    text = "When ~ enters, destroy target creature with power X or less, where X is the number of lands you control."
    (target,) = found(compiled(text), lambda part: isinstance(part, Target))
    assert mentions(target, lambda node: isinstance(node, Count)) and not mentions(target, lambda node: node == X())


def test_another_of_a_word_that_is_its_own_plural_is_one() -> None:
    made = compiled("When ~ enters, tap another untapped Merfolk you control.")
    assert not found(made, lambda part: isinstance(part, All))


def test_what_was_made_is_not_called_by_a_type_that_it_does_not_have() -> None:
    text = (
        "Whenever an enchantment you control enters, create a 2/2 white Cat creature token. If that enchantment is an "
        "Aura, draw a card."
    )
    (made,) = ifs(text)
    assert mentions(made.condition, lambda node: node == Ref("that"))


def test_nothing_is_attached_to_itself() -> None:
    made = compiled("When ~ enters, manifest the top card of your library, then attach ~ to it.")
    assert not found(made, lambda part: isinstance(part, Attach))


# --- What was exiled, made and chosen before --------------------------------------------------------------------------


def test_the_exiled_card_is_the_one_that_the_same_ability_has_exiled() -> None:
    made = compiled(
        "{1}, {T}: Exile target creature card from a graveyard. You gain life equal to the exiled card's power."
    )
    assert mentions(made, lambda node: node == Stat("power", Ref("moved")))
    kept = compiled("{1}, {T}: You gain life equal to the exiled card's power.")
    assert mentions(kept, lambda node: node == Stat("power", Ref("linked")))


def test_a_token_is_no_card() -> None:
    made = compiled(
        "{T}: Exile target creature card from your graveyard. Create a token that's a copy of that card. You gain life "
        "equal to that card's power."
    )
    assert mentions(made, lambda node: node == Stat("power", Ref("target")))


def test_two_targets_of_different_players_are_two_entries() -> None:
    made = compiled("{T}: Exchange control of two target creatures controlled by different players.")
    one, two = found(made, lambda part: isinstance(part, Target))
    assert one.filter != two.filter and mentions(two.filter, lambda node: node == Ref("target"))
    plain = found(compiled("{T}: Exchange control of two target creatures."), lambda part: isinstance(part, Target))
    assert [each.count for each in plain] == [2]


def test_each_option_is_asked_about() -> None:
    first, second = ifs("When ~ enters, you may draw a card. You may gain 2 life.")
    assert first.condition == second.condition == Chose("may")
    own = ifs("When ~ enters, you may pay {1}. When you do, you may tap target creature.")
    assert [each.condition for each in own] == [Chose("may")]


def test_objects_that_become_copies_of_each_other_are_not_copied_one_after_the_other() -> None:
    made = compiled("{T}: ~ becomes a copy of target creature, and that creature becomes a copy of ~.")
    assert len(found(made, lambda part: isinstance(part, BecomeCopy))) < 2


def test_an_object_that_is_chosen_and_no_target_has_to_be_what_the_text_says() -> None:
    made = compiled("When ~ enters, return another creature you control to its owner's hand.")
    (choice,) = found(made, lambda part: isinstance(part, Choose))
    assert mentions(choice, lambda node: node == Same(Ref("self")))
    two = compiled("When ~ enters, sacrifice a creature, then return a land you control to its owner's hand.")
    assert not found(two, lambda part: isinstance(part, Choose))


# --- X, and the player of two events ----------------------------------------------------------------------------------


def test_an_x_that_another_sentence_explains_is_known_by_its_words_only() -> None:
    made = compiled(
        "{T}: ~ deals X damage to each opponent, where X is the number of lands you control. You gain X life."
    )
    (gain,) = found(made, lambda part: isinstance(part, GainLife))
    assert isinstance(gain.number, PerPlayer) and not mentions(made, lambda node: node == X())
    own = compiled("{X}, {T}: You gain X life.")
    assert mentions(own, lambda node: node == X())


def test_that_player_of_two_events_is_no_active_player() -> None:
    both = compiled(
        "At the beginning of each player's upkeep and whenever a player casts a spell, that player draws a card."
    )
    assert not mentions(both, lambda node: node == Player("active"))
    one = compiled("At the beginning of each player's upkeep, that player draws a card.")
    assert mentions(one, lambda node: node == Player("active"))


def test_a_name_with_a_comma_is_one_part_of_a_cost() -> None:
    (made,) = compiled("Discard another card named Bold, Fist of Krosa, Sacrifice two Mountains: Draw a card.")
    assert isinstance(made, Activated) and len(made.cost) == 2


def test_any_number_with_different_powers_stays_words() -> None:
    made = compiled(
        "When ~ enters, choose any number of creatures with different powers. They gain trample until end of turn."
    )
    assert found(made, lambda part: isinstance(part, OtherAction))
