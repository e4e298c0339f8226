"""What is left of instructions where nobody does what they may do, once the turn is over."""

from __future__ import annotations

import re

from layerproof.kb.model import instruction as i
from layerproof.kb.model.effect import Until
from layerproof.kb.model.expression import Chose, OpaqueCondition
from layerproof.kb.model.keyword_action import Pays
from layerproof.kb.model.node import mentions

_DONE = OpaqueCondition("that was done")
_MAY = re.compile(r"(?:you|they|that player|each player|each opponent|(?:its|their) controller) may ", re.IGNORECASE)


def leaves_nothing(body: i.Body, turn_ends: bool) -> bool:
    """Whether instructions change nothing that lasts, if no player does what they may do.

    body: the instructions. turn_ends: whether the turn in which they are followed is over by the time that counts. What
    is not known to leave nothing is taken to leave something. It does not look at what watches them being followed.

    >>> leaves_nothing((i.If(Chose("may"), (i.GainLife(1),)),), False)
    True
    >>> leaves_nothing((i.GainLife(1),), True)
    False
    """
    declined = False
    for each in body:
        match each:
            case i.Target():
                pass
            case i.Begin(effect=effect) if effect.duration == Until("end of turn") and turn_ends:
                pass
            case i.OtherAction(gloss=gloss) if _MAY.match(gloss):
                declined = True
                continue
            case i.If(condition=condition, then=then, else_=else_):
                done = () if condition == Chose("may") or (declined and condition == _DONE) else then
                if not leaves_nothing(done, turn_ends) or not leaves_nothing(else_, turn_ends):
                    return False
            case Pays(else_=else_):
                if not leaves_nothing(else_, turn_ends):
                    return False
            case _:
                return False
        declined = False
    return True


def declined(body: i.Body) -> tuple[tuple[str, tuple[bool]], ...]:
    """The choices of a resolution in which nobody does what they may do, or pays what brings something about. Whether a
    player pays to keep something from happening is not among them.

    >>> declined((i.If(Chose("may"), (i.GainLife(1),)),))
    (('may', (False,)),)
    """
    found: list[tuple[str, tuple[bool]]] = []
    if mentions(body, lambda node: node == Chose("may")):
        found.append(("may", (False,)))
    if mentions(body, lambda node: isinstance(node, Pays)):
        if not mentions(body, lambda node: isinstance(node, Pays) and bool(node.else_)):
            found.append(("pays", (False,)))
    return tuple(found)
