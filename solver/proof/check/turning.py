"""Turns and their ends, and players who leave the game."""

from __future__ import annotations

from collections.abc import Callable

from layerproof.kb.model.ability import Chapter
from layerproof.kb.model.effect import Until
from layerproof.kb.model.modification import SetController
from layerproof.kb.model.occurrence import StepBegan, Unsaid, ZoneChange
from layerproof.kb.scenario.event import TurnStep
from layerproof.solver.proof.check.becoming import put_counters
from layerproof.solver.proof.check.bestowing import host_gone
from layerproof.solver.proof.check.blocking import tell_what_is_open
from layerproof.solver.proof.check.bonding import combat_over, next_turn
from layerproof.solver.proof.check.coming import Coming
from layerproof.solver.proof.check.entering import give_back, move
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.interfering import refuse_change
from layerproof.solver.proof.check.moments import seats_after
from layerproof.solver.proof.check.newly import say_who_is_new
from layerproof.solver.proof.check.phrasing import lets
from layerproof.solver.proof.check.poured import pools_are_empty
from layerproof.solver.proof.check.status import set_status, untap
from layerproof.solver.proof.check.turn_based import (
    discard_down,
    draw_for_turn,
    refuse_forced_attack,
    refuse_skipping,
    skips,
)
from layerproof.solver.proof.check.view import Entry

_TURN = ("untap", "upkeep", "draw", "main", "combat", "second main", "end", "cleanup")
_AFTER_COMBAT = ("second main", "end", "cleanup")
_NOT_TOLD = {
    "combat": ("attacked", "blocked", "unblocked", "damaged"),
    "declare attackers": ("attacked",),
    "declare blockers": ("blocked", "unblocked"),
    "combat damage": ("damaged",),
}


def turn_step(game: Game, event: TurnStep) -> None:
    """Whose turn it is, or that a turn or step begins, and what ends on the way.

    A `turn` before anything has happened only says whose turn it is; every later one begins a turn, in which the
    permanents of the active player untap. Raises Incomplete for other turn-based actions that would change something.
    """
    if event.turn is not None and game.players[event.turn].lost:
        raise Incomplete("a turn of a player who has left")
    refuse_skipping(game)
    early = event.step in ("declare blockers", "declare attackers", "beginning of combat", "combat")
    if not early and not game.agenda.acting:
        with game.beat():
            tell_what_is_open(game)
    only_names_the_turn = event.turn is not None and not (game.under_way or game.clock > 0 or game.turn > 1)
    if event.turn is not None:
        begins = not only_names_the_turn
        game.spells_this_turn = 0
        if begins:
            _refuse_told_sagas(game)
            _catch_up(game, "main")
            _tell_passed(game, game.step or "main", "")
            discard_down(game)
            end_of_turn(game)
            # Whoever gets a permanent back as "until end of turn" ends has it when the next turn begins.
            game.see_control()
            turns = {event.turn} | _turns_that_do_not_begin(game, event.turn or "")
            _end(game, lambda when, controller: when == "your next turn" and controller in turns)
            next_turn(game)
            game.turn += 1
            game.spells_this_turn = 0
        game.active = event.turn
        # The active player has drawn in the draw step, or not: nobody tells.
        early = event.step == "untap" or event.step == "upkeep"
        game.cards_this_turn = {name: 0 for name in game.players if early or name != event.turn}
        game.step = None
        game.touched()
        if begins:
            turn_before = game.latest_turn.get(game.active)
            game.see_control()
            _over(game)
            _end_before_untap_step(game)
            if event.step in ("untap", "upkeep"):
                # Until the upkeep nobody gets priority.
                _pass_by(game)
            _phase(game)
            say_who_is_new(game, turn_before)
            _untap(game)
    if event.step != "upkeep" or event.turn is not None:
        for shown in [each.id for each in game.objects.values() if each.shown]:
            game.change(shown, shown=False)
    unspent_mana_goes(game)
    here = game.step
    if event.turn is None:
        _refuse_told_sagas(game)
    if event.step is not None:
        if not only_names_the_turn and skips(game, event.step, game.active):
            raise Incomplete("a step that is skipped")
        if event.turn is None:
            _catch_up(game, event.step if event.step in _TURN[:3] else "main")
        if not only_names_the_turn:
            _tell_passed(game, "untap" if event.turn is not None else game.step or "main", event.step)
        game.step = event.step
        if event.step in _AFTER_COMBAT:
            _end(game, lambda when, controller: when == "end of combat")
            combat_over(game)
        if event.step == "untap" and _tapped(game):
            raise Incomplete("an untap step within a turn")
    game.touched()
    if event.turn is None or event.step not in ("untap", "upkeep"):
        _pass_by(game)
    _tell_step(game, event, only_names_the_turn)
    if event.turn is not None:
        game.agenda.unnamed = 0 if event.step is None and not only_names_the_turn else None
    if event.step == "cleanup" and not game.agenda.acting and not only_names_the_turn:
        discard_down(game)
        end_of_turn(game)
        game.see_control()
    on_the_way = event.step == "main" and here in ("untap", "upkeep", "draw")
    if on_the_way if event.turn is None else not only_names_the_turn and event.step in (None, "main"):
        _tell_next_chapters(game)
    if not only_names_the_turn and game.agenda.played:
        _refuse_designations(game, event.step)


