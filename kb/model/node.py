"""The base of every record of the model: frozen, typed, compared by value."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


class Node(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A frozen record of the model.

    Records are compared and hashed by value, so that equal facts are one fact. A subclass states its tag (the word
    by which the notation names it) and its fields; a field whose name is a Python keyword carries a trailing
    underscore, which the notation leaves out (`as_` is written `as`).

    >>> class Plain(Node, frozen=True, tag="plain"):
    ...     number: int
    >>> Plain(3) == Plain(3)
    True
    """


def mentions(record: Any, test: Callable[[Any], bool]) -> bool:
    """Whether a record of the model, or any record inside it, passes a test.

    record: a record, a tuple of them, or a plain value, in which nothing is found. Returns at the first that passes.
    Source: the fields of the records. It raises only what the test raises, and does not look into texts.

    >>> class Plain(Node, frozen=True, tag="plain"):
    ...     inside: object = None
    >>> mentions((Plain(Plain()),), lambda node: node == Plain())
    True
    """
    if isinstance(record, tuple):
        return any(mentions(each, test) for each in record)
    if not isinstance(record, msgspec.Struct):
        return False
    return test(record) or any(mentions(getattr(record, name), test) for name in record.__struct_fields__)


def nodes_of(record: Any) -> Iterator[msgspec.Struct]:
    """Each record in a record of the model, itself among them, the outer ones first.

    >>> class Plain(Node, frozen=True, tag="plain"):
    ...     inside: object = None
    >>> len(list(nodes_of((Plain(Plain()), 3))))
    2
    """
    if isinstance(record, tuple):
        for each in record:
            yield from nodes_of(each)
    elif isinstance(record, msgspec.Struct):
        yield record
        for name in record.__struct_fields__:
            yield from nodes_of(getattr(record, name))


def rewritten(record: T, change: Callable[[Any], Any], apart: tuple[type, ...] = ()) -> T:
    """A record of the model with every record inside it put through a function, the innermost first, and then itself.

    record: a record, a tuple of them, or a plain value, which stays as it is. change: gives back the record itself
    where nothing changes; what has not changed is the same object afterwards. apart: records of these types stay as
    they are, with all that is in them. Source: the fields of the records. It raises only what the function raises, and
    promises the type of the result only where the function keeps it.

    >>> class Plain(Node, frozen=True, tag="plain"):
    ...     number: int = 0
    ...     inside: object = None
    >>> rewritten(Plain(1, Plain(2)), lambda node: Plain(3) if node.number == 2 else node).inside
    Plain(number=3, inside=None)
    """
    if isinstance(record, tuple):
        parts: Any = tuple(rewritten(each, change, apart) for each in record)
        return record if all(a is b for a, b in zip(parts, record, strict=True)) else parts
    if not isinstance(record, msgspec.Struct) or isinstance(record, apart):
        return record
    changed = {}
    for name in record.__struct_fields__:
        before = getattr(record, name)
        after = rewritten(before, change, apart) if isinstance(before, tuple | msgspec.Struct) else before
        if after is not before:
            changed[name] = after
    done: T = change(msgspec.structs.replace(record, **changed) if changed else record)
    return done
