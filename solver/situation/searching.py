"""Searching: what a player finds in a zone, and what they must find (rule keys search and below it)."""

from __future__ import annotations

from layerproof.kb.model import instruction as i
from layerproof.solver.layers.reading import fits, players
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.values import evaluate
from layerproof.solver.situation.game import Forbidden, Game
from layerproof.solver.situation.guard import unhindered


def search(game: Game, source: Source, instruction: i.Search, origin: str) -> frozenset[int]:
    """A player searches a zone; what they found is what the resolution chose.

    Returns the cards found that are revealed. Raises Forbidden where more was found than may be, what does not fit, or
    less than must be (rule keys search, search.quantity), Undecided where the scenario does not tell what was found.
    Who searches for cards of a stated quality need not find any (rule key search.stated_quality). It does not move
    what was found: that is the next instruction.
    """
    unhindered(game, "search")
    scene = game.scene()
    owners = players(instruction.of, scene, source)
    zones = (instruction.zone, *instruction.also)
    listed = sorted(each for each in scene.in_zones(zones) if scene.items[each].owner in owners)
    number = evaluate(instruction.number, scene, source)
    told = bool(source.chosen) or any(key == "object" for key, _ in source.choices)
    if not told:
        raise Undecided(f"which cards are found by {origin} is not told")
    for found in source.chosen:
        if game.there(found) is None:
            raise Undecided(f"which of what was chosen for {origin} is found: it also chose what was put elsewhere")
        if found not in listed:
            raise Forbidden(f"{game.name(found)} is not where {origin} has a player search", "search")
        if instruction.filter is not None and not fits(instruction.filter, scene, source, found):
            raise Forbidden(f"{game.name(found)} is not what {origin} has a player search for", "search")
    if instruction.every:
        # Cards that all players see must be found (rule key search.stated_quality).
        seen = [each for each in listed if scene.items[each].zone == "graveyard" and each not in source.chosen]
        if any(instruction.filter is None or fits(instruction.filter, scene, source, each) for each in seen):
            raise Forbidden(f"{origin} has a player find all such cards of the graveyard", "search.stated_quality")
        game.deed("searches", scene.you(source), *sorted(set(source.chosen)))
        return frozenset()
    if len(set(source.chosen)) > number:
        raise Forbidden(f"{origin} lets a player find {number} cards", "search")
    if instruction.filter is None and not instruction.up_to:
        needed = min(number, _how_many(game, owners, len(listed), number, origin))
        if len(set(source.chosen)) < needed:
            many = f"{needed} card{'s' * (needed != 1)}, whatever the quality"
            raise Forbidden(f"{origin} has a player find {many}", "search.quantity", "name what is found")
    return frozenset(source.chosen) if instruction.reveal else frozenset()


def _how_many(game: Game, owners: tuple[str, ...], listed: int, number: int, origin: str) -> int:
    """How many cards there are to be found; so many as are asked for where that is all that counts."""
    if number <= listed:
        return number
    if all(game.situation.player_state(each).unlisted == 0 for each in owners):
        return listed
    raise Undecided(f"which cards that are not listed are found by {origin}")
