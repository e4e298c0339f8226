"""Commanders that have come to a graveyard or into exile."""

from __future__ import annotations

from layerproof.kb.model.situation import GameObject
from layerproof.solver.layers.commanders import is_commander
from layerproof.solver.situation.game import Game


def was_still_there(game: Game, item: GameObject, to: str) -> None:
    """What a scenario says of a commander that goes to the command zone, or returns, says where it was until then."""
    if to in ("command", "battlefield") and item.zone.endswith(" or command"):
        game.update(item.id, zone=item.zone.removesuffix(" or command"))


def leave_commanders_open(game: Game) -> None:
    """Leave open whether the owners of commanders that were put into a graveyard or into exile since the last check put
    them into the command zone (rule key commander.dies)."""
    for identifier in sorted(game.put_there):
        item = game.there(identifier)
        if item is not None and item.zone in ("graveyard", "exile") and is_commander(item):
            if "commander.dies" in game.edition.numbers:
                game.update(identifier, "commander.dies", zone=f"{item.zone} or command")
    game.put_there = set()
