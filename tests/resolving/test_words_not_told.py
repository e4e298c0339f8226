"""A color or a type that is chosen as something resolves, and that a scenario does not tell, is open."""

from __future__ import annotations

import pytest

from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all

COLOR = "{T}: This creature becomes the color of your choice until end of turn."
PROTECTION = "{T}: This creature gains protection from the color of your choice until end of turn."
TYPE = "{T}: Creatures of the creature type of your choice get +1/+1 until end of turn."
LAND = "{T}: Target land becomes the basic land type of your choice until end of turn."
LATER = '{T}: This creature gains "{T}: This creature becomes the color of your choice" until end of turn.'


def verdicts(ability: str, choices: str, claim: str) -> list[str]:
    told = f", choices: {{{choices}}}" if choices else ""
    token = f"{{token: {{name: T, types: [creature], subtypes: [Elf], pt: 1/1, abilities: ['{ability}']}}, as: t}}"
    events = f"[{token}, {{enters: Forest, as: f}}, {{activates: t, ability: 1, targets: [f]{told}}}]"
    read = parse_scenarios(f"timeline: {events}\nclaims:\n  - {claim}\n")
    return [each.verdict for each in answer_all(read.scenarios[0])]


CASES = [
    (COLOR, "", "t: {colors: []}", "undecided"),
    (COLOR, "color: red", "t: {colors: [red]}", "proved"),
    (PROTECTION, "", "t: {lacks: [protection from red]}", "undecided"),
    (PROTECTION, "color: blue", "t: {lacks: [protection from red]}", "proved"),
    (TYPE, "", "t: {pt: 1/1}", "undecided"),
    (TYPE, "creature type: Elf", "t: {pt: 2/2}", "proved"),
    (LAND, "", "f: {subtypes: []}", "undecided"),
    (LAND, "basic land type: Island", "f: {subtypes: [Island]}", "proved"),
    # What the ability that it gains will ask is asked of that one.
    (LATER, "", "t: {colors: []}", "proved"),
]


@pytest.mark.parametrize(("ability", "choices", "claim", "verdict"), CASES)
def test_a_word_that_is_chosen_has_to_be_told(ability: str, choices: str, claim: str, verdict: str) -> None:
    assert verdicts(ability, choices, claim) == [verdict]


