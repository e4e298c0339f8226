"""Before a player gets priority, seen by the checker: state-based actions, then triggered abilities, till all rests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from layerproof.kb.model.ability import Chapter, Triggered
from layerproof.kb.model.expression import Chose
from layerproof.kb.model.instruction import Modes, Target
from layerproof.kb.model.node import mentions
from layerproof.kb.scenario.action import Action, Choose
from layerproof.kb.scenario.scenario import Scenario
from layerproof.solver.proof.check.aiming import fewest
from layerproof.solver.proof.check.arising import look_for_triggers
from layerproof.solver.proof.check.asking import stop_asking
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.losing import over
from layerproof.solver.proof.check.stacking import OrderNotSaid, stack_up

Step = tuple[str, str, Any]
_ROUNDS = 100


def before_priority(game: Game, scenario: Scenario, index: int, rest: Callable[[], list[Step]]) -> list[Step]:
    """What happens after an entry of a timeline in which players act, as steps.

    index: of the entry. rest: performs state-based actions and gives their steps. Until the first action is near
    nothing is put on the stack. Raises OrderNotSaid, behind this entry, where several orders are possible.
    """
    if over(game):
        return []
    timeline = scenario.timeline
    after = timeline[index + 1 :]
    nearby = bool(after) and isinstance(after[0], (Choose, *get_args(Action)))
    begun = any(isinstance(each, get_args(Action)) for each in timeline[: index + 1])
    choices: list[tuple[int, Choose]] = []
    for place, each in enumerate(after, index + 1):
        if not isinstance(each, Choose):
            break
        choices.append((place, each))
    acting = nearby or begun
    try:
        steps = _all_stacked(game, choices, acting, rest)
    except OrderNotSaid as error:
        error.behind = index
        raise
    if not after or not isinstance(after[0], Choose):
        _no_more_choices(game, acting)
    return steps


def until_nothing_waits(game: Game, rest: Callable[[], list[Step]]) -> list[Step]:
    """The same where no choice is stated, in a step that the timeline does not name."""
    steps = _all_stacked(game, [], True, rest)
    for each in game.agenda.asked & game.agenda.open:
        ability = game.objects[each].ability
        if isinstance(ability, Triggered | Chapter) and not mentions(ability.body, _is_choice):
            if all(use.any or fewest(use) == 0 for use in ability.body if isinstance(use, Target)):
                # Of targets that nobody has to choose none was chosen.
                game.agenda.open.discard(each)
    _no_more_choices(game, True)
    return steps


def _is_choice(node: object) -> bool:
    return isinstance(node, Modes | Chose)


def _all_stacked(
    game: Game, choices: list[tuple[int, Choose]], acting: bool, rest: Callable[[], list[Step]]
) -> list[Step]:
    steps: list[Step] = []
    for _ in range(_ROUNDS):
        look_for_triggers(game)
        if not acting or not (game.agenda.due or game.agenda.perhaps):
            return steps
        stated = [each for place, each in choices if place not in game.agenda.ordered]
        taken, found = stack_up(game, stated)
        game.agenda.ordered.update(place for place, each in choices if any(each is one for one in taken))
        steps.extend(found)
        steps.extend(rest())
    raise Incomplete("abilities that trigger again and again")


def _no_more_choices(game: Game, acting: bool) -> None:
    stop_asking(game)
    look_for_triggers(game)
    if acting:
        game.agenda.settle_doubts(game.clock)
