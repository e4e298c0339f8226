"""Our notation for facts: plain data (from YAML or JSON) read into the records of the model.

A record of a closed set is written as a mapping with its tag as the one key: `{modify_pt: {power: 1, toughness: 1}}`.
Its fields may also be given in order as a list (`{modify_pt: [1, 1]}`), and a record whose first field is enough may
be written with that field alone (`{not: creature}`). A bare word stands for a record that needs no more: `host`,
`end of turn`, `creature`, `flying`. A list of one may be written without the list.
"""

from __future__ import annotations

import sys
import types
import typing
from collections.abc import Callable
from functools import cache
from typing import Any

from layerproof.kb.model import (
    ability,
    card,
    effect,
    expression,
    instruction,
    keyword_action,
    modification,
    replacement,
    situation,
    trigger_event,
)
from layerproof.kb.model.costs import cost, cost_ability
from layerproof.kb.model.node import Node
from layerproof.kb.notation.short_forms import SHORTHANDS

Path = tuple[str | int, ...]


class NotationError(Exception):
    """Plain data that the notation does not allow: where (a path of keys and indexes), what, what was expected."""

    def __init__(self, path: Path, what: str, expected: str, mend: str = "") -> None:
        super().__init__(f"{'.'.join(map(str, path))}: {what}; expected {expected}")
        self.path, self.what, self.expected, self.mend = path, what, expected, mend


@cache
def _names() -> dict[str, Any]:
    """All names that annotations of the model use."""
    names: dict[str, Any] = {}
    modules = (
        expression,
        replacement,
        modification,
        effect,
        cost,
        cost_ability,
        trigger_event,
        ability,
        instruction,
        card,
    )
    for module in (*modules, keyword_action, situation):
        names.update(vars(module))
    return names


def external_name(field: str) -> str:
    """The name of a field in the notation: without the underscore that keeps it apart from Python's keywords."""
    return field[:-1] if field.endswith("_") else field


def tag_of(record: type) -> str:
    """The word that names a kind of record in the notation."""
    return str(record.__struct_config__.tag)  # type: ignore[attr-defined]


@cache
def fields_of(record: type) -> dict[str, tuple[str, Any, bool]]:
    """The fields of a record by external name: field name, type, and whether it must be given."""
    names_there = {**_names(), **vars(sys.modules[record.__module__])}
    hints = typing.get_type_hints(record, globalns=names_there)
    names: tuple[str, ...] = record.__struct_fields__  # type: ignore[attr-defined]
    required = len(names) - len(record.__struct_defaults__)  # type: ignore[attr-defined]
    return {external_name(name): (name, hints[name], index < required) for index, name in enumerate(names)}


def decode(value: Any, expected: Any, path: Path = ()) -> Any:
    """Read plain data as a record, or a tuple of records, of the model.

    value: what YAML or JSON gave. expected: the type of record (a class, a union of classes, a tuple type). path: where
    the value stands, for errors. Raises NotationError for unknown keys, missing fields and values of a wrong type.
    It does not promise that the facts are true, only that they are well formed.

    >>> from layerproof.kb.model.modification import ModifyPT
    >>> decode([1, 1], ModifyPT)
    ModifyPT(power=1, toughness=1, doubles=False)
    """
    return _plan(expected)(value, path)


@cache
def _plan(expected: Any) -> Callable[[Any, Path], Any]:
    if expected in (int, str, bool):
        return _scalar(expected)
    origin = typing.get_origin(expected)
    if origin is typing.Literal:
        return _word(typing.get_args(expected))
    if origin is tuple:
        return _sequence(typing.get_args(expected))
    if origin in (typing.Union, types.UnionType):
        return _union(frozenset(typing.get_args(expected)))
    if isinstance(expected, type) and issubclass(expected, Node):
        return _record(expected)
    raise TypeError(f"the notation has no reading for {expected!r}")


def _scalar(kind: type) -> Callable[[Any, Path], Any]:
    words = {int: "a whole number", str: "a word or text", bool: "true or false"}

    def read(value: Any, path: Path) -> Any:
        if type(value) is kind:
            return value
        raise NotationError(path, f"found {describe(value)}", words[kind])

    return read


def _word(known: tuple[str, ...]) -> Callable[[Any, Path], Any]:
    """One of the words of a closed set."""

    def read(value: Any, path: Path) -> Any:
        if isinstance(value, str) and value in known:
            return value
        mend = _nearest(value, dict.fromkeys(known))
        raise NotationError(path, f"found {describe(value)}", "one of " + ", ".join(known), mend)

    return read


