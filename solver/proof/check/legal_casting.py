"""The legality of casting a spell, seen by the checker: the card is put on a stack for trial and looked at there."""

from __future__ import annotations

from typing import NamedTuple

from layerproof.kb.cards.store import face_of
from layerproof.kb.keywords.costs import additional_times
from layerproof.kb.model import ability as ab
from layerproof.kb.model import instruction as ins
from layerproof.kb.model.situation import GameObject
from layerproof.kb.rulebook.legality import casts_in_other_ways, permissions
from layerproof.kb.scenario.action import Cast
from layerproof.solver.proof.check.aiming import look_at_targets
from layerproof.solver.proof.check.arrivals import choices_of
from layerproof.solver.proof.check.charging import charge_spell
from layerproof.solver.proof.check.deontic import Findings, Step, allowing, clauses, forbidding, misunderstood
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.legal_special import in_hand, to_hand
from layerproof.solver.proof.check.moments import main_phase_of, no_priority, split_second
from layerproof.solver.proof.check.owing import FREE, OFFERED, Spell
from layerproof.solver.proof.check.picking import follow_on, modes_named
from layerproof.solver.proof.check.reading import has_keyword
from layerproof.solver.proof.check.view import PERMANENT_TYPES, Entry
from layerproof.solver.proof.check.world import Says

# Keyword abilities of another zone, each with the permission that it is.
FROM_ELSEWHERE = ("flashback", "retrace", "jump-start", "escape")
# Those whose use changes nothing about the spell but its cost.
ONLY_A_COST = (*FROM_ELSEWHERE, "overload", "evoke", "dash", "blitz", "spectacle", "surge", "madness")


class Cards(NamedTuple):
    """Which card is cast: by whom, from which zone, which face of it, in which way, whether the scenario lists it, and
    whether the face is named."""

    player: str
    identifier: int
    zone: str
    face: int
    way: str | None
    listed: bool
    named: bool


def card_meant(game: Game, action: Cast) -> Cards:
    """The card of an action; one that is not listed comes to be in the hand first."""
    by = action.controller
    if by is not None and by not in game.players:
        raise Incomplete(f"the player {by!r}")
    if action.cast in game.labels:
        identifier = game.labels[action.cast]
        if identifier not in game.objects or game.objects[identifier].zone in ("battlefield", "stack"):
            raise Incomplete(f"{action.cast}, which is no card to be cast")
        obj = game.objects[identifier]
        face = face_of(obj.card, action.half) if action.half else 0
        way = action.cast_for
        if way is None and obj.zone == "graveyard":
            way = next((each for each in FROM_ELSEWHERE if has_keyword(game.view[identifier], each)), None)
        return Cards(by or obj.owner, identifier, obj.zone, face, way, True, action.half is not None)
    player = by or next(iter(game.players))
    known = in_hand(game, action.cast, player)
    identifier = to_hand(game, action.cast, player) if known is None else known
    face = face_of(game.objects[identifier].card, action.half or action.cast)
    return Cards(player, identifier, "hand", face, action.cast_for, known is not None, True)


def _left_open(game: Game, card: Cards) -> str | None:
    """What is not modelled about how this card might be cast: the face that is meant, or a keyword ability."""
    printed = game.objects[card.identifier].card
    if not card.named and printed.layout in ("split", "modal_dfc", "adventure", "room", "transform", "prototype"):
        return "which half or face is cast"
    if card.face and printed.layout in ("flip", "transform"):
        return "a back face or flipped half that is cast"
    every = [each for face in printed.faces for each in face.abilities]
    others = [each.keyword for each in every if isinstance(each, ab.Keyword) and casts_in_other_ways(each.keyword)]
    if others and (card.zone != "hand" or others[0] == "aftermath"):
        return f"casting by {others[0]}"
    return "a card on an Adventure" if printed.layout == "adventure" and card.zone == "exile" else None


def onto_stack(game: Game, card: Cards, action: Cast, label: str | None = None) -> int:
    """Put the card on top of the stack as a spell of the player; the identifier of the spell."""
    old = game.depart(card.identifier, game.view)
    identifier = game.number()
    choices = tuple(pair for pair in choices_of(game, action.choices) if pair[0] != "object")
    game.add(
        GameObject(
            id=identifier,
            card=old.card,
            zone="stack",
            owner=old.owner,
            controller=card.player,
            timestamp=game.stamp(),
            label=label,
            face=card.face,
            cast_for=None if card.way in (FREE, OFFERED) else card.way,
            choices=choices,
            x=action.x,
        )
    )
    return identifier


