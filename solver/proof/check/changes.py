"""Records as plain data."""

from __future__ import annotations

from typing import Any

import msgspec


def as_plain(value: Any) -> Any:
    """A record, or a tuple of them, as the plain data that JSON gives back."""
    return msgspec.json.decode(msgspec.json.encode(value))
