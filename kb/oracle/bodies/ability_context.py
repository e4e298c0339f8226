"""What the reading of a paragraph needs to know of the object whose text it is."""

from __future__ import annotations

from typing import NamedTuple

from layerproof.kb.model.expression import Filter


class Context(NamedTuple):
    """What the reading of a paragraph needs to know of the object: its card types, and what it may be attached to."""

    types: tuple[str, ...] = ("creature",)
    enchants: Filter | None = None
    quoted: bool = False
