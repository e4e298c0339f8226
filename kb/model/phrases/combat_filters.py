"""Filters for what objects do in combat, for what they target, and for what they have done."""

from __future__ import annotations

from layerproof.kb.model.node import Node
from layerproof.kb.model.reference import Player, Ref


class Attacks(Node, frozen=True, tag="attacks"):
    """The object is attacking the player (not something that player controls)."""

    player: Player


class InCombatWith(Node, frozen=True, tag="in_combat_with"):
    """The object stands in this relation of combat to the one referred to.

    how: `blocking`, `blocked_by` (it is blocked by that one), `blocking_or_blocked_by`, `banded_with`,
    `attacking_the_same` (player or planeswalker).
    """

    how: str
    ref: Ref


class Targets(Node, frozen=True, tag="targets"):
    """The object is a spell that targets the object referred to."""

    ref: Ref


class Did(Node, frozen=True, tag="did"):
    """What only the history of the game tells of the object; the words name it and are never interpreted."""

    what: str
