"""Overload: the text of a spell in which each "target" has become "each" (rule key keyword.overload)."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.model import instruction as i
from layerproof.kb.model.effect import All, Only
from layerproof.kb.model.node import mentions
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.layers.speaking import speaks_of


def overloaded(body: i.Body) -> i.Body:
    """The instructions of a spell that was cast for its overload cost.

    body: as they stand on the card, with its targets. Returns instructions without targets, in which what was done to a
    target is done to everything that the target could have been. Source: rule key keyword.overload. Raises Undecided
    where a target is asked about otherwise than as what something is done to.

    >>> from layerproof.kb.model.expression import Is, Ref
    >>> creature = Is("type", "creature")
    >>> overloaded((i.Target(creature), i.Move(Only(Ref("target")), "hand")))[0].affects == All(creature)
    True
    """
    targets = [each for each in body if isinstance(each, i.Target)]
    if any(each.filter is None or each.player or each.any or each.each or each.count != 1 for each in targets):
        raise Undecided("an overloaded spell that targets players, or several with one word, is not modelled")
    kept = tuple(_each(part, targets) for part in body if not isinstance(part, i.Target))
    if speaks_of(kept, "target") or mentions(kept, lambda node: isinstance(node, i.OtherAction)):
        raise Undecided("what an overloaded spell asks about each of its objects is not modelled")
    return kept


def _each(part: Any, targets: list[i.Target]) -> Any:
    """A part of the text with every scope of one target widened to all that fit."""
    if isinstance(part, tuple):
        return tuple(_each(one, targets) for one in part)
    if isinstance(part, Only) and part.ref.kind == "target" and part.ref.index <= len(targets):
        target = targets[part.ref.index - 1]
        assert target.filter is not None
        return All(target.filter, target.zones)
    if not isinstance(part, msgspec.Struct):
        return part
    fields = {name: _each(getattr(part, name), targets) for name in part.__struct_fields__}
    return type(part)(**fields)
