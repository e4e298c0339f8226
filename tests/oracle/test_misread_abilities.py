"""Meanings that a sample of compiled abilities, read against their text, showed to be wrong: made-up cases of each."""

from __future__ import annotations

from typing import Any

import pytest

from layerproof.kb.model import ability as ab
from layerproof.kb.model import expression as ex
from layerproof.kb.model import instruction as i
from layerproof.kb.model import modification as mo
from layerproof.kb.model.costs.cost import OtherCost
from layerproof.kb.model.effect import Effect, Only, Several, Until
from layerproof.kb.model.raw_card import RawFace
from layerproof.kb.notation.restrictions import restriction
from layerproof.kb.oracle.compiler import compile_face
from layerproof.kb.oracle.concerns.possible_effects import opaque_touches, touches_of
from layerproof.kb.oracle.words.normalised_text import normalise
from layerproof.kb.oracle.words.open_references import found, keeps_words
from tests.helpers.made_up_cards import parts


@pytest.mark.parametrize(
    "text",
    [
        "Treat your effects that count players as though there were two more.",
        "Play cards by their first words. Ignore all errata.",
        "Artifact cards in a graveyard are on the battlefield under their owner's control as well.",
        "If ~ is in a graveyard, effects from spells named Made Up count it as a card named Made Up.",
        "All graveyards are also graveyards of yours.",
        "Your party consists of every Elf.",
        "Enchanted artifact is a Made Up.",
        "Other creatures gain all bonuses of Auras attached to ~.",
        "You may cast artifact cards from your hand as though they were the card Made Up.",
        "You may treat Clue tokens as though they were Map tokens.",
        "~ swallows and bewilders enchanted creature.",
    ],
)
def test_an_ability_that_changes_what_others_are_or_count_is_not_inert(text: str) -> None:
    assert opaque_touches(text) == ("any",)


def test_what_is_indestructible_without_the_keyword_ability_is_not_inert() -> None:
    assert opaque_touches("~ is indestructible.") == ("objects",)


def test_what_is_counted_behind_devour_leaves_it_that_keyword_ability() -> None:
    (ability,) = parts("Devour X, where X is the number of Elves you control.", ab.Keyword, ("creature",))
    assert ability.keyword == "devour" and ability.number is None


def test_a_chosen_land_type_is_one_even_where_the_choice_is_not_read_whole() -> None:
    choice = "As Made Up enters, choose a basic land type. Then you may flip a coin. If you don't, it enters tapped."
    raw = RawFace(name="Made Up", types=("land",), oracle_text=f"{choice}\nMade Up is the chosen type.")
    assert found(compile_face(raw), lambda part: part == mo.SetSubtypes(("chosen",), "land"))
    other = RawFace(name="Made Up", types=("land",), oracle_text="Made Up is the chosen type.")
    assert found(compile_face(other), lambda part: part == mo.SetSubtypes(("chosen",), "creature"))


def test_a_quality_that_is_counted_is_kept_in_words_and_counted_so() -> None:
    text = "Elves you control have protection from each counter among Elves you control."
    (given,) = parts(text, ab.Keyword, ("creature",))
    assert given.quality == "each counter among Elves you control" and keeps_words(given)
    read = parts(text.replace("counter", "mana value"), mo.AddForEach, ("creature",))
    assert [each.what for each in read] == ["mana value"]
    assert not keeps_words(ab.Keyword("protection", quality="red"))


@pytest.mark.parametrize("line", ["Flash", "Flash, flying", "Flash\nFlash Example gets +1/+1."])
def test_a_keyword_ability_is_no_short_form_of_a_name(line: str) -> None:
    face = RawFace(name="Flash Example, the Made Up", supertypes=("legendary",), types=("creature",), oracle_text=line)
    assert compile_face(face)[0] == ab.Keyword("flash")
    assert normalise("Whenever Flash attacks, draw a card.", face.name, face.types, True).startswith("Whenever ~ ")
    assert normalise("Space sculptor", "Space Example", ("creature",), True) == "Space sculptor"


