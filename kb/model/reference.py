"""References: one object, or one or several players, that rules text points at."""

from __future__ import annotations

from layerproof.kb.model.node import Node


class Ref(Node, frozen=True, tag="ref"):
    """One object that rules text points at, seen from the ability or effect that says it.

    kind: `self` the object with the ability (the source); `host` what the source is attached to; `it` the object being
    examined or affected; `target`, `chosen`, `made` the index-th target, chosen object, or object that was created or
    put onto the battlefield or the stack earlier in this resolution; `moved` the index-th that it put elsewhere;
    `spoken` what an instruction of which only the words are known speaks of; `that`
    the object a triggered ability is about; `granter` the object whose effect granted this ability; `haunted` the
    creature that the source haunts; `tapped` the index-th permanent that was tapped for the cost of the ability;
    `top_of_graveyard`, `top_of_library` the top card there of the source's controller;
    `before` the index-th object of which a reflexive triggered ability speaks,
    as it was found when that triggered; `linked` the index-th object exiled with the source,
    `last_linked` the one exiled last; `paired` the creature that the source is paired with; `object` the object whose
    identifier is the index (only in effects in force, where a resolution has filled in what it referred to). Written as
    a word: `self`, `host`, `target`, `target 2`.
    """

    kind: str
    index: int = 1


class Player(Node, frozen=True, tag="player"):
    """One player, or several, that rules text points at.

    kind: `you` the controller of the source; `opponent` any opponent of that player; `any` any player; `host` the
    player the source is attached to; `target` the index-th target; `chosen` the chosen player; `controller` or `owner`
    of the object `of`; `active` the active player; `that` the player a triggered ability is about; `defending` the
    player that the object `of` (the source where none is given) is attacking; `each` the player whom a phrase about
    players one by one is looking at; `team` the players of the team of the source's controller; `monarch` the monarch;
    `before` the index-th of those of which a reflexive triggered ability speaks;
    `left`, `right` the player who sits next to that player on this side;
    `some_opponent` the opponent whom a resolution chooses; `described` a player whom only the words of `name` tell,
    which are never interpreted; `named` the player of this name (only in effects in force).
    """

    kind: str
    of: Ref | None = None
    index: int = 1
    name: str = ""
