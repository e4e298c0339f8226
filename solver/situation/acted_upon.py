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


def forgetting(source: Source, instruction: i.Instruction) -> Source:
    """The source of a resolution behind an instruction: it does not know what instructions within that one acted upon,
    which are followed only under a condition or for a payment, or for one object after the other.

    What was acted upon before is then not what "those" means either.
    """
    within = isinstance(instruction, i.If | i.Pays | i.ForEach) and mentions(instruction, _acts_on_others)
    return source._replace(acted=None) if within else source


def _acts_on_others(node: object) -> bool:
    match node:
        case i.Begin(effect=effect):
            return not _speaks_back(effect.affects)
        case i.PutCounters(on=scope) | i.SetStatus(affects=scope):
            return not _speaks_back(scope)
    return False


def _speaks_back(node: object) -> bool:
    return isinstance(node, Several) and node.kind == "affected"


__all__ = ["forgetting", "remembering"]
