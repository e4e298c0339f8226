"""Ways of casting, modes, additional costs and special actions: solver and checker judge them alike."""

from __future__ import annotations

import random
from typing import Any

import pytest

from layerproof.kb.cards.embedded_facts import card_names
from layerproof.kb.cards.store import load_card
from layerproof.kb.keywords.keyword_files import keyword_ability
from layerproof.kb.model.ability import Keyword, Modal
from layerproof.kb.rulebook.edition import load_edition
from layerproof.solver.game.legality import judge_action
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.legality import legality_steps
from layerproof.solver.proof.check.replay import replay
from layerproof.solver.situation.game import Invalid
from layerproof.solver.situation.timeline import InvalidEvent, follow
from tests.casting.test_legality import PLAYERS, STEPS, permanents, scenario_of

TOLD = ("foretold", "plotted", "on an adventure", "warped")
FACE_DOWN = ("morph", "manifest", "megamorph", "disguise")


def keywords(name: str) -> set[str]:
    """The keyword abilities of all faces of a card."""
    return {each.keyword for face in load_card(name).faces for each in face.abilities if isinstance(each, Keyword)}


def is_of_account(name: str) -> bool:
    """Whether a card has several faces, modes, or a keyword ability about casting, its cost, or activating."""
    card = load_card(name)
    found = [record for each in keywords(name) if (record := keyword_ability(each)) is not None]
    about = any(each.cast_for or each.additional or each.set_aside or each.face_down or each.permits for each in found)
    modal = any(isinstance(each, Modal) for face in card.faces for each in face.abilities)
    return about or modal or len(card.faces) > 1


def board(chance: random.Random, spells: list[str]) -> tuple[dict[str, Any], list[str]]:
    """A random board with such cards in several zones, and their names."""
    timeline: list[Any] = []
    for number in range(chance.randint(1, 3)):
        hidden = {"face_down": chance.choice(FACE_DOWN)} if chance.random() < 0.3 else {}
        name, player = chance.choice(permanents()), chance.choice(PLAYERS)
        timeline.append({"enters": name, "as": f"p{number}", "controller": player, **hidden})
    if chance.random() < 0.6:
        timeline += [{"turn": "opponent"}, {"turn": chance.choice(PLAYERS)}]
    used = [chance.choice(spells) for _ in range(4)]
    for number, zone in enumerate(("hand", "hand", "graveyard", chance.choice(("exile", "library")))):
        told = {"told": {chance.choice(TOLD): True}} if zone == "exile" and chance.random() < 0.6 else {}
        owner = chance.choice((*PLAYERS, "you"))
        timeline.append({"in": zone, "card": used[number], "as": f"c{number}", "owner": owner, **told})
    step = chance.choice(STEPS)
    mana = {"mana": {"you": chance.choice(("{0}", "{W}{U}{B}{R}{G}"))}} if chance.random() < 0.3 else {}
    return {"scenario": "random", "timeline": [*timeline, *([{"step": step}] if step else [])], **mana}, used


def tried(chance: random.Random, names: list[str]) -> list[dict[str, Any]]:
    """Actions with the cards of a board."""
    offered = sorted({each for name in names for each in keywords(name)} | {"without paying", "morph"})
    faces = [face.name for name in names for face in load_card(name).faces if face.name]
    found: list[dict[str, Any]] = []
    for _ in range(5):
        card = chance.choice(("c0", "c1", "c2", "c3"))
        cast: dict[str, Any] = {"cast": card, "targets": chance.sample(["p0", "c0", "you"], chance.choice((0, 0, 1)))}
        cast |= {"cast_for": chance.choice(offered)} if chance.random() < 0.5 else {}
        cast |= {"additional": {chance.choice(offered): 1}} if chance.random() < 0.3 else {}
        cast |= {"choices": {"mode": chance.choice((1, [1, 2]))}} if chance.random() < 0.3 else {}
        cast |= {"half": chance.choice(faces)} if chance.random() < 0.4 else {}
        found += [
            cast,
            {"activate": card, "ability": chance.choice((1, 2))},
            {"special": chance.choice(("foretell", "plot", "suspend")), "of": card},
            {"special": "turn face up", "of": "p0"},
        ]
    return found


@pytest.mark.parametrize("seed", [*range(2), *(pytest.param(each, marks=pytest.mark.long) for each in range(2, 12))])
def test_solver_and_checker_judge_forms_alike(seed: int) -> None:
    """Where both decide they give the same rules in the same order."""
    chance = random.Random(seed)
    spells = [each for each in card_names() if is_of_account(each)]
    edition = load_edition(chance.choice(("current", "2012-10-01")))
    judged = 0
    for _ in range(6):
        plain, used = board(chance, spells)
        for action in tried(chance, used):
            scenario = scenario_of({**plain, "claims": [{"legal": action}]})
            if scenario is None:
                continue
            try:
                game, _ = follow(scenario, edition)
                taken = scenario.claims[0].actions[0].action
                mine = judge_action(game, taken)
                theirs = legality_steps(replay(scenario, edition).game, taken)
            except (Undecided, Invalid, InvalidEvent, Incomplete):
                continue
            judged += 1
            steps = [("permitted" if each.allows else "forbidden", each.rule) for each in mine.reasons]
            assert steps == [step[:2] for step in theirs], f"{plain['timeline']}: {action}"
    assert judged > 30, "too little was decided"
