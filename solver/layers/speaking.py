"""What records speak of: a target, what a trigger was about, what was chosen, in the singular or the plural."""

from __future__ import annotations

from typing import Any, TypeGuard

from layerproof.kb.model.effect import Several
from layerproof.kb.model.expression import Player, Ref
from layerproof.kb.model.instruction import Body, OtherAction, Reflexive
from layerproof.kb.model.node import mentions, rewritten


def points_at(record: object, kind: str) -> TypeGuard[Ref | Several | Player]:
    """Whether a record itself stands for what a word such as `target` or `that` means: an object, several, a player.

    kind: a kind of `Ref`, `Several` or `Player`. Source: the records of the notation (docs/card-notation.md).

    >>> points_at(Player("target"), "target"), points_at(Ref("self"), "target")
    (True, False)
    """
    return isinstance(record, Ref | Several | Player) and record.kind == kind


def speaks_of(record: Any, kind: str) -> bool:
    """Whether something within a record stands for what a word such as `target` or `that` means.

    record: a record, or a tuple of them. kind: as in `points_at`. Source: the records of the notation.

    >>> from layerproof.kb.model.expression import ControlledBy
    >>> speaks_of(ControlledBy(Player("target")), "target")
    True
    """
    return mentions(record, lambda node: points_at(node, kind))


def speaks_of_objects(record: Any, kind: str) -> bool:
    """Whether something within a record stands for the objects, not the player, that a word such as `chosen` means.

    record, kind: as in `speaks_of`. Source: the records of the notation.

    >>> speaks_of_objects((Ref("chosen"),), "chosen"), speaks_of_objects((Player("chosen"),), "chosen")
    (True, False)
    """
    return mentions(record, lambda node: points_at(node, kind) and not isinstance(node, Player))


def followed_now(body: Body) -> Body:
    """Instructions without those that reflexive triggered abilities follow later, which have targets and choices of
    their own (rule key trigger.reflexive).

    body: instructions of a spell or ability. What a reflexive ability speaks of stays with it. It leaves delayed
    abilities as they are.

    >>> followed_now((Reflexive("when you do", (OtherAction("target player laughs"),)),))
    (Reflexive(gloss='when you do', body=(OtherAction(gloss='', touches=()),), of=()),)
    """

    def shortened(node: Any) -> Any:
        return Reflexive(node.gloss, _LATER, node.of) if isinstance(node, Reflexive) and node.body else node

    done: Body = rewritten(body, shortened)
    return done


_LATER = (OtherAction(""),)
