"""Actions in a timeline: each must be legal, and then it does what the rules say it does."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec

from layerproof.kb.keywords.keyword_files import KICKS, does, keyword_ability
from layerproof.kb.model import ability as ab
from layerproof.kb.model import instruction as i
from layerproof.kb.model.costs.activation_limit import OnlyOnce, TimesEachTurn
from layerproof.kb.model.costs.mana import COLORED
from layerproof.kb.model.occurrence import (
    Activated,
    Attacked,
    Blocked,
    Cast,
    StatusChange,
    Targeted,
    Unsaid,
    ZoneChange,
)
from layerproof.kb.model.resolution.choices import asks_for_nothing
from layerproof.kb.model.situation import GameObject
from layerproof.kb.model.told.fact_kinds import named_by, naming, with_told
from layerproof.kb.scenario import action as ac
from layerproof.kb.scenario.scenario_file import ability_label
from layerproof.kb.wording.plain_words import about_words
from layerproof.solver.game import casting
from layerproof.solver.game.activating import LOYALTY, Found, find_ability, limits_of, loyalty_cost, owing_of
from layerproof.solver.game.assigning import combat_damage
from layerproof.solver.game.blocking import declaration
from layerproof.solver.game.combat import bands, defender
from layerproof.solver.game.costs import Bill
from layerproof.solver.game.judgement import Judging, Reason, log_reasons
from layerproof.solver.game.legality import judge_action
from layerproof.solver.game.mana_abilities import produced
from layerproof.solver.game.mana_at_hand import units_of
from layerproof.solver.game.modes import ability_bodies
from layerproof.solver.game.owing import owing_for_spell
from layerproof.solver.game.passing import passes, resolve_top
from layerproof.solver.game.pools import add_to_pool, pool_of
from layerproof.solver.game.proposing import proposal, propose, with_modes_announced
from layerproof.solver.game.setting_aside import set_aside
from layerproof.solver.game.settling import remember_payment, settle
from layerproof.solver.game.special import play_land, turn_up
from layerproof.solver.game.stacking import NO_CARD
from layerproof.solver.game.suspending import suspend
from layerproof.solver.layers.reading import PERMANENT_TYPES, has_keyword_that
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.telling import KICKED, may_be_kicked
from layerproof.solver.replacing.happens import counters_on, put_counters
from layerproof.solver.situation import moving
from layerproof.solver.situation.auras_put import hosts_told
from layerproof.solver.situation.chosen import chosen_of
from layerproof.solver.situation.dividing import announce
from layerproof.solver.situation.game import Forbidden, Game, Invalid, new_object
from layerproof.solver.situation.turns import pools_empty, report_undeclared
from layerproof.solver.situation.unasked import resolution_known, spell_known

replace = msgspec.structs.replace
WITH = "creatures attacked with this turn"


def act(game: Game, action: ac.Action) -> None:
    """A player takes an action.

    Raises Invalid where it is illegal, with the rule that forbids it (rule key action.undone), or where it does not say
    how its cost is paid; Undecided where what is not modelled decides.
    """
    preferred = dict(getattr(action, "choices", ())).get("replacement", ())
    game.preferred = tuple(str(each) for each in preferred)
    game.hosts = hosts_told(action)
    if isinstance(action, ac.Passes):
        passes(game, action)
        return
    if isinstance(action, ac.ResolveTop):
        resolve_top(game, action)
        return
    judgement = judge_action(game, action)
    if not judgement.legal:
        if all(each.says["about"] == "divided" for each in judgement.reasons):
            # What a player could not have chosen is in no world.
            raise Forbidden(refusal(game, judgement.reasons), "cast.division")
        raise Invalid(refusal(game, judgement.reasons), "take the action out, or change what happened before it")
    player = judgement.reasons[0].says["player"]
    with game.because(_rule_of(action), *log_reasons(game, judgement.reasons), player=player):
        _take(game, action, player)


def _rule_of(action: ac.Action) -> tuple[str, ...]:
    """By which rule an action is taken."""
    match action:
        case ac.Cast():
            return ("cast.steps",)
        case ac.Activate():
            return ("activate.steps",)
        case ac.PlayLand():
            return ("special.play_land",)
        case ac.SpecialAction(special="turn face up"):
            return ("special.turn_face_up",)
        case ac.SpecialAction(special=special):
            record = keyword_ability(special)
            return ("timing.special",) if record is None else (record.rule,)
        case ac.Attack():
            return ("turn.declare_attackers",)
        case ac.Block() | ac.Blockers():
            return ("turn.declare_blockers",)
    return ("turn.combat_damage",)


def _take(game: Game, action: ac.Action, player: str) -> None:
    match action:
        case ac.Cast():
            cast(game, action)
        case ac.Activate():
            _activate(game, action)
        case ac.PlayLand():
            play_land(game, action)
        case ac.SpecialAction(special="suspend"):
            suspend(game, action, player)
        case ac.SpecialAction(special="turn face up"):
            turn_up(game, action, player)
        case ac.SpecialAction():
            set_aside(game, action, player)
        case ac.Attack():
            _attack(game, action)
            return
        case ac.Block() | ac.Blockers():
            _block(game, action)
            return
        case ac.CombatDamage():
            combat_damage(game, action)
            return
    _keeps_priority(game, player)


def refusal(game: Game, reasons: tuple[Reason, ...]) -> str:
    """Why an action is illegal, in a sentence with the rules that forbid it."""
    first = reasons[0].says
    what = first.get("card") or (game.name(first["object"]) if first["object"] is not None else "these creatures")
    parts = []
    for each in reasons:
        cited = game.edition.cite(each.rule)
        about = each.says["about"]
        named = game.name(about) if isinstance(about, int) else about and about_words(about)
        source = each.says["source"]
        by = "" if source is None else f", by {game.name(source)}"
        parts.append(f"{cited.gloss} (rule {cited.number}{by}{'' if named is None else f': {named}'})")
    return f"{first['player']} cannot {first['action']} ({what}): {' '.join(parts)}"


def _keeps_priority(game: Game, player: str) -> None:
    """Who acted has priority afterwards, where priority is followed (rule key priority.after_action)."""
    if game.situation.priority is not None:
        game.set_turn("priority.after_action", priority=player, passed=0)


def cast(game: Game, action: ac.Cast, resolving: bool = False) -> int:
    """A spell is put on the stack, with its choices and targets, and paid for; the identifier of the spell.

    It must be legal to cast it. resolving: what resolves lets it be cast. Source: rule key cast.steps. Raises Invalid
    where a mode or target is not said, Undecided where it is not said how the cost is paid.
    """
    proposed = proposal(game, action)
    action = with_modes_announced(proposed, action)
    targets = tuple(game.who(each) for each in action.targets)
    with game.one_moment():
        spell = propose(game, proposed, action, casting.spell_label(action))
        game.update(spell.id, "cast.targets", targets=targets)
        if game.casts is not None:
            told = with_told(game.item(spell.id).told, (("spells cast before it this turn", game.casts),))
            game.update(spell.id, "cast.done", told=told)
            game.casts += 1
        if may_be_kicked(game.entry(spell.id)):
            kicks = sum(number for keyword, number in game.item(spell.id).paid if does(keyword, KICKS))
            game.update(spell.id, "cast.announce", told=with_told(game.item(spell.id).told, ((KICKED, kicks),)))
        game.report(ZoneChange(proposed.object, (spell.id,), proposed.zone, "stack"))
    entry = game.entry(spell.id)
    spell_known(game.name(spell.id), entry, action.choices)
    bodies: list[i.Body] = [()]
    if proposed.shape.targets:
        bodies = casting.spell_bodies(game, entry, action.choices)
    _needs_targets(game, bodies, action.targets)
    choices, _ = chosen_of(game, action.choices)
    source = Source(spell.id, proposed.player, targets=targets, choices=choices, x=action.x)
    announce(game, source, bodies[0], game.name(spell.id))
    costing = casting.costing(proposed, spell.id, action, resolving)
    owings = owing_for_spell(game, costing._replace(amounts=pool_of(game, proposed.player) is not None))
    with game.because("cast.paid", player=proposed.player, object=spell.id):
        settle(game, owings, Bill((), None, proposed.player, action.x), action.paying)
    if not entry.types & PERMANENT_TYPES:
        remember_payment(game, spell.id, "cast.paid")
    with game.one_moment(), game.because("cast.done", player=proposed.player, object=spell.id):
        game.report(Cast(spell.id, proposed.player))
        for each in targets:
            game.report(Targeted(each, spell.id, proposed.player))
    return spell.id


def _needs_targets(game: Game, bodies: list[i.Body], targets: tuple[str, ...]) -> None:
    if len(bodies) > 1:
        raise Invalid("which mode is chosen is not said", "name it with choices: {mode: …}")
    if not targets and any(isinstance(each, i.Target) and each.least != 0 for each in bodies[0]):
        raise Invalid("what is targeted is not said", "name it with targets: [LABEL]")


def _activate(game: Game, action: ac.Activate) -> None:
    item = game.find(action.activate)
    found = find_ability(game, item, action.ability, action.activate)
    player = game.player(action.controller) if action.controller else game.scene().controller_of(item.id) or item.owner
    bodies = ability_bodies(Judging(game, "activate", player, item.id), found.usable.body, action.choices)
    quiet = not found.is_mana_ability and asks_for_nothing(found.usable.body)
    resolution_known(f"the ability of {game.name(item.id)}", action.choices, quiet)
    _needs_targets(game, bodies, action.targets)
    targets = tuple(game.who(each) for each in action.targets)
    choices, _ = chosen_of(game, action.choices)
    announce(game, Source(item.id, player, targets, choices=choices, x=action.x), bodies[0], game.name(item.id))
    ability = None if found.is_mana_ability else _onto_stack(game, action, item, found, player)
    _mark_used(game, item, found)
    if isinstance(found.part, ab.Loyalty):
        cost = loyalty_cost(game, item, found.part, player)
        if cost > 0:
            put_counters(game, counters_on(item.id, LOYALTY, cost, player, False))
        else:
            game.remove_counters(item.id, LOYALTY, -cost, "cost.definition")
    else:
        owing = owing_of(game, found, item.id, player, action.x)
        with game.because("activate.like_casting", player=player, object=item.id):
            settle(game, [owing], Bill((), item.id, player, action.x), action.paying)
        if ability is not None:
            remember_payment(game, ability, "activate.like_casting")
    if found.is_mana_ability:
        _make_mana(game, action, item, found, player)
    with game.one_moment(), game.because("activate.instructions", player=player, object=item.id):
        game.report(Activated(item.id, player))
        for each in action.targets:
            game.report(Targeted(game.who(each), item.id if ability is None else ability, player, True))


def _make_mana(game: Game, action: ac.Activate, item: GameObject, found: Found, player: str) -> None:
    """A mana ability resolves at once: its mana goes into the pool (rule keys mana_ability.no_stack, mana.pool)."""
    if found.usable.body:
        raise Undecided(f"what else a mana ability of {game.name(item.id)} does is not modelled")
    if pool_of(game, player) is None:
        with suppress(Undecided):
            _fitting(game, action, item, found)
        return
    if found.part.adds.only is not None:
        raise Undecided("mana in a pool that may be spent on some things only is not modelled")
    entry = game.entry(item.id)
    fitting = _fitting(game, action, item, found)
    if len(fitting) > 1:
        raise Undecided("which mana an ability adds is not said")
    for symbols in fitting:
        with game.because("mana_ability.no_stack", player=player, object=item.id):
            add_to_pool(game, player, units_of(symbols, "snow" in entry.supertypes))


def _fitting(game: Game, action: ac.Activate, item: GameObject, found: Found) -> set[str]:
    """The mana that an ability could add, of the color that is told. Raises Forbidden where it could add other mana
    only (rule key color.choice)."""
    chosen = {str(value) for key, values in action.choices if key == "color" for value in values}
    letters = {letter for letter, color in COLORED.items() if color in chosen}
    made = produced(found.part.adds, game.entry(item.id), item, game)
    fitting = {each for each in made if not letters or set(each) & set("WUBRG") == letters}
    if made and not fitting:
        what = f"{game.name(item.id)} adds no mana that is {' and '.join(sorted(chosen))}"
        raise Forbidden(what, "color.choice", f"one of {', '.join(sorted(made))}")
    return fitting


def _onto_stack(game: Game, action: ac.Activate, item: GameObject, found: Found, player: str) -> int:
    """The ability is created on top of the stack (rule key activate.on_stack); its identifier is returned."""
    choices: Any = action.choices
    looked, objects = chosen_of(game, choices)
    if objects:
        raise Undecided("objects chosen as an ability is activated are not modelled")
    return new_object(
        game,
        NO_CARD,
        "stack",
        player,
        label=action.as_ or ability_label(action.activate),
        x=action.x,
        choices=looked,
        targets=tuple(game.who(each) for each in action.targets),
        granter=found.usable.granter or item.granter,
        ability=found.part,
        source=item.id,
        rule="activate.on_stack",
    ).id


def _mark_used(game: Game, item: GameObject, found: Found) -> None:
    """Remember an ability that may be activated once only (rule key activate.restricted)."""
    name = LOYALTY if isinstance(found.part, ab.Loyalty) else found.name
    limits = [each.limit for each in limits_of(found)]
    if name == LOYALTY or any(isinstance(each, TimesEachTurn) for each in limits):
        game.update(item.id, "activate.restricted", used=(*item.used, name))
    if OnlyOnce() in limits:
        game.update(item.id, "activate.restricted", spent=(*item.spent, name))


def _attack(game: Game, action: ac.Attack) -> None:
    """The creatures attack and are tapped (rule keys attack.chosen, attack.taps)."""
    at = defender(game, action) or ""
    if game.situation.step != "declare attackers":
        pools_empty(game)
    with game.one_moment():
        for each in action.attack:
            item = game.find(each)
            stays = has_keyword_that(game.entry(item.id), "attacks untapped")
            if not stays:
                with game.because("attack.taps", object=item.id):
                    moving.set_status(game, item.id, "tap")
            attacking = ("attacking", at if isinstance(at, str) else naming(at))
            told = with_told(item.told, (attacking, ("attacked this turn", 1)))
            game.update(item.id, "attack.chosen", told=told)
            game.report(Attacked(item.id, at, len(action.attack) == 1))
        for each_player in game.situation.players:
            if each_player.name != game.situation.active:
                attacked = ("attacked this combat", int(at == each_player.name and bool(action.attack)))
                game.set_player(each_player.name, "attack.chosen", told=with_told(each_player.told, (attacked,)))
        for number, band in enumerate(bands(game, action), 1):
            for each_id in band:
                told = with_told(game.item(each_id).told, (("band", number),))
                game.update(each_id, "keyword.banding.bands", told=told)
        player = game.situation.active
        told = game.situation.player_state(player).told
        before = dict(told).get(WITH, 0)
        number = (before if isinstance(before, int) else 0) + len(set(action.attack))
        game.set_player(player, "attack.chosen", told=with_told(told, ((WITH, number),)))
        game.set_turn(step="declare attackers")


def _block(game: Game, action: ac.Block | ac.Blockers) -> None:
    """The creatures block (rule keys block.chosen, block.becomes_blocked, keyword.banding.block)."""
    if game.situation.step != "declare blockers":
        pools_empty(game)
    with game.one_moment():
        for attacker, blockers in declaration(game, action).blocks:
            banded = _band_of(game, attacker)
            if banded:
                # What the others of a band become blocked by is no block that triggers are told of.
                game.report(Unsaid("blocked"))
                game.deed("blocks a band", game.item(attacker).controller, attacker, *banded)
            for blocker in blockers:
                told = game.item(blocker).told
                blocked = (*named_by(dict(told).get("blocking")), attacker, *banded)
                told = with_told(told, (("blocking", naming(*dict.fromkeys(blocked))),))
                game.update(blocker, "block.chosen", told=told)
                game.report(Blocked(blocker, attacker))
            for each in (attacker, *banded):
                if not dict(game.item(each).told).get("blocked"):
                    game.report(StatusChange(each, "blocked"))
                game.update(each, "block.becomes_blocked", told=with_told(game.item(each).told, (("blocked", 1),)))
        if isinstance(action, ac.Blockers):
            _unblocked(game, declaration(game, action).player)
        else:
            # Whether anything else blocks the others is not told.
            report_undeclared(game)
        game.set_turn(step="declare blockers")


def _unblocked(game: Game, player: str) -> None:
    """What attacks a player who has declared all blockers, and has none, is unblocked (block.becomes_blocked)."""
    alone = sum(not each.lost for each in game.situation.players) == 2
    for item in game.situation.objects:
        told = dict(item.told)
        if told.get("attacking") and not told.get("blocked") and (alone or told["attacking"] == player):
            if "blocked" not in told:
                game.report(StatusChange(item.id, "unblocked"))
            game.update(item.id, "block.becomes_blocked", told=with_told(item.told, (("blocked", 0),)))


def _band_of(game: Game, attacker: int) -> list[int]:
    """The other attackers of a band."""
    number = dict(game.item(attacker).told).get("band")
    there = [item.id for item in game.situation.objects if number and dict(item.told).get("band") == number]
    return [each for each in there if each != attacker]
