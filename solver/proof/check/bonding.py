"""What holds between events: pairs of creatures, being in combat, and what was told of a time that is over."""

from __future__ import annotations

from collections.abc import Callable

from layerproof.kb.model import instruction as ins
from layerproof.kb.model.situation import Situation
from layerproof.kb.model.told.fact_kinds import Telling, lasting, shaken
from layerproof.kb.notation.plain_data import tag_of
from layerproof.kb.scenario import event as ev
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.libraries import size_told
from layerproof.solver.proof.check.suspicion import as_the_scenario_has_it


def _creature(game: Game, identifier: int) -> bool:
    obj, entry = game.objects.get(identifier), game.view.get(identifier)
    return obj is not None and obj.zone == "battlefield" and entry is not None and "creature" in entry.types


def pair(game: Game, one: int, two: int) -> None:
    """Pair two unpaired creatures of one player; otherwise neither becomes paired."""
    if one == two:
        raise Incomplete("a creature that is paired with itself")
    both = (one, two)
    if not all(_creature(game, each) and game.objects[each].paired is None for each in both):
        return
    players = {game.view[each].controller for each in both}
    if len(players) > 1:
        return
    for each, other in (both, both[::-1]):
        game.change(each, paired=other, paired_by=game.view[one].controller)


def unpair(game: Game) -> None:
    """A creature is no longer paired once it or the other is no creature, has left, or is another player's than
    as they became paired."""
    held = {obj.id: obj.paired for obj in game.objects.values() if obj.paired is not None}
    over = []
    if any(game.objects[each].phased_out for each in held):
        raise Incomplete("whether a creature that is phased out stays paired")
    for one, two in held.items():
        together = _creature(game, one) and _creature(game, two)
        if not together or any(game.view[each].controller != game.objects[one].paired_by for each in (one, two)):
            over.append(one)
    for each in over:
        game.change(each, paired=None, paired_by=None)


def remove_from_combat(game: Game) -> None:
    """What is no creature any more is neither attacking nor blocking; nor is an attacking creature that the active
    player no longer controls, or a blocking one that this player controls now."""
    over = []
    for obj in game.objects.values():
        told = dict(obj.told)
        if not {"attacking", "blocking", "blocked"} & told.keys():
            continue
        active = obj.id in game.view and game.view[obj.id].controller == game.active
        stays = _creature(game, obj.id)
        if told.get("attacking", 0):
            stays = stays and active
        if told.get("blocking", 0):
            stays = stays and not active
        if not stays:
            over.append(obj.id)
    for each in over:
        kept = [pair for pair in game.objects[each].told if pair[0] not in ("attacking", "blocking", "blocked", "band")]
        game.change(each, told=tuple(kept))


def tell(game: Game, of: str, told: Telling) -> None:
    """Add facts to those told of a player or an object."""
    told = identified(game, told)
    if of in game.players and of not in game.labels:
        known = dict(game.players[of].told) | dict(told)
        if "cards in library" in known:
            size_told(game, of, int(known.pop("cards in library")))
        game.set_player(of, told=tuple(sorted(known.items())))
        crowned = any(what == "monarch" and value for what, value in told)
        for name in [each for each in game.players if crowned and each != of]:
            # The monarch is one player at most.
            others = dict(game.players[name].told) | {"monarch": 0}
            game.set_player(name, told=tuple(sorted(others.items())))
        return
    identifier = game.labelled(of)
    before = game.objects[identifier].told
    game.change(identifier, told=tuple(sorted((dict(before) | dict(told)).items())))
    as_the_scenario_has_it(game, identifier, told, before)


def identified(game: Game, told: Telling) -> Telling:
    """Facts with the object that is blocked by its identifier instead of its label."""
    found = []
    for what, value in told:
        if what == "blocking" and isinstance(value, str):
            value = f"object {game.labelled(value)}"
        elif what in ("attacking", "controlled by") and isinstance(value, str) and value not in game.players:
            raise Incomplete(f"{value!r}, which is no player")
        found.append((what, value))
    return tuple(found)


def unsettle(game: Game, event: ev.Event, before: Situation) -> None:
    """What was told and may have changed by an event is not known any more; before: the situation before the event."""
    kinds = {tag_of(type(each)) for each in _single(event)}
    for player in before.players:
        now = game.players[player.name]
        if now.life != player.life or now.drawn != player.drawn:
            kinds = set()  # Anything may have changed.
    _change_all(game, lambda told: shaken(told, frozenset(kinds)))


def nothing_certain(game: Game, behind: ins.Instruction) -> None:
    """An instruction that does something may have changed whatever was told and can change."""
    if isinstance(behind, ins.Target | ins.Begin | ins.If | ins.Delayed | ins.Reflexive):
        return
    _change_all(game, lambda told: shaken(told, frozenset()))


def _single(event: ev.Event) -> list[ev.Event]:
    return [one for each in event.together for one in _single(each)] if isinstance(event, ev.Together) else [event]


def combat_over(game: Game) -> None:
    """Nothing attacks or blocks any more once the combat phase is over."""
    fighting = {"attacking", "blocking", "blocked", "band"}
    _change_all(game, lambda told: tuple(pair for pair in told if pair[0] not in fighting))
    game.strikes, game.struck = 0, ()


def next_turn(game: Game) -> None:
    """What was told of a turn, or of combat in it, is not told of the next one."""
    _change_all(game, lasting)
    game.strikes, game.struck = 0, ()


def _change_all(game: Game, change: Callable[[Telling], Telling]) -> None:
    for obj in list(game.objects.values()):
        if obj.told and change(obj.told) != obj.told:
            game.change(obj.id, told=change(obj.told))
    for player in list(game.players.values()):
        if player.told and change(player.told) != player.told:
            game.set_player(player.name, told=change(player.told))
