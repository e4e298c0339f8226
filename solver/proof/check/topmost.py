"""The top cards of a library, put elsewhere: what milling, scrying and surveilling do."""

from __future__ import annotations

from layerproof.kb.model.instruction import Mill, Scry
from layerproof.solver.proof.check.entering import give_back, move
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.giving_up import by_turn
from layerproof.solver.proof.check.incomplete import ForbiddenChoice, Incomplete
from layerproof.solver.proof.check.reading import Reader


def topmost(game: Game, player: str, number: int) -> tuple[int, ...]:
    """So many cards on top of a library, those of them that are listed, from the top down. Incomplete where a shuffle
    has left their order unknown, or where it is said of some only that they are on top."""
    library = [obj for obj in game.objects.values() if obj.zone == "library" and obj.owner == player]
    if len({obj.top for obj in library}) > 1:
        raise Incomplete("the order of a library of which some cards are said to be on top")
    library.sort(key=lambda obj: obj.timestamp, reverse=True)
    seen = library[:number]
    if any(obj.timestamp <= game.players[player].shuffled for obj in seen):
        raise Incomplete("the order of a library that was shuffled")
    return tuple(obj.id for obj in seen)


def milled(game: Game, reader: Reader, instruction: Mill) -> None:
    """Let players mill, all at one moment. Incomplete where cards go that are not listed."""
    going: list[int] = []
    for name in by_turn(game, reader.players(instruction.player)):
        number = max(0, reader.looking_at(name).value(instruction.number))
        cards = topmost(game, name, number)
        if len(cards) != number and game.players[name].unlisted != 0:
            raise Incomplete("cards that are milled and not listed")
        if instruction.to == "graveyard":
            game.done("mills", name, *cards)
        going.extend(cards)
    seen = game.view
    with game.one_moment():
        for each in going:
            move(game, each, instruction.to, seen)
    give_back(game)


def scried(game: Game, reader: Reader, instruction: Scry) -> None:
    """Let a player look at top cards and put those chosen on the bottom or into the graveyard.

    The others go back in an order that is not told: what lies on top is not known any more, unless there is one card at
    most and it is said what became of it. Incomplete where cards may have gone into a graveyard.
    """
    said = dict(reader.says.choices).get("object")
    chosen = [] if said is None or said == ("none",) else [each for each in said if isinstance(each, int)]
    for name in by_turn(game, reader.players(instruction.player)):
        number = max(0, reader.looking_at(name).value(instruction.number))
        if number == 0:
            continue
        if said is None and instruction.to == "graveyard":
            raise Incomplete("what is put into a graveyard from the top of a library")
        away = [each for each in chosen if (game.objects.get(each) or game.gone[each]).owner == name]
        if away and any(each not in topmost(game, name, number) for each in away):
            raise ForbiddenChoice("a card that is not among those looked at")
        game.done("surveils" if instruction.to == "graveyard" else "scries", name, *away)
        if instruction.to == "graveyard":
            seen = game.view
            with game.one_moment():
                for each in away:
                    move(game, each, "graveyard", seen)
            give_back(game)
        settled = number - len(away) <= 1 and (instruction.to == "graveyard" or (said is not None and not away))
        if not settled:
            game.set_player(name, shuffled=game.clock)
