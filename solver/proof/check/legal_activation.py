"""The legality of activating an ability, seen by the checker."""

from __future__ import annotations

from typing import NamedTuple

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.legality.legal_actions import is_unread_ability
from layerproof.kb.model import ability as ab
from layerproof.kb.model import effect as ef
from layerproof.kb.model import instruction as ins
from layerproof.kb.model.costs.activation_limit import AsSorcery, ByAnyone, Limit, OtherLimit
from layerproof.kb.model.costs.cost import Cost, TapSelf, UntapSelf
from layerproof.kb.model.costs.payment import Owed
from layerproof.kb.model.expression import Ref
from layerproof.kb.model.modification import Cant, MoreLoyalty
from layerproof.kb.notation.cost_words import cost_parts
from layerproof.kb.oracle.costs.activation_limits import Stated, limits
from layerproof.kb.scenario.action import Activate
from layerproof.solver.proof.check.affording import Payer, moves_itself
from layerproof.solver.proof.check.aiming import look_at_each_way
from layerproof.solver.proof.check.arrivals import choices_of
from layerproof.solver.proof.check.bodies import Found, activated, picked, refuse_worded
from layerproof.solver.proof.check.charging import charge_ability
from layerproof.solver.proof.check.coming import Coming, concerns, watchers
from layerproof.solver.proof.check.deontic import (
    Findings,
    Step,
    allowing,
    clauses,
    forbidding,
    misunderstood,
    unread_of_keyword,
)
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.limiting import look_at_limits
from layerproof.solver.proof.check.loosening import bar_or_open
from layerproof.solver.proof.check.modes_chosen import with_each_mode
from layerproof.solver.proof.check.moments import (
    circumstances,
    closes_the_stack,
    main_phase_of,
    newly_controlled,
    no_priority,
)
from layerproof.solver.proof.check.owing import ability_dues
from layerproof.solver.proof.check.phrasing import lets
from layerproof.solver.proof.check.purse import purse_of
from layerproof.solver.proof.check.saying_of_x import look_at_x, paid_in_colors, words_of_body
from layerproof.solver.proof.check.stacking import unclear_stack
from layerproof.solver.proof.check.view import intrinsic_ability, intrinsic_types
from layerproof.solver.proof.check.world import Says


class Meant(NamedTuple):
    """The ability that is activated: its instance, what the view has of it, and the activated ability that it is."""

    instance: str
    found: Found
    part: ab.Activated | ab.Loyalty | ab.ClassLevel

    @property
    def for_mana(self) -> bool:
        """Whether it is a mana ability: it adds mana, has no target and is no loyalty ability."""
        adds = isinstance(self.part, ab.Activated) and self.part.adds is not None
        return adds and not any(isinstance(each, ins.Target) for each in self.found.body)

    @property
    def price(self) -> Cost:
        """Its cost; loyalty is counted apart."""
        if isinstance(self.part, ab.Activated):
            return self.part.cost
        return cost_parts(self.part.cost) if isinstance(self.part, ab.ClassLevel) else ()

    @property
    def terms(self) -> tuple[Stated, ...]:
        """What its text says about when, how often and by whom it is activated."""
        if isinstance(self.part, ab.ClassLevel):
            return limits("only as a sorcery")
        return limits(self.part.restriction if isinstance(self.part, ab.Activated) else None)

    def has_term(self, kind: type[Limit]) -> bool:
        """Whether one of the limits in its text is of a kind."""
        return any(isinstance(each.limit, kind) for each in self.terms)

    def says_of_itself(self, matter: str) -> bool:
        """Whether a limit that is known by its words alone is about this matter: `player` or `cost`."""
        return any(isinstance(each.limit, OtherLimit) and each.limit.about == matter for each in self.terms)


