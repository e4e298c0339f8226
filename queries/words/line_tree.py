"""Trees of lines, drawn as text."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence


class Node:
    """A line of the explanation, with the lines that it rests on."""

    __slots__ = ("parts", "text")

    def __init__(self, text: str, parts: Sequence[Node] = ()) -> None:
        self.text, self.parts = text, list(parts)


def drawn(root: Node, width: int) -> list[str]:
    """Draw a tree of lines.

    >>> drawn(Node("a", [Node("b"), Node("c")]), 80)
    ['a', '├─ b', '└─ c']
    """
    lines = textwrap.wrap(root.text, max(width, 20), subsequent_indent="  ") or [""]
    for number, part in enumerate(root.parts, 1):
        last = number == len(root.parts)
        inner = drawn(part, width - 3)
        lines.append(("└─ " if last else "├─ ") + inner[0])
        lines += [("   " if last else "│  ") + line for line in inner[1:]]
    return lines
