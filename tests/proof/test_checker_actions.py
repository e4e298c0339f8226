"""What the checker makes of regenerating, preventing damage, discarding, proliferating, exchanging and returning."""

from __future__ import annotations

import pytest

from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.replay import Replay
from tests.proof.test_checker import replayed, size, view

BEAR = "enters: Runeclaw Bear, as: bear"


def zones(found: Replay) -> list[str]:
    return [each.zone for each in found.situation.objects]


def is_there(found: Replay, label: str) -> bool:
    return found.game.labels[label] in found.game.objects


# --- regenerating -----------------------------------------------------------------------------------------------------

SHIELDED = "enters: Drudge Skeletons, as: skeletons\nactivates: skeletons, ability: 1"


def test_a_shield_replaces_the_next_destruction_by_a_spell() -> None:
    found = replayed(SHIELDED + "\nresolves: Day of Judgment")
    assert is_there(found, "skeletons") and found.situation.objects[0].tapped
    assert not found.situation.effects
    assert not is_there(replayed(SHIELDED + "\nresolves: Day of Judgment\nresolves: Day of Judgment"), "skeletons")


def test_a_shield_replaces_destruction_by_lethal_damage_and_removes_it() -> None:
    found = replayed(SHIELDED + "\ndamage: 3, to: skeletons")
    skeletons = found.situation.objects[0]
    assert is_there(found, "skeletons") and skeletons.tapped and skeletons.damage == 0


def test_the_oldest_shield_is_used_and_the_other_is_left() -> None:
    found = replayed(SHIELDED + "\nactivates: skeletons, ability: 1\ndamage: 1, to: skeletons")
    assert [each.id for each in found.situation.effects] == [3]


@pytest.mark.parametrize(
    "end", ["resolves: Wrath of God", "put: {'-1/-1': 1}, on: skeletons", "end_of_turn: true\ndamage: 1, to: skeletons"]
)
def test_a_shield_does_not_help_where_it_may_not_apply(end: str) -> None:
    assert not is_there(replayed(f"{SHIELDED}\n{end}"), "skeletons")


def test_the_old_legend_rule_is_no_destruction() -> None:
    one = "enters: 'Skithiryx, the Blight Dragon', as: one\nactivates: one, ability: 2\n"
    assert not is_there(replayed(one + "enters: 'Skithiryx, the Blight Dragon', as: two", "2012-10-01"), "one")


def test_what_is_indestructible_uses_no_shield() -> None:
    found = replayed(SHIELDED + "\neffect: This creature has indestructible., on: skeletons\nresolves: Day of Judgment")
    assert not found.situation.objects[0].tapped and len(found.situation.effects) == 2


MENDED = BEAR + "\nresolves: Mending Hands, targets: [bear]"

# --- preventing damage ------------------------------------------------------------------------------------------------


def test_a_limited_shield_shrinks_and_ends() -> None:
    wurm = "enters: Craw Wurm, as: wurm\nresolves: Mending Hands, targets: [wurm]\ndamage: 3, to: wurm"
    found = replayed(wurm)
    assert found.situation.objects[0].damage == 0 and found.situation.effects[0].mods[0].amount == 1  # type: ignore[union-attr]
    found = replayed(wurm + "\ndamage: 3, to: wurm")
    assert found.situation.objects[0].damage == 2 and not found.situation.effects


def test_a_static_ability_prevents_some_of_each_damage() -> None:
    clerics = "enters: Daunting Defender, as: one\nenters: Daunting Defender, as: two\n"
    found = replayed(clerics + "damage: 3, to: one\ndamage: 3, to: one")
    assert found.situation.objects[0].damage == 2
    assert not is_there(replayed("enters: Daunting Defender, as: one\nenters: Humility\ndamage: 1, to: one"), "one")


def test_damage_by_creatures_of_any_time_is_prevented_but_not_that_of_spells() -> None:
    haze = f"{BEAR}\nresolves: Ethereal Haze\nenters: Craw Wurm, as: wurm\n"
    assert is_there(replayed(haze + "damage: 6, to: bear, from: wurm"), "bear")
    assert not is_there(replayed(haze + "resolves: Lightning Bolt, targets: [bear]"), "bear")
    assert replayed(haze + "damage: 6, to: you, from: wurm").situation.players[0].life == 20


