"""Costs that are no mana: whether they can be paid, and what paying them does (rule key cost.resources)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import msgspec

from layerproof.kb.model.costs import cost as c
from layerproof.kb.model.expression import Filter
from layerproof.solver.game.crewing import enough_power, tap_for_power
from layerproof.solver.game.paying_life import refuse_changed_life
from layerproof.solver.game.rights import doubts_paying
from layerproof.solver.layers.commanders import has_life
from layerproof.solver.layers.reading import counters_on, fits
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.unlisted import in_hand, in_zone
from layerproof.solver.layers.values import evaluate
from layerproof.solver.situation import moving
from layerproof.solver.situation.drawing import draw
from layerproof.solver.situation.game import Game, Invalid
from layerproof.solver.situation.kept import kept_from_sacrifice


class Bill(msgspec.Struct, frozen=True):
    """A cost to be paid: its parts, the object that they call the source (None where there is none), the player who
    pays, and X."""

    parts: c.Cost
    of: int | None
    player: str
    x: int | None = None

    @property
    def source(self) -> Source:
        """From where its phrases speak."""
        return Source(self.of, self.player, x=self.x)


class Taking(msgspec.Struct, frozen=True):
    """What a part asks for of the player's objects: how many that fit from a zone, and where they go (None: tapped)."""

    what: Filter | None
    number: int
    zone: str
    to: str | None


def called(part: c.CostPart) -> str:
    """A part of a cost in one word, for reasons."""
    return str(part.__struct_config__.tag)


def unpayable(game: Game, bill: Bill) -> str | None:
    """The first part of a cost that cannot be paid, in one word; None where all can.

    Mana counts as payable here; `settlement` asks for it. Raises Undecided for a part that is not modelled.
    """
    for part in bill.parts:
        if not _can(game, bill, part):
            return called(part)
        if (doubt := doubts_paying(game, game.scene(), part)) is not None:
            raise doubt
    return _taken_twice(game, bill, moving=True) or _taken_twice(game, bill, moving=False)


def _taken_twice(game: Game, bill: Bill, moving: bool) -> str | None:
    """The last of the parts that move objects, or of those that tap some, where one object would have to serve twice.

    What moves or taps the source itself has taken that.
    """
    asking = [(part, taking) for part in bill.parts if (taking := takes(game, bill, part)) is not None]
    # What is revealed may serve for another part too.
    asking = [(part, taking) for part, taking in asking if taking.to != "revealed"]
    asking = [(part, taking) for part, taking in asking if (taking.to is not None) == moving]
    own = [part for part in bill.parts if (takes_itself(part) if moving else isinstance(part, c.TapSelf))]
    source = frozenset() if bill.of is None or not own else frozenset({bill.of})
    if len(asking) + len(source) < 2 or not asking:
        return None
    if _distinct(game, bill, [part for part, _ in asking], source) is not None:
        return None
    if any(taking.zone == "hand" and taking.what is None for _, taking in asking):
        if in_hand(game.situation.player_state(bill.player)):
            raise Undecided("a cost paid with cards that are not listed, and with others")
    return called(asking[-1][0])


def _itself(part: c.CostPart) -> tuple[str, str] | None:
    """For a part that takes the source itself: the zone from which, and the one to which it goes."""
    match part:
        case c.SacrificePart(what=None, number=1):
            return "battlefield", "graveyard"
        case c.DiscardPart(itself=True):
            return "hand", "graveyard"
        case c.ExilePart(itself=True, zone=zone):
            return zone, "exile"
        case c.ReturnPart(what=None, number=1):
            return "battlefield", "hand"
    return None


def takes_itself(part: c.CostPart) -> bool:
    """Whether a part of a cost moves the source itself."""
    return _itself(part) is not None


def takes(game: Game, bill: Bill, part: c.CostPart) -> Taking | None:
    """What a part asks for of the player's objects; None where it asks for none that is chosen."""
    if _itself(part) is not None:
        return None
    match part:
        case c.SacrificePart(what=what, number=number):
            return Taking(what, _number(game, bill, number), "battlefield", "graveyard")
        case c.DiscardPart(what=what, number=number, at_random=False, hand=False):
            return Taking(what, _number(game, bill, number), "hand", "graveyard")
        case c.ExilePart(what=what, number=number, zone=zone):
            return Taking(what, _number(game, bill, number), zone, "exile")
        case c.ReturnPart(what=what, number=number):
            return Taking(what, _number(game, bill, number), "battlefield", "hand")
        case c.TapPart(what=what, number=number):
            return Taking(what, _number(game, bill, number), "battlefield", None)
        case c.ShowPart(what=what, number=number):
            return Taking(what, _number(game, bill, number), "hand", "revealed")
    return None


def _number(game: Game, bill: Bill, value: Any) -> int:
    return evaluate(value, game.scene(), bill.source)


