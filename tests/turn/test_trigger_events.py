"""Trigger events: how their words are read, what keyword abilities watch for, and what is left undecided."""

from __future__ import annotations

import pytest

from layerproof.kb.keywords.keyword_files import keyword_names, stated
from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model import trigger_event as te
from layerproof.kb.model.ability import Keyword, Triggered
from layerproof.kb.model.expression import Is, Player, Ref, Same, State
from layerproof.kb.oracle.events.trigger_events import event_of, trigger_event
from layerproof.queries.answer.counterexample import counterexample
from layerproof.queries.answer.scenario_answers import prove

ME = Same(Ref("self"))
ELF = Is("subtype", "Elf")
DIED = (("battlefield",), ("graveyard",))
DIES = te.Moves(ME, *DIED)
BEARS = "  - {enters: Grizzly Bears, as: bears}\n"


def verdicts(timeline: str, *claims: str) -> list[tuple[str, str]]:
    """The verdict and message of each claim about a timeline."""
    text = f"scenario: a test\ntimeline:\n{timeline}claims:\n" + "".join(f"  - {each}\n" for each in claims)
    return [(each.verdict, each.message) for each in prove(text)]


def token(*abilities: str, name: str = "it", types: str = "creature") -> str:
    """An entry of a timeline for a token with typed abilities."""
    texts = ", ".join(f'"{each}"' for each in abilities)
    return f"  - {{token: {{name: {name}, types: [{types}], pt: 1/1, abilities: [{texts}]}}, as: {name}}}\n"


@pytest.mark.parametrize(
    ("when", "event"),
    [
        ("when ~ enters", te.Moves(ME, to=("battlefield",))),
        ("when ~ dies", te.Moves(ME, ("battlefield",), ("graveyard",))),
        ("when enchanted Swamp is put into a graveyard", te.Moves(Same(Ref("host")), ("battlefield",), ("graveyard",))),
        ("whenever ~ becomes tapped", te.Becomes(ME, "tapped")),
        ("at the beginning of each opponent's upkeep", te.Begins(("upkeep",), Player("opponent"))),
        ("whenever you lose life", te.GainsLife(Player("you"), True)),
        ("whenever ~ enters or attacks", te.OneOf((te.Moves(ME, to=("battlefield",)), te.Attacks(ME)))),
        ("whenever ~ deals combat damage to a player", te.Deals(ME, None, Player("any"), True)),
        ("whenever ~ blocks or becomes blocked by an Elf", te.OneOf((te.Blocks(ME, ELF), te.IsBlocked(ME, ELF)))),
        ("whenever ~ blocks or becomes blocked", te.OneOf((te.Blocks(ME), te.Becomes(ME, "blocked")))),
        ("whenever ~ becomes blocked by one or more Elves", te.AtOnce(te.IsBlocked(ME, ELF))),
        ("whenever ~ attacks and isn't blocked", te.Becomes(ME, "unblocked")),
        ("when ~ transforms into ~ or dies", te.OneOf((te.Becomes(ME, "transformed"), DIES))),
        ("whenever a permanent is put into a graveyard", te.Moves(State("permanent"), *DIED)),
        ("whenever a creature is exiled", te.Moves(Is("type", "creature"), ("battlefield",), ("exile",))),
        ("whenever a card is put into exile", te.Moves(State("card"), to=("exile",))),
        ("whenever ~ is put into a graveyard from anywhere", te.Moves(ME, to=("graveyard",))),
    ],
)
def test_words_become_events(when: str, event: te.TriggerEvent) -> None:
    """The words of an event stand for a record; a record that is given counts before the words."""
    assert trigger_event(when) == event
    assert event_of(Triggered("when something happens", event=event)) == event


@pytest.mark.parametrize(
    ("when", "sorts"),
    [
        ("whenever chaos ensues", ()),
        ("whenever you draw your second card each turn", ("drew",)),
        ("whenever you roll a die", ()),
        ("whenever you play a land or cast a spell", ()),
        ("whenever you cast or copy an instant or sorcery spell", ()),
        ("when ~ enters from a graveyard", ("zone_change",)),
        ("whenever ~ attacks a player and isn't blocked", ()),
        ("whenever an Elf blocks one or more Goblins", ("blocked",)),
    ],
)
def test_what_is_not_understood_is_opaque(when: str, sorts: tuple[str, ...]) -> None:
    """An event that is not understood says of which occurrences it could be made, or nothing where that is unclear."""
    assert trigger_event(when) == te.OpaqueEvent(when, sorts)


