"""What happens between the entries of a timeline in which players act: triggered abilities are put on the stack, and
state-based actions are performed, until nothing of that is left (rule keys trigger.on_stack, state_based.performed)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from layerproof.kb.model import instruction as i
from layerproof.kb.model.ability import Chapter, Triggered
from layerproof.kb.model.expression import Chose
from layerproof.kb.model.node import mentions
from layerproof.kb.scenario.action import Action, Choose
from layerproof.solver.game.choosing import close
from layerproof.solver.game.stacking import OpenOrder, put_on_stack
from layerproof.solver.game.targeting import least_of
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
    try:
        yield from _put_all(game, told, due, number)
    except OpenOrder as error:
        error.number = number
        raise
    if not isinstance(following, Choose):
        _nothing_more_is_chosen(game, due)


def without_choices(game: Game, number: int) -> Iterator[Moment]:
    """The same as a player would get priority in a step that the timeline passes through without naming it, so that no
    choice is told (rule key trigger.on_stack). Raises Undecided where an order is to be chosen."""
    try:
        yield from _put_all(game, [], True, number)
    except OpenOrder as error:
        raise Undecided(str(error)) from None
    for each in game.asked & game.open:
        if _needs_nothing(game.item(each).ability):
            # Where no target has to be chosen and none is named, none was chosen.
            game.open.discard(each)
    _nothing_more_is_chosen(game, True)


def _needs_nothing(ability: object) -> bool:
    """Whether an ability on the stack asks for targets alone, none of which has to be chosen."""
    body = ability.body if isinstance(ability, Triggered | Chapter) else (i.Modes(()),)
    if mentions(body, lambda node: isinstance(node, i.Modes | Chose)):
        return False
    return all(each.any or least_of(each) == 0 for each in body if isinstance(each, i.Target))


def _put_all(game: Game, told: list[tuple[int, Choose]], due: bool, number: int) -> Iterator[Moment]:
    for _ in range(MAX_ROUNDS):
        gather(game)
        if not due or not (game.pending or game.doubted):
            return
        before = game.situation
        used = put_on_stack(game, [each for _, each in told])
        game.ordered |= {place for place, each in told if any(each is one for one in used)}
        yield Moment(None, before, game.situation)
        yield from at_rest(game, number)
    raise Undecided("abilities that trigger do not come to an end")


def _nothing_more_is_chosen(game: Game, due: bool) -> None:
    close(game)
    gather(game)
    if due:
        # What may have become a target by a choice that is not told may have made something trigger.
        game.doubts += [(game.situation.clock, each) for each in game.doubted]
        game.doubted = []
