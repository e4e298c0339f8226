"""What one-shot effects say of choices, payments and results of the resolution, by made-up templates."""

from __future__ import annotations

import pytest

from layerproof.kb.model.expression import Chose, Player, Turn
from layerproof.kb.model.instruction import Begin, If, OtherAction
from layerproof.kb.oracle import compile_ability
from layerproof.kb.oracle.marks import found, keeps_words


def ifs(text: str, types: tuple[str, ...] = ("creature",)) -> list[If]:
    """The instructions under conditions that a paragraph has."""
    return found(compile_ability(text, "", types), lambda part: isinstance(part, If))


def is_whole(text: str, types: tuple[str, ...] = ("creature",)) -> bool:
    """Whether no condition, amount or description of a paragraph is kept as words."""
    return not found(compile_ability(text, "", types), keeps_words)


def test_if_you_do_asks_whether_one_chose_to() -> None:
    (made,) = ifs("Whenever this creature attacks, you may pay {1}{W}. If you do, it gains flying until end of turn.")
    assert made.condition == Chose("may") and made.then[0] == OtherAction("pay {1}{W}")
    assert isinstance(made.then[1], Begin)


def test_if_you_dont_asks_whether_one_chose_not_to() -> None:
    text = "At the beginning of your upkeep, you may pay {R}. If you don't, this creature gets -1/-1 until end of turn."
    (made,) = ifs(text)
    assert made.condition == Chose("may") and isinstance(made.else_[0], Begin)
    assert not any(isinstance(each, Begin) for each in made.then)


def test_an_option_under_a_condition_is_taken_only_where_that_holds() -> None:
    text = (
        "At the beginning of your upkeep, look at the top card of your library. If it's your turn, you may reveal it. "
        "If you do, this creature gets +1/+1 until end of turn."
    )
    outer, inner = ifs(text)
    assert outer.condition == Turn(Player("you")) and outer.then == (inner,)
    assert inner.condition == Chose("may") and isinstance(inner.then[-1], Begin)


@pytest.mark.parametrize("verb", ["cast that card", "play that card"])
def test_what_may_be_done_later_is_no_option_of_the_resolution(verb: str) -> None:
    text = f"Exile the top card of your library. You may {verb} this turn. If you do, target Elf gains reach."
    assert not any(each.condition == Chose("may") for each in ifs(text, ("sorcery",)))