def _sequence(args: tuple[Any, ...]) -> Callable[[Any, Path], Any]:
    if len(args) == 2 and args[1] is Ellipsis:

        def read(value: Any, path: Path) -> Any:
            if not isinstance(value, list | tuple):
                value = [] if value is None else [value]
            return tuple(decode(each, args[0], (*path, index)) for index, each in enumerate(value))

        return read

    def read_fixed(value: Any, path: Path) -> Any:
        if not isinstance(value, list | tuple) or len(value) != len(args):
            raise NotationError(path, f"found {describe(value)}", f"a list of {len(args)}")
        return tuple(decode(each, kind, (*path, i)) for i, (each, kind) in enumerate(zip(value, args, strict=True)))

    return read_fixed


def _union(members: frozenset[Any]) -> Callable[[Any, Path], Any]:
    closed = [each for each in members if typing.get_origin(each) is typing.Literal]
    if closed and members <= {*closed, type(None)}:
        words = _word(tuple(word for each in closed for word in typing.get_args(each)))
        return lambda value, path: None if value is None and type(None) in members else words(value, path)
    records = [each for each in members if isinstance(each, type) and issubclass(each, Node)]
    by_tag = {tag_of(each): each for each in records}
    others = [each for each in members if each not in records and each is not type(None)]
    shorthand = SHORTHANDS.get(frozenset(records)) if len(records) != 1 else SHORTHANDS.get(records[0])
    optional = type(None) in members

    def read(value: Any, path: Path) -> Any:
        if value is None and optional:
            return None
        if isinstance(value, Node):
            return value
        for kind in others:
            if type(value) is kind:
                return value
            if typing.get_origin(kind) is tuple and isinstance(value, list | tuple):
                return decode(value, kind, path)
        if shorthand is not None:
            value = shorthand(value)
            if isinstance(value, Node):
                return value
        if len(records) == 1:
            return decode(value, records[0], path)
        if isinstance(value, dict) and len(value) == 1:
            tag, inner = next(iter(value.items()))
            if tag in by_tag:
                return decode(inner, by_tag[tag], (*path, tag))
        known = ", ".join(sorted(by_tag)) or " or ".join(str(kind) for kind in others)
        found = f"unknown word {value!r}" if isinstance(value, str) else f"found {describe(value)}"
        raise NotationError(path, found, f"one of {known}", _nearest(value, by_tag))

    return read


def _nearest(value: Any, known: dict[str, Any]) -> str:
    from difflib import get_close_matches

    word = next(iter(value)) if isinstance(value, dict) and value else value
    close = get_close_matches(word, known, 1) if isinstance(word, str) else []
    return f"did you mean {close[0]!r}?" if close else ""


def _record(record: type[Node]) -> Callable[[Any, Path], Any]:
    shorthand = SHORTHANDS.get(record)

    def read(value: Any, path: Path) -> Any:
        if isinstance(value, Node):
            return value
        if shorthand is not None:
            value = shorthand(value)
            if isinstance(value, Node):
                return value
        fields = fields_of(record)
        order = list(fields)
        if isinstance(value, list) and 1 < len(order) >= len(value) and not _takes_lists(fields[order[0]][1]):
            value = dict(zip(order, value, strict=False))
        elif not isinstance(value, dict) or (value and not any(key in fields for key in value) and order):
            if not order:
                raise NotationError(path, f"found {describe(value)}", f"nothing more for {tag_of(record)}")
            value = {order[0]: value}
        return _fill(record, fields, value, path)

    return read


def _takes_lists(kind: Any) -> bool:
    """Whether a field is itself written as a list, so that a list cannot mean the fields in order."""
    if typing.get_origin(kind) is tuple:
        return True
    members = frozenset(each for each in typing.get_args(kind) if each is not type(None))
    return any(members == frozenset(typing.get_args(union)) for union in (expression.Filter, expression.Condition))


def _fill(record: type[Node], fields: dict[str, tuple[str, Any, bool]], value: dict[str, Any], path: Path) -> Any:
    filled: dict[str, Any] = {}
    for key, inner in value.items():
        if key not in fields:
            mend = _nearest(key, dict.fromkeys(fields))
            raise NotationError((*path, key), f"unknown key {key!r}", f"one of {', '.join(fields)}", mend)
        name, kind, _ = fields[key]
        filled[name] = decode(inner, kind, (*path, key))
    for key, (name, _, required) in fields.items():
        if required and name not in filled:
            raise NotationError(path, f"{key!r} is missing for {tag_of(record)}", f"the key {key!r}")
    return record(**filled)


def describe(value: Any) -> str:
    """A value of plain data in words, for an error message."""
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "a mapping with " + (", ".join(map(str, value)) or "no keys")
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return f"{value!r}"
