"""Designations of permanents: getting and losing one, and the abilities that it gives as long as it is there (rule keys
suspect, suspect.becomes, suspect.again)."""

from __future__ import annotations

from layerproof.kb.model.modification import AddAbilities
from layerproof.kb.model.situation import InForce
from layerproof.kb.model.told.fact_kinds import Telling, with_told
from layerproof.kb.rulebook.designation_meanings import (
    BECOME_SUSPECTED,
    SUSPECTED,
    designation_gives,
    designation_rule,
    until_lost,
)
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game, Invalid


def get_designation(game: Game, identifier: int, what: str) -> None:
    """A permanent gets a designation, unless it has it or cannot get it; an object elsewhere gets none.

    Raises Undecided where words that are not understood speak of it, or the edition has no such designation.
    """
    item = game.there(identifier)
    if item is None or item.zone != "battlefield" or (dict(item.told).get(what) and designation_gives(what)):
        return
    if what == SUSPECTED and _cannot_be_suspected(game, identifier):
        return
    game.update(identifier, designation_rule(what), told=with_told(item.told, ((what, 1),)))
    begin_abilities(game, identifier, ((what, 1),))


def lose_designation(game: Game, identifier: int, what: str) -> None:
    """A permanent has a designation no longer, nor the abilities that came with it."""
    item = game.there(identifier)
    if item is not None and dict(item.told).get(what):
        game.update(identifier, designation_rule(what), told=with_told(item.told, ((what, 0),)))
        _end_abilities(game, identifier, what)


def told_designations(game: Game, identifier: int, before: Telling, told: Telling) -> None:
    """Follow what a scenario tells of a designation that gives abilities. before: what was told of the object before.

    Raises Invalid for an object that is no permanent.
    """
    permanents_only(told, game.item(identifier).zone)
    had = dict(before)
    begin_abilities(game, identifier, tuple(each for each in told if not had.get(each[0])))
    for what, value in told:
        if not value:
            _end_abilities(game, identifier, what)


def permanents_only(told: Telling, zone: str) -> None:
    """Raise Invalid where an object that is no permanent is told to have a designation that gives abilities (rule key
    suspect.designation)."""
    for what, value in told:
        if value and zone != "battlefield" and designation_gives(what):
            raise Invalid(f"{what!r} is told of an object that is not on the battlefield", "tell it of a permanent")


def begin_abilities(game: Game, identifier: int, told: Telling) -> None:
    """Let effects begin that give a permanent the abilities of the designations that are told of it.

    Raises Undecided where the edition has no such designation.
    """
    for what, value in told:
        abilities = designation_gives(what)
        if not value or not abilities:
            continue
        if designation_rule(what) not in game.edition.numbers:
            raise Undecided(f"the rules of this edition do not have the designation {what}")
        item = game.item(identifier)
        number = game.identify()
        game.begin(
            InForce(
                number,
                game.tick(),
                item.controller,
                (AddAbilities(abilities),),
                objects=(identifier,),
                source=identifier,
                duration=until_lost(what),
                origin=f"being {what}",
            ),
            designation_rule(what),
        )


def _end_abilities(game: Game, identifier: int, what: str) -> None:
    over = {each.id for each in game.situation.effects if _goes_with(each, identifier, what)}
    game.end_effects(over, designation_rule(what))


def _goes_with(effect: InForce, identifier: int, what: str) -> bool:
    return effect.objects == (identifier,) and effect.duration == until_lost(what)


def _cannot_be_suspected(game: Game, identifier: int) -> bool:
    from layerproof.solver.game.rights import doubts, is_forbidden, rules_in_force

    scene = game.scene()
    if any(is_forbidden(rule, scene, BECOME_SUSPECTED, identifier, "") for rule in rules_in_force(game, scene)):
        return True
    doubt = doubts(game, scene, BECOME_SUSPECTED, identifier)
    if doubt is not None:
        raise doubt
    return False
