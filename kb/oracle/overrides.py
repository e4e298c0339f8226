"""Overrides: facts written by hand for faces whose text no general rule reads."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from layerproof.kb.files.yaml_source import read_document
from layerproof.kb.model.ability import Ability
from layerproof.kb.notation.plain_data import decode

FOLDER = Path(__file__).parent / "overrides"


@cache
def _all() -> dict[str, object]:
    found: dict[str, object] = {}
    for file in sorted(FOLDER.glob("*.yaml")):
        content = read_document(file).value
        if isinstance(content, dict):
            found.update(content)
    return found


@cache
def override_of(name: str) -> tuple[Ability, ...] | None:
    """The abilities that the overrides give to a face, None where they have nothing for it.

    name: the name of the face as printed. Raises NotationError for an override that is malformed. It does not promise
    that the card still has the text for which the override was written.

    >>> override_of("No Such Card") is None
    True
    """
    content = _all().get(name)
    return None if content is None else decode(content, tuple[Ability, ...], (name,))
