"""Marks that a permanent bears by being designated so, which bring abilities with them until they are taken off."""

from __future__ import annotations

from layerproof.kb.model.modification import AddAbilities
from layerproof.kb.model.told.fact_kinds import Telling
from layerproof.kb.rulebook.designation_meanings import (
    BECOME_SUSPECTED,
    SUSPECTED,
    designation_gives,
    designation_rule,
    until_lost,
)
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete


def designated(game: Game, identifier: int, what: str) -> None:
    """Mark a permanent. One that is marked so already, and one that something keeps from it, stays as it is.

    Raises Incomplete where words that are not understood might keep it from being marked.
    """
    obj = game.objects.get(identifier)
    if obj is None or obj.zone != "battlefield":
        return
    brings = designation_gives(what)
    if brings and dict(obj.told).get(what, 0):
        return
    if is_kept_from(game, identifier, what):
        return
    game.change(identifier, told=_marked(obj.told, what, 1))
    if brings:
        _bring(game, identifier, what)


def undesignated(game: Game, identifier: int, what: str) -> None:
    """Take a mark off a permanent that bears it, and with it what it brought."""
    obj = game.objects[identifier]
    if not dict(obj.told).get(what, 0):
        return
    game.change(identifier, told=_marked(obj.told, what, 0))
    _take_away(game, identifier, what)


def as_the_scenario_has_it(game: Game, identifier: int, told: Telling, before: Telling = ()) -> None:
    """Bring or take away what goes with the marks that a scenario tells of an object. before: what was told until then.

    Raises Incomplete for an object that is no permanent.
    """
    for what, value in told:
        if not designation_gives(what):
            continue
        there = game.objects.get(identifier)
        if value and (there is None or there.zone != "battlefield"):
            raise Incomplete(f"what is {what} and no permanent")
        bore = bool(dict(before).get(what, 0))
        if value and not bore:
            _bring(game, identifier, what)
        elif bore and not value:
            _take_away(game, identifier, what)


def _bring(game: Game, identifier: int, what: str) -> None:
    if designation_rule(what) not in game.edition.numbers:
        raise Incomplete(f"being {what}, of which this edition has no rule")
    given = (AddAbilities(designation_gives(what)),)
    player = game.objects[identifier].controller
    game.begin(given, (identifier,), player, identifier, duration=until_lost(what))


def _take_away(game: Game, identifier: int, what: str) -> None:
    for effect in [each for each in game.effects.values() if each.duration == until_lost(what)]:
        if effect.objects == (identifier,):
            game.end(effect.id)


def _marked(told: Telling, what: str, value: int) -> Telling:
    others = [each for each in told if each[0] != what]
    return tuple(sorted([*others, (what, value)]))


def is_kept_from(game: Game, identifier: int, what: str) -> bool:
    """Whether something says that an object can't be marked. Incomplete where unread words may say so."""
    from layerproof.solver.proof.check.deontic import clauses, forbidding, misunderstood

    if what != SUSPECTED:
        return False
    if forbidding(game, clauses(game), BECOME_SUSPECTED, identifier, ""):
        return True
    unclear = misunderstood(game, BECOME_SUSPECTED, identifier)
    if unclear is not None:
        raise unclear
    return False
