"""Conditions and amounts about what was paid, cast or done, and how players compare, in made-up texts."""

from __future__ import annotations

from typing import Any

import pytest

from layerproof.kb.model.expression import CastFor, Compares, Is, Matches, OpaqueCondition, PerPlayer, Ref, ToldOf
from layerproof.kb.model.instruction import If
from layerproof.kb.oracle.compiler import compile_ability, compile_condition
from layerproof.kb.oracle.words.open_references import found, keeps_words


@pytest.mark.parametrize(
    ("words", "fact"),
    [
        ("mana from a Treasure was spent to activate this ability", {"outcome": ["payment", "mana from a Treasure"]}),
        ("you won", {"outcome": ["clash", "won"]}),
        ("it exploited that creature", {"outcome": ["exploit", "that creature"]}),
    ],
)
def test_what_only_a_resolution_tells(words: str, fact: dict[str, list[str]]) -> None:
    read = compile_condition(words)
    of, is_ = fact["outcome"]
    assert read is not None and (read.of, read.is_) == (of, is_)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "words",
    [
        "a player has more life than each other player",
        "a player controls more Goblins than each other player",
        "you control more creatures than each other player",
        "you control each creature on the battlefield with the greatest power",
        "it's the first combat phase of the turn",
        "you haven't cast a spell from your hand this turn",
        "a nonland permanent left the battlefield this turn or a spell was warped this turn",
        "a creature you control or a card in your hand has flying",
    ],
)
def test_how_players_compare_is_read_whole(words: str) -> None:
    read = compile_condition(words)
    assert read is not None
    assert not found(read, keeps_words)


def body(text: str, types: str = "creature") -> tuple[Any, ...]:
    (ability,) = compile_ability(text, types=(types,))
    return ability.body  # type: ignore[union-attr]


def test_what_a_player_cannot_do_is_asked_of_the_instruction_before() -> None:
    unable = body("At the beginning of your upkeep, sacrifice an artifact. If you can't, tap this creature.")
    twice = body("At the beginning of your upkeep, you may draw a card. If you do, exile it. If you can't, tap it.")
    assert not found(unable, lambda part: isinstance(part, OpaqueCondition))
    assert isinstance(unable[-1], If)
    assert not any("Unless" in repr(each) and "Outcome" in repr(each) for each in twice)


def test_if_you_do_not_with_what_one_does_not_do_is_no_plain_if_you_do_not() -> None:
    """The verb behind "If you don't" belongs to what is asked, it is nothing that is then done."""
    text = "{T}: You may reveal the top card of your library. If you don't put that card into your hand, draw a card."
    assert "gloss='put that card" not in repr(body(text))


def test_an_x_that_was_explained_before_is_what_a_condition_asks_about() -> None:
    read = body(
        "Whenever you attack, put X charge counters on this creature, where X is the number of permanents you've "
        "sacrificed this turn. If X is three or more, draw a card."
    )
    assert "permanents sacrificed this turn" in repr(read[-1].condition)
    assert not found(read, lambda part: isinstance(part, OpaqueCondition | PerPlayer))


def test_each_half_of_a_sentence_has_its_own_condition() -> None:
    first, second = body(
        "When this creature enters, creatures you control get +1/+0 until end of turn if {R} was spent to cast this "
        "creature, and creatures you control gain flying until end of turn if {U} was spent to cast this creature."
    )
    assert "red mana" in repr(first.condition) and "ModifyPT" in repr(first.then)
    assert "blue mana" in repr(second.condition) and "flying" in repr(second.then)


def test_it_behind_an_instruction_is_what_that_acts_upon() -> None:
    (counters,) = [each for each in body("Counter target spell if it was kicked.", "instant") if isinstance(each, If)]
    assert counters.condition == Compares(ToldOf("times kicked", Ref("target")), ">=", 1)
    (destroys,) = [each for each in body("Destroy target creature if it's white.", "instant") if isinstance(each, If)]
    assert destroys.condition == Matches(Ref("target"), Is("color", "white"))
    whole = body("When this creature enters, destroy all lands. If it was kicked, draw a card.")
    assert CastFor("kicker") in [each.condition for each in whole if isinstance(each, If)]
    # What has died is asked about as the card that it is by now, which is not read.
    (returns,) = body("Whenever equipped creature dies, return that card to the battlefield if it's a Samurai card.")
    assert isinstance(returns.condition, OpaqueCondition)
