"""Turns the events of a YAML parser into documents, without recursion and with limits.

Scalars are resolved as the scenario format says (docs/scenario-format.md): only `true` and `false` are booleans, only
plain decimal numbers are integers, `null`, `~` and nothing are `None`, all else is text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import yaml

from layerproof.kb.errors import KnowledgeError, Position
from layerproof.kb.files.yaml_document import MAX_DEPTH, MAX_DIGITS, Document, Node, Plain

MAX_ALIASED = 100_000  # values that aliases may stand for, all together
MAX_ERRORS = 20  # of one file
MAX_WHAT = 200  # characters of one error

_PARSER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NUMBER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_TAG = "tag:yaml.org,2002:"
_TAGGED: dict[str, type] = {"str": str, "int": int, "bool": bool, "null": type(None)}

_MENDS = (
    ("mapping values are not allowed", "put quotation marks around a text that contains ': '"),
    ("'\\t'", "indent with spaces, not with tabs"),
    ("cannot start any token", "indent with spaces, and put quotation marks around a text that begins with @, ` or %"),
    ("',' or '}'", "close the brace, and put quotation marks around a text that begins with { or contains a comma"),
    ("',' or ']'", "close the bracket, and put quotation marks around a text that begins with [ or contains a comma"),
    ("expected key", "give all keys of one mapping the same indentation"),
    ("end of stream", "close the quotation mark, bracket or brace that was opened"),
    ("alphabetic or numeric", "put quotation marks around a text that begins with * or &"),
)


class _Frame:
    """A mapping or sequence that is still open."""

    __slots__ = ("anchor", "awaits_key", "counted", "height", "key", "key_mark", "node", "value")

    def __init__(self, value: Any, node: Node, anchor: str | None, counted: int) -> None:
        self.value = value
        self.node = node
        self.anchor = anchor
        self.counted = counted
        self.height = 1
        self.awaits_key = type(value) is dict
        self.key: str | None = None
        self.key_mark: Any = None

    def name(self, key: str, mark: Any) -> None:
        """Take the key of the value that follows."""
        self.awaits_key, self.key, self.key_mark = False, key, mark


class _Anchored(NamedTuple):
    value: Any
    node: Node
    size: int
    height: int


class Reader:
    """Turns the events of a YAML parser into documents; `index` is how far it has come."""

    def __init__(self, file: str, first_line: int, documents: list[Document], errors: list[KnowledgeError]) -> None:
        self.file = file
        self.first = first_line + 1
        self.documents = documents
        self.errors = errors
        self.index = 0
        self.anchors: dict[str, _Anchored | None] = {}
        self.aliased = 0

    def read(self, text: str) -> None:
        """Add the documents of a text; raise `KnowledgeError` where one is broken beyond reading on."""
        try:
            events = yaml.parse(text, Loader=_PARSER)
            for event in events:
                if type(event) is yaml.DocumentStartEvent:
                    self._read_document(events)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            problem = error.problem or error.context or "it breaks off"
            if "nesting depth" in problem:  # the C parser has a limit of its own, and looks far ahead
                raise self._too_deep(mark) from None
            mend = next((mend for sign, mend in _MENDS if sign in problem), None)
            raise self._error(mark, f"this is not YAML: {problem}", mend=mend) from None
        except (yaml.YAMLError, ValueError) as error:
            raise KnowledgeError(f"this is not YAML: {error}", file=self.file) from None

    def _read_document(self, events: Iterator[Any]) -> None:
        self.anchors.clear()
        self.aliased = 0
        counted = 0
        frames: list[_Frame] = []
        known_errors = len(self.errors)
        for event in events:
            kind = type(event)
            counted += 1
            if kind is yaml.ScalarEvent:
                if frames and frames[-1].awaits_key:
                    self._take_key(frames[-1], event)
                    continue
                value = self._scalar(event)
                node = self._node(event)
                if event.anchor is not None:
                    self.anchors[event.anchor] = _Anchored(value, node, 1, 0)
            elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                frames.append(self._open(frames, event, counted))
                continue
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                frame = frames.pop()
                value, node = frame.value, frame.node
                if frame.anchor is not None:
                    self.anchors[frame.anchor] = _Anchored(value, node, counted - frame.counted, frame.height)
                if frames:
                    frames[-1].height = max(frames[-1].height, frame.height + 1)
            elif kind is yaml.AliasEvent:
                found = self._meant(event, len(frames))
                counted += found.size
                if frames and frames[-1].awaits_key:
                    if type(found.value) is not str:
                        raise self._error(event.start_mark, "an alias is used as a key", expected="a word")
                    frames[-1].name(found.value, event.start_mark)
                    continue
                value, node = found.value, self._node(event, found.node.parts)
                if frames:
                    frames[-1].height = max(frames[-1].height, found.height + 1)
            else:  # the document's end
                self.index = event.start_mark.index
                return
            if frames:
                self._place(frames[-1], value, node)
            elif len(self.errors) == known_errors and not (kind is yaml.ScalarEvent and _is_nothing(event)):
                self.documents.append(Document(self.file, value, node))

    def _place(self, frame: _Frame, value: Plain, node: Node) -> None:
        parts = frame.node.parts
        if frame.key is None:
            frame.value.append(value)
            parts.append(node)
            return
        key, mark = frame.key, frame.key_mark
        frame.awaits_key, frame.key = True, None
        if key in frame.value:
            what = f"the key {key!r} is given twice (first in line {parts[key][0]})"
            self._note(self._error(mark, what, expected="every key once in a mapping"))
        else:
            frame.value[key] = value
            parts[key] = (mark.line + self.first, mark.column + 1, node)

    def _open(self, frames: list[_Frame], event: Any, counted: int) -> _Frame:
        mark = event.start_mark
        is_mapping = type(event) is yaml.MappingStartEvent
        if len(frames) >= MAX_DEPTH:
            raise self._too_deep(mark)
        if frames and frames[-1].awaits_key:
            raise self._error(
                mark,
                f"a {'mapping' if is_mapping else 'list'} is used as a key",
                expected="a word",
                mend="put quotation marks around a text that begins with { or [",
            )
        if event.tag is not None and event.tag not in (f"{_TAG}{'map' if is_mapping else 'seq'}", "!"):
            raise self._tag_error(event)
        if event.anchor is not None:
            self.anchors[event.anchor] = None
        node = self._node(event, {} if is_mapping else [])
        return _Frame({} if is_mapping else [], node, event.anchor, counted)

    def _take_key(self, frame: _Frame, event: Any) -> None:
        mark = event.start_mark
        if event.tag not in (None, "!", f"{_TAG}str"):
            raise self._tag_error(event)
        if event.anchor is not None:
            self.anchors[event.anchor] = _Anchored(event.value, self._node(event), 1, 0)
        if event.implicit[0] and event.value == "":
            raise self._error(mark, "a key is missing before ':'", expected="a word")
        if event.implicit[0] and event.value == "<<":
            raise self._error(mark, "merge keys ('<<') are not used here", expected="every key written out")
        frame.name(event.value, mark)

    def _meant(self, event: Any, depth: int) -> _Anchored:
        mark, name = event.start_mark, event.anchor
        mend = "put quotation marks around a text that begins with *"
        if name not in self.anchors:
            raise self._error(mark, f"nothing is named '&{name}' before this alias '*{name}'", mend=mend)
        found = self.anchors[name]
        if found is None:
            raise self._error(mark, f"the alias '*{name}' stands inside what it names", expected="no circle")
        self.aliased += found.size
        if self.aliased > MAX_ALIASED:
            raise self._error(mark, "the aliases stand for too much", expected=f"at most {MAX_ALIASED} values")
        if depth + found.height > MAX_DEPTH:
            raise self._too_deep(mark)
        return found

    def _scalar(self, event: Any) -> Plain:
        text: str = event.value
        tag = event.tag
        if tag is None and not event.implicit[0]:
            if event.style == '"' and not text.isascii():
                text.encode()  # a lone surrogate from an escape is refused as not being YAML
            return text
        if tag == "!":
            return text
        if tag is not None:
            wanted = _TAGGED.get(tag.removeprefix(_TAG)) if tag.startswith(_TAG) else None
            if wanted is None:
                raise self._tag_error(event)
            if wanted is str:
                return text
            value = self._plain(text, event.start_mark)
            if type(value) is not wanted:
                raise self._error(event.start_mark, f"{text!r} does not fit its tag")
            return value
        return self._plain(text, event.start_mark)

    def _plain(self, text: str, mark: Any) -> Plain:
        if text in _WORDS:
            return _WORDS[text]
        if _NUMBER.fullmatch(text) is None:
            return text
        if len(text) > MAX_DIGITS:
            raise self._error(mark, "the number is too large", expected=f"at most {MAX_DIGITS - 1} digits")
        return int(text)

    def _node(self, event: Any, parts: Any = None) -> Node:
        mark = event.start_mark
        return Node(mark.line + self.first, mark.column + 1, parts)

    def _too_deep(self, mark: Any) -> KnowledgeError:
        return self._error(mark, "the nesting is too deep", expected=f"at most {MAX_DEPTH} levels")

    def _tag_error(self, event: Any) -> KnowledgeError:
        mend = "put quotation marks around a text that begins with !"
        return self._error(event.start_mark, f"the tag {event.tag!r} is not used here", mend=mend)

    def _error(self, mark: Any, what: str, expected: str | None = None, mend: str | None = None) -> KnowledgeError:
        if len(what) > MAX_WHAT:
            what = f"{what[:MAX_WHAT]}…"
        if mark is None:
            return KnowledgeError(what, expected=expected, mend=mend, file=self.file)
        self.index = max(self.index, mark.index)
        position = Position(self.file, mark.line + self.first, mark.column + 1)
        return KnowledgeError.at(position, what, expected=expected, mend=mend)

    def _note(self, error: KnowledgeError) -> None:
        self.errors.append(error)
        if len(self.errors) >= MAX_ERRORS:
            raise self.errors.pop()


def _is_nothing(event: Any) -> bool:
    return bool(event.implicit[0] and event.value == "")
