"""Records of the model from the plain data that they were written as: what `msgspec.to_builtins` made, read back."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable
from functools import cache
from typing import Any

from layerproof.kb.model.node import Node
from layerproof.kb.notation.plain_data import fields_of, tag_of

Read = Callable[[Any], Any]


class NotPlain(Exception):
    """Plain data that is no record of this type: what is wrong."""


def record_of(plain: Any, expected: Any) -> Any:
    """Read plain data as what it was written from.

    plain: what JSON gives. expected: a class of records, a plain type, a union or a tuple type of these. Raises
    NotPlain where the data are of another shape. It promises that writing the result gives the data again.

    >>> from layerproof.kb.model.situation import Counters
    >>> record_of({"kind": "charge", "number": 2, "timestamp": 5}, Counters)
    Counters(kind='charge', number=2, timestamp=5)
    """
    return _reader(expected)(plain)


def field_of(record: type, name: str, plain: Any) -> Any:
    """Read plain data as the value of a field of a class of records. Raises NotPlain as `record_of` does.

    >>> from layerproof.kb.model.situation import GameObject
    >>> field_of(GameObject, "unlocked", [0, 1])
    (0, 1)
    """
    readers = _fields(record)
    if name not in readers:
        raise NotPlain(f"there is no {name!r} that could change")
    return readers[name][0](plain)


@cache
def _fields(record: type) -> dict[str, tuple[Read, bool]]:
    return {name: (_reader(kind), required) for name, kind, required in fields_of(record).values()}


@cache
def _reader(expected: Any) -> Read:
    origin, args = typing.get_origin(expected), typing.get_args(expected)
    if origin in (typing.Union, types.UnionType):
        return _union(args)
    if origin is typing.Literal:
        return lambda value: value if value in args else _refuse(value, " or ".join(map(str, args)))
    if origin is tuple:
        return _tuple(args)
    if isinstance(expected, type) and issubclass(expected, Node):
        return lambda value: _record(value, expected)
    # A truth value is no number, but where there may be several of either.
    return lambda value: value if type(value) is expected else _refuse(value, expected.__name__)


def _union(members: tuple[Any, ...]) -> Read:
    nodes = {tag_of(each): each for each in members if isinstance(each, type) and issubclass(each, Node)}
    others = [_reader(each) for each in members if each is not type(None) and each not in nodes.values()]
    only = next(iter(nodes.values())) if len(nodes) == 1 else None

    def read(value: Any) -> Any:
        if value is None and type(None) in members:
            return None
        if isinstance(value, dict) and nodes:
            kind = only or nodes.get(str(value.get("type")))
            return _record(value, kind) if kind else _refuse(value, "a known type")
        for each in others:
            try:
                return each(value)
            except NotPlain:
                continue
        return _refuse(value, "another type")

    return read


def _tuple(args: tuple[Any, ...]) -> Read:
    if len(args) == 2 and args[1] is Ellipsis:
        each = _reader(args[0])
        if int in typing.get_args(args[0]):
            # Among choices a truth value may stand.
            each = _reader(args[0] | bool)
        return lambda value: tuple(map(each, value)) if isinstance(value, list) else _refuse(value, "a list")
    readers = [_reader(arg) for arg in args]

    def read(value: Any) -> Any:
        if not isinstance(value, list) or len(value) != len(readers):
            return _refuse(value, f"a list of {len(readers)}")
        return tuple(one(it) for one, it in zip(readers, value, strict=True))

    return read


def _record(plain: Any, kind: type) -> Any:
    tag = kind.__struct_config__.tag  # type: ignore[attr-defined]
    if not isinstance(plain, dict) or plain.get("type") != tag:
        return _refuse(plain, f"a record {kind.__name__}")
    readers = _fields(kind)
    given = {name: value for name, value in plain.items() if name != "type"}
    if given.keys() - readers.keys() or any(needed and name not in given for name, (_, needed) in readers.items()):
        return _refuse(plain, f"the fields of {kind.__name__}")
    return kind(**{name: readers[name][0](value) for name, value in given.items()})


def _refuse(value: Any, expected: str) -> Any:
    raise NotPlain(f"found {str(value)[:60]}, expected {expected}")
