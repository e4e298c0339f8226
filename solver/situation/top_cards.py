"""Cards on top of a library that are put elsewhere: milling, scrying, surveilling (rule keys mill, scry, surveil)."""

from __future__ import annotations

from layerproof.kb.model import instruction as i
from layerproof.solver.layers.reading import players, top_of_library
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.values import evaluate
from layerproof.solver.situation import moving
from layerproof.solver.situation.game import Forbidden, Game
from layerproof.solver.situation.turn_order import in_turn_order


def top_cards(game: Game, player: str, number: int) -> list[int]:
    """The listed cards among so many on top of a library, the topmost first.

    Raises Undecided where the library was shuffled since they were put there.
    """
    if top_of_library(game.situation, player) is None:
        return []
    cards = [each for each in game.situation.objects if each.zone == "library" and each.owner == player]
    shuffled = game.situation.player_state(player).shuffled
    on_top = sorted(cards, key=lambda each: -each.timestamp)[:number]
    if any(each.timestamp <= shuffled for each in on_top):
        raise Undecided(f"the top cards of the library of {player}, which was shuffled, are not known")
    return [each.id for each in on_top]


def mill(game: Game, source: Source, instruction: i.Mill, origin: str) -> None:
    """Each of the players puts cards from the top of their library into their graveyard, all at one moment; as many as
    there are, where a library has fewer (rule key mill).

    Raises Undecided where cards are milled that are not listed, since nothing could be said of the graveyard.
    """
    scene = game.scene()
    going: list[int] = []
    for name in in_turn_order(game, players(instruction.player, scene, source)):
        number = max(evaluate(instruction.number, scene, source._replace(each=name)), 0)
        cards = top_cards(game, name, number) if number else []
        if len(cards) < number and game.situation.player_state(name).unlisted != 0:
            raise Undecided(f"which cards {name} mills for {origin}: they are not listed")
        if instruction.to == "graveyard":
            game.deed("mills", name, *cards)
        going += cards
    with game.at_one_moment():
        for each in going:
            moving.move(game, each, instruction.to, at_once=True)


def scry(game: Game, source: Source, instruction: i.Scry, origin: str) -> None:
    """Players look at the top cards of their libraries and put any number on the bottom, or into the graveyard.

    `object` among the choices names those that are put there (`none`). In which order the rest goes back is not told,
    so that of several nothing is known of their order afterwards, nor of what lies on the bottom. Raises Undecided
    where it is not told what goes into the graveyard, Forbidden where that is not among the top cards.
    """
    scene = game.scene()
    for name in in_turn_order(game, players(instruction.player, scene, source)):
        number = max(evaluate(instruction.number, scene, source._replace(each=name)), 0)
        if not number:
            continue
        told = bool(source.chosen) or ("object", ()) in source.choices
        if not told and instruction.to == "graveyard":
            raise Undecided(f"which of the top cards {name} puts into the graveyard for {origin} is not told")
        going = [each for each in source.chosen if game.item(each).owner == name]
        if going and not set(going) <= set(top_cards(game, name, number)):
            rule = "scry" if instruction.to == "bottom" else "surveil"
            raise Forbidden(f"{origin} does not let {name} see such a card on top of the library", rule)
        game.deed("scries" if instruction.to == "bottom" else "surveils", name, *going)
        if instruction.to == "graveyard":
            with game.at_one_moment():
                for each in going:
                    moving.move(game, each, "graveyard", at_once=True)
        if number - len(going) > 1 or (instruction.to == "bottom" and (going or not told)):
            game.set_player(name, "scry", shuffled=game.situation.clock)
