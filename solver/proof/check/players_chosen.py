"""A player whom a player chooses in a resolution: only one who may be, and who it is if nobody else can be."""

from __future__ import annotations

from layerproof.kb.notation.player_words import choosable_players
from layerproof.solver.proof.check.incomplete import ForbiddenChoice, Incomplete
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.world import Says


def says_with_player(reader: Reader, gloss: str) -> Says:
    """What is said after words were followed that may have let a player be chosen.

    Without a choice that is told and with more than one who could be chosen, the choice is known to be open: nobody is
    taken from an earlier choice of the source.
    """
    says, offered = reader.says, choosable_players(gloss)
    if offered is None:
        return says
    candidates, choices = reader.players(offered), dict(says.choices)
    named = choices.get("player", ())
    if len(named) >= 2:
        raise Incomplete("several players that are chosen in one resolution")
    if set(named) - set(candidates):
        raise ForbiddenChoice("a player who may not be chosen")
    if len(candidates) == 1:
        named = candidates
    choices["player"] = tuple(named)
    return Says(**{**says.__dict__, "choices": tuple(choices.items())})
