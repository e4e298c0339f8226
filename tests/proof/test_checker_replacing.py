"""The checker's replacement and prevention effects: shields, counters, what goes elsewhere, choices on entering."""

from __future__ import annotations

import pytest

from layerproof.solver.proof.check.incomplete import Incomplete
from tests.proof.test_checker import replayed, size
from tests.proof.test_checker_actions import is_there

BEAR = "enters: Runeclaw Bear, as: bear"
MENDED = BEAR + "\nresolves: Mending Hands, targets: [bear]"
UMBRA = "enters: Withercrown, as: aura, attached_to: bear\neffect: This enchantment has umbra armor., on: aura"


def test_a_floor_and_a_doubling_of_one_loss_are_a_choice() -> None:
    worship = "life: {you: 2}\nenters: Runeclaw Bear, as: bear\nenters: Worship, as: worship\n"
    assert replayed(worship + "damage: 5, to: you").situation.players[0].life == 1
    doubling = "enters: Bloodletter of Aclazotz, as: letter, controller: opponent\nturn: opponent\n"
    with pytest.raises(Incomplete):
        replayed(worship + doubling + "damage: 5, to: you")


@pytest.mark.parametrize("abilities", ["[unleash]", "[riot]"])
def test_a_choice_on_entering_that_is_not_given_is_left_open(abilities: str) -> None:
    token = f"token: {{name: One, types: [creature], pt: 2/2, abilities: {abilities}}}, as: one"
    with pytest.raises(Incomplete):
        replayed(token)
    assert size(replayed(f"{token}, choices: {{may: true}}").by_label()["one"]) == (3, 3)


def test_two_choices_on_entering_are_not_told_apart() -> None:
    token = "token: {name: One, types: [creature], pt: 2/2, abilities: [riot, unleash]}, as: one"
    with pytest.raises(Incomplete):
        replayed(f"{token}, choices: {{may: true}}")


def test_what_goes_elsewhere_instead_of_to_the_graveyard_is_there() -> None:
    text = "If a card would be put into a graveyard from anywhere, exile it instead."
    rest = f'token: {{name: Rest, types: [enchantment], abilities: ["{text}"]}}, as: rest\n{BEAR}'
    found = replayed(f"{rest}\nresolves: Lightning Bolt, targets: [bear]")
    assert [each.zone for each in found.situation.objects] == ["battlefield", "exile", "exile"]


@pytest.mark.parametrize(
    ("then", "counters", "tapped"),
    [
        ("turn: you", {}, True),
        ("untap: bear\nuntap: bear", {}, False),
        ("damage: 1, to: bear", {"stun": 1}, True),
    ],
)
def test_a_stun_counter_goes_instead_of_untapping(then: str, counters: dict[str, int], tapped: bool) -> None:
    found = replayed(f"{BEAR}\nput: {{stun: 1}}, on: bear\ntap: bear\n{then}")
    bear = found.situation.objects[0]
    assert {each.kind: each.number for each in bear.counters} == counters and bear.tapped == tapped


def test_counters_keep_from_damage_destruction_and_the_graveyard() -> None:
    for then in ("damage: 2, to: bear", "resolves: Day of Judgment"):
        found = replayed(f"{BEAR}\nput: {{shield: 2}}, on: bear\n{then}")
        assert [each.number for each in found.situation.objects[0].counters] == [1]
        assert found.situation.objects[0].damage == 0
    found = replayed(f"{BEAR}\nput: {{finality: 1}}, on: bear\nleaves: bear, to: graveyard")
    assert [each.zone for each in found.situation.objects] == ["exile"]


def test_an_aura_with_umbra_armor_goes_in_place_of_what_it_enchants() -> None:
    found = replayed(f"{BEAR}\n{UMBRA}\nresolves: Day of Judgment")
    assert is_there(found, "bear") and not is_there(found, "aura")


def test_shields_of_players_and_shields_that_are_alike() -> None:
    found = replayed("resolves: Mending Hands, targets: [you]\ndamage: 6, to: you")
    assert found.situation.players[0].life == 18 and not found.situation.effects
    found = replayed(f"{MENDED}\nresolves: Mending Hands, targets: [bear]\ndamage: 1, to: bear")
    assert [each.mods[0].amount for each in found.situation.effects] == [3, 4]  # type: ignore[union-attr]
