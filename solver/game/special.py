"""Special actions: playing a land, turning a face-down permanent face up (rule key timing.special)."""

from __future__ import annotations

from typing import NamedTuple

from layerproof.kb.cards.store import face_of
from layerproof.kb.keywords.face_down_objects import counters_turned_up_with, turned_up_by
from layerproof.kb.legality.legal_actions import permissions
from layerproof.kb.model.ability import UNTOLD, Keyword, Opaque
from layerproof.kb.model.card import Face
from layerproof.kb.model.costs.cost import Cost, ManaPart
from layerproof.kb.model.situation import GameObject
from layerproof.kb.notation.cost_words import cost_parts
from layerproof.kb.scenario.action import PlayLand, SpecialAction
from layerproof.solver.game.costs import Bill
from layerproof.solver.game.judgement import Judgement, Judging
from layerproof.solver.game.owing import Owing, owing_for_special
from layerproof.solver.game.pools import pool_of
from layerproof.solver.game.proposing import named_zone
from layerproof.solver.game.rights import Rule, doubts, is_allowed, is_forbidden, rules_in_force
from layerproof.solver.game.settlement import judge_special_cost
from layerproof.solver.game.settling import settle
from layerproof.solver.game.stacking import doubt_of
from layerproof.solver.game.timing import is_time, without_priority
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.replacing.happens import counters_on, put_counters
from layerproof.solver.situation import abilities, moving
from layerproof.solver.situation.game import Game, Invalid, new_object


def land_card(game: Game, action: PlayLand) -> tuple[int, bool]:
    """The card that a player would play as a land, and whether the scenario lists it; else it comes to be in the hand.

    Raises Invalid for a label or name that means nothing.
    """
    if action.play_land in game.labels:
        item = game.find(action.play_land)
        if game.there(item.id) is None or item.zone in ("battlefield", "stack"):
            raise Invalid(f"{action.play_land} is no card that could be played now", "a card in a hand")
        return item.id, True
    from layerproof.solver.situation.naming import card_named

    owner = game.player(action.controller) if action.controller else game.scenario.players[0]
    listed = [
        item
        for item in game.situation.objects
        if item.zone == "hand"
        and item.owner == owner
        and action.play_land in (item.card.name, *(face.name for face in item.card.faces))
    ]
    if len(listed) > 1:
        raise Invalid(f"{len(listed)} cards in the hand are named {action.play_land}", "the label of one of them")
    if listed:
        return listed[0].id, True
    card, _ = card_named(action.play_land)
    return new_object(game, card, "hand", owner, rule="given").id, False


def judge_land(game: Game, action: PlayLand) -> Judgement:
    """Whether a player can play a land now, with every reason (rule keys special.play_land, land.one_each_turn)."""
    trial = game.fork(game.scenario)
    card, listed = land_card(trial, action)
    item, entry, scene = trial.item(card), trial.entry(card), trial.scene()
    player = game.player(action.controller) if action.controller is not None else item.owner
    judging = Judging(game, "play land", player, card if listed else None, None if listed else item.card.name)
    judging.doubt = doubts(trial, scene, "play land", card)
    lacking = without_priority(game, player)
    if lacking is not None:
        judging.forbid("priority", (lacking,))
    face = land_face(item, action)
    if face and "land" in item.card.faces[face].types:
        if item.zone != "hand":
            judging.unsure(Undecided("a back face that is played as a land from elsewhere is not modelled"))
    elif "land" not in entry.types or face:
        if face and (gap := untold(item.card.faces[face])) is not None:
            judging.unsure(Undecided(f"{item.card.faces[face].name}: {gap}"))
        elif any("land" in face.types for face in item.card.faces):
            judging.unsure(Undecided(f"playing the other face of {item.card.name} is not modelled"))
        else:
            judging.forbid("object", ("land.played",))
    rules = rules_in_force(trial, scene)
    zone = named_zone(trial, item)
    mine = game.situation.active == player
    elsewhere = [rule for rule in rules if is_allowed(rule, scene, "play land", card, player, zone)]
    _judge_place(judging, item, player, elsewhere)
    if game.situation.active != player:
        judging.forbid("time", ("land.own_turn",))
    elif is_time(game, player, "main"):
        if (doubt := doubt_of(game)) is not None:
            judging.unsure(doubt)
        judging.allow("time", permissions("play land", "time")[0].rule)
    else:
        judging.missing("time", permissions("play land", "time")[0].rule)
    played = game.situation.player_state(player).lands
    more = [rule for rule in rules if is_allowed(rule, scene, "land", card, player)]
    if played > len(more):
        judging.missing("once", ("land.one_each_turn",))
    elif played:
        judging.allow("once", ("land.one_each_turn",), more[played - 1].source.id)
    for rule in rules:
        if is_forbidden(rule, scene, "play land", card, player, zone=item.zone, own_turn=mine):
            judging.forbid("forbidden", ("cant_beats_can",), rule.source.id)
    return judging.result()


def untold(face: Face) -> str | None:
    """What is not told of a face of a card, so that it may be a land; None where all that is printed on it is told."""
    gaps = (each.gloss for each in face.abilities if isinstance(each, Opaque) and UNTOLD in each.touches)
    return next(gaps, None)


def _judge_place(judging: Judging, item: GameObject, player: str, allowing: list[Rule]) -> None:
    for each in permissions("play land", "place"):
        if item.zone in each.zones and item.owner == player:
            judging.allow("place", each.rule)
            return
    if allowing:
        judging.allow("place", ("land.played",), allowing[0].source.id)
    else:
        judging.missing("place", ("land.played",), item.zone)


