"""What is said of an object that enters, and how it would be on the battlefield."""

from __future__ import annotations

import copy
from typing import Any

import msgspec

from layerproof.kb.model.card import Card
from layerproof.kb.model.situation import InForce
from layerproof.solver.layers.derive import Derivation
from layerproof.solver.layers.scene import Scene
from layerproof.solver.layers.view import Entry
from layerproof.solver.situation.game import Game

replace = msgspec.structs.replace


class Arriving(msgspec.Struct):
    """What is said of an object that enters: as in the scenario format, with labels and players looked up.

    was, came_from: the object it was in which zone before, where that is known. being: the effect that says what it is
    as it enters, still without identifier, timestamp and objects. melded: the two cards that it is made of, parts:
    the objects that these were. before: everything as it is just before, None where nothing has been moved for it yet.
    """

    label: str | None = None
    controller: str | None = None
    tapped: bool | None = None
    counters: tuple[tuple[str, int], ...] = ()
    attached_to: int | str | None = None
    copy_of: int | None = None
    token: bool = False
    face: int = 0
    face_down: str | None = None
    down: Any = None
    cast_for: str | None = None
    paid: tuple[tuple[str, int], ...] = ()
    told: tuple[tuple[str, int | str], ...] = ()
    level: int | None = None
    x: int | None = None
    choices: tuple[tuple[str, tuple[str | int, ...]], ...] = ()
    granter: int | None = None
    flipped: bool = False
    unlocked: tuple[int, ...] = ()
    was: int | None = None
    came_from: str = "unknown"
    being: InForce | None = None
    melded: tuple[Card, ...] = ()
    parts: tuple[int, ...] = ()
    before: Scene | None = None


def look_ahead(game: Game, identifier: int) -> Derivation:
    """The characteristics of an entering object as it would be on the battlefield (rule key entering.lookahead).

    By the policy of the edition either all continuous effects that exist count, or only the object's own.
    """
    own = game.edition.policy("entering_lookahead") == "own_effects_only"
    situation, before = game.situation, {each.id for each in game.entering[identifier].situation.objects}
    # What enters at the same moment is not there yet for it.
    new = {each.id for each in situation.objects if each.zone == "battlefield" and each.id not in before}
    if new - {identifier}:
        others = tuple(item for item in situation.objects if item.id not in new or item.id == identifier)
        situation = replace(situation, objects=others)
    scene = Scene(situation, game.edition, game.last_known)
    derivation = Derivation(scene, only=frozenset({identifier}) if own else None)
    derivation.run()
    return derivation


def about_to_enter(game: Game, identifier: int, entry: Entry) -> Scene:
    """Everything as it is while effects say how an object enters: it is not on the battlefield yet, nor is what enters
    with it, and the cards that these will be are still where they were (rule keys replacement.definition,
    entering.replacement).

    The object itself is read as it would be on the battlefield. entry: its characteristics there.
    """
    before = game.entering[identifier]
    scene = copy.copy(before)
    # What has already been said of how it enters is in force.
    scene.situation = replace(before.situation, effects=game.situation.effects)
    scene.items = {**before.items, identifier: game.item(identifier)}
    scene.view = {**before.view, identifier: entry}
    return scene