def casting_steps(game: Game, action: Cast) -> list[Step]:
    """The steps about casting a spell: permissions for place and time, prohibitions, targets and costs."""
    trial = game.fork()
    card = card_meant(trial, action)
    obj, before = trial.objects[card.identifier], trial.view[card.identifier]
    what: dict[str, object] = {"action": "cast", "player": card.player}
    what["object"] = card.identifier if card.listed else None
    if not card.listed:
        what["card"] = obj.card.faces[card.face].name
    found = Findings(game, what)
    if (rule := no_priority(game, card.player)) is not None:
        found.no("priority", rule)
    if "land" in before.types:
        found.no("forbidden", "land.only_played")
        return found.steps()
    if (swift := split_second(game)) is not None:
        found.no("forbidden", "keyword.split_second", swift)
    if (open_ := _left_open(trial, card)) is not None:
        found.unsure(Incomplete(open_))
    elsewhere = allowing(trial, clauses(trial), "cast", card.identifier, card.player, card.zone)
    at_main = main_phase_of(game, card.player)
    spell = onto_stack(trial, card, action)
    if (why := misunderstood(trial, "cast", spell)) is not None:
        found.unsure(why)
    as_printed = True
    if card.way not in (None, FREE, OFFERED):
        besides = additional_times(card.way) is not None
        if not has_keyword(before, card.way):
            found.no("cost", "cost.alternative", about=card.way)
        elif card.way not in ONLY_A_COST and not besides:
            found.unsure(Incomplete(f"casting for {card.way}"))
        as_printed = card.way in ONLY_A_COST or besides
    place = _place_rule(trial, card, spell, before, obj.owner, card.way)
    if place is not None:
        found.yes("place", place)
    elif elsewhere:
        by = elsewhere[0].speaker.source
        found.yes("place", ("cast.allowed", "cast.steps"), None if by == card.identifier else by)
    else:
        found.lacks("place", ("cast.allowed", "cast.steps"), card.zone)
    _time(found, trial, spell, card.player, at_main)
    for each in forbidding(trial, clauses(trial), "cast", spell, card.player):
        by = each.speaker.source
        found.no("forbidden", "cant_beats_can", None if by == spell else by)
    if as_printed:
        _completed(found, trial, card, spell, action)
    return found.steps()


def _place_rule(
    game: Game, card: Cards, spell: int, before: Entry, owner: str, way: str | None
) -> tuple[str, ...] | None:
    """The permission of the rules to cast a card from where it is: one's own hand, or by a keyword ability."""
    if owner != card.player:
        return None
    reader = game.reader(Says(spell))
    for each in permissions("cast", "place"):
        if card.zone not in each.zones or not (each.of is None or reader.fits(each.of, game.view[spell])):
            continue
        if each.way is None and way not in FROM_ELSEWHERE:
            return each.rule
        if each.way is not None and each.way == way and has_keyword(before, way):
            return each.rule
    return None


def _time(found: Findings, game: Game, spell: int, player: str, at_main: bool) -> None:
    reader, entry = game.reader(Says(spell)), game.view[spell]
    for each in permissions("cast", "time"):
        now = at_main or each.at == "any"
        if now and (each.of is None or reader.fits(each.of, entry)):
            found.yes("time", each.rule)
            return
    as_flash = allowing(game, clauses(game), "flash", spell, player)
    if as_flash:
        by = as_flash[0].speaker.source
        found.yes("time", "timing.cast", None if by == spell else by)
        return
    found.lacks("time", "timing.cast")


def _completed(found: Findings, game: Game, card: Cards, spell: int, action: Cast) -> None:
    """Costs and targets: whether the casting can be carried through."""
    entry = game.view[spell]
    charge_spell(found, game, announced(card, spell, action))
    try:
        ways = [()] if card.way == "overload" else bodies(entry, action)
    except Incomplete as why:
        found.unsure(why)
        return
    says = Says(spell, controller=card.player, x=action.x)
    tried: list[Findings] = []
    for body in ways:
        alone = Findings(game, found.what)
        look_at_targets(alone, game, body, says, action.targets)
        if not alone.bad and alone.open is None:
            return
        tried.append(alone)
    worst = next((each for each in tried if not each.bad), tried[0])
    found.bad.extend(worst.bad)
    if worst.open is not None:
        found.unsure(worst.open)


def announced(card: Cards, spell: int, action: Cast) -> Spell:
    """What is announced for the costs of a spell; a keyword with an additional cost is no way of casting."""
    extra, way = action.additional, card.way
    if way is not None and additional_times(way) is not None:
        extra, way = (*extra, (way, 1)), None
    return Spell(spell, card.player, way, extra, action.x, card.zone)


def bodies(entry: Entry, action: Cast) -> list[ins.Body]:
    """What a spell would do: one body, or one for each mode where none is named. A permanent spell that is no Aura has
    no targets. Incomplete where only words are known."""
    if "Aura" in entry.subtypes:
        return [(_enchanted(entry),)]
    if entry.types & PERMANENT_TYPES:
        return [()]
    named = [each for key, values in action.choices if key == "mode" for each in values]
    fixed: ins.Body = ()
    by_mode: list[ins.Body] = []
    for instance in entry.abilities:
        ability = instance.ability
        if isinstance(ability, ab.Spell):
            fixed = follow_on(fixed, ability.body)
        elif isinstance(ability, ab.Modal):
            fixed = follow_on(fixed, modes_named(ability.modes, tuple(named))) if named else fixed
            by_mode = [mode.body for mode in ability.modes] if not named else []
        elif isinstance(ability, ab.Opaque):
            if "target" in ability.gloss.lower():
                raise Incomplete(f"what a spell does: {ability.gloss}")
    return [follow_on(fixed, each) for each in by_mode] or [fixed]


def _enchanted(entry: Entry) -> ins.Target:
    for instance in entry.abilities:
        ability = instance.ability
        if isinstance(ability, ab.Keyword) and ability.keyword == "enchant":
            if ability.filter is not None:
                return ins.Target(ability.filter)
            if (ability.quality or "player") in ("player", "opponent"):
                return ins.Target(player=True, opponent=ability.quality == "opponent")
    raise Incomplete("what an Aura enchants")
