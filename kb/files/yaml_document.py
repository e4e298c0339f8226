"""A YAML document as plain values, with the position of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

from layerproof.kb.errors import KnowledgeError, KnowledgeErrors, Position

Plain: TypeAlias = "dict[str, Plain] | list[Plain] | str | int | bool | None"
"""What a YAML value becomes."""


class Node(NamedTuple):
    """Where a value stands, and where its parts stand (for a key: its own line and column, then the value's node)."""

    line: int
    column: int
    parts: Any = None


class Document:
    """One document of a YAML file: its plain `value`, and where each part of it stands.

    Values are dictionaries, lists, strings, integers, booleans and `None`. Parts that were written once and named
    again by an alias are the same Python objects: take them as read-only.
    """

    __slots__ = ("_root", "file", "value")

    def __init__(self, file: str, value: Plain, root: Node) -> None:
        self.file = file
        self.value = value
        self._root = root

    def where(self, path: tuple[str | int, ...] = ()) -> Position:
        """Give the position of the value at a path of keys and numbers of items (from 0).

        A path that leads nowhere gives the nearest enclosing value that exists.

        >>> from layerproof.kb.files.yaml_source import parse_documents
        >>> parse_documents("a:\\n  - b: 1\\n", "x.yaml")[0].where(("a", 0, "b"))
        Position(file='x.yaml', line=2, column=8)
        """
        _, node = self._walk(path)
        return Position(self.file, node.line, node.column)

    def where_key(self, path: tuple[str | int, ...] = ()) -> Position:
        """Give the position of the key of the value at a path; an item of a list has no key but its own position.

        >>> from layerproof.kb.files.yaml_source import parse_documents
        >>> parse_documents("a:\\n  - b: 1\\n", "x.yaml")[0].where_key(("a", 0, "b"))
        Position(file='x.yaml', line=2, column=5)
        """
        key, node = self._walk(path)
        line, column = key or (node.line, node.column)
        return Position(self.file, line, column)

    def _walk(self, path: tuple[str | int, ...]) -> tuple[tuple[int, int] | None, Node]:
        node, key = self._root, None
        for step in path:
            parts = node.parts
            if isinstance(parts, dict) and str(step) in parts:
                line, column, node = parts[str(step)]
                key = (line, column)
            elif isinstance(parts, list) and isinstance(step, int) and 0 <= step < len(parts):
                node, key = parts[step], None
            else:
                return None, node
        return key, node


MAX_DEPTH = 60
MAX_DIGITS = 18


def plain_document(value: Any, file: str) -> Document:
    """Give plain data as a document whose parts all stand at its beginning.

    Raises `KnowledgeError` for what a YAML file may not hold either: other values than `Plain`, keys that are not
    words, integers of more than 18 digits, nesting deeper than 60.

    >>> plain_document({"level": 1}, "proof").value
    {'level': 1}
    """
    _refuse_odd(value, file, 0)
    return Document(file, value, Node(0, 0))


def _refuse_odd(value: Any, file: str, depth: int) -> None:
    if depth > MAX_DEPTH:
        raise KnowledgeError("the values are nested too deeply", file=file, expected=f"at most {MAX_DEPTH} levels")
    if isinstance(value, dict):
        for key, each in value.items():
            if type(key) is not str:
                raise KnowledgeError(f"the key {key!r} is no word", file=file, expected="words as keys")
            _refuse_odd(each, file, depth + 1)
    elif isinstance(value, list):
        for each in value:
            _refuse_odd(each, file, depth + 1)
    elif type(value) is int:
        if abs(value) >= 10**MAX_DIGITS:
            raise KnowledgeError("a number is too large", file=file, expected=f"at most {MAX_DIGITS} digits")
    elif value is not None and type(value) not in (str, bool):
        raise KnowledgeError(f"the value {value!r} may not stand here", file=file, expected="words and whole numbers")


class Documents:
    """The readable `documents` of a file, in order, and the `errors` of those that are not.

    Going through it goes through the documents.

    >>> from layerproof.kb.files.yaml_source import parse_documents
    >>> found = parse_documents("a: 1\\n---\\nb: 1\\nb: 2\\n", "x.yaml")
    >>> [document.value for document in found], [error.line for error in found.errors]
    ([{'a': 1}], [4])
    """

    __slots__ = ("documents", "errors")

    def __init__(self, documents: Iterable[Document], errors: Iterable[KnowledgeError]) -> None:
        self.documents = tuple(documents)
        self.errors = tuple(errors)

    def __iter__(self) -> Iterator[Document]:
        return iter(self.documents)

    def __len__(self) -> int:
        return len(self.documents)

    def __getitem__(self, index: int) -> Document:
        return self.documents[index]

    def checked(self) -> Documents:
        """Return these documents if the whole file was readable; raise `KnowledgeError` with all errors otherwise."""
        if self.errors:
            raise self.errors[0] if len(self.errors) == 1 else KnowledgeErrors(self.errors)
        return self
