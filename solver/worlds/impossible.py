"""Worlds that the rules do not let come to rest as one state: they are left out, with the rule named.

Events are obeyed and state-based actions then act, as the scenario format says; so an Aura on an illegal host is no
impossible world, it goes to the graveyard. What is left out are worlds in which a rule leaves a choice to a player that
no unknown of the scenario stands for (several legendary permanents of one name under one controller), and those in
which a player has chosen what a rule does not allow (who searches for a card must find one).
"""

from __future__ import annotations

import msgspec

from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.scenario.scenario import Scenario
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation import happening
from layerproof.solver.situation.game import Game, Invalid
from layerproof.solver.situation.timeline import Begun, InvalidEvent, Moment, afterwards, follow


class Excluded(msgspec.Struct, frozen=True):
    """A world that is left out: the key of the rule, and what is so in it."""

    rule: str
    what: str


def follow_world(
    scenario: Scenario, edition: Edition, begun: Begun | None = None
) -> tuple[Game, tuple[Moment, ...]] | Excluded:
    """Follow one world as the timeline of a scenario is followed, or say why it is left out.

    begun: what worlds of the same scenario that were followed before have come to. Raises InvalidEvent and Undecided as
    `follow` does. Source: rule keys state_based.legend, search.quantity.
    """
    try:
        return follow(scenario, edition, begun)
    except InvalidEvent as error:
        if error.rule is None:
            raise
        return Excluded(error.rule, error.what)
    except Undecided as error:
        if getattr(error, "orders", None):
            # No rule excludes it: it is several worlds.
            raise
        excluded = _why(scenario, edition)
        if excluded is None:
            raise
        return excluded


def _why(scenario: Scenario, edition: Edition) -> Excluded | None:
    """Whether a world that is not decided is one that is left out: how the game is at the moment where it stops."""
    game = Game(scenario, edition)
    for each in scenario.timeline:
        game.moments += 1
        try:
            happening.happen(game, each)
        except (Undecided, Invalid):
            return None
        try:
            for _ in afterwards(game):
                pass
        except Undecided:
            return _crowded(game)
    return None


def _crowded(game: Game) -> Excluded | None:
    """Whether legendary permanents of one name are under one controller, of which only one may stay by choice."""
    if game.edition.policy("legend_rule") == "all_die":
        return None
    scene = game.scene()
    seen: dict[tuple[str, str], int] = {}
    for identifier, entry in scene.view.items():
        if scene.items[identifier].zone == "battlefield" and "legendary" in entry.supertypes:
            for name in entry.names:
                seen[entry.controller, name] = seen.get((entry.controller, name), 0) + 1
    for (controller, name), count in seen.items():
        if count > 1:
            return Excluded(
                "state_based.legend", f"under the control of {controller} are {count} legendary permanents named {name}"
            )
    return None