def meant(game: Game, action: Activate) -> tuple[int, Meant]:
    """The object and the ability of an action; Incomplete where they are not there or not told apart."""
    identifier = game.labelled(action.activate)
    if identifier not in game.objects or identifier not in game.view:
        raise Incomplete(f"the object {action.activate}, which is not there")
    entry = game.view[identifier]
    listed = activated(entry)
    if isinstance(action.ability, int) and any(
        isinstance(each.ability, ab.Keyword) and is_unread_ability(each.ability.keyword) for each in entry.abilities
    ):
        raise Incomplete("the number of an ability beside keyword abilities that are not modelled")
    refuse_worded(entry, action.ability)
    found = picked(listed, action.ability, entry)
    every: list[tuple[str, ab.Activated | ab.Loyalty | ab.ClassLevel]] = []
    for instance in entry.abilities:
        ability = instance.ability
        inner = meaning(ability) if isinstance(ability, ab.Keyword) else (ability,)
        every.extend((instance.name, each) for each in inner if isinstance(each, ab.Activated))
        every.extend((instance.name, each) for each in inner if isinstance(each, ab.Loyalty | ab.ClassLevel))
    every.extend((f"intrinsic {word}", intrinsic_ability(word)) for word in intrinsic_types(entry))
    place = next(number for number, each in enumerate(listed) if each is found)
    return identifier, Meant(every[place][0], found, every[place][1])


def activation_steps(game: Game, action: Activate) -> list[Step]:
    """The steps about the activation of an ability."""
    identifier, ability = meant(game, action)
    obj, entry = game.objects[identifier], game.view[identifier]
    # Who controls it, or owns it where nothing has a controller.
    holder = entry.controller if obj.zone in ("battlefield", "stack") else obj.owner
    player = action.controller or holder
    if player not in game.players:
        raise Incomplete(f"the player {player!r}")
    what = {"action": "activate", "player": player, "object": identifier, "ability": ability.instance}
    found = Findings(game, what, misunderstood(game, "activate", identifier))
    if isinstance(ability.found.ability, ab.Keyword):
        found.open = found.open or unread_of_keyword(game, ability.found.ability.keyword)
    if holder != player and not ability.has_term(ByAnyone) and not ability.says_of_itself("player"):
        bar_or_open(found, game, "activate", "activate.steps", None, holder, because="player")
    if (rule := no_priority(game, player)) is not None:
        found.no("priority", rule)
    _place(found, obj.zone, ability)
    granter = ability.found.granter if ability.found.granter is not None else obj.granter
    choices = tuple(pair for pair in choices_of(game, action.choices) if pair[0] != "object")
    says = Says(identifier, controller=player, granter=granter, x=action.x, choices=choices)
    _time(found, game, identifier, ability, player, says)
    _forbidden(found, game, identifier, ability, player)
    _targets(found, game, ability, says, action)
    _price(found, game, identifier, ability, player, action.x)
    return found.steps()


def _targets(found: Findings, game: Game, ability: Meant, says: Says, action: Activate) -> None:
    """Modes and targets: where no mode is named it is enough that one of them could be chosen."""
    try:
        ways = with_each_mode(found, ability.found.body, action.choices)
    except Incomplete as why:
        found.unsure(why)
        return
    look_at_each_way(found, game, ways, says, action.targets)


def _place(found: Findings, zone: str, ability: Meant) -> None:
    """An ability functions on the battlefield, or only where its text says, or from where it moves its object."""
    where = ability.part.zones if isinstance(ability.part, ab.Activated) else ("battlefield",)
    key = "ability.functions"
    if where != ("battlefield",):
        itself = ef.Only(Ref("self"))
        moved = [each for each in ability.found.body if isinstance(each, ins.Move) and each.affects == itself]
        moved_to_pay = [each for each in ability.price if moves_itself(each)]
        key += ".moves_from_zone" if moved or moved_to_pay else ".stated_zones"
    if zone in where:
        found.yes("place", key)
    else:
        found.no("place", key, about=zone)


def _time(found: Findings, game: Game, identifier: int, ability: Meant, player: str, says: Says) -> None:
    used, at_main = game.objects[identifier].used, main_phase_of(game, player)
    slow = isinstance(ability.part, ab.Loyalty) or ability.has_term(AsSorcery)
    if slow and at_main and (why := unclear_stack(game)) is not None:
        found.unsure(why)
    if isinstance(ability.part, ab.Loyalty):
        if not at_main:
            bar_or_open(found, game, "activate", "loyalty.timing", None, because="time")
        if "loyalty" in used:
            bar_or_open(found, game, "activate", "loyalty.timing", None, because="once")
        if at_main and "loyalty" not in used:
            found.yes("time", "loyalty.timing")
        return
    before = _hours(found)
    look_at_limits(found, game, identifier, ability.instance, says, ability.terms, player)
    if _hours(found) == before:
        if ability.has_term(AsSorcery):
            found.yes("time", "activate.as_sorcery")
        else:
            found.yes("time", "timing.mana_ability" if ability.for_mana else "timing.activate")


