"""The objects to which an instruction does something, where the words behind it call them "those" or "they"."""

from __future__ import annotations

from layerproof.kb.model import effect as ef
from layerproof.kb.model import instruction as ins
from layerproof.kb.model.node import mentions
from layerproof.solver.proof.check.reading import Reader


def done_to(reader: Reader, instruction: ins.Instruction, body: ins.Body) -> tuple[int, ...] | None:
    """All objects that an instruction gives counters or another status, or an effect; for others what was so before.

    reader: reads as things are before the instruction. body: what it is part of; where nothing in that asks for such
    objects, there is no need to know them.
    """
    if not mentions(body, lambda node: node == ef.Several("affected")):
        return reader.says.done_to
    scope: ef.Scope | None = getattr(instruction, "on", None) if isinstance(instruction, ins.PutCounters) else None
    if isinstance(instruction, ins.SetStatus):
        scope = instruction.affects
    if isinstance(instruction, ins.Begin):
        scope = instruction.effect.affects
    players_only = isinstance(scope, ef.Players | ef.NextSpells)
    return reader.says.done_to if scope is None or players_only else reader.scope(scope)


def acts_within(instruction: ins.Instruction) -> bool:
    """Whether an instruction has parts that are followed at most sometimes, or several times, and that do something to
    other objects than "those": nobody can tell afterwards whom "they" would mean."""
    if not isinstance(instruction, ins.ForEach | ins.Pays | ins.If):
        return False
    those = ef.Several("affected")
    counters = mentions(instruction, lambda node: isinstance(node, ins.PutCounters) and node.on != those)
    status = mentions(instruction, lambda node: isinstance(node, ins.SetStatus) and node.affects != those)
    begun = mentions(instruction, lambda node: isinstance(node, ins.Begin) and node.effect.affects != those)
    return counters or status or begun
