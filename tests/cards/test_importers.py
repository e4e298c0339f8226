"""Card files of every format are read whole, whatever is odd in them, and what is wrong with a file is told."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from layerproof.kb.cards.formats import json_stream
from layerproof.kb.cards.formats.card_format import format_of, read_cards
from layerproof.kb.cards.formats.compiled_card import compiled_card
from layerproof.kb.cards.formats.merged_card import completed, is_whole
from layerproof.kb.cards.formats.normal_words import Notes, mana_cost_of, missing_faces, type_line
from layerproof.kb.errors import KnowledgeError
from layerproof.kb.model.ability import Opaque
from layerproof.kb.model.raw_card import RawCard, RawFace

SHARED = Path(__file__).resolve().parents[3] / "shared" / "cards"

ELF = {
    "object": "card", "name": "Glorious Example", "layout": "normal", "mana_cost": "{1}{G}", "colors": ["G"],
    "type_line": "Legendary Creature — Elf Druid", "oracle_text": "Made-up text.", "power": "2", "toughness": "2",
}  # fmt: skip
WOLF = {
    "object": "card", "name": "Timid Villager // Bold Wolf", "layout": "transform",
    "type_line": "Creature — Human // Creature — Wolf",
    "card_faces": [
        {"name": "Timid Villager", "mana_cost": "{G}", "type_line": "Creature — Human", "colors": ["G"], "power": "1",
         "toughness": "1", "oracle_text": ""},
        {"name": "Bold Wolf", "mana_cost": "", "type_line": "Creature — Wolf", "colors": ["G"], "power": "3",
         "toughness": "3", "color_indicator": ["G"], "oracle_text": "Made-up text."},
    ],
}  # fmt: skip
ATOMIC_FACE = {
    "name": "Ash // Ember", "faceName": "Ash", "side": "a", "layout": "split", "manaCost": "{R}", "colors": ["R"],
    "type": "Instant", "types": ["Instant"], "subtypes": [], "supertypes": [], "text": "Made-up text.",
}  # fmt: skip


def write(folder: Path, content: Any, name: str = "cards.json") -> Path:
    """Write a made-up card file: text or bytes as they are, other data as JSON."""
    file = folder / name
    if isinstance(content, bytes):
        file.write_bytes(content)
    else:
        file.write_text(content if isinstance(content, str) else json.dumps(content, ensure_ascii=False), "utf-8")
    return file


def read(folder: Path, content: Any) -> tuple[list[RawCard], Notes]:
    """Read a made-up card file, with what was noticed."""
    notes = Notes()
    return list(read_cards(write(folder, content), notes)), notes


def complaint(folder: Path, content: Any) -> KnowledgeError:
    """The error that a file gives; it must name the file."""
    file = write(folder, content)
    with pytest.raises(KnowledgeError) as caught:
        list(read_cards(file))
    assert caught.value.file == str(file)
    return caught.value


def test_a_scryfall_card_has_its_characteristics(tmp_path: Path) -> None:
    (elf, wolf), notes = read(tmp_path, [ELF, WOLF])
    face = elf.faces[0]
    assert (face.supertypes, face.types, face.subtypes) == (("legendary",), ("creature",), ("Elf", "Druid"))
    assert (face.mana_cost, face.colors, face.power) == ("{1}{G}", ("green",), "2")
    assert [each.name for each in wolf.faces] == ["Timid Villager", "Bold Wolf"]
    back = wolf.faces[1]
    assert (back.mana_cost, back.color_indicator, back.is_front) == (None, ("green",), False)
    assert (back.card_name, back.layout) == ("Timid Villager // Bold Wolf", "transform")
    assert (notes.entries, notes.cards, notes.faces, notes.odd) == (2, 2, 3, {})


@pytest.mark.parametrize("separator", [",\n", ",", " ,\n\n\t", ",\r\n"])
@pytest.mark.parametrize("indent", [None, 2])
def test_an_array_is_read_however_it_is_laid_out(tmp_path: Path, separator: str, indent: int | None) -> None:
    text = separator.join(json.dumps(card, indent=indent) for card in (ELF, WOLF, ELF))
    cards, _ = read(tmp_path, f"[\n{text}\n]\n")
    assert [card.name for card in cards] == [ELF["name"], WOLF["name"], ELF["name"]]


def test_a_file_is_the_same_plain_compressed_and_with_a_byte_order_mark(tmp_path: Path) -> None:
    plain = json.dumps([ELF, {**WOLF, "name": "Tímid // Wölf"}], ensure_ascii=False).encode()
    expected = list(read_cards(write(tmp_path, plain)))
    assert list(read_cards(write(tmp_path, gzip.compress(plain)))) == expected
    assert list(read_cards(write(tmp_path, b"\xef\xbb\xbf" + plain))) == expected


def test_a_card_may_be_cut_anywhere_by_what_is_read_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(tmp_path, [{**ELF, "name": 'Élan — −1\\ "quoted"', "cmc": 12.5, "digital": False}, WOLF])
    expected = list(read_cards(file))
    for size in (1, 2, 3, 7, 64):
        monkeypatch.setattr(json_stream, "CHUNK", size)
        assert list(read_cards(file)) == expected


def test_an_atomic_file_maps_names_to_faces(tmp_path: Path) -> None:
    ember = {**ATOMIC_FACE, "faceName": "Ember", "side": "b", "manaCost": "{1}{R}"}
    data = {"meta": {"version": "0"}, "data": {"Ash // Ember": [ember, ATOMIC_FACE]}}
    for content in (data, {"data": data["data"]}, data["data"]):
        (card,), notes = read(tmp_path, content)
        assert [face.name for face in card.faces] == ["Ash", "Ember"]
        assert [face.mana_cost for face in card.faces] == ["{R}", "{1}{R}"]
        assert notes.odd == {}


def test_joke_cards_of_one_name_are_cards_of_their_own(tmp_path: Path) -> None:
    face = {**ATOMIC_FACE, "name": "Twice Told", "faceName": None, "side": None, "layout": "normal"}
    cards, _ = read(tmp_path, {"data": {"Twice Told": [face, {**face, "manaCost": "{B}"}]}})
    assert [card.faces[0].mana_cost for card in cards] == ["{R}", "{B}"]


def test_a_flat_list_joins_front_and_back_in_either_order(tmp_path: Path) -> None:
    types = {"type": "Creature — Human", "types": ["Creature"], "subtypes": ["Human"], "supertypes": []}
    entry = {**types, "text": None, "layout": "transform"}
    front = {**entry, "name": "Timid Villager // Bold Wolf", "back": "Bold Wolf", "manaCost": "{G}"}
    back = {**entry, "name": "Bold Wolf", "face": "back", "front": "Timid Villager"}
    for entries in ([front, back], [back, front]):
        (card,), notes = read(tmp_path, entries)
        assert card.name == "Timid Villager // Bold Wolf"
        assert [(face.name, face.is_front) for face in card.faces] == [("Timid Villager", True), ("Bold Wolf", False)]
        assert notes.odd == {"color not told": ["Bold Wolf"]}
    cards, notes = read(tmp_path, [back])
    assert [card.name for card in cards] == ["Bold Wolf"]
    assert notes.odd["back without a front"] == ["Bold Wolf"]


def test_a_face_that_a_flat_list_lacks_is_noticed_and_may_be_anything(tmp_path: Path) -> None:
    entry = {"name": "Ash // Ember", "layout": "split", "manaCost": "{R}", "type": "Instant", "types": ["Instant"]}
    (card,), notes = read(tmp_path, [entry])
    assert missing_faces(card) == ("Ember",) and notes.odd["face not told"] == ["Ember"]
    made = compiled_card(card)
    assert [face.name for face in made.faces] == ["Ash", "Ember"]
    assert isinstance(made.faces[1].abilities[0], Opaque) and made.faces[1].abilities[0].touches == ("printed",)


def test_what_one_file_lacks_comes_from_another() -> None:
    ash, ember = RawFace("Ash", "{R}"), RawFace("Ember", None, colors=("red",))
    lacking = RawCard("Ash // Ember", "transform", (ash, RawFace("Ember", types=("creature",))))
    whole = RawCard("Ash // Ember", "transform", (ash, ember))
    assert not is_whole(lacking) and is_whole(completed(lacking, whole))
    assert completed(lacking, whole).faces[1].types == ("creature",)
    assert completed(RawCard("Other", "normal", (ash,)), whole).faces == (ash,)


@pytest.mark.parametrize(
    ("given", "shown", "kind"),
    [
        ("*", "*", "power or toughness with a star"),
        ("1+*", "1+*", "power or toughness with a star"),
        ("*²", "*²", "power or toughness with a star"),
        ("1.5", "1.5", "power or toughness that is no number"),
        (1.5, "1.5", "power or toughness that is no number"),
        ("?", "?", "power or toughness that is no number"),
        ("∞", "∞", "power or toughness that is no number"),
        ("+1", "+1", "power or toughness that is no number"),
        ("-1", -1, None),
        ("−1", -1, None),
        (3, 3, None),
        ("-0", 0, None),
        ("9" * 5000, "9" * 5000, "power or toughness that is no number"),
    ],
)
def test_odd_power_is_loaded_and_noticed(tmp_path: Path, given: object, shown: object, kind: str | None) -> None:
    (card,), notes = read(tmp_path, [{**ELF, "power": given}])
    made = compiled_card(card).faces[0]
    assert made.power == shown
    assert list(notes.odd) == ([] if kind is None else [kind])
    if kind is not None:
        assert notes.odd[kind] == [f"Glorious Example ({shown})"[:120]]
    unknown = kind == "power or toughness that is no number"
    assert any(isinstance(each, Opaque) and each.touches == ("set_pt",) for each in made.abilities) is unknown


def test_no_mana_cost_is_not_a_mana_cost_of_zero() -> None:
    assert [mana_cost_of(given) for given in (None, "", "{0}")] == [None, None, "{0}"]


def test_quotes_and_minus_signs_are_made_alike(tmp_path: Path) -> None:
    (card,), _ = read(tmp_path, [{**ELF, "oracle_text": "−1: “It’s ‘so’.”\r\nMade-up."}])
    assert card.faces[0].oracle_text == "-1: \"It's 'so'.\"\nMade-up."


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", ((), (), ())),
        ("Tribal Instant - Elf", ((), ("kindred", "instant"), ("Elf",))),
        ("Basic Snow Land – Forest", (("basic", "snow"), ("land",), ("Forest",))),
        ("Plane — Nowhere’s Long Name", ((), ("plane",), ("Nowhere’s Long Name",))),
        ("Token Artifact — Half-Thing", ((), ("artifact",), ("Half-Thing",))),
    ],
)
def test_type_lines_are_taken_apart(line: str, expected: tuple[tuple[str, ...], ...]) -> None:
    assert type_line(line) == expected


def test_what_is_unknown_is_counted_and_loaded(tmp_path: Path) -> None:
    untyped = {key: value for key, value in ELF.items() if key != "type_line"}
    cards, notes = read(tmp_path, [ELF, {**ELF, "layout": "round", "shape": 1}, untyped, 7, {"object": "card"}])
    assert len(cards) == 3 and notes.entries == 5
    assert notes.odd == {
        "unknown key": ["Glorious Example (shape)"],
        "unknown layout": ["Glorious Example (round)"],
        "no type line": ["Glorious Example"],
        "no name, not loaded": ["entry 4", "entry 5"],
    }
    untold = Opaque("its type line is not told by the card file", ("printed",))
    assert untold in compiled_card(cards[2]).faces[0].abilities


def test_layouts_are_named_as_the_model_names_them(tmp_path: Path) -> None:
    faces = [{"name": name, "mana_cost": "{U}", "type_line": "Enchantment — Room"} for name in ("Hall", "Cellar")]
    room = {"object": "card", "name": "Hall // Cellar", "layout": "split", "card_faces": faces}
    side = {**ELF, "layout": "normal"}
    reversible = {"object": "card", "name": "Glorious Example // Glorious Example", "layout": "reversible_card",
                  "card_faces": [side, side]}  # fmt: skip
    part = {**ELF, "name": "Left Part", "layout": "meld",
            "all_parts": [{"component": "meld_result", "name": "Whole Thing"}]}  # fmt: skip
    cards, _ = read(tmp_path, [room, reversible, part])
    assert [(card.name, card.layout, len(card.faces)) for card in cards] == [
        ("Hall // Cellar", "room", 2),
        ("Glorious Example", "normal", 1),
        ("Left Part", "meld", 1),
    ]
    assert [(each.kind, each.name) for each in cards[2].relations] == [("meld_result", "Whole Thing")]


def test_both_sides_of_a_reversible_card_with_two_faces_are_one_card(tmp_path: Path) -> None:
    name = "Ash // Ember // Ash // Ember"
    (card,), _ = read(tmp_path, [{"name": name, "layout": "reversible_card", "manaCost": "{R}", "type": "Creature"}])
    assert (card.name, card.layout, card.faces[0].name) == ("Ash // Ember", "adventure", "Ash")


def test_a_prototype_has_a_second_set_of_numbers(tmp_path: Path) -> None:
    text = "Prototype {2}{R} — 3/2 (Made-up reminder.)\nHaste"
    (card,), _ = read(tmp_path, [{**ELF, "layout": "prototype", "oracle_text": text}])
    second = compiled_card(card).faces[1]
    assert (second.mana_cost, second.power, second.toughness) == ("{2}{R}", 3, 2)


def test_colors_are_kept_only_where_nothing_printed_tells_them(tmp_path: Path) -> None:
    cards, _ = read(tmp_path, [ELF, {**ELF, "mana_cost": ""}, {**ELF, "mana_cost": "", "color_indicator": ["G"]}])
    assert [compiled_card(card).faces[0].colors for card in cards] == [None, ("green",), None]


@pytest.mark.parametrize(
    ("content", "what", "line"),
    [
        ("", "the file is empty", 1),
        ("   \n", "the file is empty", 2),
        ("[]", "the list has no card", 1),
        ("{}", "the file has no card", 1),
        ("name,text\n", "the file begins with 'n'", 1),
        ("[1, 2]", "the first entry of the list is no card", 1),
        ('{"object": "list", "data": []}', "this is an answer of a card service, or a file of sets", 1),
        ('{"data": {"XYZ": {"cards": []}}}', "this file lists cards by set (AllPrintings or its like)", 1),
        ('{"data": {"Ash": 1}}', "this object does not map card names to faces", 1),
        ('[{"name": "A", "type_line": "Land"},\n{"name": "B" "x"}]', "malformed JSON (Expecting ',' delimiter)", 2),
        ('[{"name": "A", "type_line": "Land"}\n{"name": "B"}]', "found '{'", 2),
        ('[{"name": "A", "type_line": "Land"}]\n\n[]', "more text after the end, beginning with '['", 3),
        ('[{"name": "A", "type_line": "Land"},\n{"name": "B', "the file ends too early", 2),
        ('[{"name": "A", "type_line": "Land"},', "the file ends too early", 1),
        ('[{"name": "A", "type_line": "Land"}', "the file ends too early", 1),
        ('{"data": {"A": [{"type": "Land"}]', "the file ends too early", 1),
        (b'[{"name": "A", "type_line": "L\xffnd"}, {"name": "some more"}]', "bytes that are no UTF-8 text", 1),
        (b'[{"name": "A", "type_line": "Land"}]\xc3', "bytes that are no UTF-8 text", 1),
        ("[" * 100_000, "values stand within each other too deep", 1),
        ('[{"name": "A", "cmc": ' + "9" * 5000 + "}]", "a number has too many digits", 1),
        ([{"object": "card", "name": ""}], "no entry of the file is a card", 1),
    ],
)
def test_a_wrong_file_is_told_with_its_place(tmp_path: Path, content: Any, what: str, line: int) -> None:
    error = complaint(tmp_path, content)
    assert (error.what, error.line) == (what, line)
    assert error.expected


def test_a_truncated_or_damaged_gzip_is_told(tmp_path: Path) -> None:
    whole = gzip.compress(json.dumps([{**ELF, "name": f"Example {n * 7919}"} for n in range(9000)]).encode())
    for data in (whole[: len(whole) // 2], whole[:-4], whole[:5], whole[:2000] + b"\0" * 500 + whole[2500:]):
        error = complaint(tmp_path, data)
        assert error.what.startswith(("the compressed file is damaged", "malformed JSON", "bytes that", "the file e"))


def test_a_file_that_is_not_there_or_a_folder_is_told(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(KnowledgeError, match="cannot be read"):
            format_of(path)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "format_", "entries", "cards", "faces"),
    [
        ("oracle-corpus-2026.json.gz", "flat", 35_033, 34_632, 35_033),
        ("scryfall-oracle-cards-2019.json.gz", "scryfall", 20_030, 20_030, 20_281),
    ],
)
def test_every_entry_of_the_corpora_is_loaded(name: str, format_: str, entries: int, cards: int, faces: int) -> None:
    file = SHARED / name
    if not file.exists():
        pytest.skip(f"the corpus {file} is not on this machine")
    notes = Notes()
    read_all = list(read_cards(file, notes))
    assert format_of(file) == format_
    assert (notes.entries, notes.cards, notes.faces) == (entries, cards, faces)
    never = {"no name, not loaded", "unknown layout", "unknown key", "no type line", "back without a front"}
    assert not never & {*notes.odd}
    # Of each the characteristics can be made, whatever the compiler makes of its text.
    assert all(compiled_card(card).faces for card in read_all[::50])
