"""Made-up cards of which only some of what they compile into is looked at."""

from __future__ import annotations

from typing import Any

from layerproof.kb.model.raw_card import RawFace
from layerproof.kb.oracle.compiler import compile_face
from layerproof.kb.oracle.words.open_references import found


def parts(text: str, kind: Any, types: tuple[str, ...] = ("sorcery",)) -> list[Any]:
    """The records of a kind in what a made-up text compiles into."""
    compiled = compile_face(RawFace(name="Made Up", types=types, oracle_text=text))
    return found(compiled, lambda part: isinstance(part, kind))
