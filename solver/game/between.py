"""What happens between the entries of a timeline in which players act: triggered abilities are put on the stack, and
state-based actions are performed, until nothing of that is left (rule keys trigger.on_stack, state_based.performed)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from layerproof.kb.scenario.action import Action, Choose
from layerproof.solver.game.choosing import close
from layerproof.solver.game.stacking import OpenOrder, put_on_stack
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.losing import is_over
from layerproof.solver.situation.timeline import MAX_ROUNDS, Moment, at_rest
from layerproof.solver.triggers.gathering import gather


def between(game: Game, number: int) -> Iterator[Moment]:
    """What happens after an entry of the timeline, before the next one.

    number: of the entry. A player gets priority from the first action on, and before it where a choice or an action
    comes next; until then what has triggered waits. Raises OpenOrder, with the number, where an order is not said.
    """
    if is_over(game.situation):
        # Nobody gets priority any more (rule key game.ends).
        return
    timeline = game.scenario.timeline
    following = timeline[number + 1] if number + 1 < len(timeline) else None
    due = isinstance(following, (*get_args(Action), Choose)) or any(
        isinstance(each, get_args(Action)) for each in timeline[: number + 1]
    )
    told: list[tuple[int, Choose]] = []
    for place, each in enumerate(timeline[number + 1 :], number + 1):
        if not isinstance(each, Choose):
            break
        if place not in game.ordered:
            told.append((place, each))
    for _ in range(MAX_ROUNDS):
        gather(game)
        if not due or not (game.pending or game.doubted):
            break
        before = game.situation
        try:
            used = put_on_stack(game, [each for _, each in told])
        except OpenOrder as error:
            error.number = number
            raise
        game.ordered |= {place for place, each in told if any(each is one for one in used)}
        remarks, game.remarks = tuple(game.remarks), []
        if remarks:
            yield Moment(None, before, game.situation, remarks=remarks)
        yield from at_rest(game, number)
    else:
        raise Undecided("abilities that trigger do not come to an end")
    if not isinstance(following, Choose):
        close(game)
        gather(game)
        if due:
            # What may have become a target by a choice that is not told may have made something trigger.
            game.doubts += [(game.situation.clock, each) for each in game.doubted]
            game.doubted = []
