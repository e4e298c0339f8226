"""Words that are not read and could forbid an action, or let it be done, leave open whether it is legal."""

from __future__ import annotations

import pytest

from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all

ALTAR = '{token: {name: Altar, types: [artifact], abilities: ["Sacrifice a creature: You gain 1 life."]}, as: altar}'


def speaker(words: str, types: str = "creature", more: str = "") -> str:
    """Notation of a token that says some words."""
    size = "pt: 2/2, " if types == "creature" else ""
    return f'{{token: {{name: Speaker, types: [{types}], {size}abilities: ["{words}"]}}, as: speaker{more}}}'


def verdict(events: str, claim: str, mana: str | None = None) -> str:
    """What is answered to a claim after some events in a turn of yours."""
    pool = f'mana: {{you: "{mana}"}}\n' if mana is not None else ""
    begun = events if "{turn:" in events else f"{events}, {{turn: you}}"
    text = f"scenario: s\n{pool}timeline: [{begun}]\nclaims: [{claim}]\n"
    (answer,) = answer_all(parse_scenarios(text, "s.yaml").scenarios[0])
    return answer.verdict


@pytest.mark.parametrize(
    "words",
    [
        "Players can't pay life or sacrifice creatures to cast spells or activate abilities.",
        "You can't sacrifice creatures with power 2 or greater.",
    ],
)
def test_a_sacrifice_that_words_may_forbid(words: str) -> None:
    assert verdict(f"{speaker(words)}, {ALTAR}", "legal: {activate: altar, ability: 1}") == "undecided"


def test_what_is_read_as_no_prohibition_leaves_nothing_open() -> None:
    words = "This creature can't attack."
    assert verdict(f"{speaker(words)}, {ALTAR}", "legal: {activate: altar, ability: 1}") == "proved"


CYCLING = "{in: hand, card: Lonely Sandbar, as: cycler}"
EQUIPMENT = '{token: {name: Sword, types: [artifact], subtypes: [Equipment], abilities: ["Equip {2}"]}, as: sword}'
BEAR = "{token: {name: Bear, types: [creature], pt: 2/2, abilities: []}, as: bear}"
EQUIP = "{activate: sword, ability: equip, targets: [bear]}"


@pytest.mark.parametrize(
    ("words", "expected"), [("Players can't cycle cards.", "undecided"), ("Players can't play lands.", "proved")]
)
def test_a_keyword_ability_that_words_may_forbid(words: str, expected: str) -> None:
    assert verdict(f"{speaker(words)}, {CYCLING}", "legal: {activate: cycler, ability: cycling}") == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("You may pay {0} rather than pay the equip cost of the first equip ability you activate.", "undecided"),
        # What may be paid for spells is another matter.
        ("You may pay eight {E} rather than pay the mana cost for permanent spells you cast.", "proved"),
    ],
)
def test_a_cost_of_an_ability_for_which_words_may_let_something_else_be_paid(words: str, expected: str) -> None:
    events = f"{speaker(words, 'artifact')}, {EQUIPMENT}, {BEAR}"
    assert verdict(events, f"illegal: {EQUIP}", mana="{C}") == expected
    assert verdict(events, f"legal: {EQUIP}", mana="{C}{C}") == "proved"


def test_what_an_ability_says_of_its_own_cost() -> None:
    words = (
        "{4}: Draw a card. For each mana in this ability's activation cost, you may tap an untapped creature you "
        "control rather than pay that mana."
    )
    claim = "illegal: {activate: speaker, ability: 1}"
    assert verdict(speaker(words, "artifact"), claim, mana="{0}") == "undecided"
    assert verdict(speaker("{4}: Draw a card.", "artifact"), claim, mana="{0}") == "proved"


def test_a_creature_may_make_what_is_cast_for_harmonize_cheaper() -> None:
    given = speaker("Instant and sorcery cards in your graveyard have harmonize {5}{R}.", "artifact")
    events = f"{given}, {{in: graveyard, card: Lightning Bolt, as: bolt}}"
    claim = "illegal: {cast: bolt, cast_for: harmonize, targets: [opponent]}"
    assert verdict(events, claim, mana="{R}") == "proved"
    assert verdict(f"{events}, {BEAR}", claim, mana="{R}") == "undecided"
    assert verdict(f"{events}, {BEAR}, {{turn: you}}, {{tap: bear}}", claim, mana="{R}") == "proved"


@pytest.mark.parametrize(("additional", "expected"), [("", "proved"), (", additional: {splice: 1}", "undecided")])
def test_what_is_spliced_onto_a_spell_may_have_targets(additional: str, expected: str) -> None:
    hand = "{in: hand, card: Strange Inversion, as: inversion}, {in: hand, card: Strange Inversion, as: other}"
    claim = f"illegal: {{cast: inversion, targets: [bear, bear]{additional}}}"
    assert verdict(f"{hand}, {BEAR}", claim) == expected


def test_an_ability_that_is_kept_from_those_of_permanents_only() -> None:
    events = "{enters: Grand Abolisher, controller: opponent}, {in: hand, card: Decree of Savagery, as: decree}"
    bear = speaker("{0}: You gain 1 life.")
    claims = "[{legal: {activate: decree, ability: cycling}}, {illegal: {activate: speaker, ability: 1}}]"
    text = f"timeline: [{events}, {bear}, {{turn: opponent}}]\nclaims: {claims}\n"
    (scenario,) = parse_scenarios(text, "s.yaml").scenarios
    assert [each.verdict for each in answer_all(scenario)] == ["proved", "proved"]