def _can(game: Game, bill: Bill, part: c.CostPart) -> bool:
    item = None if bill.of is None else game.there(bill.of)
    own = _itself(part)
    if own is not None:
        kept = kept_from_sacrifice(game, game.scene(), True) if isinstance(part, c.SacrificePart) else ()
        return item is not None and item.zone == own[0] and item.id not in kept
    match part:
        case c.ManaPart() | c.DrawPart():
            return True
        case c.TapSelf() | c.UntapSelf():
            tapped = isinstance(part, c.UntapSelf)
            return item is not None and item.zone == "battlefield" and item.tapped == tapped
        case c.LifePart(amount=amount):
            wanted = _number(game, bill, amount)
            if wanted:
                refuse_changed_life(game)
            return wanted == 0 or has_life(game.situation, bill.player, wanted)
        case c.TapPowerPart():
            if any(isinstance(each, c.TapSelf | c.TapPart) for each in bill.parts):
                raise Undecided("creatures that are tapped for two parts of a cost")
            return enough_power(game, part, bill.source, bill.player)
        case c.RevealPart():
            return item is not None and item.zone == "hand"
        case c.RemovePart(kind=kind, number=number, what=None):
            return item is not None and counters_on(game.scene(), item.id, kind) >= _number(game, bill, number)
    taking = takes(game, bill, part)
    if taking is None:
        raise Undecided(f"a cost ({getattr(part, 'text', called(part))}) is not modelled")
    unlisted = in_zone(game.situation.player_state(bill.player), taking.zone) or 0
    lacking = taking.number - len(candidates(game, bill, taking))
    if 0 < lacking <= unlisted and taking.what is not None:
        raise Undecided(f"whether a card in the {taking.zone} of {bill.player} serves for a cost that is not listed")
    return lacking <= unlisted


def candidates(game: Game, bill: Bill, taking: Taking) -> list[int]:
    """The objects with which a part of a cost may be paid: those that fit and that the player controls or owns.

    Raises Undecided where it is not known which of them can be sacrificed for it.
    """
    scene = game.scene()
    sacrificed = (taking.zone, taking.to) == ("battlefield", "graveyard")
    kept = kept_from_sacrifice(game, scene, True) if sacrificed else ()
    return [
        identifier
        for identifier in scene.in_zones((taking.zone,))
        if scene.controller_of(identifier) == bill.player
        and identifier not in kept
        and not (taking.to is None and scene.items[identifier].tapped)
        and (taking.what is None or fits(taking.what, scene, bill.source, identifier))
    ]


def _distinct(game: Game, bill: Bill, parts: list[c.CostPart], taken: frozenset[int] = frozenset()) -> Any:
    """A way to pay several parts with different objects, None if there is none."""
    if not parts:
        return ()
    taking = takes(game, bill, parts[0])
    assert taking is not None
    free = [each for each in candidates(game, bill, taking) if each not in taken]
    for chosen in combinations(free, taking.number):
        rest = _distinct(game, bill, parts[1:], taken | set(chosen))
        if rest is not None:
            return (chosen, *rest)
    return None


def pay(game: Game, bill: Bill, paying: tuple[str, ...]) -> None:
    """Pay a cost that can be paid. paying: labels of what is tapped, sacrificed, discarded, in the order of the parts.

    Raises Invalid where they do not fit, or where there is a choice and none is named.
    """
    named = [game.find(each).id for each in paying]
    for part in bill.parts:
        _pay(game, bill, part, named)
    if named:
        raise Invalid(f"nothing of this cost is paid with {game.name(named[0])}", "name only what the cost asks for")


def _pay(game: Game, bill: Bill, part: c.CostPart, named: list[int]) -> None:
    itself = -1 if bill.of is None else bill.of
    own = _itself(part)
    if own is not None:
        way, by = _way(bill, part)
        moving.move(game, itself, own[1], way=way, by=by)
        return
    match part:
        case c.ManaPart():
            return
        case c.TapSelf() | c.UntapSelf():
            moving.set_status(game, itself, "tap" if isinstance(part, c.TapSelf) else "untap")
            return
        case c.DrawPart(number=number):
            draw(game, bill.player, _number(game, bill, number))
            return
        case c.LifePart(amount=amount):
            game.gain_life(bill.player, -_number(game, bill, amount), "cost.paying_life")
            return
        case c.RemovePart(kind=kind, number=number):
            game.remove_counters(itself, kind, _number(game, bill, number), "cost.definition")
            return
        case c.TapPowerPart():
            tap_for_power(game, part, bill.source, bill.player, named)
            return
        case c.RevealPart():
            game.update(itself, "reveal", shown=True)
            return
    taking = takes(game, bill, part)
    assert taking is not None
    chosen, (way, by) = _chosen(game, bill, part, taking, named), _way(bill, part)
    with game.one_moment():
        for each in chosen:
            if taking.to == "revealed":
                game.update(each, "reveal", revealed=True)
            elif taking.to is None:
                game.tapped_for.append(each)
                moving.set_status(game, each, "tap")
            else:
                game.used_up.append(each)
                moving.move(game, each, taking.to, way=way, by=by)


def _way(bill: Bill, part: c.CostPart) -> tuple[str, str | None]:
    """How a part of a cost moves what it takes, and who does it, as it is reported."""
    if isinstance(part, c.SacrificePart):
        return "sacrificed", bill.player
    return ("discarded", bill.player) if isinstance(part, c.DiscardPart) else ("", None)


def _chosen(game: Game, bill: Bill, part: c.CostPart, taking: Taking, named: list[int]) -> list[int]:
    there, word = candidates(game, bill, taking), called(part).replace("_", " ")
    if not named:
        if len(there) == taking.number:
            return there
        raise Invalid(f"with what this is paid ({word}) is not said", "name it with paying: [LABEL]")
    chosen, named[:] = named[: taking.number], named[taking.number :]
    for each in chosen:
        if each not in there:
            raise Invalid(f"{game.name(each)} cannot be used for this ({word})", "something that fits the cost")
    if len(set(chosen)) < taking.number:
        raise Invalid(f"too little is named to pay this ({word})", f"{taking.number} different objects")
    return chosen