def test_only_what_is_left_of_damage_has_results() -> None:
    timeline = (
        "enters: Hill Giant, as: giant\neffect: This creature has wither and lifelink., on: giant\n"
        f"{BEAR}, controller: opponent\nenters: Split-Tail Miko, as: miko, controller: opponent\n"
        "activates: miko, ability: 1, controller: opponent, targets: [bear]\ndamage: 3, to: bear, from: giant"
    )
    found = replayed(timeline)
    assert size(found.by_label()["bear"]) == (1, 1) and found.situation.players[0].life == 21


def test_protection_prevents_damage_from_its_quality() -> None:
    knight = "enters: White Knight, as: knight\nenters: Drudge Skeletons, as: black\n" + BEAR
    assert is_there(replayed(knight + "\ndamage: 5, to: knight, from: black"), "knight")
    assert not is_there(replayed(knight + "\ndamage: 5, to: knight, from: bear"), "knight")


@pytest.mark.parametrize(
    "timeline",
    [
        "enters: Daunting Defender, as: d\nresolves: Mending Hands, targets: [d]\ndamage: 1, to: d",
        f"{BEAR}\nresolves: Ethereal Haze\ndamage: 1, to: bear",
    ],
)
def test_what_is_open_or_not_modelled_about_damage_is_refused(timeline: str) -> None:
    with pytest.raises(Incomplete):
        replayed(timeline)


def test_one_damage_of_several_that_a_shield_may_prevent_is_left_open() -> None:
    timeline = MENDED + "\ntogether: [{damage: 4, to: bear}, {damage: 1, to: bear}]"
    with pytest.raises(Incomplete):
        replayed(timeline)


def test_damage_with_deathtouch_destroys_only_at_the_next_state_based_actions() -> None:
    timeline = (
        "enters: Craw Wurm, as: wurm\neffect: This creature has indestructible., on: wurm\n"
        f"{BEAR}\neffect: This creature has deathtouch., on: bear\ndamage: 1, to: wurm, from: bear"
    )
    assert is_there(replayed(timeline), "wurm")
    assert not any(each.deathtouched for each in replayed(timeline).situation.objects)
    assert is_there(replayed(timeline + "\nput: {'+1/+1': 3}, on: wurm\nenters: Humility"), "wurm")


# --- staying away -----------------------------------------------------------------------------------------------------

EXILED = (
    f"{BEAR}, controller: opponent\nenters: Banisher Priest, as: priest\ntriggers: priest, ability: 1, targets: [bear]"
)


def test_what_was_exiled_until_the_source_leaves_returns_right_after_it() -> None:
    found = replayed(EXILED)
    assert zones(found) == ["battlefield", "exile"]
    effect = found.situation.effects[0]
    assert (effect.id, effect.timestamp, effect.objects, effect.source, effect.controller) == (4, 4, (3,), 2, "you")
    for leaving in ("leaves: priest, to: hand", "damage: 2, to: priest", "resolves: Day of Judgment"):
        found = replayed(f"{EXILED}\n{leaving}")
        bear = next(each for each in found.situation.objects if each.zone == "battlefield")
        priest = next(each for each in found.situation.objects if each.card.name == "Banisher Priest")
        assert bear.controller == "opponent" and bear.id == priest.id + 1 and not found.situation.effects


def test_nothing_is_exiled_when_the_source_has_left() -> None:
    timeline = (
        f"{BEAR}, controller: opponent\nenters: Banisher Priest, as: priest\nleaves: priest, to: hand\n"
        "triggers: priest, ability: 1, targets: [bear]"
    )
    assert is_there(replayed(timeline), "bear")


def test_both_creatures_are_back_after_both_sources_died() -> None:
    timeline = (
        f"{EXILED}\nenters: Hill Giant, as: giant, controller: opponent\nenters: Banisher Priest, as: second\n"
        "triggers: second, ability: 1, targets: [giant]\nresolves: Day of Judgment\n"
        "enters: Scion of the Wild, as: scion, controller: opponent"
    )
    assert size(view(timeline, "scion")) == (3, 3)


# --- other actions ----------------------------------------------------------------------------------------------------


def test_control_is_exchanged_by_two_effects_of_one_timestamp_or_not_at_all() -> None:
    timeline = f"{BEAR}\nenters: Craw Wurm, as: wurm, controller: opponent\n"
    found = replayed(timeline + "resolves: Switcheroo, targets: [bear, wurm]")
    assert [found.by_label()[each]["controller"] for each in ("bear", "wurm")] == ["opponent", "you"]
    assert len({each.timestamp for each in found.situation.effects}) == 1
    for before in ("leaves: wurm, to: hand", "gains_control: you, of: wurm"):
        found = replayed(f"{timeline}{before}\nresolves: Switcheroo, targets: [bear, wurm]")
        assert found.by_label()["bear"]["controller"] == "you"


