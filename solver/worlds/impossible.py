"""Worlds that the rules do not let come to rest as one state: they are left out, with the rule named.

Events are obeyed and state-based actions then act, as the scenario format says; so an Aura on an illegal host is no
impossible world, it goes to the graveyard. Where a rule leaves a choice to a player that the scenario does not tell
(the legend rule), a world is several worlds. What is left out are those in which a player has chosen what a rule does
not allow (who searches for a card must find one).
"""

from __future__ import annotations

import msgspec

from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.scenario.scenario import Scenario
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.timeline import Begun, InvalidEvent, Moment, follow


class Excluded(msgspec.Struct, frozen=True):
    """A world that is left out: the key of the rule, and what is so in it."""

    rule: str
    what: str


def follow_world(
    scenario: Scenario, edition: Edition, begun: Begun | None = None
) -> tuple[Game, tuple[Moment, ...]] | Excluded:
    """Follow one world as the timeline of a scenario is followed, or say why it is left out.

    begun: what worlds of the same scenario that were followed before have come to. Raises InvalidEvent and Undecided as
    `follow` does. Source: rule key search.quantity.
    """
    try:
        return follow(scenario, edition, begun)
    except InvalidEvent as error:
        if error.rule is None:
            raise
        return Excluded(error.rule, error.what)
