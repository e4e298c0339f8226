"""The solver and the checker against two other statements of the layers, on situations drawn from the model.

`pytest tests/laws/test_statements.py --hypothesis-profile=long` looks for thousands of new situations.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings

from layerproof.kb.model import modification as mo
from layerproof.kb.model.ability import Static
from layerproof.kb.model.card import Card, Face
from layerproof.kb.model.effect import Effect, Only
from layerproof.kb.model.expression import Player, Ref
from layerproof.kb.model.situation import GameObject, InForce, PlayerState, Situation
from layerproof.kb.rulebook.edition import Edition, load_edition
from layerproof.solver.layers.derive import Derivation
from layerproof.solver.layers.scene import Scene
from layerproof.solver.proof.check.deriving import derive as checked
from layerproof.solver.proof.check.world import World
from tests.helpers.card_boards import Board, boards, game_of
from tests.helpers.model_boards import situations
from tests.laws.test_differential import MARCH, MOON_AND_TOMB
from tests.reference import answer_sets
from tests.reference.answer_sets import AnswerSets, Said, simplified
from tests.reference.brute import outcomes
from tests.reference.facts import Facts
from tests.reference.facts_of_phrases import NotStated
from tests.reference.thing import Thing

MANY = settings.default.max_examples if settings.default else 40
BY_BRUTE = settings(max_examples=max(100, MANY))
BY_ANSWER_SETS = settings(max_examples=max(10, MANY // 4))
EDITIONS = ("2012-10-01", "current")
READINGS = ("requeue", "at_once")


def by_solver(situation: Situation, edition: Edition, facts: Facts, reading: str) -> dict[int, Said]:
    """What the solver says of every object, by one reading of when a freed effect applies."""
    derivation = Derivation(Scene(situation, edition), freed=reading)
    return {identifier: said(entry, facts) for identifier, entry in derivation.run().items()}


def said(entry: Any, facts: Facts) -> Said:
    """An entry of a view, of the solver or of the checker, in the words of the comparison."""
    return Said(
        frozenset(entry.names), entry.mana_value, frozenset(entry.colors), frozenset(entry.supertypes),
        frozenset(entry.types), simplified(entry, facts), tuple(sorted(repr(each.ability) for each in entry.abilities)),
        entry.power, entry.toughness, (entry.base_power, entry.base_toughness), entry.controller, not entry.intrinsic,
    )  # fmt: skip


def stated(thing: Thing, facts: Facts) -> Said:
    """What the brute statement says of one object."""
    return Said(
        frozenset(thing.names), thing.mana_value, thing.colors, thing.supertypes, thing.types, simplified(thing, facts),
        tuple(sorted(repr(each.ability) for each in thing.abilities)), thing.power, thing.toughness, thing.base,
        thing.controller, not thing.land_mana,
    )  # fmt: skip


def by_brute(situation: Situation, edition: Edition, facts: Facts, reading: str) -> dict[int, Said]:
    """What the brute statement says of every object."""
    found = outcomes(situation, edition, reading)
    assert len(found) == 1, "known timestamps must give one outcome"
    return {identifier: stated(thing, facts) for identifier, thing in found[0].items()}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("reading", READINGS)
@BY_BRUTE
@given(situation=situations())
def test_the_brute_statement_agrees(reading: str, edition: str, situation: Situation) -> None:
    rules = load_edition(edition)
    facts = Facts(situation, rules)
    solved = by_solver(situation, rules, facts, reading)
    assert by_brute(situation, rules, facts, reading) == solved
    if reading == "requeue":
        entries = checked(World(situation, rules, {})).view
        assert {identifier: said(entry, facts) for identifier, entry in entries.items()} == solved


@pytest.mark.long
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("reading", READINGS)
@BY_ANSWER_SETS
@given(situation=situations())
def test_the_answer_set_program_agrees(reading: str, edition: str, situation: Situation) -> None:
    rules = load_edition(edition)
    statement = AnswerSets(situation, rules, reading)
    assert statement.run() == by_solver(situation, rules, statement.facts, reading)


@pytest.mark.long
@BY_ANSWER_SETS
@given(board=boards(largest=4))
@example(board=MOON_AND_TOMB)
@example(board=MARCH)
def test_the_answer_set_program_agrees_on_boards_of_cards(board: Board) -> None:
    game = game_of(board)
    try:
        statement = AnswerSets(game.situation, game.edition)
    except NotStated:
        return
    assert statement.run() == by_solver(game.situation, game.edition, statement.facts, "requeue")


def taking_over(lost: bool) -> Situation:
    """An Aura takes a creature over and makes it an Elf in one effect; then its words are changed, Elf into Goblin.

    lost: it is a land too and becomes a Swamp, so that it has lost the ability before types are changed.
    """
    mods = mo.SetController(Player("you")), mo.AddColors(("black",)), mo.AddTypes((), ("Elf",))
    effect = Effect(Only(Ref("host")), mods)
    types = ("enchantment", "land") if lost else ("enchantment",)
    aura = Card((Face("Aura", types, subtypes=("Aura",), abilities=(Static((effect,)),)),))
    bear = Card((Face("Bear", ("creature",), "{G}", power=2, toughness=2),))
    changes: list[tuple[mo.Modification, ...]] = [(mo.ReplaceWord(("creature type",), "Elf", "Goblin"),)]
    if lost:
        changes.append((mo.SetSubtypes(("Swamp",)),))
    return Situation(
        (PlayerState("you"), PlayerState("opponent")),
        (GameObject(1, bear, "battlefield", "opponent", "opponent", 1),
         GameObject(2, aura, "battlefield", "you", "you", 9, attached_to=1)),
        effects=tuple(InForce(3 + n, 3 + n, "you", mods, (2,)) for n, mods in enumerate(changes)),
        active="you", clock=9, next_id=9,
    )  # fmt: skip


@pytest.mark.parametrize("lost", [False, True])
def test_what_has_begun_goes_on_with_the_words_as_they_are_changed(lost: bool) -> None:
    rules, situation = load_edition("current"), taking_over(lost)
    statement = AnswerSets(situation, rules)
    solved = by_solver(situation, rules, statement.facts, "requeue")
    assert (solved[1].controller, solved[1].subtypes) == ("you", frozenset({"Goblin"}))
    assert solved[1].colors == {"green", "black"}
    assert bool(solved[2].abilities) == (not lost)
    assert statement.run() == by_brute(situation, rules, statement.facts, "requeue") == solved
    entries = checked(World(situation, rules, {})).view
    assert {identifier: said(entry, statement.facts) for identifier, entry in entries.items()} == solved


# Each rule that the program would be wrong without, in its own words, and a board on which that shows.
WITHOUT = (
    ("behind(t,A,B) :- waits(t,A,B).", MOON_AND_TOMB),
    ("set_of(t+1,P,O) :- next(t,P), affects(now(t),P,O).", MARCH),
)


@pytest.mark.parametrize(("rule", "board"), WITHOUT)
def test_a_wrong_program_is_noticed(rule: str, board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(board)
    right = answer_sets.program()
    solved = by_solver(game.situation, game.edition, Facts(game.situation, game.edition), "requeue")
    assert answer_sets.derived(game.situation, game.edition) == solved
    assert right.count(rule) == 1
    monkeypatch.setattr(answer_sets, "program", lambda: right.replace(rule, ""))
    assert answer_sets.derived(game.situation, game.edition) != solved


@pytest.mark.long
def test_effects_wait_and_form_loops_in_enough_of_the_situations() -> None:
    kinds: list[set[str]] = []

    @settings(max_examples=400, derandomize=True, database=None)
    @given(situation=situations())
    def look(situation: Situation) -> None:
        steps = checked(World(situation, load_edition("current"), {}), recorded=True).steps
        kinds.append({f"{kind} {conclusion.get('because', '')}".strip() for kind, _, conclusion in steps})

    look()
    found = {kind: sum(kind in each for each in kinds) for kind in sorted(set().union(*kinds))}
    least = {"waits exists": 4, "waits affects": 4, "waits does": 1, "loop": 1, "next cda": 9, "next dependency": 4}
    missing = {kind: found.get(kind, 0) for kind, number in least.items() if found.get(kind, 0) < number}
    assert not missing, found
