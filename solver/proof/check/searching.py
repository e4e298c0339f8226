"""The checker's reading of searches: which cards can be found, and which must be."""

from __future__ import annotations

from layerproof.kb.model.instruction import Search
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import ForbiddenChoice, Incomplete
from layerproof.solver.proof.check.interfering import refuse_change
from layerproof.solver.proof.check.reading import Reader


def found_in_search(game: Game, reader: Reader, instruction: Search) -> frozenset[int]:
    """What is found in a search and revealed to all; what is found at all must be what the scenario says was chosen.

    Raises ForbiddenChoice for a find that the rules on searching do not allow: a card of another zone or one without
    the stated quality, too many, or too few where only their number is asked for. Raises Incomplete where the scenario
    does not say what was found, or where cards that are not listed could be.
    """
    refuse_change(game, "search")
    said = dict(reader.says.choices).get("object")
    if said is None:
        raise Incomplete("what is found in a search")
    finds = [] if said == ("none",) else sorted(set(said), key=str)
    owners = reader.players(instruction.of)
    zones = {instruction.zone, *instruction.also}
    there = {each for each, obj in game.objects.items() if obj.zone in zones and obj.owner in owners}
    asked = reader.value(instruction.number)
    if any(each not in game.objects for each in finds):
        raise Incomplete("which of the chosen objects are found, where one has gone elsewhere before")
    if instruction.every:
        asked = len(there)
    if len(finds) > asked or any(each not in there for each in finds):
        raise ForbiddenChoice("a find that the search does not allow")
    if instruction.filter is not None:
        if not all(reader.fits(instruction.filter, game.view[each]) for each in finds if isinstance(each, int)):
            raise ForbiddenChoice("a find without the quality that the search states")
        open_ = {each for each in there if game.objects[each].zone == "graveyard"} - set(finds)
        if instruction.every and any(reader.fits(instruction.filter, game.view[each]) for each in open_):
            raise ForbiddenChoice("a card of a graveyard that is not found and must be")
    elif not instruction.up_to and len(finds) < asked:
        if len(there) < asked and any(game.players[name].unlisted != 0 for name in owners):
            raise Incomplete("cards that are found and not listed")
        if len(finds) < len(there):
            raise ForbiddenChoice("a search for any cards that finds too few")
    if instruction.every:
        game.done("searches", reader.you(), *sorted(each for each in finds if isinstance(each, int)))
    return frozenset(each for each in finds if isinstance(each, int)) if instruction.reveal else frozenset()
