"""An Aura or Equipment of which an ability triggered, and that may be on another object as the ability resolves."""

from __future__ import annotations

from layerproof.kb.model import ability as ab
from layerproof.kb.oracle.compiled import trigger_event
from layerproof.solver.proof.check.agenda import Due
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.spoken_of import about


def refuse_moved_away(
    game: Game, source: int | None, ability: object, stacked: int | None = None, named: int | str | None = None
) -> None:
    """Refuse what an Aura or Equipment says of the object it was on when that did something, once it may be elsewhere.

    Becoming attached gives the Aura or Equipment a timestamp later than that of the ability on the stack (stacked, if
    it has been there). named: the object of the event as the scenario has it; with one object only, that is the host.
    """
    on = game.objects.get(source or 0) or game.gone.get(source or 0)
    if isinstance(ability, ab.Triggered) and " enters attached to " in ability.when and named == source:
        raise Incomplete("an object that would have entered attached to itself")
    if on is None or not _of_its_host(ability):
        return
    assert isinstance(ability, ab.Triggered)
    if on.attached_to is None or (stacked is not None and stacked < on.timestamp):
        raise Incomplete("what the source of a triggered ability was attached to")
    if named is None or isinstance(named, str) or about(ability.body, "that"):
        return
    if named != on.attached_to:
        raise Incomplete("an event about an object that the source of the ability is not attached to")


def refuse_other_host(game: Game, due: Due) -> None:
    """Refuse an ability that is due and speaks of a host, once its source is on something else than it was then."""
    on = game.objects.get(due.source) or game.gone.get(due.source)
    if on is not None and on.attached_to != due.on and _of_its_host(due.ability):
        raise Incomplete("what the source of a triggered ability was attached to")


def _of_its_host(ability: object) -> bool:
    """Whether an ability has the host of its source both in its event and in what it does."""
    if not isinstance(ability, ab.Triggered) or not about(ability.body, "host", players=False):
        return False
    return about((ability.event or trigger_event(ability.when),), "host", players=False)
