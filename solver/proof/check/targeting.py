"""Targets as a spell or ability resolves: which of them are legal still, and for how many one of its targets stands."""

from __future__ import annotations

from typing import get_args

from layerproof.kb.model import instruction as ins
from layerproof.kb.model.expression import Condition, Filter, Player, Ref, Value
from layerproof.kb.model.node import mentions
from layerproof.kb.model.permissions.abilities_of_players import TARGETED
from layerproof.kb.rulebook.editions.later_meanings import target_of_later_words
from layerproof.solver.proof.check.attaching import kept_from_opponents, protected, protected_from_side
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.phrasing import lets
from layerproof.solver.proof.check.view import Entry
from layerproof.solver.proof.check.world import Says


def is_open(target: ins.Target) -> bool:
    """Whether the text leaves open how many objects this target stands for."""
    return target.any or target.each is not None


def legal(game: Game, says: Says, target: ins.Target, found: int | str) -> bool:
    """Whether an object or player is a legal target of what resolves."""
    from layerproof.solver.proof.check.deontic import clauses, forbidding, misunderstood, player_shields

    if isinstance(found, str):
        if not target.player or player_shields(game, clauses(game), says, found):
            return False
        if (why := misunderstood(game, TARGETED)) is not None:
            raise why
        return True
    obj, entry, reader = game.objects.get(found), game.view.get(found), game.reader(says)
    if obj is None or entry is None or obj.zone not in target.zones:
        return False
    if obj.zone == "battlefield" and not _targetable(game, says, entry):
        return False
    if target.each is not None and entry.controller not in reader.players(target.each):
        return False
    if target.filter is None or not reader.fits(target.filter, entry):
        return False
    if obj.zone == "battlefield":
        if forbidding(game, clauses(game), TARGETED, found, reader.you(), says.source):
            return False
        if (why := misunderstood(game, TARGETED, found)) is not None:
            raise why
    if (later := target_of_later_words(game.edition, target, entry.types)) is not None:
        raise Incomplete(later)
    return True


def refuse_mixed(game: Game, target: ins.Target, given: list[int | str | None]) -> None:
    """Refuse targets of which each is for one of some players where it is unclear which of them is for whom: two of one
    player, or one that its owner does not control, which may have changed sides since it was chosen."""
    entries = [game.view[each] for each in given if isinstance(each, int) and each in game.view]
    if target.each is None:
        return
    sides = [each.controller for each in entries]
    if len(sides) > len(set(sides)) or any(game.objects[each.id].owner != each.controller for each in entries):
        raise Incomplete("for which player a target was chosen")


def refuse_asking(game: Game, body: ins.Body, lost: list[int]) -> None:
    """Refuse where an edition lets an effect tell something about illegal targets, and the body asks about one.

    lost: their places, from one on. What is done to a target is no question about it; values, conditions, filters and
    players are.
    """
    if game.edition.policies["illegal_target_information"] != "determined":
        return
    questions = get_args(Value) + get_args(Condition) + get_args(Filter) + (Player,)

    def asks(node: object) -> bool:
        return isinstance(node, questions) and mentions(
            node, lambda inner: isinstance(inner, Ref) and inner.kind == "target" and inner.index in lost
        )

    if mentions(body, asks):
        raise Incomplete("what an effect can tell about an illegal target")


def _targetable(game: Game, says: Says, entry: Entry) -> bool:
    reader = game.reader(says)
    source = reader.entry(says.source)
    if lets(entry, "targeted by nobody") or protected_from_side(entry, reader.you()):
        return False
    if source is not None and protected(game, entry, source, damage=True):
        return False
    return entry.controller == reader.you() or not kept_from_opponents(game, entry, source)
