"""Combat damage, seen by the checker: what each creature may assign it to, and whether all is assigned rightly."""

from __future__ import annotations

from typing import NamedTuple

from layerproof.kb.keywords.keyword_files import does
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.told.fact_kinds import named_by, with_told
from layerproof.kb.scenario.action import CombatDamage
from layerproof.solver.proof.check.coming import Coming
from layerproof.solver.proof.check.damaging import damage, deal_damage
from layerproof.solver.proof.check.deontic import Findings, Step, misunderstood
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.interfering import refuse_lethal, speaks_of_bands
from layerproof.solver.proof.check.moments import on_stack
from layerproof.solver.proof.check.phrasing import lets
from layerproof.solver.proof.check.turning import unspent_mana_goes
from layerproof.solver.proof.check.view import Entry

_BEFORE = ("untap", "upkeep", "draw")
_AFTER = ("second main", "end of combat", "end", "cleanup")
Share = dict[int | str, int]


class Blow(NamedTuple):
    """The combat damage of one creature: how much, to which creatures, then to what it attacks, then to the player who
    controls the planeswalker that it attacks; None where none of it can go there."""

    by: int
    many: int
    creatures: list[int]
    main: int | str | None
    beyond: str | None
    rule: str

    def may_go_to(self) -> list[int | str]:
        """All that some of it may be assigned to."""
        ends = [each for each in (self.main, self.beyond) if each is not None]
        return [*self.creatures, *ends]


def _facts(game: Game, identifier: int) -> dict[str, int | str]:
    return dict(game.objects[identifier].told) if identifier in game.objects else {}


def engaged(game: Game) -> list[int]:
    """What attacks or blocks, by identifier."""
    there = [each for each in sorted(game.objects) if each in game.view]
    return [each for each in there if _facts(game, each).get("attacking") or _facts(game, each).get("blocking")]


def _quick(game: Game) -> list[int]:
    return [each for each in engaged(game) if lets(game.view[each], "deals damage in the first step")]


def _now(game: Game) -> list[int]:
    """What assigns damage in the step that comes: in the first of two what has first or double strike, in the second
    what had neither as the first began, and what has double strike now."""
    everything = engaged(game)
    if game.strikes == 0:
        return _quick(game) or everything
    twice = [each for each in everything if lets(game.view[each], "deals damage in both steps")]
    return [each for each in everything if each in twice or each not in game.struck]


def _blows(game: Game) -> dict[int, Blow]:
    found = {}
    for each in _now(game):
        power = game.view[each].power or 0
        if power > 0:
            blow = _blow(game, game.view[each], power)
            if blow.may_go_to():
                found[each] = blow
    return found


def _blow(game: Game, entry: Entry, power: int) -> Blow:
    facts = _facts(game, entry.id)
    if blocking := facts.get("blocking"):
        if not named_by(blocking):
            raise Incomplete("what a creature blocks")
        still = [each for each in named_by(blocking) if _facts(game, each).get("attacking")]
        return Blow(entry.id, power, still, None, None, "combat_damage.blocking")
    main, beyond = _target(game, entry, facts["attacking"])
    if not _reaches_players(entry):
        beyond = None
    if not facts.get("blocked"):
        return Blow(entry.id, power, [], main, beyond, "combat_damage.unblocked")
    blocking_it = []
    for each in engaged(game):
        value = _facts(game, each).get("blocking")
        if value == 1:
            raise Incomplete("which attacker a creature blocks")
        if entry.id in named_by(value):
            blocking_it.append(each)
    if not lets(entry, "deals what is left over"):
        main = beyond = None
    elif any(lets(game.view[each], "forms bands") or speaks_of_bands(game.view[each]) for each in blocking_it):
        raise Incomplete("banding against trample")
    return Blow(entry.id, power, blocking_it, main, beyond, "combat_damage.blocked")


def _reaches_players(entry: Entry) -> bool:
    keywords = [each.ability for each in entry.abilities if isinstance(each.ability, Keyword)]
    return any(
        does(each.keyword, "deals what is left over") and each.quality == "over planeswalkers" for each in keywords
    )


def _target(game: Game, entry: Entry, whom: int | str) -> tuple[int | str | None, str | None]:
    if whom in game.players:
        return whom, None
    if not named_by(whom):
        others = [name for name, each in game.players.items() if not each.lost and name != entry.controller]
        if len(others) == 1:
            return others[0], None
        raise Incomplete("whom a creature attacks")
    identifier = named_by(whom)[0]
    there = game.view.get(identifier)
    if there is None:
        rivals = [name for name, each in game.players.items() if not each.lost and name != entry.controller]
        if _reaches_players(entry) and len(rivals) > 1:
            raise Incomplete("a planeswalker that is attacked and gone")
        return None, rivals[0] if rivals else None
    if not there.battlefield or "planeswalker" not in there.types:
        raise Incomplete("an attack on what is no planeswalker")
    return identifier, there.controller


