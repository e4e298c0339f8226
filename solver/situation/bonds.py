"""Pairs, being in combat and what is told of objects and players: how they come to be and how they end."""

from __future__ import annotations

from collections.abc import Callable

from layerproof.kb.errors import some_of
from layerproof.kb.model import instruction as i
from layerproof.kb.model.situation import GameObject, Situation
from layerproof.kb.model.told.fact_kinds import OF_OBJECTS, OF_PLAYERS, Fact, Telling, lasting, shaken, with_told
from layerproof.kb.notation.plain_data import tag_of
from layerproof.kb.scenario import event as ev
from layerproof.solver.layers.reading import fits
from layerproof.solver.layers.referring import refer
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.telling import IN_LIBRARY
from layerproof.solver.situation.game import Forbidden, Game, Invalid
from layerproof.solver.situation.libraries import number_told
from layerproof.solver.situation.suspecting import told_designations


def tells(game: Game, event: ev.Tells) -> None:
    """Add facts to those told of an object or a player. Raises Invalid for a fact that is not told of such."""
    if game.is_player(event.of):
        facts, kind = OF_PLAYERS, "a player"
        before = game.situation.player_state(event.of).told
    else:
        facts, kind = OF_OBJECTS, "an object"
        before = game.existing(event.of).told
    _check(game, event.told, facts, kind)
    told = with_told(before, _looked_up(game, event.told))
    for what, value in event.told:
        if what == IN_LIBRARY:
            number_told(game, event.of, int(value))
            told = tuple(each for each in told if each[0] != IN_LIBRARY)
    if game.is_player(event.of):
        game.set_player(event.of, told=told)
        if dict(event.told).get("monarch"):
            # There is one monarch: whoever was it no longer is.
            for each in game.situation.players:
                if each.name != event.of:
                    game.set_player(each.name, told=with_told(each.told, (("monarch", 0),)))
    else:
        identifier = game.find(event.of).id
        game.update(identifier, told=told)
        told_designations(game, identifier, before, event.told)


def pairs(game: Game, event: ev.Pairs) -> None:
    """Pair two creatures that one player controls and that are unpaired (rule key keyword.soulbond)."""
    one, two = game.existing(event.pairs), game.existing(event.with_)
    if one.id == two.id:
        raise Invalid(f"{event.pairs} would be paired with itself", "pair it with another creature")
    _pair(game, one, two)


def pair_up(game: Game, source: Source, pair: i.Pair, origin: str) -> None:
    """Pair two creatures of the player who controls the resolving ability, if both are still theirs and unpaired.

    Raises Undecided where the player has a choice that is not told, Forbidden where what is told is none of those that
    may be chosen (rule key keyword.soulbond).
    """
    scene = game.scene()
    one = refer(pair.what, scene, source)
    two = None if pair.with_ is None else refer(pair.with_, scene, source)
    if pair.choose is not None:
        there = [each for each in scene.in_zones(("battlefield",)) if fits(pair.choose, scene, source, each)]
        named = [each for each in source.chosen if each in there]
        if source.chosen and not named:
            raise Forbidden(f"{origin} does not let such a creature be paired", "keyword.soulbond")
        if len(there) > 1 and len(named) != 1:
            raise Undecided(f"which creature is paired for {origin} is not told (choices: object)")
        two = next(iter(named or there), None)
    if one is None or two is None or scene.controller_of(one) != scene.you(source):
        return
    items = game.there(one), game.there(two)
    if items[0] is not None and items[1] is not None:
        _pair(game, items[0], items[1])


def _pair(game: Game, one: GameObject, two: GameObject) -> None:
    view = game.scene().view
    for item in (one, two):
        if item.paired is not None or item.id not in view or "creature" not in view[item.id].types:
            return
    player = view[one.id].controller
    if player == view[two.id].controller:
        game.update(one.id, "keyword.soulbond.paired", paired=two.id, paired_by=player)
        game.update(two.id, "keyword.soulbond.paired", paired=one.id, paired_by=player)


def told_of_object(game: Game, told: Telling) -> Telling:
    """What is told of an object as it arrives. Raises Invalid for what is not told of objects."""
    _check(game, told, OF_OBJECTS, "an object")
    return _looked_up(game, told)