def test_keywords_that_trigger_are_stated() -> None:
    """Every triggered ability in the files of keyword abilities can be read, and stands behind all others."""
    found = 0
    for keyword in keyword_names():
        written = [next(iter(each)) == "triggered" for each in stated(keyword).abilities]  # type: ignore[union-attr]
        triggers = [isinstance(each, Triggered) for each in meaning(Keyword(keyword, number=2, cost="{1}"))]
        assert triggers == written == sorted(written), keyword
        found += sum(written)
    assert found > 60


def test_what_may_be_the_event_is_undecided() -> None:
    """Opaque events, steps of a turn that are not named, and spells that were cast nobody says when."""
    anything = token("Whenever chaos ensues, draw a card.")
    assert verdicts(anything + BEARS, "does_not_trigger: it")[0][0] == "undecided"
    drawing = token("Whenever you draw your second card each turn, you gain 1 life.")
    assert verdicts(drawing + BEARS, "does_not_trigger: it")[0][0] == "proved"
    clock = token("At the beginning of your upkeep, draw a card.")
    turn = "  - {turn: you}\n"
    assert verdicts(clock + turn, "triggers: it", "does_not_trigger: it")[0][0] == "undecided"
    assert verdicts(clock + "  - {turn: opponent}\n", "does_not_trigger: it")[0][0] == "proved"
    caster = token("Whenever you cast a noncreature spell, draw a card.")
    bolt = "  - {resolves: Pyroclasm}\n"
    assert verdicts(caster + bolt, "triggers: it")[0][0] == "undecided"
    assert verdicts(token("Whenever you cast a creature spell, draw a card.") + bolt, "triggers: it")[0][0] == "refuted"


def test_how_something_left_is_not_guessed() -> None:
    """What leaves for a graveyard may have been sacrificed."""
    sacrificed = token("Whenever you sacrifice a creature, draw a card.")
    leaving = BEARS + "  - {leaves: bears, to: graveyard}\n"
    assert verdicts(sacrificed + leaving, "triggers: it")[0][0] == "undecided"
    dying = BEARS + "  - {damage: 2, to: bears}\n"
    assert verdicts(sacrificed + dying, "does_not_trigger: it")[0][0] == "proved"


def test_what_keeps_abilities_from_triggering_is_not_passed_over() -> None:
    """An effect that is known by its words only may keep an ability silent."""
    watcher = token("Whenever another creature enters, you gain 1 life.")
    orb = token("Creatures entering don't cause abilities to trigger.", name="orb", types="artifact")
    assert verdicts(watcher + orb + BEARS, "triggers: it")[0][0] == "undecided"
    assert verdicts(watcher + orb + BEARS, "does_not_trigger: it")[0][0] == "undecided"


def test_refuted_claims_say_why() -> None:
    """A refuted claim names the event, and the condition where that was at fault."""
    sovereign = "  - {enters: Felidar Sovereign, as: it}\n  - {turn: you, step: upkeep}\n"
    assert "its condition did not hold" in verdicts(sovereign, "triggers: it")[0][1]
    vanguard = "  - {enters: Elvish Vanguard, as: it}\n" + BEARS
    assert "another Elf enters" in verdicts(vanguard, "triggers: it")[0][1]
    assert "no triggered ability" in verdicts(BEARS, "triggers: bears")[0][1]
    [(verdict, message)] = verdicts(vanguard, "{triggers: it, ability: 2}")
    assert verdict == "invalid" and "no triggered ability 2" in message


def test_how_often_is_counted() -> None:
    """A wrong number is refuted with the right one; what could add to it makes the number undecided."""
    watcher = token("Whenever another creature enters, you gain 1 life.")
    [(verdict, message)] = verdicts(watcher + BEARS, "{triggers: it, times: 2}")
    assert verdict == "refuted" and "triggers 1 time" in message
    also = token("Whenever another creature enters, you gain 1 life.", "Whenever chaos ensues, draw a card.")
    assert [each[0] for each in verdicts(also + BEARS, "triggers: it", "{triggers: it, times: 1}")] == [
        "proved", "undecided",
    ]  # fmt: skip
    assert "a whole number from 1 on" in verdicts(watcher + BEARS, "{triggers: it, times: 0}")[0][1]


