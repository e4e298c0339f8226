"""The question of what a player may do: every action that could be tried, with its verdict and its reasons."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries import cli
from layerproof.queries.answer.possible_actions import actions, told
from layerproof.solver.proof.check.checker import check

TEXT = """
scenario: A first main phase
timeline:
  - {in: hand, card: Grizzly Bears, as: bears}
  - {in: hand, card: Giant Growth, as: growth}
  - {in: hand, card: Forest, as: forest}
  - {in: graveyard, card: Craw Wurm, as: wurm}
  - {enters: Llanowar Elves, as: elves}
  - {enters: Serra Angel, as: angel, controller: opponent}
"""


def test_each_action_is_judged_with_its_reasons_and_a_checked_proof() -> None:
    (scenario,) = parse_scenarios(TEXT).scenarios
    judged = {told(each.action): each for each in actions(scenario)}
    assert {words: each.legal for words, each in judged.items()} == {
        "cast bears": True,
        "cast growth": True,
        "play land forest": True,
        "cast wurm": False,
        "activate elves, ability 1": False,
    }
    for each in judged.values():
        assert each.why and each.proof is not None
        assert check(each.proof).verdict == "valid"
    assert "302.6" in judged["activate elves, ability 1"].why[0]


def test_another_player_has_other_actions() -> None:
    (scenario,) = parse_scenarios(TEXT + "  - {turn: opponent, step: combat}\n").scenarios
    assert {told(each.action): each.legal for each in actions(scenario, "opponent")} == {"attack angel": True}


def test_what_cannot_be_judged_is_said() -> None:
    (scenario,) = parse_scenarios(TEXT).scenarios
    with pytest.raises(KnowledgeError, match="no player 'nobody'"):
        actions(scenario, "nobody")
    (scenario,) = parse_scenarios("timeline: [{tap: nothing}]").scenarios
    with pytest.raises(KnowledgeError, match="cannot be followed"):
        actions(scenario)


def test_the_command_prints_what_may_be_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "one.yaml"
    file.write_text(TEXT, encoding="utf-8")
    assert cli.main(["actions", str(file)]) == 0
    shown = capsys.readouterr().out
    assert "may: play land forest" in shown and "may not: cast wurm" in shown and "(rule 601.3)" in shown
    assert cli.main(["actions", str(file), "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert {key: value for key, value in found["actions"][2].items() if key != "why"} == {
        "action": {"play_land": "forest", "controller": "you"},
        "legal": True,
    }


def test_what_mana_pays_is_told_and_what_there_is_no_mana_for() -> None:
    text = (
        'mana: {you: "{R}"}\n'
        "timeline: [{turn: you}, {step: main}, {enters: Mountain, as: mountain}, "
        "{in: hand, card: Lightning Helix, as: helix}, {in: hand, card: Goblin Piker, as: piker}]"
    )
    found = {told(each.action): each for each in actions(parse_scenarios(text).scenarios[0])}
    assert found["cast piker"].legal and not found["cast helix"].legal
    assert any("{1}{R} with" in why and "red of mountain" in why for why in found["cast piker"].why)
    assert any("there is no mana for {R}{W}" in why for why in found["cast helix"].why)


def test_a_card_with_suspend_may_be_suspended_where_it_cannot_be_cast() -> None:
    text = (
        "timeline: [{in: hand, card: Ancestral Vision, as: vision}, {in: graveyard, card: Ancestral Vision, as: dead}]"
    )
    found = {told(each.action): each for each in actions(parse_scenarios(text).scenarios[0])}
    assert {words: each.legal for words, each in found.items()} == {
        "cast vision": False,
        "special suspend, of vision": True,
        "cast dead": False,
    }
    suspended = found["special suspend, of vision"].proof
    assert suspended is not None and check(suspended).verdict == "valid"
