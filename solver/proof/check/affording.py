"""Costs that are no mana, seen by the checker: whether there is what they ask for, and what is done to pay them."""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

from layerproof.kb.model.costs import cost as mc
from layerproof.kb.model.expression import Filter, Value
from layerproof.solver.proof.check.commanding import refuse_life
from layerproof.solver.proof.check.crewing import has_power, tap_them
from layerproof.solver.proof.check.drawing import draw
from layerproof.solver.proof.check.entering import move
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.life_as_payment import life_goes_as_usual
from layerproof.solver.proof.check.payable import refuse_kept
from layerproof.solver.proof.check.status import set_status
from layerproof.solver.proof.check.unseen import held_unseen, unseen
from layerproof.solver.proof.check.unyielding import unsacrificed
from layerproof.solver.proof.check.world import Says


class Payer(NamedTuple):
    """Who pays a cost, for which object, with which X."""

    player: str
    of: int | None
    x: int | None

    @property
    def says(self) -> Says:
        """Who says what the cost says."""
        return Says(self.of, controller=self.player, x=self.x)


class Wanted(NamedTuple):
    """Objects that a part of a cost asks for: what fits, how many, from which zone, to which (empty: tapped)."""

    what: Filter | None
    number: int
    zone: str
    to: str


def tag(part: mc.CostPart) -> str:
    """The word for a part of a cost."""
    return str(part.__struct_config__.tag)


def lacking(game: Game, cost: mc.Cost, payer: Payer) -> str | None:
    """The word for the first part that cannot be paid; None where everything can. Mana counts as payable here; see
    `charging`. Incomplete for parts that are not understood."""
    if any(isinstance(part, mc.TapPowerPart) for part in cost) and any(
        isinstance(part, mc.TapSelf | mc.TapPart) for part in cost
    ):
        raise Incomplete("creatures that might be tapped for two parts of a cost")
    for part in cost:
        if not _affordable(game, part, payer):
            return tag(part)
        refuse_kept(game, part)
    asked = [(part, each) for part in cost if (each := wanted(game, part, payer)) is not None]
    taken = [(part, each) for part, each in asked if each.to not in ("", "revealed")]
    tapped = [(part, each) for part, each in asked if not each.to]
    for group, spent in (
        (taken, any(moves_itself(part) for part in cost)),
        (tapped, any(isinstance(part, mc.TapSelf) for part in cost)),
    ):
        without = {payer.of} if spent else set()
        if group and not _together(game, [each for _, each in group], payer, without):
            if any(each.zone == "hand" and each.what is None for _, each in group):
                if held_unseen(game.players[payer.player]):
                    if len(group) + len(without) < 2:
                        continue
                    raise Incomplete("a cost for which cards are used that are not listed")
            return tag(group[-1][0])
    return None


def _of_itself(part: mc.CostPart) -> tuple[str, str] | None:
    """Where the object itself must be and where it goes, for a part that is paid with it."""
    if isinstance(part, mc.DiscardPart) and part.itself:
        return "hand", "graveyard"
    if isinstance(part, mc.ExilePart) and part.itself:
        return part.zone, "exile"
    if isinstance(part, mc.SacrificePart | mc.ReturnPart) and part.what is None and part.number == 1:
        return "battlefield", "graveyard" if isinstance(part, mc.SacrificePart) else "hand"
    return None


def moves_itself(part: mc.CostPart) -> bool:
    """Whether a part of a cost takes the object itself away."""
    return _of_itself(part) is not None


def wanted(game: Game, part: mc.CostPart, payer: Payer) -> Wanted | None:
    """What a part of a cost asks for of the player's objects; None where nothing is chosen for it."""
    if _of_itself(part) is not None:
        return None
    if isinstance(part, mc.TapPart):
        return Wanted(part.what, _count(game, part.number, payer), "battlefield", "")
    if isinstance(part, mc.ExilePart):
        return Wanted(part.what, _count(game, part.number, payer), part.zone, "exile")
    if isinstance(part, mc.SacrificePart | mc.ReturnPart):
        to = "graveyard" if isinstance(part, mc.SacrificePart) else "hand"
        return Wanted(part.what, _count(game, part.number, payer), "battlefield", to)
    if isinstance(part, mc.ShowPart):
        return Wanted(part.what, _count(game, part.number, payer), "hand", "revealed")
    if isinstance(part, mc.DiscardPart) and not part.hand and not part.at_random:
        return Wanted(part.what, _count(game, part.number, payer), "hand", "graveyard")
    return None


def _count(game: Game, value: Value, payer: Payer) -> int:
    return game.reader(payer.says).value(value)


def _affordable(game: Game, part: mc.CostPart, payer: Payer) -> bool:
    obj = game.objects.get(payer.of) if payer.of is not None else None
    if isinstance(part, mc.ManaPart | mc.DrawPart):
        return True
    if (own := _of_itself(part)) is not None:
        stays = isinstance(part, mc.SacrificePart) and payer.of in unsacrificed(game, True)
        return obj is not None and obj.zone == own[0] and not stays
    if isinstance(part, mc.TapSelf | mc.UntapSelf):
        ready = obj is not None and obj.tapped is isinstance(part, mc.UntapSelf)
        return ready and obj is not None and obj.zone == "battlefield"
    if isinstance(part, mc.LifePart):
        amount = _count(game, part.amount, payer)
        if amount:
            life_goes_as_usual(game)
        if game.players[payer.player].life < amount:
            refuse_life(game.situation(), game.players[payer.player])
        return amount == 0 or game.players[payer.player].life >= amount
    if isinstance(part, mc.TapPowerPart):
        return has_power(game, part, payer.says, payer.player)
    if isinstance(part, mc.RevealPart):
        return obj is not None and obj.zone == "hand"
    if isinstance(part, mc.RemovePart) and part.what is None:
        have = 0 if obj is None else game.counters_of(obj.id).get(part.kind, 0)
        return have >= _count(game, part.number, payer)
    asked = wanted(game, part, payer)
    if asked is None:
        raise Incomplete(f"the cost {getattr(part, 'text', tag(part))}")
    missing = asked.number - len(usable(game, asked, payer))
    more = max(unseen(game.players[payer.player], asked.zone), 0)
    if asked.what is not None and 0 < missing <= more:
        raise Incomplete("whether a card that is not listed serves for a cost")
    return missing <= more


