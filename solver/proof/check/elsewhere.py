"""Elsewhere: what abilities known by their words only may do while their object is not on the battlefield."""

from __future__ import annotations

from layerproof.kb.model.ability import Opaque
from layerproof.kb.model.situation import GameObject
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.view import Entry

_SIDE_GAMES = ("conspiracy", "dungeon", "phenomenon", "plane", "scheme", "vanguard")
_PLACES = (" zone", " hand", "graveyard", "librar", "exile", " stack", "everywhere", "outside the game")
_OF_ITSELF = ("~ is ", "~ has ", "~ gets ", "~'s ", "its printed ", "the compiler failed")


def speaks(obj: GameObject, battlefield: bool) -> bool:
    """Whether every ability of an object is in force where it is: on the battlefield, and of an emblem in the command
    zone (rule key emblem.definition)."""
    return battlefield or (obj.card.layout == "emblem" and obj.zone == "command")


def could_matter(obj: GameObject, battlefield: bool, ability: Opaque) -> bool:
    """Whether an ability of which only the words are known may be in force (rule key ability.functions): elsewhere if
    it begins as one that defines its own object, or names a place."""
    words = ability.gloss
    return speaks(obj, battlefield) or words.startswith(_OF_ITSELF) or any(each in f" {words}" for each in _PLACES)


def heard(obj: GameObject, battlefield: bool, ability: object) -> bool:
    """Whether words about other objects count where they stand: in force there, or they name that zone for it."""
    if speaks(obj, battlefield) or not isinstance(ability, Opaque):
        return speaks(obj, battlefield)
    _, named, behind = ability.gloss.lower().partition("as long as ~ is ")
    return bool(named) and behind.startswith(("on ", "in ")) and obj.zone in behind.split(",")[0]


def refuse_side_games(obj: GameObject, entry: Entry) -> None:
    """Raise Incomplete for a plane, scheme and the like in the command zone, whose abilities are in force there."""
    if obj.zone == "command" and entry.abilities and any(word in _SIDE_GAMES for word in entry.types):
        raise Incomplete(f"what {' // '.join(entry.names) or 'a card'} does in the command zone")
