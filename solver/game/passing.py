"""Priority that is passed, and the top of the stack that resolves (rule keys priority.passed, priority.all_pass)."""

from __future__ import annotations

import msgspec

from layerproof.kb.model import ability as ab
from layerproof.kb.model import instruction as i
from layerproof.kb.model.situation import GameObject
from layerproof.kb.scenario import event as ev
from layerproof.kb.scenario.action import Passes, ResolveTop
from layerproof.solver.game.judgement import Judging
from layerproof.solver.game.timing import stack, without_priority
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.situation import abilities
from layerproof.solver.situation.game import Game, Invalid
from layerproof.solver.situation.resolving import Resolution

replace = msgspec.structs.replace


def passes(game: Game, action: Passes) -> None:
    """A player passes; when all have passed in succession the top of the stack resolves.

    From the first pass on it is followed who has priority. Raises Invalid for a player without priority, Undecided
    where a step or phase ends.
    """
    if action.pass_ == "all":
        _all_passed(game)
        return
    player = game.player(action.pass_)
    lacking = without_priority(game, player)
    if lacking is not None:
        cited = game.edition.cite(lacking)
        raise Invalid(f"{player} cannot pass: {cited.gloss} (rule {cited.number})", "name who has priority")
    playing = [each.name for each in game.situation.players if not each.lost]
    if game.situation.passed + 1 == len(playing):
        _all_passed(game)
        return
    following = playing[(playing.index(player) + 1) % len(playing)]
    judging = Judging(game, "pass", player, None)
    judging.allow("time", ("priority.passed",))
    game.reasons = judging.result().reasons
    game.situation = replace(game.situation, priority=following, passed=game.situation.passed + 1)


def _all_passed(game: Game) -> None:
    if not stack(game):
        raise Undecided("a step or phase that ends because all pass is not modelled")
    resolve_top(game, ResolveTop())


def resolve_top(game: Game, action: ResolveTop) -> None:
    """All pass and the topmost object of the stack resolves; then the active player has priority, where it is followed
    (rule keys resolve.top, priority.after_resolution). Raises Invalid where the stack is empty."""
    there = stack(game)
    if not there:
        cited = game.edition.cite("resolve.top")
        raise Invalid(f"the stack is empty: {cited.gloss} (rule {cited.number})", "take resolve_top out")
    item = game.item(there[-1])
    judging = Judging(game, "resolve", item.controller, item.id)
    judging.allow("time", ("resolve.top",))
    game.reasons = judging.result().reasons
    if item.ability is None:
        if item.label is None:
            raise Undecided("the resolution of an object without a label is not modelled")
        label = action.as_ if action.as_ is not None else None
        event = ev.Resolves(resolves=item.label, choices=action.choices, makes=action.makes, as_=label)
        abilities.resolves(game, event)
    else:
        _resolve_ability(game, item, action)
    if game.situation.priority is not None:
        game.situation = replace(game.situation, priority=game.situation.active, passed=0)


def _resolve_ability(game: Game, item: GameObject, action: ResolveTop) -> None:
    """An ability follows its instructions and ceases to exist (rule key resolve.to_graveyard)."""
    choices, chosen = abilities.chosen_of(game, action.choices)
    source = Source(
        item.source,
        item.controller,
        targets=item.targets,
        chosen=chosen,
        x=item.x,
        choices=choices or item.choices,
        granter=item.granter,
    )
    origin = "an ability" if item.source is None else game.name(item.source)
    Resolution(game, source, origin, action.makes, item.ability).follow(instructions(item.ability))
    if game.there(item.id) is not None:
        game.remove(item.id)


def instructions(ability: object) -> i.Body:
    """What the resolution of an activated ability does."""
    match ability:
        case ab.Activated(body=body) | ab.Loyalty(body=body):
            return body
        case ab.ClassLevel(level=level):
            return (i.SetLevel(level),)
    raise Undecided("what this ability does is not modelled")
