"""Abilities rendered as text: made-up records, and the embedded cards against today's official text if at hand."""

from __future__ import annotations

import gzip
import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from layerproof.kb.cards.embedded_facts import FACTS, read_card
from layerproof.kb.model.ability import (
    Ability,
    Activated,
    ClassLevel,
    Keyword,
    LevelBand,
    Mana,
    Opaque,
    Solved,
    Static,
    StationBand,
)
from layerproof.kb.model.card import Face
from layerproof.kb.model.costs.cost import TapSelf
from layerproof.kb.notation.plain_data import decode
from layerproof.kb.wording.abilities import ability_text
from layerproof.kb.wording.trusted_wording import Trust, Wording
from layerproof.kb.wording.words.found_text import plain, text_found

CREATURE, LAND = ("creature",), ("land",)
CORPUS = "oracle-corpus-2026.json.gz"


def ability(value: Any) -> Ability:
    """Decode one ability from the notation of card facts."""
    decoded: Ability = decode(value, Ability)
    return decoded


STATIC_HOST = {"affects": "host", "mods": [{"modify_pt": [2, 0]}, {"add_abilities": ["trample"]}]}
LANDS = {"affects": {"all": {"filter": ["land", "nonbasic"]}}, "mods": [{"set_subtypes": ["Island"]}]}
PUMP = {"affects": "self", "mods": [{"modify_pt": [1, 0]}], "duration": "end of turn"}
APE = {
    "affects": "self",
    "mods": [
        {"set_base_pt": [3, 3]},
        {"set_colors": ["green"]},
        {"add_types": {"types": ["creature"], "subtypes": ["Ape"]}},
        {"add_abilities": ["trample"]},
    ],
    "duration": "end of turn",
}
GROWING = [{"put_counters": {"kind": "+1/+1", "on": "self"}}]
EATEN = {"activated": {"cost": "{2}, {T}, sacrifice self", "body": [{"gain_life": 3}]}}
FOODS = {"affects": {"all": {"filter": ["creature", "other"]}}, "mods": [{"add_abilities": [EATEN]}]}
SWAMPS = {"count": ["Swamp", {"controller": "you"}]}


@pytest.mark.parametrize(
    ("record", "types", "text"),
    [
        ("protection from red", CREATURE, "protection from red"),
        ("islandwalk", CREATURE, "islandwalk"),
        ("level up {1}", CREATURE, "level up {1}"),
        ("bushido 2", CREATURE, "bushido 2"),
        ({"enchant": "creature"}, ("enchantment",), "enchant creature"),
        ({"static": STATIC_HOST}, ("enchantment",), "Enchanted creature gets +2/+0 and has trample."),
        ({"static": STATIC_HOST}, ("artifact",), "Equipped creature gets +2/+0 and has trample."),
        ({"static": LANDS}, ("enchantment",), "Nonbasic lands are Islands."),
        ({"static": FOODS}, CREATURE, 'Other creatures have "{2}, {T}, Sacrifice this creature: You gain 3 life."'),
        (
            {"static": {"mods": [{"modify_pt": [SWAMPS, SWAMPS]}]}},
            CREATURE,
            "This creature gets +1/+1 for each Swamp you control.",
        ),
        ({"activated": {"cost": "{R}", "body": [PUMP]}}, CREATURE, "{R}: This creature gets +1/+0 until end of turn."),
        (EATEN, ("artifact",), "{2}, {T}, Sacrifice this artifact: You gain 3 life."),
        (
            {"activated": {"cost": "{1}{G}", "body": [APE]}},
            LAND,
            "{1}{G}: This land becomes a 3/3 green Ape creature with trample until end of turn. It's still a land.",
        ),
        ({"activated": {"cost": "{T}", "adds": {"any_color": "any color"}}}, LAND, "{T}: Add one mana of any color."),
        (
            {"triggered": {"when": "whenever ~ deals combat damage to a player", "body": GROWING}},
            CREATURE,
            "Whenever this creature deals combat damage to a player, put a +1/+1 counter on it.",
        ),
        ({"enters_tapped": {}}, LAND, "This land enters tapped."),
        (
            {"enters_as_copy": {"of": "land", "tapped": True}},
            LAND,
            "You may have this land enter tapped as a copy of any land on the battlefield.",
        ),
    ],
)
def test_records_are_rendered_in_todays_words(record: Any, types: tuple[str, ...], text: str) -> None:
    """Made-up records of each kind, all of them exact."""
    wording = ability_text(ability(record), types, trust=Trust.COMPARED)
    assert (wording.text, wording.exact) == (text, True)
    assert wording.says(text) and not wording.lacks(text)


