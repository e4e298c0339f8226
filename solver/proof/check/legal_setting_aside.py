"""Special actions that exile a card from the hand for later, seen by the checker."""

from __future__ import annotations

from layerproof.kb.keywords.keyword_files import keyword_ability
from layerproof.kb.keywords.keyword_record import KeywordAbility, SetAside
from layerproof.kb.keywords.ways_of_casting import way_of
from layerproof.kb.legality.legal_actions import permissions
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.costs.cost import Cost
from layerproof.kb.model.costs.payment import Owed
from layerproof.kb.model.situation import GameObject
from layerproof.kb.model.told.fact_kinds import with_told
from layerproof.kb.notation.cost_words import cost_parts
from layerproof.kb.scenario.action import SpecialAction
from layerproof.solver.proof.check.affording import Payer
from layerproof.solver.proof.check.charging import charge_special
from layerproof.solver.proof.check.deontic import Findings, Step, clauses, done_in_any_turn, forbidding, misunderstood
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.leaving import move
from layerproof.solver.proof.check.moments import main_phase_of, no_priority
from layerproof.solver.proof.check.owing import FREE, special_dues
from layerproof.solver.proof.check.purse import purse_of
from layerproof.solver.proof.check.reading import has_keyword
from layerproof.solver.proof.check.stacking import unclear_stack
from layerproof.solver.proof.check.world import Says


def _means(action: SpecialAction) -> tuple[KeywordAbility, SetAside]:
    stated = keyword_ability(action.special)
    if stated is None or stated.set_aside is None:
        raise Incomplete(f"the special action {action.special!r}")
    return stated, stated.set_aside


def set_aside_for(game: Game, obj: GameObject, by: str | None, way: str | None) -> str | None:
    """How a card is cast: "without paying" stands for the keyword ability for which it was set aside, where that lets
    it be cast for nothing now; otherwise what is said."""
    player = by or obj.owner
    if way != FREE or not main_phase_of(game, player) or obj.owner != player:
        return way
    reader, entry = game.reader(Says(obj.id, controller=player)), game.view[obj.id]
    for each in permissions("cast", "place"):
        as_what = way_of(each.way)
        if each.way and each.card and as_what is not None and as_what.main and as_what.cost == FREE:
            if obj.zone in each.zones and has_keyword(entry, each.way) and reader.fits(each.card, entry):
                return each.way
    return way


def out_of_hand(game: Game, action: SpecialAction, allowing: str) -> tuple[Findings, int, str]:
    """What is found of every special action with a card of a hand: the card's owner takes it, with priority, and the
    card is there. With it the card and the player. Incomplete where either is not known.

    allowing: the key of the rule by which such a card may be exiled.
    """
    identifier = game.labelled(action.of)
    if identifier not in game.objects or identifier not in game.view:
        raise Incomplete(f"the object {action.of}, which is not there")
    obj = game.objects[identifier]
    player = action.controller or obj.owner
    if player not in game.players:
        raise Incomplete(f"the player {player!r}")
    what: dict[str, object] = {"action": action.special, "player": player, "object": identifier}
    found = Findings(game, what, misunderstood(game, action.special, identifier))
    if player != obj.owner:
        found.no("player", allowing, about=obj.owner)
    if (rule := no_priority(game, player)) is not None:
        found.no("priority", rule)
    if obj.zone != "hand":
        found.lacks("place", allowing, obj.zone)
    return found, identifier, player


def setting_aside_steps(game: Game, action: SpecialAction) -> list[Step]:
    """The steps about exiling a card from its owner's hand in order to cast it later."""
    stated, aside = _means(action)
    found, identifier, player = out_of_hand(game, action, stated.rule)
    if game.objects[identifier].zone != "hand":
        return found.steps()
    costs = _costs(game, identifier, action)
    if not costs:
        found.no("object", stated.rule)
        return found.steps()
    found.yes("place", stated.rule)
    if aside.at == "main":
        if (why := unclear_stack(game)) is not None:
            found.unsure(why)
        timely = main_phase_of(game, player)
    else:
        timely = game.active == player
    if timely:
        found.yes("time", stated.rule)
    elif (why := done_in_any_turn(game, action.special)) is not None:
        found.unsure(why)
    else:
        found.lacks("time", stated.rule)
    try:
        dues = _dues(game, costs, action, player)
    except Incomplete as why:
        found.unsure(why)
    else:
        charge_special(found, game, dues, Payer(player, identifier, action.x))
    for each in forbidding(game, clauses(game), action.special, identifier, player):
        found.no("forbidden", "cant_beats_can", each.speaker.source)
    return found.steps()


def _costs(game: Game, identifier: int, action: SpecialAction) -> list[Cost]:
    """The costs that the card's instances of the keyword give."""
    _, aside = _means(action)
    abilities = [each.ability for each in game.view[identifier].abilities]
    mine = [each for each in abilities if isinstance(each, Keyword) and each.keyword == action.special]
    fixed = None if aside.cost == "its cost" else aside.cost
    return [cost_parts(fixed or each.cost or "") for each in mine]


def _dues(game: Game, costs: list[Cost], action: SpecialAction, player: str) -> list[tuple[Owed, Cost]]:
    followed = purse_of(game, player) is not None
    return [special_dues(game, cost, action.x, followed) for cost in costs]


def dues_aside(game: Game, action: SpecialAction, player: str) -> list[tuple[Owed, Cost]]:
    """What is owed for setting a card aside."""
    return _dues(game, _costs(game, game.labelled(action.of), action), action, player)


def goes_aside(game: Game, action: SpecialAction) -> None:
    """Exile the card, which may be cast from there in a later turn."""
    _, aside = _means(action)
    made = move(game, game.labelled(action.of), "exile", game.view, action.as_)
    if made and game.objects[made[0]].zone == "exile":
        told = with_told(game.objects[made[0]].told, (("exiled this turn", 1), (aside.told, 1)))
        game.change(made[0], told=told, face_down="plain" if aside.face_down else None)
