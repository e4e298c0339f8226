"""What an instruction of a resolution acts upon, of which an instruction behind it speaks as "those" (rule key
resolve.instructions_in_order)."""

from __future__ import annotations

from layerproof.kb.model import instruction as i
from layerproof.kb.model.effect import NextSpells, Players, Scope, Several
from layerproof.kb.model.node import mentions
from layerproof.solver.layers.scene import Source
from layerproof.solver.layers.values import affected
from layerproof.solver.situation.game import Game


def remembering(game: Game, source: Source, instruction: i.Instruction, body: i.Body) -> Source:
    """The source of a resolution that knows which objects get counters, another status or an effect by an instruction.

    body: what the instruction is part of; where nothing there speaks of such objects, and for other instructions, it is
    the source as it was. It is asked before the instruction is followed, which may change what fits its words.
    """
    scope: Scope | None = None
    match instruction:
        case i.Begin(effect=effect):
            scope = effect.affects
        case i.PutCounters(on=on):
            scope = on
        case i.SetStatus(affects=affects):
            scope = affects
    if scope is None or isinstance(scope, Players | NextSpells) or not mentions(body, _speaks_back):
        return source
    return source._replace(acted=affected(scope, game.scene(), source))


def _speaks_back(node: object) -> bool:
    return isinstance(node, Several) and node.kind == "affected"


__all__ = ["remembering"]