def test_bad_claims_are_told_at_once() -> None:
    """A label that nothing has, and something else than labels."""
    assert "no object has the label 'bear'" in verdicts(BEARS, "triggers: bear")[0][1]
    assert "a label, or a list of labels" in verdicts(BEARS, "triggers: {bears: 1}")[0][1]
    assert verdicts(BEARS, "does_not_trigger: [bears, bears]")[0][0] == "proved"


def test_a_limit_that_may_be_used_up_leaves_it_open() -> None:
    """Whether an ability has triggered before in the turn must be known where it triggers only once each turn."""
    limited = token("Whenever you cast a noncreature spell, draw a card. This ability triggers only once each turn.")
    bolt = "  - {in: hand, card: Lightning Bolt, as: bolt}\n  - {cast: bolt, targets: [opponent], as: spell}\n"
    assert verdicts(limited + bolt, "triggers: it")[0][0] == "proved"
    growth = "  - {resolves: Giant Growth, targets: [it]}\n"
    assert verdicts(limited + growth + bolt, "triggers: it")[0][0] == "undecided"
    other = token("Whenever you gain life, draw a card. Do this only once each turn.")
    assert verdicts(other + "  - {life: {you: 21}}\n", "triggers: it")[0][0] == "undecided"


@pytest.mark.parametrize(("edition", "verdict"), [("2012-07-01", "refuted"), ("2012-10-01", "proved")])
def test_entering_attached_is_becoming_attached_since_2012_10(edition: str, verdict: str) -> None:
    """What a permanent is as it enters was nothing that it becomes, before the rule was about tapping alone."""
    aura = "abilities: [Enchant creature, 'Whenever this Aura becomes attached to a creature, draw a card.']"
    listed = f"{{name: Chain, types: [enchantment], subtypes: [Aura], {aura}}}"
    given = f"  - {{token: {listed}, as: it, attached_to: bears}}\n"
    [(found, _)] = verdicts(BEARS + given, f"{{triggers: it, edition: {edition}}}")
    assert found == verdict


@pytest.mark.parametrize(("edition", "verdict"), [("2013-07-11", "refuted"), ("2015-07-17", "proved")])
def test_leaving_a_graveyard_is_seen_as_before_since_2015(edition: str, verdict: str) -> None:
    """A watcher that leaves the battlefield as a card leaves a graveyard was there before, not after."""
    watcher = token("Whenever a card leaves your graveyard, you gain 1 life.")
    card = "  - {in: graveyard, card: Forest, as: card}\n"
    leaving = "  - together: [{leaves: it, to: exile}, {leaves: card, to: exile}]\n"
    [(found, _)] = verdicts(watcher + card + leaving, f"{{triggers: it, edition: {edition}}}")
    assert found == verdict


def test_what_is_put_into_a_graveyard_from_anywhere_is_the_card_there() -> None:
    """An ability that does not look back speaks of the card, also where the permanent that it was is named; one that
    looks back speaks of the permanent."""
    copies = "you may have this creature become a copy of that"
    died = (
        "  - {put: {+1/+1: 1}, on: it}\n  - {enters: Grizzly Bears, as: bears}\n"
        "  - {enters: Clone, copy_of: bears, as: clone, controller: opponent}\n"
        "  - {leaves: clone, to: graveyard, as: card}\n"
    )
    looks_not = token(f"Whenever a creature card is put into an opponent's graveyard from anywhere, {copies} card.")
    looks = token(f"Whenever a creature an opponent controls dies, {copies} creature.")
    for ability, about, pt in (
        (looks_not, "clone", "1/1"),
        (looks_not, "card", "1/1"),
        (looks, "clone", "3/3"),
    ):
        said = f"{ability}{died}  - {{triggers: it, ability: 1, about: {about}}}\n"
        assert [each for each, _ in verdicts(said, f"it: {{pt: {pt}}}", "it: {pt: 2/2}")] == ["proved", "refuted"]


