"""Whether an action is legal now: its judgement, for claims and for the timeline."""

from __future__ import annotations

from layerproof.kb.notation.plain_data import tag_of
from layerproof.kb.scenario import action as ac
from layerproof.kb.wording.plain_words import in_words
from layerproof.solver.game.activating import judge_activation
from layerproof.solver.game.assigning import judge_combat_damage
from layerproof.solver.game.blocking import judge_block
from layerproof.solver.game.casting import judge_cast
from layerproof.solver.game.combat import judge_attack
from layerproof.solver.game.deciding import with_decider
from layerproof.solver.game.judgement import Judgement, Judging
from layerproof.solver.game.setting_aside import judge_setting_aside
from layerproof.solver.game.special import judge_land, judge_turning_up
from layerproof.solver.game.suspending import judge_suspending
from layerproof.solver.layers.scene import Undecided, open_zone
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.losing import is_over
from layerproof.solver.situation.naming import card_named


def judge_action(game: Game, action: ac.Action) -> Judgement:
    """Whether an action is legal in a game as it is, with the permissions used or all that forbids it.

    game: is not changed. Source: rule key cant_beats_can and the rules of each action. Raises Undecided where what is
    not modelled could decide, Invalid where the action names what is not there. Costs in mana count as payable where
    the scenario gives the player no mana.
    """
    if is_over(game.situation):
        return _too_late(game, action)
    for each in _named(action):
        item = game.there(game.labels[each]) if each in game.labels else None
        if item is not None and item.phased_out:
            raise Undecided(f"actions with what is phased out ({each}) are not modelled")
        if item is not None and " or " in item.zone:
            raise open_zone(item)
    if isinstance(action, ac.Attack | ac.CombatDamage):
        from layerproof.solver.game.on_the_way import as_it_comes

        game = as_it_comes(game, action)
        if is_over(game.situation):
            return _too_late(game, action)
    return with_decider(game, action, _judged(game, action))


def _too_late(game: Game, action: ac.Action) -> Judgement:
    """Nobody acts in a game that is over (rule key game.ends). Raises Invalid where the action names what is not
    there."""
    player = game.player(getattr(action, "controller", None) or game.situation.active)
    for each in _named(action):
        if isinstance(action, ac.Cast | ac.PlayLand) and each == _named(action)[0] and each not in game.labels:
            card_named(each)
        else:
            game.who(each)
    done = getattr(action, "special", None) or tag_of(type(action)).replace("_", " ")
    judging = Judging(game, done, player, None, next(iter(_named(action)), None))
    judging.forbid("time", ("game.ends",))
    return judging.result()


def _judged(game: Game, action: ac.Action) -> Judgement:
    match action:
        case ac.Cast():
            return judge_cast(game, action)
        case ac.Activate():
            return judge_activation(game, action)
        case ac.PlayLand():
            return judge_land(game, action)
        case ac.SpecialAction(special="turn face up"):
            return judge_turning_up(game, action)
        case ac.SpecialAction(special="suspend"):
            return judge_suspending(game, action)
        case ac.SpecialAction():
            return judge_setting_aside(game, action)
        case ac.Attack():
            return judge_attack(game, action)
        case ac.Block() | ac.Blockers():
            return judge_block(game, action)
        case ac.CombatDamage():
            return judge_combat_damage(game, action)
    raise Undecided(f"whether {in_words(action)} is legal is not modelled")


def _named(action: ac.Action) -> list[str]:
    """All labels that an action may name."""
    named: list[str] = []
    for field in ("cast", "activate", "play_land", "of", "at", "attacker", "attack", "block", "targets", "paying"):
        value = getattr(action, field, None)
        named += [value] if isinstance(value, str) else [each for each in value or () if isinstance(each, str)]
    for label, others in getattr(action, "blockers", ()):
        named += [label, *others]
    for label, parts in getattr(action, "combat_damage", ()):
        named += [label, *(whom for whom, _ in parts)]
    return named
