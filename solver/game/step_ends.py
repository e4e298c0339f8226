"""The end of a step or phase when all pass with an empty stack, and what the next one begins with (rule key
step.all_pass)."""

from __future__ import annotations

import msgspec

from layerproof.kb.scenario.action import Attack, CombatDamage
from layerproof.kb.scenario.closed_words import Step
from layerproof.kb.scenario.event import EndOfTurn, TurnStep
from layerproof.solver.game.judgement import Judging, log_reasons
from layerproof.solver.game.stacking import doubt_of
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation import state_based
from layerproof.solver.situation.game import Game, Invalid
from layerproof.solver.situation.steps_passed import ask_for_other_turns, discard_to_maximum, is_skipped
from layerproof.solver.situation.turn_order import first_to_act, following
from layerproof.solver.situation.turns import end_of_turn, turn_step
from layerproof.solver.triggers.gathering import gather

replace = msgspec.structs.replace
# What follows each step in which players get priority; combat goes on only if something attacks.
_NEXT: dict[str, Step] = {
    "upkeep": "draw",
    "draw": "main",
    "main": "beginning of combat",
    "combat": "declare attackers",
    "beginning of combat": "declare attackers",
    "declare blockers": "combat damage",
    "combat damage": "end of combat",
    "end of combat": "second main",
    "second main": "end",
}

def end_step(game: Game) -> None:
    """The step or phase ends, since all have passed with nothing on the stack, and the next one begins.

    Mana pools empty, effects that last until then end, and the turn-based actions that are known happen: attackers that
    nobody has declared do not attack, combat damage is dealt, the active player draws, permanents untap. Raises
    Undecided where what is not told or not modelled decides: combat damage that may be assigned in several ways, what
    is discarded to the maximum hand size, a library of which the top is not known, other turns and steps than usual;
    Invalid where creatures must attack. Source: rule keys step.all_pass, combat_damage.dealt, turn.draw, turn.untap,
    pool.emptied, step.until_end_of_turn.
    """
    if (doubt := doubt_of(game)) is not None:
        raise doubt
    ask_for_other_turns(game)
    judging = Judging(game, "pass", game.situation.active, None)
    judging.allow("time", ("step.all_pass",))
    with game.because("step.all_pass", *log_reasons(game, judging.result().reasons)):
        _ends(game)
    if game.situation.priority is not None:
        game.set_turn("priority.turn_begins", priority=first_to_act(game), passed=0)


def _ends(game: Game) -> None:
    here = game.situation.step or "main"
    fighting = any(dict(item.told).get("attacking") for item in game.situation.objects)
    if here == "declare attackers":
        _nothing_must_attack(game, fighting)
        _begin(game, "declare blockers" if fighting else "end of combat")
    elif here in ("declare blockers", "combat damage") and fighting and game.situation.strikes < 2:
        _combat_damage(game)
    elif here == "end":
        _next_turn(game)
    elif here in _NEXT:
        after = _NEXT[here]
        _begin(game, _NEXT[after] if is_skipped(game, after) else after)
    else:
        raise Undecided(f"how the {here} step ends is not modelled")


def _nothing_must_attack(game: Game, fighting: bool) -> None:
    """Where attackers were not declared, it is asked whether none have to be."""
    from layerproof.solver.game.legality import judge_action

    if not fighting and not judge_action(game, Attack()).legal:
        raise Invalid("creatures must attack that were not declared", "attack: [LABEL] before all pass")


def _combat_damage(game: Game) -> None:
    """Another combat damage step begins, in which each creature assigns its damage in the one way that there is (rule
    keys combat_damage.dealt, combat_damage.first_strike). Where the next entry of the timeline assigns the damage, that
    deals it. Raises Undecided where there are several ways and none is told."""
    from layerproof.solver.game.assigning import combat_damage, judge_combat_damage

    if isinstance(game.upcoming, CombatDamage):
        turn_step(game, TurnStep(step="combat damage"))
        return
    judgement = judge_combat_damage(game, CombatDamage())
    if not judgement.legal:
        raise Undecided("how combat damage is assigned is not said (combat_damage: would say it)")
    with game.because("turn.combat_damage", *log_reasons(game, judgement.reasons)):
        combat_damage(game, CombatDamage())


def _begin(game: Game, step: Step) -> None:
    turn_step(game, TurnStep(step=step))


def _next_turn(game: Game) -> None:
    """The cleanup step, in which nobody gets priority, then the untap step and the upkeep of the next player."""
    active = game.situation.active
    turn_step(game, TurnStep(step="cleanup"))
    discard_to_maximum(game)
    end_of_turn(game, EndOfTurn())
    trial = game.fork(game.scenario)
    gather(trial)
    if state_based.perform(trial) or trial.pending or trial.doubted:
        raise Undecided("a cleanup step in which players get priority is not modelled")
    player = following(game, active)
    steps: tuple[Step, ...] = ("upkeep", "draw", "main")
    turn_step(game, TurnStep(turn=player, step=next(each for each in steps if not is_skipped(game, each, player))))

