"""What the words of an ability speak of: made-up texts in which a noun, an event or a number was not understood."""

from __future__ import annotations

import pytest

from layerproof.kb.model.ability import Triggered
from layerproof.kb.model.effect import Effect, Only, Until
from layerproof.kb.model.expression import Chose, ControlledBy, PerPlayer, Player, Ref, State, Told, ToldOf
from layerproof.kb.model.instruction import Damage, If, OtherAction, SetStatus, Target
from layerproof.kb.model.keyword_action import Choose
from layerproof.kb.model.modification import ModifyPT, SetController
from layerproof.kb.oracle.concerns.possible_effects import touched
from layerproof.kb.oracle.words.normalised_text import normalise
from tests.helpers.made_up_cards import parts


def test_what_is_tapped_for_mana_is_what_the_event_is_about() -> None:
    text = (
        "Whenever an opponent taps an artifact for mana, gain control of that artifact until the end of your next turn."
    )
    control = (SetController(Player("you")),)
    assert parts(text, Effect, ("creature",)) == [
        Effect(Only(Ref("that")), control, None, Until("end of your next turn"))
    ]


@pytest.mark.parametrize(
    "event",
    [
        "Whenever a nontoken, non-Elf creature you control dies",
        "Whenever you bless, tap, or curse a creature you control",
    ],
)
def test_an_event_goes_on_behind_the_comma_of_a_list(event: str) -> None:
    (ability,) = parts(f"{event}, draw a card.", Triggered, ("enchantment",))
    assert ability.when == event[0].lower() + event[1:] and not isinstance(ability.body[0], OtherAction)


def test_that_permanent_is_the_one_that_an_aura_enchants() -> None:
    text = "When Made Up enters, gain control of enchanted permanent until end of turn. Untap that permanent."
    assert parts(text, SetStatus, ("enchantment",)) == [SetStatus("untapped", Only(Ref("host")))]
    asked = "When Made Up enters, if enchanted creature has reach, that creature gains haste until end of turn."
    (effect,) = parts(asked, Effect, ("enchantment",))
    assert effect.affects == Only(Ref("host"))


def test_the_land_is_that_land() -> None:
    (damage,) = parts("Destroy target land. Made Up deals 2 damage to the land's controller.", Damage)
    assert damage.to.player == Player("controller", Ref("target"))


def test_a_target_of_an_opponents_choice_is_one_that_an_opponent_controls() -> None:
    (target,) = parts("Gain control of target creature of an opponent's choice they control.", Target)
    assert ControlledBy(Player("opponent")) in target.filter.filters
    assert target.by == "opponent"


def test_who_else_chooses_a_target_is_kept() -> None:
    text = "At the beginning of your upkeep, target opponent chosen at random gains control of Made Up."
    (target,) = parts(text, Target, ("enchantment",))
    assert (target.opponent, target.by) == (True, "random")
    (one, two) = parts(
        "Destroy target land you don't control and target land of an opponent's choice you don't control.",
        Target,
        ("sorcery",),
    )
    assert (one.filter, one.by) == (two.filter, "")
    assert two.by == "opponent"


def test_energy_that_is_got_first_is_counted_too() -> None:
    counted = "Made Up gets +X/+0 until end of turn, where X is the amount of {E} you have."
    (pump,) = parts(f"{{1}}: {counted}", ModifyPT, ("creature",))
    assert pump.power == Told("energy counters")
    (more,) = parts(f"{{1}}: You get {{E}}. {counted}", ModifyPT, ("creature",))
    assert isinstance(more.power, PerPlayer)


def test_stickers_are_told() -> None:
    (target,) = parts("Destroy target creature with a name sticker on it.", Target)
    assert State("has_a_name_sticker") in target.filter.filters
    (pump,) = parts("{1}: Made Up gets +1/+0 until end of turn for each name sticker on it.", ModifyPT, ("creature",))
    assert pump.power == ToldOf("name stickers on it")


