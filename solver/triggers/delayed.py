"""Delayed triggered abilities: whether one that a resolution created triggers at the last event (rule key
trigger.delayed)."""

from __future__ import annotations

from layerproof.kb.model import occurrence as oc
from layerproof.kb.model import trigger_event as te
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.log import Happened, Waiting
from layerproof.solver.triggers.finding import Finding, told
from layerproof.solver.triggers.matching import Look, fitting, looks_back, single
from layerproof.solver.triggers.times import Times


def delayed_findings(
    game: Game, objects: list[int], which: int | str | None, times: Times
) -> tuple[list[Finding], Undecided | None]:
    """What is found of the delayed abilities whose source is one of the objects, and what is not known of them.

    Each triggers once, the next time its event happens after it was created; one that has triggered before the last
    event is gone. which: a piece of their words; a number means none of them.
    """
    found: list[Finding] = []
    unknown: Undecided | None = None
    for number, waiting in enumerate(game.delayed, 1):
        asked = which is None or (isinstance(which, str) and which.lower() in waiting.words.lower())
        if waiting.source not in objects or not asked:
            continue
        if isinstance(waiting.event, te.OpaqueEvent) and not waiting.event.sorts:
            unknown = unknown or Undecided(f"whether this happens is not modelled: {waiting.words}")
        for event in single(waiting.event):
            try:
                finding = _next_time(game, waiting, event, f"delayed {number}", times)
            except Undecided as error:
                unknown = unknown or error
                continue
            found += [] if finding is None else [finding]
    return found, unknown


def _next_time(game: Game, waiting: Waiting, event: te.TriggerEvent, name: str, times: Times) -> Finding | None:
    back = looks_back(event, game.edition)
    latest = [each for each in game.log.latest() if each.what]
    for moment in game.log.moments[waiting.since :]:
        for _, what in told(moment.what):
            if fitting(event, what, _look(waiting, moment, back, times)):
                if moment.event != game.log.event:
                    return None
                by = (latest.index(moment) + 1, what)
                return Finding(waiting.source, name, event, True, back, by, "", waiting.words, 1, (by,))
    return Finding(waiting.source, name, event, False, back, None, "nothing", waiting.words)


def _look(waiting: Waiting, moment: Happened, back: bool, times: Times) -> Look:
    before, after = times.before(moment), times.after(moment)
    entered = {each for one in moment.what if isinstance(one, oc.ZoneChange) for each in one.became}
    source = Source(waiting.source, waiting.you)
    return Look(source, before if back else after, before, after, frozenset(entered))
