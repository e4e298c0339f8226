"""Permanents that explore or connive (rule keys explore, connive)."""

from __future__ import annotations

from layerproof.kb.model import instruction as i
from layerproof.kb.model.expression import Player, Ref
from layerproof.solver.layers.reading import refer
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.unlisted import in_hand
from layerproof.solver.layers.values import evaluate
from layerproof.solver.replacing.happens import counters_on, put_counters
from layerproof.solver.situation import moving
from layerproof.solver.situation.drawing import draw
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.guard import unhindered
from layerproof.solver.situation.libraries import is_empty
from layerproof.solver.situation.sacrificing import discard
from layerproof.solver.situation.top_cards import top_cards


def explore(game: Game, source: Source, instruction: i.Explore, origin: str) -> None:
    """A permanent explores, also one that has gone: its last controller does what there is left to do.

    Raises Undecided where the top card is not listed, or it is not told whether it goes into the graveyard (`may`).
    """
    unhindered(game, "explore")
    found = _permanent(game, source, instruction.what)
    if found is None:
        return
    it, player = found
    top = top_cards(game, player, 1)
    if not top and not is_empty(game, player):
        raise Undecided(f"the card that {player} reveals for {origin}, which is not listed")
    game.deed("explores", player, it, *top)
    if not top:
        # No land card is revealed.
        _grow(game, it, 1, player)
        return
    if "land" in game.entry(top[0]).types:
        made = moving.move(game, top[0], "hand")
        if made is not None and made.zone == "hand":
            game.update(made.id, "reveal", revealed=True)
        return
    _grow(game, it, 1, player)
    told = next((values for key, values in source.choices if key == "may" and values), None)
    if told is None:
        raise Undecided(f"whether {player} puts the revealed card into the graveyard for {origin} is not told")
    if told[0]:
        moving.move(game, top[0], "graveyard")


def connive(game: Game, source: Source, instruction: i.Connive, origin: str) -> None:
    """A permanent connives, also one that has gone.

    Raises Undecided where cards are discarded that are not listed, since they may be lands.
    """
    unhindered(game, "connive")
    found = _permanent(game, source, instruction.what)
    if found is None:
        return
    it, player = found
    number = max(evaluate(instruction.number, game.scene(), source), 0)
    game.deed("connives", player, it)
    draw(game, player, number)
    unlisted = in_hand(game.situation.player_state(player))
    hand = [each.id for each in game.situation.objects if each.zone == "hand" and each.owner == player]
    discard(game, source, i.Discard(number, Player("named", name=player)), origin)
    if game.situation.player_state(player).drawn != unlisted:
        raise Undecided(f"whether {player} discards land cards for {origin}: they are not listed")
    gone = [game.entry(each) for each in hand if game.there(each) is None]
    _grow(game, it, sum("land" not in each.types for each in gone), player)


def _permanent(game: Game, source: Source, what: Ref) -> tuple[int, str] | None:
    """The permanent, or what it last was, and its controller; None where there is none."""
    scene = game.scene()
    it = refer(what, scene, source)
    player = None if it is None else scene.controller_of(it)
    return None if it is None or player is None else (it, player)


def _grow(game: Game, it: int, number: int, player: str) -> None:
    item = game.there(it)
    if number > 0 and item is not None and item.zone == "battlefield":
        unhindered(game, "counters")
        put_counters(game, counters_on(it, "+1/+1", number, player, True))
