"""What a player may pay as a permanent enters, modes named by number, and what died in a resolution."""

from __future__ import annotations

import pytest

from layerproof.kb.oracle.compiler import compile_ability
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.kb.wording.abilities import ability_text
from layerproof.queries.answer.claim_answers import answer_all


def verdicts(timeline: str, claims: str) -> list[str]:
    """The verdicts on claims, each written as YAML on a line of its own, after a timeline."""
    text = f"timeline:\n{timeline}\nclaims:\n{claims}\n"
    read = parse_scenarios(text)
    assert read.scenarios and not read.unreadable, read.unreadable
    return [each.verdict for each in answer_all(read.scenarios[0])]


@pytest.mark.parametrize(
    ("before", "how", "tapped", "life"),
    [
        ("", "", False, 18),
        ("", ", choices: {may: true}", False, 18),
        ("", ", choices: {may: false}", True, 20),
        ("", ", tapped: true", True, 20),
        ("  - life: {you: 2}\n", "", False, 0),
        ("  - life: {you: 1}\n", "", True, 1),
        ("  - {enters: Blood Moon}\n", "", False, 20),
        ("  - {enters: Orb of Dreams}\n", "", True, 18),
    ],
)
def test_life_may_be_paid_as_a_land_enters(before: str, how: str, tapped: bool, life: int) -> None:
    timeline = f"{before}  - {{enters: Steam Vents, as: land{how}}}"
    word, other = str(tapped).lower(), str(not tapped).lower()
    claims = f"  - land: {{tapped: {word}}}\n  - life: {{you: {life}}}\n  - land: {{tapped: {other}}}"
    assert verdicts(timeline, claims) == ["proved", "proved", "refuted"]


def test_whether_life_is_paid_may_be_unknown() -> None:
    timeline = "  - {enters: Steam Vents, as: land, choices: {may: {any: [true, false]}}}"
    assert verdicts(timeline, "  - outcomes: {land: [{tapped: true}, {tapped: false}]}") == ["proved"]


def test_the_text_of_such_a_land_is_read_and_written() -> None:
    text = "As this land enters, you may pay 2 life. If you don't, it enters tapped."
    (ability,) = compile_ability(text, types=("land",))
    wording = ability_text(ability, ("land",))
    assert (wording.text, wording.exact) == (text, True)


@pytest.mark.parametrize(("mode", "flies"), [("3", False), ("1", True), ("target creature loses flying", False)])
def test_a_copy_of_a_spell_has_its_mode(mode: str, flies: bool) -> None:
    timeline = (
        "  - {enters: Suntail Hawk, as: hawk, tapped: true}\n"
        f"  - {{in: stack, card: Emerald Charm, as: charm, targets: [hawk], choices: {{mode: {mode}}}}}\n"
        "  - {resolves: Fork, targets: [charm], makes: [copy]}\n"
        "  - {resolves: copy}"
    )
    claims = f"  - hawk: {{{'has' if flies else 'lacks'}: [flying], tapped: {str(mode != '1').lower()}}}"
    assert verdicts(timeline, claims) == ["proved"]


def test_a_mode_that_does_not_exist_is_none() -> None:
    timeline = (
        "  - {enters: Suntail Hawk, as: hawk}\n"
        "  - {in: stack, card: Emerald Charm, as: charm, targets: [hawk], choices: {mode: 4}}\n"
        "  - {resolves: charm}"
    )
    assert verdicts(timeline, "  - hawk: {has: [flying]}") == ["undecided"]


def test_damage_counts_the_creatures_that_died_this_way() -> None:
    timeline = (
        "  - {enters: Elite Vanguard, as: vanguard}\n"
        "  - {enters: Gray Ogre, as: ogre}\n"
        "  - {token: {name: Bug, types: [creature], pt: 1/1, colors: [green]}, as: bug}\n"
        "  - {enters: Drudge Skeletons, as: skeletons}\n"
        "  - {enters: Darksteel Citadel, as: citadel}\n"
        "  - {resolves: Hellfire, controller: opponent}"
    )
    claims = "  - life: {opponent: 14}\n  - life: {you: 20}\n  - life: {opponent: 15}\n  - bug: {on_battlefield: false}"
    assert verdicts(timeline, claims) == ["proved", "proved", "refuted", "proved"]


def test_who_regenerates_has_not_died() -> None:
    timeline = (
        "  - {enters: Drudge Skeletons, as: skeletons}\n"
        "  - {effect: This creature is green., on: skeletons}\n"
        "  - {activates: skeletons, ability: Regenerate}\n"
        "  - {resolves: Hellfire}"
    )
    assert verdicts(timeline, "  - life: {you: 17}\n    skeletons: {on_battlefield: true, tapped: true}") == ["proved"]


def test_damage_of_a_chosen_source_is_prevented_once() -> None:
    timeline = (
        '  - {enters: "Circle of Protection: Red", as: circle}\n'
        "  - {enters: Gray Ogre, as: ogre, controller: opponent}\n"
        "  - {enters: Grizzly Bears, as: bears, controller: opponent}\n"
        "  - {activates: circle, ability: 1, choices: {object: %s}}\n"
        "  - {damage: 2, to: you, from: ogre}\n"
        "  - {damage: 2, to: you, from: ogre}\n"
        "  - {damage: 2, to: you, from: bears}"
    )
    assert verdicts(timeline % "ogre", "  - life: {you: 16}") == ["proved"]
    assert verdicts(timeline % "bears", "  - life: {you: 14}") == ["proved"]
    untold = timeline.replace(", choices: {object: %s}", "")
    assert verdicts(untold, "  - life: {you: 16}") == ["undecided"]


@pytest.mark.parametrize(("word", "verdict"), [("Temur", "proved"), ("Jeskai", "refuted"), ("Sultai", "invalid")])
def test_a_word_that_is_chosen_on_entering_is_one_that_is_asked_about(word: str, verdict: str) -> None:
    timeline = f"  - {{enters: Frostcliff Siege, choices: {{mode: {word}}}}}\n  - {{enters: Grizzly Bears, as: bears}}"
    assert verdicts(timeline, "  - bears: {power: 3, has: [trample]}") == [verdict]
