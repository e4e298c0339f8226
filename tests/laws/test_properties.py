"""Laws that hold for every board: what must not matter does not matter, and every proof is accepted."""

from __future__ import annotations

from typing import Any

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from layerproof.kb.cards.store import load_card
from layerproof.kb.rulebook.edition import load_edition
from layerproof.queries.answer.claim_answers import answer_all
from layerproof.solver.proof.check.checker import check
from tests.helpers.card_boards import (
    ATTACHED,
    CHANGED,
    CHOOSING,
    EVERY,
    THIRD,
    Board,
    boards,
    game_of,
    plain_of,
    scenario_of,
    view_of,
)

FEWER = settings(max_examples=max(15, (settings.default.max_examples if settings.default else 0) // 2))
COUNTING_ALL = {"Coat of Arms"}
LOOP: Board = [
    {"enters": "Life and Limb", "as": "o0", "controller": "you"},
    {"enters": "Blood Moon", "as": "o1", "controller": "you"},
    {"enters": "Dryad Arbor", "as": "o2", "controller": "you"},
]


def cards(board: Board) -> set[str]:
    """The names of the cards of a board."""
    return {str(event[key]) for event in board for key in ("enters", "card") if key in event}


def is_younger(card: str) -> bool:
    """Whether a card has a subtype that the rules of 2012 did not know."""
    known = load_edition("2012-10-01").vocabulary
    return any(not known.families_of(word) for word in load_card(card).faces[0].subtypes)


def renamed(value: Any, names: dict[str, str]) -> Any:
    """A plain value with the labels in it replaced."""
    if isinstance(value, dict):
        return {key: renamed(each, names) for key, each in value.items()}
    if isinstance(value, list):
        return [renamed(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


def proof_of(board: Board, edition: str = "current") -> dict[str, Any]:
    """The proof of a claim about a board, which must have been accepted."""
    (answer,) = answer_all(scenario_of(board, edition=edition))
    assert answer.verdict == "proved", answer.message
    assert answer.proof is not None
    return answer.proof


@given(board=boards())
def test_deriving_twice_is_the_same(board: Board) -> None:
    game = game_of(board)
    assert view_of(game) == view_of(game)
    assert plain_of(game) == plain_of(game_of(board))


@given(board=boards())
@example(board=LOOP)
def test_skipping_pairs_by_their_footprints_never_changes_a_view(board: Board) -> None:
    for edition in ("2012-10-01", "current"):
        game = game_of(board, edition)
        assert view_of(game, skip=True) == view_of(game, skip=False)


@given(board=boards())
def test_renaming_labels_renames_the_answer(board: Board) -> None:
    names = {str(event["as"]): f"thing-{event['as']}" for event in board if "as" in event}
    found = plain_of(game_of(renamed(board, names)))
    assert found == {names[label]: values for label, values in plain_of(game_of(board)).items()}


@given(board=boards(), data=st.data())
def test_orders_that_do_not_matter_change_nothing(board: Board, data: st.DataObject) -> None:
    first = [event for event in board if "in" in event]
    counters = [event for event in board if "put" in event]
    spells = [event for event in board if "resolves" in event]
    entering = [event for event in board if "enters" in event]
    place = data.draw(st.integers(0, len(entering)))
    # Counters only add up, whenever they were put there; a card in a graveyard has no timestamp that an effect sees.
    other = [*entering[:place], *first, *entering[place:], *data.draw(st.permutations(counters)), *spells]
    keys = [dict(reversed(event.items())) for event in other]
    assert plain_of(game_of(keys)) == plain_of(game_of(board))


@given(board=boards())
def test_where_nothing_waits_the_order_is_that_of_timestamps(board: Board) -> None:
    steps = proof_of(board)["steps"]
    for row in {step["conclusion"]["row"] for step in steps if step["kind"] == "next"}:
        in_row = [step for step in steps if step["conclusion"].get("row") == row]
        if any(step["kind"] == "waits" for step in in_row):
            continue
        begin = next(index for index, step in enumerate(in_row) if step["kind"] == "next")
        at_first = {
            step["conclusion"]["part"]: (not step["conclusion"]["cda"], step["conclusion"]["timestamp"])
            for step in in_row[:begin]
            if step["kind"] == "exists"
        }
        taken = [step["conclusion"]["part"] for step in in_row if step["kind"] == "next"]
        places = [at_first[part] for part in taken if part in at_first]
        if row.startswith("layer.power_toughness"):
            places = [(True, timestamp) for _, timestamp in places]
        assert places == sorted(places), (row, taken)


@given(board=boards())
def test_a_stranger_changes_no_one_else(board: Board) -> None:
    assume(not cards(board) & COUNTING_ALL)
    stranger = {"enters": "Hill Giant", "as": "stranger", "controller": THIRD}
    # Last, it is younger than all effects; first, it is older.
    for more in ([*board, stranger], [stranger, *board]):
        found = plain_of(game_of(more))
        del found["stranger"]
        assert found == plain_of(game_of(board))


def test_a_stranger_that_is_counted_does_matter() -> None:
    board: Board = [{"enters": card, "as": label} for card, label in (("Coat of Arms", "coat"), ("Hill Giant", "o0"))]
    more = [*board, {"enters": "Hill Giant", "as": "stranger", "controller": THIRD}]
    assert plain_of(game_of(board))["o0"]["power"] == 3
    assert plain_of(game_of(more))["o0"]["power"] == 4


@given(board=boards())
def test_boards_without_a_changed_rule_agree_in_both_editions(board: Board) -> None:
    assume(not cards(board) & CHANGED and not any(is_younger(card) for card in cards(board)))
    assert plain_of(game_of(board, "2012-10-01")) == plain_of(game_of(board, "current"))


@FEWER
@given(board=boards())
@example(board=LOOP)
def test_every_proof_passes_the_checker(board: Board) -> None:
    for edition in ("2012-10-01", "current"):
        checked = check(proof_of(board, edition))
        assert checked.verdict == "valid", checked


def test_the_strategies_name_no_card_that_is_not_there() -> None:
    for card in (*EVERY, *ATTACHED):
        asked = {"choices": CHOOSING[card]} if card in CHOOSING else {}
        assert game_of([{"enters": card, "as": "o0", **asked}])
    assert {*EVERY, *ATTACHED} > CHANGED


def test_the_proof_of_a_copied_land_ability_passes_the_checker() -> None:
    board: Board = [
        {"in": "graveyard", "card": "Dryad Arbor", "as": "dead", "owner": "you"},
        {"enters": "Necrotic Ooze", "as": "o0", "controller": "you"},
    ]
    assert check(proof_of(board)).verdict == "valid"
