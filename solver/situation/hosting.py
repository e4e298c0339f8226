"""Triggered abilities of what is attached to something: "it" is what that was as the event happened."""

from __future__ import annotations

from typing import Any

from layerproof.kb.model import ability as ab
from layerproof.kb.model.expression import Ref
from layerproof.kb.model.node import mentions
from layerproof.kb.oracle.compiled import event_of
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.layers.speaking import speaks_of
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.log import Pending


def speaks_of_host(ability: Any) -> bool:
    """Whether a triggered ability speaks of the object of its event, to which its source was attached then.

    ability: any ability. Source: rule key ability.triggered.

    >>> speaks_of_host(ab.Triggered("whenever equipped creature attacks"))
    False
    """
    if not isinstance(ability, ab.Triggered) or not mentions(ability.body, _host):
        return False
    return mentions(event_of(ability), _host)


def ask_which_host(
    game: Game,
    ability: Any,
    source: int | None,
    name: str,
    since: int | None = None,
    told: int | str | None = None,
) -> None:
    """Stop where an ability speaks of the object that its event was about, to which its source was attached, and the
    source may be attached to another one by now (rule key order.timestamp.attach).

    source: the object with the ability. name: the ability's, for the message. since: the timestamp that it was put on
    the stack with, None where it was not put there. told: the object that the scenario says its event was about, which
    is that one where the ability speaks of no other. What the source enters attached to is not the source itself.
    Raises Undecided.
    """
    entering = isinstance(ability, ab.Triggered) and ability.when.startswith("when ~ enters attached to ")
    if entering and told is not None and told == source:
        raise Undecided(f"to what {name} was attached as it entered (about: takes that object, not {name} itself)")
    if source is None or not speaks_of_host(ability):
        return
    item = game.item(source)
    moved = since is not None and item.timestamp > since
    other = isinstance(told, int) and told != item.attached_to and not speaks_of(ability.body, "that")
    if item.attached_to is None or moved or other:
        raise Undecided(f"to what {game.name(source)} was attached as {name} triggered")


def has_left_host(game: Game, pending: Pending) -> bool:
    """Whether an ability that has not been put on the stack yet speaks of an object to which its source is no longer
    attached.

    pending: the one that has triggered, which remembers what that was. Source: rule key order.timestamp.attach.
    """
    return speaks_of_host(pending.ability) and game.item(pending.source).attached_to != pending.host


def _host(node: object) -> bool:
    return isinstance(node, Ref) and node.kind == "host"
