"""The log of a game holds every change: made again from the log alone, they come to the same situation."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from layerproof.kb.model.situation import Situation
from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.solver.events.proof_log import Change
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.proof.check.ledger.replay import BadChange, Ledger
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.keeping import OpenKeep
from layerproof.solver.situation.timeline import InvalidEvent, follow

HERE = Path(__file__).parents[1]
FILES = sorted([*HERE.glob("scenarios/good/*.yaml"), *HERE.glob("scenarios/rules/*.yaml")])
EDITION = load_edition("current")
replace = msgspec.structs.replace


def followed(path: Path) -> list[Game]:
    """The games of the scenarios of a file that are one world and can be followed to the end."""
    games = []
    for scenario in parse_scenarios(path.read_text(encoding="utf-8")).scenarios:
        if scenario.unknowns:
            continue
        try:
            games.append(follow(scenario, EDITION)[0])
        except (InvalidEvent, Undecided, OpenKeep):
            continue
    return games


def made_again(game: Game) -> Situation:
    """What the changes of a log come to."""
    ledger = Ledger(Game(game.scenario, game.edition).situation.players)
    for step in game.proof.steps:
        if isinstance(step.says, Change):
            ledger.apply(json.loads(json.dumps(step.says.plain())))
    return ledger.situation()


def compared(situation: Situation) -> Situation:
    """A situation without what no change gives: the clock, the next identifier and where effects come from in words."""
    effects = tuple(replace(each, origin="") for each in sorted(situation.effects, key=lambda each: each.id))
    objects = tuple(sorted(situation.objects, key=lambda each: each.id))
    return replace(situation, clock=0, next_id=1, effects=effects, objects=objects)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_log_holds_every_change(path: Path) -> None:
    for game in followed(path):
        assert made_again(game) == compared(game.situation), game.scenario.title


def test_some_scenarios_are_followed() -> None:
    assert sum(len(followed(path)) for path in FILES[:20]) > 20


@pytest.mark.long
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_each_change_has_a_cause_and_rests_on_the_last_one_of_the_same_thing(path: Path) -> None:
    for game in followed(path):
        latest: dict[object, int] = {}
        for number, step in enumerate(game.proof.steps, 1):
            assert all(each < number for each in step.rests)
            assert step.kind != "supposed"
            if isinstance(step.says, Change):
                causes = [each for each in step.rests if game.proof.steps[each - 1].kind != "change"]
                assert causes, step
                assert step.says.about not in latest or latest[step.says.about] in step.rests
                latest[step.says.about] = number


BEAR = "scenario: A bear is tapped\ntimeline: [{enters: Grizzly Bears, as: bear}, {tap: bear}]\n"


def plain_changes() -> list[dict[str, object]]:
    game = follow(parse_scenarios(BEAR).scenarios[0], EDITION)[0]
    return [json.loads(json.dumps(each.says.plain())) for each in game.proof.steps if isinstance(each.says, Change)]


def test_a_change_that_is_left_out_or_made_twice_is_refused_or_missed() -> None:
    changes = plain_changes()
    players = follow(parse_scenarios(BEAR).scenarios[0], EDITION)[0].situation.players
    for place, change in enumerate(changes):
        twice = Ledger(players)
        with pytest.raises(BadChange):
            for each in [*changes[: place + 1], change, *changes[place + 1 :]]:
                twice.apply(each)
        without = Ledger(players)
        whole = Ledger(players)
        for each in changes:
            whole.apply(each)
        try:
            for each in [*changes[:place], *changes[place + 1 :]]:
                without.apply(each)
        except BadChange:
            continue
        assert without.situation() != whole.situation()


@pytest.mark.parametrize(
    "change",
    [
        {"object": 7, "set": {"tapped": True}},
        {"gone": 7},
        {"ends": 7},
        {"object": 1, "set": {"tapped": "yes"}},
        {"object": 1, "set": {"strength": 3}},
        {"object": 1, "set": {}},
        {"new": {"id": 9}},
        {"game": {"weather": "rain"}},
        {"game": {}},
        {},
    ],
)
def test_a_change_of_what_is_not_there_is_refused(change: dict[str, object]) -> None:
    ledger = Ledger(follow(parse_scenarios(BEAR).scenarios[0], EDITION)[0].situation.players)
    ledger.apply(plain_changes()[0])
    with pytest.raises(BadChange):
        ledger.apply(change)