def test_counterexamples_to_claims_about_triggers() -> None:
    """The world in which a claim about triggers fails is found, with choices and with orders, and proved."""
    vanguard = "  - {enters: Elvish Vanguard, as: it}\n"
    adaptation = "{enters: Arcane Adaptation, as: adaptation, choices: {creature type: Elf}}"
    open_ones = (
        f"  - {{maybe: {adaptation}}}\n{BEARS}",
        f"  - any_order: [{adaptation}, {{enters: Grizzly Bears, as: bears}}]\n",
    )
    for unknown in open_ones:
        text = f"scenario: open\ntimeline:\n{vanguard}{unknown}claims:\n  - {{does_not_trigger: it, ability: 1}}\n"
        search = counterexample(text)
        assert search.found is not None and search.verdict == "proved"
        assert search.found["claims"] == [{"never": {"does_not_trigger": "it", "ability": 1}}]


ATTACKED = "  - {enters: Grizzly Bears, as: one}\n  - {enters: Grizzly Bears, as: two}\n"


@pytest.mark.parametrize(
    ("words", "times"),
    [
        ("Whenever ~ blocks, you gain 1 life.", 1),
        ("Whenever ~ blocks a creature, you gain 1 life.", 2),
        ("Whenever ~ blocks one or more creatures, you gain 1 life.", 1),
        ("Whenever ~ blocks or becomes blocked by a green creature, you gain 1 life.", 2),
        ("Whenever ~ blocks or becomes blocked by a red creature, you gain 1 life.", 0),
        ("Whenever ~ blocks or becomes blocked by one or more green creatures, you gain 1 life.", 1),
    ],
)
def test_a_creature_that_blocks_several_blocks_once(words: str, times: int) -> None:
    """It blocks each of them once, and at all once (rule key trigger.blocks)."""
    guard = f'{{token: {{types: [creature], pt: 1/1, abilities: ["{words}"]}}, as: it, controller: opponent}}'
    ground = '{token: {types: [enchantment], abilities: ["%s"]}, controller: opponent}'
    more = ground % "Creatures you control can block an additional creature each combat."
    attack = "  - {turn: you}\n  - {attack: [one, two]}\n  - {blockers: {it: [one, two]}}\n"
    claim = f"{{triggers: it, times: {times}}}" if times else "does_not_trigger: it"
    assert verdicts(f"{ATTACKED}  - {guard}\n  - {more}\n{attack}", claim)[0][0] == "proved"


def test_what_is_not_blocked_is_told_as_all_blockers_are_declared() -> None:
    """Until then it is open whether an attacker is blocked (rule key trigger.not_blocked)."""
    words = "Whenever ~ attacks and isn't blocked, you gain 1 life."
    board = token(words) + token(words, name="other") + "  - {enters: Hill Giant, as: giant, controller: opponent}\n"
    attack = "  - {turn: you}\n  - {attack: [it, other]}\n"
    claims = ("does_not_trigger: it", "does_not_trigger: other")
    for blocks, expected in (
        ("  - {blockers: {giant: it}}\n", ["proved", "refuted"]),
        ("  - {block: [giant], attacker: it}\n", ["proved", "undecided"]),
        ("  - {step: declare blockers}\n", ["undecided", "undecided"]),
        ("  - {step: combat damage}\n", ["refuted", "refuted"]),
        ("  - {blockers: {giant: it}}\n  - {step: combat damage}\n", ["proved", "proved"]),
    ):
        assert [each for each, _ in verdicts(board + attack + blocks, *claims)] == expected, blocks


def test_which_of_two_described_creatures_is_that_one_is_left_open() -> None:
    """Of a creature that deals damage to another one, the words of the event do not tell which "that creature" is."""
    text = "Whenever a creature you control deals combat damage to a creature, destroy that creature."
    prey = "  - {token: {name: prey, types: [creature], pt: 0/9}, as: prey, controller: opponent}\n"
    fight = token(text, name="hunter") + prey
    for entry in ("turn: opponent", "turn: you", "attack: [hunter]", "blockers: {prey: hunter}", "combat_damage: {}"):
        fight += f"  - {{{entry}}}\n"
    told = verdicts(fight + "  - {pass: all}\n", "prey: {on_battlefield: false}", "hunter: {on_battlefield: false}")
    assert [verdict for verdict, _ in told] == ["undecided", "undecided"]
