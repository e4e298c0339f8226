"""Events as patterns, and what happens instead of them: the parts of replacement effects and of prohibitions.

`Would` is an event about to happen, said as rules text says it ("if a creature you control would be dealt damage").
The other records are what becomes of the event, one after the other: it is larger or smaller, it concerns another
object, player or zone, or instructions are followed in its place or besides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerproof.kb.model.expression import Filter, Player, Ref, Value
from layerproof.kb.model.node import Node

if TYPE_CHECKING:
    from layerproof.kb.model.instruction import Body
    from layerproof.kb.model.modification import Modification


class Would(Node, frozen=True, tag="would"):
    """An event about to happen.

    what: `damage` (to the object or player, by the source), `prevent` (that such damage is prevented), `put_counters`
    (on the object or player, by a player), `gain_life`, `lose_life`, `draw` (one card), `create` (tokens, by the
    player), `enter` (the object, under the player's control), `move` (the object, `from_` a zone `to` a zone),
    `destroy`, `untap`, `regenerate`, `lose_game`, `discard`. object, player: whom it happens to; where neither is
    given anyone fits, where one is given only such. source: what deals the damage. kind: of counters; `untap step` of
    what untaps in that step. by: who puts
    them. by_effect: only where an effect does it, not the rules or a cost. by_damage: only as a result of
    damage. combat: only combat damage, or only other damage.
    """

    what: str
    object: Filter | None = None
    player: Player | None = None
    source: Filter | None = None
    kind: str | None = None
    by: Player | None = None
    by_effect: bool = False
    by_damage: bool = False
    combat: bool | None = None
    from_: str | None = None
    to: str | None = None


class TimesAsMuch(Node, frozen=True, tag="times"):
    """It is so many times as much: damage, life, counters, tokens, cards drawn."""

    times: int = 2


class MoreOfIt(Node, frozen=True, tag="more"):
    """It is so much more (less, but not below nothing, where the value is negative)."""

    number: Value


class HalfOfIt(Node, frozen=True, tag="half_of_it"):
    """It is half as much, rounded up or down."""

    up: bool = False


class OfThisMuch(Node, frozen=True, tag="this_much"):
    """It is exactly this much."""

    number: Value


class TurnsInto(Node, frozen=True, tag="turns_into"):
    """It is an event of another sort, as much of it for the same object or player: `lose_life` for `gain_life`."""

    what: str


class LeavesLife(Node, frozen=True, tag="leaves_life"):
    """A loss of life that would leave the player with less than this leaves the player with this."""

    life: int = 1


class GoesTo(Node, frozen=True, tag="goes_to"):
    """It goes to this zone instead."""

    zone: str


class DealtTo(Node, frozen=True, tag="dealt_to"):
    """The damage is dealt to another object or player instead."""

    object: Ref | None = None
    player: Player | None = None


class DoInstead(Node, frozen=True, tag="do"):
    """Instructions are followed in place of the event.

    In them `that_much` is how much the event would have been, and `that` the object that it is about.
    """

    body: Body


class DoBesides(Node, frozen=True, tag="and_do"):
    """The event happens, and instructions are followed with it."""

    body: Body


class UnderControl(Node, frozen=True, tag="under"):
    """It enters under the control of this player."""

    player: Player


class EntersMore(Node, frozen=True, tag="with_counters"):
    """It enters with counters besides."""

    kind: str
    number: Value = 1


class EntersAs(Node, frozen=True, tag="as"):
    """It enters with these modifications, which have no end and are not copiable ("enters as a Mutant in addition to
    its other types")."""

    mods: tuple[Modification, ...]


Instead = (
    TimesAsMuch | MoreOfIt | HalfOfIt | OfThisMuch | TurnsInto | LeavesLife | GoesTo | DealtTo | DoInstead | DoBesides
    | UnderControl | EntersMore | EntersAs
)  # fmt: skip
