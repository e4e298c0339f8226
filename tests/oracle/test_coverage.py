"""Coverage counts meaning: the detector, what counts as lowered, the report; and that a whole corpus compiles."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from layerproof.kb.model.ability import Activated, Triggered
from layerproof.kb.model.raw_card import RawCard, RawFace
from layerproof.kb.oracle.compiled import event_of
from layerproof.kb.oracle.compiler import compile_face
from layerproof.kb.oracle.concerns.coverage import coverage, coverage_lines, template
from layerproof.kb.oracle.concerns.possible_effects import opaque_touches, touched, touches_of
from layerproof.kb.oracle.costs.activation_limits import limits
from layerproof.kb.oracle.words.open_references import found, is_mark

HERE = Path(__file__).resolve().parents[1]


def card(text: str, types: tuple[str, ...] = ("creature",)) -> RawCard:
    """A made-up card with this text."""
    return RawCard("Made Up", "normal", (RawFace(name="Made Up", types=types, oracle_text=text),))


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Creatures you control get +1/+1.", ("modify_pt",)),
        ("Put a +1/+1 counter on target creature.", ()),
        ("Target creature becomes a blue Frog with base power and toughness 1/1.", ("type", "color", "set_pt")),
        ("Lands you control are Plains.", ("type",)),
        ("You control enchanted creature.", ("control",)),
        ("Target player discards a card.", ()),
        ("Creatures can't attack you.", ()),
        ("~ becomes a copy of target creature.", ("copy",)),
        ("Target creature loses flying until end of turn.", ("ability",)),
        ("Destroy target creature with flying.", ()),
        ("If that card is a creature card, draw a card.", ()),
        ("Double target creature's power until end of turn.", ("modify_pt",)),
        ("Change the text of target spell.", ("text",)),
    ],
)
def test_the_detector_reads_words_alone(text: str, kinds: tuple[str, ...]) -> None:
    assert touched(text) == kinds


def test_what_may_happen_to_objects_and_players_is_said() -> None:
    assert touches_of("Each player draws a card.") == ("objects", "players")
    assert "any" in touches_of("Manifest the top card of your library.")
    assert opaque_touches("If a creature would die, exile it instead.") == ("objects",)


def test_an_ability_counts_where_its_meaning_is_whole() -> None:
    report = coverage(
        [
            card("Creatures you control get +1/+1."),
            card("Creatures that wear hats get +1/+1."),
            card("Draw a card.", ("instant",)),
            card("Target creature gets +1/+1 until end of turn. Scry 1.", ("instant",)),
            card("Target creature whistles and gets +1/+1 until end of turn.", ("instant",)),
        ]
    )
    assert (report.rows["static"].abilities, report.rows["static"].lowered) == (2, 1)
    assert (report.rows["one-shot"].abilities, report.rows["one-shot"].lowered) == (2, 1)
    assert report.cards == 5 and report.cards_with_gaps == 2
    assert report.ranked_gaps()[0][1] == 1


def test_a_step_kept_as_words_is_counted_where_what_it_does_stays_open() -> None:
    pumps = "Target creature gets +1/+1 until end of turn."
    texts = [pumps, f"{pumps} Exile a card at random from your library.", f"{pumps} You become the monarch."]
    row = coverage([card(text, ("instant",)) for text in texts]).rows["one-shot"]
    assert (row.lowered, row.whole, row.with_steps) == (3, 3, 1)


def test_what_the_rules_give_no_meaning_is_told_apart_by_its_signs() -> None:
    known = card("Target creature gets +1/+1 until end of turn.", ("instant",))
    played = card("Target creature perpetually gets +1/+1.", ("instant",))
    cards = [replace(known, casual=False), replace(known, casual=True), replace(played, casual=False)]
    report = coverage(cards)
    assert (report.rows["one-shot"].abilities, report.covered["one-shot"].abilities) == (3, 1)
    assert (report.digital["one-shot"].abilities, report.casual["one-shot"]) == (1, 1)
    lines = coverage_lines(cards)
    first = next(n for n, line in enumerate(lines) if line.startswith("one-shot, all"))
    assert lines[first + 1].startswith("one-shot, given a meaning") and "left out: 1 with words" in lines[first + 2]
    assert "does not mark them" in " ".join(coverage_lines([known]))


def test_gaps_of_one_shape_count_together() -> None:
    assert template("Red creatures get +2/+1.") == template("Blue creatures get +1/+3.").replace("Blue", "Red")
    assert any("static, all" in line for line in coverage_lines([card("Creatures you control get +1/+1.")]))


def corpus() -> list[RawFace]:
    """The faces of the corpus of today's wording."""
    given = os.environ.get("LAYERPROOF_SHARED")
    folders = [Path(given)] if given else [parent / "shared" for parent in HERE.parents]
    file = next((f / "cards/oracle-corpus-2026.json.gz" for f in folders if (f / "cards").is_dir()), None)
    if file is None:
        pytest.skip("the card corpora are absent: set LAYERPROOF_SHARED to the folder that holds cards/")
    with gzip.open(file) as stream:
        entries = json.load(stream)
    return [
        RawFace(
            name=each["name"].split(" // ")[0],
            supertypes=tuple(word.lower() for word in each["supertypes"]),
            types=tuple(word.lower() for word in each["types"]),
            subtypes=tuple(each["subtypes"]),
            oracle_text=each["text"] or "",
            power=each["power"],
            toughness=each["toughness"],
            layout=each["layout"],
        )
        for each in entries
    ]


