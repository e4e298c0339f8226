"""What a permanent that explores or connives lets its controller do."""

from __future__ import annotations

from layerproof.kb.model import instruction as ins
from layerproof.kb.model.expression import Player, Ref
from layerproof.solver.proof.check.becoming import put_counters
from layerproof.solver.proof.check.coming import Coming
from layerproof.solver.proof.check.drawing import draw
from layerproof.solver.proof.check.entering import give_back, move
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.giving_up import discarded
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.interfering import refuse_change
from layerproof.solver.proof.check.libraries import empty
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.topmost import topmost
from layerproof.solver.proof.check.unseen import held_unseen


def explores(game: Game, reader: Reader, instruction: ins.Explore) -> None:
    """Reveal the top card: a land goes into the hand; for anything else there is a counter, and the card may go into
    the graveyard. Incomplete where the card, or whether it goes, is not told."""
    refuse_change(game, "explore")
    explorer, player = _who(game, reader, instruction.what)
    if explorer is None:
        return
    seen = topmost(game, player, 1)
    if len(seen) != 1 and not empty(game, player):
        raise Incomplete("the card that is revealed by what explores")
    game.done("explores", player, explorer, *seen)
    if not seen:
        _counters(game, explorer, 1, player)
        return
    if "land" in game.view[seen[0]].types:
        for card in move(game, seen[0], "hand", game.view):
            if game.objects[card].zone == "hand":
                game.change(card, revealed=True)
        give_back(game)
        return
    _counters(game, explorer, 1, player)
    may = dict(reader.says.choices).get("may", ())
    if len(may) == 0:
        raise Incomplete("whether a revealed card is put into the graveyard")
    if may[0]:
        move(game, seen[0], "graveyard", game.view)
        give_back(game)


def connives(game: Game, reader: Reader, instruction: ins.Connive) -> None:
    """Draw, discard as many, and get a counter for each discarded card that is no land. Incomplete where it is not
    known what is discarded."""
    refuse_change(game, "connive")
    conniver, player = _who(game, reader, instruction.what)
    if conniver is None:
        return
    many = max(0, reader.value(instruction.number))
    game.done("connives", player, conniver)
    draw(game, player, many)
    held = {each: game.view[each].types for each, obj in game.objects.items() if _is_held(obj, player)}
    more = held_unseen(game.players[player])
    # Who connives is one certain player, by whose hand the discard is read.
    discarded(game, game.reader(reader.says), ins.Discard(many, Player("named", name=player)))
    if game.players[player].drawn < more:
        raise Incomplete("a discarded card that is not listed")
    _counters(
        game, conniver, len([1 for each in held if each not in game.objects and "land" not in held[each]]), player
    )


def _is_held(obj: object, player: str) -> bool:
    return getattr(obj, "zone", "") == "hand" and getattr(obj, "owner", "") == player


def _who(game: Game, reader: Reader, what: Ref) -> tuple[int | None, str]:
    """The permanent, perhaps as it last was, and the player who controls it or last did."""
    found = reader.refer_object(what)
    entry = None if found is None else game.view.get(found) or game.known.get(found)
    return (None, "") if entry is None else (found, entry.controller)


def _counters(game: Game, on: int, many: int, by: str) -> None:
    obj = game.objects.get(on)
    if many and obj is not None and obj.zone == "battlefield":
        refuse_change(game, "counters")
        put_counters(game, [Coming("put_counters", many, it=on, kind="+1/+1", by=by)])
