"""Priority that is passed, and the top of the stack that resolves (rule keys priority.passed, priority.all_pass)."""

from __future__ import annotations

import msgspec

from layerproof.kb.model import ability as ab
from layerproof.kb.model import instruction as i
from layerproof.kb.model.situation import GameObject
from layerproof.kb.scenario import event as ev
from layerproof.kb.scenario.action import Passes, ResolveTop
from layerproof.solver.game.judgement import Judging, log_reasons
from layerproof.solver.game.resolving import resolve_triggered, source_of
from layerproof.solver.game.stacking import doubt_of
from layerproof.solver.game.step_ends import end_step
from layerproof.solver.game.timing import stack, without_priority
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation import abilities
from layerproof.solver.situation.game import Game, Invalid
from layerproof.solver.situation.resolving import Resolution
from layerproof.solver.situation.turn_order import first_to_act, following

replace = msgspec.structs.replace


def passes(game: Game, action: Passes) -> None:
    """A player passes; when all have passed in succession the top of the stack resolves, or the step or phase ends.

    From the first pass on it is followed who has priority. Raises Invalid for a player without priority.
    """
    if action.pass_ == "all":
        _all_passed(game)
        return
    player = game.player(action.pass_)
    lacking = without_priority(game, player)
    if lacking is not None:
        cited = game.edition.cite(lacking)
        raise Invalid(f"{player} cannot pass: {cited.gloss} (rule {cited.number})", "name who has priority")
    if game.situation.passed + 1 == sum(not each.lost for each in game.situation.players):
        _all_passed(game)
        return
    judging = Judging(game, "pass", player, None)
    judging.allow("time", ("priority.passed",))
    with game.because("priority.passed", *log_reasons(game, judging.result().reasons), player=player):
        game.set_turn(priority=following(game, player), passed=game.situation.passed + 1)


def _all_passed(game: Game) -> None:
    if not stack(game):
        end_step(game)
        return
    resolve_top(game, ResolveTop())


def resolve_top(game: Game, action: ResolveTop) -> None:
    """All pass and the topmost object of the stack resolves; then the active player has priority, where it is followed
    (rule keys resolve.top, priority.after_resolution). Raises Invalid where the stack is empty."""
    there = stack(game)
    if not there:
        if (doubt := doubt_of(game)) is not None:
            raise doubt
        cited = game.edition.cite("resolve.top")
        raise Invalid(f"the stack is empty: {cited.gloss} (rule {cited.number})", "take resolve_top out")
    item = game.item(there[-1])
    if any(item.timestamp <= when for when, _ in game.doubts):
        # What may have triggered since it was put there would be above it.
        raise Undecided(game.doubts[-1][1].words)
    game.casting = list(action.casting)
    judging = Judging(game, "resolve", item.controller, item.id)
    judging.allow("time", ("resolve.top",))
    with game.because("resolve.top", *log_reasons(game, judging.result().reasons), object=item.id):
        _resolve(game, item, action)
    if game.casting:
        raise Invalid(f"{game.casting[0].cast} is not cast as this resolves", "say it of what lets it be cast")
    if game.situation.priority is not None:
        game.set_turn("priority.after_resolution", priority=first_to_act(game), passed=0)


def _resolve(game: Game, item: GameObject, action: ResolveTop) -> None:
    if item.ability is None:
        if item.label is None:
            raise Undecided("the resolution of an object without a label is not modelled")
        label = action.as_ if action.as_ is not None else None
        event = ev.Resolves(resolves=item.label, choices=action.choices, makes=action.makes, as_=label)
        abilities.resolves(game, event)
    else:
        _resolve_ability(game, item, action)


def _resolve_ability(game: Game, item: GameObject, action: ResolveTop) -> None:
    """An ability follows its instructions and ceases to exist (rule key resolve.to_graveyard)."""
    if isinstance(item.ability, ab.Triggered | ab.Chapter):
        resolve_triggered(game, item, action.choices, action.makes)
        return
    source = source_of(game, item, action.choices)
    origin = "an ability" if item.source is None else game.name(item.source)
    resolution = Resolution(game, source, origin, action.makes, item.ability, since=item.timestamp)
    resolution.follow(instructions(item.ability))
    if game.there(item.id) is not None:
        game.remove(item.id, "resolve.to_graveyard")


def instructions(ability: object) -> i.Body:
    """What the resolution of an activated ability does."""
    match ability:
        case ab.Activated(body=body) | ab.Loyalty(body=body):
            return body
        case ab.ClassLevel(level=level):
            return (i.SetLevel(level),)
    raise Undecided("what this ability does is not modelled")
