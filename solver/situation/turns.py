"""Turns and steps, the end of a turn, and players who leave."""

from __future__ import annotations

import msgspec

from layerproof.kb.model.effect import Until
from layerproof.kb.model.modification import SetController
from layerproof.kb.model.occurrence import StepBegan, Unsaid, ZoneChange
from layerproof.kb.model.situation import GameObject
from layerproof.kb.rulebook.step_rules import step_rule
from layerproof.kb.scenario import event as ev
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.bestowing import left_by_its_host
from layerproof.solver.situation.bonds import end_combat, forget_turn
from layerproof.solver.situation.designations import ask_designations
from layerproof.solver.situation.game import Game, Invalid
from layerproof.solver.situation.losing import is_over
from layerproof.solver.situation.moving import come_back, end_with, move, untap
from layerproof.solver.situation.newcomers import tell_newcomers
from layerproof.solver.situation.phasing import ask_for_day_and_night, phase_in_and_out
from layerproof.solver.situation.sagas import add_lore, ask_for_told_sagas
from layerproof.solver.situation.steps_passed import (
    ask_what_is_skipped,
    ask_whether_it_is_skipped,
    discard_to_maximum,
    draw_for_the_turn,
    is_skipped,
    nothing_had_to_attack,
    tells_the_turn,
)
from layerproof.solver.situation.turn_order import following, players_from

replace = msgspec.structs.replace
STEPS = ("untap", "upkeep", "draw", "main", "combat", "end", "cleanup")
_LONGER = (
    "beginning of combat",
    "declare attackers",
    "declare blockers",
    "combat damage",
    "end of combat",
    "second main",
)

# The steps and phases of a turn in their order; those of combat are parts of one phase.
_ORDER = ("untap", "upkeep", "draw", "main", "combat", "second main", "end", "cleanup")
_SILENT = "main"
AFTER_COMBAT = ("second main", "end", "cleanup")
_BEFORE_BLOCKS = ("combat", "beginning of combat", "declare attackers", "declare blockers")

# What may have happened as such a step begins, without an event that says so.
UNSAID = {
    "combat": ("attacked", "blocked", "unblocked", "damaged"),
    "declare attackers": ("attacked",),
    "declare blockers": ("blocked", "unblocked"),
    "combat damage": ("damaged",),
}


def end_of_turn(game: Game, event: ev.EndOfTurn) -> None:
    """Effects until end of turn end and marked damage is removed, at the same time (rule key
    step.until_end_of_turn)."""
    with game.because("step.until_end_of_turn"):
        game.end_effects({each.id for each in game.situation.effects if each.duration == Until("end of turn")})
        _end_of_combat(game)
        for item in game.situation.objects:
            if item.damage or item.deathtouched:
                game.update(item.id, damage=0, deathtouched=False)


def _end_of_combat(game: Game) -> None:
    """Effects that last until end of combat end (rule key effect.until_end_of_combat)."""
    over = {each.id for each in game.situation.effects if each.duration == Until("end of combat")}
    game.end_effects(over, ("effect.until_end_of_combat", "effect.duration"))


