"""Objects that a resolution knows by a sort and not one by one: its targets, what was chosen, what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerproof.kb.keywords.casting_costs import used_to_pay
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.costs.cost import ExilePart, OtherCost
from layerproof.kb.model.effect import Only, Scope, Several, Union
from layerproof.kb.model.expression import ExiledWith, Filter, Ref
from layerproof.kb.model.node import mentions
from layerproof.kb.model.replacement import GoesTo
from layerproof.kb.model.situation import GameObject
from layerproof.solver.proof.check.incomplete import Incomplete

if TYPE_CHECKING:
    from layerproof.solver.proof.check.reading import Reader


# No identifier: it says that among what was made there are tokens of another effect.
UNTOLD_TOKENS = 0
# Nor is this: it says that the tokens are more or fewer than the text counts, so that none is told by its number.
UNCOUNTED_TOKENS = -1


def came(reader: Reader) -> tuple[int, ...]:
    """The objects that this resolution made or put where they are permanents or spells, in order.

    Raises Incomplete where another effect made tokens of its own, of which it is not said whether they are meant.
    """
    if UNTOLD_TOKENS in reader.says.made:
        raise Incomplete("tokens of which another effect made some")
    there = {each: reader.world.object(each) for each in reader.says.made}
    return tuple(each for each, obj in there.items() if obj is not None and obj.zone in ("battlefield", "stack"))


def nth_made(reader: Reader, place: int) -> int | None:
    """The object at a place among those that this resolution made, None where there are not so many.

    Raises Incomplete where effects made more or fewer tokens than the text counts.
    """
    if UNCOUNTED_TOKENS in reader.says.made:
        raise Incomplete("one of tokens that are not as many as the text says")
    made = came(reader)
    return made[place] if place < len(made) else None


def put_elsewhere(reader: Reader) -> int | None:
    """The card that this resolution put into exile or a graveyard, where it can be found; None where it put nothing.

    Raises Incomplete where more than one object went somewhere, and where a hidden zone, or another one, took it.
    """
    zones = {obj.id: obj.zone for each in reader.says.made if (obj := reader.world.object(each)) is not None}
    elsewhere = {each: zone for each, zone in zones.items() if zone not in {"stack", "battlefield"}}
    if len(elsewhere) > 1 or any(zone not in {"exile", "graveyard"} for zone in elsewhere.values()):
        raise Incomplete("one of several objects that a resolution put elsewhere")
    return next(iter(elsewhere), None)


def cards_put_away(reader: Reader) -> tuple[int, ...]:
    """Every card that this resolution has exiled, or every one that it has put into a graveyard, oldest first.

    Raises Incomplete where they lie in more than one zone, or in one that is neither.
    """
    found = {each: obj.zone for each in reader.says.made if (obj := reader.world.object(each)) is not None}
    away = {each: zone for each, zone in found.items() if zone != "battlefield" and zone != "stack"}
    for zone in away.values():
        if zone not in {"exile", "graveyard"} or set(away.values()) != {zone}:
            raise Incomplete("all of the objects that a resolution put into different zones")
    return tuple(away)


def cards_exiled_with(exiler: GameObject | None) -> tuple[int, ...]:
    """The objects that are known to be exiled with an object."""
    return exiler.linked if exiler is not None else ()


def refuse_other_exiles(reader: Reader, exiler: GameObject | None) -> None:
    """Raise Incomplete for an object that also exiles for a cost, or what would have gone elsewhere: which
    objects those were is not kept with it. It may be a copy of one that does so."""
    faces = list(exiler.card.faces) if exiler is not None else []
    copied = reader.entry(exiler.id) if exiler is not None else None
    if copied is not None:
        faces += copied.card.faces
    said = tuple(each for face in faces for each in face.abilities)
    for_cost = mentions(said, lambda node: isinstance(node, ExilePart) and not node.itself)
    in_words = mentions(said, lambda node: isinstance(node, OtherCost) and "exile" in node.text)
    instead = mentions(said, lambda node: isinstance(node, GoesTo) and node.zone == "exile")
    to_pay = mentions(said, _exiles_as_payment)
    if for_cost or in_words or instead or to_pay:
        raise Incomplete("what was exiled with an object otherwise than by its instructions")


def _exiles_as_payment(node: object) -> bool:
    # Cards of a graveyard that stand for mana, as for delve.
    payment = used_to_pay(node.keyword) if isinstance(node, Keyword) else None
    return payment is not None and payment.zone == "graveyard"


def refuse_uncounted_exiles(reader: Reader, counted: Filter, it: int | None) -> None:
    """Incomplete where a number of cards that are exiled with an object may be short of some, listed or not."""

    def look(node: object) -> bool:
        if isinstance(node, ExiledWith):
            exiler = reader.world.object(reader.refer_object(node.ref, it))
            if exiler is not None:
                refuse_other_exiles(reader, exiler)
        return False

    mentions(counted, look)


def apart(reader: Reader, scope: Scope) -> tuple[Scope, ...]:
    """The parts of a scope, each of which is looked for by itself where it has gone: those that it is made of, and each
    target of several; none for any other scope."""
    if isinstance(scope, Several) and scope.kind == "target":
        return tuple(Only(Ref("target", place)) for place in range(scope.index, len(reader.says.targets) + 1))
    return scope.scopes if isinstance(scope, Union) else ()


def several(reader: Reader, scope: Several) -> tuple[int, ...]:
    """The identifiers of all objects of a sort that the resolution knows, from the index-th on.

    Raises Incomplete for the objects of an event, which a scenario names one by one.
    """
    known: tuple[int | str | None, ...]
    if scope.kind == "target":
        known = reader.says.targets
    elif scope.kind == "made":
        if UNCOUNTED_TOKENS in reader.says.made and scope.index > 1:
            raise Incomplete("some of tokens that are not as many as the text says")
        known = came(reader)
    elif scope.kind == "chosen":
        known = reader.choice("object")
    elif scope.kind == "moved":
        known = cards_put_away(reader)
    elif scope.kind == "affected" and reader.says.done_to is not None:
        known = reader.says.done_to
    else:
        raise Incomplete("several objects that a triggered ability is about")
    return tuple(each for each in known[scope.index - 1 :] if isinstance(each, int))
