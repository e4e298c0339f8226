"""Phrases about what came of a resolution, what objects were, and how often something has happened this turn.

They belong to the values and conditions of `expression`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerproof.kb.model.node import Node
from layerproof.kb.model.reference import Player, Ref

if TYPE_CHECKING:
    from layerproof.kb.model.expression import Filter


class Outcome(Node, frozen=True, tag="outcome"):
    """What only a scenario can tell came out so: in this resolution, or as the source entered.

    of: `flip` (of a coin), `clash`, `vote`, `pays` (whether a player pays or does what keeps something from happening),
    `tribute`, `act` (the instruction before), `coins` (two of them), `results` (of several dice), `exploit`, `payment`
    and `colors paid` (of an activation). is_: `won`, `lost`, `paid`, `true`, `done`, what a vote was for, `tied`,
    `both heads`, a number. Told with `choices: {flip: won}`; what is not told is unknown.
    """

    of: str
    is_: str


class Was(Node, frozen=True, tag="was"):
    """The object referred to fit the filter as it last was there (rule key resolve.last_known_information)."""

    ref: Ref
    filter: Filter


class Rolled(Node, frozen=True, tag="rolled"):
    """The result of the die that this resolution rolls. Told with `choices: {roll: 4}`."""


class ThisWay(Node, frozen=True, tag="this_way"):
    """How many objects that fit this resolution, or the payment of its cost, has acted on so.

    did: what was done to them, as `exiled`, `discarded`, `put into your graveyard`. filter None: what it counts are no
    objects but the words of `what`, as `+1/+1 counter` or `{E}`.
    """

    did: str
    filter: Filter | None = None
    what: str = ""


class ThisTurn(Node, frozen=True, tag="this_turn"):
    """How many objects that fit have done so this turn: `died`, `left the battlefield`, `left the graveyard`.

    player: under whose control (of whose graveyard) they did; any player where none is said.
    """

    did: str
    filter: Filter
    player: Player = Player("any")


class TimesResolved(Node, frozen=True, tag="times_resolved"):
    """How many times this ability has resolved this turn, this time among them."""