def turn_step(game: Game, event: ev.TurnStep) -> None:
    """The turn or the step is now this one; a later turn begins with what a turn begins with.

    Until end of turn effects end, effects until that player's next turn end, that player's permanents phase in and
    untap (rule key turn.untap). Sagas get a lore counter as the first main phase begins (rule key saga.lore_each_turn).
    The active player draws as the draw step begins (rule key turn.draw).
    """
    if event.step is not None and event.step not in STEPS + _LONGER:
        raise Invalid(f"{event.step!r} is no step", "one of " + ", ".join(STEPS))
    if event.step not in _BEFORE_BLOCKS and not game.by_rules:
        report_undeclared(game)
    pools_empty(game)
    ask_what_is_skipped(game)
    if event.turn is not None or event.step != "upkeep":
        _hide_again(game)
    if event.turn is not None:
        player = game.player(event.turn)
        if any(each.lost for each in game.situation.players if each.name == player):
            raise Invalid(f"{player} has left, so that no turn of {player} begins", "name a player who plays on")
        first = not game.begun and game.situation.clock == 0 and game.situation.turn == 1
        if first:
            game.set_turn(active=player, step=event.step)
            _nothing_done_yet(game, event.step)
            return
        ask_for_told_sagas(game)
        _begin_unnamed(game, None)
        _pass(game, game.situation.step, None)
        discard_to_maximum(game)
        end_of_turn(game, ev.EndOfTurn())
        # What is given back in the cleanup step is held before the next turn begins.
        game.note_control()
        forget_turn(game)
        begun = (player, *_skipped(game, player))
        ended = {
            each.id
            for each in game.situation.effects
            if each.duration == Until("your next turn") and each.controller in begun
        }
        game.end_effects(ended | _until_untap_step(game, player), "effect.duration")
        turn_before = game.turns.get(player, 0)
        game.set_turn("turn.phases", active=player, turn=game.situation.turn + 1, step=event.step)
        game.note_control()
        _forget_the_turn(game)
        _nothing_done_yet(game, event.step)
        if event.step in ("untap", "upkeep"):
            # What triggers in the untap step waits for the upkeep.
            _pass_over(game)
        ask_for_day_and_night(game)
        phase_in_and_out(game, player)
        tell_newcomers(game, player, turn_before)
        scene = game.scene()
        with game.one_moment(), game.because("turn.untap", player=player):
            for identifier, item in sorted(scene.items.items()):
                if item.zone == "battlefield" and item.tapped and scene.view[identifier].controller == player:
                    untap(game, identifier, "untap step")
        if event.step is not None:
            _pass(game, _ORDER[0], event.step)
        game.set_turn(step_rule(event.step), step=event.step)
        ask_whether_it_is_skipped(game, event.step)
        if event.step not in ("untap", "upkeep"):
            _pass_over(game)
        _begins(game, event.step, player)
        _clean_up(game, event.step)
        game.unnamed = game.place if event.step is None else None
        if event.step in (None, _SILENT):
            add_lore(game)
        ask_designations(game, event.step)
        return
    ask_for_told_sagas(game)
    ask_whether_it_is_skipped(game, event.step)
    _begin_unnamed(game, event.step)
    before = game.situation.step
    _pass(game, before, event.step)
    if event.step in AFTER_COMBAT:
        _end_of_combat(game)
        end_combat(game)
    game.set_turn(step_rule(event.step), step=event.step)
    _pass_over(game)
    _begins(game, event.step, game.situation.active)
    _clean_up(game, event.step)
    if event.step == _SILENT and before in ("untap", "upkeep", "draw"):
        add_lore(game)
    ask_designations(game, event.step)


def _begin_unnamed(game: Game, new: str | None) -> None:
    """The steps before the main phase of a turn of which no step was named, as the timeline goes on to another step or
    turn: the upkeep, and the draw step (rule keys turn.upkeep, turn.draw).

    Where something was listed in the meantime it is not told how that draw went.
    """
    place, game.unnamed = game.unnamed, None
    if place is None:
        return
    # What triggers then has not been told to resolve, whether an action or an entry comes next.
    named, by_rules, game.by_rules = game.situation.step, game.by_rules, False
    last = _ORDER.index(_phase(new)) if new in _ORDER[:3] else _ORDER.index(_SILENT)
    for step in _ORDER[1:last]:
        if is_skipped(game, step):
            continue
        game.set_turn(step_rule(step), step=step)
        with game.one_moment():
            game.report(StepBegan(step, game.situation.active))
        if step == "draw":
            draw_for_the_turn(game, game.place == place + 1)
        _pass_over(game)
    game.set_turn(step_rule(named), step=named)
    game.by_rules = by_rules