@pytest.mark.long
def test_every_card_of_the_corpus_compiles() -> None:
    faces = corpus()
    compiled = [compile_face(face) for face in faces]
    assert len(compiled) > 30_000
    marked = [face.name for face, abilities in zip(faces, compiled, strict=True) if found(abilities, is_mark)]
    assert not marked
    # Nor in what is read later: limits on activating, and the events that abilities watch.
    for face, abilities in zip(faces, compiled, strict=True):
        for each in found(abilities, lambda part: isinstance(part, Activated | Triggered)):
            read = limits(each.restriction) if isinstance(each, Activated) else (event_of(each),)
            marked += [face.name] if found(tuple(getattr(one, "limit", one) for one in read), is_mark) else []
    assert not marked


@pytest.mark.long
def test_coverage_does_not_fall() -> None:
    cards = [RawCard(face.name, face.layout, (face,)) for face in corpus()[::4]]
    report = coverage(cards)
    static = report.rows["static"]
    assert static.share > 0.94
    assert static.whole / static.abilities > 0.92
    assert report.rows["one-shot"].share > 0.895


@pytest.mark.parametrize(
    "text",
    [
        "Equipped creature gets +X/+Y, where X is one result and Y is the other.",
        "Enchanted creature gets -X/-Y.",
        "Lands you control are Wastes.",
        "~ becomes that card until end of turn.",
        "Untap all permanents you control during each other player's untap step.",
        "Players skip their untap steps.",
        "~ can't have counters put on it.",
        "Goblins you control have moxie.",
        "Protection from each of your opponents' colors.",
        "Each Elf card in your hand has elfcycling {2}.",
        "~ escapes with a +1/+1 counter on it.",
        "It can't become night.",
        "~ counts as five creatures for effects that count creatures.",
        "~'s mana cost is that guild's mana symbols.",
        "State-based actions don't apply to you.",
        "Auras attached to ~ affect other creatures as though they were attached to them.",
    ],
)
def test_an_ability_that_could_matter_is_not_inert(text: str) -> None:
    assert opaque_touches(text)


@pytest.mark.parametrize(
    "text",
    [
        "Monstrosity 2",
        "Time travel",
        "You may blight 1",
        "The Ring tempts you",
        "End the turn",
        "Each land you control becomes that type until end of turn",
        "It becomes night",
        "~ becomes prepared",
    ],
)
def test_an_instruction_that_could_matter_is_not_inert(text: str) -> None:
    assert touches_of(text)
