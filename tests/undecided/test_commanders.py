"""The rules for commanders are not followed: what they can touch is left open, by the solver and by the checker."""

from __future__ import annotations

import json

import pytest

from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all
from tests.proof.test_checker_alone import alone

LEADER = "{enters: Grizzly Bears, as: leader, told: {commander: true}}"
DIES = f"{LEADER}, {{leaves: leader, to: graveyard, as: card}}"
IN_COMMAND = "{in: command, card: Grizzly Bears, as: leader, told: {commander: true}}, {turn: you, step: main}"
GHOUL = (
    "{token: {name: Ghoul, types: [creature], pt: 1/1, abilities: "
    "['This creature gets +1/+1 for each creature card in your graveyard.']}, as: ghoul}"
)
SOUL = (
    "{token: {name: Soul, types: [creature], pt: 0/1, abilities: "
    "['As long as you have 30 or more life, this creature gets +2/+0.']}, as: soul}"
)
BOUNCER = (
    "{token: {name: Bouncer, types: [creature], pt: 1/1, abilities: "
    "['{T}: Return target creature to its owner’s hand.']}, as: bouncer}".replace("’", "''")
)
CHARGE = (
    "{life: {opponent: 40}}, {enters: Grizzly Bears, as: leader, counters: {'+1/+1': 19}, told: {commander: true}}, "
    "{turn: third}, {turn: you, step: main}, {attack: [leader], at: opponent}, {blockers: {}, controller: opponent}, "
    "{combat_damage: {}}"
)
# What happened, and what is claimed of which the answer hangs on the rules for commanders.
OPEN = [
    (IN_COMMAND, "{legal: {cast: leader}}"),
    (IN_COMMAND, "{illegal: {cast: leader}}"),
    (DIES, "{card: {zone: graveyard}}"),
    (DIES, "{card: {zone: command}}"),
    (f"{LEADER}, {{leaves: leader, to: exile, as: card}}", "{card: {zone: exile}}"),
    (f"{GHOUL}, {DIES}", "{ghoul: {pt: 2/2}}"),
    (f"{LEADER}, {BOUNCER}, {{activates: bouncer, ability: 1, targets: [leader]}}", "{hand: {you: 1}}"),
    (CHARGE, "{life: {opponent: 19}}"),
    (f"{LEADER}, {{damage: 2, to: you}}", "{life: {you: 18}}"),
    (f"{LEADER}, {{damage: 2, to: you}}", "{life: {you: 38}}"),
    (f"{LEADER}, {{damage: 20, to: you}}", "{illegal: {cast: Lightning Bolt, targets: [you]}}"),
    (f"{LEADER}, {SOUL}", "{soul: {pt: 0/1}}"),
]


def scenario(timeline: str, claim: str) -> str:
    """A scenario as text."""
    return f"scenario: A commander\nplayers: [you, opponent, third]\ntimeline: [{timeline}]\nclaims: [{claim}]\n"


@pytest.mark.parametrize(("timeline", "claim"), OPEN)
def test_what_the_rules_for_commanders_can_touch_is_undecided(
    timeline: str, claim: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = parse_scenarios(scenario(timeline, claim)).scenarios[0]
    (answer,) = answer_all(read)
    assert answer.verdict == "undecided"
    assert "commander" in answer.message, answer.message
    assert alone(json.loads(read.source), 1, "current", monkeypatch) is None


@pytest.mark.parametrize(("timeline", "claim"), OPEN)
def test_without_a_commander_it_is_decided(timeline: str, claim: str) -> None:
    (answer,) = answer_all(parse_scenarios(scenario(timeline.replace("commander", "renowned"), claim)).scenarios[0])
    assert answer.verdict in ("proved", "refuted"), answer.message


def test_under_older_rules_it_is_replaced_as_it_dies() -> None:
    dies = f"{LEADER}, {{resolves: Murder, targets: [leader]}}, {GHOUL}"
    text = scenario(dies, "{ghoul: {pt: 2/2}, edition: [2019-10-04, current]}")
    assert [each.verdict for each in answer_all(parse_scenarios(text).scenarios[0])] == ["undecided", "undecided"]
