"""Occurrences: the smallest things that happen, which triggered abilities watch (rule key trigger.definition).

Objects stand here by their identifiers, players by their names. What did not happen (damage that was prevented, a
permanent tapped that was tapped already) is no occurrence.
"""

from __future__ import annotations

from layerproof.kb.model.node import Node


class ZoneChange(Node, frozen=True, tag="zone_change"):
    """An object changed zones, or came to be on the battlefield.

    object: the identifier it had before, None for what was in no zone that is told of (a token, a card that a scenario
    lets enter, a card of a hand that is not listed). became: the identifiers of what it became: none for a token that
    left, several for a merged permanent. from_: the zone it left, empty for a token that was created, `unknown` where
    nobody tells. to: the zone it went to. how: `destroyed`, `sacrificed`, `discarded`, `countered`, `drawn`, `created`,
    `unknown` where nobody tells, or empty for any other way. player: who did it, where the words of an event may ask.
    """

    object: int | None
    became: tuple[int, ...]
    from_: str
    to: str
    how: str = ""
    player: str | None = None


class StatusChange(Node, frozen=True, tag="status_change"):
    """A permanent got another status or face: `tapped`, `untapped`, `flipped`, `transformed`, `face_down`, `face_up`,
    `phased_out`, `phased_in`, `merged`, `unlocked`, `solved`, `blocked` (an attacking creature becomes blocked),
    `unblocked` (no creature is declared as its blocker). Of a card in a hand: `revealed_as_drawn`."""

    object: int
    status: str


class Damaged(Node, frozen=True, tag="damaged"):
    """Damage was dealt to an object or a player; combat: whether it was combat damage, None where nobody tells."""

    source: int | None
    to: int | str
    number: int
    combat: bool | None = None


class LifeChange(Node, frozen=True, tag="life_change"):
    """A player gained life, or lost it where the number is negative."""

    player: str
    number: int


class Drew(Node, frozen=True, tag="drew"):
    """A player drew a card."""

    player: str


class Shuffled(Node, frozen=True, tag="shuffled"):
    """A player shuffled their library, as a spell or ability said."""

    player: str


class CounterChange(Node, frozen=True, tag="counter_change"):
    """Counters of a kind were put on an object, or removed where the number is negative."""

    object: int
    kind: str
    number: int


class AttachmentChange(Node, frozen=True, tag="attachment_change"):
    """An object became attached to an object or player, or unattached from what it was attached to (`to` None)."""

    object: int
    to: int | str | None


class StepBegan(Node, frozen=True, tag="step_began"):
    """A step or phase of a player's turn began."""

    step: str
    player: str


class Cast(Node, frozen=True, tag="cast"):
    """A player cast a spell, which is the object."""

    object: int
    player: str


class Activated(Node, frozen=True, tag="activated"):
    """A player activated an ability of the object."""

    object: int
    player: str
    ability: str = ""


class Targeted(Node, frozen=True, tag="targeted"):
    """An object or player became the target of a spell or ability on the stack (`by`)."""

    target: int | str
    by: int
    player: str
    ability: bool = False


class Attacked(Node, frozen=True, tag="attacked"):
    """A creature was declared as an attacker; whom: the player or object that it attacks."""

    object: int
    whom: int | str
    alone: bool = False


class Blocked(Node, frozen=True, tag="blocked"):
    """A creature blocked an attacking creature, which thereby became blocked by it."""

    object: int
    attacker: int


class Offered(Node, frozen=True, tag="offered"):
    """An action was taken on which a reflexive triggered ability of the object hangs (rule key trigger.reflexive)."""

    object: int
    words: str = ""


class Unsaid(Node, frozen=True, tag="unsaid"):
    """Something of a sort may or may not have happened: the scenario does not tell.

    sort: the tag of another occurrence: `step_began` where a turn begins without a named step, `cast` and `targeted`
    where a spell resolves that the timeline did not cast, `attacked` where a combat step begins, and so on.
    """

    sort: str
    object: int | None = None
    player: str | None = None


Occurrence = (
    ZoneChange | StatusChange | Damaged | LifeChange | Drew | Shuffled | CounterChange | AttachmentChange | StepBegan
    | Cast | Activated | Targeted | Attacked | Blocked | Offered | Unsaid
)  # fmt: skip
