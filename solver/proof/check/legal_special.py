"""The legality of special actions, seen by the checker: playing a land, turning a permanent face up."""

from __future__ import annotations

from layerproof.kb.cards.store import face_of
from layerproof.kb.keywords.keyword_files import keyword_ability
from layerproof.kb.legality.legal_actions import permissions
from layerproof.kb.model.ability import UNTOLD, Keyword, Opaque
from layerproof.kb.model.costs.cost import Cost, ManaPart
from layerproof.kb.model.costs.payment import Owed
from layerproof.kb.model.situation import GameObject
from layerproof.kb.notation.cost_words import cost_parts
from layerproof.kb.scenario.action import PlayLand, SpecialAction
from layerproof.solver.proof.check.affording import Payer
from layerproof.solver.proof.check.charging import charge_special
from layerproof.solver.proof.check.deontic import Findings, Step, allowing, clauses, forbidding, misunderstood
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.looking import top_of_library
from layerproof.solver.proof.check.making import card_named
from layerproof.solver.proof.check.moments import circumstances, main_phase_of, no_priority
from layerproof.solver.proof.check.owing import special_dues
from layerproof.solver.proof.check.purse import purse_of
from layerproof.solver.proof.check.stacking import unclear_stack


def to_hand(game: Game, name: str, player: str) -> int:
    """A card of a name that is not listed comes to be in the hand of a player; its identifier."""
    card = card_named(name)
    identifier = game.number()
    game.add(GameObject(id=identifier, card=card, zone="hand", owner=player, controller=player, timestamp=game.stamp()))
    return identifier


def in_hand(game: Game, name: str, player: str) -> int | None:
    """The listed card of a name in the hand of a player; Incomplete where there are several."""
    cards = [obj for obj in game.objects.values() if obj.zone == "hand" and obj.owner == player]
    named = [obj.id for obj in cards if name == obj.card.name or name in [face.name for face in obj.card.faces]]
    if len(named) > 1:
        raise Incomplete(f"which of several cards named {name}")
    return named[0] if named else None


def land_meant(game: Game, action: PlayLand) -> tuple[int, bool]:
    """The card that is played as a land, and whether it is listed."""
    if action.play_land in game.labels:
        identifier = game.labels[action.play_land]
        if identifier not in game.objects or game.objects[identifier].zone in ("battlefield", "stack"):
            raise Incomplete(f"{action.play_land}, which is no card to be played")
        return identifier, True
    player = action.controller or next(iter(game.players))
    listed = in_hand(game, action.play_land, player)
    return (listed, True) if listed is not None else (to_hand(game, action.play_land, player), False)


def back_named(obj: GameObject, action: PlayLand) -> int:
    """Which face of a modal double-faced card is played as a land: the front one where none is named."""
    return 0 if obj.card.layout != "modal_dfc" else face_of(obj.card, action.half or action.play_land)


def land_steps(game: Game, action: PlayLand) -> list[Step]:
    """The steps about playing a land: from where, when, how many this turn, and what forbids it."""
    trial = game.fork()
    card, listed = land_meant(trial, action)
    obj = trial.objects[card]
    player = action.controller or obj.owner
    if player not in game.players:
        raise Incomplete(f"the player {player!r}")
    what: dict[str, object] = {"action": "play land", "player": player, "object": card if listed else None}
    if not listed:
        what["card"] = obj.card.name
    found = Findings(game, what, misunderstood(trial, "play land", card))
    if (rule := no_priority(game, player)) is not None:
        found.no("priority", rule)
    back = back_named(obj, action)
    if back and "land" in obj.card.faces[back].types:
        if obj.zone != "hand":
            found.unsure(Incomplete("a back face that is played as a land from elsewhere"))
    elif back or "land" not in trial.view[card].types:
        if back and any(isinstance(each, Opaque) and UNTOLD in each.touches for each in obj.card.faces[back].abilities):
            found.unsure(Incomplete("a face that the card file does not tell, played as a land"))
        elif any("land" in face.types for face in obj.card.faces):
            found.unsure(Incomplete("the other face of a card, played as a land"))
        else:
            found.no("object", "land.played")
    said = clauses(trial)
    own_hand = obj.owner == player and any(obj.zone in each.zones for each in permissions("play land", "place"))
    on_top = top_of_library(trial.situation(), obj.owner) if obj.zone == "library" else None
    where = "top of library" if on_top is not None and on_top.id == card else obj.zone
    elsewhere = allowing(trial, said, "play land", card, player, where)
    if own_hand:
        found.yes("place", "land.played")
    elif elsewhere:
        found.yes("place", "land.played", elsewhere[0].speaker.source)
    else:
        found.lacks("place", "land.played", obj.zone)
    if player != game.active:
        found.no("time", "land.own_turn")
    elif not main_phase_of(game, player):
        found.lacks("time", "special.play_land")
    else:
        if (why := unclear_stack(game)) is not None:
            found.unsure(why)
        found.yes("time", "special.play_land")
    already = game.players[player].lands
    further = allowing(trial, said, "land", card, player)
    if already > len(further):
        found.lacks("once", "land.one_each_turn")
    elif already > 0:
        found.yes("once", "land.one_each_turn", further[already - 1].speaker.source)
    for each in forbidding(trial, said, "play land", card, player, how=circumstances(game, player, obj.zone)):
        found.no("forbidden", "cant_beats_can", each.speaker.source)
    return found.steps()


