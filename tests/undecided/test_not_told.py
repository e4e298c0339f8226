"""What a card file or a scenario does not tell must leave answers open."""

from __future__ import annotations

import pytest

from layerproof.kb.cards.formats.compiled_card import compiled_card
from layerproof.kb.model.ability import UNTOLD, Opaque
from layerproof.kb.model.raw_card import RawCard, RawFace
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all

# A player may put a Goblin from their hand onto the battlefield by an ability that is on the stack.
WIZARD = (
    "{enters: Goblin Wizard, as: wizard}, {turn: opponent}, {turn: you, step: main}, "
    "{in: hand, card: Goblin Piker, as: piker}, {activate: wizard, ability: 1}"
)


def untold(face: RawFace) -> list[str]:
    """List what is printed on a face and not told."""
    found = compiled_card(RawCard(face.name, face.layout, (face,))).faces[0].abilities
    return [each.gloss for each in found if isinstance(each, Opaque) and UNTOLD in each.touches]


def test_what_a_card_file_leaves_out_is_not_told() -> None:
    """Numbers of its types, and the color where there may be a color indicator."""
    assert not untold(RawFace("A", "{1}{G}", types=("creature",), power="1", toughness="1"))
    assert not untold(RawFace("A", "{0}", types=("artifact",), colors=()))
    assert not untold(RawFace("A", "{0}", types=("creature",), power="0", toughness="1", colors=("red",)))
    assert len(untold(RawFace("A", "{0}", types=("creature",), power="0", toughness="1"))) == 1
    assert len(untold(RawFace("A", None, types=("sorcery",)))) == 1
    assert len(untold(RawFace("A", "{3}{G}", types=("battle",)))) == 1
    assert len(untold(RawFace("A", "{3}{G}", types=("planeswalker",)))) == 1
    assert len(untold(RawFace("A", "{3}{G}", types=("creature",)))) == 2


def test_a_half_that_is_not_told_leaves_the_whole_card_open() -> None:
    card = compiled_card(RawCard("Ash // Ember", "split", (RawFace("Ash", "{R}", types=("instant",)),)))
    assert [UNTOLD in each.touches for each in card.faces[1].abilities if isinstance(each, Opaque)] == [True]


LATER = "{enters: Juggernaut}, {turn: opponent}, {turn: you}"