@pytest.mark.parametrize(
    "quality, filter_",
    [
        ("with reach", ex.HasKeyword("reach")),
        ("without reach", ex.Not(ex.HasKeyword("reach"))),
        ("with power 2 or less", ex.Compare("power", "<=", 2)),
    ],
)
def test_a_quality_of_creatures_is_not_asked_of_what_stands_before_them(quality: str, filter_: ex.Filter) -> None:
    (target,) = parts(f"Destroy target enchantment, artifact, or creature {quality}.", i.Target)
    kinds = (ex.Is("type", "enchantment"), ex.Is("type", "artifact"))
    assert target.filter == ex.AnyOf((*kinds, ex.AllOf((ex.Is("type", "creature"), filter_))))


def test_what_every_object_can_have_is_asked_of_all_that_stand_before() -> None:
    (target,) = parts("Destroy target enchantment or creature with mana value 2 or less.", i.Target)
    kinds = ex.AnyOf((ex.Is("type", "enchantment"), ex.Is("type", "creature")))
    assert target.filter == ex.AllOf((kinds, ex.Compare("mana_value", "<=", 2)))
    (tribes,) = parts("Elves and Goblins with reach get +1/+1.", ex.HasKeyword, ("enchantment",))
    assert tribes.keyword == "reach"


def test_blockers_of_a_kind_need_not_have_what_other_blockers_need() -> None:
    says = restriction("can't be blocked except by Walls and/or creatures with reach")
    reach = ex.AllOf((ex.Is("type", "creature"), ex.HasKeyword("reach")))
    assert says == (mo.Forbids("be blocked", ex.Not(ex.AnyOf((ex.Is("subtype", "Wall"), reach)))),)
    assert restriction("can't be blocked by artifact creatures and/or white creatures with reach") is None
    (colors,) = restriction("can't be blocked by black and/or red creatures with reach") or ()
    assert (
        isinstance(colors, mo.Forbids)
        and isinstance(colors.by, ex.AllOf)
        and ex.HasKeyword("reach") in colors.by.filters
    )


def test_abilities_that_are_given_stay_where_a_later_clause_takes_all_others() -> None:
    text = "Enchant creature\nEnchanted creature is a Food artifact with flying, and it loses all other abilities."
    (effect,) = parts(text, Effect, ("enchantment",))
    kinds = [type(mod) for mod in effect.mods]
    assert kinds.index(mo.RemoveAllAbilities) < kinds.index(mo.AddAbilities)


def test_what_forbids_something_and_says_more_is_no_mere_prohibition() -> None:
    assert not parts("Made Up can't be countered, bushido 2", mo.RuleEffect, ("creature",))
    assert opaque_touches("~ can't be countered, bushido 2") == ("ability",)
    (ability,) = parts("Made Up can't attack, and prevent all damage it would deal.", ab.Opaque, ("creature",))
    assert ability.touches == ("objects",)


def test_doing_all_that_was_said_may_do_anything() -> None:
    assert touches_of("Then do all of the above.")[0] == "any"
    assert touches_of("You may erase any number of words on it.")[0] == "any"


@pytest.mark.parametrize(
    "text, player",
    [
        ("Bury target land or nonblack creature.", False),
        ("Erode target artifact, land, or tapped creature.", False),
        ("Heed target artifact, land, or player.", True),
    ],
)
def test_a_target_of_which_a_part_was_read_may_be_something_else(text: str, player: bool) -> None:
    (target,) = parts(text, i.Target)
    assert isinstance(target.filter, ex.Did) and target.player is player
    assert not parts("Bury target land, then draw a card.", ex.Did)


