"""Poison counters that players get."""

from __future__ import annotations

from layerproof.kb.model.told.fact_kinds import UNKNOWN, with_told
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete


def poison(game: Game, name: str, kind: str | None, many: int) -> None:
    """Give a player poison counters besides those they have. Incomplete for another kind of counters, and where it is
    not known how many they have."""
    if kind != "poison":
        raise Incomplete(f"{kind} counters of a player")
    facts = dict(game.players[name].told)
    have = facts.get("poison counters", 0)
    if have == UNKNOWN or isinstance(have, str):
        raise Incomplete("how many poison counters a player has")
    if many >= 1:
        game.set_player(name, told=with_told(game.players[name].told, (("poison counters", have + many),)))