def test_optional_instructions() -> None:
    """The facts say by an instruction of their own that the next one is optional."""
    body = [{"other": {"gloss": "you may", "touches": []}}, {"draw": 1}]
    record = ability({"triggered": {"when": "when ~ enters", "body": body}})
    assert ability_text(record, CREATURE).text == "When this creature enters, you may draw a card."


def test_a_legendary_object_calls_itself_by_its_name() -> None:
    """By the part before the comma; the other ways are found too."""
    body = [{"move": {"affects": "self", "to": "hand", "how": "return"}}]
    record = ability({"activated": {"cost": "{1}", "body": body}})
    wording = ability_text(record, (*CREATURE, "legendary"), "Nobody, the Never")
    assert wording.text == "{1}: Return Nobody to its owner's hand."
    assert wording.says("Return Nobody, the Never to its owner's hand")
    assert wording.says("return this creature")


@pytest.mark.parametrize(
    ("piece", "text", "found"),
    [
        ("{T}: Add {C}", "{T}: Add {C}{C}.", False),
        ("add {C}{C}", "{T}: Add {C}{C}.", True),
        ("{T}: Add {C}", "{2}, {T}: Add {C}.", True),
        ("Draw a card", "When this creature enters, draw a card.", True),
        ("Draw a Card", "When this creature enters, draw a card.", False),
        ("draw a card", "Draw a cardinal.", False),
        ("{T}: Add {G}", 'Creatures you control have "{T}: Add {G}."', False),
        ("gets +1/+1", "This creature gets +1/+1 until end of turn.", True),
        ("gets +1/+1", "This creature gets +1/+10 until end of turn.", False),
        ("Sacrifice this artifact", "{2}, {T}, Sacrifice this permanent: You gain 3 life.", True),
        ("", "Draw a card.", False),
    ],
)
def test_pieces_are_found_at_boundaries(piece: str, text: str, found: bool) -> None:
    """The matching rule of the scenario format."""
    assert text_found(piece, text) is found


def test_absence_is_trusted_only_where_it_can_be() -> None:
    """A gloss may hide any words, but not the cost of an activated ability; a complete record hides no symbols."""
    gloss = ability_text(ability({"activated": {"cost": "{T}", "body": [{"other": {"gloss": "something"}}]}}), CREATURE)
    assert not gloss.exact and not gloss.lacks("Tap target creature")
    assert gloss.lacks("{2}: Tap target creature") and not gloss.lacks("When this creature dies")
    assert not ability_text(Opaque("attack tax"), CREATURE).lacks("At the beginning of combat")
    odd = ability({"static": {"affects": {"all": "land"}, "mods": [{"add_types": {"subtypes": ["Swamp"]}}]}})
    assert ability_text(odd, CREATURE).lacks("When this creature dies")
    assert ability_text(odd, CREATURE).lacks("is a Forest") and not ability_text(odd, CREATURE).lacks("is now")
    assert ability_text(Activated((TapSelf(),), adds=Mana("{G}")), LAND).lacks("{T}: Add {G}{G}")