def test_the_chosen_creature_is_the_target_that_was_chosen() -> None:
    text = (
        "Choose target creature you control. Each creature you control other than the chosen creature becomes a copy "
    )
    assert parts(f"{{T}}: {text}of that creature until end of turn.", ex.Same, ("creature",)) == [
        ex.Same(ex.Ref("target"))
    ]
    (put,) = parts("Choose target creature. Put a +1/+1 counter on the chosen creature.", i.PutCounters)
    assert put.on == Only(ex.Ref("target"))
    (put,) = parts("Choose a creature. Put a +1/+1 counter on the chosen creature.", i.PutCounters)
    assert put.on == Only(ex.Ref("chosen"))


def test_what_is_sacrificed_after_damage_is_what_its_player_controls() -> None:
    hits = "Target creature you control deals damage equal to its power to any other target. Then sacrifice it."
    (given_up,) = parts(hits, i.Move)
    assert given_up.affects == Only(ex.Ref("target"))
    assert not parts(hits.replace(" you control", ""), i.Move)


def test_another_in_a_condition_is_other_than_the_permanent_that_asks() -> None:
    text = "When ~ enters, tap target creature. If you control another {}, put a stun counter on that creature."
    for noun in ("Elf", "creature"):
        assert parts(text.format(noun), ex.Same, ("creature",)) == [ex.Same(ex.Ref("self"))]
    # Other than the target, since the source is none.
    assert parts(text.format("creature"), ex.Same, ("enchantment",)) == [ex.Same(ex.Ref("target"))]
    spell = "Tap target creature. If you control another creature, draw a card."
    assert parts(spell, ex.Same) == [ex.Same(ex.Ref("target"))]


def test_what_was_exiled_as_a_cost_is_not_what_was_exiled_first() -> None:
    text = "{1}, Exile a creature card from your graveyard: Create a token that's a copy of the exiled card."
    (copied,) = parts(text, i.CreateCopyToken, ("artifact",))
    assert copied.of == ex.Ref("chosen")
    (copied,) = parts("{1}: Create a token that's a copy of the exiled card.", i.CreateCopyToken, ("artifact",))
    assert copied.of == ex.Ref("linked")
    # What it has become in exile is not followed.
    text = "Exile a creature card from your graveyard: Put a time counter on the exiled card."
    assert not parts(text, i.PutCounters, ("artifact",))


@pytest.mark.parametrize("quality", ["power 4 or greater", "flying"])
def test_whose_power_another_controller_changes_is_not_asked_again(quality: str) -> None:
    text = f"Gain control of all creatures with {quality} until end of turn."
    text = f"{text} Untap them. They gain haste until end of turn."
    (untapped,) = parts(text, i.SetStatus)
    assert untapped.affects == Several("affected")
    assert parts(text, i.Begin)[1].effect.affects == Several("affected")


@pytest.mark.parametrize(("words", "least"), [("up to one target", 0), ("target", None)])
def test_up_to_one_target_for_each_opponent_may_be_none(words: str, least: int | None) -> None:
    (target,) = parts(f"For each opponent, destroy {words} creature that player controls.", i.Target)
    assert target.each == ex.Player("opponent") and target.least == least


@pytest.mark.parametrize(
    ("text", "being"),
    [
        ("It's an artifact.", (mo.SetTypes(("artifact",)),)),
        (
            "Put a flying counter on it. That creature is an Elf in addition to its other types.",
            (mo.AddTypes((), ("Elf",)),),
        ),
        ("It gains haste.", ()),
        ("It becomes an artifact in addition to its other types.", ()),
        ("It's an artifact until end of turn.", ()),
    ],
)
def test_what_a_permanent_is_said_to_be_it_is_as_it_enters(text: str, being: tuple[Any, ...]) -> None:
    back = "Return target creature card from your graveyard to the battlefield."
    (move,) = parts(f"{back} {text}", i.Move)
    assert move.being == being
    assert len(parts(f"{back} {text}", i.Begin)) == (not being)
    (move,) = parts(f"When ~ dies, you may return it to the battlefield. {text}", i.Move, ("creature",))
    assert move.being == being