def land_face(item: GameObject, action: PlayLand) -> int:
    """The face with which a land is played: a back face of a modal double-faced card only where it is named (rule key
    double_faced.modal)."""
    return face_of(item.card, action.half or action.play_land) if item.card.layout == "modal_dfc" else 0


def play_land(game: Game, action: PlayLand) -> None:
    """A player puts a land onto the battlefield, as the one land play of the turn, or one more."""
    from layerproof.kb.scenario.scenario_file import default_label
    from layerproof.solver.situation.entering import Arriving

    card, _ = land_card(game, action)
    face = land_face(game.item(card), action)
    player = game.player(action.controller) if action.controller is not None else game.item(card).owner
    label = action.as_ or default_label(action.play_land)
    played = game.situation.player_state(player).lands
    game.set_player(player, "land.one_each_turn", lands=played + 1)
    moving.move(game, card, "battlefield", label, Arriving(controller=player, choices=action.choices, face=face))


def judge_turning_up(game: Game, action: SpecialAction) -> Judgement:
    """Whether a player can turn a permanent face up as a special action now, with every reason.

    It must be face down, and must have morph or disguise if it were face up, or be a manifested creature card (rule
    keys special.turn_face_up, keyword.morph_turned_up, manifest.turned_up). Costs in mana count as payable
    where the scenario gives no mana.
    """
    item = game.existing(action.of)
    scene = game.scene()
    holder = scene.controller_of(item.id) or item.owner
    player = game.player(action.controller) if action.controller is not None else holder
    judging = Judging(game, "turn face up", player, item.id)
    judging.doubt = doubts(game, scene, "turn face up", item.id)
    if player != holder:
        judging.forbid("player", ("special.turn_face_up",), about=holder)
    lacking = without_priority(game, player)
    if lacking is not None:
        judging.forbid("priority", (lacking,))
    else:
        judging.allow("time", permissions("turn face up", "time")[0].rule)
    if item.zone != "battlefield" or item.face_down is None:
        judging.forbid("object", ("special.turn_face_up",))
        return judging.result()
    ways = ways_up(game, item)
    if not ways:
        judging.forbid("place", ("face_down.may_turn_up",))
    else:
        judging.allow("place", (ways[0].rule,))
        try:
            owings = owings_up(game, ways, player, action.x)
        except Undecided as error:
            judging.unsure(error)
        else:
            judge_special_cost(judging, game, owings, item.id, action.x)
    for rule in rules_in_force(game, scene):
        if is_forbidden(rule, scene, "turn face up", item.id, player):
            judging.forbid("forbidden", ("cant_beats_can",), rule.source.id)
    return judging.result()


class WayUp(NamedTuple):
    """A way to turn a permanent face up: the rule, the cost, and the kind of a counter that it then gets."""

    rule: str
    cost: Cost
    counter: str | None = None


def ways_up(game: Game, item: GameObject) -> list[WayUp]:
    """The ways in which a face-down permanent may be turned face up for a cost; it is looked at as it would be face up.

    Sources: rule keys keyword.morph_turned_up, keyword.disguise_turned_up, manifest.turned_up.
    """
    trial = game.fork(game.scenario)
    trial.update(item.id, face_down=None, down=None)
    entry = trial.entry(item.id)
    if set(item.card.faces[0].types) & {"instant", "sorcery"}:
        return []
    found: list[WayUp] = []
    for instance in entry.abilities:
        ability = instance.ability
        if isinstance(ability, Keyword) and (rule := turned_up_by(ability.keyword)) is not None:
            found.append(WayUp(rule, cost_parts(ability.cost or ""), counters_turned_up_with(ability.keyword)))
    manifested = item.face_down in ("manifest", "cloak") and not item.components
    if manifested and "creature" in item.card.faces[0].types and entry.mana_cost is not None:
        found.append(WayUp("manifest.turned_up", (ManaPart(entry.mana_cost),)))
    return found


def owings_up(game: Game, ways: list[WayUp], player: str, x: int | None) -> list[Owing]:
    """What is owed for turning a permanent face up, one entry for each way. Raises Undecided for a cost in words."""
    amounts = pool_of(game, player) is not None
    if any(not way.cost for way in ways):
        raise Undecided("the cost of turning a permanent face up is not known")
    return [owing_for_special(game, way.cost, x, amounts) for way in ways]


def turn_up(game: Game, action: SpecialAction, player: str) -> None:
    """A permanent is turned face up for its cost (rule key special.turn_face_up).

    Raises Undecided where it matters which of several costs was paid.
    """
    item = game.find(action.of)
    ways = ways_up(game, item)
    settle(game, owings_up(game, ways, player, action.x), Bill((), item.id, player, action.x), action.paying)
    counters = {way.counter for way in ways}
    if len(counters) > 1:
        raise Undecided("for which of its costs a permanent was turned face up")
    if action.choices:
        from layerproof.solver.situation.chosen import looked_up

        game.update(item.id, choices=looked_up(game, action.choices))
    if action.x is not None:
        game.update(item.id, x=action.x)
    moving.set_status(game, item.id, "turn_face_up")
    kind = counters.pop()
    if kind is not None:
        put_counters(game, counters_on(item.id, kind, 1, player, True))
    abilities.turned_face_up(game, item.id, action.choices)
