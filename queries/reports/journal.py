"""The journal of a batch: what each file gave, kept line by line, so that a run that ended early can be taken up."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Literal

import msgspec

from layerproof import __version__
from layerproof.kb.cards.card_sources import sources
from layerproof.kb.errors import KnowledgeError
from layerproof.kb.files.ordinary_files import refuse_strange_file
from layerproof.queries.reports.file_report import FileReport, Wishes

_PACKAGES = ("kb", "solver", "queries")
_ENDINGS = (".py", ".yaml", ".json")
# Files that are checked are no part of the program.
_CHECKED = "faq"


class _Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: that it is a journal, and the ground on which its results rest."""

    journal: Literal["layerproof"]
    ground: str


class _Line(msgspec.Struct, frozen=True):
    """What one file gave. seal: the digest of ground, key and report."""

    key: str
    report: FileReport
    seal: str


class Journal:
    """A file of results that grows as a batch goes on; JSON, one line for each file that was checked.

    path: of the journal; it is made if it is not there. ground: the digest of all on which results rest besides the
    files, from `ground`. A line counts only for a file of the same name and content, so a journal is never out of date:
    what changed is checked again. A line that was cut off when a run was killed is passed over. Raises KnowledgeError,
    and leaves the file as it is, for a file that is no journal, that rests on another ground or of which a line was
    changed; and where the journal cannot be read or written. It does not promise that two runs that write at once share
    their work.
    """

    def __init__(self, path: str | Path, ground: str) -> None:
        self.path, self._ground = Path(path), ground
        self._known: dict[str, FileReport] = {}
        refuse_strange_file(path, "a journal, or a new file")
        try:
            content = self.path.read_bytes() if self.path.exists() else b""
            self._take(content)
            self._handle = open(self.path, "ab", buffering=0)  # noqa: SIM115
            if not content:
                self._handle.write(msgspec.json.encode(_Head("layerproof", ground)) + b"\n")
            elif not content.endswith(b"\n"):
                self._handle.write(b"\n")
        except OSError as error:
            raise KnowledgeError(f"the journal cannot be used: {error.strerror}", file=str(path)) from None

    def _take(self, content: bytes) -> None:
        """Take what a journal that is there knows. Raises KnowledgeError for what is no journal of such a run."""
        head, *lines = content.splitlines() if content else [b""]
        if content and self._ground_of(head) != self._ground:
            raise KnowledgeError(
                "the journal is of another run: of another version, with other options or other cards",
                expected="the journal of this run, or a new file",
                mend="name another file, or delete this one: all is checked again then",
                file=str(self.path),
            )
        for number, line in enumerate(lines, 2):
            try:
                entry = msgspec.json.decode(line, type=_Line)
            except (msgspec.DecodeError, RecursionError):
                continue
            if entry.seal != self._seal(entry.key, entry.report):
                what, mend = "a line of the journal is not as it was written", "delete the journal"
                raise KnowledgeError(what, mend=mend, file=str(self.path), line=number)
            self._known[entry.key] = entry.report

    def _ground_of(self, head: bytes) -> str:
        try:
            return msgspec.json.decode(head, type=_Head).ground
        except (msgspec.DecodeError, RecursionError):
            raise KnowledgeError(
                "this is no journal",
                expected="a file written by --resume, or a new file; nothing is added to any other",
                file=str(self.path),
            ) from None

    def _seal(self, key: str, report: FileReport) -> str:
        return digest_of((self._ground.encode(), key.encode(), msgspec.json.encode(report)))

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._handle.close()

    def __len__(self) -> int:
        return len(self._known)

    def key(self, file: str) -> str | None:
        """Give the key of a file as it is now, or None where it cannot be read."""
        try:
            content = Path(file).read_bytes()
        except (OSError, ValueError):
            return None
        return digest_of((self._ground.encode(), file.encode("utf-8", "surrogateescape"), content))

    def get(self, key: str | None) -> FileReport | None:
        """Give the report that is kept under a key, if there is one."""
        return None if key is None else self._known.get(key)

    def add(self, key: str | None, report: FileReport) -> None:
        """Keep a report. What the program failed on is not kept, nor a file that cannot be read or has changed since.

        Raises KnowledgeError where the journal cannot be written.
        """
        if key is None or report.crashed or self.key(report.file) != key:
            return
        self._known[key] = report
        try:
            # One call for the whole line: what is killed in between leaves a line that is cut off, or none.
            self._handle.write(msgspec.json.encode(_Line(key, report, self._seal(key, report))) + b"\n")
        except OSError as error:
            raise KnowledgeError(f"the journal cannot be written: {error.strerror}", file=str(self.path)) from None


def digest_of(parts: Iterable[bytes]) -> str:
    """Give one digest of several byte strings, so that no two lists of them have the same.

    >>> digest_of([b"a", b"bc"]) == digest_of([b"ab", b"c"])
    False
    """
    whole = hashlib.sha256()
    for part in parts:
        whole.update(len(part).to_bytes(8, "big"))
        whole.update(part)
    return whole.hexdigest()


def ground(wishes: Wishes) -> str:
    """Give the digest of all on which results rest besides the files that are checked.

    wishes: what is wanted of each file. That is the version of the program with its own files, among them the editions
    and the embedded facts of cards, the card files and the index in use, and the wishes. Raises KnowledgeError where a
    card file cannot be used.
    """
    cards = []
    for index in sources():
        state = index.path.stat()
        cards.append(f"{index.path.absolute()} {state.st_size} {state.st_mtime_ns}".encode())
    return digest_of([_program().encode(), msgspec.json.encode(wishes), *cards])


@cache
def _program() -> str:
    """The digest of the program itself: its version, its code, its editions and its facts."""
    root = Path(__file__).resolve().parents[2]
    parts = [__version__.encode()]
    for package in _PACKAGES:
        for file in sorted((root / package).rglob("*")):
            if file.suffix in _ENDINGS and _CHECKED not in file.parts[len(root.parts) :] and file.is_file():
                parts += [str(file.relative_to(root)).encode(), file.read_bytes()]
    return digest_of(parts)
