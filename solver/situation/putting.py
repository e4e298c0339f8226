"""Putting counters on objects and players as an instruction says, and who puts them."""

from __future__ import annotations

from layerproof.kb.model.effect import Players
from layerproof.kb.model.instruction import PutCounters
from layerproof.solver.layers.choosing import chosen
from layerproof.solver.layers.reading import players
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.values import affected, evaluate
from layerproof.solver.replacing.happening import Happening
from layerproof.solver.replacing.happens import counters_on, put_counters
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.guard import unhindered


def put_as_said(game: Game, source: Source, put: PutCounters) -> None:
    """Put counters as an instruction says, all of them at one moment (rule key counter.put).

    Raises Undecided where it is not one player who puts them.
    """
    scene, kind = game.scene(), put.kind
    if kind == "chosen":
        kind = str((chosen(scene, source, "counter") or ("",))[0])
    unhindered(game, "counters")
    by = _who_puts(scene, source, put)
    if isinstance(put.on, Players):
        many = evaluate(put.number, scene, source)
        got = [(name, many) for name in players(put.on.player, scene, source)]
        put_counters(game, *(Happening("put_counters", n, player=p, kind=kind, by=by) for p, n in got))
        return
    events = [
        counters_on(it, kind, evaluate(put.number, scene, source._replace(it=it)), by, True)
        for it in affected(put.on, scene, source)
    ]
    put_counters(game, *events)


def _who_puts(scene: Scene, source: Source, put: PutCounters) -> str:
    if put.player is None:
        return scene.you(source)
    names = players(put.player, scene, source)
    if len(names) != 1:
        raise Undecided("which player puts counters is not modelled where it is not one")
    return names[0]
