"""Choices that players are asked for, seen by the checker: each must be asked at that point, and be legal."""

from __future__ import annotations

from layerproof.kb.model import ability as ab
from layerproof.kb.model import instruction as ins
from layerproof.kb.model.expression import Chose
from layerproof.kb.model.node import mentions
from layerproof.kb.model.occurrence import Targeted, Unsaid
from layerproof.kb.scenario.action import Choose
from layerproof.solver.proof.check.aiming import fewest, look_at_targets
from layerproof.solver.proof.check.arrivals import choices_of
from layerproof.solver.proof.check.deontic import Findings
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.modes_before import has_modes
from layerproof.solver.proof.check.moments import on_stack
from layerproof.solver.proof.check.picking import listed_options, one_option, without_choice
from layerproof.solver.proof.check.stacking import what_is_asked
from layerproof.solver.proof.check.world import Choices, Says


def make_choice(game: Game, event: Choose) -> None:
    """Make the choice that an entry states. Raises Incomplete where it is not asked for, or not legal."""
    if len(event.choose) != 1:
        raise Incomplete("an order that nobody is asked for")
    identifier = game.labelled(event.choose[0])
    obj = game.objects.get(identifier)
    if obj is None or obj.zone != "stack" or event.controller not in (None, obj.controller):
        raise Incomplete("a choice for something that is not on the stack, or by another player")
    modes = dict(event.choices).get("mode")
    at_once = modes is not None or event.targets is not None
    if (at_once and identifier not in game.agenda.asked) or event.x is not None:
        raise Incomplete("a choice that is not asked at this point")
    rest = tuple(pair for pair in event.choices if pair[0] != "mode")
    if rest:
        _for_later(game, identifier, choices_of(game, rest))
    if at_once:
        assert isinstance(obj.ability, ab.Triggered | ab.Chapter)
        if modes is not None:
            if not mentions(obj.ability.body, lambda node: isinstance(node, ins.Modes | Chose)):
                raise Incomplete("a mode of an ability without modes")
            if listed_options(obj.ability.body):
                modes = (one_option(obj.ability.body, modes)[0],)
            _keep(game, identifier, (("mode", modes),))
        _put(game, identifier, event.targets)
    if event.as_ is not None:
        game.change(identifier, label=event.as_)
        game.labels[event.as_] = identifier
    elif not event.choices and event.targets is None:
        raise Incomplete("a choice of nothing")


def _keep(game: Game, identifier: int, choices: Choices) -> None:
    known = dict(game.objects[identifier].choices)
    known.update(choices)
    game.change(identifier, choices=tuple(sorted(known.items())))


def _for_later(game: Game, identifier: int, choices: Choices) -> None:
    """What is chosen on resolution is stated just before, for what resolves next."""
    obj = game.objects[identifier]
    if on_stack(game)[-1] != identifier:
        raise Incomplete("a choice for something that does not resolve next")
    if obj.ability is None and any(key == "object" for key, _ in choices):
        raise Incomplete("objects that a spell chooses")
    if obj.ability is not None and any(key == "may" for key, _ in choices):
        if not mentions(obj.ability, leaves_choice):
            raise Incomplete("whether something is done that is no choice")
    _keep(game, identifier, choices)


def leaves_choice(node: object) -> bool:
    """Whether a part of an ability lets a player choose whether to do something."""
    return node == Chose("may") or only_words_of_choice(node)


def only_words_of_choice(node: object) -> bool:
    """Whether that is told by words alone."""
    return isinstance(node, ins.OtherAction) and "may" in node.gloss.lower().split()


def _put(game: Game, identifier: int, named: tuple[str, ...] | None) -> None:
    """Modes and targets of what has just been put on the stack."""
    obj = game.objects[identifier]
    assert isinstance(obj.ability, ab.Triggered | ab.Chapter)
    modes = dict(obj.choices).get("mode", ())
    says = Says(
        obj.source,
        controller=obj.controller,
        that=obj.that,
        x=obj.x,
        granter=obj.granter,
        choices=(("mode", modes),) if modes else (),
    )
    body = obj.ability.body
    has_modes(game, obj.source, body, modes, keep=False)
    if modes and listed_options(body):
        _, body = one_option(body, modes)
    body = without_choice(body, modes)
    if named is None:
        asked = what_is_asked(game, body, says)
        if asked.gone or asked.unknown is not None:
            raise Incomplete("a mode that may have no legal target")
        targets = asked.targets
    else:
        targets = tuple(game.target(each) for each in named)
        found = Findings(game, {})
        if named:
            look_at_targets(found, game, body, says, named)
        elif any(isinstance(each, ins.Target) and not each.any and fewest(each) for each in body):
            raise Incomplete("no target where one is needed")
        if found.bad or found.open is not None or identifier in targets:
            raise found.open or Incomplete("targets that are not legal")
    if targets is None:
        game.agenda.open.add(identifier)
        return
    game.agenda.open.discard(identifier)
    if targets != obj.targets:
        with game.beat():
            game.change(identifier, targets=targets)
            for each in targets:
                game.tell(Targeted(each, identifier, obj.controller, ability=True))


def stop_asking(game: Game) -> None:
    """Nothing more is chosen for what was put on the stack; where targets were not said it is not known what became
    one."""
    left = sorted(game.agenda.asked & game.agenda.open)
    if left:
        with game.beat():
            for each in left:
                game.tell(Unsaid("targeted", each, game.objects[each].controller))
    game.agenda.asked.clear()
