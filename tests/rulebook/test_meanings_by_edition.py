"""Today's words on cards under older editions: where a meaning that they had not yet decides, the answer is open."""

from __future__ import annotations

import pytest

from layerproof.kb.model.expression import AllOf, AnyOf, ControlledBy, Is, Player
from layerproof.kb.model.instruction import Target
from layerproof.kb.rulebook.edition import edition_names, load_edition
from layerproof.kb.rulebook.editions.later_meanings import legendary_by_later_words, meanings, target_of_later_words
from layerproof.kb.rulebook.policies import policy_histories
from layerproof.queries.answer.scenario_answers import prove

CREATURE, WALKER, BATTLE = (Is("type", word) for word in ("creature", "planeswalker", "battle"))
ANY_TARGET = Target(AnyOf((CREATURE, WALKER, BATTLE)), player=True)
MINE = AllOf((WALKER, ControlledBy(Player("you"))))
OLD, NEW = "2012-10-01", "current"


def test_each_meaning_begins_with_an_edition() -> None:
    assert {each.since for each in meanings().values()} <= set(edition_names())
    assert all(bool(each.beside_players) != bool(each.legendary) for each in meanings().values())
    # Planeswalkers became legendary as the rule of their own went.
    assert policy_histories()["planeswalker_uniqueness"][meanings()["legendary_planeswalker"].since] == "none"


@pytest.mark.parametrize(
    ("target", "types", "open_"),
    [
        (ANY_TARGET, {"planeswalker"}, True),
        (ANY_TARGET, {"battle"}, True),
        (ANY_TARGET, {"creature"}, False),
        (ANY_TARGET, {"creature", "planeswalker"}, False),
        (Target(WALKER, player=True), {"creature", "planeswalker"}, True),
        (Target(MINE, player=True), {"planeswalker"}, True),
        (Target(AnyOf((CREATURE, WALKER))), {"planeswalker"}, False),
        (Target(WALKER), {"planeswalker"}, False),
        (Target(None, player=True), {"planeswalker"}, False),
    ],
)
def test_only_what_words_allow_beside_players_is_open(target: Target, types: set[str], open_: bool) -> None:
    old = target_of_later_words(load_edition(OLD), target, frozenset(types))
    assert (old is not None) == open_
    assert target_of_later_words(load_edition(NEW), target, frozenset(types)) is None


def test_battles_came_later_than_planeswalkers() -> None:
    between = load_edition("2020-04-17")
    assert target_of_later_words(between, ANY_TARGET, frozenset(["planeswalker"])) is None
    assert target_of_later_words(between, ANY_TARGET, frozenset(["battle"])) is not None


def test_what_is_legendary_by_later_words() -> None:
    for types, open_ in ((["planeswalker"], True), (["creature"], False), (["land"], False)):
        assert (legendary_by_later_words(load_edition(OLD), frozenset(types)) is not None) == open_
        assert legendary_by_later_words(load_edition(NEW), frozenset(types)) is None


BOLT = """
scenario: Lightning Bolt
timeline:
  - {enters: Jace Beleren, as: jace, controller: opponent}
  - {enters: Grizzly Bears, as: bears, controller: opponent}
claims:
  - CLAIM
    edition: [2012-10-01, 2017-09-25, 2018-07-13, current]
"""


@pytest.mark.parametrize(
    ("claim", "verdicts"),
    [
        ("legal: {cast: Lightning Bolt, targets: [jace]}", "undecided undecided proved proved"),
        ("illegal: {cast: Lightning Bolt, targets: [jace]}", "undecided undecided refuted refuted"),
        ("legal: {cast: Lightning Bolt, targets: [bears]}", "proved proved proved proved"),
        ("illegal: {cast: Lightning Bolt, targets: [opponent]}", "refuted refuted refuted refuted"),
        ("legal: {cast: Lightning Bolt}", "proved proved proved proved"),
        ("jace: {has: [legendary]}", "undecided proved proved proved"),
        ("jace: {supertypes: []}", "undecided refuted refuted refuted"),
        ("jace: {types: [planeswalker], loyalty: 3}", "proved proved proved proved"),
    ],
)
def test_words_of_today_under_older_rules(claim: str, verdicts: str) -> None:
    answers = prove(BOLT.replace("CLAIM", claim))
    assert [each.verdict for each in answers] == verdicts.split(), [each.message for each in answers]


def test_what_resolves_on_a_planeswalker_is_open_then() -> None:
    text = BOLT.replace("claims:", "  - {resolves: Lightning Bolt, targets: [TARGET]}\nclaims:")
    said = prove(text.replace("TARGET", "jace").replace("CLAIM", "jace: {on_battlefield: false}"))
    assert [each.verdict for each in said] == ["undecided", "undecided", "proved", "proved"]
    assert "before 2018-07-13" in said[0].message
    said = prove(text.replace("TARGET", "bears").replace("CLAIM", "bears: {on_battlefield: false}"))
    assert [each.verdict for each in said] == ["proved"] * 4


def test_words_that_were_renamed_change_nothing() -> None:
    text = """
scenario: Renamed words
edition: 2012-10-01
timeline:
  - token: {name: Watcher, types: [creature], pt: 1/1, abilities: ["Whenever a creature dies, you gain 1 life."]}
    as: watcher
  - {enters: Grizzly Bears, as: bears}
  - {leaves: bears, to: graveyard}
claims:
  - triggers: watcher
  - bears: {mana_value: 2}
"""
    assert [each.verdict for each in prove(text)] == ["proved", "proved"]
