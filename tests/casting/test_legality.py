"""Legality: solver and checker judge the same actions alike, whatever is on the board."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from layerproof.kb.cards.embedded_facts import card_names
from layerproof.kb.cards.store import load_card
from layerproof.kb.model.ability import Activated
from layerproof.kb.oracle.compiler import compile_ability
from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.scenario.scenario import Scenario
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.solver.game.judgement import Judging
from layerproof.solver.game.legality import judge_action
from layerproof.solver.game.targeting import judge_targets
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.proof.check.aiming import look_at_targets
from layerproof.solver.proof.check.deontic import Findings
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.legality import legality_steps
from layerproof.solver.proof.check.replay import replay
from layerproof.solver.proof.check.world import Says
from layerproof.solver.situation.game import Invalid
from layerproof.solver.situation.timeline import InvalidEvent, follow

STEPS = (None, None, None, None, None, "upkeep", "main", "combat", "declare blockers", "end", "untap")
PLAYERS = ("you", "opponent")


def permanents() -> list[str]:
    """The names of the known permanent cards with one face."""
    wanted = {"creature", "artifact", "enchantment", "land", "planeswalker"}
    return [n for n in card_names() if set(load_card(n).faces[0].types) & wanted and len(load_card(n).faces) == 1]


def board(chance: random.Random, names: list[str], spells: list[str]) -> dict[str, Any]:
    """A random board: some permanents that have been there for a while, some new, cards in hands, a spell or two."""
    timeline: list[Any] = []
    for number in range(chance.randint(2, 5)):
        timeline.append({"enters": chance.choice(names), "as": f"p{number}", "controller": chance.choice(PLAYERS)})
        if chance.random() < 0.3:
            timeline.append({"tap": f"p{number}"})
    if chance.random() < 0.6:
        timeline += [{"turn": "opponent"}, {"turn": chance.choice(PLAYERS)}]
    timeline.append({"enters": chance.choice(names), "as": "new", "controller": chance.choice(PLAYERS)})
    for number, zone in enumerate(("hand", "hand", "graveyard", "exile")):
        owner = chance.choice(PLAYERS)
        timeline.append({"in": zone, "card": chance.choice(spells), "as": f"c{number}", "owner": owner})
    if chance.random() < 0.3:
        spell = {"in": "stack", "card": chance.choice(spells), "as": "spell", "controller": chance.choice(PLAYERS)}
        timeline.append(spell)
    step = chance.choice(STEPS)
    return {"scenario": "random", "timeline": [*timeline, *([{"step": step}] if step else [])]}


def actions(chance: random.Random, spells: list[str]) -> list[dict[str, Any]]:
    """Random actions about such a board."""
    things = ["p0", "p1", "new", "c0", "c1", "c2", "c3", "you", "opponent"]
    found: list[dict[str, Any]] = []
    for _ in range(6):
        targets = chance.sample(things, chance.choice((0, 0, 0, 1, 1, 2)))
        aimed: dict[str, Any] = {"targets": targets} if targets else {}
        by = {"controller": chance.choice(PLAYERS)} if chance.random() < 0.2 else {}
        card = chance.choice(("c0", "c1", "c2", "c3", chance.choice(spells)))
        found += [
            {"cast": card, **aimed, **by},
            {"activate": chance.choice(things[:7]), "ability": chance.choice((1, 1, 2)), **aimed, **by},
            {"play_land": chance.choice(("c0", "c2", "Forest", "Dryad Arbor")), **by},
            {"special": chance.choice(("turn face up", "suspend")), "of": chance.choice(things[:4])},
            {"attack": chance.sample(things[:3], chance.choice((1, 2)))},
            {"block": chance.sample(["p0", "p1"], chance.choice((1, 2))), "attacker": "new"},
        ]
    return found


def scenario_of(plain: dict[str, Any]) -> Scenario | None:
    """The scenario of plain data, None where it cannot be read."""
    read = parse_scenarios(json.dumps(plain))
    return read.scenarios[0] if len(read.scenarios) == 1 and not read.unreadable else None


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(each, marks=pytest.mark.long) for each in range(4, 40))])
def test_solver_and_checker_judge_alike(seed: int) -> None:
    """Where both decide they give the same steps; where one is not sure the other must not be needed."""
    chance = random.Random(seed)
    names, spells = permanents(), [n for n in card_names() if len(load_card(n).faces) == 1]
    edition = load_edition(chance.choice(("current", "2012-10-01")))
    legal = illegal = 0
    for _ in range(8):
        plain = board(chance, names, spells)
        claims = [{chance.choice(("legal", "illegal")): action} for action in actions(chance, spells)]
        scenario = scenario_of({**plain, "claims": claims})
        assert scenario is not None
        try:
            game, _ = follow(scenario, edition)
            found = replay(scenario, edition)
        except (Undecided, InvalidEvent, Incomplete):
            continue
        for claim in scenario.claims:
            action = claim.actions[0].action
            try:
                judged = judge_action(game, action)
                expected = legality_steps(found.game, action)
            except (Undecided, Invalid, Incomplete):
                continue
            legal, illegal = legal + judged.legal, illegal + (not judged.legal)
            steps = [("permitted" if r.allows else "forbidden", r.rule, r.says) for r in judged.reasons]
            assert steps == expected, f"{plain['timeline']}: {action}"
    # Most of what is drawn is illegal for some reason.
    assert legal + illegal > 20, "too little was decided"


@pytest.mark.parametrize(("text", "needed"), [("• Tap target creature.\n• You gain 2 life.", False), ("", True)])
def test_an_option_without_targets_needs_none(text: str, needed: bool) -> None:
    """Where no target is there an ability is refused only if none of its options goes without."""
    words = f"{{1}}: Choose one —\n{text}" if text else "{1}: Tap target creature."
    (ability,) = compile_ability(words)
    assert isinstance(ability, Activated)
    scenario = scenario_of({"scenario": "no target", "timeline": [{"enters": "Forest", "as": "p0"}]})
    edition = load_edition("current")
    assert scenario is not None
    game, found = follow(scenario, edition)[0], replay(scenario, edition).game
    judging, findings = Judging(game, "activate", "you", None), Findings(found, {})
    judge_targets(judging, game, ability.body, Source(game.scene().in_zones(("battlefield",))[0], "you"), ())
    look_at_targets(findings, found, ability.body, Says(next(iter(found.objects)), controller="you"), ())
    assert [bool(judging.forbidden), bool(findings.bad)] == [needed, needed]
    assert [judging.unknown is not None, findings.open is not None] == [not needed, not needed]