def _said(game: Game, action: CombatDamage) -> dict[int, Share]:
    return {
        game.labelled(label): {game.target(whom): many for whom, many in parts if many}
        for label, parts in action.combat_damage
    }


def damage_steps(game: Game, action: CombatDamage) -> list[Step]:
    """The steps about an assignment of combat damage."""
    found = Findings(game, {"action": "assign combat damage", "player": game.active, "object": None})
    wrong_time = game.step in (*_BEFORE, *_AFTER) or bool(on_stack(game))
    if wrong_time or game.strikes == 2 or not engaged(game):
        found.no("time", "combat_damage.dealt")
        return found.steps()
    if (why := misunderstood(game, "assign combat damage")) is not None:
        found.unsure(why)
    blows, said = _blows(game), _said(game, action)
    for identifier in said:
        if identifier not in blows:
            later = identifier in engaged(game) and identifier not in _now(game)
            rule = "combat_damage.first_strike" if later else "combat_damage.power"
            found.no("object", rule, about=identifier)
    whole: dict[int, Share] = {}
    for each, blow in blows.items():
        if each not in said and len(blow.may_go_to()) > 1:
            found.unsure(Incomplete("how a creature assigns its combat damage"))
            return found.steps()
        whole[each] = said[each] if each in said else {blow.may_go_to()[0]: blow.many}
    for blow in blows.values():
        _look_at(found, game, blow, whole)
    if not found.bad:
        found.yes("time", "combat_damage.dealt")
        for each, blow in blows.items():
            found.yes("assigned", _by_rule(blow, whole[each]), each)
            if game.strikes == 1 or _quick(game):
                strikes_twice = lets(game.view[each], "deals damage in both steps")
                by = "keyword.double_strike.steps" if strikes_twice else "keyword.first_strike.steps"
                found.yes("assigned", by, each)
    return found.steps()


def _by_rule(blow: Blow, share: Share) -> str:
    if blow.beyond is not None and blow.beyond in share:
        return "keyword.trample.planeswalker_gone" if blow.main is None else "keyword.trample.planeswalkers"
    past = blow.rule == "combat_damage.blocked" and blow.main is not None and blow.main in share
    return "keyword.trample.assign" if past else blow.rule


def _look_at(found: Findings, game: Game, blow: Blow, whole: dict[int, Share]) -> None:
    share = whole[blow.by]
    for whom in share:
        if whom not in blow.may_go_to():
            found.no("object", blow.rule, blow.by, whom)
    if sum(share.values()) != blow.many:
        found.no("amount", "combat_damage.power", blow.by)
    if len(blow.creatures) >= 2 and game.edition.policy("damage_division") != "as_chosen":
        found.unsure(Incomplete("the order in which a creature assigns damage"))
    past = [each for each in (blow.main, blow.beyond) if each is not None and each in share]
    for each in blow.creatures if past else ():
        if not _dead(game, each, whole):
            found.no("lethal", "keyword.trample.assign", blow.by, each)
    if blow.beyond is not None and blow.beyond in share and isinstance(blow.main, int):
        loyalty = game.counters_of(blow.main).get("loyalty", 0)
        if sum(other.get(blow.main, 0) for other in whole.values()) < loyalty:
            found.no("lethal", "keyword.trample.planeswalkers", blow.by, blow.main)


def _dead(game: Game, creature: int, whole: dict[int, Share]) -> bool:
    """Whether a creature is assigned lethal damage in all, with what is marked on it."""
    entry = game.view[creature]
    if {"planeswalker", "battle"} & entry.types:
        raise Incomplete("lethal damage to a creature that is a planeswalker or battle too")
    total = game.objects[creature].damage
    for source, share in whole.items():
        many = share.get(creature, 0)
        if many and lets(game.view[source], "any damage is lethal"):
            return True
        total += many
    refuse_lethal(game)
    return total >= (entry.toughness or 0)


def strike(game: Game, action: CombatDamage) -> None:
    """Deal the combat damage of a step, all of it at once; what nothing blocked is unblocked from now on."""
    blows, said = _blows(game), _said(game, action)
    events: list[Coming] = []
    for each, blow in blows.items():
        share = said.get(each)
        if share is None:
            if len(blow.may_go_to()) > 1:
                raise Incomplete("how a creature assigns its combat damage")
            share = {blow.may_go_to()[0]: blow.many}
        events += [damage(share[whom], whom, each, True) for whom in blow.may_go_to() if whom in share]
    unspent_mana_goes(game)
    quick = _now(game) if game.strikes == 0 and _quick(game) else None
    for each in engaged(game):
        facts = _facts(game, each)
        if facts.get("attacking") and "blocked" not in facts:
            game.change(each, told=with_told(game.objects[each].told, (("blocked", 0),)))
    game.step = "combat damage"
    game.struck = game.struck if quick is None else tuple(quick)
    game.strikes = 2 if quick is None else 1
    game.touched()
    deal_damage(game, events)
