"""What limits the activation of an ability, seen by the checker."""

from __future__ import annotations

from layerproof.kb.model.costs import activation_limit as li
from layerproof.kb.oracle.costs.activation_limits import Stated
from layerproof.solver.proof.check.deontic import Findings
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.loosening import bar_or_open
from layerproof.solver.proof.check.moments import main_phase_of
from layerproof.solver.proof.check.world import Says

# What comes before the attackers and before the blockers of a turn are declared.
_EARLY = ("untap", "upkeep", "draw", "main", "beginning of combat")
_BEFORE = {"declare attackers": _EARLY, "declare blockers": (*_EARLY, "declare attackers")}
_IN_COMBAT = ("beginning of combat", "declare attackers", "declare blockers", "combat damage", "end of combat")


def look_at_limits(
    found: Findings, game: Game, identifier: int, instance: str, says: Says, stated: tuple[Stated, ...], player: str
) -> None:
    """Find which of the limits that an ability states forbid activating it now."""
    obj = game.objects[identifier]
    for words, limit in stated:
        if isinstance(limit, li.AsSorcery):
            if not main_phase_of(game, player):
                bar_or_open(found, game, "activate", "activate.as_sorcery", None, because="time")
        elif isinstance(limit, li.TimesEachTurn):
            if len([each for each in obj.used if each == instance]) >= limit.number:
                bar_or_open(found, game, "activate", "activate.restricted", None, because="once")
        elif isinstance(limit, li.OnlyOnce):
            if instance in obj.spent:
                bar_or_open(found, game, "activate", "activate.restricted", None, because="once")
        elif isinstance(limit, li.OnlyDuring):
            now = _now(game, limit, says)
            if now is None:
                found.unsure(Incomplete("in which step of combat an ability is activated"))
            elif not now:
                found.no("time", "activate.instructions", about=words)
        elif isinstance(limit, li.OnlyIf):
            try:
                if not game.reader(says).holds(limit.condition):
                    found.no("condition", "activate.instructions", about=words)
            except Incomplete as why:
                found.unsure(why)
        elif isinstance(limit, li.OtherLimit):
            found.unsure(Incomplete(f"a limit on activating an ability: {words}"))


def _now(game: Game, limit: li.OnlyDuring, says: Says) -> bool | None:
    """Whether the time is one that the limit leaves; None where the step is not told."""
    if limit.turn is not None and game.active not in game.reader(says).players(limit.turn):
        return False
    candidates = _IN_COMBAT if game.step == "combat" else (game.step or "main",)
    answers = set()
    for step in candidates:
        fits = not limit.steps or step in limit.steps
        answers.add(fits and (limit.before is None or step in _BEFORE[limit.before]))
    return None if len(answers) > 1 else answers.pop()
