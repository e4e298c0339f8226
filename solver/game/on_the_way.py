"""What the rules make happen on the way to an action that belongs to a later step than the one the timeline is in: the
beginning of combat before attackers are declared, and that nothing blocks before combat damage (rule keys
step.all_pass, attack.chosen, block.becomes_blocked, trigger.on_stack).

What players may do on the way and is not told was not done; what triggers there is put on the stack and resolves, since
the action cannot come before that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from layerproof.kb.model.occurrence import StatusChange
from layerproof.kb.model.told.fact_kinds import with_told
from layerproof.kb.scenario import action as ac
from layerproof.kb.scenario.event import TurnStep
from layerproof.solver.game.assigning import combat_damage, in_combat, judge_combat_damage
from layerproof.solver.game.between import without_choices
from layerproof.solver.game.judgement import log_reasons
from layerproof.solver.game.left_behind import leave_behind
from layerproof.solver.game.stacking import doubt_of
from layerproof.solver.game.timing import MAIN, stack
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.bonds import shake
from layerproof.solver.situation.game import Game, Invalid
from layerproof.solver.situation.guard import course_is_known
from layerproof.solver.situation.losing import is_over
from layerproof.solver.situation.timeline import MAX_ROUNDS, Moment, at_rest, moment_of
from layerproof.solver.situation.turn_order import first_to_act
from layerproof.solver.situation.turns import AFTER_COMBAT, turn_step

replace = msgspec.structs.replace
_BEFORE_BLOCKS = (None, "combat", "beginning of combat", "declare attackers")
_WHILE_BLOCKING = (*_BEFORE_BLOCKS, "declare blockers")
BEFORE_ATTACK = "pass: all before the attack, with what is chosen, would tell it"
BEFORE_DAMAGE = "blockers: {} before combat damage, with what is chosen, would tell it"


def on_the_way(game: Game, action: object, number: int) -> Iterator[Moment]:
    """The moments between where the timeline is and an action, each of which changes the game.

    action: the next entry of the timeline, or an action that a claim asks about; number: of the entry. There are none
    where the action belongs to the step that it is, or could not be taken in any case. Raises Undecided where something
    on the way needs a choice, with the entry that would tell it.
    """
    if isinstance(action, ac.Attack) and _is_before_combat(game):
        yield from _until_it_rests(game, _combat_begins, number, BEFORE_ATTACK)
    if isinstance(action, ac.CombatDamage) and _is_open_what_blocks(game):
        yield from _until_it_rests(game, _nothing_blocks, number, BEFORE_DAMAGE)
    if isinstance(action, TurnStep):
        yield from _damage_passed_over(game, action, number)
    if isinstance(action, ac.Passes) and game.situation.step == "declare blockers" and _is_open_what_blocks(game):
        # Players pass only after blockers were declared.
        yield from _one(game, _nothing_blocks, number)
        yield from without_choices(game, number)


def as_it_comes(game: Game, action: ac.Action) -> Game:
    """The game in which an action is judged that a claim asks about: as it is when the action can be taken next."""
    if not (isinstance(action, ac.Attack) and _is_before_combat(game)) and not (
        isinstance(action, ac.CombatDamage) and _is_open_what_blocks(game)
    ):
        return game
    other = game.fork(game.scenario)
    other.by_rules = True
    if not other.played:
        # What has triggered before counts as not having resolved.
        other.gathered = len(other.log.moments)
        other.pending, other.doubted, other.reflexive = [], [], []
    for _ in on_the_way(other, action, len(game.scenario.timeline)):
        pass
    return other


def _damage_passed_over(game: Game, event: TurnStep, number: int) -> Iterator[Moment]:
    """The combat damage that is dealt before a step or turn that the timeline goes on to, each step of it by itself.

    It is assigned in the one way that there is. Nothing blocks that is not told of, and what triggers by it all counts
    as not having resolved. Raises Undecided where it may be assigned in several ways. Source: rule keys
    block.becomes_blocked, combat_damage.dealt, combat_damage.first_strike.
    """
    if not _comes_after_damage(game, event) or is_over(game.situation):
        return
    if _open(game):
        yield from _one(game, _nothing_blocks, number)
        leave_behind(game)
    if _is_damage_step(event):
        return
    while game.situation.strikes < 2 and in_combat(game.scene()) and not is_over(game.situation):
        yield from _one(game, _damage_is_dealt, number)
        leave_behind(game)


def damage_of_the_step(game: Game, event: TurnStep, number: int) -> Iterator[Moment]:
    """The combat damage that is dealt as a step of combat damage begins that the timeline goes on to, unless the next
    entry says how it is assigned (rule key combat_damage.dealt)."""
    fights = in_combat(game.scene()) and game.situation.strikes < 2 and not is_over(game.situation)
    if _is_damage_step(event) and fights and not isinstance(game.upcoming, ac.CombatDamage):
        yield from _one(game, _damage_is_dealt, number)


def _is_damage_step(event: TurnStep) -> bool:
    return event.step == "combat damage" and event.turn is None


def _comes_after_damage(game: Game, event: TurnStep) -> bool:
    """Whether something attacks whose combat damage has been dealt by the time of a step or turn.

    Attackers that are told of only in or behind the step of combat damage have dealt theirs, or deal none.
    """
    if event.turn is None and event.step not in ("combat damage", "end of combat", *AFTER_COMBAT):
        return False
    dealt = game.situation.step in ("combat damage", "end of combat") and not game.situation.strikes
    fighting = any(dict(item.told).get("attacking") for item in game.situation.objects)
    return fighting and not dealt and game.situation.strikes < 2


def _damage_is_dealt(game: Game) -> None:
    judgement = judge_combat_damage(game, ac.CombatDamage())
    if not judgement.legal:
        raise Undecided("whether something on the stack has resolved before combat damage is not told (pass: all)")
    with game.because("turn.combat_damage", *log_reasons(game, judgement.reasons)):
        combat_damage(game, ac.CombatDamage())


def _is_before_combat(game: Game) -> bool:
    """Whether the timeline is in a main phase before combat that could end now."""
    fighting = any(dict(item.told).get("attacking") for item in game.situation.objects)
    waits = stack(game) or doubt_of(game) is not None or is_over(game.situation)
    return game.situation.step in MAIN[:2] and not waits and not fighting


def _is_open_what_blocks(game: Game) -> bool:
    """Whether it is time for blockers, and nothing tells of some attacker whether it is blocked."""
    waits = stack(game) or doubt_of(game) is not None or is_over(game.situation)
    return game.situation.step in _WHILE_BLOCKING and not waits and not game.situation.strikes and bool(_open(game))


def _open(game: Game) -> list[int]:
    facts = {item.id: dict(item.told) for item in game.situation.objects}
    return [each for each, told in facts.items() if told.get("attacking") and "blocked" not in told]


def _combat_begins(game: Game) -> None:
    turn_step(game, TurnStep(step="beginning of combat"))


def _nothing_blocks(game: Game) -> None:
    """No creature is declared as a blocker, so that each attacker that is not blocked is unblocked (rule key
    block.becomes_blocked). Raises Undecided where something has to block."""
    _nothing_must_block(game)
    if game.situation.step in _BEFORE_BLOCKS:
        turn_step(game, TurnStep(step="declare blockers"))
    with game.one_moment():
        for each in _open(game):
            game.update(each, "block.becomes_blocked", told=with_told(game.item(each).told, (("blocked", 0),)))
            game.report(StatusChange(each, "unblocked"))


def _nothing_must_block(game: Game) -> None:
    from layerproof.solver.game.blocking import judge_block

    if any(dict(item.told).get("blocking") for item in game.situation.objects):
        # Whether the blockers that were told of were enough was asked then.
        return
    for each in game.situation.players:
        if each.name != game.situation.active and not each.lost:
            if not judge_block(game, ac.Blockers((), controller=each.name)).legal:
                raise Undecided("which creatures block that have to is not told (blockers: {LABEL: LABEL} tells it)")


def _until_it_rests(game: Game, what: Callable[[Game], None], number: int, mend: str) -> Iterator[Moment]:
    """Let something happen, then let resolve what it makes trigger."""
    from layerproof.solver.game.passing import resolve_top

    try:
        yield from _one(game, what, number)
        yield from without_choices(game, number)
        for _ in range(MAX_ROUNDS):
            if not stack(game) or doubt_of(game) is not None or is_over(game.situation):
                return
            yield from _one(game, lambda it: resolve_top(it, ac.ResolveTop()), number)
            yield from without_choices(game, number)
    except Invalid as error:
        raise Undecided(f"{error.what} ({mend})") from None
    except Undecided as error:
        raise Undecided(f"{error} ({mend})") from None
    raise Undecided("abilities that trigger do not come to an end")


def _one(game: Game, what: Callable[[Game], None], number: int) -> Iterator[Moment]:
    """Let one thing happen, with the state-based actions after it."""
    before = game.situation
    game.on_the_way = True
    what(game)
    game.on_the_way = False
    shake(game, ac.Passes("all"), before)
    if game.situation.priority is not None:
        game.set_turn("priority.turn_begins", priority=first_to_act(game), passed=0)
    yield moment_of(game, before)
    yield from at_rest(game, number)
    course_is_known(game)