def test_a_player_discards_what_there_is() -> None:
    one = "in: hand, card: Forest, owner: opponent\n"
    assert zones(replayed(one + "resolves: Mind Rot, targets: [opponent]")) == ["graveyard", "graveyard"]
    drawn = replayed("resolves: Divination, controller: opponent\nresolves: Mind Rot, targets: [opponent]")
    assert drawn.situation.players[1].drawn == 0


def test_of_more_cards_those_chosen_are_discarded() -> None:
    hand = "".join(f"in: hand, card: {name}, as: {name}, owner: opponent\n" for name in ("Forest", "Island", "Swamp"))
    rot = "resolves: Mind Rot, targets: [opponent]"
    found = replayed(f"{hand}{rot}, choices: {{object: [Swamp, Forest]}}")
    assert [each.card.name for each in found.situation.objects if each.zone == "hand"] == ["Island"]
    for choices in ("", ", choices: {object: Swamp}"):
        with pytest.raises(Incomplete):
            replayed(hand + rot + choices)


def test_unlisted_cards_are_not_left_out_of_a_hand() -> None:
    with pytest.raises(Incomplete):
        replayed("resolves: Divination\nresolves: Dangerous Wager")


def test_proliferating_adds_one_counter_of_each_kind() -> None:
    timeline = "enters: Craw Wurm, as: wurm, counters: {'+1/+1': 1, charge: 2}\nresolves: Steady Progress"
    found = replayed(timeline + ", choices: {object: wurm}")
    counters = found.situation.objects[0].counters
    assert [(each.kind, each.number) for each in counters] == [("+1/+1", 2), ("charge", 3)]
    assert counters[0].timestamp < counters[1].timestamp
    assert size(view(timeline + ", choices: {object: wurm}", "wurm")) == (8, 6)


def test_counters_among_objects_are_counted_together() -> None:
    timeline = (
        f"{BEAR}\nenters: Craw Wurm, counters: {{'+1/+1': 3}}\n"
        "enters: Gleam of Authority, attached_to: bear\nput: {'+1/+1': 1}, on: bear"
    )
    assert size(view(timeline, "bear")) == (6, 6)


def test_a_token_named_for_a_card_is_that_card() -> None:
    timeline = "enters: Disa the Restless, as: disa\ntriggers: disa, ability: deal combat damage, makes: [token]"
    token = view("in: graveyard, card: Forest\n" + timeline, "token")
    assert token["names"] == ["Tarmogoyf"] and token["mana_value"] == 2 and size(token) == (1, 2)


def test_others_enter_tapped_but_not_what_enters_together_with_it() -> None:
    found = replayed(f"enters: Orb of Dreams, as: orb\n{BEAR}\ntoken: {{types: [creature], pt: 1/1}}")
    assert [each.tapped for each in found.situation.objects] == [False, True, True]
    together = f"together: [{{enters: Orb of Dreams, as: orb}}, {{{BEAR}, controller: opponent}}]"
    assert [each.tapped for each in replayed(together).situation.objects] == [False, False]


def test_an_effect_ends_as_the_turn_of_the_objects_controller_begins() -> None:
    timeline = (
        "turn: you\nenters: Forest, as: forest, controller: opponent\nenters: Orcish Farmer, as: farmer\n"
        "activates: farmer, ability: 1, targets: [forest]"
    )
    assert view(timeline + "\nturn: opponent", "forest")["subtypes"] == ["Forest"]
    stolen = timeline + "\ngains_control: you, of: forest\nturn: opponent"
    assert view(stolen, "forest")["subtypes"] == ["Swamp"]
    assert view(stolen + "\nturn: you", "forest")["subtypes"] == ["Forest"]


# --- state-based actions and what leaves at one moment ----------------------------------------------------------------

WORLDS = "together: [{enters: Gravity Sphere, as: sphere}, {enters: Living Plane, as: plane}], order: [sphere, plane]"


def test_world_permanents_that_arrive_at_one_moment_all_go() -> None:
    found = replayed(WORLDS)
    assert not is_there(found, "sphere") and not is_there(found, "plane")
    found = replayed("enters: Gravity Sphere, as: sphere\nenters: Living Plane, as: plane")
    assert not is_there(found, "sphere") and is_there(found, "plane")
    found = replayed("enters: Gravity Sphere, as: old\n" + WORLDS)
    assert not any(is_there(found, each) for each in ("old", "sphere", "plane"))