def turning_steps(game: Game, action: SpecialAction) -> list[Step]:
    """The steps about turning a permanent face up as a special action."""
    identifier = game.labelled(action.of)
    if identifier not in game.objects or identifier not in game.view:
        raise Incomplete(f"the object {action.of}, which is not there")
    obj, entry = game.objects[identifier], game.view[identifier]
    holder = entry.controller if obj.zone in ("battlefield", "stack") else obj.owner
    player = action.controller or holder
    if player not in game.players:
        raise Incomplete(f"the player {player!r}")
    what: dict[str, object] = {"action": "turn face up", "player": player, "object": identifier}
    found = Findings(game, what, misunderstood(game, "turn face up", identifier))
    if player != holder:
        found.no("player", "special.turn_face_up", about=holder)
    rule = no_priority(game, player)
    if rule is None:
        found.yes("time", "special.turn_face_up")
    else:
        found.no("priority", rule)
    if obj.face_down is None or not entry.battlefield:
        found.no("object", "special.turn_face_up")
        return found.steps()
    ways = ways_up(game, obj)
    if not ways:
        found.no("place", "face_down.may_turn_up")
    else:
        found.yes("place", ways[0][0])
        try:
            dues = dues_up(game, ways, player, action.x)
        except Incomplete as why:
            found.unsure(why)
        else:
            charge_special(found, game, dues, Payer(player, identifier, action.x))
    for each in forbidding(game, clauses(game), "turn face up", identifier, player):
        found.no("forbidden", "cant_beats_can", each.speaker.source)
    return found.steps()


def ways_up(game: Game, obj: GameObject) -> list[tuple[str, Cost, str | None]]:
    """The rules that let a face-down permanent be turned face up, each with the cost that it would have face up, and
    the counter that comes with it."""
    types = obj.card.faces[0].types
    if "instant" in types or "sorcery" in types:
        return []
    trial = game.fork()
    trial.change(obj.id, face_down=None, down=None)
    shown = trial.view[obj.id]
    ways: list[tuple[str, Cost, str | None]] = []
    for instance in shown.abilities:
        stated = keyword_ability(instance.ability.keyword) if isinstance(instance.ability, Keyword) else None
        if stated is not None and stated.face_down is not None:
            cost = cost_parts(getattr(instance.ability, "cost", None) or "")
            ways.append((stated.face_down.turned_up, cost, stated.face_down.counters))
    manifested = obj.face_down in ("manifest", "cloak") and not obj.components
    if manifested and "creature" in types and shown.mana_cost is not None:
        ways.append(("manifest.turned_up", (ManaPart(shown.mana_cost),), None))
    return ways


def dues_up(
    game: Game, ways: list[tuple[str, Cost, str | None]], player: str, x: int | None
) -> list[tuple[Owed, Cost]]:
    """What is owed for each way of turning a permanent face up."""
    if not all(cost for _, cost, _ in ways):
        raise Incomplete("what turning a permanent face up costs")
    followed = purse_of(game, player) is not None
    return [special_dues(game, cost, x, followed) for _, cost, _ in ways]
