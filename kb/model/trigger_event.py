"""Trigger events: what a triggered ability watches for, as data (rule key trigger.definition).

Filters are read from the object with the ability: `{same: self}` is that object, `{same: host}` what it is attached to.
A tuple of zones that is empty means any zone. What each record matches among the occurrences of `occurrence.py` is said
in its docstring; the solver and the proof checker each interpret these records with code of their own.
"""

from __future__ import annotations

from layerproof.kb.model.expression import Condition, Filter, Player
from layerproof.kb.model.node import Node


class Moves(Node, frozen=True, tag="moves"):
    """An object that fits changes zones: enters, leaves, dies, is sacrificed, discarded, put somewhere.

    from_, to: the zones; not_from: zones from which it does not count. how: the way it must be moved, as in ZoneChange.
    player: who must do it (sacrifice, discard). in_combat: whether it must happen in a combat phase. What leaves the
    battlefield or a graveyard, or goes to a hand or library, is seen as it was just before (rule key
    trigger.looks_back).
    """

    who: Filter
    from_: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    not_from: tuple[str, ...] = ()
    how: str = ""
    player: Player | None = None
    in_combat: bool = False


class Becomes(Node, frozen=True, tag="becomes"):
    """A permanent that fits gets the status, as in StatusChange (rule key trigger.becomes).

    into: what it must then be, where the words say so.
    """

    who: Filter
    status: str
    into: Filter | None = None


class Deals(Node, frozen=True, tag="deals"):
    """Damage is dealt: by a source that fits, to an object that fits or a player (nothing given: to anything).

    What is dealt damage at one moment is so once, by however many sources; what deals damage, where it is not said to
    what, does so once, to however many (rule key trigger.once_each_event).

    combat: true for combat damage only, false for other damage only.
    """

    source: Filter | None = None
    to: Filter | None = None
    player: Player | None = None
    combat: bool | None = None


class GainsLife(Node, frozen=True, tag="gains_life"):
    """A player gains life, or loses it."""

    player: Player
    loses: bool = False


class Draws(Node, frozen=True, tag="draws"):
    """A player draws a card."""

    player: Player


class Shuffles(Node, frozen=True, tag="shuffles"):
    """A player shuffles their library."""

    player: Player


class GetsCounters(Node, frozen=True, tag="gets_counters"):
    """Counters of a kind (or `any`) are put on an object that fits, or removed from it; last: none of them is left."""

    on: Filter
    kind: str = "any"
    removed: bool = False
    last: bool = False


class Attaches(Node, frozen=True, tag="attaches"):
    """An object that fits becomes attached to an object that fits, or unattached where `unattached`."""

    who: Filter
    to: Filter | None = None
    unattached: bool = False


class Begins(Node, frozen=True, tag="begins"):
    """One of these steps begins in a turn of the player."""

    steps: tuple[str, ...]
    player: Player


class Casts(Node, frozen=True, tag="casts"):
    """A player casts a spell that fits."""

    player: Player
    what: Filter


class Targets(Node, frozen=True, tag="targets"):
    """An object that fits becomes the target of a spell, an ability or either; player: who must control that."""

    who: Filter
    of: str = "either"
    player: Player | None = None


class Attacks(Node, frozen=True, tag="attacks_one"):
    """A creature that fits is declared as an attacker; alone: as the only one."""

    who: Filter
    alone: bool = False


class Blocks(Node, frozen=True, tag="blocks_one"):
    """A creature that fits blocks a creature that fits: once for each. Where that is not said, it blocks at all, once
    in a combat, however many it blocks."""

    who: Filter
    what: Filter | None = None


class IsBlocked(Node, frozen=True, tag="is_blocked"):
    """An attacking creature that fits becomes blocked by a creature that fits."""

    who: Filter
    by: Filter


class Chapter(Node, frozen=True, tag="chapter_reached"):
    """Lore counters are put on the object with the ability, and reach one of these numbers by that."""

    numbers: tuple[int, ...]


class Becoming(Node, frozen=True, tag="becoming"):
    """A state of the game begins to hold (rule key trigger.state)."""

    condition: Condition


class AtOnce(Node, frozen=True, tag="at_once"):
    """What happens at one moment any number of times makes it trigger once ("one or more").

    each: once for each player or object that it happens to, where the words name one of them: "deal damage to a
    player", "counters are put on a creature" (rule key trigger.once_each_event).
    """

    event: TriggerEvent
    each: bool = False


class OneOf(Node, frozen=True, tag="one_of"):
    """Any of several events."""

    events: tuple[TriggerEvent, ...]


class OpaqueEvent(Node, frozen=True, tag="opaque_event"):
    """An event that is not modelled, with its words.

    sorts: tags of the only occurrences that could be or bring about this event; empty where that is not known either.
    """

    gloss: str
    sorts: tuple[str, ...] = ()


TriggerEvent = (
    Moves | Becomes | Deals | GainsLife | Draws | Shuffles | GetsCounters | Attaches | Begins | Casts | Targets
    | Attacks | Blocks | IsBlocked | Chapter | Becoming | AtOnce | OneOf | OpaqueEvent
)  # fmt: skip
