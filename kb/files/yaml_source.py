"""YAML files as plain values with the position of each: the words of YAML 1.2, duplicates and tricks refused."""

from __future__ import annotations

import re
from pathlib import Path

from layerproof.kb.errors import KnowledgeError, Position
from layerproof.kb.files.ordinary_files import refuse_strange_file
from layerproof.kb.files.yaml_document import Document, Documents, Plain
from layerproof.kb.files.yaml_reader import MAX_ERRORS, Reader

__all__ = ["Document", "Documents", "Plain", "Position", "parse_documents", "read_document", "read_documents"]

MAX_BYTES = 5_000_000

_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|\ufeff")
_NEXT_DOCUMENT = re.compile(r"^---(?=\s|\Z)", re.MULTILINE)
_LINE_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")


def read_documents(path: str | Path) -> Documents:
    """Read the YAML documents of a file, as `parse_documents` does.

    Raises `KnowledgeError` for a file that cannot be read as text at all: missing, a folder, not permitted, larger
    than 5 MB, or not UTF-8 (the byte is named). What is wrong within a document stands in `errors` of the result,
    where the caller must look (or call `checked`).
    """
    file = str(path)
    refuse_strange_file(path, "a YAML file")
    try:
        with open(path, "rb") as handle:
            data = handle.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise KnowledgeError("there is no such file", file=file, mend="check the path") from None
    except IsADirectoryError:
        raise KnowledgeError("this is a folder", file=file, expected="a YAML file") from None
    except PermissionError:
        raise KnowledgeError("the file may not be read: permission denied", file=file) from None
    except (OSError, ValueError) as error:
        raise KnowledgeError(f"the file cannot be opened: {error}", file=file) from None
    if len(data) > MAX_BYTES:
        raise KnowledgeError(
            "the file is too large", file=file, expected=f"at most {MAX_BYTES // 1_000_000} MB", mend="split it"
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        start = error.start + (3 if data.startswith(b"\xef\xbb\xbf") else 0)
        raise KnowledgeError(
            f"byte {start} (0x{data[start]:02x}) is not UTF-8 text",
            file=file,
            line=data.count(b"\n", 0, start) + 1,
            expected="a text file in UTF-8",
        ) from None
    return parse_documents(text, file)


def read_document(path: str | Path) -> Document:
    """Read a file that must hold exactly one YAML document, as the files of facts do.

    Raises `KnowledgeError` when the file cannot be read, when anything in it is wrong, and when it holds none or
    several documents.
    """
    documents = read_documents(path).checked()
    if len(documents) != 1:
        line = documents[1].where().line if documents else None
        what = f"the file holds {len(documents)} documents" if documents else "the file is empty"
        raise KnowledgeError(what, file=str(path), line=line, expected="one YAML document")
    return documents[0]


def parse_documents(text: str, file: str) -> Documents:
    """Read the YAML documents of a text; `file` is the name that positions and errors show.

    Returns the readable documents, in order, with the errors of the others: a broken document does not hide those
    before and after it. Documents that hold nothing are left out. Refused are keys that are given twice or are not
    words, tags, merge keys, aliases to what contains them, aliases that stand for too much, nesting deeper than 60,
    and unprintable characters. It never raises.

    Source: YAML 1.2 with the narrower scalars of docs/scenario-format.md. It does not promise YAML 1.2 beyond what
    the underlying YAML 1.1 parser reads in the same way.

    >>> parse_documents("pt: 4/4\\nlevel: 1\\non: beast\\n", "x.yaml")[0].value
    {'pt': '4/4', 'level': 1, 'on': 'beast'}
    """
    text = text.removeprefix("\ufeff")
    bad = _UNPRINTABLE.search(text)
    if bad:
        line = text.count("\n", 0, bad.start()) + 1
        column = bad.start() - text.rfind("\n", 0, bad.start())
        what = f"the character U+{ord(bad[0]):04X} may not stand in a YAML file"
        return Documents([], [KnowledgeError(what, file=file, line=line, column=column, expected="printable text")])
    documents: list[Document] = []
    errors: list[KnowledgeError] = []
    start = first_line = 0
    while True:
        reader = Reader(file, first_line, documents, errors)
        try:
            reader.read(text[start:])
            break
        except KnowledgeError as error:
            errors.append(error)
        # "---" at the beginning of a line begins a document wherever it stands, so reading can go on there.
        following = _NEXT_DOCUMENT.search(text, max(start + reader.index, start + 1))
        if following is None or len(errors) >= MAX_ERRORS:
            break
        first_line += sum(1 for _ in _LINE_BREAK.finditer(text, start, following.start()))
        start = following.start()
    return Documents(documents, errors[:MAX_ERRORS])
