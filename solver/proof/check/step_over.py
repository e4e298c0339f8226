"""The end of a step or phase for which all have passed, and the beginning of the next one, seen by the checker."""

from __future__ import annotations

from layerproof.kb.scenario.action import Attack, CombatDamage
from layerproof.kb.scenario.closed_words import Step
from layerproof.kb.scenario.event import TurnStep
from layerproof.solver.proof.check.arising import look_for_triggers
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.legality import is_legal, legality_steps
from layerproof.solver.proof.check.moments import give_priority, seats_after
from layerproof.solver.proof.check.stacking import unclear_stack
from layerproof.solver.proof.check.state_based import found_actions
from layerproof.solver.proof.check.striking import damage_steps, strike
from layerproof.solver.proof.check.turn_based import discard_down, refuse_other_turns, skips
from layerproof.solver.proof.check.turning import end_of_turn, turn_step

_PRIORITY_IN: tuple[Step, ...] = (
    "upkeep",
    "draw",
    "main",
    "beginning of combat",
    "declare attackers",
    "end of combat",
    "second main",
    "end",
)


def step_is_over(game: Game) -> None:
    """End the step, as everybody has passed with an empty stack, and begin the next one with its turn-based actions.

    Raises Incomplete for combat damage that can be assigned in several ways, for discarding to the maximum hand size,
    for a cleanup step with priority, and where words alone speak of other turns, steps, hands or mana.
    """
    if (why := unclear_stack(game)) is not None:
        raise why
    refuse_other_turns(game)
    here = "beginning of combat" if game.step == "combat" else game.step or "main"
    attackers = any(dict(obj.told).get("attacking", 0) for obj in game.objects.values())
    if here == "end":
        _turn_is_over(game)
    elif here == "declare attackers":
        if not attackers and not is_legal(legality_steps(game, Attack())):
            raise Incomplete("creatures that must attack and were not declared")
        turn_step(game, TurnStep(step="declare blockers" if attackers else "end of combat"))
    elif here in _PRIORITY_IN:
        after = _PRIORITY_IN[_PRIORITY_IN.index(here) + 1]
        if skips(game, after, game.active):
            after = _PRIORITY_IN[_PRIORITY_IN.index(after) + 1]
        turn_step(game, TurnStep(step=after))
    elif here in ("declare blockers", "combat damage") and attackers and game.strikes < 2:
        _damage_is_dealt(game)
    elif here in ("declare blockers", "combat damage"):
        turn_step(game, TurnStep(step="combat damage" if here == "declare blockers" else "end of combat"))
    else:
        raise Incomplete(f"the end of the {here} step")
    if game.priority is not None:
        give_priority(game)


def _damage_is_dealt(game: Game) -> None:
    """Deal combat damage in the one way that there is; where the next entry says how it is assigned, that deals it."""
    if game.damage_is_next:
        turn_step(game, TurnStep(step="combat damage"))
        return
    steps = damage_steps(game, CombatDamage())
    if not is_legal(steps):
        raise Incomplete("combat damage that nobody assigns")
    game.granted.extend(steps)
    strike(game, CombatDamage())


def _turn_is_over(game: Game) -> None:
    """Cleanup, without priority; then the next player's untap step, and the upkeep."""
    over = game.active
    turn_step(game, TurnStep(step="cleanup"))
    discard_down(game)
    end_of_turn(game)
    look_for_triggers(game)
    if game.agenda.due or game.agenda.perhaps or found_actions(game.fork()):
        raise Incomplete("a cleanup step with priority")
    others = seats_after(game, over)
    if not others and game.players[over].lost:
        raise Incomplete("a game that nobody plays any more")
    player = others[0] if others else over
    step: Step = "upkeep"
    if skips(game, step, player):
        step = "main" if skips(game, "draw", player) else "draw"
    turn_step(game, TurnStep(turn=player, step=step))
