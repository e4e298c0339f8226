"""What is sacrificed for a permanent as it enters."""

from __future__ import annotations

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.instruction import SacrificeToGrow
from layerproof.kb.model.node import mentions
from layerproof.kb.model.told.fact_kinds import with_told
from layerproof.solver.proof.check.entering import give_back, move
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import ForbiddenChoice, Incomplete
from layerproof.solver.proof.check.interfering import refuse_change
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.unyielding import unsacrificed


def feed(game: Game, reader: Reader, instruction: SacrificeToGrow) -> None:
    """Let any number of other permanents of the controller go to the graveyard, with counters for each. Incomplete
    where it is not told which, though there are some, and where several abilities let it be done."""
    eater = reader.says.source
    if eater is None or eater not in game.objects:
        raise Incomplete("what something is sacrificed for as it enters")
    count = 0
    for instance in game.view[eater].abilities:
        count += isinstance(instance.ability, Keyword) and mentions(meaning(instance.ability), _feeds)
    if count > 1:
        raise Incomplete("for which of several abilities something is sacrificed")
    player = reader.you()
    food = {
        entry.id
        for entry in reader.candidates(("battlefield",))
        if entry.controller == player and entry.id not in game.arriving and reader.fits(instruction.what, entry)
    } - {eater}
    food -= unsacrificed(game) if food else set()
    said = dict(game.objects[eater].choices).get("sacrificed")
    if said is None and food:
        raise Incomplete("what is sacrificed as something enters")
    eaten = {game.labelled(str(each)) for each in said or () if each != "none"}
    if not eaten <= food:
        raise ForbiddenChoice("what cannot be sacrificed as something enters")
    if eaten:
        refuse_change(game, "sacrifice")
        seen = game.view
        with game.one_moment():
            for each in sorted(eaten):
                move(game, each, "graveyard", seen, how="sacrificed", by=player)
        give_back(game)
    game.change(eater, told=with_told(game.objects[eater].told, (("devoured", len(eaten)),)))


def _feeds(node: object) -> bool:
    return isinstance(node, SacrificeToGrow)
