"""Steps that a timeline passes over: what the rules make happen in them has happened, what needs a choice is open."""

from __future__ import annotations

import json

import pytest

from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import Answer, answer_all
from tests.proof.test_checker_alone import alone

TURNS = "{turn: opponent}, {turn: you, step: main}"


def permanent(label: str, text: str, owner: str = "you", types: str = "creature", pt: str = "2/2") -> str:
    """An entry by which a made-up permanent is there."""
    numbers = f", pt: {pt}" if types == "creature" else ""
    made = f'{{name: {label.title()}, types: [{types}]{numbers}, abilities: ["{text}"]}}'
    return f"{{token: {made}, as: {label}, controller: {owner}}}"


def answers(entries: str, *claims: str) -> tuple[Answer, ...]:
    """The answers to claims about a timeline."""
    read = parse_scenarios(f"timeline: [{entries}]\nclaims:\n" + "".join(f"  - {each}\n" for each in claims))
    assert not read.unreadable, read.unreadable
    return tuple(answer_all(read.scenarios[0]))


def verdicts(entries: str, *claims: str) -> list[str]:
    """The verdicts on them."""
    return [each.verdict for each in answers(entries, *claims)]


MAY = permanent("seer", "At the beginning of combat on your turn, you may gain 1 life.")
TARGET = permanent("chief", "At the beginning of combat on your turn, target creature gets +1/+1 until end of turn.")
DAMAGE = "{combat_damage: {}}"
BEARS = "{enters: Grizzly Bears, as: bears}"
LURE = permanent("lure", "This creature must be blocked if able.")


@pytest.mark.parametrize(
    ("entries", "claim", "said"),
    [
        (f"{MAY}, {BEARS}, {TURNS}, {{attack: [bears]}}", "life: {you: 21}", "pass: all before the attack"),
        (f"{TARGET}, {BEARS}, {TURNS}", "legal: {attack: [bears]}", "pass: all before the attack"),
        (
            f"{LURE}, {{enters: Craw Wurm, controller: opponent}}, {TURNS}, {{attack: [lure]}}, {DAMAGE}",
            "life: {opponent: 20}",
            "blockers: {LABEL: LABEL}",
        ),
    ],
)
def test_what_needs_a_choice_on_the_way_is_open_and_says_what_tells_it(entries: str, claim: str, said: str) -> None:
    (found,) = answers(entries, claim)
    assert found.verdict == "undecided"
    assert said in found.message


def test_damage_that_may_be_assigned_in_several_ways_is_told_in_place_of_a_pass() -> None:
    there = "{enters: Craw Wurm, as: wurm}, {enters: Grizzly Bears, as: a, controller: opponent}, "
    there += "{enters: Grizzly Bears, as: b, controller: opponent}, "
    fight = f"{there}{TURNS}, {{attack: [wurm]}}, {{pass: all}}, {{blockers: {{a: wurm, b: wurm}}}}"
    (open_,) = answers(f"{fight}, {{pass: all}}", "a: {on_battlefield: false}")
    assert open_.verdict == "undecided"
    assert "combat_damage: {LABEL" in open_.message
    told = f"{fight}, {{combat_damage: {{wurm: {{a: 5, b: 1}}}}}}, {{pass: all}}"
    assert verdicts(told, "a: {on_battlefield: false}", "b: {on_battlefield: true}") == ["proved", "proved"]


CLOCK = permanent("clock", "At the beginning of your upkeep, you gain 1 life.", types="artifact")
DWELLER = permanent(
    "dweller", "Whenever this creature attacks and isn't blocked, it gets +2/+0 until end of combat."
)
THIEF = permanent("thief", "Whenever this creature attacks, draw a card.")
UNLESS = "At the beginning of your upkeep, sacrifice this artifact unless you pay {1}."
TOLL = permanent("toll", UNLESS, types="artifact")
BOLT = "{cast: Lightning Bolt, targets: [opponent]}"