@pytest.mark.parametrize(
    ("timeline", "claim", "verdict"),
    [
        # A choice made as the permanent enters is asked for where it counts, and only there.
        ("[{enters: Conspiracy}, {enters: Grizzly Bears}]", "grizzly-bears: {subtypes: []}", "undecided"),
        (
            "[{enters: Conspiracy, choices: {creature type: Elf}}, {enters: Grizzly Bears}]",
            "grizzly-bears: {subtypes: [Elf]}",
            "proved",
        ),
        # What is done when something enters as a copy is not followed, so that it is open what is so then.
        (
            "[{enters: Grizzly Bears, as: bears}, {token: {name: Mimic, types: [creature], pt: 1/1, abilities: ["
            '"You may have this creature enter as a copy of any creature on the battlefield. When you do, tap the '
            'copied creature."]}, as: mimic, choices: {object: bears}}]',
            "bears: {tapped: false}",
            "undecided",
        ),
        # The cost of a keyword ability may change what the object is.
        ("[{enters: Grizzly Bears, cast_for: dash}]", "grizzly-bears: {lacks: [haste]}", "undecided"),
        (
            "[{in: stack, card: Hypnotic Siren, as: s, cast_for: bestow}]",
            "s: {types: [enchantment, creature]}",
            "undecided",
        ),
        # The name of a back face means that face.
        ("[{enters: Insectile Aberration, as: i}]", "i: {pt: 3/2, transformed: true}", "proved"),
        # What has left the battlefield is in no zone; the new object has a label of its own.
        ("[{enters: Grizzly Bears, as: b}, {leaves: b, to: graveyard}]", "b: {zone: battlefield}", "refuted"),
        # An Aura that can enchant nothing does not enter, so that nothing has its label.
        ("[{enters: Flight}]", "flight: {zone: battlefield}", "invalid"),
        # Nobody has to pay in order to attack: words that may ask for a payment leave open who must attack.
        (f"[{{enters: Norn's Annex, controller: opponent}}, {LATER}]", "legal: {attack: []}", "undecided"),
        (f"[{{enters: Norn's Annex, controller: opponent}}, {LATER}]", "illegal: {attack: []}", "undecided"),
        (f"[{LATER}]", "illegal: {attack: []}", "proved"),
        # Rebound exiles the spell as it resolves, if it was cast from the hand: where nobody cast it, that is not told.
        (
            "[{in: hand, card: Staggershock, as: s}, {cast: s, targets: [opponent]}, {resolve_top: true, as: n}]",
            "n: {zone: exile}",
            "proved",
        ),
        ("[{resolves: Staggershock, targets: [opponent], as: n}]", "n: {zone: exile}", "undecided"),
        # With buyback paid besides, its player chooses which of the two effects applies.
        (
            '[{token: {name: E, types: [enchantment], abilities: ["Instant spells you control have rebound."]}},'
            " {enters: Grizzly Bears, as: b}, {in: hand, card: Capsize, as: c},"
            " {cast: c, targets: [b], additional: {buyback: 1}}, {resolve_top: true, as: n}]",
            "n: {zone: exile}",
            "undecided",
        ),
        # Cascade may exile cards that are not listed; whether the one that is found is cast, its player chooses.
        (
            "[{turn: you, step: main}, {in: library, card: Craw Wurm, as: w},"
            " {cast: Bloodbraid Elf, as: e}, {resolve_top: true}]",
            "stack: [e]",
            "undecided",
        ),
        (
            "[{turn: you, step: main}, {in: library, card: Opt, as: o},"
            " {cast: Bloodbraid Elf, as: e}, {resolve_top: true}]",
            "stack: [e]",
            "undecided",
        ),
        # A card with miracle may be revealed as it is drawn as the first one; whether one was drawn before is not told.
        (
            "[{turn: you, step: upkeep}, {in: library, card: Devastation Tide, as: t}, {pass: all}]",
            "stack: []",
            "undecided",
        ),
        (
            "[{turn: you, step: main}, {in: library, card: Devastation Tide, as: t}, {cast: Divination},"
            " {resolve_top: true, choices: {reveal: t}}]",
            "stack: [t-trigger]",
            "undecided",
        ),
        # Madness has a card exiled instead, and its ability trigger.
        (
            "[{in: hand, card: Fiery Temper, as: t}, {enters: Wild Mongrel, as: m},"
            " {activate: m, ability: 1, paying: [t], as: a}]",
            "stack: [a]",
            "refuted",
        ),
        (
            "[{in: hand, card: Fiery Temper, as: t}, {enters: Wild Mongrel, as: m},"
            " {activate: m, ability: 1, paying: [t], as: a}]",
            "stack: [a, t-trigger]",
            "proved",
        ),
        # What is chosen, or may be done, as an ability that was activated resolves.
        (f"[{WIZARD}, {{resolve_top: true}}]", "piker: {zone: hand}", "undecided"),
        (f"[{WIZARD}, {{resolve_top: true, choices: {{may: true}}}}]", "piker: {zone: hand}", "undecided"),
        (f"[{WIZARD}, {{resolve_top: true, choices: {{may: false}}}}]", "piker: {zone: hand}", "proved"),
        # Who does it has to put a card that fits: that they do it and put none contradicts itself while one is there.
        (
            f"[{WIZARD}, {{resolve_top: true, choices: {{may: true, object: none}}}}]",
            "piker: {zone: hand}",
            "undecided",
        ),
        (f"[{WIZARD}, {{resolve_top: true, choices: {{may: true, object: piker}}}}]", "hand: {you: 1}", "proved"),
        # What is told of a turn ends with it, though nothing but damage has happened.
        (
            "[{turn: you, step: main}, {damage: 2, to: opponent}, {turn: opponent, step: main},"
            " {token: {name: B, types: [creature], pt: 1/1, abilities: [Bloodthirst 2]}, as: b}]",
            "b: {pt: 3/3}",
            "undecided",
        ),
        # What enters without the ability for which it was cast, which functioned on the stack.
        (
            "[{enters: Humility}, {turn: you, step: main}, {in: hand, card: Bygone Colossus, as: c},"
            " {cast: c, cast_for: warp}, {resolve_top: true, as: r}, {step: end}]",
            "stack: []",
            "undecided",
        ),
        # What is said of tokens, where an effect creates others instead.
        (
            "[{enters: Divine Visitation}, {turn: you, step: main}, {in: graveyard, card: Trove Tracker, as: t},"
            " {activate: t, ability: encore}, {resolve_top: true, makes: [a]}]",
            "a: {lacks: [haste]}",
            "undecided",
        ),
        (
            "[{enters: Divine Visitation}, {token: {name: R, types: [creature], pt: 2/2, abilities: [Mobilize 1]},"
            " as: r}, {turn: you}, {attack: [r], at: opponent}, {resolve_top: true, makes: [a]}]",
            "a: {tapped: false}",
            "undecided",
        ),
        (
            "[{enters: Divine Visitation}, {turn: you, step: main}, {in: graveyard, card: Sacred Cat, as: t},"
            " {activate: t, ability: embalm}, {resolve_top: true, makes: [a]}]",
            "a: {pt: 4/4, lacks: [lifelink]}",
            "proved",
        ),
        # Counters that can't be put cannot be chosen instead of a token.
        (
            '[{enters: Solemnity}, {token: {name: B, types: [creature], pt: 1/1, abilities: ["{0}: ~ endures 2."]},'
            " as: b}, {activate: b, ability: 1}, {resolve_top: true, choices: {may: true}}]",
            "b: {pt: 1/1}",
            "undecided",
        ),
        # A token without a name is called by its subtypes, and where it has none by nothing.
        ("[{token: {types: [enchantment]}, as: t}]", "t: {name: none}", "proved"),
        # Which of more tokens than the text counts "it" is, is not said.
        (
            "[{token: {name: W, types: [enchantment], abilities: ['If an effect would create one or more tokens under "
            "your control, it creates twice that many of those tokens instead.']}}, "
            "{token: {name: D, types: [land], abilities: ['{1}: Create a 1/1 red Goblin creature token. It gains haste "
            "until end of turn.']}, as: d}, {activates: d, ability: 1, makes: [one, two]}]",
            "two: {lacks: [haste]}",
            "undecided",
        ),
        # What an Equipment was attached to as its ability triggered is not known once it has been attached again.
        (
            "[{enters: Grizzly Bears, as: b}, {enters: Dryad Arbor, as: a}, {token: {name: W, types: [artifact], "
            "subtypes: [Equipment], abilities: ['Whenever equipped creature attacks, it gains lifelink until end of "
            "turn.']}, as: w}, {attach: w, to: b}, {turn: opponent}, {turn: you}, {attack: [b], at: opponent}, "
            "{attach: w, to: a}, {resolve_top: true}]",
            "a: {has: [lifelink]}",
            "undecided",
        ),
        # A permanent spell comes from the stack.
        ("[{resolves: Grizzly Bears, as: b}]", "b: {pt: 2/2}", "proved"),
    ],
)
def test_what_a_scenario_does_not_tell(timeline: str, claim: str, verdict: str) -> None:
    read = parse_scenarios(f"timeline: {timeline}\nclaims:\n  - {claim}\n")
    assert [each.verdict for each in answer_all(read.scenarios[0])] == [verdict]


