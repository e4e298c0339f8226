"""Limits on activating an ability: when, how often, by whom, and while what holds (rule key activate.instructions)."""

from __future__ import annotations

from layerproof.kb.model.costs import activation_limit as li
from layerproof.kb.model.situation import GameObject
from layerproof.kb.oracle.costs.activation_limits import Stated
from layerproof.solver.game.judgement import Judging
from layerproof.solver.game.timing import is_time
from layerproof.solver.layers.reading import players
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.values import holds
from layerproof.solver.situation.game import Game

# The steps and phases of a turn in their order; where none is named it is the precombat main phase.
ORDER = (
    "untap", "upkeep", "draw", "main", "beginning of combat", "declare attackers", "declare blockers",
    "combat damage", "end of combat", "second main", "end", "cleanup",
)  # fmt: skip
_COMBAT = ORDER[4:9]


def judge_limits(
    judging: Judging, game: Game, item: GameObject, name: str, source: Source, limits: tuple[Stated, ...]
) -> bool:
    """Look at each limit on activating an ability of an object; whether all of those about the time are met.

    name: of the ability's instance. source: from where its words speak.
    """
    before = _late(judging)
    for words, limit in limits:
        try:
            _judge(judging, game, item, name, source, limit, words)
        except Undecided as error:
            judging.unsure(error)
    return _late(judging) == before


def _late(judging: Judging) -> int:
    """How many reasons forbid the action because of the time."""
    return len([each for each in judging.forbidden if each.says["because"] == "time"])


def _judge(
    judging: Judging, game: Game, item: GameObject, name: str, source: Source, limit: li.Limit, words: str
) -> None:
    match limit:
        case li.AsSorcery():
            if not is_time(game, judging.player, "main"):
                judging.forbid_unless_lifted("activate", ("activate.as_sorcery",), because="time")
        case li.TimesEachTurn(number=number):
            if item.used.count(name) >= number:
                judging.forbid_unless_lifted("activate", ("activate.restricted",), because="once")
        case li.OnlyOnce():
            if name in item.spent:
                judging.forbid_unless_lifted("activate", ("activate.restricted",), because="once")
        case li.OnlyDuring():
            if not _is_during(game, limit, source):
                judging.forbid("time", ("activate.instructions",), about=words)
        case li.OnlyIf(condition=condition):
            if not holds(condition, game.scene(), source):
                judging.forbid("condition", ("activate.instructions",), about=words)
        case li.OtherLimit():
            raise Undecided(f"the limit on activating an ability ({words}) is not modelled")


def _is_during(game: Game, limit: li.OnlyDuring, source: Source) -> bool:
    """Whether it is one of the steps, of one of the turns. Raises Undecided where that is not told."""
    if limit.turn is not None and game.situation.active not in players(limit.turn, game.scene(), source):
        return False
    step = game.situation.step or "main"
    if step == "combat":
        # Some step of combat, of which it is not told which one.
        inside = [each in limit.steps for each in _COMBAT] if limit.steps else [True]
        earlier = [ORDER.index(each) < ORDER.index(limit.before) for each in _COMBAT] if limit.before else [True]
        if any(inside) and any(earlier) and not (all(inside) and all(earlier)):
            raise Undecided("which step of combat it is")
        return all(inside) and all(earlier)
    if limit.steps and step not in limit.steps:
        return False
    return limit.before is None or ORDER.index(step) < ORDER.index(limit.before)
