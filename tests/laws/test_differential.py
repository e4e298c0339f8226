"""The solver against a second, slow statement of the layers that was written from the rules text alone."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from layerproof.kb.rulebook.edition import load_edition
from tests.helpers.card_boards import Board, boards, game_of, view_of
from tests.reference.acting import Acting, Kinds
from tests.reference.brute import Brute, Row, outcomes
from tests.reference.thing import Thing, Things

EDITIONS = ("2012-10-01", "current")
MOON_AND_TOMB: Board = [
    {"enters": "Urborg, Tomb of Yawgmoth", "as": "o0", "controller": "you"},
    {"enters": "Island", "as": "o1", "controller": "you"},
    {"enters": "Blood Moon", "as": "o2", "controller": "you"},
]
SETTINGS = settings(max_examples=max(200, settings.default.max_examples if settings.default else 0))


def by_solver(board: Board, edition: str) -> dict[int, tuple[Any, ...]]:
    """What the solver says of every object."""
    return {
        identifier: (
            entry.names, entry.mana_value, entry.colors, entry.supertypes, entry.types, entry.subtypes, entry.power,
            entry.toughness, (entry.base_power, entry.base_toughness), entry.controller, entry.intrinsic,
            sorted(repr(each.ability) for each in entry.abilities),
        )
        for identifier, entry in view_of(game_of(board, edition)).items()
    }  # fmt: skip


def stated(thing: Thing) -> tuple[Any, ...]:
    """What the brute statement says of one object, in the same order."""
    return (
        thing.names, thing.mana_value, thing.colors, thing.supertypes, thing.types, thing.subtypes, thing.power,
        thing.toughness, thing.base, thing.controller, thing.land_mana,
        sorted(repr(each.ability) for each in thing.abilities),
    )  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("edition", EDITIONS)
@SETTINGS
@given(board=boards(resolved=False))
def test_the_solver_agrees_with_the_brute_statement(edition: str, board: Board) -> None:
    game = game_of(board, edition)
    found = outcomes(game.situation, game.edition)
    assert len(found) == 1, "known timestamps must give one outcome"
    assert by_solver(board, edition) == {identifier: stated(thing) for identifier, thing in found[0].items()}


class Timestamps(Brute):
    """The same without dependencies, to see that the comparison would notice their absence."""

    def depends(self, a: Acting, b: Acting, things: Things, row: Row, kinds: Kinds) -> bool:
        return False


class Forgetful(Brute):
    """The same, except that an effect looks for its objects anew in each row, against the rule of parts in layers."""

    def affected(self, acting: Acting, things: Things, row: Row) -> frozenset[int]:
        return super().affected(acting, things, Row({}, row.done))


MARCH: Board = [
    {"enters": "Sol Ring", "as": "o0", "controller": "you"},
    {"enters": "March of the Machines", "as": "o1", "controller": "you"},
]


@pytest.mark.parametrize(("altered", "board"), [(Timestamps, MOON_AND_TOMB), (Forgetful, MARCH)])
def test_a_wrong_statement_is_noticed(altered: type[Brute], board: Board) -> None:
    situation = game_of(board).situation
    found = altered(situation, load_edition("current")).outcomes()
    assert by_solver(board, "current") != {identifier: stated(thing) for identifier, thing in found[0].items()}
    right = outcomes(situation, load_edition("current"))
    assert by_solver(board, "current") == {identifier: stated(thing) for identifier, thing in right[0].items()}
