"""Permanents for which others are sacrificed as they enter (rule key keyword.devour)."""

from __future__ import annotations

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.instruction import SacrificeToGrow
from layerproof.kb.model.node import mentions
from layerproof.kb.model.told.fact_kinds import with_told
from layerproof.solver.layers.reading import fits
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.situation import moving
from layerproof.solver.situation.game import Forbidden, Game
from layerproof.solver.situation.guard import unhindered
from layerproof.solver.situation.kept import kept_from_sacrifice


def sacrifice_to_grow(game: Game, source: Source, instruction: SacrificeToGrow) -> None:
    """The controller of what enters sacrifices any number of others, for each of which it enters with counters.

    What enters at the same moment cannot be sacrificed. Raises Undecided where something could be sacrificed and
    `sacrificed` among the choices does not tell what is, and where several such abilities ask for it.
    """
    scene = game.scene()
    it = -1 if source.id is None else source.id
    entry, you = game.entry(it), scene.you(source)
    asking = [each.ability for each in entry.abilities if isinstance(each.ability, Keyword)]
    if sum(mentions(meaning(each), lambda node: isinstance(node, SacrificeToGrow)) for each in asking) > 1:
        raise Undecided(f"which of several abilities of {game.name(it)} something is sacrificed for")
    new = {it, *game.not_yet, *(game.arriving or ())}
    able = [each for each in scene.in_zones(("battlefield",)) if each not in new and scene.controller_of(each) == you]
    able = [each for each in able if fits(instruction.what, scene, source, each)]
    kept = kept_from_sacrifice(game, scene) if able else ()
    able = [each for each in able if each not in kept]
    told = dict(game.item(it).choices).get("sacrificed")
    if told is None and able:
        raise Undecided(f"what {you} sacrifices as {game.name(it)} enters is not told (choices: sacrificed)")
    going = sorted({game.find(str(each)).id for each in told or () if each != "none"})
    if any(each not in able for each in going):
        raise Forbidden(f"{you} cannot sacrifice this as {game.name(it)} enters", "sacrifice")
    if going:
        unhindered(game, "sacrifice")
        with game.at_one_moment():
            for each in going:
                moving.move(game, each, "graveyard", at_once=True, way="sacrificed", by=you)
    game.update(it, "keyword.devour", told=with_told(game.item(it).told, (("devoured", len(going)),)))