def unspent_mana_goes(game: Game) -> None:
    """The mana in pools goes as a step or phase ends."""
    pools_are_empty(game)
    for name, player in game.players.items():
        if player.pool:
            game.set_player(name, pool=())


def _refuse_designations(game: Game, step: str | None) -> None:
    """Raise Incomplete where an ability of the monarch or of who has the initiative could trigger in a step."""
    asked = {"monarch"} if step == "end" else {"initiative"} if step == "upkeep" else set()
    if step == "combat damage":
        asked = {"monarch", "initiative"}
    for word in sorted(asked):
        held = [name for name, player in game.players.items() if dict(player.told).get(word, 0) != 0]
        if held or any(word in words.lower() for words in game.skipped):
            raise Incomplete(f"what triggers with the designation {word}")


def _pass_by(game: Game) -> None:
    """What triggered in steps that are over has not resolved, since the scenario does not say that it has."""
    from layerproof.solver.proof.check.left_over import leave_behind

    if not game.agenda.acting:
        leave_behind(game)


def _catch_up(game: Game, there: str) -> None:
    """Let the upkeep and draw step of a turn begin of which no step was named, as the timeline goes on."""
    ago, game.agenda.unnamed = game.agenda.unnamed, None
    if ago is None:
        return
    named, acting, game.agenda.acting = game.step, game.agenda.acting, False
    _tell_passed(game, "untap", there, ago == 1)
    game.step, game.agenda.acting = named, acting
    game.touched()


def _tell_passed(game: Game, here: str, there: str, in_time: bool = True) -> None:
    """Tell the steps and phases of this turn that begin between two of them, the second of which may be its end."""
    places = {step: place for place, step in enumerate(_TURN)}
    combat = places["combat"]
    for place in range(places.get(here, combat) + 1, places.get(there, combat) if there else len(_TURN)):
        if skips(game, _TURN[place], game.active):
            continue
        game.step = _TURN[place]
        game.touched()
        if place == combat and not game.agenda.acting and not game.agenda.listing:
            refuse_forced_attack(game)
        with game.beat():
            game.tell(StepBegan(_TURN[place], game.active))
        if _TURN[place] == "draw":
            draw_for_turn(game, in_time)
        if _TURN[place] == "main":
            _tell_next_chapters(game)
        _pass_by(game)


