"""The base of every record of the model: frozen, typed, compared by value."""

from __future__ import annotations

import msgspec


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
