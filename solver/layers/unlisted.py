"""Cards of hands, libraries and graveyards that no scenario lists, and how they are counted.

A hand holds the listed cards and those that were drawn; a library the listed ones and enough others, or as many as is
told; a graveyard the listed ones and those that were discarded unlisted.
"""

from __future__ import annotations

from layerproof.kb.model import expression as e
from layerproof.kb.model.situation import PlayerState
from layerproof.kb.model.told.fact_kinds import OF_OBJECTS, STATE_FACTS
from layerproof.solver.layers.referring import players
from layerproof.solver.layers.scene import Scene, Source, Undecided

ZONES = ("hand", "library", "graveyard")
# What no card outside the battlefield and the stack is.
_NEVER = ("token", "copy", "spell", "ability", "tapped", "attacking", "blocking")


def in_hand(player: PlayerState) -> int:
    """How many cards of a hand are not listed. Raises Undecided where it is not known how many were drawn."""
    if player.drawn_unknown:
        raise Undecided(f"whether {player.name} drew a card as a draw step began that was passed over")
    return player.drawn


def in_zone(player: PlayerState, zone: str) -> int | None:
    """How many cards of a zone of a player are not listed; None for enough, of which it is not told how many.

    >>> in_zone(PlayerState("you", drawn=2), "hand"), in_zone(PlayerState("you"), "library")
    (2, None)
    """
    match zone:
        case "hand":
            return in_hand(player)
        case "library":
            return player.unlisted
        case "graveyard":
            return player.buried
    return 0


def unlisted_that_fit(filter_: e.Filter, zones: tuple[str, ...], scene: Scene, source: Source) -> int | None:
    """How many cards of these zones fit that are not listed; None for enough, of which it is not told how many.

    Raises Undecided where that hangs on what they are.
    """
    total: int | None = 0
    for player in scene.situation.players:
        for zone in ZONES:
            number = in_zone(player, zone) if zone in zones else 0
            if number == 0:
                continue
            fits = _fits(filter_, player.name, scene, source)
            if fits is None:
                raise Undecided(f"which cards are in the {zone} of {player.name} is not told of all of them")
            if fits:
                total = None if total is None or number is None else total + number
    return total


def ask_unlisted(filter_: e.Filter, zones: tuple[str, ...], scene: Scene, source: Source) -> None:
    """Raise Undecided where qualities of cards are asked for, of which some that fit are not listed."""
    if unlisted_that_fit(filter_, zones, scene, source) != 0:
        raise Undecided(f"what the cards are in the {' and '.join(zones)} that are not listed")


def counted(filter_: e.Filter, zones: tuple[str, ...], scene: Scene, source: Source) -> int:
    """How many cards fit that are not listed. Raises Undecided where that is not told (library_size)."""
    number = unlisted_that_fit(filter_, zones, scene, source)
    if number is None:
        raise Undecided("how many cards are in a library is not told (library_size)")
    return number


def _fits(filter_: e.Filter, owner: str, scene: Scene, source: Source) -> bool | None:
    """Whether a card of a player of which nothing else is known fits; None where that hangs on what it is."""
    match filter_:
        case e.FitsChosen():
            return True
        case e.OwnedBy(player=player):
            return owner in players(player, scene, source)
        case e.Not(filter=inner):
            fits = _fits(inner, owner, scene, source)
            return None if fits is None else not fits
        case e.AllOf(filters=filters):
            every = [_fits(each, owner, scene, source) for each in filters]
            return False if False in every else None if None in every else True
        case e.AnyOf(filters=filters):
            some = [_fits(each, owner, scene, source) for each in filters]
            return True if True in some else None if None in some else False
        case e.State(word="card"):
            return True
        case e.State(word=word):
            untold = OF_OBJECTS[STATE_FACTS[word]].untold if word in STATE_FACTS else None
            return False if word in _NEVER or untold == 0 else None
    return None
