"""Which additional costs of keyword abilities were paid as an object was cast, told apart by the instance."""

from __future__ import annotations

from layerproof.kb.keywords.casting_costs import counts_as
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.expression import CastFor, TimesPaid
from layerproof.solver.layers.scene import Scene, Source, Undecided


def times_paid(scene: Scene, source: Source, asked: CastFor | TimesPaid) -> int:
    """How often the cost was paid that a phrase asks about; with several instances, the one that it means.

    asked: it means one instance by its place or by its cost, else every cost of the keyword and of its variants, all
    added up (rule keys keyword.kicker.kicked, keyword.kicker.certain_cost, keyword.replicate.several). Raises Undecided
    where it is not told which of several instances was paid, or where the object has other instances than it had as it
    was cast.
    """
    item = None if source.id is None else scene.item(source.id)
    if item is None:
        return 0
    cost = asked.cost if isinstance(asked, CastFor) else None
    if asked.which is None and cost is None:
        return sum(number for keyword, number in item.paid if counts_as(keyword, asked.keyword))
    numbers = [number for keyword, number in item.paid if keyword == asked.keyword]
    if not any(numbers):
        return 0
    costs = costs_of(scene, item.id, asked.keyword)
    if len(costs) != len(numbers):
        raise Undecided(f"for which of several {asked.keyword} abilities it was paid is not told")
    if asked.which is not None:
        if asked.which > len(numbers):
            raise Undecided(f"{asked.keyword} abilities that the spell did not have as it was cast")
        return numbers[asked.which - 1]
    meant = [number for number, each in zip(numbers, costs, strict=True) if each == cost]
    if len(meant) != 1:
        raise Undecided(f"which of several {asked.keyword} abilities with the cost {cost} is meant")
    return meant[0]


def was_paid(scene: Scene, source: Source, asked: CastFor) -> bool:
    """Whether the source was cast for a cost, as an alternative one or besides. Raises Undecided as `times_paid`."""
    item = None if source.id is None else scene.item(source.id)
    if item is not None and item.cast_for == asked.keyword:
        several = len(costs_of(scene, item.id, asked.keyword)) > 1
        if several and (asked.which is not None or asked.cost is not None):
            raise Undecided(f"for which of several {asked.keyword} abilities it was cast is not told")
        return True
    return times_paid(scene, source, asked) > 0


def costs_of(scene: Scene, identifier: int, keyword: str) -> list[str | None]:
    """The costs that stand after the instances of a keyword ability on an object, in the order of its abilities."""
    entry = scene.entry(identifier)
    return [
        each.ability.cost
        for each in (() if entry is None else entry.abilities)
        if isinstance(each.ability, Keyword) and each.ability.keyword == keyword
    ]


def place_among(abilities: tuple[object, ...], place: int) -> int | None:
    """Which instance of its keyword an ability is, from 1; None where it is the only one, or no keyword ability.

    abilities: all of the object in their order. place: that of the ability among them.
    """
    ability = abilities[place]
    if not isinstance(ability, Keyword):
        return None
    alike = [at for at, each in enumerate(abilities) if isinstance(each, Keyword) and each.keyword == ability.keyword]
    return alike.index(place) + 1 if len(alike) > 1 else None