@pytest.mark.parametrize(
    ("entries", "claim"),
    [
        (f"{CLOCK}, {TURNS}", "life: {you: 20}"),
        (f"{CLOCK}, {TURNS}", "life: {you: 21}"),
        (f"{CLOCK}, {TURNS}, {BOLT}", "life: {you: 20}"),
        (f"{CLOCK}, {{turn: opponent}}, {{turn: you, step: upkeep}}, {BOLT}, {{step: main}}", "life: {you: 20}"),
        (f"{DWELLER}, {TURNS}, {{attack: [dweller]}}, {{step: second main}}", "life: {opponent: 18}"),
        (f"{DWELLER}, {TURNS}, {{attack: [dweller]}}, {{turn: opponent}}", "life: {opponent: 16}"),
        (f"{THIEF}, {TURNS}, {{attack: [thief]}}, {{step: end}}", "hand: {you: 1}"),
        (f"{THIEF}, {TURNS}, {{attack: [thief]}}, {{step: end}}", "hand: {you: 2}"),
        (f"{TOLL}, {TURNS}", "toll: {on_battlefield: true}"),
    ],
)
def test_a_claim_that_hangs_on_what_was_left_behind_is_open_for_solver_and_checker(
    entries: str, claim: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (found,) = answers(entries, claim)
    assert found.verdict == "undecided"
    assert "hangs on whether an ability of" in found.message and "would tell it" in found.message
    plain = json.loads(parse_scenarios(f"timeline: [{entries}]\nclaims: [{claim}]\n").scenarios[0].source)
    assert alone(plain, 1, "current", monkeypatch) is None


ODD = permanent("odd", "If you would draw a card, instead something odd happens to that card.", types="artifact")
DEEP = permanent("deep", "This creature gets +1/+1 for each card in your hand.")
SHED = permanent("shed", "Discard a card: You gain 1 life.", types="artifact")
BARE = permanent("bare", "{0}: You gain 1 life. Activate only if you have no cards in hand.", types="artifact")
SPARE = permanent("spare", "{0}: You gain 1 life.", types="artifact")


@pytest.mark.parametrize(
    ("entries", "claim"),
    [
        (DEEP, "deep: {pt: 2/2}"),
        (DEEP, "deep: {pt: 3/3}"),
        (DEEP, "hand: {you: 1}"),
        (SHED, "illegal: {activate: shed, ability: 1}"),
        (BARE, "legal: {activate: bare, ability: 1}"),
    ],
)
def test_what_counts_a_hand_is_open_after_a_draw_that_is(
    entries: str, claim: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    timeline = f"{ODD}, {entries}, {TURNS}"
    (found,) = answers(timeline, claim)
    assert found.verdict == "undecided"
    assert "drew a card as a draw step began" in found.message
    plain = json.loads(parse_scenarios(f"timeline: [{timeline}]\nclaims: [{claim}]\n").scenarios[0].source)
    assert alone(plain, 1, "current", monkeypatch) is None
    # What asks for no hand is known, and so is the hand where nothing odd may happen to a draw.
    others = ("bears: {pt: 2/2}", "legal: {activate: spare, ability: 1}")
    assert verdicts(f"{ODD}, {BEARS}, {SPARE}, {TURNS}", *others) == ["proved", "proved"]
    assert verdicts(f"{entries}, {TURNS}", claim) != ["undecided"]


def test_whether_what_is_phased_out_is_on_the_battlefield_is_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = f"{BEARS}, {{phase_out: bears}}"
    for value in ("true", "false"):
        claim = f"bears: {{on_battlefield: {value}}}"
        (found,) = answers(entries, claim)
        assert found.verdict == "undecided" and "phased out" in found.message
        plain = json.loads(parse_scenarios(f"timeline: [{entries}]\nclaims: [{claim}]\n").scenarios[0].source)
        assert alone(plain, 1, "current", monkeypatch) is None
    assert verdicts(entries, "bears: {zone: battlefield}") == ["proved"]
    assert verdicts(f"{entries}, {{phase_in: bears}}", "bears: {on_battlefield: true}") == ["proved"]


FORESTS = ", ".join(f"{{in: hand, card: Forest, as: f{number}}}" for number in range(8))
DUSK = permanent("dusk", "{0}: You skip your next turn.", types="artifact")
FEW = ", ".join(f"{{in: hand, card: Forest, as: f{number}}}" for number in range(3))


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        (FORESTS, "discarded"),
        (f"{FORESTS}, {permanent('book', 'You have no maximum hand size.', 'opponent', 'artifact')}", "discarded"),
        (f"{FEW}, {permanent('five', 'Your maximum hand size is two.', types='artifact')}", "discarded"),
        (f"{FEW}, {permanent('five', 'Your maximum hand size is what you like.', types='artifact')}", "discarded"),
        (f"{permanent('drum', 'Creatures must attack unless they sing.', types='artifact')}, {BEARS}", "attack"),
        (permanent("hare", "This creature attacks each combat if able."), "something must"),
        (permanent("dusk", "Skip your draw step unless you sing.", types="artifact"), "skipped"),
        (f"{DUSK}, {{activates: dusk, ability: 1}}", "skip"),
    ],
)
def test_what_is_discarded_attacks_or_is_skipped_and_not_told_is_open(
    entries: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    timeline = f"{{turn: you}}, {entries}, {{turn: opponent, step: main}}, {{turn: you, step: end}}, {{turn: opponent}}"
    (found,) = answers(timeline, "life: {you: 20}")
    assert found.verdict == "undecided" and said in found.message, found.message
    plain = json.loads(parse_scenarios(f"timeline: [{timeline}]\nclaims: [life: {{you: 20}}]\n").scenarios[0].source)
    assert alone(plain, 1, "current", monkeypatch) is None


@pytest.mark.parametrize(
    "entries",
    [
        f"{FORESTS}, {permanent('book', 'You have no maximum hand size.', types='artifact')}",
        f"{FEW}, {permanent('five', 'Your maximum hand size is six.', types='artifact')}",
        FEW + ", " + permanent("two", "Each opponent's maximum hand size is two.", types="artifact"),
        f"{permanent('calm', 'This creature can attack only alone.')}, {BEARS}",
        permanent("dusk", "Skip your draw step.", types="artifact"),
    ],
)
def test_what_the_rules_settle_on_the_way_leaves_nothing_open(entries: str) -> None:
    timeline = f"{{turn: you}}, {entries}, {{turn: opponent, step: main}}, {{turn: you, step: end}}"
    assert verdicts(timeline, "life: {you: 20}") == ["proved"]


def test_a_step_that_is_skipped_cannot_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    skip = permanent("dusk", "Skip your draw step.", types="artifact")
    for step in ("{turn: you, step: draw}", "{turn: you, step: upkeep}, {step: draw}"):
        timeline = f"{skip}, {{turn: opponent}}, {step}"
        (found,) = answers(timeline, "hand: {you: 0}")
        assert found.verdict == "undecided" and "is skipped" in found.message
        plain = json.loads(parse_scenarios(f"timeline: [{timeline}]\nclaims: [hand: {{you: 0}}]\n").scenarios[0].source)
        assert alone(plain, 1, "current", monkeypatch) is None