def _hours(found: Findings) -> int:
    """How many findings forbid it because of the time."""
    return len([each for _, _, each in found.bad if each["because"] == "time"])


def _forbidden(found: Findings, game: Game, identifier: int, ability: Meant, player: str) -> None:
    """Split second, effects, and a creature that came under control too late to be tapped for a cost."""
    swift = closes_the_stack(game)
    if swift is not None and not ability.for_mana:
        found.no("forbidden", "keyword.split_second", swift)
    said, how = clauses(game), circumstances(game, player, game.objects[identifier].zone)
    for each in forbidding(game, said, "activate", identifier, player, how=how):
        exempt_mana = ability.for_mana and not each.says.mana  # type: ignore[union-attr]
        exempt_loyalty = isinstance(ability.part, ab.Loyalty) and not each.says.loyalty  # type: ignore[union-attr]
        if not exempt_mana and not exempt_loyalty:
            found.no("forbidden", "activate.forbidden", each.speaker.source)
    entry = game.view[identifier]
    with_symbol = any(isinstance(each, TapSelf | UntapSelf) for each in ability.price)
    if with_symbol and entry.battlefield and "creature" in entry.types and newly_controlled(game, identifier):
        if lets(entry, "acts at once"):
            found.yes("object", "keyword.haste.tap", identifier)
        elif not allowing(game, said, "tap", identifier, player):
            bar_or_open(found, game, "activate", "creature.summoning_sick", None)


def _price(found: Findings, game: Game, identifier: int, ability: Meant, player: str, x: int | None) -> None:
    obj = game.objects[identifier]
    if isinstance(ability.part, ab.Loyalty) and ability.part.cost is None:
        found.unsure(Incomplete("how much loyalty an ability takes that costs X"))
        return
    if isinstance(ability.part, ab.Loyalty):
        cost = loyalty_owed(game, identifier, ability.part, player)
        if cost != ability.part.cost:
            found.yes("cost", ("loyalty.combined", "loyalty.enough"))
        if game.counters_of(identifier).get("loyalty", 0) < -cost:
            found.no("cost", "loyalty.enough", about="loyalty")
        more = Coming("put_counters", cost, it=identifier, kind="loyalty", by=player, effect=False)
        barred = (each for each in watchers(game, game.world(), game.view) if isinstance(each.mod, Cant))
        if cost > 0 and any(concerns(game, each, more) for each in barred):
            found.no("cost", "cost.resources", about="loyalty")
        if purse_of(game, player) is not None:
            try:
                owed, _ = ability_dues(game, (), identifier, player, "loyalty", False, None, True)
                if owed.added or owed.at_least or owed.base.symbols:
                    raise Incomplete("mana beside the loyalty of an ability")
            except Incomplete as why:
                found.unsure(why)
        return
    if isinstance(ability.part, ab.ClassLevel) and obj.level + 1 != ability.part.level:
        found.no("forbidden", ("class.level_bar", "activate.instructions"))
    look_at_x(found, game, words_of_body(ability.found.body), x)
    try:
        if ability.says_of_itself("cost"):
            raise Incomplete("what the text of an ability adds to or takes from its own cost")
        dues = dues_of(game, identifier, ability, player, x)
    except Incomplete as why:
        found.unsure(why)
        return
    charge_ability(found, game, dues, Payer(player, identifier, x))


def loyalty_owed(game: Game, identifier: int, ability: ab.Loyalty, player: str) -> int:
    """The loyalty cost with what effects add to it for the player, put together to one; Incomplete where it is X."""
    if ability.cost is None:
        raise Incomplete("how much loyalty an ability takes that costs X")
    total = ability.cost
    for each in clauses(game) if "planeswalker" in game.view[identifier].types else ():
        if isinstance(each.says, MoreLoyalty) and player in each.players:
            total += each.says.number
    return total


def dues_of(game: Game, identifier: int, ability: Meant, player: str, x: int | None) -> tuple[Owed, Cost]:
    """What is owed for activating an ability."""
    within = ability.found.ability
    keyword = within.keyword if isinstance(within, ab.Keyword) else None
    followed = purse_of(game, player) is not None
    price = paid_in_colors(ability.price, words_of_body(ability.found.body), x) if followed else ability.price
    dues = ability_dues(game, price, identifier, player, keyword, ability.for_mana, x, followed)
    if price != ability.price and (dues[0].reductions or dues[0].at_least):
        raise Incomplete("limited mana for X in a cost that is changed")
    return dues
