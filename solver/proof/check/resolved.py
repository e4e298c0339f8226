"""The resolution of a triggered ability on the stack, seen by the checker."""

from __future__ import annotations

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model import ability as ab
from layerproof.kb.model.instruction import SetStatus
from layerproof.kb.model.node import mentions
from layerproof.kb.model.situation import GameObject
from layerproof.kb.scenario.action import ResolveTop
from layerproof.solver.proof.check.arrivals import choices_of
from layerproof.solver.proof.check.asking import leaves_choice, only_words_of_choice
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.giving_up import refuse_untold_x
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.modes_before import all_modes, has_no_others
from layerproof.solver.proof.check.reflexive import without_reflexive
from layerproof.solver.proof.check.resolving import Resolution
from layerproof.solver.proof.check.spoken_of import about
from layerproof.solver.proof.check.staying_on import refuse_moved_away
from layerproof.solver.proof.check.world import Says


def resolve_triggered(game: Game, obj: GameObject, action: ResolveTop) -> None:
    """The ability does what it says, if its condition still holds and a target is left, and ceases to exist.

    Raises Incomplete where a choice is not stated: targets, or whether something is done that need not be.
    """
    ability = obj.ability
    assert isinstance(ability, ab.Triggered | ab.Chapter)
    has_no_others(all_modes(ability.body), obj.choices, choices_of(game, action.choices))
    chosen = dict(obj.choices)
    chosen.update(choices_of(game, action.choices))
    says = Says(
        obj.source,
        controller=obj.controller,
        granter=obj.granter,
        targets=obj.targets,
        that=obj.that,
        amount=obj.amount,
        choices=tuple(sorted(chosen.items())),
        x=obj.x,
        resolving=True,
    )
    if obj.id in game.agenda.open:
        raise Incomplete("targets or modes that are not stated")
    condition = ability.condition if isinstance(ability, ab.Triggered) else None
    if condition is not None and not game.reader(says).holds(condition):
        game.done("condition fails", None, obj.id)
        game.depart(obj.id, game.view)
        return
    now = without_reflexive(ability.body)
    if mentions(now, leaves_choice) and "may" not in chosen:
        raise Incomplete("whether something is done that may be done")
    if mentions(now, only_words_of_choice) and not all(chosen["may"]):
        raise Incomplete("what is left where that which may be done is not done")
    if obj.that is None and about(now, "that"):
        raise Incomplete("the object that a triggered ability speaks of")
    refuse_moved_away(game, obj.source, ability, obj.timestamp)
    refuse_untold_x(game, ability, ability.body, says)
    first = game.next_id
    _refuse_delayed_turning(game, obj)
    Resolution(game, says, ability, obj.timestamp).run(ability.body, without_targets=not obj.targets)
    game.label_new(action.makes, first)
    if obj.id in game.objects:
        game.depart(obj.id, game.view)


def _refuse_delayed_turning(game: Game, obj: GameObject) -> None:
    """Refuse what may be a delayed ability that transforms its source: that counts from its creation, not from here."""
    source = game.objects.get(obj.source) if obj.source is not None else None
    if source is None or source.turned_at == 0 or not mentions(obj.ability, _turns):
        return
    there = [each.ability for each in game.view[source.id].abilities] if source.id in game.view else []
    for face in source.card.faces:
        there.extend(face.abilities)
    for each in there:
        if obj.ability in (meaning(each) if isinstance(each, ab.Keyword) else [each]):
            return
    raise Incomplete("a delayed ability by which its source transforms")


def _turns(node: object) -> bool:
    return node.__class__ is SetStatus and getattr(node, "status", "").startswith("transform")


def nothing_left_to_cast(game: Game) -> None:
    """Raise Incomplete where something is told to be cast as this resolved, and nothing has let it be cast."""
    if game.castings:
        raise Incomplete("a casting that is told and that nothing lets be done")
