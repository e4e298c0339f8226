"""Triggered abilities that a timeline leaves behind as it goes on to another step or turn (rule key step.all_pass).

They count as not having resolved. In a game they would have, so that a claim that comes out otherwise where they do
hangs on them, and is undecided. The scenario is followed once more to see that, with `resolves` of the game: then they
are put on the stack and resolve, as far as that needs no choice.
"""

from __future__ import annotations

from layerproof.kb.model.ability import Chapter, Triggered
from layerproof.kb.model.resolution.declined import declined, leaves_nothing
from layerproof.kb.scenario import event as ev
from layerproof.kb.scenario.action import ResolveTop
from layerproof.solver.game.stacking import triggered_on_stack
from layerproof.solver.game.timing import stack
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.losing import is_over
from layerproof.solver.situation.steps_passed import tells_the_turn
from layerproof.solver.situation.timeline import ACTIONS, MAX_ROUNDS, at_rest
from layerproof.solver.triggers.gathering import STATES, gather


def set_aside(game: Game) -> None:
    """A timeline in which players act goes on to another step or turn: what triggered before and was not listed counts
    as not having resolved, and is no longer on the stack or about to be put there.

    What was not put on the stack, since nobody acted yet, is an event of which a scenario says what came.
    """
    if game.resolves:
        game.pending, game.doubted, game.reflexive = [], [], []
        _resolve_all(game)
    for item in triggered_on_stack(game):
        if item.source is not None and not _comes_to_nothing(game, item.ability):
            _note(game, item.source)
        game.remove(item.id, "given")
    for _, doubt in game.doubts:
        _note(game, doubt.source)
    game.pending, game.doubted, game.doubts, game.reflexive = [], [], [], []
    game.asked, game.open = set(), set()


def leave_behind(game: Game) -> None:
    """What has triggered on the way to a step counts as not having resolved.

    Where nobody has acted yet that is what the steps on the way have surely made trigger: what came of anything else a
    scenario lists.
    """
    seen = game if game.played or game.resolves else game.fork(game.scenario)
    gather(seen)
    if tells_the_turn(game):
        seen.pending, seen.doubted = [], []
    acted = any(isinstance(each, ACTIONS) for each in game.scenario.timeline[: game.place])
    if not acted:
        seen.pending = [each for each in seen.pending if each.place[0] != STATES]
        seen.doubted = []
    seen.pending = [each for each in seen.pending if not _comes_to_nothing(game, each.ability)]
    if game.resolves:
        game.pending = [each for each in game.pending if not _is_listed(game, each.source)]
        _resolve_all(game)
        return
    for source in [*(each.source for each in seen.pending), *(each.source for each in seen.doubted)]:
        _note(game, source)
    game.gathered = len(game.log.moments)
    game.pending, game.doubted = [], []


def _comes_to_nothing(game: Game, ability: object) -> bool:
    """Whether an ability that would have resolved leaves nothing behind, where players do not do what they may do."""
    event = game.scenario.timeline[game.place]
    began = game.situation if game.log.began is None else game.log.began[0]
    ends = isinstance(event, ev.TurnStep) and event.turn is not None and game.situation.turn == began.turn
    return isinstance(ability, Triggered | Chapter) and leaves_nothing(ability.body, ends)


def _note(game: Game, source: int) -> None:
    if not _is_listed(game, source) and (source, game.place) not in game.left_behind:
        game.left_behind.append((source, game.place))


def _is_listed(game: Game, source: int) -> bool:
    """Whether the timeline says further on that an ability of an object resolves."""
    later = game.scenario.timeline[game.place + 1 :]
    label = game.item(source).label
    labels = [each.triggers for each in later if isinstance(each, ev.Triggers)]
    return any(each == label or game.labels.get(each) == source for each in labels)


def _resolve_all(game: Game) -> None:
    """Let all that waits or is on the stack resolve. Raises Undecided where that needs a choice."""
    from layerproof.solver.game.between import without_choices
    from layerproof.solver.game.passing import resolve_top

    was, game.by_rules = game.by_rules, True
    for _ in range(MAX_ROUNDS):
        for _ in without_choices(game, game.place):
            pass
        if game.doubts:
            raise Undecided(game.doubts[0][1].words)
        if is_over(game.situation) or not stack(game):
            break
        top = game.item(stack(game)[-1])
        choices = declined(top.ability.body) if isinstance(top.ability, Triggered | Chapter) else ()
        resolve_top(game, ResolveTop(choices=choices))
        for _ in at_rest(game, game.place):
            pass
    else:
        raise Undecided("abilities that trigger do not come to an end")
    game.by_rules = was