def _looked_up(game: Game, told: Telling) -> Telling:
    """What is told with the label of what is blocked replaced by its identifier."""
    return tuple(
        (what, f"object {game.find(value).id}") if what == "blocking" and isinstance(value, str) else (what, value)
        for what, value in told
    )


def _check(game: Game, told: Telling, facts: dict[str, Fact], kind: str) -> None:
    for what, value in told:
        if what not in facts:
            raise Invalid(f"{what!r} is not told of {kind}", some_of(what, facts, "layerproof words facts"))
        if isinstance(value, str) and what in ("attacking", "controlled by"):
            game.player(value)


def end_pairs(game: Game) -> None:
    """Unpair what is no longer a creature on the battlefield, or what another player has got control of, and what was
    paired with it, even if that player controls both (rule key keyword.soulbond)."""
    paired = [item for item in game.situation.objects if item.paired is not None]
    if not paired:
        return
    view = game.scene().view
    for item in paired:
        other = game.there(item.paired) if item.paired is not None else None
        entries = [view.get(each.id) for each in (item, other) if each is not None]
        stays = len(entries) == 2 and all(each is not None and "creature" in each.types for each in entries)
        if any(each is not None and each.phased_out for each in (item, other)):
            raise Undecided("whether a creature that is phased out stays paired")
        here = other is not None and other.zone == item.zone == "battlefield"
        if not (stays and here and {each.controller for each in entries if each is not None} == {item.paired_by}):
            game.update(item.id, "keyword.soulbond.unpaired", paired=None, paired_by=None)


OF_COMBAT = ("attacking", "blocking", "blocked", "band")


def leave_combat(game: Game) -> None:
    """Remove from combat what is no longer a creature, or what another player has got control of: the active player
    alone has attacking creatures."""
    fighting = [item for item in game.situation.objects if any(each in OF_COMBAT for each, _ in item.told)]
    if not fighting:
        return
    view = game.scene().view
    for item in fighting:
        told = dict(item.told)
        entry = view.get(item.id)
        creature = entry is not None and item.zone == "battlefield" and "creature" in entry.types
        mine = entry is not None and entry.controller == game.situation.active
        if not creature or (told.get("attacking") and not mine) or (told.get("blocking") and mine):
            game.update(item.id, "combat.removed", told=tuple(each for each in item.told if each[0] not in OF_COMBAT))


def end_combat(game: Game) -> None:
    """As combat ends all creatures are removed from it."""
    _retell(game, lambda told: tuple(each for each in told if each[0] not in OF_COMBAT))
    _no_strikes(game)


def _no_strikes(game: Game) -> None:
    if game.situation.strikes:
        game.set_turn("combat.ends", strikes=0, struck=())


def shake(game: Game, event: ev.Event, before: Situation) -> None:
    """Let what was told and may have changed by an event be unknown. before: the situation before it."""
    was = {each.name: (each.life, each.drawn) for each in before.players}
    changed = any(was[each.name] != (each.life, each.drawn) for each in game.situation.players)
    by = frozenset() if changed else _names(event)
    _retell(game, lambda told: shaken(told, by))


def shake_all(game: Game, behind: i.Instruction) -> None:
    """Let what was told and an instruction may have changed be unknown; most effects change nothing of it."""
    if isinstance(behind, i.Target | i.Begin | i.If | i.Reflexive | i.Delayed):
        return
    _retell(game, lambda told: shaken(told, frozenset()))


def _names(event: ev.Event) -> frozenset[str]:
    if isinstance(event, ev.Together):
        return frozenset(name for each in event.together for name in _names(each))
    return frozenset({tag_of(type(event))})


def forget_turn(game: Game) -> None:
    """Forget what was told of the turn that is over."""
    _retell(game, lasting)
    _no_strikes(game)


def _retell(game: Game, change: Callable[[Telling], Telling]) -> None:
    for item in game.situation.objects:
        if item.told:
            game.update(item.id, "given", told=change(item.told))
    for player in game.situation.players:
        if player.told:
            game.set_player(player.name, "given", told=change(player.told))