def test_what_a_given_ability_says_of_its_zone_is_not_said_of_the_giver() -> None:
    gains = 'Elf cards in your graveyard gain "You may cast this card from your graveyard" until end of turn.'
    (giver,) = parts(f"Sacrifice ~: {gains}", ab.Activated, ("enchantment",))
    assert giver.zones == ("battlefield",)
    (own,) = parts("{2}: Return ~ from your graveyard to your hand.", ab.Activated, ("creature",))
    assert own.zones == ("graveyard",)


def test_words_before_the_modes_that_do_something_are_not_dropped() -> None:
    modes = "\n• 1/3 Turtle with hexproof.\n• 3/3 Elephant with trample."
    acts = "Until end of turn, target creature becomes that creature type and has that base power and toughness."
    raw = RawFace(name="Made Up", types=("instant",), oracle_text=f"Choose one. {acts}{modes}")
    (ability,) = compile_face(raw)
    assert isinstance(ability, ab.Opaque) and {"type", "set_pt"} <= set(ability.touches)
    for more in (
        "Choose one —",
        "Choose up to two —",
        "Choose three. You may choose the same mode more than once.",
        "Choose one. If ~ was kicked, choose any number instead.",
        "An opponent chooses one —",
    ):
        assert parts(f"{more}\n• Draw a card.\n• You gain 3 life.", ab.Modal, ("instant",))


@pytest.mark.parametrize(
    ("verb", "action"), [("attacks", "attack"), ("blocks", "block"), ("must be blocked", "be blocked")]
)
@pytest.mark.parametrize("time", ["turn", "combat"])
def test_what_is_done_for_a_time_if_able_is_a_requirement(verb: str, action: str, time: str) -> None:
    (effect,) = parts(f"Target creature {verb} this {time} if able.", Effect)
    assert effect.mods == (mo.RuleEffect(f"{verb} if able", (mo.Requires(action),)),)
    assert effect.duration == Until("end of turn" if time == "turn" else "end of combat")
    (kept,) = parts(f"Target creature attacks a player this {time} if able.", mo.RuleEffect)
    assert kept == mo.RuleEffect("attacks a player if able", ())


def test_what_a_target_is_attached_to_is_not_dropped() -> None:
    (target,) = parts("Destroy target Aura attached to a creature.", i.Target)
    assert ex.HostFits(ex.Is("type", "creature")) in target.filter.filters


@pytest.mark.parametrize("text", ["Made up 2", "Unheard-of strike {1}{R}", "Madeuplink", "Specialize {2}"])
def test_an_ability_by_a_name_alone_is_not_inert(text: str) -> None:
    assert opaque_touches(text) == ("any",)


@pytest.mark.parametrize("text", ["Unlock a door of target Room you control", "It unspecializes", "Made Of Words"])
def test_an_instruction_that_changes_what_is_on_an_object_is_not_inert(text: str) -> None:
    assert "any" in touches_of(text)


def test_what_puts_counters_by_another_name_touches_objects() -> None:
    assert touches_of("Each opponent blights 1") == ("objects",)
    assert touches_of("Add {R}{R}") == () and touches_of("Flip a coin") == ()


def test_when_an_ability_cannot_be_activated_is_a_limit_and_no_effect_of_it() -> None:
    (ability,) = parts("{T}: Untap target creature. You can't activate this ability during combat.", ab.Activated)
    assert ability.restriction == "not during combat"
    assert not any(isinstance(each, Effect | i.Begin) for each in ability.body)


def test_a_verb_alone_is_no_card_name() -> None:
    assert touches_of("Untap") == touches_of("Tap") == ("objects",)


@pytest.mark.parametrize(("who", "some"), [("an opponent controls", True), ("your opponents control", False)])
def test_an_opponent_who_has_none_is_not_that_no_opponent_has_one(who: str, some: bool) -> None:
    (static,) = parts(f"Made Up has reach as long as {who} no Elves.", ab.Static, ("creature",))
    condition = static.condition
    if some:
        assert condition == ex.SomePlayer(
            ex.Player("opponent"),
            ex.Unless(ex.Exists(ex.AllOf((ex.Is("subtype", "Elf"), ex.ControlledBy(ex.Player("each")))))),
        )
    else:
        assert isinstance(condition, ex.Unless)


