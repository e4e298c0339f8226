"""Choices that a player makes as something is put on the stack, or just before it resolves."""

from __future__ import annotations

from layerproof.kb.model import ability as ab
from layerproof.kb.model import instruction as i
from layerproof.kb.model.expression import Chose
from layerproof.kb.model.node import mentions
from layerproof.kb.model.occurrence import Targeted
from layerproof.kb.model.situation import GameObject
from layerproof.kb.scenario.action import Choose
from layerproof.solver.game.judgement import Judging
from layerproof.solver.game.stacking import body_of, choices_asked
from layerproof.solver.game.targeting import judge_targets
from layerproof.solver.game.timing import stack
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.situation.chosen import chosen_of
from layerproof.solver.situation.chosen_before import refuse_again
from layerproof.solver.situation.game import Game, Invalid
from layerproof.solver.situation.modes import option_named, options_of, with_modes, with_option

_HERE = "choose: stands right behind the entry by which it is asked"


def _refuse_doubtful(game: Game, label: str) -> None:
    """Raise Undecided for a label that a triggered ability would have of which it is not known whether it triggered."""
    source = None if label in game.labels else game.labels.get(label.removesuffix("-trigger"))
    for doubt in (*(each for _, each in game.doubts), *game.doubted):
        if source is not None and doubt.source == source:
            raise Undecided(doubt.words)


def choose(game: Game, event: Choose) -> None:
    """A player makes a choice that is asked for (rule keys trigger.no_choice, resolve.choices).

    Targets, modes and X of a triggered ability that has just been put on the stack; or what is asked as the topmost
    object of the stack resolves. Raises Invalid where nothing of that is asked, or the choice is not legal.
    """
    if len(event.choose) != 1:
        raise Invalid(f"nobody is asked for the order of {', '.join(event.choose) or 'nothing'}", _HERE)
    label = event.choose[0]
    _refuse_doubtful(game, label)
    item = game.existing(label)
    if item.zone != "stack":
        raise Invalid(f"{label} is not on the stack, and asks for no choice", _meant(game, item.id))
    if event.controller is not None and game.player(event.controller) != item.controller:
        raise Invalid(f"{label} is controlled by {item.controller}, who makes its choices", "leave controller out")
    modes = [pair for pair in event.choices if pair[0] == "mode"]
    later = [pair for pair in event.choices if pair[0] != "mode"]
    if (event.targets is not None or modes or event.x is not None) and item.id not in game.asked:
        raise Invalid(f"{label} asks for no targets, modes or X at this point", _HERE)
    if later:
        _as_it_resolves(game, item, later, label)
    if event.x is not None:
        raise Invalid(f"{label} asks for no X", "leave x out")
    if modes or event.targets is not None:
        _as_it_is_put(game, game.item(item.id), event, label)
    if event.as_ is not None:
        game.update(item.id, "given", label=event.as_)
        game.labels[event.as_] = item.id
    elif not event.choices and event.targets is None:
        raise Invalid(f"nothing is chosen for {label}", "targets:, choices: or as:")


def _meant(game: Game, source: int) -> str:
    """What to type for what was meant: a triggered ability of an object is on the stack under a label of its own."""
    found = [game.item(each) for each in stack(game) if game.item(each).source == source]
    labels = [each.label for each in reversed(found) if each.label is not None]
    return f"choose: {labels[0]}, the ability on the stack" if labels else _HERE


def _as_it_resolves(game: Game, item: GameObject, choices: list[tuple[str, tuple[str | int, ...]]], label: str) -> None:
    """What is chosen when it resolves is told before; it must be the next to resolve."""
    if stack(game)[-1:] != [item.id]:
        raise Invalid(f"{label} is not the next to resolve, and asks for no such choice yet", _HERE)
    asks = mentions(item.ability, lambda node: node == Chose("may")) or item.ability is None or _says_may(item)
    if any(key == "may" for key, _ in choices) and not asks:
        raise Invalid(f"{label} lets nobody choose whether to do something", "leave may out")
    looked, objects = chosen_of(game, tuple(choices))
    if objects and item.ability is None:
        raise Undecided("objects that a spell chooses are told as it resolves (choices of resolve_top)")
    if objects:
        looked = (*looked, ("object", objects))
    game.update(item.id, choices=tuple(sorted({**dict(item.choices), **dict(looked)}.items())))


