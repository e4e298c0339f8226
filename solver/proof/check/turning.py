"""Turns and their ends, and players who leave the game."""

from __future__ import annotations

from collections.abc import Callable

from layerproof.kb.model.effect import Until
from layerproof.kb.model.modification import SetController
from layerproof.kb.scenario.event import TurnStep
from layerproof.solver.proof.check.entering import give_back, move
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.reading import has_keyword

_AFTER_COMBAT = ("end", "cleanup")


def turn_step(game: Game, event: TurnStep, first: bool) -> None:
    """Whose turn it is, or that a turn or step begins, and what ends on the way.

    first: the event is the first of the timeline and only says whose turn it is.
    """
    if event.turn is not None:
        if not first:
            end_of_turn(game)
            _end(game, lambda when, controller: when == "your next turn" and controller == event.turn)
            game.turn += 1
        game.active = event.turn
        game.step = None
        game.touched()
        if not first:
            _end_before_untap_step(game)
    if event.step is not None:
        game.step = event.step
        if event.step in _AFTER_COMBAT:
            _end(game, lambda when, controller: when == "end of combat")
    _refuse_turn_based_actions(game, event)
    if game.step == "untap":
        for obj in list(game.objects.values()):
            mine = obj.id in game.view and game.view[obj.id].controller == game.active
            if obj.zone == "battlefield" and obj.tapped and mine:
                game.change(obj.id, tapped=False)
    game.touched()


def _end_before_untap_step(game: Game) -> None:
    """Let effects end that last until the next untap step of the player who controls the affected object now."""
    view = game.view
    ending = []
    for effect in game.effects.values():
        if _when(game, effect.id) != "its next untap step":
            continue
        players = {view[each].controller for each in effect.objects or () if each in view}
        if len(players) > 1 or any(each in game.objects and each not in view for each in effect.objects or ()):
            raise Incomplete("an effect until the untap step of several players, or of what is phased out")
        if players == {game.active}:
            ending.append(effect.id)
    for each in ending:
        game.end(each)


def _refuse_turn_based_actions(game: Game, event: TurnStep) -> None:
    """Refuse where passing through a turn phases permanents in or out, or puts a lore counter on a Saga."""
    if event.step is None:
        return
    mine = [each for each in game.view.values() if each.battlefield and each.controller == game.active]
    if any(has_keyword(each, "phasing") for each in mine) or any(
        each.phased_out and each.zone == "battlefield" for each in game.objects.values()
    ):
        raise Incomplete("phasing in the untap step")
    if event.step not in ("untap", "upkeep", "draw") and any("Saga" in each.subtypes for each in mine):
        raise Incomplete("the lore counter that a Saga gets in a turn")


def end_of_turn(game: Game) -> None:
    """Let effects that last until end of turn end, and remove damage."""
    if any(_when(game, each) == "end of your next turn" for each in game.effects):
        raise Incomplete("an effect that lasts until the end of a next turn")
    _end(game, lambda when, controller: when in ("end of turn", "end of combat"))
    for obj in list(game.objects.values()):
        if obj.damage or obj.deathtouched:
            game.change(obj.id, damage=0, deathtouched=False)


def _when(game: Game, effect: int) -> str:
    duration = game.effects[effect].duration
    return duration.when if isinstance(duration, Until) else ""


def _end(game: Game, ends: Callable[[str, str], bool]) -> None:
    for identifier in list(game.effects):
        if ends(_when(game, identifier), game.effects[identifier].controller):
            game.end(identifier)


def leaves_game(game: Game, player: str) -> None:
    """A player leaves: the objects that the player owns go, effects that give that player control end, and what is
    still under that player's control is exiled."""
    with game.one_moment():
        for obj in list(game.objects.values()):
            if obj.owner == player:
                game.depart(obj.id, game.view)
    for effect in list(game.effects.values()):
        if any(isinstance(mod, SetController) and mod.player.name == player for mod in effect.mods):
            game.end(effect.id)
    game.set_player(player, lost=True)
    with game.one_moment():
        left = [each for each in game.view.values() if each.battlefield and each.controller == player]
        for each in left:
            move(game, each.id, "exile", game.view)
    give_back(game)