def test_which_of_several_costs_of_one_keyword_is_paid_is_open() -> None:
    keeper = '{token: {name: K, types: [creature], pt: 1/1, abilities: ["Instant spells you cast have kicker {1}."]}}'
    text = (
        f"scenario: s\nmana: {{you: '{{R}}{{C}}'}}\ntimeline: [{keeper}, {{in: hand, card: Burst Lightning, as: b}}]\n"
        "claims: [legal: {cast: b, targets: [opponent], additional: {kicker: 1}}]\n"
    )
    read = parse_scenarios(text)
    (found,) = answer_all(read.scenarios[0])
    assert (found.verdict, "kicker" in found.message) == ("undecided", True)


def verdict_of(timeline: str, claim: str) -> str:
    """The verdict on the one claim behind a timeline."""
    read = parse_scenarios(f"timeline: [{timeline}]\nclaims:\n  - {claim}\n")
    assert read.scenarios and not read.unreadable, read.unreadable
    (found,) = answer_all(read.scenarios[0])
    return found.verdict


@pytest.mark.parametrize("asks", ["both", "checker", "solver"])
@pytest.mark.parametrize(
    ("between", "verdict"),
    [("", "proved"), ("You may untap all Elves. ", "undecided"), ("Draw a card. ", "proved")],
)
def test_whom_those_are_is_open_behind_what_a_player_may_do(
    between: str, verdict: str, asks: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Solver and checker each know by themselves that it is not told."""
    if asks == "checker":
        monkeypatch.setattr("layerproof.solver.situation.resolving.forgetting", lambda source, _: source)
    if asks == "solver":
        monkeypatch.setattr("layerproof.solver.proof.check.resolving.acts_within", lambda _: False)
    words = f"{{T}}: Tap all Goblins. {between}Those creatures can''t block this turn."
    timeline = (
        f"{{token: {{name: Horn, types: [artifact], abilities: ['{words}']}}, as: horn}}, "
        "{token: {name: Goblin, types: [creature], subtypes: [Goblin], pt: 1/1}, as: goblin, controller: opponent}, "
        "{enters: Grizzly Bears, as: bears}, {turn: opponent}, {turn: you}, "
        "{activates: horn, ability: 1, choices: {may: true}}, {untap: goblin}, {attack: [bears], at: opponent}"
    )
    assert verdict_of(timeline, "illegal: {blockers: {goblin: bears}, controller: opponent}") == verdict


def test_what_a_copy_exiles_for_a_cost_is_open() -> None:
    """The card itself says nothing of it, but what it is a copy of does."""
    abilities = (
        "['Exile a creature card from your graveyard: Draw a card.', '~ gets +1/+1 for each card exiled with ~.']"
    )
    maw = f"{{token: {{name: Maw, types: [creature], pt: 2/2, abilities: {abilities.replace('~', 'this creature')}}}"
    timeline = (
        f"{maw}, as: maw}}, {{token: {{name: Shape, types: [creature], pt: 0/0}}, as: shape, copy_of: maw}}, "
        "{leaves: maw, to: exile}, {in: exile, card: Grizzly Bears}"
    )
    assert verdict_of(timeline, "shape: {pt: 2/2}") == "undecided"
    plain = timeline.replace("Exile a creature card from your graveyard", "Discard a card")
    assert verdict_of(plain, "shape: {pt: 2/2}") == "proved"


def test_targets_of_which_only_kept_words_speak_are_not_too_many() -> None:
    text = "{1}: Put a charge counter on target land and two charge counters on another target land."
    token = f"{{name: W, types: [artifact], abilities: ['{text}']}}"
    lands = "{enters: Forest, as: a}, {enters: Island, as: b}"
    timeline = f"[{lands}, {{token: {token}, as: w}}, {{activates: w, ability: 1, targets: [a, b]}}]"
    read = parse_scenarios(f"timeline: {timeline}\nclaims:\n  - a: {{counters: {{charge: 1}}}}\n")
    (answer,) = answer_all(read.scenarios[0])
    assert answer.verdict in ("proved", "undecided")


def test_a_share_of_nothing_is_no_share() -> None:
    entries = "{in: hand, card: Rolling Thunder, as: rt}, {enters: Grizzly Bears, as: a}"
    read = parse_scenarios(f"timeline: [{entries}]\nclaims:\n  - illegal: {{cast: rt, x: 0, targets: [a]}}\n")
    (answer,) = answer_all(read.scenarios[0])
    assert answer.verdict == "proved"
