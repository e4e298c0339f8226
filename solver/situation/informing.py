"""What an effect still asks about targets that have become illegal (rule key resolve.illegal_targets)."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.model import instruction as i
from layerproof.kb.model.expression import Ref
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game


def ask_information(game: Game, body: i.Body, illegal: set[int]) -> None:
    """Go on only if nothing is asked about a target that is illegal, or nothing is to be learned about it.

    body: the instructions. illegal: the places of the illegal targets, counted from one. By the policy
    illegal_target_information an effect may still determine information about them, which is not followed here; raises
    Undecided then.
    """
    if game.edition.policy("illegal_target_information") == "determined" and _asks(body, illegal, False):
        raise Undecided("what an effect determines about a target that is illegal is not modelled")


def _asks(part: Any, illegal: set[int], within: bool) -> bool:
    """Whether a part asks something about one of the targets. within: it stands in a value, condition, filter or
    player, and not as what something is done to."""
    if isinstance(part, Ref):
        return within and part.kind == "target" and part.index in illegal
    if isinstance(part, tuple):
        return any(_asks(each, illegal, within) for each in part)
    if not isinstance(part, msgspec.Struct):
        return False
    within = within or type(part).__module__.endswith(("model.expression", "model.phrases", "model.reference"))
    return any(_asks(getattr(part, name), illegal, within) for name in part.__struct_fields__)
