"""What happens before an action that belongs to a later step, seen by the checker: combat begins before anything
attacks, and blockers are declared, or none are, before combat damage. What triggers by that resolves first."""

from __future__ import annotations

from collections.abc import Callable

from layerproof.kb.model.occurrence import StatusChange
from layerproof.kb.model.situation import Situation
from layerproof.kb.scenario import action as ac
from layerproof.kb.scenario import closed_words
from layerproof.kb.scenario.event import TurnStep
from layerproof.solver.proof.check.bonding import unsettle
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.left_over import leave_behind
from layerproof.solver.proof.check.losing import over
from layerproof.solver.proof.check.moments import give_priority, on_stack
from layerproof.solver.proof.check.priority import Step, until_nothing_waits
from layerproof.solver.proof.check.retaining import NotSaidWhichStays
from layerproof.solver.proof.check.stacking import OrderNotSaid, unclear_stack
from layerproof.solver.proof.check.striking import damage_steps, engaged, strike

_ROUNDS = 100
Rest = Callable[[Situation], list[Step]]


def meantime(game: Game, action: object, rest: Rest) -> list[Step]:
    """Let happen what lies between the present step and an action; the steps about it.

    rest: gives the steps of what has changed since a situation and of the state-based actions after it.
    """
    try:
        if isinstance(action, TurnStep):
            return _damage_before(game, action, rest)
        if isinstance(action, ac.Attack) and _could_begin_combat(game):
            return _and_what_triggers(game, lambda: _to(game, "beginning of combat"), rest)
        if isinstance(action, ac.CombatDamage) and _could_be_blocked(game):
            return _and_what_triggers(game, lambda: _no_more_blockers(game), rest)
        if isinstance(action, ac.Passes) and game.step == "declare blockers" and _could_be_blocked(game):
            return [*_happens(game, lambda: _no_more_blockers(game), rest), *_stacked(game, rest)]
    except (OrderNotSaid, NotSaidWhichStays) as error:
        # No entry of the timeline asks for this choice.
        raise Incomplete(error.what) from None
    return []


def could_come(game: Game, action: ac.Action) -> Game:
    """The game as it is when an action that a claim asks about comes next: a copy where something lies before it."""
    attack = isinstance(action, ac.Attack) and _could_begin_combat(game)
    if not attack and not (isinstance(action, ac.CombatDamage) and _could_be_blocked(game)):
        return game
    from layerproof.solver.proof.check.replay import settled

    other = game.twin()
    other.agenda.acting = True
    other.watch()
    if not other.agenda.played:
        # Nothing that triggered before is on a stack.
        other.agenda.clear()
    meantime(other, action, lambda before: settled(other, before))
    return other


def _damage_before(game: Game, event: TurnStep, rest: Rest) -> list[Step]:
    """Combat damage that a step or a turn leaves behind is dealt; what triggers by it has not resolved."""
    late = event.turn is not None or event.step in ("combat damage", "end of combat", "second main", "end", "cleanup")
    told_late = game.strikes == 0 and game.step in ("combat damage", "end of combat")
    if not late or told_late or over(game) or not _attackers(game) or game.strikes == 2:
        return []
    steps: list[Step] = []
    if any("blocked" not in each for each in _attackers(game)):
        steps += _happens(game, lambda: _no_more_blockers(game), rest)
        leave_behind(game)
    if _begins_damage(event):
        return steps
    while game.strikes < 2 and engaged(game) and not over(game):
        steps += _happens(game, lambda: _damage(game), rest)
        leave_behind(game)
    return steps


def damage_at_once(game: Game, event: object, rest: Rest) -> list[Step]:
    """Combat damage is dealt as its step begins, if no entry behind it says how it is assigned."""
    if not _begins_damage(event) or game.damage_is_next or game.strikes == 2 or over(game) or not engaged(game):
        return []
    return _happens(game, lambda: _damage(game), rest)


def _begins_damage(event: object) -> bool:
    return isinstance(event, TurnStep) and event.step == "combat damage" and event.turn is None


def _damage(game: Game) -> None:
    from layerproof.solver.proof.check.legality import is_legal

    if not is_legal(damage_steps(game, ac.CombatDamage())):
        raise Incomplete("combat damage while something is on the stack")
    strike(game, ac.CombatDamage())


def _attackers(game: Game) -> list[dict[str, int | str]]:
    facts = [dict(each.told) for each in game.objects.values()]
    return [each for each in facts if each.get("attacking")]


def _waits(game: Game) -> bool:
    return over(game) or bool(on_stack(game)) or unclear_stack(game) is not None


def _could_begin_combat(game: Game) -> bool:
    return game.step in (None, "main") and not _waits(game) and not _attackers(game)


def _could_be_blocked(game: Game) -> bool:
    early = game.step in (None, "combat", "beginning of combat", "declare attackers", "declare blockers")
    left = [each for each in _attackers(game) if "blocked" not in each]
    return early and left != [] and game.strikes == 0 and not _waits(game)


def _to(game: Game, step: closed_words.Step) -> None:
    from layerproof.solver.proof.check.turning import turn_step

    turn_step(game, TurnStep(step=step))


def _no_more_blockers(game: Game) -> None:
    """Nothing more blocks: what nothing blocks is unblocked. Raises Incomplete where a creature would have to."""
    from layerproof.solver.proof.check.legality import is_legal, legality_steps

    if not any(dict(each.told).get("blocking") for each in game.objects.values()):
        others = [name for name, player in game.players.items() if name != game.active and not player.lost]
        if not all(is_legal(legality_steps(game, ac.Blockers((), controller=name))) for name in others):
            raise Incomplete("a creature that has to block")
    if game.step != "declare blockers":
        _to(game, "declare blockers")
    with game.beat():
        for obj in list(game.objects.values()):
            facts = dict(obj.told)
            if facts.get("attacking") and "blocked" not in facts:
                game.change(obj.id, told=tuple(sorted({**facts, "blocked": 0}.items())))
                game.tell(StatusChange(obj.id, "unblocked"))


def _happens(game: Game, what: Callable[[], None], rest: Rest) -> list[Step]:
    before = game.situation()
    game.agenda.acting = True
    what()
    game.agenda.acting = False
    unsettle(game, ac.Passes("all"), before)
    if game.priority is not None:
        give_priority(game)
    game.granted.clear()
    return rest(before)


def _stacked(game: Game, rest: Rest) -> list[Step]:
    """Put on the stack what waits, of which nothing is chosen that is not fixed."""
    return until_nothing_waits(game, lambda: rest(game.situation()))


def _and_what_triggers(game: Game, what: Callable[[], None], rest: Rest) -> list[Step]:
    from layerproof.solver.proof.check.events import perform

    steps = [*_happens(game, what, rest), *_stacked(game, rest)]
    for _ in range(_ROUNDS):
        if over(game) or not on_stack(game) or unclear_stack(game) is not None:
            return steps
        steps += _happens(game, lambda: perform(game, ac.ResolveTop()), rest)
        steps += _stacked(game, rest)
    raise Incomplete("abilities that trigger again and again")