TAPPER = '{token: {name: Tapper, types: [creature], pt: 1/1, abilities: ["{T}: You gain 1 life."]}, as: tapper}'
FORGE = '{token: {name: Forge, types: [artifact], abilities: ["Discard a card: You gain 1 life."]}, as: forge}'


@pytest.mark.parametrize(
    ("words", "events", "which"),
    [
        ("Creatures can't become tapped unless they're being declared as attackers.", TAPPER, "tapper"),
        ("Players can't discard cards.", f"{FORGE}, {{in: hand, card: Forest}}", "forge"),
    ],
)
def test_a_part_of_a_cost_that_words_may_forbid(words: str, events: str, which: str) -> None:
    begun = "{turn: opponent}, {turn: you}"
    claim = f"legal: {{activate: {which}, ability: 1}}"
    assert verdict(f"{events}, {speaker(words)}, {begun}", claim) == "undecided"
    assert verdict(f"{events}, {speaker('Players cannot play lands.')}, {begun}", claim) == "proved"


def test_what_cannot_become_tapped_or_be_exiled_as_something_resolves() -> None:
    tapper = '{token: {name: Cold, types: [artifact], abilities: ["{0}: Tap target creature."]}, as: cold}'
    done = f"{BEAR}, {tapper}, {{activates: cold, ability: 1, targets: [bear]}}"
    words = "Creatures can't become tapped unless they're being declared as attackers."
    assert verdict(f"{done}, {{turn: opponent}}", "bear: {tapped: true}") == "proved"
    assert verdict(f"{speaker(words)}, {done}, {{turn: opponent}}", "bear: {tapped: true}") == "undecided"
    gone = done.replace("Tap target creature", "Exile target creature")
    assert verdict(gone, "bear: {zone: none}") == "proved"
    kept = "Creatures can't be exiled."
    assert verdict(f"{speaker(kept)}, {gone}", "bear: {zone: none}") == "undecided"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Once each turn, you may cast a creature spell from your hand without paying its mana cost.", "undecided"),
        ("You may pay eight {E} rather than pay the mana cost for permanent spells you cast.", "undecided"),
        ("Players can't play lands.", "proved"),
    ],
)
def test_an_offer_to_cast_in_words(words: str, expected: str) -> None:
    hand = "{in: hand, card: Grizzly Bears, as: bears}"
    claim = "illegal: {cast: bears, cast_for: without paying}"
    assert verdict(f"{speaker(words, 'enchantment')}, {hand}", claim, mana="{0}") == expected


def test_a_place_to_cast_from_in_words_about_costs() -> None:
    words = "You may cast spells from among cards exiled with this enchantment without paying their mana costs."
    exiled, claim = "{in: exile, card: Grizzly Bears, as: bears}", "illegal: {cast: bears}"
    assert verdict(exiled, claim) == "proved"
    assert verdict(f"{speaker(words, 'enchantment')}, {exiled}", claim) == "undecided"


def test_what_nothing_can_cause_does_not_keep_a_cost_from_being_paid() -> None:
    words = "Spells and abilities your opponents control can't cause you to sacrifice permanents."
    assert verdict(f"{speaker(words)}, {ALTAR}", "legal: {activate: altar, ability: 1, paying: [speaker]}") == "proved"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("You may activate abilities of artifacts your opponents control as though you control them.", "undecided"),
        ("You may activate abilities of creatures you control as though those creatures had haste.", "proved"),
    ],
)
def test_an_ability_of_what_another_player_controls(words: str, expected: str) -> None:
    tool = ALTAR.replace("as: altar", "as: altar, controller: opponent").replace("Sacrifice a creature", "{0}")
    claim = "illegal: {activate: altar, ability: 1, controller: you}"
    assert verdict(f"{speaker(words, 'enchantment')}, {tool}", claim) == expected


def test_a_special_action_that_words_let_be_taken_in_any_turn() -> None:
    raven, theirs = "{in: hand, card: Augury Raven, as: raven}", "{turn: opponent}, {pass: opponent}"
    words = speaker("Foretelling cards from your hand costs {1} less and can be done on any player's turn.")
    foretelling = "{special: foretell, of: raven}"
    assert verdict(f"{raven}, {theirs}", f"illegal: {foretelling}") == "proved"
    assert verdict(f"{raven}, {words}, {theirs}", f"illegal: {foretelling}") == "undecided"
    assert verdict(f"{raven}, {words}", f"legal: {foretelling}") == "proved"


@pytest.mark.parametrize("what", ["land", "permanent"])
def test_what_more_is_added_for_mana_of_one_type(what: str) -> None:
    events = "{enters: Wastes, as: wastes}, {in: hand, card: Mind Stone, as: stone}"
    words = speaker(f"Whenever you tap a {what} for {{C}}, add an additional {{C}}.")
    assert verdict(events, "illegal: {cast: stone}", mana="{0}") == "proved"
    assert verdict(f"{events}, {words}", "illegal: {cast: stone}", mana="{0}") == "undecided"
    tapped = f"{events}, {words}, {{turn: you}}, {{activate: wastes, ability: 1}}"
    assert verdict(tapped, "illegal: {cast: stone}", mana="{0}") == "undecided"
    assert verdict(tapped, "stack: []", mana="{0}") == "proved"