def test_what_a_symbol_grants_is_not_its_own_text() -> None:
    """Text under a level or Class symbol is the object's only while it is granted."""
    band = ability({"level_band": {"minimum": 1, "maximum": 3, "abilities": [EATEN]}})
    level = ability({"class_level": {"level": 2, "cost": "{1}", "abilities": [EATEN]}})
    assert [ability_text(each, CREATURE).text for each in (band, level)] == ["LEVEL 1-3", "{1}: Level 2"]


# --- today's official text, which is not part of the project ----------------------------------------------------------


def corpus_file() -> Path | None:
    """The file of today's card texts: under LAYERPROOF_SHARED, or under a folder shared beside one of the parents."""
    given = os.environ.get("LAYERPROOF_SHARED")
    places = [Path(given)] if given else [parent / "shared" for parent in Path(__file__).resolve().parents]
    found = [place / "cards" / CORPUS for place in places if (place / "cards" / CORPUS).is_file()]
    return found[0] if found else None


@cache
def official() -> dict[str, str]:
    """The official text of each face by name; empty where the file is absent."""
    file = corpus_file()
    if file is None:
        return {}
    with gzip.open(file) as stream:
        cards = json.load(stream)
    texts: dict[str, str] = {}
    for card in cards:
        texts.setdefault(card.get("faceName") or card["name"].split(" // ")[0], card["text"] or "")
    return texts


_ASIDE = re.compile(r" *\([^()]*\)")
# Not the keywords behind which an ability is written, which are no ability words.
_BEHIND = r"Boast\b|Exhaust\b|Forecast\b|Max speed\b|Visit\b"
_ABILITY_WORD = re.compile(rf"^(?!Choose|I+V?\b|{_BEHIND})[A-Z][\w'’ -]+ — (?=[A-Z{{])")
_BAND = re.compile(r"^\d+\+ \| ")


def paragraphs(text: str) -> list[str]:
    """The abilities of an official text: reminder text and ability words left out, keyword lines split."""
    whole = [_BAND.sub("", _ABILITY_WORD.sub("", _ASIDE.sub("", line).strip())) for line in text.split("\n")]
    joined: list[str] = []
    for line in whole:
        if line.startswith("•") and joined:
            joined[-1] += "\n" + line
        elif line:
            joined.append(line)
    return [part for line in joined for part in (line, *_keywords(line))]


def _keywords(line: str) -> Iterator[str]:
    if "." in line or ":" in line:
        return
    if line.lower().startswith("kicker ") and " and/or " in line:
        # What is written as one stands for two abilities (rule key keyword.kicker.two_costs).
        yield from (f"kicker {cost}" for cost in line[len("kicker ") :].split(" and/or "))
    for part in re.split(r"[,;] ", line):
        first, *more = part.split(" and from ")
        yield first
        yield from (f"protection from {each}" for each in more)


def printed(face: Face) -> Iterator[Ability]:
    """The abilities of a face, those under a symbol in its place."""
    for each in face.abilities:
        if isinstance(each, LevelBand | StationBand | Solved):
            yield from each.abilities
        elif isinstance(each, ClassLevel):
            yield each
            yield from each.abilities
        else:
            yield each


def compared() -> Iterator[tuple[str, Ability, Wording, bool]]:
    """Each ability of each embedded card of today's corpus, its rendering, and whether it is an official paragraph."""
    texts = official()
    for file in sorted(FACTS.glob("*/*.yaml")):
        for face in read_card(file).faces:
            if face.name not in texts:
                continue
            lines = {plain(each).lower() for each in paragraphs(texts[face.name])}
            for each in printed(face):
                wording = ability_text(each, (*face.types, *face.subtypes, *face.supertypes), face.name, Trust.COMPARED)
                yield face.name, each, wording, any(plain(t).lower() in lines for t in (wording.text, *wording.also))


