"""The legality of suspending a card, and what it does, seen by the checker."""

from __future__ import annotations

from layerproof.kb.legality.legal_actions import permissions
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.costs.cost import Cost
from layerproof.kb.model.costs.payment import Owed
from layerproof.kb.notation.cost_words import cost_parts
from layerproof.kb.scenario.action import Cast, SpecialAction
from layerproof.solver.proof.check.affording import Payer
from layerproof.solver.proof.check.charging import charge_special
from layerproof.solver.proof.check.deontic import (
    Step,
    allowing,
    clauses,
    forbidding,
    out_of_time,
)
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.leaving import move
from layerproof.solver.proof.check.legal_casting import card_meant, onto_stack
from layerproof.solver.proof.check.legal_setting_aside import out_of_hand
from layerproof.solver.proof.check.moments import circumstances, closes_the_stack, main_phase_of
from layerproof.solver.proof.check.owing import special_dues
from layerproof.solver.proof.check.phrasing import keyword_lets
from layerproof.solver.proof.check.purse import purse_of
from layerproof.solver.proof.check.stacking import unclear_stack
from layerproof.solver.proof.check.world import Says


def suspending_steps(game: Game, action: SpecialAction) -> list[Step]:
    """The steps about suspending a card: it is in the hand of its owner, has suspend, and could begin to be cast."""
    found, identifier, player = out_of_hand(game, action, "special.suspend")
    if game.objects[identifier].zone != "hand":
        return found.steps()
    if _suspend(game, identifier) is None:
        found.no("object", "keyword.suspend")
        return found.steps()
    found.yes("place", "keyword.suspend")
    if (swift := closes_the_stack(game)) is not None:
        found.no("forbidden", "keyword.split_second", swift)
    at_main = main_phase_of(game, player)
    hidden = unclear_stack(game) if at_main else None
    at_main = at_main and hidden is None
    trial, cast = game.fork(), Cast(cast=action.of, controller=player)
    spell = onto_stack(trial, card_meant(trial, cast), cast)
    said, reader, entry = clauses(trial), trial.reader(Says(spell)), trial.view[spell]
    times = [each for each in permissions("cast", "time") if at_main or each.at == "any"]
    in_time = any(each.of is None or reader.fits(each.of, entry) for each in times)
    if in_time or allowing(trial, said, "cast as an instant", spell, player):
        found.yes("time", "special.suspend")
    elif hidden is not None:
        found.unsure(hidden)
    else:
        found.lacks("time", "special.suspend")
    how = circumstances(game, player, "hand")
    for each in out_of_time(forbidding(trial, said, "cast", spell, player, how=how), at_main):
        by = each.speaker.source
        found.no("forbidden", "cant_beats_can", None if by == spell else by)
    try:
        dues = suspending_dues(game, identifier, player, action.x)
    except Incomplete as why:
        found.unsure(why)
    else:
        charge_special(found, game, [dues], Payer(player, identifier, action.x))
    return found.steps()


def _suspend(game: Game, identifier: int) -> Keyword | None:
    """The suspend ability that a card has; Incomplete where it has no plain number or no cost in mana."""
    abilities = [each.ability for each in game.view[identifier].abilities]
    keywords = [each for each in abilities if isinstance(each, Keyword)]
    found = next((each for each in keywords if keyword_lets(each.keyword, "suspends its card")), None)
    if found is not None and (found.number is None or not found.cost):
        raise Incomplete("how a card is suspended")
    return found


def suspending_dues(game: Game, identifier: int, player: str, x: int | None) -> tuple[Owed, Cost]:
    """What is owed for suspending a card."""
    ability = _suspend(game, identifier)
    cost = cost_parts(ability.cost or "") if ability is not None else ()
    return special_dues(game, cost, x, purse_of(game, player) is not None)


def suspends(game: Game, action: SpecialAction) -> None:
    """Exile the card, with its time counters on it."""
    identifier = game.labelled(action.of)
    ability = _suspend(game, identifier)
    assert ability is not None and ability.number is not None
    made = move(game, identifier, "exile", game.view, action.as_)
    if made and action.as_ is not None:
        game.labels[action.as_] = made[0]
    if made and game.objects[made[0]].zone == "exile":
        game.put(made[0], "time", ability.number)
