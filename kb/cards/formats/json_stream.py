"""Reading JSON of any size piece by piece: a card file is never in memory whole, whether plain or compressed."""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Any, cast

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.files.ordinary_files import refuse_strange_file

Progress = Callable[[int, int | None], None]

CHUNK = 1 << 20
LARGEST = 1 << 24  # characters of one value; a card has some thousands
# A compressed file may grow so many times as it is unpacked, once so much has come of it; real ones grow about tenfold.
MOST_GROWTH = 100
MOST_UNPACKED = 1 << 26
MOST_BYTES = 5_000_000_000
LONGEST_WORD = 12  # what JSON has of pieces that mean nothing when cut, as `false` and escapes
_BLANK = re.compile(r"[ \t\r\n]+")
_DECODER = json.JSONDecoder(strict=False)


class JsonStream:
    """A JSON file that is read from its beginning to its end, one value at a time.

    path: the file, plain or compressed by gzip (its first bytes tell). progress: is called with the bytes of the file
    that were read and its size. Errors are KnowledgeErrors with file and line. It does not promise that what was not
    yet read is well formed.
    """

    def __init__(self, path: Path, progress: Progress | None = None) -> None:
        self.path = path
        self._progress = progress
        self._text = ""
        self._at = 0
        self._line = 1
        self._column = 1
        self._ended = False
        refuse_strange_file(path, "a card file")
        try:
            self._file = path.open("rb")
            self._size = path.stat().st_size
            magic = self._file.read(2)
            self._file.seek(0)
        except OSError as error:
            raise KnowledgeError(
                f"the file cannot be read: {error.strerror or error}", expected="a card file", file=str(path)
            ) from None
        self.compressed = magic == b"\x1f\x8b"
        # The bytes are decoded by ourselves, so that a wrong one can be told from a truncated file.
        self._bytes: IO[bytes] = cast("IO[bytes]", gzip.GzipFile(fileobj=self._file)) if self.compressed else self._file
        self._rest = b""
        self._unpacked = 0

    def __enter__(self) -> JsonStream:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def error(self, what: str, expected: str = "well-formed JSON", mend: str | None = None) -> KnowledgeError:
        """The error of the place that was reached."""
        before = self._text[: self._at]
        line = self._line + before.count("\n")
        column = len(before) - before.rfind("\n") if "\n" in before else self._column + len(before)
        return KnowledgeError(what, expected=expected, mend=mend, file=str(self.path), line=line, column=column)

    def peek(self) -> str:
        """The next character that is not blank, which is not consumed; empty at the end of the file."""
        while True:
            blank = _BLANK.match(self._text, self._at)
            self._at = blank.end() if blank else self._at
            if self._at < len(self._text):
                return self._text[self._at]
            self._drop()
            if not self._more():
                return ""

    def take(self, character: str) -> None:
        """Consume one character that must be next."""
        found = self.peek()
        if found != character:
            raise self._unexpected(found, f"`{character}`")
        self._at += 1

    def value(self) -> Any:
        """Consume the next value whole."""
        first = self.peek()
        if not first:
            raise self._unexpected(first, "a value")
        while True:
            try:
                found, end = _DECODER.raw_decode(self._text, self._at)
            except (ValueError, RecursionError) as error:
                if isinstance(error, RecursionError):
                    raise self.error("values stand within each other too deep") from None
                if not isinstance(error, json.JSONDecodeError):
                    raise self.error("a number has too many digits") from None
                # It may only be cut by the end of what was read so far: then the fault is there, or an open string.
                cut = error.pos > len(self._text) - LONGEST_WORD or error.msg.startswith("Unterminated string")
                pending = len(self._text) - self._at
                if cut and pending >= LARGEST:
                    what = f"a value has more than {LARGEST} characters"
                    raise self.error(what, "cards, each of them shorter") from None
                if cut and self._more(pending):
                    continue
                self._at = min(error.pos, len(self._text))
                cut = error.pos >= len(self._text.rstrip()) or error.msg.startswith("Unterminated string")
                raise (self._truncated() if cut else self.error(f"malformed JSON ({error.msg})")) from None
            if end < len(self._text) or first in '{["' or not self._more():
                self._at = end
                self._drop()
                return found

    def array(self) -> Iterator[None]:
        """Go through the elements of an array: at each step the next element is there to be consumed."""
        self.take("[")
        if self.peek() == "]":
            self.take("]")
            return
        while True:
            yield
            if self.peek() == "]":
                self.take("]")
                return
            self.take(",")

    def members(self) -> Iterator[str]:
        """Go through the members of an object: at each step the key is given and the value is there to be consumed."""
        self.take("{")
        if self.peek() == "}":
            self.take("}")
            return
        while True:
            if self.peek() != '"':
                raise self._unexpected(self.peek(), "a key in quotes")
            key = self.value()
            self.take(":")
            yield key
            if self.peek() == "}":
                self.take("}")
                return
            self.take(",")

    def finish(self) -> None:
        """Make sure that nothing follows, and that a compressed file was whole."""
        found = self.peek()
        if found:
            raise self.error(f"more text after the end, beginning with {found!r}", "the end of the file")

    def _unexpected(self, found: str, wanted: str) -> KnowledgeError:
        return self.error(f"found {found!r}", wanted) if found else self._truncated()

    def _truncated(self) -> KnowledgeError:
        return self.error("the file ends too early", "a whole file", "download the file again: it is truncated")

    def _drop(self) -> None:
        """Forget what was consumed, once it is worth the copying."""
        if self._at < CHUNK:
            return
        gone = self._text[: self._at]
        self._text = self._text[self._at :]
        lines = gone.count("\n")
        self._column = len(gone) - gone.rfind("\n") if lines else self._column + len(gone)
        self._line += lines
        self._at = 0

    def _more(self, least: int = 0) -> bool:
        """Read on; at least as much again as is kept, so that one long value is not tried again too often."""
        if self._ended:
            return False
        try:
            data = self._bytes.read(max(CHUNK, least))
        except (OSError, EOFError, zlib.error) as error:
            self._at = len(self._text)
            raise self.error(
                f"the compressed file is damaged or ends too early ({error})",
                "a whole gzip file",
                "download the file again",
            ) from None
        self._unpacked += len(data)
        self._refuse_much()
        if self._progress is not None:
            self._progress(self._file.tell(), self._size)
        start = not self._text and self._line == 1 and self._at == 0
        text = self._decoded(data)
        if start:
            text = text.removeprefix("\ufeff")
        self._text += text
        return bool(data)

    def _refuse_much(self) -> None:
        """Refuse a file that holds more than any card file, or much more than it seems to."""
        if self._unpacked > MOST_BYTES:
            raise self.error(f"the file holds more than {MOST_BYTES} bytes", f"at most {MOST_BYTES} bytes of JSON")
        if self.compressed and self._unpacked > max(MOST_UNPACKED, MOST_GROWTH * self._file.tell()):
            what = f"the compressed file grows to more than {MOST_GROWTH} times its size as it is unpacked"
            raise self.error(what, "a card file, which grows about tenfold", "unpack it and look what it holds")

    def _decoded(self, data: bytes) -> str:
        whole = self._rest + data
        try:
            text = whole.decode("utf-8")
            self._rest = b""
        except UnicodeDecodeError as error:
            # A character may be cut by the end of the piece; more than its few bytes may not be left over.
            if error.start < len(whole) - 3 or not data:
                self._text += whole[: error.start].decode("utf-8")
                self._at = len(self._text)
                raise self.error("bytes that are no UTF-8 text", "JSON in UTF-8") from None
            text = whole[: error.start].decode("utf-8")
            self._rest = whole[error.start :]
        self._ended = not data
        return text