def _tell_step(game: Game, event: TurnStep, only_names_the_turn: bool) -> None:
    """Tell which step begins; of a turn without a named step it is not known which steps have begun, and of steps of
    combat not what the creatures do."""
    if only_names_the_turn:
        return
    with game.beat():
        if event.step is None:
            game.tell(Unsaid("step_began", player=game.active))
        else:
            game.tell(StepBegan(event.step, game.active))
        attacked = any(dict(obj.told).get("attacking", 0) for obj in game.objects.values())
        for sort in () if game.agenda.acting else _NOT_TOLD.get(event.step or "", ()):
            if sort != "damaged" or not attacked:
                game.tell(Unsaid(sort))
    if event.step == "draw":
        draw_for_turn(game)


def _over(game: Game) -> None:
    """What belongs to the turn before: land plays, activations, priority."""
    for obj in list(game.objects.values()):
        if obj.used:
            game.change(obj.id, used=())
    for name, player in game.players.items():
        if player.lands:
            game.set_player(name, lands=0)
    game.priority, game.passed = None, 0


def _mine(game: Game) -> list[Entry]:
    return [each for each in game.view.values() if each.battlefield and each.controller == game.active]


def _tapped(game: Game) -> list[int]:
    return [each.id for each in _mine(game) if game.objects[each.id].tapped]


def _untap(game: Game) -> None:
    """Untap the permanents of the active player, all at once."""
    with game.one_moment():
        untap(game, _tapped(game), "untap step")


def _turns_that_do_not_begin(game: Game, following: str) -> set[str]:
    """Who has left and would have had a turn after the one that ends and before the following player's."""
    order, passed_by = list(game.players), set()
    place = order.index(game.active)
    while (name := order[(place := place + 1) % len(order)]) != following and place <= 2 * len(order):
        if game.players[name].lost:
            passed_by.add(name)
    return passed_by


def _tell_next_chapters(game: Game) -> None:
    """In the first main phase each Saga of the active player gets a lore counter, by the edition not those without a
    chapter ability."""
    policy = game.edition.policy("saga_lore_counters")
    if policy == "none":
        return
    getting = [
        each.id
        for each in _mine(game)
        if "Saga" in each.subtypes and (policy != "with_chapters" or _chapters(each))
    ]
    if getting:
        refuse_change(game, "counters")
        lore = [Coming("put_counters", it=each, kind="lore", by=game.active, effect=False) for each in sorted(getting)]
        put_counters(game, lore)


def _chapters(saga: Entry) -> list[int]:
    return [number for each in saga.abilities if isinstance(each.ability, Chapter) for number in each.ability.numbers]


def _refuse_told_sagas(game: Game) -> None:
    """Refuse where the step is over, nobody acts, and a Saga has come to its last chapter: is it still there?"""
    if game.agenda.played or "state_based.saga" not in game.edition.numbers:
        return
    for each in game.view.values():
        if each.battlefield and "Saga" in each.subtypes and (chapters := _chapters(each)):
            if game.counters_of(each.id).get("lore", 0) >= max(chapters):
                raise Incomplete("a Saga at its last chapter as a step ends")


def _phase(game: Game) -> None:
    """Before anything untaps, phasing lets what the active player has phase out, and what this player had when it went
    comes back, along with what is attached to it. Raises Incomplete where it may become day or night."""
    if any(lets(each, "turns with day and night") for each in game.view.values() if each.battlefield):
        raise Incomplete("day and night in the untap step")
    outside = {each.id for each in game.objects.values() if each.phased_out and each.zone == "battlefield"}
    going = {each.id for each in _mine(game) if lets(each, "phases with each untap step")}
    if any(game.objects[each].attached_to in going for each in outside):
        raise Incomplete("what phases in while what it is attached to phases out")
    alone = [each for each in outside if game.objects[each].attached_to not in outside]
    with game.one_moment():
        # What is attached to something that goes, goes with it and not by itself.
        for each in sorted(each for each in going if game.objects[each].attached_to not in going):
            set_status(game, each, "phase_out")
        for each in sorted(alone):
            if game.since[each][0] == game.active:
                set_status(game, each, "phase_in")


