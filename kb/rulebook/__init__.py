"""The rulebook: stable rule keys, the editions that number them, their layer rows, policies and vocabulary."""

from layerproof.kb.rulebook.edition import (
    KINDS,
    Citation,
    Edition,
    LayerRow,
    edition_names,
    glosses,
    load_edition,
)
from layerproof.kb.rulebook.vocabulary import Vocabulary

__all__ = [
    "KINDS",
    "Citation",
    "Edition",
    "LayerRow",
    "Vocabulary",
    "edition_names",
    "glosses",
    "load_edition",
]
