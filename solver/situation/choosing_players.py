"""Choosing a player as something resolves, for the instructions behind it (rule key resolve.choices)."""

from __future__ import annotations

from layerproof.kb.notation.player_words import choosable_players
from layerproof.solver.layers.reading import players
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.situation.game import Forbidden, Game


def choose_player(game: Game, source: Source, words: str, origin: str) -> Source:
    """From where a resolution speaks once the words of an instruction have had a player chosen.

    words: of an instruction that is known by its words only; others than those that choose a player change nothing.
    The only one who can be chosen is; where there are several and none is told, nobody counts as chosen, which the
    instructions that speak of that player ask about. Raises Forbidden where one is told who may not be chosen,
    Undecided where several are told. Source: rule key resolve.choices.
    """
    among = choosable_players(words)
    if among is None:
        return source
    able = players(among, game.scene(), source)
    told = tuple(str(each) for each in dict(source.choices).get("player", ()))
    if len(told) > 1:
        raise Undecided(f"which of several players is chosen first for {origin} is not told apart")
    if told and told[0] not in able:
        raise Forbidden(f"{told[0]} cannot be chosen for {origin}", "resolve.choices", f"one of {', '.join(able)}")
    chosen = able if len(able) == 1 else told
    others = tuple(pair for pair in source.choices if pair[0] != "player")
    return source._replace(choices=(*others, ("player", chosen)))
