"""Which double-faced permanents can be turned over, and whether one has been."""

from __future__ import annotations

from layerproof.kb.model.card import Card
from layerproof.kb.model.situation import GameObject
from layerproof.kb.rulebook.edition import Edition


def has_other_side(card: Card, edition: Edition) -> bool:
    """Whether a permanent with this card can transform (rule key double_faced.only_can_transform).

    What becomes of one whose other face is an instant or sorcery is not asked here.
    """
    modal = card.layout == "modal_dfc" and edition.policy("modal_faces_transform") == "as_others"
    return card.layout == "transform" or modal


def shows_back(item: GameObject, edition: Edition) -> bool:
    """Whether a permanent is a transformed one: double-faced with its back face up (rule key
    transform.transformed_permanent)."""
    return item.face == 1 and has_other_side(item.card, edition) and not item.components
