"""Targets of sentences that are kept as their words, and how many of them there may be, by made-up templates."""

from __future__ import annotations

from typing import Any

import pytest

from layerproof.kb.model.expression import OwnedBy, PerPlayer, Player, X
from layerproof.kb.model.instruction import Target
from layerproof.kb.model.phrases.combat_filters import Did
from layerproof.kb.oracle.compiler import compile_ability
from layerproof.kb.oracle.words.open_references import found
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.kb.wording.nouns.antecedents import target_words
from layerproof.queries.answer.claim_answers import answer_all

# An action that no rule reads, so that a sentence with it is kept.
FROB = "Frob"


def targets(text: str) -> list[Target]:
    return found(compile_ability(f"{{X}}, {{T}}: {text}"), lambda part: isinstance(part, Target))


def target(text: str) -> Target:
    (one,) = targets(text)
    return one


def words(what: Any) -> list[str]:
    return [each.what for each in found(what, lambda part: isinstance(part, Did))]


@pytest.mark.parametrize(
    "said",
    [
        "triggered ability you control",
        "activated or triggered ability you don't control",
        "spell cast from a graveyard",
        "creature the active player has controlled continuously since the beginning of the turn",
        "opponent previously dealt damage by it",
        "creature other than the creature tapped this way",
        "creature another player controls that's blue",
        "creature their opponents control",
        "creature that's one or more colors",
        "permanent of that player's choice that one of your opponents controls",
        "nonland permanent [you control]",
        "creature that's blocking it",
    ],
)
def test_what_is_said_behind_a_target_and_not_read_is_not_lost(said: str) -> None:
    assert words(target(f"{FROB} target {said}.").filter)


@pytest.mark.parametrize("who", ["different players", "the same player", "the same opponent"])
def test_whose_several_targets_are_together_is_not_lost(who: str) -> None:
    assert words(target(f"{FROB} two target creatures controlled by {who}.").filter) == [f"controlled by {who}"]


@pytest.mark.parametrize("rest", ["on top of its owner's library", "and 3 frobs to you", "for each Elf you control"])
def test_what_is_done_to_a_target_is_not_said_of_it(rest: str) -> None:
    assert not words(target(f"{FROB} target creature {rest}.").filter)


@pytest.mark.parametrize(
    ("said", "left", "yours"),
    [
        ("creature card and all other cards with the same name as that card from your graveyard", [], True),
        ("creature card of that color from your graveyard to your hand", ["of that color"], True),
        ("creature card with different names from an opponent's graveyard", ["with different names"], False),
    ],
)
def test_a_card_is_where_the_words_say_it_is(said: str, left: list[str], yours: bool) -> None:
    one = target(f"{FROB} target {said}.")
    assert one.zones == ("graveyard",)
    assert words(one.filter) == left
    owner = Player("you" if yours else "opponent")
    assert found(one.filter, lambda part: part == OwnedBy(owner))


def test_a_card_of_which_no_zone_is_read_is_open() -> None:
    one = target(f"{FROB} target card in the ante.")
    assert words(one.filter) == ["in the ante"]
    assert len(one.zones) > 1


def test_a_target_that_points_at_something_else_is_one() -> None:
    first, second = targets(f"{FROB} target Elf a player controls and target Elf card in that player's graveyard.")
    assert words(first.filter)
    assert words(second.filter)


def test_how_many_players_are_targets() -> None:
    first, second = targets(f"{FROB} target player. Another target opponent frobs.")
    assert not first.other
    assert second == Target(player=True, opponent=True, other=True)
    assert target(f"Up to one target opponent {FROB}s.") == Target(player=True, opponent=True, least=0)
    assert target(f"Two target players each {FROB}.") == Target(player=True, count=2)
    assert target(f"Any number of target players each {FROB}.") == Target(player=True, any=True)


def test_for_each_of_something_there_may_be_any_number() -> None:
    one = target(f"For each color, {FROB} up to one target creature.")
    assert one.any
    assert one.limit == PerPlayer("for each color")


@pytest.mark.parametrize("done", ["{} can't block this turn.", f"{FROB} {{}}."])
def test_x_targets_are_not_up_to_x_targets(done: str) -> None:
    exact, most = target(done.format("X target creatures")), target(done.format("up to X target creatures"))
    assert (exact.limit, exact.least) == (X(), None)
    assert (most.limit, most.least) == (X(), 0)
    assert "up to" not in target_words(exact)
    assert "up to" in target_words(most)


@pytest.mark.parametrize(
    ("said", "limit"),
    [
        ("Distribute four +1/+1 counters among any number of target creatures.", 4),
        ("Distribute X +1/+1 counters among any number of target creatures.", X()),
        (f"Distribute three +1/+1 counters among one or more target creatures, then {FROB}.", 3),
        (f"~ deals 5 damage divided as you choose among any number of targets and {FROB}s.", 5),
        ("Prevent the next 4 damage that would be dealt this turn to any number of targets, divided as you choose.", 4),
    ],
)
def test_each_target_gets_some_of_what_is_divided(said: str, limit: Any) -> None:
    assert target(said).limit == limit


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("two target creatures controlled by different players", "[a, b]"),
        ("target opponent previously dealt damage by it", "[opponent]"),
        ("target creature the active player has controlled continuously since the beginning of the turn", "[a]"),
    ],
)
@pytest.mark.parametrize("way", ["legal", "illegal"])
def test_targets_that_words_only_tell_are_not_judged(said: str, named: str, way: str) -> None:
    giver = f'{{token: {{name: G, types: [enchantment], abilities: ["{{0}}: Choose {said}."]}}, as: giver}}'
    text = (
        f"timeline: [{giver}, {{enters: Grizzly Bears, as: a}}, {{enters: Gray Ogre, as: b}}]\n"
        f"claims: [{way}: {{activate: giver, ability: 1, targets: {named}}}]\n"
    )
    assert [each.verdict for each in answer_all(parse_scenarios(text).scenarios[0])] == ["undecided"]


def test_a_card_on_the_battlefield_is_none_in_a_graveyard() -> None:
    giver = (
        "{token: {name: G, types: [enchantment], abilities: ["
        '"{0}: Frob target creature card and all other frobs from your graveyard."]}, as: giver}'
    )
    text = (
        f"timeline: [{giver}, {{enters: Grizzly Bears, as: a}}, {{in: graveyard, card: Gray Ogre, as: b}}]\nclaims:\n"
        "  - illegal: {activate: giver, ability: 1, targets: [a]}\n"
        "  - legal: {activate: giver, ability: 1, targets: [b]}\n"
    )
    assert {each.verdict for each in answer_all(parse_scenarios(text).scenarios[0])} == {"proved"}
