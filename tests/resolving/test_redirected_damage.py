"""Damage that is redirected at the same moment as other damage is dealt, and a shield that both would use up."""

from __future__ import annotations

import pytest

from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all
from layerproof.solver.proof.check.incomplete import Incomplete
from tests.proof.test_checker import replayed

LINKER = "token: {name: Bat, types: [creature], pt: 2/2, abilities: [lifelink]}, as: bat, controller: opponent"
START = ["enters: Hill Giant, as: giant", "enters: Pariah, as: pariah, attached_to: giant", LINKER]
COMBAT = [
    "enters: Craw Wurm, as: wurm, controller: opponent",
    "turn: opponent, step: main",
    "{shield}",
    "attack: [bat, wurm], at: you, controller: opponent",
    "blockers: {{giant: wurm}}",
    "combat_damage: {{}}",
]


def told(shield: str) -> list[str]:
    """The events up to the damage, with that spell resolving in the main phase."""
    return [*START, *(each.format(shield=shield) for each in COMBAT)]


@pytest.mark.parametrize(
    ("shield", "verdicts"),
    [
        # The blocked one deals damage to the blocker itself, the other has it redirected there.
        ("resolves: Mending Hands, targets: [giant]", ["undecided", "undecided"]),
        ("resolves: Mending Hands, targets: [you]", ["undecided", "undecided"]),
        ("tap: pariah", ["proved", "refuted"]),
    ],
)
def test_which_damage_a_shield_prevents_is_open(shield: str, verdicts: list[str]) -> None:
    events = ", ".join(f"{{{each}}}" for each in told(shield))
    text = f"scenario: A\ntimeline: [{events}]\nclaims: [{{life: {{opponent: 22}}}}, {{life: {{opponent: 20}}}}]\n"
    assert [each.verdict for each in answer_all(parse_scenarios(text, "a.yaml").scenarios[0])] == verdicts


def test_the_checker_leaves_it_open_by_itself() -> None:
    with pytest.raises(Incomplete, match="a choice that is open"):
        replayed("\n".join(told("resolves: Mending Hands, targets: [giant]")))
    assert replayed("\n".join(told("tap: pariah"))).situation.players[1].life == 22
