"""Instructions by which a card is cast while something resolves (rule key resolve.casting)."""

from __future__ import annotations

from layerproof.kb.model.expression import Filter, Ref, Value
from layerproof.kb.model.node import Node


class CastCard(Node, frozen=True, tag="cast_card"):
    """A card is cast while this resolves, whatever the time, by the player who follows the instruction (rule key
    resolve.casting).

    of: the card. way: the keyword for whose cost it is cast. required: the policy by which it is cast if that is
    possible (`must`), or not at all if the player likes (`may`); None: the player may.
    """

    of: Ref
    way: str
    required: str | None = None


class CastFromTop(Node, frozen=True, tag="cast_from_top"):
    """The player may reveal so many cards from the top of their library and cast those that fit without paying their
    mana costs, as many as they like; the rest goes on the bottom in any order (rule key resolve.casting)."""

    number: Value
    filter: Filter


class ExileUntil(Node, frozen=True, tag="exile_until"):
    """The player exiles cards from the top of their library until one fits, may cast that one without paying its mana
    cost, and puts the others on the bottom in a random order (rule key resolve.casting).

    spell: what the spell must be like in its turn, where the policy `asked` is `resulting_spell` (with no policy,
    always). uncast: where the card goes if it is not cast, `library` for the bottom with the others, or `hand`.
    """

    filter: Filter
    spell: Filter | None = None
    asked: str | None = None
    uncast: str = "library"
