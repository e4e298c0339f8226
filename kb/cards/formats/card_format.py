"""Card files: which of the known formats a file has, and its cards one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from layerproof.kb.cards.formats.flat_list import read_flat
from layerproof.kb.cards.formats.json_stream import JsonStream, Progress
from layerproof.kb.cards.formats.mtgjson import read_mtgjson
from layerproof.kb.cards.formats.normal_words import Notes
from layerproof.kb.cards.formats.scryfall import read_scryfall
from layerproof.kb.model.raw_card import RawCard

EXPECTED = "Scryfall's oracle-cards file or MTGJSON's AtomicCards file, plain or compressed by gzip"
_SCRYFALL = frozenset({"type_line", "oracle_text", "oracle_id", "card_faces", "mana_cost", "object"})
_FLAT = frozenset({"type", "types", "manaCost", "text"})
_READERS = {"scryfall": read_scryfall, "mtgjson": read_mtgjson, "flat": read_flat}


def format_of(path: Path | str) -> str:
    """Say which format a card file has.

    path: the file, plain or compressed by gzip. Returns `scryfall`, `mtgjson` or `flat`. Raises KnowledgeError with
    the place when the file cannot be read or is no card file. Source: the first entry of the file. It does not promise
    that the rest is well formed.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "cards.json")
    ...     _ = file.write_text('[{"name": "Glorious Example", "type_line": "Creature"}]')
    ...     format_of(file)
    'scryfall'
    """
    with JsonStream(Path(path)) as stream:
        first = stream.peek()
        if first == "[":
            for _ in stream.array():
                return _of_entry(stream.value(), stream)
            raise stream.error("the list has no card", EXPECTED)
        if first == "{":
            return _of_object(stream)
        if not first:
            raise stream.error("the file is empty", EXPECTED)
        raise stream.error(f"the file begins with {first!r}", EXPECTED)


def _of_entry(entry: Any, stream: JsonStream) -> str:
    if isinstance(entry, Mapping) and "name" in entry:
        if entry.keys() & _SCRYFALL:
            return "scryfall"
        if entry.keys() & _FLAT:
            return "flat"
        # A card that has a name and nothing by which the format could be told is read by the words of the list.
        return "flat"
    raise stream.error("the first entry of the list is no card", EXPECTED)


def _of_object(stream: JsonStream) -> str:
    for key in stream.members():
        if key == "data" and stream.peek() == "{":
            for _ in stream.members():
                return _of_faces(stream.value(), stream)
            raise stream.error("the file has no card", EXPECTED)
        if key in ("data", "object"):
            raise stream.error("this is an answer of a card service, or a file of sets", EXPECTED)
        value = stream.value()
        if key != "meta":
            return _of_faces(value, stream)
    raise stream.error("the file has no card", EXPECTED)


def _of_faces(value: Any, stream: JsonStream) -> str:
    if isinstance(value, list) and (not value or isinstance(value[0], Mapping)):
        return "mtgjson"
    if isinstance(value, Mapping) and "cards" in value:
        raise stream.error("this file lists cards by set (AllPrintings or its like)", EXPECTED)
    raise stream.error("this object does not map card names to faces", EXPECTED)


def read_cards(path: Path | str, notes: Notes | None = None, progress: Progress | None = None) -> Iterator[RawCard]:
    """Read the cards of a file of any known format one after the other, without having the file in memory.

    path: the file, plain or compressed by gzip. notes: takes counts and what is odd. progress: is called with the bytes
    of the file that were read and its size. Returns raw cards in the order of the file. Raises KnowledgeError with the
    place when the file cannot be read, is no card file, malformed or truncated. Source: the formats of Scryfall and
    MTGJSON. It does not promise that two cards have different names.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "cards.json")
    ...     _ = file.write_text('[{"name": "Glorious Example", "type_line": "Creature — Elf", "power": "2"}]')
    ...     [card.faces[0].subtypes for card in read_cards(file)]
    [('Elf',)]
    """
    notes = Notes() if notes is None else notes
    reader = _READERS[format_of(path)]
    with JsonStream(Path(path), progress) as stream:
        yield from reader(stream, notes)
        stream.finish()
    if not notes.cards:
        raise stream.error("no entry of the file is a card", EXPECTED)