def test_what_leaves_at_one_moment_is_last_known_as_it_was_before() -> None:
    board = BEAR + "\nenters: Glorious Anthem, as: anthem\n"
    leave = ["{leaves: anthem, to: graveyard}", "{leaves: bear, to: graveyard}"]
    for order in (leave, leave[::-1]):
        assert size(view(f"{board}together: [{', '.join(order)}]", "bear")) == (3, 3)
    assert size(view(f"{board}leaves: anthem, to: graveyard\nleaves: bear, to: graveyard", "bear")) == (2, 2)


WARDED = BEAR + "\nenters: Black Ward, as: ward, attached_to: bear\n"


def test_an_aura_that_says_so_is_not_removed_by_the_protection_it_grants() -> None:
    black = "effect: This object is a black in addition to its other colors, on: "
    assert is_there(replayed(f"{WARDED}{black}ward"), "ward")
    other = WARDED + "enters: Withercrown, as: strength, attached_to: bear"
    assert not is_there(replayed(other), "strength") and is_there(replayed(other), "ward")
    twice = f"{WARDED}effect: This creature has protection from black., on: bear\n{black}ward"
    assert not is_there(replayed(twice), "ward")


def test_protection_from_no_single_word_is_not_looked_over() -> None:
    odd = BEAR + "\neffect: This creature has protection from even things., on: bear\n"
    with pytest.raises(Incomplete):
        replayed(odd + "enters: Withercrown, as: strength, attached_to: bear")


# --- turns, and what is not modelled ----------------------------------------------------------------------------------


def test_a_turn_untaps_the_permanents_of_its_player() -> None:
    board = f"turn: you\n{BEAR}, tapped: true\nenters: Runeclaw Bear, as: other, controller: opponent, tapped: true\n"
    assert [each.tapped for each in replayed(board + "turn: opponent").situation.objects] == [True, False]
    assert [each.tapped for each in replayed(board + "turn: you, step: upkeep").situation.objects] == [False, True]
    assert replayed(board + "turn: you").situation.turn == 2


UMBRA = "enters: Withercrown, as: aura, attached_to: bear\neffect: This enchantment has umbra armor., on: aura"


@pytest.mark.parametrize(
    ("before", "then"),
    [
        ('enters: "Tamiyo\'s Compleation", as: aura, attached_to: bear\ntap: bear', "turn: you"),
        ("tap: bear", "step: untap"),
    ],
)
def test_what_may_change_an_event_leaves_it_open(before: str, then: str) -> None:
    replayed(f"{BEAR}\n{before}")
    with pytest.raises(Incomplete):
        replayed(f"{BEAR}\n{before}\n{then}")


def test_what_is_a_creature_does_not_stay_attached_even_if_it_reconfigures() -> None:
    board = BEAR + "\nenters: Amorphous Axe, as: axe, attached_to: bear\nput: {'+1/+1': 1}, on: axe"
    board += "\neffect: This artifact has reconfigure, on: axe"
    assert replayed(board).situation.objects[1].attached_to == 1
    found = replayed(board + "\neffect: This artifact is a creature in addition to its other types, on: axe")
    assert is_there(found, "axe") and found.situation.objects[1].attached_to is None


def test_a_player_with_too_many_poison_counters_loses() -> None:
    board = BEAR + "\neffect: This creature has infect, on: bear\ndamage: 9, to: opponent, from: bear"
    assert not any(each.lost or each.life < 20 for each in replayed(board).situation.players)
    poisoned = replayed(board + "\ndamage: 1, to: opponent, from: bear").situation.players
    assert [each.name for each in poisoned if each.lost] == ["opponent"]


def test_hexproof_from_a_quality_is_no_bar_to_other_sources() -> None:
    board = BEAR + "\neffect: This creature has hexproof from black, on: bear\n"
    grow = "resolves: Giant Growth, controller: opponent, targets: [bear]"
    assert size(view(board + grow, "bear")) == (5, 5)
    assert size(view(board.replace("black", "green") + grow, "bear")) == (2, 2)
    assert size(view(board.replace(" from black", "") + grow, "bear")) == (2, 2)


def test_what_may_go_elsewhere_instead_of_to_the_graveyard_is_left_open() -> None:
    text = "If a card would be put into a graveyard from anywhere, you may exile it instead."
    rest = f'token: {{name: Rest, types: [enchantment], abilities: ["{text}"]}}, as: rest\n{BEAR}'
    for then in ("resolves: Giant Growth, targets: [bear]", "leaves: bear, to: graveyard"):
        with pytest.raises(Incomplete):
            replayed(f"{rest}\n{then}")
