"""Who decides for a player: the player, or whoever controls that player (rule key control_player.decisions)."""

from __future__ import annotations

from typing import Any

from layerproof.kb.rulebook.step_rules import first_citable
from layerproof.kb.scenario.action import Action
from layerproof.solver.game.judgement import Judgement, Reason
from layerproof.solver.situation.game import Game

_SAID = ("action", "player", "object", "card", "ability")


def decider(game: Game, player: str) -> str:
    """The player who makes the decisions of a player."""
    told = dict(game.situation.player_state(player).told)
    controlling = told.get("controlled by")
    return controlling if isinstance(controlling, str) else player


def with_decider(game: Game, action: Action, judgement: Judgement) -> Judgement:
    """A judgement of an action that a player decides on, by `by`: only who controls the player, or the player, may.

    Raises Invalid for a name that is no player. Where `by` names nobody, nothing is asked.
    """
    named = getattr(action, "by", None)
    if named is None:
        return judgement
    by, said = game.player(named), judgement.reasons[0].says
    if by == said["player"] == decider(game, by):
        return judgement
    allows = by == decider(game, said["player"])
    says: dict[str, Any] = {key: said[key] for key in _SAID if key in said}
    says |= {"because": "decides", "source": None, "about": by}
    about = () if said["object"] is None else (said["object"],)
    reason = Reason(allows, first_citable(game.edition, ("control_player.decisions",)), says, about)
    if allows:
        return Judgement(judgement.legal, (*judgement.reasons, reason)) if judgement.legal else judgement
    kept = () if judgement.legal else judgement.reasons
    return Judgement(False, (*kept, reason))
