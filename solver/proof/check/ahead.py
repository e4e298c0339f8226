"""How an object enters, and what it would be on the battlefield."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from layerproof.kb.model.card import Card, Face
from layerproof.kb.model.modification import Modification
from layerproof.kb.model.told.fact_kinds import Telling
from layerproof.solver.proof.check.deriving import derive
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.view import Entry, View
from layerproof.solver.proof.check.world import Choices, Says, World


@dataclass(frozen=True)
class Arrives:
    """How an object enters the battlefield; copy_of: the object that it enters as a copy of; was, came_from: what it
    was before in which zone, where that is known; being: what it is said to be as it enters, and by whom (said_by: the
    player and the source); melded: its two cards."""

    card: Card
    owner: str
    controller: str
    label: str | None = None
    token: bool = False
    tapped: bool | None = None
    counters: tuple[tuple[str, int], ...] = ()
    attached_to: int | str | None = None
    copy_of: int | None = None
    face: int = 0
    face_down: str | None = None
    down: Face | None = None
    cast_for: str | None = None
    paid: tuple[tuple[str, int], ...] = ()
    told: Telling = ()
    level: int = 1
    x: int | None = None
    choices: Choices = ()
    unlocked: tuple[int, ...] = ()
    granter: int | None = None
    was: int | None = None
    came_from: str = "unknown"
    being: tuple[Modification, ...] = ()
    said_by: tuple[str, int | None] = ("", None)
    melded: tuple[Card, ...] = ()


def look_ahead(game: Game, identifier: int) -> tuple[Reader, Entry]:
    """The view with an entering object as it would be on the battlefield, and its entry there.

    Objects that enter at the same moment are left out. Where the edition says so, only its own effects count.
    """
    was = game.eves[identifier][0].objects
    new = {each.id for each in game.objects.values() if each.zone == "battlefield" and each.id not in was}
    others = frozenset((new | game.arriving) - {identifier})
    own = identifier if game.edition.policy("entering_lookahead") == "own_effects_only" else None
    world = game.world(own_effects_of=own, left_out=others)
    # Where nothing is left out this is the derivation of the present situation, which is kept.
    view = game.view if own is None and not others else derive(world).view
    return Reader(world, view, Says(identifier)), view[identifier]


def view_without(game: Game, identifier: int) -> View:
    """The view without an object that is entering, and without all that enters at the same moment."""
    return derive(game.world(left_out=frozenset(game.arriving | {identifier}))).view


def before_entering(game: Game, identifier: int) -> tuple[World, View]:
    """All as it was just before an object enters, whose cards are still where they were; the object itself is read as
    it would be on the battlefield, where it is not yet."""
    world, view = game.eves[identifier]
    then = msgspec.structs.replace(world.situation, effects=game.situation().effects)
    eve = World(then, game.edition, {**game.known, **world.known}, frozenset(game.unsure))
    eve.objects[identifier], eve.entering = game.objects[identifier], identifier
    return eve, {**view, identifier: look_ahead(game, identifier)[1]}


def just_before(game: Game, identifier: int | None) -> tuple[World, View]:
    """The situation and the view by which it is asked what changes an event about an object."""
    if identifier in game.arriving and identifier in game.eves and identifier in game.objects:
        return before_entering(game, identifier)
    return game.just_before(identifier)
