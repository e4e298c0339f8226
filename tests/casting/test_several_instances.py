"""Additional costs of several instances of a keyword: what must be told, and how it is told wrongly."""

from __future__ import annotations

import pytest

from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import Answer, answer_all

BATTLEMAGE = """
scenario: Two kicker costs
timeline:
  - {{turn: you, step: main}}
  - {{cast: Thornscape Battlemage, additional: {additional}, as: mage}}
  - {{resolve_top: true}}
claims:
  - {claim}
"""


def answered(additional: str, claim: str) -> Answer:
    """The answer to one claim about a creature with two kicker costs that has entered."""
    read = parse_scenarios(BATTLEMAGE.format(additional=additional, claim=claim))
    assert not read.unreadable, read.unreadable
    return answer_all(read.scenarios[0])[0]


@pytest.mark.parametrize(
    ("additional", "message"),
    [
        ("{kicker: 1}", "which of 2 kicker abilities is paid (additional: a list with a number for each)"),
        ("{kicker: [1, 0, 0]}", "3 numbers for 2 kicker abilities"),
        ("{kicker: [2, 0]}", "kicker that is paid more often than once"),
        ("{buyback: [1, 0]}", "an additional cost that is not modelled: buyback"),
    ],
)
def test_what_does_not_tell_which_is_paid_stays_undecided(additional: str, message: str) -> None:
    answer = answered(additional, "{triggers: mage}")
    assert (answer.verdict, message in answer.message) == ("undecided", True), answer.message


def test_an_ability_that_came_after_the_payment_leaves_open_which_was_paid() -> None:
    read = parse_scenarios("""
scenario: A third kicker ability
timeline:
  - {turn: you, step: main}
  - {cast: Thornscape Battlemage, additional: {kicker: [1, 0]}, as: mage}
  - {effect: "This spell gains kicker {U}.", on: mage}
  - {resolve_top: true}
claims:
  - {triggers: mage}
""")
    answer = answer_all(read.scenarios[0])[0]
    assert (answer.verdict, answer.message) == (
        "undecided",
        "for which of several kicker abilities it was paid is not told",
    )


def test_one_number_is_enough_where_nothing_is_paid() -> None:
    assert answered("{kicker: 0}", "{does_not_trigger: mage}").verdict == "proved"


def test_each_number_may_be_unknown() -> None:
    assert answered("{kicker: [{any: [0, 1]}, 0]}", "{sometimes: {triggers: mage, ability: 1}}").verdict == "proved"
    assert answered("{kicker: [{any: [0, 1]}, 0]}", "{never: {triggers: mage, ability: 2}}").verdict == "proved"
    assert answered("{kicker: [{any: [0, 1]}, 0]}", "{triggers: mage}").verdict == "refuted"


@pytest.mark.parametrize(
    ("additional", "message"),
    [
        ("{kicker: []}", "a number for each instance of the keyword"),
        ("{kicker: [1, one]}", "one for each instance of the keyword"),
        ("{kicker: -1}", "a whole number, zero or more"),
        ("{}", "{kicker: [1, 0]}"),
    ],
)
def test_wrong_forms_say_what_is_expected(additional: str, message: str) -> None:
    read = parse_scenarios(BATTLEMAGE.format(additional=additional, claim="{triggers: mage}"))
    assert [message in each.message for each in read.unreadable] == [True], read.unreadable
