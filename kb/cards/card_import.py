"""Importing a card file into an index: wholly or not at all."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import sqlite3
import time
from pathlib import Path

import msgspec

from layerproof.kb.cards.card_index import VERSION, CardIndex, IndexWriter
from layerproof.kb.cards.data_places import cache_folder, installed_index
from layerproof.kb.cards.formats.card_format import format_of, read_cards
from layerproof.kb.cards.formats.card_size import MOST_CARDS, oversized
from layerproof.kb.cards.formats.json_stream import Progress
from layerproof.kb.cards.formats.normal_words import Notes
from layerproof.kb.errors import KnowledgeError
from layerproof.kb.files.ordinary_files import refuse_strange_file

CACHED = 8  # so many indexes of files that were not installed are kept
_STALE = 3600.0
# An import on another machine that shares the folder writes more often than this.
_QUIET = 10.0
_PART = ".part"


class ImportReport(msgspec.Struct, frozen=True):
    """What an import did.

    file: the card file; format: `scryfall`, `mtgjson` or `flat`; digest: SHA-256 of its bytes. entries: how many the
    file has; cards, faces: how many were loaded. odd: what is odd, by kind, with the names of the cards it is on, all
    of which are loaded unless the kind says otherwise. seconds: how long it took. index: the file that was made.
    """

    file: str
    format: str
    digest: str
    entries: int
    cards: int
    faces: int
    odd: dict[str, tuple[str, ...]]
    seconds: float
    index: str


def import_file(path: Path | str, progress: Progress | None = None, index: Path | None = None) -> ImportReport:
    """Import a card file, so that its cards are known from now on; the cards of an earlier import are replaced.

    path: a file of Scryfall or MTGJSON, or a flat list, plain or compressed by gzip. progress: is called with the bytes
    of the file that were read and its size. index: the index to make, by default that of the user. Returns counts and
    what is odd. Raises KnowledgeError with the place when the file cannot be read, is no card file, is malformed or
    truncated, or the index cannot be written; the old index is then as it was. Source: the file. It does not promise
    that the text of any card is understood.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> file = Path(folder.name, "cards.json")
    >>> _ = file.write_text('[{"name": "Glorious Example", "type_line": "Creature", "mana_cost": "{G}"}]')
    >>> import_file(file, index=Path(folder.name, "index.sqlite")).cards
    1
    >>> folder.cleanup()
    """
    path = Path(path)
    return _build(path, digest_of(path), installed_index() if index is None else index, progress)


def index_for(path: Path | str, progress: Progress | None = None) -> CardIndex:
    """Open the index of a card file without installing it; it is made when the file is used for the first time.

    path, progress: as for `import_file`. Returns the index, kept in the cache folder under the digest of the file, so
    that a file that changed is read again. Raises KnowledgeError as `import_file` does. Source: the file. It does not
    promise that the index stays in the cache.
    """
    path = Path(path)
    digest = digest_of(path)
    cached = cache_folder() / f"cards-{VERSION}-{digest}.sqlite"
    if cached.exists():
        with contextlib.suppress(KnowledgeError):  # a damaged one is made again
            return CardIndex(cached)
    _build(path, digest, cached, progress)
    _prune(cached)
    return CardIndex(cached)


def digest_of(path: Path) -> str:
    """The SHA-256 of the bytes of a file. Raises KnowledgeError when it cannot be read."""
    refuse_strange_file(path, "a card file")
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        what = f"the file cannot be read: {error.strerror or error}"
        raise KnowledgeError(what, expected="a card file", file=str(path)) from None


def _build(path: Path, digest: str, target: Path, progress: Progress | None) -> ImportReport:
    began = time.monotonic()
    notes = Notes()
    format_ = format_of(path)
    part = _part_file(target)
    try:
        writer = IndexWriter(part)
        try:
            cards, faces = _written(path, notes, progress, writer)
            odd = {kind: tuple(names) for kind, names in notes.odd.items()}
            counts = (notes.entries, cards, faces)
            report = ImportReport(str(path), format_, digest, *counts, odd, time.monotonic() - began, str(target))
            writer.finish({"file": path.name, "digest": digest, "report": msgspec.json.encode(report).decode()})
        finally:
            writer.close()
        _synced(part)
        os.replace(part, target)
    except (sqlite3.Error, OSError) as error:
        raise _unwritable(target, error) from None
    finally:
        # After the last step it has its new name; an interruption of any kind must leave nothing behind.
        part.unlink(missing_ok=True)
    return report


def _written(path: Path, notes: Notes, progress: Progress | None, writer: IndexWriter) -> tuple[int, int]:
    """Write the cards of a file into an index; how many cards and faces these are, without those that are too large."""
    cards = faces = 0
    why: str | None = None
    for card in read_cards(path, notes, progress):
        if (too_large := oversized(card)) is not None:
            why = too_large
            notes.note(f"left out: {why}", card.name)
            continue
        cards, faces = cards + 1, faces + len(card.faces)
        if cards > MOST_CARDS:
            what, expected = f"the file has more than {MOST_CARDS} cards", "one entry for each card, as in oracle-cards"
            raise KnowledgeError(what, expected=expected, file=str(path))
        writer.add(card)
    if not cards and why is not None:
        raise KnowledgeError(f"every card of the file has {why}", expected="cards as they are printed", file=str(path))
    return cards, faces


def _part_file(target: Path) -> Path:
    """A new file beside the index to be; those of imports that were killed long ago are removed."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        for old in target.parent.glob(f"*{_PART}"):
            with contextlib.suppress(OSError):
                age = time.time() - old.stat().st_mtime
                if age > _STALE or (age > _QUIET and _is_dead(old)):
                    old.unlink()
        part = target.with_name(f"{target.stem}-{os.getpid()}-{secrets.token_hex(4)}{_PART}")
        part.touch(exist_ok=False)  # not by tempfile, which would keep the index from other users
    except OSError as error:
        raise _unwritable(target, error) from None
    return part


def _is_dead(part: Path) -> bool:
    """Whether the process that began this file is over; where that cannot be asked it may be at work."""
    number = part.stem.split("-")[-2:-1]
    if os.name != "posix" or not number or not number[0].isdigit():
        return False
    try:
        os.kill(int(number[0]), 0)  # asks only whether it is there
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False


def _synced(file: Path) -> None:
    """See to it that the bytes are on the disk before the file gets the name by which it is trusted."""
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())


def _prune(newest: Path) -> None:
    """Keep only some of the cached indexes, the newest."""
    with contextlib.suppress(OSError):
        cached = sorted(newest.parent.glob("cards-*.sqlite"), key=lambda file: file.stat().st_mtime, reverse=True)
        for old in cached[CACHED:]:
            if old != newest:
                old.unlink()


def _unwritable(target: Path, error: Exception) -> KnowledgeError:
    return KnowledgeError(
        f"the card index cannot be written ({error})",
        expected=f"a folder that can be written, with room for it: {target.parent}",
        mend="set LAYERPROOF_HOME to another folder",
        file=str(target),
    )
