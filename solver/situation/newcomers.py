"""Permanents that came under a player's control since that player's last upkeep began (rule key keyword.echo)."""

from __future__ import annotations

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.expression import State
from layerproof.kb.model.node import mentions
from layerproof.kb.model.told.fact_kinds import with_told
from layerproof.solver.situation.game import Game

NEW = "new since the last upkeep"
_ASKED = State(NEW.replace(" ", "_"))


def tell_newcomers(game: Game, player: str, before: int) -> None:
    """As a turn of a player begins, tell of each permanent of theirs with an ability that asks for it whether it has
    come under their control since the upkeep of their turn before began.

    before: the number of that turn, 0 where there was none. What came in that turn came after its upkeep had begun,
    since nothing comes in an untap step. The first turn of a player has none before it, and all that is there came
    since the last one.
    """
    for identifier, entry in game.scene().view.items():
        item = game.there(identifier)
        if item is None or item.zone != "battlefield" or entry.controller != player:
            continue
        said = [each.ability for each in entry.abilities]
        said += [each for one in said if isinstance(one, Keyword) for each in meaning(one)]
        if mentions(tuple(said), lambda node: node == _ASKED):
            holder, since = game.held.get(identifier, ("", game.situation.turn))
            new = holder != player or since >= before
            game.update(identifier, "keyword.echo", told=with_told(item.told, ((NEW, int(new)),)))
