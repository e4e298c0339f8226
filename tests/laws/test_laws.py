"""Laws of the layers on situations drawn from the model, and of unknowns and editions on boards of cards.

`pytest tests/laws/test_laws.py tests/laws/test_properties.py --hypothesis-profile=long` looks for thousands more.
"""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from layerproof.kb.model.card import Card, Face
from layerproof.kb.model.expression import Ref
from layerproof.kb.model.situation import GameObject, Situation
from layerproof.kb.rulebook.edition import edition_names, load_edition
from layerproof.queries.answer.claim_answers import answer_all
from layerproof.solver.layers.changing import work_out
from layerproof.solver.layers.derive import Derivation
from layerproof.solver.layers.scene import Scene
from layerproof.solver.proof.check.checker import check
from tests.helpers.card_boards import CHANGED, Board, boards, game_of, plain_of, scenario_of
from tests.helpers.model_boards import situations
from tests.helpers.open_orders import board as open_board
from tests.helpers.open_orders import outcomes_of
from tests.laws.test_properties import LOOP, cards, is_younger

MANY = settings.default.max_examples if settings.default else 40
LAW = settings(max_examples=max(60, MANY))
SLOW = settings(max_examples=max(8, MANY // 5))
EDITIONS = ("2012-10-01", "current")
STRANGE = 15
# Nothing in the drawn situations speaks of exile.
STRANGER = GameObject(
    STRANGE, Card((Face("Stranger", ("creature",), "{W}", power=1, toughness=1),)), "exile", "third", "third", 0
)


def view_of(situation: Situation, edition: str = "current", skip: bool = True) -> dict[int, Any]:
    """What the solver derives for every object, without the names of ability instances, which hold identifiers."""
    view = Derivation(Scene(situation, load_edition(edition)), skip=skip).run()
    return {
        identifier: msgspec.structs.replace(entry, abilities=tuple(each.ability for each in entry.abilities))
        for identifier, entry in view.items()
    }


def with_numbers(record: Any, new: dict[int, int]) -> Any:
    """A record with the identifiers of objects in references replaced."""
    if isinstance(record, Ref) and record.kind == "object":
        return Ref("object", new[record.index])
    if isinstance(record, tuple):
        return tuple(with_numbers(each, new) for each in record)
    if isinstance(record, msgspec.Struct):
        return msgspec.structs.replace(
            record, **{name: with_numbers(getattr(record, name), new) for name in record.__struct_fields__}
        )
    return record


def renumbered(situation: Situation, new: dict[int, int]) -> Situation:
    """The same situation with other identifiers, listed in their order, as the model has it."""
    replace = msgspec.structs.replace
    objects = [
        replace(item, id=new[item.id], attached_to=new.get(item.attached_to, item.attached_to))  # type: ignore[arg-type]
        for item in situation.objects
    ]
    effects = [
        replace(each, objects=tuple(sorted(new[one] for one in each.objects or ())), mods=with_numbers(each.mods, new))
        for each in situation.effects
    ]
    return replace(situation, objects=tuple(sorted(objects, key=lambda item: item.id)), effects=tuple(effects))


def with_timestamps(situation: Situation, new: dict[int, int]) -> Situation:
    """The same situation with other timestamps."""
    replace = msgspec.structs.replace
    objects = tuple(
        replace(
            item,
            timestamp=new[item.timestamp],
            counters=tuple(replace(each, timestamp=new[each.timestamp]) for each in item.counters),
        )
        for item in situation.objects
    )
    effects = tuple(replace(each, timestamp=new[each.timestamp]) for each in situation.effects)
    return replace(situation, objects=objects, effects=effects, clock=max(new.values()) + 1)


@pytest.mark.parametrize("edition", EDITIONS)
@LAW
@given(situation=situations())
def test_skipping_what_cannot_interact_never_changes_a_view(edition: str, situation: Situation) -> None:
    whole = Derivation(Scene(situation, load_edition(edition)), skip=False).run()
    assert Derivation(Scene(situation, load_edition(edition)), skip=True).run() == whole


@LAW
@given(situation=situations(), data=st.data())
def test_the_order_of_listing_changes_nothing(situation: Situation, data: st.DataObject) -> None:
    other = msgspec.structs.replace(
        situation,
        objects=tuple(data.draw(st.permutations(situation.objects))),
        effects=tuple(data.draw(st.permutations(situation.effects))),
        players=tuple(data.draw(st.permutations(situation.players))),
    )
    assert view_of(other) == view_of(situation)


@LAW
@given(situation=situations(), data=st.data())
def test_only_the_order_of_timestamps_counts(situation: Situation, data: st.DataObject) -> None:
    gaps = data.draw(st.lists(st.integers(1, 9), min_size=40, max_size=40))
    new = {old: sum(gaps[:old]) for old in range(1, 40)}
    assert view_of(with_timestamps(situation, new)) == view_of(situation)


def test_another_order_of_timestamps_does_count() -> None:
    rebuilt = game_of([
        {"enters": "Humility", "as": "a"}, {"enters": "Godhead of Awe", "as": "b"},
        {"resolves": "Turn to Frog", "targets": ["b"]}, {"resolves": "Ovinize", "targets": ["b"]},
    ])  # fmt: skip
    stamps = sorted(each.timestamp for each in rebuilt.situation.effects)
    new = {number: number for number in range(40)} | {stamps[0]: stamps[1], stamps[1]: stamps[0]}
    assert view_of(with_timestamps(rebuilt.situation, new)) != view_of(rebuilt.situation)


@LAW
@given(situation=situations(), data=st.data())
def test_other_identifiers_give_the_same_answer(situation: Situation, data: st.DataObject) -> None:
    old = [item.id for item in situation.objects]
    new = dict(zip(old, data.draw(st.permutations(range(1, 15)))[: len(old)], strict=True))
    found = view_of(renumbered(situation, new))
    assert {new[identifier]: entry for identifier, entry in view_of(situation).items()} == found


@LAW
@given(situation=situations())
def test_an_object_that_nothing_speaks_of_changes_no_one_else(situation: Situation) -> None:
    found = view_of(msgspec.structs.replace(situation, objects=(*situation.objects, STRANGER)))
    del found[STRANGE]
    assert found == view_of(situation)


# --- editions --------------------------------------------------------------------------------------------------------


@pytest.mark.long
@SLOW
@given(board=boards())
def test_boards_without_a_changed_rule_agree_in_all_editions(board: Board) -> None:
    assume(not cards(board) & CHANGED and not any(is_younger(card) for card in cards(board)))
    today = plain_of(game_of(board))
    for edition in edition_names():
        assert plain_of(game_of(board, edition)) == today, edition


@SLOW
@given(board=boards())
@example(board=LOOP)
def test_every_proof_of_every_edition_passes_the_checker(board: Board) -> None:
    for edition in edition_names()[::7]:
        for answer in answer_all(scenario_of(board, edition=edition)):
            assert answer.verdict == "proved" and answer.proof is not None, answer.message
            assert check(answer.proof).verdict == "valid"


# --- unknowns --------------------------------------------------------------------------------------------------------


def fewer_unknowns(plain: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The same scenario with one unknown known: a value that was open, or which event of an open order comes first."""
    known: dict[str, Any] = json.loads(json.dumps(plain))
    place = next(number for number, event in enumerate(known["timeline"]) if "any_order" in event)
    puts = [event["put"] for event in known["timeline"] if "put" in event]
    values = [put for put in puts if isinstance(put.get("level"), dict)]
    if values and chance.random() < 0.5:
        values[0]["level"] = chance.choice(values[0]["level"]["any"])
        return known
    events = known["timeline"][place]["any_order"]
    first = events.pop(chance.randrange(len(events)))
    known["timeline"][place : place + 1] = [first, {"any_order": events}] if len(events) > 1 else [first, *events]
    return known


@pytest.mark.parametrize("seed", range(max(40, MANY)))
def test_fewer_unknowns_give_a_part_of_the_outcomes(seed: int) -> None:
    plain, labels = open_board(seed)
    every = outcomes_of(plain, labels)
    if isinstance(every, str):
        return
    for again in range(3):
        some = outcomes_of(fewer_unknowns(plain, random.Random(1000 * seed + again)), labels)
        assert not isinstance(some, str), some
        assert some and some <= every


def test_fewer_unknowns_do_give_fewer_outcomes_somewhere() -> None:
    sizes = []
    for seed in range(30):
        plain, labels = open_board(seed)
        every, some = outcomes_of(plain, labels), outcomes_of(fewer_unknowns(plain, random.Random(seed)), labels)
        if not isinstance(every, str) and not isinstance(some, str):
            sizes.append((len(some), len(every)))
    assert sum(few < many for few, many in sizes) >= 3, sizes


@LAW
@given(situation=situations())
def test_what_is_settled_needs_nothing_worked_out(situation: Situation) -> None:
    """A modification that is taken as it stands is what working it out would give, for every object."""
    derivation = Derivation(Scene(situation, load_edition("current")))
    derivation.run()
    parts = [*derivation.fixed, *derivation.statics.values()]
    for part in parts:
        for row in part.rows.values():
            if row.settled:
                for it in derivation.scene.view:
                    assert [work_out(mod, derivation.scene, part.source, it) for mod in row.mods] == list(row.mods)
