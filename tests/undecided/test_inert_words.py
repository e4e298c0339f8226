"""What is kept as words and treated as inert: made-up cases of what reading every inert text has shown not to be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from layerproof.kb.cards.card_sources import use_sources
from layerproof.kb.oracle.concerns.possible_effects import opaque_touches, says_more, touches_of
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all
from tests.proof.test_checker_alone import alone


@pytest.mark.parametrize(
    "text",
    [
        # Fragments: they break off, begin in the midst of a sentence, or have no words.
        "Whenever a Goose sings,",
        "{3}{U}, Exile an island card:",
        "Step 4 —",
        "Geese can't be blocked except by two or",
        "and also hops.",
        "of geese",
        "{R}{R}",
        "{2}{G}, Discard a goose",
        "♣ ♣ — Dance.",
        "☐ goose ☐ gander",
        "• You've sung two songs this turn.\n• Nobody listened.",
        # What one gets for tickets or points.
        "{TK}{TK} — 1/7",
        "{TK} — Flying",
        "3 points → Vigilance",
        # Names only, and other languages or spellings.
        "Made Up, Other Card, Third of Many, or Goose the Loud.",
        "Oosegay ingsay, oundsay, underwhay acrificesay.",
        "wHeN a GOosE sINgs, dEStRoy iT wItH lOve.",
        # What an object is, in other words.
        "You may cast a goose card as though it was another card of yours.",
        "As ~ enters, flip a coin. If you win, ~ enters as a 4/1 creature with reach.",
        "As a token you control enters, name it with two letters.",
        "As ~ enters, you become ~.",
        "As ~ enters, you may put an art sticker on it.",
        "Whatever could have changed ~ before does so now.",
        "~ and another goose form a single goose.",
        "If a goose would get any amount of toughness, it gets twice that much instead.",
        "Your speed can fall below 1.",
        "Choose a scheme and set it in motion.",
        "For each {B} in its cost, X is 7.",
        "Treat geese as you would treat ganders.",
    ],
)
def test_an_opaque_ability_that_may_be_about_anything_is_not_inert(text: str) -> None:
    assert opaque_touches(text) == ("any",)


@pytest.mark.parametrize(
    "text",
    [
        "All artifacts untap during each opponent's upkeep.",
        "~ simply does untap during its owner's upkeep.",
        "While you whistle, put a tune counter on ~.",
        "After you flip a coin, you may remove a +1/+1 counter from ~. If you do, flip again.",
        "As you mill, you may put a land card among them onto the battlefield.",
        "If ~ is in your hand, you may sneak ~ onto the battlefield.",
        "Spells and abilities a goose controls can't cause you to sacrifice artifacts.",
        "Abilities you control can't destroy or exile ~.",
        "Spells you cast with flashback aren't exiled.",
        "While a player counts geese, they exile each goose they find.",
        "If another goose entering causes a triggered ability to trigger, tap any number of geese.",
        "Create three Food tokens, then sacrifice ~.",
        "Goad target goose.",
        "You may cast this spell as though it had flash. If you cast it in your upkeep, its controller sacrifices it.",
    ],
)
def test_an_opaque_ability_that_moves_or_changes_objects_is_not_inert(text: str) -> None:
    assert opaque_touches(text) == ("objects",)


@pytest.mark.parametrize(
    "text",
    [
        "You have no minimum hand size.",
        "The third spell you cast each turn costs {3} less to cast.",
        "Once each turn, you may cast a Goose spell from your graveyard by sacrificing a land besides.",
        "~ can't attack unless you sacrifice a goose.",
        "As an additional cost to cast this spell, tap four untapped geese you control.",
        'Spells cost an additional "Sacrifice a Goose" to cast for each {G} in their mana costs.',
        "Enchanted creature can't block. Its controller may sacrifice a permanent to ignore this effect.",
        "You may reveal ~ from your opening hand. If you do, create a goose token at the first upkeep.",
        "Reveal ~ as you draft it. You may exile a card from your pool.",
        "If ~ hasn't been exerted, you may exert it as it attacks. When you do, untap all other geese.",
        "At the beginning of your Tuesday, put a goose counter on ~.",
        "Say a word: Exile target goose.",
        "If a goose entering causes a triggered ability of ~ to trigger, that ability triggers an additional time.",
        "bands with other geese.",
        "Equip Goose, Gander, or Gosling {2}",
    ],
)
def test_what_allows_forbids_prices_or_watches_is_inert(text: str) -> None:
    assert opaque_touches(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "You draw cards from the middle of your library rather than the top.",
        "Your life total can't go up.",
        "As long as you whistle, damage doesn't cause you to lose life.",
        "You have no minimum hand size and don't lose the game for drawing from an empty library.",
    ],
)
def test_what_changes_draws_life_and_losing_touches_players(text: str) -> None:
    assert opaque_touches(text) == ("players",)


def test_a_keyword_ability_with_more_words_or_a_mark_is_one() -> None:
    assert opaque_touches("Disguise {4}{G}. This cost is reduced by {2} for each goose.") == ("ability",)
    assert opaque_touches("If you're on the geese's team, ~ costs {7} more and has For Mirrodin!") == ("ability",)


@pytest.mark.parametrize(
    "text",
    [
        "• 4/7",
        "• 2/2 white Goose with vigilance",
        "• 2 — menace • 3 — flying",
        "An artifact or Vehicle card named Made Up",
        "",
        "{0}",
        "and honks at its owner",
        "If you flipped a coin,",
        # What the other instructions do.
        "If you lose, ~ has no effect",
        "This ability has the indicated effect",
        "X is the mana value of that goose",
        "Where X is its loudness",
        "Round up each time",
        "Don't count ganders",
        "This ability still resolves if its goose is gone",
        "As long as it honks, that effect doesn't end",
        "ignore the bracketed text",
        "You choose a goose [ with mana value 4 or less ]",
        # What is kept on an object, and other abilities depend upon.
        "Store that result on it",
        "Toggle its lamp",
        "Combine ~ with it",
        "Treat ~'s mana value as 3",
        "Erase whatever you wrote",
        # What the command zone has.
        "The effects of that plane don't apply",
        "Roll the planar die",
        "set that scheme in motion again",
        "Abandon this scheme",
    ],
)
def test_an_instruction_that_may_do_anything_is_not_inert(text: str) -> None:
    assert touches_of(text)[0] == "any"


def test_an_instruction_that_tells_a_keywords_cost_or_rounds_power_touches_them() -> None:
    assert touches_of("Its foretell cost is {2}{U}") == ("ability",)
    assert touches_of("Round its power up to the nearest 3") == ("modify_pt",)


@pytest.mark.parametrize(
    "text",
    [
        "Exchange that thing with the top of your library",
        "Its owner scries 2",
        "You may choose a new target for it",
        "Reselect its target at random",
        "You take the initiative",
        "Place it onto the table",
        "the rest into your graveyard",
    ],
)
def test_an_instruction_that_moves_objects_or_targets_touches_objects(text: str) -> None:
    assert touches_of(text) == ("objects",)


@pytest.mark.parametrize(
    "text",
    [
        "You become the monarch",
        "Choose a color",
        "Do nothing",
        "Choose Goose or Gander",
        "Name two Academies",
        "Add {R} or {G} for each Goose",
        "X can't be 0",
        "This mana can't be spent on geese",
        "Abilities of geese can't be activated this turn",
        "Take an extra turn after this one",
    ],
)
def test_a_choice_mana_a_turn_or_a_limit_touches_nothing(text: str) -> None:
    assert touches_of(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "can't untap, and at the beginning of each of your upkeeps, put a -1/-1 counter on it",
        "may instead return ~ to the battlefield",
        "may reveal that goose and put it on top of your library instead of putting it anywhere else",
        "must honk at all times, or it ceases to exist",
        "may cast it as though it was a copy of any goose",
    ],
)
def test_words_that_do_more_than_forbid_or_allow_are_no_prohibition_or_permission(text: str) -> None:
    assert says_more(text)


def test_a_permission_that_widens_what_may_pay_is_one() -> None:
    assert not says_more("can bargain any goose instead of just artifacts, enchantments, and tokens")


SONG = (
    "Each noncreature artifact loses all abilities and becomes an artifact creature with power and toughness each "
    "equal to its mana value. If this enchantment leaves the battlefield, this effect continues until end of turn."
)
KEEPER = "Spells and abilities your opponents control can't cause you to sacrifice permanents."


def verdict(text: str, timeline: str, claim: str) -> str:
    """The verdict on a claim, with an enchantment token of this text on the battlefield from the start."""
    token = f"{{token: {{name: Made Up, types: [enchantment], abilities: [{json.dumps(text)}]}}, as: m}}"
    source = f"scenario: Made up\ntimeline: [{token}, {timeline}]\nclaims: [{claim}]\n"
    answers = [answer for each in parse_scenarios(source).scenarios for answer in answer_all(each)]
    return answers[0].verdict


def test_an_effect_that_goes_on_after_its_source_has_left_is_not_taken_to_have_ended() -> None:
    there = "{enters: Sol Ring, as: r}"
    assert verdict(SONG, there, "r: {types: [artifact, creature]}") == "proved"
    assert verdict(SONG, f"{there}, {{leaves: m, to: graveyard}}", "r: {types: [artifact]}") == "undecided"


def test_what_keeps_from_sacrificing_is_asked_where_something_is_sacrificed() -> None:
    bears = "{enters: Grizzly Bears, as: b}"
    edict = "{resolves: Diabolic Edict, controller: opponent, targets: [you], choices: {object: b}}"
    assert verdict(KEEPER, bears, "b: {on_battlefield: true}") == "proved"
    assert verdict(KEEPER, f"{bears}, {edict}", "b: {on_battlefield: false}") == "undecided"


def test_the_checker_alone_does_not_take_it_to_have_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    token = {"token": {"name": "Made Up", "types": ["enchantment"], "abilities": [SONG]}, "as": "m"}
    timeline = [token, {"enters": "Sol Ring", "as": "r"}]
    plain = {"scenario": "Made up", "timeline": timeline, "claims": [{"r": {"types": ["artifact", "creature"]}}]}
    assert alone(plain, 1, "current", monkeypatch) == "proved"
    plain = {**plain, "timeline": [*timeline, {"leaves": "m", "to": "graveyard"}]}
    assert alone(plain, 1, "current", monkeypatch) is None


def test_words_on_an_emblem_are_not_inert_in_the_command_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    maker = '{{0}}: You get an emblem with "{}"'
    for words, expected in (
        ("Creatures you control that whistle get +1/+1.", None),
        ("If a creature would be tapped while it whistles, it sings instead.", None),
        ("You have no minimum hand size.", "proved"),
    ):
        made = {"token": {"name": "Made Up", "types": ["artifact"], "abilities": [maker.format(words)]}, "as": "m"}
        timeline = [made, {"enters": "Grizzly Bears", "as": "b"}, {"activates": "m", "ability": 1}]
        plain = {"scenario": "Made up", "timeline": timeline, "claims": [{"b": {"pt": "2/2"}}]}
        scenario = parse_scenarios(json.dumps(plain)).scenarios[0]
        assert answer_all(scenario)[0].verdict == (expected or "undecided")
        assert alone(plain, 1, "current", monkeypatch) == expected


@pytest.mark.parametrize(
    ("types", "text", "zone", "expected"),
    [
        # What defines its own object or names the zone may matter anywhere, else only on the battlefield.
        ("Creature", "Made Up's power is equal to the number of songs you know.", "hand", None),
        ("Creature", "Made Up is the color of your hair.", "exile", None),
        ("Creature", "From its place in exile Made Up gives that creatures you control get +1/+1.", "exile", None),
        ("Creature", "Creatures you control that whistle get +1/+1.", "hand", "proved"),
        ("Creature", "Creatures you control that whistle get +1/+1.", "command", "proved"),
        # What is not modelled of the cards of casual variants, whose abilities function in the command zone.
        ("Vanguard", "Creatures you control have shadow.", "command", None),
        ("Plane — Pond", "All creatures have flying.", "command", None),
    ],
)
def test_words_of_what_is_elsewhere_matter_where_they_may_function(
    types: str, text: str, zone: str, expected: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # What is known of a card is kept by its name.
    name = f"Made Up {types} {zone} {len(text)}"
    text = text.replace("Made Up", name)
    card = {"name": name, "type_line": types, "mana_cost": "{R}", "oracle_text": text, "power": "1"}
    file = tmp_path / "cards.json"
    file.write_text(json.dumps([{**card, "toughness": "1"}]), encoding="utf-8")
    monkeypatch.setenv("LAYERPROOF_HOME", str(tmp_path))
    use_sources([file])
    try:
        timeline = [{"in": zone, "card": name, "as": "m"}, {"enters": "Grizzly Bears", "as": "b"}]
        plain = {"scenario": "Made up", "timeline": timeline, "claims": [{"b": {"pt": "2/2"}}]}
        scenario = parse_scenarios(json.dumps(plain)).scenarios[0]
        assert answer_all(scenario)[0].verdict == (expected or "undecided")
        assert alone(plain, 1, "current", monkeypatch) == expected
    finally:
        use_sources()


@pytest.mark.parametrize(
    ("does", "told", "step", "expected"),
    [
        ("You become the monarch.", "monarch: false", "end", None),
        ("You get {E}.", "monarch: true", "end", None),
        ("You get {E}.", "monarch: true", "combat", "proved"),
        ("You get {E}.", "experience counters: 1", "end", "proved"),
    ],
)
def test_what_triggers_for_the_monarch_is_not_taken_to_be_nothing(
    does: str, told: str, step: str, expected: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = {"token": {"name": "Made Up", "types": ["artifact"], "abilities": [f"{{0}}: {does}"]}, "as": "m"}
    what, value = told.split(": ")
    timeline = [
        {"turn": "you", "step": "main"},
        token,
        {"activate": "m", "ability": 1},
        {"resolve_top": True},
        {"told": {what: json.loads(value)}, "of": "you"},
        {"step": step},
    ]
    plain = {"scenario": "Made up", "timeline": timeline, "claims": [{"stack": []}]}
    scenario = parse_scenarios(json.dumps(plain)).scenarios[0]
    assert answer_all(scenario)[0].verdict == (expected or "undecided")
    assert alone(plain, 1, "current", monkeypatch) == expected