@pytest.mark.parametrize(("ability", "choices", "claim", "verdict"), CASES)
def test_the_checker_asks_for_it_by_itself(
    ability: str, choices: str, claim: str, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("layerproof.solver.situation.resolving.ask_which_word", lambda *_: None)
    assert verdicts(ability, choices, claim) == [verdict]


def test_a_choice_made_on_entering_is_no_choice_of_the_resolution() -> None:
    text = "As this creature enters, choose a color."
    own = "{T}: This creature becomes the chosen color until end of turn."
    token = f"{{token: {{name: T, types: [creature], pt: 1/1, abilities: ['{text}', '{own}']}}, as: t"
    for told, verdict in ((", choices: {color: red}}", "proved"), ("}", "undecided")):
        events = f"[{token}{told}, {{activates: t, ability: 1}}]"
        read = parse_scenarios(f"timeline: {events}\nclaims:\n  - t: {{colors: [red]}}\n")
        assert [each.verdict for each in answer_all(read.scenarios[0])] == [verdict]


def lent(told: str) -> list[str]:
    asks = "As this creature enters, choose a creature type."
    changes = '"{0}: This creature becomes the creature type of your choice in addition to its other types."'
    giver = f"{{token: {{name: G, types: [creature], pt: 1/1, abilities: ['Other creatures have {changes}']}}, as: g}}"
    token = f"{{token: {{name: T, types: [creature], subtypes: [Elf], pt: 1/1, abilities: ['{asks}']}}, as: t"
    events = f"[{giver}, {token}, choices: {{creature type: Goblin}}}}, {{activates: t, ability: 1{told}}}]"
    kept = "t: {subtypes: [Elf, Goblin]}"
    read = parse_scenarios(f"timeline: {events}\nclaims:\n  - {kept}\n")
    return [each.verdict for each in answer_all(read.scenarios[0])]


LENT = [
    ("", "undecided"),
    (", choices: {creature type: Goblin}", "proved"),
    (", choices: {creature type: Bear}", "refuted"),
]


@pytest.mark.parametrize(("told", "verdict"), LENT)
def test_a_choice_made_on_entering_is_none_of_an_ability_that_another_object_gives(told: str, verdict: str) -> None:
    assert lent(told) == [verdict]


@pytest.mark.parametrize(("told", "verdict"), LENT)
def test_the_checker_tells_those_choices_apart_by_itself(
    told: str, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("layerproof.solver.situation.resolving.ask_which_word", lambda *_: None)
    assert lent(told) == [verdict]


LANDFALL = "Whenever another creature enters, that creature gets +1/+1 until end of turn."
MANA = "Whenever you cast a spell, this creature gets +X/+X until end of turn, where X is the mana value of that spell."
ITSELF = "Whenever another creature enters, this creature gets +1/+1 until end of turn."
GIVES = 'Whenever another creature enters, this creature gains "Whenever a creature dies, exile that card."'
ABOUT = [
    (LANDFALL, "", "b: {pt: 2/2}", "undecided"),
    (LANDFALL, ", about: b", "b: {pt: 3/3}", "proved"),
    (MANA, "", "t: {pt: 1/1}", "undecided"),
    (ITSELF, "", "t: {pt: 2/2}", "proved"),
    (GIVES, "", "t: {pt: 1/1}", "proved"),
]


def about(ability: str, told: str, claim: str) -> list[str]:
    token = f"{{token: {{name: T, types: [creature], pt: 1/1, abilities: ['{ability}']}}, as: t}}"
    events = f"[{token}, {{enters: Grizzly Bears, as: b}}, {{triggers: t, ability: 1{told}}}]"
    read = parse_scenarios(f"timeline: {events}\nclaims:\n  - {claim}\n")
    return [each.verdict for each in answer_all(read.scenarios[0])]


@pytest.mark.parametrize(("ability", "told", "claim", "verdict"), ABOUT)
def test_what_a_triggered_ability_is_about_has_to_be_told(ability: str, told: str, claim: str, verdict: str) -> None:
    assert about(ability, told, claim) == [verdict]


@pytest.mark.parametrize(("ability", "told", "claim", "verdict"), ABOUT)
def test_the_checker_asks_what_it_is_about_by_itself(
    ability: str, told: str, claim: str, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("layerproof.solver.situation.abilities.ask_what_it_is_about", lambda *_: None)
    assert about(ability, told, claim) == [verdict]


def test_what_a_search_finds_is_not_told_apart_from_what_was_discarded_before() -> None:
    token = (
        "{token: {name: T, types: [creature], pt: 1/1, abilities: ['{T}: You may discard a card. If you do, search "
        "your library for a creature card, reveal it, put it into your hand, then shuffle.']}, as: t}"
    )
    cards = "{in: hand, card: Forest, as: f}, {in: hand, card: Island}, {in: library, card: Grizzly Bears, as: b}"
    done = "{activates: t, ability: 1, choices: {object: [f, b]}}"
    read = parse_scenarios(f"timeline: [{token}, {cards}, {done}]\nclaims:\n  - f: {{zone: hand}}\n")
    assert [each.verdict for each in answer_all(read.scenarios[0])] == ["undecided"]


MAY = "Whenever this creature attacks, you may have it get +1/+1 until end of turn. If you do, you gain 3 life."
SOLVER = "layerproof.solver.situation.paying._is_left_alone"


@pytest.mark.parametrize(("leaves", "verdict"), [("", "proved"), (", {leaves: t, to: graveyard}", "undecided")])
@pytest.mark.parametrize("checker", [False, True])
def test_what_follows_upon_changing_what_has_gone_is_open(
    leaves: str, verdict: str, checker: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if checker:
        monkeypatch.setattr(SOLVER, lambda *_: False)
    token = f"{{token: {{name: T, types: [creature], pt: 1/1, abilities: ['{MAY}']}}, as: t}}"
    events = f"[{token}{leaves}, {{triggers: t, ability: 1}}]"
    read = parse_scenarios(f"timeline: {events}\nclaims:\n  - life: {{you: 23}}\n")
    assert [each.verdict for each in answer_all(read.scenarios[0])] == [verdict]
