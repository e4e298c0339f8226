"""A triggered ability that a scenario says resolves, and that is on the stack or due to be put there."""

from __future__ import annotations

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model import ability as ab
from layerproof.kb.model.situation import GameObject
from layerproof.kb.scenario import event as ev
from layerproof.solver.proof.check.bodies import Found
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.stacking import waiting_ability
from layerproof.solver.proof.check.staying_on import refuse_moved_away, refuse_other_host
from layerproof.solver.proof.check.world import Says


def says_of_waiting(game: Game, event: ev.Activates | ev.Triggers, found: Found, says: Says) -> Says | None:
    """Who says what the ability does, with what was chosen as it was put on the stack; None where none waits.

    says: as the event alone would have it. The one that waited is taken from where it was.
    """
    if not isinstance(event, ev.Triggers) or says.source is None:
        return None
    ability = found.ability
    parts = (ability, *(meaning(ability, found.which) if isinstance(ability, ab.Keyword) else ()))
    open_ = set(game.agenda.open)
    waiting = waiting_ability(game, says.source, parts, says.that)
    if waiting is None:
        return None
    named = None if event.about is None else game.target(event.about)
    if isinstance(waiting, GameObject):
        refuse_moved_away(game, says.source, ability, waiting.timestamp, named)
    else:
        refuse_other_host(game, waiting)
        refuse_moved_away(game, says.source, ability, None, named)
    said = dict(says.__dict__)
    if isinstance(waiting, GameObject):
        said["controller"] = waiting.controller
        if waiting.id not in open_:
            if event.targets and says.targets != waiting.targets:
                raise Incomplete("targets other than those of the ability on the stack")
            said["targets"] = waiting.targets
        kept = tuple(pair for pair in waiting.choices if pair[0] != "object")
        said["choices"] = says.choices if event.choices else kept
    else:
        said["controller"] = event.controller or waiting.you
    said["amount"] = waiting.amount
    said["that"] = waiting.that if says.that is None else says.that
    return Says(**said)
