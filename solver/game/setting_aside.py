"""Special actions by which a card is exiled from the hand, to be cast in a later turn (rule key timing.special)."""

from __future__ import annotations

from layerproof.kb.keywords.casting_costs import OWN
from layerproof.kb.keywords.keyword_files import keyword_ability
from layerproof.kb.keywords.keyword_record import KeywordAbility, SetAside
from layerproof.kb.keywords.ways_of_casting import set_aside_by
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.situation import GameObject
from layerproof.kb.model.told.fact_kinds import with_told
from layerproof.kb.notation.cost_words import cost_parts
from layerproof.kb.scenario.action import SpecialAction
from layerproof.solver.game.costs import Bill
from layerproof.solver.game.judgement import Judgement, Judging
from layerproof.solver.game.owing import Owing, owing_for_special
from layerproof.solver.game.pools import pool_of
from layerproof.solver.game.rights import doubts, doubts_time, is_forbidden, rules_in_force
from layerproof.solver.game.settlement import judge_special_cost
from layerproof.solver.game.settling import settle
from layerproof.solver.game.stacking import doubt_of
from layerproof.solver.game.timing import is_time, without_priority
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation import moving
from layerproof.solver.situation.game import Game


def judge_setting_aside(game: Game, action: SpecialAction) -> Judgement:
    """Whether a card can be exiled from the hand by the special action of a keyword ability, with every reason.

    Sources: the rule of the keyword, and rule key timing.special. Raises Undecided where what is not modelled decides.
    """
    record, aside = _keyword(action)
    judging, item, player = judging_from_hand(game, action, record.rule)
    if item.zone != "hand":
        return judging.result()
    owings = _owings(game, item.id, action, player, judging)
    if not owings and judging.unknown is None:
        judging.forbid("object", (record.rule,))
        return judging.result()
    judging.allow("place", (record.rule,))
    if aside.at == "main" and (doubt := doubt_of(game)) is not None:
        judging.unsure(doubt)
    if game.situation.active == player if aside.at == "own turn" else is_time(game, player, "main"):
        judging.allow("time", (record.rule,))
    elif (elsewhen := doubts_time(game, game.scene(), action.special)) is not None:
        judging.unsure(elsewhen)
    else:
        judging.missing("time", (record.rule,))
    if owings:
        judge_special_cost(judging, game, owings, item.id, action.x)
    for rule in rules_in_force(game, game.scene()):
        if is_forbidden(rule, game.scene(), action.special, item.id, player):
            judging.forbid("forbidden", ("cant_beats_can",), rule.source.id)
    return judging.result()


def judging_from_hand(game: Game, action: SpecialAction, rule: str) -> tuple[Judging, GameObject, str]:
    """The judging of a special action with a card in its owner's hand, as far as it goes for each of them, with the
    card and the player: whose card it is, who has priority, and where the card is.

    rule: the key of the rule that allows the action. Raises Invalid where the card or the player does not exist.
    """
    item = game.existing(action.of)
    player = game.player(action.controller) if action.controller is not None else item.owner
    judging = Judging(game, action.special, player, item.id)
    judging.doubt = doubts(game, game.scene(), action.special, item.id)
    if player != item.owner:
        judging.forbid("player", (rule,), about=item.owner)
    lacking = without_priority(game, player)
    if lacking is not None:
        judging.forbid("priority", (lacking,))
    if item.zone != "hand":
        judging.missing("place", (rule,), item.zone)
    return judging, item, player


def _keyword(action: SpecialAction) -> tuple[KeywordAbility, SetAside]:
    record, aside = keyword_ability(action.special), set_aside_by(action.special)
    if record is None or aside is None:
        raise Undecided(f"the special action {action.special!r} is not modelled")
    return record, aside


def _owings(game: Game, identifier: int, action: SpecialAction, player: str, judging: Judging | None) -> list[Owing]:
    """What is owed, one entry for each instance of the keyword ability that the card has."""
    _, aside = _keyword(action)
    found: list[Owing] = []
    for instance in game.entry(identifier).abilities:
        ability = instance.ability
        if isinstance(ability, Keyword) and ability.keyword == action.special:
            cost = cost_parts(ability.cost or "") if aside.cost == OWN else cost_parts(aside.cost)
            try:
                found.append(owing_for_special(game, cost, action.x, pool_of(game, player) is not None))
            except Undecided as error:
                if judging is None:
                    raise
                judging.unsure(error)
    return found


def set_aside(game: Game, action: SpecialAction, player: str) -> None:
    """The card is exiled for its cost, and may be cast in a later turn."""
    _, aside = _keyword(action)
    item = game.find(action.of)
    owings = _owings(game, item.id, action, player, None)
    settle(game, owings, Bill((), item.id, player, action.x), action.paying)
    made = moving.move(game, item.id, "exile", action.as_)
    if made is not None and made.zone == "exile":
        told = with_told(made.told, ((aside.told, 1), ("exiled this turn", 1)))
        game.update(made.id, told=told, face_down="plain" if aside.face_down else None)
