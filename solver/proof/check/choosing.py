"""What is left to a player: one object of several, and in which of two zones an object is."""

from __future__ import annotations

from collections.abc import Mapping

from layerproof.kb.model.situation import GameObject
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.world import Says


def chosen_one(fitting: tuple[int, ...], says: Says) -> tuple[int, ...]:
    """The one object that is chosen among those that fit; no choice is needed where there is one only."""
    chosen = tuple(each for each in fitting if each in dict(says.choices).get("object", ()))
    if len(fitting) > 1 and len(chosen) != 1:
        raise Incomplete("which of several objects a player chooses")
    return chosen or fitting


def refuse_open_zones(objects: Mapping[int, GameObject], zones: tuple[str, ...]) -> None:
    """Raise Incomplete where one of the objects is in one of these zones or in another, as its controller chooses."""
    if any(" or " in each.zone and set(each.zone.split(" or ")) & set(zones) for each in objects.values()):
        raise Incomplete("in which of two zones an object is, a choice that is open")