def report_undeclared(game: Game) -> None:
    """Report each attacker of which it is not told whether it is blocked or not (rule key block.becomes_blocked)."""
    facts = {item.id: dict(item.told) for item in game.situation.objects}
    open_ = [each for each, told in facts.items() if told.get("attacking") and "blocked" not in told]
    with game.one_moment():
        for each in open_:
            game.report(Unsaid("unblocked", each))


def _skipped(game: Game, player: str) -> tuple[str, ...]:
    """The players who have left and whose turn would have begun by now, before that of a player (rule key
    player.left.next_turn): those who follow the active player in turn order up to that player."""
    active, *others = players_from(game, game.situation.active)
    after = [*others, active]
    before = after[: after.index(player)]
    lost = {each.name for each in game.situation.players if each.lost}
    return tuple(name for name in before if name in lost)


def _pass_over(game: Game) -> None:
    """What has triggered on the way to a step that a timeline goes on to is left behind."""
    if not game.by_rules:
        from layerproof.solver.game.left_behind import leave_behind

        leave_behind(game)


def _pass(game: Game, old: str | None, new: str | None) -> None:
    """Report the steps of the active player's turn that begin on the way from one to another (None: to its end).

    Where no step was named it is the main phase. What creatures do in combat on the way the scenario lists.
    """
    first = _ORDER.index(_phase(old or _SILENT))
    last = len(_ORDER) if new is None else _ORDER.index(_phase(new))
    for step in _ORDER[first + 1 : last]:
        if is_skipped(game, step):
            continue
        game.set_turn(step_rule(step), step=step)
        if step == "combat" and not game.by_rules and not tells_the_turn(game):
            nothing_had_to_attack(game)
        with game.one_moment():
            game.report(StepBegan(step, game.situation.active))
        if step == "draw":
            draw_for_the_turn(game)
        if step == _SILENT:
            add_lore(game)
        _pass_over(game)


def _phase(step: str) -> str:
    return step if step in _ORDER else "combat"


def pools_empty(game: Game) -> None:
    """The mana in pools that something has used goes as the step or phase ends (rule key pool.emptied)."""
    from layerproof.solver.game.mana_added import forget_what_was_added

    forget_what_was_added(game)
    for each in game.situation.players:
        if each.pool:
            game.set_player(each.name, "pool.emptied", pool=())


def _hide_again(game: Game) -> None:
    """A card that was revealed in a hand as a cost is hidden when another step than an upkeep begins (rule key
    keyword.forecast.revealed)."""
    for item in game.situation.objects:
        if item.shown:
            game.update(item.id, "keyword.forecast.revealed", shown=False)


def _begins(game: Game, step: str | None, player: str) -> None:
    """Report that a step of a player's turn begins; where no step is named, which have begun is not told."""
    with game.one_moment():
        game.report(Unsaid("step_began", player=player) if step is None else StepBegan(step, player))
        for sort in UNSAID.get(step or "", ()) if not game.by_rules else ():
            if sort != "damaged" or not any(dict(item.told).get("attacking") for item in game.situation.objects):
                game.report(Unsaid(sort))
    if step == "draw":
        draw_for_the_turn(game)


def _clean_up(game: Game, step: str | None) -> None:
    """What the rules make happen as the cleanup step begins that a timeline names: discarding, then damage wears off
    and "until end of turn" effects end (rule keys turn.discard, step.until_end_of_turn)."""
    if step == "cleanup" and not game.by_rules:
        discard_to_maximum(game)
        end_of_turn(game, ev.EndOfTurn())
        game.note_control()


def _nothing_done_yet(game: Game, step: str | None) -> None:
    """A turn has begun, in which no spell was cast; nor was a card drawn, by the active player until the draw step."""
    game.casts = 0
    names = [each.name for each in game.situation.players]
    game.draws = {name: 0 for name in names if name != game.situation.active or step in ("untap", "upkeep")}


