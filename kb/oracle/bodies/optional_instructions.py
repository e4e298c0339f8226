"""Optional instructions: what a player may do as something resolves, and which object is chosen for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from layerproof.kb.model.effect import Several
from layerproof.kb.model.expression import Chose, Player, Ref
from layerproof.kb.model.instruction import (
    Body,
    Choose,
    Delayed,
    Discard,
    If,
    Instruction,
    OtherAction,
    Pays,
    Populate,
    Sacrifice,
    Scry,
    Search,
)
from layerproof.kb.model.modification import AddAbilities
from layerproof.kb.model.node import mentions, rewritten
from layerproof.kb.notation.player_words import choosable_players

_MAY = Chose("may")

# What chooses objects by itself; what only words say is not followed where it may.
_CHOOSES = (Sacrifice, Discard, Search, Choose, Scry, Populate)


def _chooses_too(node: Any) -> bool:
    return isinstance(node, _CHOOSES)


def with_choice(body: Body, wanted: Mapping[int, Choose], unsaid: bool = False) -> Body:
    """Instructions with the choice of an object before the first one that acts upon it.

    wanted: the choice of each chosen object. unsaid: whether one is chosen that is not among them. Where a resolution
    chooses more than one object, or where words that hang on its other parts say what it has to be, the choice is kept
    as words, and nothing is followed behind it.

    >>> from layerproof.kb.model.effect import Only
    >>> from layerproof.kb.model.expression import State
    >>> from layerproof.kb.model.instruction import SetStatus
    >>> tap = SetStatus("tapped", Only(Ref("chosen")))
    >>> [type(each).__name__ for each in with_choice((tap,), {1: Choose(State("untapped"))})]
    ['Choose', 'SetStatus']
    """
    several = mentions(body, lambda node: isinstance(node, Several) and node.kind == "chosen")
    another = mentions(body, lambda node: isinstance(node, Ref) and node.kind == "chosen" and node.index != 1)
    body = rewritten(body, _choice_kept)
    if not wanted and not unsaid:
        return body
    if set(wanted) != {1} or several or another or mentions(rewritten(body, _without_later), _chooses_too):
        return _chosen_first(body, _UNSAID)
    if mentions(wanted[1], lambda node: isinstance(node, Player) and node.kind not in ("you", "opponent", "any")):
        return _chosen_first(body, _UNSAID)
    if not mentions(body, _is_chosen):
        # Only words that are kept may speak of it.
        first = next((at for at, each in enumerate(body) if isinstance(each, OtherAction)), None)
        return body if first is None else (*body[:first], wanted[1], *body[first:])
    return _chosen_first(body, wanted[1])


def _choice_kept(node: Any) -> Any:
    """ "You may choose" an object of which nothing else is said there is kept as words."""
    return _UNSAID if node == If(_MAY, ()) else node


_UNSAID = OtherAction("an object is chosen", ("objects",))


def _without_later(node: Any) -> Any:
    """An instruction without what is chosen later: as an ability resolves that it gives or creates."""
    if isinstance(node, AddAbilities):
        return AddAbilities(())
    return msgspec.structs.replace(node, body=()) if isinstance(node, Delayed) else node


def with_chosen_player(body: Body) -> Body:
    """Instructions with what is said of a player who is chosen only under a condition under that condition too.

    >>> from layerproof.kb.model.instruction import GainLife
    >>> choice = If(_MAY, (OtherAction("choose an opponent"),))
    >>> [len(each.then) for each in with_chosen_player((choice, GainLife(2, Player("chosen"))))]
    [2]
    """
    out: list[Instruction] = []
    for each in body:
        last = out[-1] if out else None
        under = isinstance(last, If) and not last.else_ and mentions(last.then, _chooses_player)
        if under and isinstance(last, If) and mentions(each, lambda node: node == Player("chosen")):
            out[-1] = If(last.condition, (*last.then, each))
        else:
            out.append(each)
    return tuple(out)


def _chooses_player(node: Any) -> bool:
    return isinstance(node, OtherAction) and choosable_players(node.gloss) is not None


def _chosen_first(body: Body, choose: Choose | OtherAction) -> Body:
    for place, each in enumerate(body):
        if not mentions(each, _is_chosen):
            continue
        if isinstance(each, If) and not mentions(each.condition, _is_chosen):
            then, other = _chosen_first(each.then, choose), _chosen_first(each.else_, choose)
            return (*body[:place], If(each.condition, then, other), *body[place + 1 :])
        if isinstance(each, Pays) and not mentions(each.cost, _is_chosen):
            done = msgspec.structs.replace(
                each, then=_chosen_first(each.then, choose), else_=_chosen_first(each.else_, choose)
            )
            return (*body[:place], done, *body[place + 1 :])
        return (*body[:place], choose, *body[place:])
    return body


def _is_chosen(node: Any) -> bool:
    return isinstance(node, Ref) and node.kind == "chosen"