def test_one_of_two_shapes_is_chosen_by_its_type() -> None:
    shapes = (
        "a red Elf creature with base power and toughness 1/1 or a red Ape creature with base power and toughness 4/4"
    )
    text = f"Until end of turn, target permanent loses all abilities and becomes your choice of {shapes}."
    conditions = [each.condition for each in parts(text, If)]
    assert conditions[:2] == [Chose("Elf"), Chose("Ape")] and len(conditions) == 4


@pytest.mark.parametrize(
    "text",
    [
        "Sacrifice any number of creatures each with base power or toughness 1 or less",
        "Put a counter on each creature with power greater than that creature's base power",
        "Put three +1/+1 counters on each creature you control whose power and toughness are equal",
        "When its power becomes 20 this way, it deals 20 damage to any target",
        "For each creature that has the chosen letter in its name, you gain 1 life",
        "Tell them the name of that card",
        "Choose a kind of counter at random from among flying and reach",
        "Put four time counters on each of those cards that has suspend",
    ],
)
def test_what_only_compares_counts_or_names_changes_nothing(text: str) -> None:
    assert touched(text) == ()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Target creature becomes a Wall with base power and toughness 0/4", "set_pt"),
        ("Its power becomes 20", "set_pt"),
        ("Each of those cards gains suspend", "ability"),
        ("Its name becomes the name of an Elf", "text"),
        ("Creatures with power greater than 3 have base power and toughness 1/1", "set_pt"),
        ("Creatures with power less than 2 become Elves with base power and toughness 10/10", "set_pt"),
        ("Say the name of a creature card, and target creature becomes a copy of it", "copy"),
        ("Choose a kind of counter at random, and target creature gains reach", "ability"),
    ],
)
def test_what_changes_something_still_does(text: str, kind: str) -> None:
    assert kind in touched(text)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("When Rhino enters, draw a card.", "When ~ enters, draw a card."),
        (
            "Whenever Rhino or another creature dies, you lose 1 life.",
            "Whenever ~ or another creature dies, you lose 1 life.",
        ),
        ("Herd Law — Rhino can't be blocked.", "Herd Law — ~ can't be blocked."),
        ("{1}, Sacrifice Rhino: Put a counter on each Rhino.", "{1}, Sacrifice ~: Put a counter on each Rhino."),
        ("Draw cards equal to Rhino's power.", "Draw cards equal to ~'s power."),
        ("Rhino creatures you control have trample.", "Rhino creatures you control have trample."),
        ("When a Rhino enters, create a 4/4 green Rhino creature token.",) * 2,
        ("Whenever another Rhino attacks, target Rhino gets +1/+1 until end of turn.",) * 2,
    ],
)
def test_a_short_name_that_is_a_creature_type_is_known_by_its_place(text: str, plain: str) -> None:
    """A bare word that is also a subtype is the legendary object itself where no description of objects can stand."""
    assert normalise(text, "Rhino, Keeper of Tests", ("creature",), legendary=True) == plain
    assert normalise(text, "Keeper of Tests", ("creature",), legendary=True) == text


@pytest.mark.parametrize(
    ("text", "by"),
    [
        ("Choose a creature at random. It gains haste until end of turn.", "random"),
        ("An opponent chooses a creature you control. It gains haste until end of turn.", "an opponent"),
        ("Choose a creature you control. It gains haste until end of turn.", ""),
        ("Choose a creature you control. Attach any number of Equipment you control to it.", ""),
    ],
)
def test_who_chooses_what_is_no_target_is_kept_and_so_is_what_only_kept_words_speak_of(text: str, by: str) -> None:
    (choice,) = parts(text, Choose)
    assert choice.by == by


def test_what_an_effect_lets_be_enchanted_is_no_rule_for_a_time() -> None:
    kept = parts(
        "Return all Aura cards from your graveyard to the battlefield. Only creatures can be enchanted this way.",
        OtherAction,
    )
    assert [each.touches for each in kept] == [("objects",)]