def usable(game: Game, wanted: Wanted, payer: Payer) -> list[int]:
    """What a player may use for a part of a cost: permanents that they control, or cards that they own, that fit."""
    reader = game.reader(payer.says)
    staying = unsacrificed(game, True) if wanted.zone == "battlefield" and wanted.to == "graveyard" else set()
    found = []
    for entry in reader.candidates((wanted.zone,)):
        obj = game.objects[entry.id]
        holder = entry.controller if wanted.zone in ("battlefield", "stack") else obj.owner
        if entry.id in staying or holder != payer.player or (not wanted.to and obj.tapped):
            continue
        if wanted.what is None or reader.fits(wanted.what, entry):
            found.append(entry.id)
    return found


def _together(game: Game, wanted: list[Wanted], payer: Payer, without: set[int | None]) -> bool:
    """Whether different objects can be found for all parts that take objects away, or that tap some, apart from what
    another part has used up."""
    if len(wanted) == 1:
        return len(set(usable(game, wanted[0], payer)) - without) >= wanted[0].number
    sets = [set(usable(game, each, payer)) - without for each in wanted for _ in range(each.number)]
    everything = sorted(set().union(*sets))
    return any(
        all(one in allowed for one, allowed in zip(chosen, sets, strict=True))
        for chosen in permutations(everything, len(sets))
    )


def pay(game: Game, cost: mc.Cost, payer: Payer, paying: tuple[str, ...]) -> None:
    """Pay a cost; paying: the labels of what is used, in the order of the parts."""
    with_ = [game.labelled(each) for each in paying]
    for part in cost:
        _pay(game, part, payer, with_)
    if with_:
        raise Incomplete("more is named than the cost asks for")


def _pay(game: Game, part: mc.CostPart, payer: Payer, with_: list[int]) -> None:
    own = _of_itself(part)
    if own is not None:
        assert payer.of is not None
        move(game, payer.of, own[1], game.view, *_told_as(part, payer))
    elif isinstance(part, mc.LifePart):
        player = game.players[payer.player]
        game.set_player(payer.player, life=player.life - _count(game, part.amount, payer))
    elif isinstance(part, mc.DrawPart):
        draw(game, payer.player, _count(game, part.number, payer))
    elif isinstance(part, mc.RemovePart):
        assert payer.of is not None
        game.remove(payer.of, part.kind, _count(game, part.number, payer))
    elif isinstance(part, mc.TapSelf | mc.UntapSelf):
        assert payer.of is not None
        set_status(game, payer.of, "tap" if isinstance(part, mc.TapSelf) else "untap")
    elif isinstance(part, mc.TapPowerPart):
        tap_them(game, part, payer.says, payer.player, with_)
        with_.clear()
    elif isinstance(part, mc.RevealPart):
        assert payer.of is not None
        game.change(payer.of, shown=True)
    elif not isinstance(part, mc.ManaPart):
        _use(game, part, payer, with_)


def _use(game: Game, part: mc.CostPart, payer: Payer, with_: list[int]) -> None:
    asked = wanted(game, part, payer)
    if asked is None:
        raise Incomplete(f"the cost {tag(part)}")
    there = usable(game, asked, payer)
    chosen, with_[:] = (with_[: asked.number], with_[asked.number :]) if with_ else (there, [])
    if len(set(chosen)) != asked.number or not set(chosen) <= set(there):
        raise Incomplete("with what a cost is paid")
    with game.beat():
        for each in chosen:
            if asked.to == "revealed":
                game.change(each, revealed=True)
            elif asked.to:
                game.given_up.append(each)
                move(game, each, asked.to, game.view, *_told_as(part, payer))
            else:
                game.tapped_ones.append(each)
                set_status(game, each, "tap")


def _told_as(part: mc.CostPart, payer: Payer) -> tuple[None, str, str | None]:
    """How the chronicle tells of what a part of a cost moves: no label, the way, and who sacrifices or discards."""
    ways = {mc.SacrificePart: "sacrificed", mc.DiscardPart: "discarded"}
    how = next((word for kind, word in ways.items() if isinstance(part, kind)), "")
    return None, how, payer.player if how else None


def keep_known(game: Game, identifier: int) -> None:
    """What was given up for the cost stays known to what is on the stack, and to copies of it, as what it chose."""
    choices = dict(game.objects[identifier].choices)
    if game.given_up and "object" not in choices:
        choices["object"] = tuple(game.given_up)
        game.change(identifier, choices=tuple(sorted(choices.items())))
    if game.tapped_ones:
        choices["tapped"] = tuple(game.tapped_ones)
        game.change(identifier, choices=tuple(sorted(choices.items())))
