"""What hangs on a trigger, a place or a choice that is not followed is open, and never said to be impossible."""

from __future__ import annotations

from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all
from layerproof.solver.game.rights import MORE_LIFE

SLIDE = """
timeline:
  - {token: {name: T, types: [enchantment], abilities: ["Whenever a player cycles a card, exile target creature."]}, as: slide}
  - {enters: Grizzly Bears, as: bears}
  - {in: hand, card: CYCLER, as: cycler}
  - {turn: you, step: main}
  - {activate: cycler, ability: cycling}
  - {choose: LABEL-trigger, targets: [bears]}
claims:
  - bears: {on_battlefield: true}
"""  # noqa: E501
NEMESIS = """
timeline:
  - {enters: True-Name Nemesis, as: nemesis}
  - {in: hand, card: Lightning Bolt, as: bolt, owner: opponent}
claims:
  - nemesis: {has: [protection from opponent]}
  - nemesis: {lacks: [protection from opponent]}
  - illegal: {cast: bolt, controller: opponent, targets: [nemesis]}
"""


def verdicts(text: str) -> set[str]:
    return {each.verdict for each in answer_all(parse_scenarios(text).scenarios[0])}


def test_the_label_of_a_trigger_that_may_have_triggered_is_open() -> None:
    slide = SLIDE.replace("CYCLER", "Lonely Sandbar")
    assert verdicts(slide.replace("LABEL", "slide")) == {"undecided"}
    assert verdicts(slide.replace("LABEL", "bears")) == {"invalid"}


def test_a_chosen_player_has_to_be_told() -> None:
    assert verdicts(NEMESIS) == {"undecided"}


def test_life_in_the_cost_of_a_spell_is_noticed() -> None:
    assert MORE_LIFE.search("~ costs 3 life more to cast for each target.")
    assert MORE_LIFE.search("spells your opponents cast that target ~ cost an additional 3 life to cast.")
    assert not MORE_LIFE.search("~ costs {1} more to cast for each target beyond the first.")
