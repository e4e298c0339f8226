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
from layerproof.kb.rulebook.policies import PolicyNote, policy_notes
from layerproof.kb.rulebook.vocabulary import Vocabulary

__all__ = [
    "KINDS",
    "Citation",
    "Edition",
    "LayerRow",
    "PolicyNote",
    "Vocabulary",
    "edition_names",
    "glosses",
    "load_edition",
    "policy_notes",
]