def _end_before_untap_step(game: Game) -> None:
    """Let effects end that last until the next untap step of the player who controls the affected object now."""
    view = game.view
    ending = []
    for effect in game.effects.values():
        if _when(game, effect.id) != "its next untap step":
            continue
        players = {view[each].controller for each in effect.objects or () if each in view}
        if len(players) > 1 or any(each in game.objects and each not in view for each in effect.objects or ()):
            raise Incomplete("an effect until the untap step of several players, or of what is phased out")
        if players == {game.active}:
            ending.append(effect.id)
    for each in ending:
        game.end(each)


def end_of_turn(game: Game) -> None:
    """Let effects that last until end of turn end, and remove damage."""
    if any(_when(game, each) == "end of your next turn" for each in game.effects):
        raise Incomplete("an effect that lasts until the end of a next turn")
    _end(game, lambda when, controller: when in ("end of turn", "end of combat"))
    for obj in list(game.objects.values()):
        if obj.damage or obj.deathtouched:
            game.change(obj.id, damage=0, deathtouched=False)


def _when(game: Game, effect: int) -> str:
    duration = game.effects[effect].duration
    return duration.when if isinstance(duration, Until) else ""


def _end(game: Game, ends: Callable[[str, str], bool]) -> None:
    for identifier in list(game.effects):
        if ends(_when(game, identifier), game.effects[identifier].controller):
            game.end(identifier)


def leaves_game(game: Game, *leaving: str) -> None:
    """Players leave: the objects that they own go, effects that give them control end, what they still control on the
    stack ceases to exist unless it is represented by a card and the edition has cards exiled, and what is left under
    their control is exiled."""
    with game.one_moment():
        for obj in list(game.objects.values()):
            if obj.owner in leaving:
                _ceases(game, obj.id)
    for effect in list(game.effects.values()):
        if any(isinstance(mod, SetController) and mod.player.name in leaving for mod in effect.mods):
            game.end(effect.id)
    if len(leaving) > 1 and game.passed:
        raise Incomplete("several players who leave at one moment after somebody has passed")
    staying = [name for name, player in game.players.items() if not player.lost and name not in leaving]
    for player in leaving:
        if len(staying) > 1:
            _priority_without(game, player)
        game.set_player(player, lost=True, drawn=0, drawn_unknown=0, unlisted=0, buried=0)
    cards_stay = game.edition.policy("leaving_stack") == "exiled"
    with game.one_moment():
        theirs = [each for each in game.view.values() if each.controller in leaving]
        for each in [each for each in theirs if _zone(game, each) == "stack"]:
            if game.objects[each.id].copy or not cards_stay:
                _ceases(game, each.id)
    with game.one_moment():
        zones = ("battlefield", "stack")
        left = [each for each in game.view.values() if each.controller in leaving and _zone(game, each) in zones]
        if any(game.objects[each.id].controller not in leaving for each in left):
            raise Incomplete("what a static ability gives a player control of who leaves the game")
        for each in left:
            move(game, each.id, "exile", game.view)
    give_back(game)


def _priority_without(game: Game, leaver: str) -> None:
    """Whoever leaves has no priority and has not passed: who sits next has it, and one pass less is counted."""
    if game.priority is None:
        return
    others = seats_after(game, leaver)
    if game.priority == leaver:
        game.priority = others[0] if others else None
        if game.passed and game.passed == len(others):
            raise Incomplete("a player who leaves after all others have passed")
        return
    # Of those who have not passed yet the one with priority is the first; the others sit behind.
    yet = [game.priority, *seats_after(game, game.priority)]
    yet = yet[: len(yet) - game.passed]
    game.passed -= leaver not in yet
    if game.passed and game.passed == len(others):
        raise Incomplete("a player who leaves after all others have passed")


def _ceases(game: Game, identifier: int) -> None:
    game.tell(ZoneChange(identifier, (), game.objects[identifier].zone, ""))
    game.depart(identifier, game.view)
    host_gone(game, identifier)


def _zone(game: Game, entry: Entry) -> str:
    return game.objects[entry.id].zone
