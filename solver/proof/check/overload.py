"""The checker's reading of overload: what a spell does to its target it does to each object of that description."""

from __future__ import annotations

from typing import Any

from layerproof.kb.model import instruction as ins
from layerproof.kb.model.effect import All, Only
from layerproof.kb.model.node import mentions, rewritten
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.spoken_of import about


def for_each(body: ins.Body) -> ins.Body:
    """A body without targets, for a spell cast for its overload cost.

    Raises Incomplete where a target is a player, stands for several, or is spoken of otherwise than as the object that
    an instruction is about.
    """
    described: list[All] = []
    for part in body:
        if isinstance(part, ins.Target):
            if part != ins.Target(part.filter, zones=part.zones) or part.filter is None:
                raise Incomplete("overload of a target that is not one object")
            described.append(All(part.filter, part.zones))

    def widened(node: Any) -> Any:
        is_target = isinstance(node, Only) and node.ref.kind == "target"
        return described[node.ref.index - 1] if is_target and node.ref.index <= len(described) else node

    rest: ins.Body = rewritten(tuple(part for part in body if not isinstance(part, ins.Target)), widened)
    if about(rest, "target"):
        raise Incomplete("what an overloaded spell asks about its targets")
    if mentions(rest, lambda node: isinstance(node, ins.OtherAction)):
        raise Incomplete("an overloaded spell of which some words are not read")
    return rest
