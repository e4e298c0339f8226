"""Pointing: small questions about records with words that point at something."""

from __future__ import annotations

from typing import Any

from layerproof.kb.model.effect import Only, Union
from layerproof.kb.model.expression import AllOf, ControlledBy, Is, PerPlayer, Player, Ref
from layerproof.kb.model.instruction import Move
from layerproof.kb.oracle.marks import found, is_mark, rewrite


class Unbound(Exception):
    """A mark could not be bound to one object."""


def is_open(target: Any) -> bool:
    """Whether a target stands for a number of objects that the text leaves open."""
    return bool(target.any) or target.each is not None


def is_a(target: Any, noun: str) -> bool:
    """Whether a target is one object that this noun fits."""
    filters = found(target.filter, lambda part: isinstance(part, Is))
    if target.count > 1 or target.player or is_open(target):
        return False
    if noun == "card":
        return "battlefield" not in target.zones
    return noun in ("permanent", *(each.word for each in filters)) and "battlefield" in target.zones


def placed(targets: list[Any]) -> list[tuple[int, Any]]:
    """Targets with the number of the first object of each."""
    out, place = [], 1
    for each in targets:
        out.append((place, each))
        place += each.count
    return out


def is_yours(target: Any) -> bool:
    """Whether a target is one object that its text says you control."""
    filters = target.filter.filters if isinstance(target.filter, AllOf) else (target.filter,)
    return target.count == 1 and not is_open(target) and ControlledBy(Player("you")) in filters


def odd_number(part: Any) -> bool:
    """Whether a record has a value that points back at another number."""
    return bool(found(part, lambda each: isinstance(each, PerPlayer) and each.what.startswith("?")))


def owned(move: Move, ref: Ref) -> Move:
    """The move of one object under the control of its owner."""
    fields = {field: getattr(move, field) for field in move.__struct_fields__}
    return Move(**{**fields, "under": Player("owner", ref)})


def within_union(part: Any) -> Any:
    """ "Target creature and each other creature that shares a color with it": the first is what "it" means."""
    if isinstance(part, Union) and isinstance(first := part.scopes[0], Only) and not is_mark(first.ref):
        return rewrite(part, lambda p: first.ref if isinstance(p, Ref) and p.kind.startswith(("?it", "?that ")) else p)
    return part
