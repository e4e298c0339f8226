"""Triggered abilities that a step or turn leaves behind, seen by the checker: they have not resolved, or they all have
where it is asked what would be so then."""

from __future__ import annotations

from typing import Any

from layerproof.kb.model.ability import Chapter, Triggered
from layerproof.kb.model.resolution.declined import declined, leaves_nothing
from layerproof.kb.scenario.action import ResolveTop
from layerproof.solver.proof.check.arising import LAST, look_for_triggers
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.losing import over
from layerproof.solver.proof.check.moments import on_stack
from layerproof.solver.proof.check.stacking import is_triggered, unclear_stack

_ROUNDS = 100


def let_go(game: Game) -> None:
    """The scenario is in another step or turn: triggered abilities that it did not list are on the stack no more."""
    agenda = game.agenda
    if agenda.resolving:
        for each in (agenda.due, agenda.perhaps, agenda.offered):
            each.clear()
        _let_resolve(game)
    for obj in [each for each in game.objects.values() if is_triggered(each)]:
        if not _is_idle(game, obj.ability):
            _remember(game, obj.source)
        game.depart(obj.id, game.view)
    for _, source, _ in agenda.unclear:
        _remember(game, source)
    agenda.clear()


def leave_behind(game: Game) -> None:
    """What triggered in steps that are over has not resolved, since the scenario does not say that it has. Until
    somebody acts only what these steps surely made trigger is asked for."""
    agenda = game.agenda
    if game.chronicle is None:
        return
    kept = agenda.twin()
    look_for_triggers(game)
    if agenda.listing:
        agenda.due.clear()
        agenda.perhaps.clear()
    if not agenda.acted:
        agenda.due[:] = [due for due in agenda.due if due.rank[0] != LAST]
        agenda.perhaps.clear()
    agenda.due[:] = [due for due in agenda.due if not _is_idle(game, due.ability)]
    if agenda.resolving:
        agenda.due[:] = [due for due in agenda.due if not _said_later(game, due.source)]
        _let_resolve(game)
        return
    for source in [*(due.source for due in agenda.due), *(source for source, _ in agenda.perhaps)]:
        _remember(game, source)
    if agenda.played:
        agenda.due.clear()
        agenda.perhaps.clear()
    else:
        # Nothing goes on the stack, so that nothing has been used up by triggering.
        kept.left, kept.beats = agenda.left, agenda.beats
        game.agenda = kept


def _is_idle(game: Game, ability: object) -> bool:
    """Whether an ability that resolves before the turn is over leaves nothing, if nobody does what they may do."""
    if not isinstance(ability, Triggered | Chapter):
        return False
    return leaves_nothing(ability.body, game.agenda.until_turn == game.turn)


def _remember(game: Game, source: int | None) -> None:
    if source is not None and source not in game.agenda.left and not _said_later(game, source):
        game.agenda.left.append(source)


def _said_later(game: Game, source: int) -> bool:
    """Whether a later entry says that an ability of the object resolves."""
    obj = game.objects.get(source) or game.gone[source]
    return any(label == obj.label or game.labels.get(label) == source for label in game.agenda.later)


def _let_resolve(game: Game) -> None:
    """Let everything that waits resolve, where nothing has to be chosen for it."""
    from layerproof.solver.proof.check.events import perform
    from layerproof.solver.proof.check.priority import until_nothing_waits
    from layerproof.solver.proof.check.replay import settled

    def rest() -> list[tuple[str, str, Any]]:
        return settled(game, game.situation(), state_based_actions=game.agenda.checking)

    for _ in range(_ROUNDS):
        until_nothing_waits(game, rest)
        if (why := unclear_stack(game)) is not None:
            raise why
        if over(game) or not on_stack(game):
            game.granted.clear()
            return
        acting = game.agenda.acting
        top = game.objects[on_stack(game)[-1]].ability
        perform(game, ResolveTop(choices=declined(top.body) if isinstance(top, Triggered | Chapter) else ()))
        game.agenda.acting = acting
        rest()
    raise Incomplete("abilities that trigger again and again")