def _forget_the_turn(game: Game) -> None:
    """What was done once in a turn may be done again in the next."""
    for item in game.situation.objects:
        if item.used:
            game.update(item.id, "activate.restricted", used=())
    for player in game.situation.players:
        if player.lands:
            game.set_player(player.name, "land.one_each_turn", lands=0)
    game.set_turn("step.untap_no_priority", priority=None, passed=0)


def _until_untap_step(game: Game, player: str) -> set[int]:
    """Effects that last until the next untap step of the player who controls the affected object."""
    scene = game.scene()
    return {
        each.id
        for each in game.situation.effects
        if each.duration == Until("its next untap step")
        for it in each.objects or ()
        if it in scene.view and scene.view[it].controller == player
    }


def leaves_game(game: Game, event: ev.LeavesGame) -> None:
    """A player leaves: what they own goes, effects that give them control end, then of what they still control on the
    stack all or only the copies cease to exist by the policy leaving_stack, and the rest is exiled (rule key
    player.leaves)."""
    leave(game, game.player(event.leaves_game))


def leave(game: Game, *leaving: str) -> None:
    """What happens when players leave, also those who have just lost while others play on.

    Raises Undecided where a static ability still gives one of them control of what others own.
    """
    with game.because("player.leaves", players=list(leaving)):
        _leave(game, leaving)


def _leave(game: Game, leaving: tuple[str, ...]) -> None:
    with game.at_one_moment():
        for item in game.situation.objects:
            if item.owner in leaving:
                _ceases(game, item.id)
    ended = set()
    for effect in game.situation.effects:
        for mod in effect.mods:
            if isinstance(mod, SetController) and mod.player.name in leaving:
                ended.add(effect.id)
    game.end_effects(ended)
    if len(leaving) > 1 and game.situation.passed:
        raise Undecided("whether all have passed when several players leave at once is not modelled")
    for player in leaving:
        game.set_player(player, lost=True, drawn=0, drawn_unknown=0, unlisted=0, buried=0)
    for player in leaving if not is_over(game.situation) else ():
        _priority_goes_on(game, player)
    all_cease = game.edition.policy("leaving_stack") == "ceases"
    with game.at_one_moment():
        for item in _controlled(game, leaving):
            if item.zone == "stack" and (item.copy or all_cease):
                _ceases(game, item.id)
    with game.at_one_moment():
        for item in _controlled(game, leaving):
            if item.controller not in leaving:
                raise Undecided(f"whether {game.name(item.id)} stays with the player who leaves, by a static ability")
            move(game, item.id, "exile", at_once=True)
    come_back(game)


def _priority_goes_on(game: Game, left: str) -> None:
    """Priority of a player who leaves goes to the next one, and passes of that player count no more (rule key
    player.leaves). Raises Undecided where all others have passed by then."""
    holder, passed = game.situation.priority, game.situation.passed
    if holder is None:
        return
    still = {each.name for each in game.situation.players if not each.lost or each.name == left}
    before = [each for each in players_from(game, holder) if each in still]
    if left in before[len(before) - passed :]:
        passed -= 1
    elif holder == left:
        holder = following(game, left)
    if passed and passed == len(still) - 1:
        raise Undecided(f"whether all have passed when {left} leaves is not modelled")
    game.set_turn(priority=holder, passed=passed)


def _ceases(game: Game, identifier: int) -> None:
    item = game.remove(identifier)
    left_by_its_host(game, identifier)
    game.report(ZoneChange(identifier, (), item.zone, ""))
    end_with(game, identifier)


def _controlled(game: Game, names: tuple[str, ...]) -> list[GameObject]:
    """What players control on the battlefield and the stack; nothing else has a controller."""
    scene = game.scene()
    found = (scene.items[each] for each, entry in sorted(scene.view.items()) if entry.controller in names)
    return [item for item in found if item.zone in ("battlefield", "stack")]
