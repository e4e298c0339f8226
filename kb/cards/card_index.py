"""The card index: all cards of a file in one small database, found by their names without reading the file again."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from layerproof.kb.cards.names import fold, keys_of, nearest_names, nearest_of, nearness
from layerproof.kb.errors import KnowledgeError
from layerproof.kb.model.raw_card import RawCard

VERSION = "2"  # of the tables and of the raw records; another one is not read

_TABLES = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE cards (id INTEGER PRIMARY KEY, name TEXT NOT NULL, record BLOB NOT NULL);
CREATE TABLE names (
    folded TEXT NOT NULL, rank INTEGER NOT NULL, card INTEGER NOT NULL, shown TEXT NOT NULL,
    PRIMARY KEY (folded, rank, card)
) WITHOUT ROWID;
"""
_DECODER = msgspec.json.Decoder(RawCard)
_ENCODER = msgspec.json.Encoder()


class IndexWriter:
    """Writes an index into a file that nobody reads yet."""

    def __init__(self, path: Path) -> None:
        self._rows = sqlite3.connect(path, isolation_level=None)
        # The file is given its name only when it is whole, so that a journal would protect nothing.
        self._rows.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;" + _TABLES)
        self._rows.execute("BEGIN")
        self._count = 0

    def add(self, card: RawCard) -> None:
        """Add a card under all its names."""
        self._count += 1
        row = self._count
        self._rows.execute("INSERT INTO cards VALUES (?, ?, ?)", (row, card.name, _ENCODER.encode(card)))
        keys = [(folded, rank, row, shown) for folded, rank, shown in keys_of(card)]
        self._rows.executemany("INSERT INTO names VALUES (?, ?, ?, ?)", keys)

    def finish(self, about: dict[str, str]) -> None:
        """Write what the index is about, and complete the file."""
        facts = {**about, "version": VERSION, "cards": str(self._count)}
        self._rows.executemany("INSERT INTO about VALUES (?, ?)", list(facts.items()))
        self._rows.execute("COMMIT")

    def close(self) -> None:
        """Let go of the file, whether it is complete or not."""
        self._rows.close()


class CardIndex:
    """An index that is read: the cards of one file, by name.

    path: of the index. Raises KnowledgeError when it cannot be opened, is damaged or of another version. It is opened
    for reading alone; an import puts another file in its place and does not disturb who reads the old one.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            # A file that is never written needs no locks; another thread may ask, since nothing is ever changed.
            address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
            self._rows = sqlite3.connect(address, uri=True, check_same_thread=False)
            self.about: dict[str, str] = dict(self._rows.execute("SELECT key, value FROM about"))
        except sqlite3.Error as error:
            raise self._unusable(f"the card index cannot be read ({error})") from None
        if self.about.get("version") != VERSION:
            self.close()
            raise self._unusable("the card index was made by another version of Layerproof")

    def _unusable(self, what: str) -> KnowledgeError:
        mend = "layerproof cards import FILE, or delete the index"
        return KnowledgeError(what, expected="an index made by this version", mend=mend, file=str(self.path))

    @property
    def label(self) -> str:
        """The name of the file whose cards these are, for messages."""
        return self.about.get("file", str(self.path))

    def find(self, name: str) -> tuple[int, RawCard] | None:
        """Find the card that a name means: the very name before other spellings, a card before a face or a token.

        name: in any spelling that folds to the same. Returns how near it is (see `nearness`) and the raw card, or None.
        Raises KnowledgeError when the index is damaged, or when a spelling that is no card's may mean several. Source:
        the card file of the index. It does not promise that no other card has the name: of several the first in the
        file is taken.
        """
        query = "SELECT rank, shown, card FROM names WHERE folded = ? ORDER BY card"
        try:
            rows = self._rows.execute(query, (fold(name),)).fetchall()
            if not rows:
                return None
            near, card, _ = nearest_of(name, [(nearness(name, rank, shown), card, shown) for rank, shown, card in rows])
            record = self._rows.execute("SELECT record FROM cards WHERE id = ?", (card,)).fetchone()
            return near, _DECODER.decode(record[0])
        except (sqlite3.Error, msgspec.MsgspecError) as error:
            raise self._unusable(f"the card index is damaged ({error})") from None

    def nearest(self, name: str, limit: int = 3) -> list[str]:
        """List the names that are most like a name that was not found, best first."""
        return nearest_names(name, self.names(), limit)

    def names(self) -> list[str]:
        """List all names of cards and faces as they are written; those of tokens and the like are left out."""
        return [name for (name,) in self._rows.execute("SELECT shown FROM names WHERE rank < 2")]

    def names_with(self, words: Sequence[str]) -> list[str]:
        """List the names of cards and faces in whose folded form all of these words stand, wherever."""
        query = "SELECT shown FROM names WHERE rank < 2" + " AND instr(folded, ?)" * len(words)
        return [name for (name,) in self._rows.execute(query, tuple(map(fold, words)))]

    def mentions(self, words: str) -> bool:
        """Tell whether the name, the type line or the text of some card has these words, the first perhaps capital."""
        bounded = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)", re.IGNORECASE)
        query = "SELECT record FROM cards WHERE instr(record, ?) OR instr(record, ?)"
        forms = (words, words[:1].upper() + words[1:])
        rows = self._rows.execute(query, tuple(_ENCODER.encode(each)[1:-1] for each in forms))
        return any(bounded.search(record.decode()) for (record,) in rows)

    def cards(self) -> Iterator[RawCard]:
        """Go through all cards in the order of the file."""
        for (record,) in self._rows.execute("SELECT record FROM cards ORDER BY id"):
            yield _DECODER.decode(record)

    def __len__(self) -> int:
        return int(self.about["cards"])

    def close(self) -> None:
        """Let go of the file."""
        self._rows.close()
