"""Since when a claim has another verdict: the walk over the editions, and what is named of the rules that changed."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from layerproof.kb.rulebook import edition_names, load_edition
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries import cli
from layerproof.queries.answer.single_changes import ROWS, turning, verdict_in
from layerproof.queries.answer.verdict_history import (
    History,
    changed_lists,
    changed_policies,
    changed_rows,
    changed_rules,
    changes_of,
    demanded_keys,
    histories,
)

LEGENDS = """\
scenario: Two legends of one name, each of another player
timeline:
  - {token: {name: Ada, types: [creature], supertypes: [legendary], subtypes: [Human], pt: 2/2}, as: mine}
  - token: {name: Ada, types: [creature], supertypes: [legendary], subtypes: [Human], pt: 2/2}
    as: theirs
    controller: opponent
claims:
  - mine: {on_battlefield: true}
    id: legend-1
    edition: [2012-10-01, current]
"""
BEAR = """\
scenario: A bear
timeline: [{enters: Grizzly Bears, as: bear}]
claims:
  - bear: {pt: 2/2}
"""


def history(text: str, thorough: bool = True) -> History:
    """The history of the only claim of a scenario."""
    (scenario,) = parse_scenarios(text, "a.yaml").scenarios
    (found,) = histories(scenario, thorough)
    return found


def before(day: str) -> str:
    """The edition before one."""
    names = edition_names()
    return names[names.index(day) - 1]


# --- the walk


@given(st.lists(st.sampled_from("abc"), max_size=40))
def test_every_change_of_a_sequence_is_found(values: list[str]) -> None:
    expected = [place + 1 for place, pair in enumerate(pairwise(values)) if pair[0] != pair[1]]
    assert changes_of(values.__getitem__, len(values)) == expected
    assert set(changes_of(values.__getitem__, len(values), thorough=False)) <= set(expected)


@given(st.integers(1, 60), st.integers(0, 60))
def test_bisection_finds_a_single_change_by_few_questions(count: int, place: int) -> None:
    asked: set[int] = set()

    def value_at(index: int) -> bool:
        asked.add(index)
        return index >= place

    expected = [place] if 0 < place < count else []
    assert changes_of(value_at, count, thorough=False) == expected
    assert len(asked) <= 2 + count.bit_length()


# --- what is named


def test_the_edition_the_policy_and_the_rule_of_a_change_are_named() -> None:
    found = history(LEGENDS)
    assert [point.edition for point in found.points] == list(edition_names())
    (change,) = found.changes
    assert (change.before.edition, change.after.edition) == (before("2013-07-11"), "2013-07-11")
    assert (change.before.verdict, change.after.verdict) == ("refuted", "proved")
    assert change.turning == ("legend_rule",)
    first = change.policies[0]
    assert (first.name, first.turns, first.before, first.after) == (
        "legend_rule", True, "all_die", "controller_keeps_one",
    )  # fmt: skip
    assert first.gloss and first.meant and first.means
    rule = next(rule for rule in change.rules if rule.key == "state_based.legend")
    assert (rule.before, rule.after) == (
        load_edition(change.before.edition).numbers["state_based.legend"],
        load_edition("2013-07-11").numbers["state_based.legend"],
    )
    assert rule.reworded and "legend_rule" in rule.policies


def test_bisection_gives_the_same_change_and_asks_fewer_editions() -> None:
    all_, few = history(LEGENDS), history(LEGENDS, thorough=False)
    assert few.changes == all_.changes
    assert len(few.points) < len(all_.points)


def test_numbers_that_change_are_no_change_of_a_verdict() -> None:
    found = history(BEAR + "    because: layers.continual\n")
    assert found.changes == ()
    assert {point.verdict for point in found.points} == {"proved"}


def test_a_rule_demanded_by_number_is_followed_through_the_editions() -> None:
    old, new = (load_edition(name).numbers["layers.continual"] for name in ("2012-10-01", "current"))
    assert old != new
    for number, edition in ((new, "current"), (old, "2012-10-01")):
        found = history(BEAR + f'    because: "{number}"\n    edition: {edition}\n')
        assert {point.verdict for point in found.points} == {"proved"}, number


def test_a_demanded_rule_that_no_proof_cites_refutes_everywhere() -> None:
    found = history(BEAR + "    because: order.dependency.loop\n")
    assert {point.verdict for point in found.points} == {"refuted"}
    (scenario,) = parse_scenarios(BEAR + '    because: "999.9"\n').scenarios
    assert demanded_keys(scenario.claims[0], scenario) == ("999.9",)


def test_a_list_that_turns_a_verdict_is_named() -> None:
    found = history("scenario: Lists\nclaims:\n  - rulebook: {card types: {includes: [dungeon]}}\n")
    (change,) = found.changes
    assert change.after.edition == "2021-07-12"
    assert change.turning == ("lists",)
    assert ("card types", ("dungeon",)) in [(words.name, words.added) for words in change.lists]


def test_planeswalker_types_changed_at_the_first_text_of_the_next_year() -> None:
    names = ", ".join(load_edition("2012-10-01").vocabulary.subtypes["planeswalker"])
    found = history(f"scenario: Lists\nclaims:\n  - rulebook: {{planeswalker types: [{names}]}}\n")
    assert [change.after.edition for change in found.changes] == ["2012-10-01", "2013-02-01"]


def test_an_undecided_claim_has_a_history_too() -> None:
    found = history(BEAR.replace("bear: {pt: 2/2}", "never: {bear: {pt: 2/2}}"))
    assert {point.verdict for point in found.points} == {"refuted"}
    found = history("scenario: No such card\ntimeline: [{enters: Nonesuch, as: x}]\nclaims: [{x: {pt: 1/1}}]\n")
    assert {point.verdict for point in found.points} == {"invalid"}


# --- the differences of two editions


def test_what_differs_between_two_editions() -> None:
    old, new = load_edition(before("2020-04-17")), load_edition("2020-04-17")
    rows = {row.key: (row.before, row.after) for row in changed_rows(old, new)}
    assert rows["layer.copy.face_down"] == (None, ("face_down",))
    assert rows["layer.power_toughness.counter"] == (("pt_counter",), None)
    rules = changed_rules(old, new, ["order.timestamp", "layer.copy.face_down", "given"])
    assert [(rule.key, rule.before is None) for rule in rules] == [
        ("layer.copy.face_down", True),
        ("order.timestamp", False),
    ]
    policies = changed_policies(old, new, ["order.timestamp.simultaneous"])
    assert policies[0].name == "simultaneous_timestamps" and policies[0].cited
    assert changed_lists(old, old) == () and changed_rules(old, old, ["order.timestamp"]) == ()


def test_a_trial_needs_no_edition_that_ever_was() -> None:
    (scenario,) = parse_scenarios(LEGENDS).scenarios
    old, new = load_edition("2012-10-01"), load_edition("current")
    assert verdict_in(scenario, scenario.claims[0], old) == "refuted"
    assert turning(scenario, scenario.claims[0], old, new) == ("legend_rule",)
    assert turning(scenario, scenario.claims[0], new, new) == ()
    assert ROWS not in turning(scenario, scenario.claims[0], new, old)


# --- the command


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one claim that changes and one that does not."""
    (tmp_path / "legends.yaml").write_text(LEGENDS, encoding="utf-8")
    (tmp_path / "bear.yaml").write_text(BEAR, encoding="utf-8")
    return tmp_path


