"""The checker's reading of searches: which cards can be found, and which must be."""

from __future__ import annotations

from layerproof.kb.model.instruction import Search
from layerproof.kb.scenario.event import InZone, Together
from layerproof.kb.scenario.scenario import Scenario
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
        if len(there) < asked and any(_some_are_not_listed(game, name) for name in owners):
            raise Incomplete("cards that are found and not listed")
        if len(finds) < len(there):
            raise ForbiddenChoice("a search for any cards that finds too few")
    if instruction.every:
        game.done("searches", reader.you(), *sorted(each for each in finds if isinstance(each, int)))
    return frozenset(each for each in finds if isinstance(each, int)) if instruction.reveal else frozenset()


def _some_are_not_listed(game: Game, owner: str) -> bool:
    """Whether a library has or may have cards that are not listed: it had more than the scenario lists, or one of its
    cards was lost sight of."""
    lost = [each for each, obj in game.gone.items() if obj.zone == "library" and obj.owner == owner]
    return game.unlisted.get(owner) != 0 or any(each not in game.became for each in lost)


def unlisted_cards(scenario: Scenario) -> dict[str, int]:
    """For each player whose library's size a scenario gives, how many of its cards the timeline does not list."""
    entries = list(scenario.timeline)
    left = dict(scenario.library_size)
    while entries:
        entry = entries.pop()
        if isinstance(entry, Together):
            entries.extend(entry.together)
        elif isinstance(entry, InZone) and entry.in_ == "library":
            whose = entry.owner or entry.controller or scenario.players[0]
            if whose in left:
                left[whose] -= 1
    return left