@pytest.mark.long
def test_exact_renderings_are_the_official_text() -> None:
    """What is called exact is an official paragraph, but for what an object calls itself and the case of keywords."""
    if not official():
        pytest.skip(f"today's card texts ({CORPUS}) are not at hand; set LAYERPROOF_SHARED to the folder with cards/")
    rows = list(compared())
    same, exact = sum(equal for *_, equal in rows), sum(wording.exact for _, _, wording, _ in rows)
    print(f"{len(rows)} abilities: {same} rendered identically, {exact} of them called exact")
    wrong = [f"{name}: {wording.text}" for name, _, wording, equal in rows if wording.exact and not equal]
    assert not wrong, "\n".join(wrong)
    own = [row for row in rows if not isinstance(row[1], Keyword)]
    assert sum(equal for *_, equal in own) >= len(own) / 2


@pytest.mark.long
def test_pieces_of_the_official_text_are_hardly_ever_said_to_be_lacking() -> None:
    """Of all pieces of four words of the official texts, no more than one in two hundred is said to be absent."""
    if not official():
        pytest.skip(f"today's card texts ({CORPUS}) are not at hand; set LAYERPROOF_SHARED to the folder with cards/")
    wordings: dict[str, list[Wording]] = {}
    for name, _, wording, _ in compared():
        wordings.setdefault(name, []).append(wording)
    lacking = total = 0
    for name, known in wordings.items():
        for line in paragraphs(official()[name]):
            words = re.sub(r'"[^"]*"', '""', line).replace("\n", " ").split(" ")
            pieces = [" ".join(words[at : at + 4]).strip(",.") for at in range(len(words) - 3)]
            pieces = [piece for piece in pieces if '"' not in piece and "—" not in piece]
            lacking += sum(all(each.lacks(piece) for each in known) for piece in pieces)
            total += len(pieces)
    assert lacking <= total / 200, f"{lacking} of {total}"


def test_static_is_a_record_of_the_model() -> None:
    """The kind of a wording is the tag of its record."""
    record = ability({"static": STATIC_HOST})
    assert isinstance(record, Static) and ability_text(record, CREATURE).kind == "static"


def test_a_bonus_and_what_is_taken_away_for_it_have_their_signs() -> None:
    number: Any = {"count": ["artifact", {"controller": "you"}]}
    for power, toughness, signs in ((number, {"minus": number}, "+X/-X"), ({"minus": number}, number, "-X/+X")):
        effect = {"affects": "target", "mods": [{"modify_pt": [power, toughness]}], "duration": "end of turn"}
        text = ability_text(
            ability({"activated": {"cost": "{T}", "body": [{"target": "creature"}, effect]}}), CREATURE
        ).text
        assert f"gets {signs} until end of turn, where X is the number of artifacts you control" in text


def test_the_word_that_replaces_another_is_told() -> None:
    change = {"affects": "target", "mods": [{"replace_word": {"family": ["creature type"], "to": "Elf"}}]}
    text = ability_text(
        ability({"activated": {"cost": "{T}", "body": [{"target": "creature"}, change]}}), CREATURE
    ).text
    assert "all instances of one creature type with Elf" in text


def test_an_exchange_of_control_is_told() -> None:
    both = [{"target": "creature"}, {"target": "artifact"}, {"exchange_control": ["target", "target 2"]}]
    text = ability_text(ability({"activated": {"cost": "{T}", "body": both}}), CREATURE).text
    assert "xchange control of target creature and target artifact" in text


def test_a_supertype_that_an_effect_gives_with_a_size_is_told() -> None:
    mods = [
        {"set_base_pt": [6, 6]},
        {"add_types": {"types": ["creature"], "subtypes": ["Elf"], "supertypes": ["legendary"]}},
    ]
    effect = {"affects": "self", "mods": mods, "duration": "end of turn"}
    text = ability_text(ability({"activated": {"cost": "{T}", "body": [effect]}}), ("enchantment",)).text
    assert "becomes a legendary 6/6 Elf creature in addition to its other types until end of turn" in text