def test_the_command_tells_it_in_words(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["since", str(folder)]) == 0
    text = capsys.readouterr().out
    assert f"claim 1: proved in every edition since {edition_names()[0]}" in " ".join(text.split())
    said = " ".join(text.split())
    known = before("2013-07-11")
    assert f"(legend-1): refuted until {known}, proved since 2013-07-11" in said
    assert f"changed by the edition of 2013-07-11 (the one before: {known})" in said
    assert "legend_rule (turns the verdict): all_die -> controller_keeps_one." in text
    assert "it turns with legend_rule, and with nothing less" in text
    assert all(len(line) <= 160 for line in text.splitlines())


def test_the_command_gives_json_and_leaves_out_what_does_not_change(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["since", str(folder), "--json", "--changed", "-j", "2"]) == 0
    (claim,) = json.loads(capsys.readouterr().out)["claims"]
    assert claim["id"] == "legend-1"
    assert claim["points"][0] == [edition_names()[0], "refuted"]
    assert claim["changes"][0]["after"]["edition"] == "2013-07-11"
    assert claim["changes"][0]["policies"][0]["name"] == "legend_rule"


def test_the_command_says_so_where_nothing_changes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["since", str(folder / "bear.yaml"), "--changed", "--bisect"]) == 0
    assert capsys.readouterr().out == "No claim has a verdict that changes.\n"


def test_what_cannot_be_read_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.yaml").write_text("scenario: x\ntimelin: []\n", encoding="utf-8")
    assert cli.main(["since", str(tmp_path / "bad.yaml"), "--json"]) == 3
    assert "timelin" in json.loads(capsys.readouterr().out)["unreadable"][0]
    assert cli.main(["since", str(tmp_path / "none.yaml")]) == 3
