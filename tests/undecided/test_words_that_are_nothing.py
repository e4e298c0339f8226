"""Words that are nothing are refused with the nearest one, by solver, checker and schema; old words stay words."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from layerproof.kb.cards.card_sources import use_sources
from layerproof.kb.cards.embedded_facts import card_names
from layerproof.kb.cards.store import load_card
from layerproof.kb.cards.text_words import in_texts
from layerproof.kb.files.yaml_source import parse_documents
from layerproof.kb.model.node import mentions
from layerproof.kb.rulebook.counter_kinds import counter_kinds, is_counter_kind
from layerproof.kb.rulebook.edition import edition_names, load_edition
from layerproof.kb.scenario.scenario_file import parse_scenarios, read_plain
from layerproof.queries.answer.claim_answers import answer_all
from layerproof.solver.proof.check.checker import check, scenario_digest
from tests.interfaces.test_schema import faults

BEARS = "{enters: Grizzly Bears, as: bears}"
CARDS = Path(__file__).resolve().parents[3] / "shared" / "cards" / "oracle-corpus-2026.json.gz"


def written(entry: str, claim: str = "bears: {pt: 2/2}", more: str = "") -> str:
    """A scenario of Grizzly Bears with one more entry and one claim."""
    entries = f"  - {BEARS}\n" + (f"  - {entry}\n" if entry else "")
    return f"scenario: A word\n{more}timeline:\n{entries}claims:\n  - {claim}\n"


# An entry with a misspelt word, and the nearest word that is one; whether the schema finds it too.
ENTRIES = [
    ("{leaves: bears, to: graveyrd, as: gone}", "graveyard", True),
    ("{together: [{leaves: bears, to: exil, as: gone}]}", "exile", True),
    ("{maybe: {leaves: bears, to: exil, as: gone}}", "exile", True),
    ("{any_order: [{tap: bears}, {leaves: bears, to: libary, as: gone}]}", "library", True),
    ("{leaves: bears, to: {any: [exile, graveyrd]}, as: gone}", "graveyard", False),
    ("{in: graveyad, card: Forest, as: card}", "graveyard", True),
    ("{turn: you, step: upkep}", "upkeep", True),
    ("{step: seccond main}", "second main", True),
    ("{enters: Grizzly Bears, as: other, cast_for: evok}", "evoke", True),
    ("{in: stack, card: Ancient Grudge, as: grudge, cast_for: flashbak}", "flashback", True),
    ("{enters: Grizzly Bears, as: other, face_down: mrph}", "morph", True),
    ("{merges: Grizzly Bears, with: bears, position: tpo}", "top", True),
    ("{gains_control: opponent, of: bears, until: end of trun}", "end of turn", True),
    ("{effect: This creature gets +1/+1., on: bears, until: end of trun}", "end of turn", True),
    ("{special: suspnd, of: bears}", "suspend", True),
    ("{enters: Primal Clay, as: clay, choices: {mdoe: 3/3}}", "mode", True),
    ("{cast: Ancient Grudge, additional: {kiker: 1}}", "kicker", True),
    ("{put: {levl: 1}, on: bears}", "level", False),
    ('{put: {"+1/1": 1}, on: bears}', "+1/+1", False),
    ("{remove: {chrage: 1}, from: bears}", "charge", False),
    ("{enters: Grizzly Bears, as: other, counters: {flyng: 1}}", "flying", False),
    ("{together: [{put: {levl: 1}, on: bears}]}", "level", False),
    ("{maybe: {put: {levl: 1}, on: bears}}", "level", False),
    ("{token: {name: Elf, types: [creatur], pt: 1/1}, as: elf}", "creature", True),
    ("{token: {name: Elf, types: [creature], subtypes: [Elff], pt: 1/1}, as: elf}", "Elf", False),
    ("{token: {name: Elf, types: [creature], supertypes: [legendry], pt: 1/1}, as: elf}", "legendary", True),
    ("{token: {name: Elf, types: [creature], colors: [gren], pt: 1/1}, as: elf}", "green", True),
    ("{token: {name: Elf, types: [creature], pt: 1/1, abilities: [Flyng]}, as: elf}", "flying", False),
    ("{token: {name: Elf, types: [creature], pt: 1/1, abilities: [trampel]}, as: elf}", "trample", False),
    ("{enters: Grizzly Bears, as: other, face_down: {types: [creatur], pt: 2/2}}", "creature", True),
    ("{effect: This creature has flyng., on: bears}", "flying", False),
    ('{enters: {any: {cards: "creature with flyng"}}, as: other}', "flying", False),
    ('{enters: {any: {cards: "creatur with flying"}}, as: other}', "creature", False),
    ('{enters: {any: {cards: "creature that adds abilites"}}, as: other}', "adds abilities", False),
    ("{told: {monstrus: true}, of: bears}", "monstrous", True),
]
CLAIMS = [
    ("bears: {lacks: [flyng]}", "flying", False),
    ("bears: {lacks: [trample, trampel]}", "trample", False),
    ("bears: {has: [first strik]}", "first strike", False),
    ("bears: {lacks: [protection frm red]}", "protection", False),
    ("bears: {lacks: [legendry]}", "legendary", False),
    ("bears: {lacks: [Goblni]}", "Goblin", False),
    ("never: {bears: {has: [flyng]}}", "flying", False),
    ("sometimes: {bears: {lacks: [flyng]}}", "flying", False),
    ("outcomes: {bears: [{lacks: [flyng]}]}", "flying", False),
    ("bears: {colors: [gren]}", "green", True),
    ("bears: {types: [creatur]}", "creature", True),
    ("bears: {subtypes: [Bera]}", "Bear", False),
    ("bears: {supertypes: [legendry]}", "legendary", True),
    ("bears: {zone: battlefeld}", "battlefield", True),
    ("bears: {controller: yuo}", "you", False),
    ("bears: {counters: {levl: 0}}", "level", False),
    ("illegal: {cast: Forest, choices: {mdoe: 1}}", "mode", True),
]


def refused(text: str, nearest: str) -> None:
    """Assert that a scenario, or its one claim, is refused in one sentence that names the nearest word."""
    found = parse_scenarios(text).unreadable
    assert len(found) == 1, found
    message = found[0].message
    assert "\n" not in message and (f"did you mean {nearest!r}" in message), message


@pytest.mark.parametrize(("entry", "nearest", "told_by_schema"), ENTRIES)
def test_a_word_of_an_entry_that_is_nothing(entry: str, nearest: str, told_by_schema: bool) -> None:
    text = written(entry)
    refused(text, nearest)
    plain = parse_documents(text, "x.yaml")[0].value
    assert bool(faults("scenario", plain)) >= told_by_schema
    # A proof carries its scenario; the checker reads it for itself.
    assert not read_plain(plain).scenarios


@pytest.mark.parametrize(("claim", "nearest", "told_by_schema"), CLAIMS)
def test_a_word_of_a_claim_that_is_nothing(claim: str, nearest: str, told_by_schema: bool) -> None:
    text = written("", claim)
    refused(text, nearest)
    plain = parse_documents(text, "x.yaml")[0].value
    assert bool(faults("scenario", plain)) >= told_by_schema
    assert not [each for one in read_plain(plain).scenarios for each in one.claims]


def test_typed_text_may_have_words_of_its_own() -> None:
    text = "Whenever you draw a card by the light of the moon, the geese of Flynn gain 1 life."
    entry = f'{{token: {{name: Elf, types: [creature], pt: 1/1, abilities: ["{text}"]}}, as: elf}}'
    assert not parse_scenarios(written(entry)).unreadable


def test_a_constraint_on_counters_that_are_none() -> None:
    more = 'constraints: ["counters(bears, levl) <= 2"]\n'
    refused(written("{put: {level: {any: 0..4}}, on: bears}", more=more), "level")


def test_the_checker_alone_refuses_a_zone_that_is_none() -> None:
    """A proof of a good scenario, made into one of a zone that is none: header and steps agree with each other."""
    good = parse_scenarios(written("{together: [{leaves: bears, to: exile, as: odd}]}", "odd: {zone: exile}"))
    (answer,) = answer_all(good.scenarios[0])
    assert answer.verdict == "proved" and check(answer.proof or {}).verdict == "valid"
    forged: Any = json.loads(json.dumps(answer.proof).replace('"exile"', '"timestamp"'))
    forged["scenario_digest"] = scenario_digest(forged["scenario"])
    found = check(forged)
    assert (found.verdict, found.step) == ("invalid", 0) and "'timestamp'" in found.reason


GOOD = [
    ("", "bears: {lacks: [totem armor, tribal, Hound, Viashino]}"),
    ("", "bears: {lacks: [ward, umbra armor, kindred, Dog]}"),
    ("", "bears: {lacks: [regenerate, can't attack, Scry, enters tapped, gets -X/-X]}"),
    ("", "bears: {lacks: ['{T}: Add {G}', '3/3', every creature type, colorless]}"),
    ("", "bears: {lacks: [words of nobody that stand in no text of any card]}"),
    ("{put: {slime: 2}, on: bears}", "bears: {counters: {slime: 2, '-0/-1': 0, 'first strike': 0}}"),
    ("{put: {glory: 2}, on: bears, told: {kind: glory}}", "bears: {counters: {glory: 2, level: 0}}"),
    ("{enters: Forest, as: wood, counters: {glory: 1}, told: {kind: [glory]}}", "wood: {counters: {glory: 1}}"),
    ("{effect: This creature has flying., on: bears}", "bears: {has: [flying]}"),
    ("{token: {name: Vim, types: [creature], subtypes: [Cephalid], pt: 1/1}, as: vim}", "vim: {lacks: [Vim]}"),
]


@pytest.mark.parametrize(("entry", "claim"), GOOD)
def test_words_that_are_something(entry: str, claim: str) -> None:
    found = parse_scenarios(written(entry, claim))
    assert not found.unreadable, found.unreadable
    assert not faults("scenario", parse_documents(written(entry, claim), "x.yaml")[0].value)
    assert [each.verdict for each in answer_all(found.scenarios[0])] == ["proved"]


def test_a_kind_that_is_meant_is_no_fact() -> None:
    text = written("{told: {kind: glory}, of: bears}")
    assert "unknown fact 'kind'" in parse_scenarios(text).unreadable[0].message


def test_marks_may_be_left_out_of_a_type() -> None:
    claim = parse_scenarios(written("{enters: Urza's Tower, as: tower}", "tower: {has: [Urzas]}")).scenarios[0].claims
    assert claim[0].parts[0].says == (("has", ("Urza's",)),)


def test_a_word_that_only_a_card_file_has(tmp_path: Path) -> None:
    card = {
        "name": "Glorious Example", "type_line": "Creature — Quux", "power": "1", "toughness": "1",
        "oracle_text": "Quixle. At the beginning of your upkeep, put a wibble counter on this creature.",
    }  # fmt: skip
    claims = ("bears: {lacks: [quixle]}", "bears: {lacks: [Quux]}", "bears: {counters: {wibble: 0}}")
    for claim in claims:
        assert parse_scenarios(written("", claim)).unreadable
    file = tmp_path / "cards.json"
    file.write_text(json.dumps([card]), encoding="utf-8")
    use_sources([file])
    try:
        for claim in claims:
            assert not parse_scenarios(written("", claim)).unreadable
        assert parse_scenarios(written("", "bears: {lacks: [quixl]}")).unreadable
    finally:
        use_sources()


def test_each_keyword_and_kind_of_the_rules_is_known() -> None:
    for name in edition_names():
        words = load_edition(name).vocabulary
        assert all(map(is_counter_kind, words.keyword_counters | words.counters_with_rules_meaning))
    claims = [f"bears: {{lacks: [{json.dumps(each)}]}}" for each in load_edition("current").vocabulary.keyword_actions]
    assert not [claim for claim in claims if parse_scenarios(written("", claim)).unreadable]


def kinds_in(record: Any) -> set[str]:
    """The kinds of counters that the facts of a card name."""
    found: set[str] = set()

    def look(node: Any) -> bool:
        named = getattr(node, "kind", None)
        if "Counter" in type(node).__name__ and isinstance(named, str):
            found.add(named)
        return False

    mentions(record, look)
    return found


def test_each_kind_that_an_embedded_card_names_is_known() -> None:
    kinds = {kind for name in card_names() for face in load_card(name).faces for kind in kinds_in(face.abilities)}
    assert len(kinds) > 10 and "level" in kinds
    assert not [kind for kind in kinds if not is_counter_kind(kind) and kind not in ("any", "chosen")]


@pytest.mark.skipif(not CARDS.exists(), reason="the card files are not there")
def test_the_lists_hold_what_printed_cards_name() -> None:
    texts = [each.get("text") or "" for each in json.loads(gzip.decompress(CARDS.read_bytes()))]
    whole = "\n".join(texts)
    put = set(re.findall(r"[Pp]ut (?:a|an|two|three) ([a-z-]+) counters?\b", whole)) - {"additional"}
    assert len(put) > 100 and not put - counter_kinds()
    lower = set(re.findall(r"(?<![\w'-])[a-z]{2,}(?![\w'-])", whole))
    known = sum(map(in_texts, lower))
    assert known > len(lower) * 0.95