def _says_may(item: GameObject) -> bool:
    return mentions(item.ability, lambda node: isinstance(node, i.OtherAction) and "may" in node.gloss.split())


def _as_it_is_put(game: Game, item: GameObject, event: Choose, label: str) -> None:
    """Modes and targets of an ability that has just been put on the stack."""
    assert isinstance(item.ability, ab.Triggered | ab.Chapter) and item.source is not None
    modes: tuple[tuple[str, tuple[str | int, ...]], ...] = tuple(pair for pair in event.choices if pair[0] == "mode")
    choices = modes or tuple(pair for pair in item.choices if pair[0] == "mode")
    body = body_of(item.ability)
    if modes and not mentions(body, lambda node: isinstance(node, i.Modes | Chose)):
        raise Invalid(f"{label} has no modes", "leave mode out")
    source = Source(item.source, item.controller, that=item.that, x=item.x, choices=choices, granter=item.granter)
    refuse_again(game, item.source, body, choices, label)
    if options_of(body) and choices:
        option = option_named(body, choices[0][1])
        if option is None:
            raise Invalid(f"{label} has no single mode {choices[0][1]}", "one of " + "; ".join(options_of(body)))
        modes, body = (("mode", (option,)),), with_option(body, option)
    body = with_modes(body, choices, label)
    if modes:
        game.update(item.id, choices=tuple(sorted({**dict(item.choices), **dict(modes)}.items())))
    if event.targets is None:
        asked = choices_asked(game, body, source)
        if asked.removed or asked.doubt:
            raise Undecided(f"whether the mode of {label} that is chosen has legal targets")
        _has_targets(game, item, asked.targets)
        return
    judging = Judging(game, "choose", item.controller, item.id)
    judge_targets(judging, game, body, source, event.targets) if event.targets else _none(body, label)
    if judging.forbidden:
        first = judging.forbidden[0]
        cited = game.edition.cite(first.rule)
        raise Invalid(f"{label} cannot have these targets: {cited.gloss} (rule {cited.number})", "legal targets")
    if judging.unknown is not None:
        raise judging.unknown
    targets = tuple(game.who(each) for each in event.targets)
    if item.id in targets:
        cited = game.edition.cite("target.not_itself")
        raise Invalid(f"{label} cannot target itself: {cited.gloss} (rule {cited.number})", "another target")
    _has_targets(game, item, targets)


def _none(body: i.Body, label: str) -> None:
    from layerproof.solver.game.targeting import least_of

    if any(isinstance(each, i.Target) and not each.any and least_of(each) for each in body):
        raise Invalid(f"{label} needs a target", "name what it targets with targets: [LABEL]")


def _has_targets(game: Game, item: GameObject, targets: tuple[int | str, ...] | None) -> None:
    if targets is None:
        game.open.add(item.id)
        return
    game.open.discard(item.id)
    if targets == game.item(item.id).targets:
        return
    with game.one_moment():
        game.update(item.id, "trigger.no_choice", targets=targets)
        for each in targets:
            game.report(Targeted(each, item.id, item.controller, True))


def close(game: Game) -> None:
    """What was asked and not said stays open; what became a target by that is not told."""
    if game.asked & game.open:
        from layerproof.kb.model.occurrence import Unsaid

        with game.one_moment():
            for each in sorted(game.asked & game.open):
                game.report(Unsaid("targeted", each, game.item(each).controller))
    game.asked = set()