@pytest.mark.parametrize(
    ("says", "words"),
    [
        ("Only your opponents may activate this ability.", "only your opponents may activate this ability"),
        (
            "This ability costs {1} less to activate for each Elf.",
            "this ability costs {1} less to activate for each Elf",
        ),
    ],
)
def test_who_may_activate_an_ability_and_what_it_costs_is_no_instruction(says: str, words: str) -> None:
    (ability,) = parts(f"{{2}}: Draw a card. {says} Activate only as a sorcery.", ab.Activated, ("creature",))
    assert ability.body == (i.Draw(),) and ability.restriction == f"{words}; only as a sorcery"


def test_to_solve_is_a_triggered_ability() -> None:
    raw = RawFace(
        name="Made Up", types=("enchantment",), subtypes=("Case",), oracle_text="To solve — You control an Elf."
    )
    (ability,) = compile_face(raw)
    assert isinstance(ability, ab.Triggered) and ability.when == "at the beginning of your end step"
    assert isinstance(ability.condition, ex.Both) and isinstance(ability.condition.conditions[0], ex.Exists)
    (done,) = ability.body
    assert isinstance(done, i.OtherAction) and done.touches == ("objects",)


@pytest.mark.parametrize(
    "text",
    [
        "Assemble two Contraptions",
        "Open an Attraction",
        "Reassemble target Contraption",
        "You may change the target of target spell",
        "Remove the pieces from the game",
        "It triggers",
        "~ intensifies by 1",
        "it's goaded for as long as they control it",
        "You may choose new targets for target spell",
        "Remove all of them from it",
        "Exchange your graveyard and library",
        "the rest on the bottom of your library in a random order",
        "Ante ~",
    ],
)
def test_an_instruction_that_moves_or_changes_objects_by_another_name_touches_them(text: str) -> None:
    assert touches_of(text) == ("objects",)


def test_how_often_an_ability_triggers_touches_nothing() -> None:
    assert touches_of("This ability triggers only once each turn") == ()


def test_what_changes_hands_life_or_anything_else_by_another_name_is_not_inert() -> None:
    assert touches_of("Draft a card from a book") == ("objects", "players")
    assert touches_of("it becomes 10") == ("players",)
    for text in ("It stops being a commander", "Head to a page and click a button", "Propose a new rule", "Harness ~"):
        assert touches_of(text)[0] == "any"
    assert touches_of("Reach until end of turn") == ("ability",)
    for text in (
        "Other artifacts are mono.",
        "Treat those two types like they're the same.",
        "Double all your spells and abilities.",
        "For Made Up!",
        "Made Up Tolerance +1",
    ):
        assert opaque_touches(text) == ("any",)
    assert opaque_touches("The number of loyalty counters on ~ is equal to the number of Elves.") == ("objects",)
    assert opaque_touches("Double f\u0336l\u0336y\u0336 strike") == ("any",)


def test_of_two_costs_neither_is_owed_by_itself() -> None:
    (ability,) = parts("{3}, {T} or {G}, {T}: Draw a card.", ab.Activated, ("artifact",))
    assert ability.cost == (OtherCost("{3}, {T} or {G}, {T}"),)


def test_of_the_modes_behind_tiered_one_is_chosen_and_behind_spree_one_or_more() -> None:
    modes = "• First — {0} — Target creature gains haste until end of turn.\n• Second — {1} — Draw a card."
    for word, choose in (("Tiered", "one"), ("Spree", "one or more")):
        face = RawFace(name="Made Up", types=("sorcery",), oracle_text=f"{word}\n{modes}")
        (modal,) = (each for each in compile_face(face) if isinstance(each, ab.Modal))
        assert modal.choose == choose
