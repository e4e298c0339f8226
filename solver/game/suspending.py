"""Suspending a card: a special action for when it could begin to be cast from the hand (rule key special.suspend)."""

from __future__ import annotations

from layerproof.kb.keywords.keyword_files import does
from layerproof.kb.legality.legal_actions import permissions
from layerproof.kb.model.ability import Keyword
from layerproof.kb.notation.cost_words import cost_parts
from layerproof.kb.scenario.action import Cast, SpecialAction
from layerproof.solver.game.costs import Bill
from layerproof.solver.game.judgement import Judgement, Judging
from layerproof.solver.game.owing import Owing, owing_for_special
from layerproof.solver.game.pools import pool_of
from layerproof.solver.game.proposing import proposal, propose
from layerproof.solver.game.rights import is_allowed, is_at_its_time, is_forbidden, rules_in_force
from layerproof.solver.game.setting_aside import judging_from_hand
from layerproof.solver.game.settlement import judge_special_cost
from layerproof.solver.game.settling import settle
from layerproof.solver.game.stacking import doubt_of
from layerproof.solver.game.timing import closing_the_stack, is_time
from layerproof.solver.layers.reading import fits
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.situation import moving
from layerproof.solver.situation.game import Game


def judge_suspending(game: Game, action: SpecialAction) -> Judgement:
    """Whether a card can be suspended now, with every reason.

    It must be in its owner's hand, and could begin to be cast from there: whether it has a mana cost or a legal target
    does not matter. Raises Undecided where what is not modelled decides.
    """
    judging, item, player = judging_from_hand(game, action, "special.suspend")
    if item.zone != "hand":
        return judging.result()
    if suspension(game, item.id) is None:
        judging.forbid("object", ("keyword.suspend",))
        return judging.result()
    judging.allow("place", ("keyword.suspend",))
    _judge_beginning(judging, game, action, player)
    try:
        owing = owed_for_suspending(game, item.id, player, action.x)
    except Undecided as error:
        judging.unsure(error)
    else:
        judge_special_cost(judging, game, [owing], item.id, action.x)
    return judging.result()


def suspension(game: Game, identifier: int) -> Keyword | None:
    """The suspend ability of a card. Raises Undecided where its number is none that is known."""
    for instance in game.entry(identifier).abilities:
        ability = instance.ability
        if isinstance(ability, Keyword) and does(ability.keyword, "suspends its card"):
            if ability.number is None or not ability.cost:
                raise Undecided(f"how {game.name(identifier)} is suspended is not modelled")
            return ability
    return None


def _judge_beginning(judging: Judging, game: Game, action: SpecialAction, player: str) -> None:
    """Look at whether the card could begin to be cast: the time, and what forbids it."""
    quick = closing_the_stack(game)
    if quick is not None:
        judging.forbid("forbidden", ("keyword.split_second",), quick)
    in_time = {at: is_time(game, player, at) for at in ("any", "main")}
    mine = game.situation.active == player
    trial = game.fork(game.scenario)
    cast = Cast(cast=action.of, controller=player)
    spell = propose(trial, proposal(trial, cast), cast)
    scene, source = trial.scene(), Source(spell.id)
    rules = rules_in_force(trial, scene)
    doubt = doubt_of(game) if in_time["main"] else None
    in_time["main"] = in_time["main"] and doubt is None
    now = any(
        in_time[each.at] and (each.of is None or fits(each.of, scene, source, spell.id))
        for each in permissions("cast", "time")
    )
    if now or any(is_allowed(rule, scene, "cast as an instant", spell.id, player) for rule in rules):
        judging.allow("time", ("special.suspend",))
    elif doubt is not None:
        judging.unsure(doubt)
    else:
        judging.missing("time", ("special.suspend",))
    for rule in rules:
        if is_forbidden(rule, scene, "cast", spell.id, player, zone="hand", own_turn=mine) and not is_at_its_time(
            rule, in_time["main"]
        ):
            judging.forbid("forbidden", ("cant_beats_can",), None if rule.source.id == spell.id else rule.source.id)


def owed_for_suspending(game: Game, identifier: int, player: str, x: int | None) -> Owing:
    """What is owed for suspending a card that has suspend. Raises Undecided for a cost in words."""
    ability = suspension(game, identifier)
    assert ability is not None
    return owing_for_special(game, cost_parts(ability.cost or ""), x, pool_of(game, player) is not None)


def suspend(game: Game, action: SpecialAction, player: str) -> None:
    """The card is exiled for its cost, with its time counters on it."""
    item = game.find(action.of)
    ability = suspension(game, item.id)
    assert ability is not None and ability.number is not None
    owing = owed_for_suspending(game, item.id, player, action.x)
    settle(game, [owing], Bill((), item.id, player, action.x), action.paying)
    made = moving.move(game, item.id, "exile", action.as_)
    if made is not None and made.zone == "exile":
        game.put_counters(made.id, "time", ability.number)
