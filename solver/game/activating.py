"""Activating an ability: whether it is legal, and which ability of the object it is (rule key activate.steps)."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.legality.legal_actions import is_unread_ability
from layerproof.kb.model import ability as ab
from layerproof.kb.model import instruction as i
from layerproof.kb.model.costs.activation_limit import AsSorcery, ByAnyone, OtherLimit
from layerproof.kb.model.costs.cost import Cost, TapSelf, UntapSelf
from layerproof.kb.model.effect import Only
from layerproof.kb.model.expression import Ref
from layerproof.kb.model.modification import MoreLoyalty
from layerproof.kb.model.situation import GameObject
from layerproof.kb.notation.cost_words import cost_parts
from layerproof.kb.oracle.costs.activation_limits import Stated, limits
from layerproof.kb.scenario.action import Activate
from layerproof.solver.game.announced_x import judge_x, refuse_changes_of_x, said_by, with_mana_for_x
from layerproof.solver.game.costs import takes_itself
from layerproof.solver.game.judgement import Judgement, Judging
from layerproof.solver.game.limiting import judge_limits
from layerproof.solver.game.modes import ability_bodies
from layerproof.solver.game.owing import Owing, owing_for_ability
from layerproof.solver.game.pools import pool_of
from layerproof.solver.game.rights import doubts, doubts_use, is_allowed, is_forbidden, rules_in_force
from layerproof.solver.game.settlement import judge_ability_cost
from layerproof.solver.game.stacking import doubt_of
from layerproof.solver.game.targeting import judge_targets_of_one
from layerproof.solver.game.timing import closing_the_stack, is_sick, is_time, without_priority
from layerproof.solver.layers.changing import intrinsic_ability
from layerproof.solver.layers.reading import has_keyword_that
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.view import Entry, basic_land_types
from layerproof.solver.replacing.happens import cannot_happen, counters_on
from layerproof.solver.situation.abilities import Usable, activated_abilities, pick
from layerproof.solver.situation.chosen import chosen_of
from layerproof.solver.situation.game import Game

LOYALTY = "loyalty"
_LOYALTY_OF_X = "a loyalty cost of X is not modelled"
_ITSELF = Only(Ref("self"))


class Found(msgspec.Struct, frozen=True):
    """The ability that is meant: the instance's name, the record as it stands on the object, the activated ability that
    it is or stands for, and its instructions."""

    name: str
    usable: Usable
    part: Any

    @property
    def is_mana_ability(self) -> bool:
        """Whether it is a mana ability (rule key mana_ability.activated)."""
        targets = any(isinstance(each, i.Target) for each in self.usable.body)
        return isinstance(self.part, ab.Activated) and self.part.adds is not None and not targets

    @property
    def cost(self) -> Cost:
        """What it costs; loyalty is counted apart."""
        if isinstance(self.part, ab.ClassLevel):
            return cost_parts(self.part.cost)
        return self.part.cost if isinstance(self.part, ab.Activated) else ()


def find_ability(game: Game, item: GameObject, which: int | str, name: str) -> Found:
    """The activated ability of an object that WHICH of the scenario format means.

    Raises Invalid if there is none, Undecided where what the words mean is not known.
    """
    entry = game.entry(item.id)
    unread = [each.ability.keyword for each in entry.abilities if isinstance(each.ability, ab.Keyword)]
    unread = [each for each in unread if is_unread_ability(each)]
    if isinstance(which, int) and unread:
        raise Undecided(f"which ability of {name} is number {which}, as {unread[0]} is not modelled")
    usable = activated_abilities(entry)
    meant = pick(usable, which, entry, name, "activated")
    place = next(index for index, each in enumerate(usable) if each is meant)
    instance, part = list(_instances(entry))[place]
    return Found(instance, meant, part)


def _instances(entry: Entry) -> list[tuple[str, Any]]:
    """The activated abilities of an object in order, with the names of their instances."""
    found: list[tuple[str, Any]] = []
    for instance in entry.abilities:
        ability = instance.ability
        parts = meaning(ability) if isinstance(ability, ab.Keyword) else (ability,)
        found += [
            (instance.name, each) for each in parts if isinstance(each, ab.Activated | ab.Loyalty | ab.ClassLevel)
        ]
    return found + [(f"intrinsic {land}", intrinsic_ability(land)) for land in basic_land_types(entry)]


def judge_activation(game: Game, action: Activate) -> Judgement:
    """Whether an ability can be activated now, with every reason.

    Costs in mana count as payable where the scenario gives no mana. Raises Undecided where what is not modelled
    decides, Invalid for what is not there.
    """
    item = game.existing(action.activate)
    found = find_ability(game, item, action.ability, action.activate)
    scene = game.scene()
    holder = scene.controller_of(item.id) or item.owner
    player = game.player(action.controller) if action.controller is not None else holder
    judging = Judging(game, "activate", player, item.id, ability=found.name)
    judging.doubt = doubts(game, scene, "activate", item.id)
    if isinstance(found.usable.ability, ab.Keyword):
        judging.doubt = judging.doubt or doubts_use(game, scene, found.usable.ability.keyword)
    stated = limits_of(found)
    if player != holder and not any(isinstance(each.limit, ByAnyone) or _on_players(each) for each in stated):
        judging.forbid_unless_lifted("activate", ("activate.steps",), about=holder, because="player")
    lacking = without_priority(game, player)
    if lacking is not None:
        judging.forbid("priority", (lacking,))
    _judge_place(judging, item, found)
    choices, _ = chosen_of(game, action.choices)
    source = Source(item.id, player, x=action.x, choices=choices, granter=found.usable.granter or item.granter)
    _judge_time(judging, game, item, found, source, stated)
    _judge_prohibitions(judging, game, item, found, player)
    _judge_targets(judging, game, found, source, action)
    _judge_cost(judging, game, item, found, player, action.x)
    return judging.result()


def _on_players(stated: Stated) -> bool:
    """Whether the words of a limit that is not understood are about which players may activate the ability."""
    return isinstance(stated.limit, OtherLimit) and stated.limit.about == "player"


def _judge_targets(judging: Judging, game: Game, found: Found, source: Source, action: Activate) -> None:
    """Look at the modes and targets of an ability; where no mode is named one with legal targets is enough."""
    try:
        bodies = ability_bodies(judging, found.usable.body, action.choices)
    except Undecided as error:
        judging.unsure(error)
        return
    judge_targets_of_one(judging, game, bodies, source, action.targets)


def limits_of(found: Found) -> tuple[Stated, ...]:
    """The limits on activating an ability that its text states, each by itself (rule key activate.instructions)."""
    if isinstance(found.part, ab.ClassLevel):
        return limits("only as a sorcery")
    return limits(found.part.restriction) if isinstance(found.part, ab.Activated) else ()


def _judge_place(judging: Judging, item: GameObject, found: Found) -> None:
    """Look at whether the ability functions in the zone where its object is (rule key ability.functions)."""
    zones = found.part.zones if isinstance(found.part, ab.Activated) else ("battlefield",)
    rule = "ability.functions"
    if zones != ("battlefield",):
        rule = "ability.functions.moves_from_zone" if _moves_itself(found) else "ability.functions.stated_zones"
    if item.zone in zones:
        judging.allow("place", (rule,))
    else:
        judging.forbid("place", (rule,), about=item.zone)


def _moves_itself(found: Found) -> bool:
    """Whether the cost or effect of an ability moves its object out of a zone."""
    moves = any(isinstance(each, i.Move) and each.affects == _ITSELF for each in found.usable.body)
    return moves or any(takes_itself(each) for each in found.cost)


def _judge_time(
    judging: Judging, game: Game, item: GameObject, found: Found, source: Source, limits: tuple[Stated, ...]
) -> None:
    """Look at when the ability may be activated, and how often."""
    main = is_time(game, judging.player, "main")
    if main and (isinstance(found.part, ab.Loyalty) or any(each.limit == AsSorcery() for each in limits)):
        if (doubt := doubt_of(game)) is not None:
            judging.unsure(doubt)
    if isinstance(found.part, ab.Loyalty):
        if not main:
            judging.forbid_unless_lifted("activate", ("loyalty.timing",), because="time")
        elif LOYALTY not in item.used:
            judging.allow("time", ("loyalty.timing",))
        if LOYALTY in item.used:
            judging.forbid_unless_lifted("activate", ("loyalty.timing",), because="once")
        return
    if judge_limits(judging, game, item, found.name, source, limits):
        sorcery = any(isinstance(each.limit, AsSorcery) for each in limits)
        rule = "timing.mana_ability" if found.is_mana_ability else "timing.activate"
        judging.allow("time", ("activate.as_sorcery",) if sorcery else (rule,))


def _judge_prohibitions(judging: Judging, game: Game, item: GameObject, found: Found, player: str) -> None:
    """Look at what forbids it: split second, effects, summoning sickness."""
    scene, entry, mana = game.scene(), game.entry(item.id), found.is_mana_ability
    quick = closing_the_stack(game)
    if quick is not None and not mana:
        judging.forbid("forbidden", ("keyword.split_second",), quick)
    mine = game.situation.active == player
    rules = rules_in_force(game, scene)
    for rule in rules:
        if is_forbidden(rule, scene, "activate", item.id, player, zone=item.zone, own_turn=mine):
            spared = (mana and not rule.says.mana) or (  # type: ignore[union-attr]
                isinstance(found.part, ab.Loyalty) and not rule.says.loyalty  # type: ignore[union-attr]
            )
            if not spared:
                judging.forbid("forbidden", ("activate.forbidden",), rule.source.id)
    taps = any(isinstance(each, TapSelf | UntapSelf) for each in found.cost)
    if taps and "creature" in entry.types and item.zone == "battlefield" and is_sick(game, item.id):
        if has_keyword_that(entry, "acts at once"):
            judging.allow("object", ("keyword.haste.tap",), item.id)
        elif not any(is_allowed(rule, scene, "tap", item.id, player) for rule in rules):
            judging.forbid_unless_lifted("activate", ("creature.summoning_sick",))


def _judge_cost(judging: Judging, game: Game, item: GameObject, found: Found, player: str, x: int | None) -> None:
    """Look at whether the cost can be paid."""
    if isinstance(found.part, ab.Loyalty):
        there = sum(each.number for each in item.counters if each.kind == "loyalty")
        if found.part.cost is None:
            judging.unsure(Undecided(_LOYALTY_OF_X))
            return
        cost = loyalty_cost(game, item, found.part, player)
        if cost != found.part.cost:
            judging.allow("cost", ("loyalty.combined", "loyalty.enough"))
        if there + cost < 0:
            judging.forbid("cost", ("loyalty.enough",), about="loyalty")
        if cost > 0 and cannot_happen(game, counters_on(item.id, LOYALTY, cost, player, False)):
            judging.forbid("cost", ("cost.resources",), about="loyalty")
        try:
            _refuse_mana_besides(game, item.id, player)
        except Undecided as error:
            judging.unsure(error)
        return
    if isinstance(found.part, ab.ClassLevel) and item.level != found.part.level - 1:
        judging.forbid("forbidden", ("class.level_bar", "activate.instructions"))
    judge_x(judging, said_by(found.usable.body), x)
    try:
        owing = owing_of(game, found, item.id, player, x)
    except Undecided as error:
        judging.unsure(error)
        return
    judge_ability_cost(judging, game, owing, item.id, player, x)


def _refuse_mana_besides(game: Game, source: int, player: str) -> None:
    """Raise Undecided where a loyalty ability costs mana besides, for a player whose pool is followed, or may do so."""
    if pool_of(game, player) is None:
        return
    owing = owing_for_ability(game, (), source, player, LOYALTY, False, None, True)
    if owing.owed.added or owing.owed.at_least:
        raise Undecided("mana that a loyalty ability costs besides is not modelled")


def loyalty_cost(game: Game, item: GameObject, ability: ab.Loyalty, player: str) -> int:
    """What a loyalty ability costs or brings in all, as one number (rule key loyalty.combined). Raises Undecided where
    it costs X."""
    if ability.cost is None:
        raise Undecided(_LOYALTY_OF_X)
    scene = game.scene()
    if "planeswalker" not in scene.view[item.id].types:
        return ability.cost
    more = (
        rule.says.number
        for rule in rules_in_force(game, scene)
        if isinstance(rule.says, MoreLoyalty) and player in rule.names
    )
    return ability.cost + sum(more)


def owing_of(game: Game, found: Found, source: int, player: str, x: int | None) -> Owing:
    """What is owed for activating the ability that is meant; the amount of mana only where the pool is followed. Raises
    Undecided where the ability's own text says that it costs more or less."""
    if any(isinstance(each.limit, OtherLimit) and each.limit.about == "cost" for each in limits_of(found)):
        raise Undecided("what an ability's own text says of its cost is not modelled")
    ability, amounts = found.usable.ability, pool_of(game, player) is not None
    keyword = ability.keyword if isinstance(ability, ab.Keyword) else None
    cost = with_mana_for_x(found.cost, said_by(found.usable.body), x) if amounts else found.cost
    owing = owing_for_ability(game, cost, source, player, keyword, found.is_mana_ability, x, amounts)
    if owing.owed.reductions or owing.owed.at_least:
        refuse_changes_of_x(found.cost, cost)
    return owing
