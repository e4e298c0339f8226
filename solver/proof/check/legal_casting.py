"""The legality of casting a spell, seen by the checker: the card is put on a stack for trial and looked at there."""

from __future__ import annotations

from typing import NamedTuple

from layerproof.kb.cards.store import face_of
from layerproof.kb.keywords.casting_costs import additional_times
from layerproof.kb.keywords.ways_of_casting import rule_of_way, way_of
from layerproof.kb.legality.legal_actions import casts_in_other_ways, permissions
from layerproof.kb.model import ability as ab
from layerproof.kb.model import instruction as ins
from layerproof.kb.model.card import Card
from layerproof.kb.model.expression import Ref, Same
from layerproof.kb.model.modification import Allows, Forbids
from layerproof.kb.model.permissions.permission import Permission
from layerproof.kb.model.situation import GameObject
from layerproof.kb.scenario.action import Cast
from layerproof.solver.proof.check.aiming import for_what_was_paid, look_at_each_way
from layerproof.solver.proof.check.arrivals import choices_of
from layerproof.solver.proof.check.auras import enchanted
from layerproof.solver.proof.check.bestowing import BESTOWED
from layerproof.solver.proof.check.charging import charge_spell
from layerproof.solver.proof.check.deontic import (
    Clause,
    Findings,
    Step,
    allowing,
    clauses,
    forbidding,
    misunderstood,
    out_of_time,
)
from layerproof.solver.proof.check.destined import keep_origin
from layerproof.solver.proof.check.exchanged import lacks_way
from layerproof.solver.proof.check.forbidden_spells import forbidden_by_rule
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.legal_setting_aside import set_aside_for
from layerproof.solver.proof.check.legal_special import in_hand, to_hand
from layerproof.solver.proof.check.looking import top_of_library
from layerproof.solver.proof.check.modes_chosen import look_at_modes, with_modes_announced
from layerproof.solver.proof.check.moments import circumstances, closes_the_stack, main_phase_of, no_priority
from layerproof.solver.proof.check.owing import FREE, OFFERED, Spell
from layerproof.solver.proof.check.paid_for import kept
from layerproof.solver.proof.check.phrasing import keyword_lets
from layerproof.solver.proof.check.picking import follow_on, modes_named
from layerproof.solver.proof.check.reading import has_keyword
from layerproof.solver.proof.check.same_card import taken_along
from layerproof.solver.proof.check.saying_of_x import said_of_its_time
from layerproof.solver.proof.check.stacking import unclear_stack
from layerproof.solver.proof.check.taxing import ask_about_tax, taxed
from layerproof.solver.proof.check.view import PERMANENT_TYPES, Entry
from layerproof.solver.proof.check.world import Says


class Cards(NamedTuple):
    """Which card is cast: by whom, from which zone, which face of it, in which way, whether the scenario lists it,
    whether the face is named, and by which of its keyword abilities."""

    player: str
    identifier: int
    zone: str
    face: int
    way: str | None
    listed: bool
    named: bool
    offered_by: tuple[ab.Keyword, ...] = ()


def card_meant(game: Game, action: Cast) -> Cards:
    """The card of an action; one that is not listed comes to be in the hand first."""
    by = action.controller
    if by is not None and by not in game.players:
        raise Incomplete(f"the player {by!r}")
    if action.cast in game.labels:
        identifier = game.labels[action.cast]
        if identifier not in game.objects or game.objects[identifier].zone in ("battlefield", "stack"):
            raise Incomplete(f"{action.cast}, which is no card to be cast")
        if game.objects[identifier].face_down is not None:
            # It was exiled face down, and is shown as it is cast.
            game.change(identifier, face_down=None, down=None)
        obj = game.objects[identifier]
        face = face_of(obj.card, action.half) if action.half else 0
        way = set_aside_for(game, obj, by, action.cast_for) or _without_saying(obj, face, game.view[identifier])
        face = _face_shown(obj.card, face, way)
        offered_by = _offering(game.view[identifier], way)
        return Cards(by or obj.owner, identifier, obj.zone, face, way, True, action.half is not None, offered_by)
    player = by or next(iter(game.players))
    known = in_hand(game, action.cast, player)
    identifier = to_hand(game, action.cast, player) if known is None else known
    card = game.objects[identifier].card
    face = _face_shown(card, face_of(card, action.half or action.cast), action.cast_for)
    offered_by = _offering(game.view[identifier], action.cast_for)
    return Cards(player, identifier, "hand", face, action.cast_for, known is not None, True, offered_by)


def _offering(entry: Entry, way: str | None) -> tuple[ab.Keyword, ...]:
    """The keyword abilities of a card, where it is, of the name of a way of casting it."""
    keywords = [each.ability for each in entry.abilities if isinstance(each.ability, ab.Keyword)]
    return tuple(each for each in keywords if each.keyword == way)


def _without_saying(obj: GameObject, face: int, entry: Entry) -> str | None:
    """By which keyword ability a card is cast from outside the hand where the action names none."""
    keywords = [each.keyword for each in obj.card.faces[face].abilities if isinstance(each, ab.Keyword)]
    halved = obj.card.layout in ("split", "room", "modal_dfc")
    for each in permissions("cast", "place"):
        if each.way is not None and obj.zone in each.zones and obj.zone != "hand":
            if (each.way in keywords) if halved else has_keyword(entry, each.way):
                return each.way
    return None


def _face_shown(card: Card, face: int, way: str | None) -> int:
    """Cast transformed a card shows its back, cast face down or bestowed its front; else the face that is named."""
    as_what = way_of(way)
    if as_what is None or len(card.faces) == 1:
        return face
    if as_what.spell == "back face":
        return 1
    return 0 if as_what.spell in ("face down", "Aura") else face


def _left_open(game: Game, card: Cards) -> Incomplete | None:
    """What is not modelled about how this card might be cast: the face, a keyword ability, words that it has there."""
    printed = game.objects[card.identifier].card
    halves = printed.layout in ("split", "modal_dfc", "room") and not keyword_lets(card.way or "", "casts both halves")
    if halves and not card.named:
        return Incomplete("which half or face is cast")
    turned = way_of(card.way)
    if card.face and printed.layout in ("flip", "transform") and (turned is None or turned.spell != "back face"):
        return Incomplete("a back face or flipped half that is cast")
    words = {each.keyword for one in printed.faces for each in one.abilities if isinstance(each, ab.Keyword)}
    others = sorted(filter(casts_in_other_ways, words - {card.way or ""}))
    if others and card.zone != "hand":
        return Incomplete(f"casting by {others[0]}")
    return misunderstood(game, "cast", card.identifier)


def onto_stack(game: Game, card: Cards, action: Cast, label: str | None = None) -> int:
    """Put the card on top of the stack as a spell of the player; the identifier of the spell.

    It is turned face down before that, or becomes an Aura as it is put there, where the way of casting says so.
    """
    hidden = (as_what := way_of(card.way)) is not None and as_what.spell == "face down"
    two_sided = game.objects[card.identifier].card.layout in ("transform", "modal_dfc")
    if hidden and two_sided and game.edition.policies["double_faced_face_down"] == "never":
        raise Incomplete("casting a double-faced card face down")
    old = game.depart(card.identifier, game.view)
    identifier = game.number()
    told, choices = taken_along(old, (), tuple(p for p in choices_of(game, action.choices) if p[0] != "object"))
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
            face_down=card.way if hidden else None,
            cast_for=None if hidden or card.way in (FREE, OFFERED) else card.way,
            paid=kept(action.additional),
            choices=choices,
            told=told,
            x=action.x,
        )
    )
    if as_what is not None and as_what.spell == "Aura":
        game.begin(BESTOWED, (identifier,), card.player, identifier)
    keep_origin(game, identifier, card.zone)
    return identifier


def casting_steps(game: Game, action: Cast, meanwhile: bool = False) -> list[Step]:
    """The steps about casting a spell: permissions for place and time, prohibitions, targets and costs. meanwhile:
    it is cast because something that resolves says so, so that neither place nor time is asked for."""
    trial = game.fork()
    card = card_meant(trial, action)
    action = with_modes_announced(trial.objects[card.identifier].card.faces[card.face].abilities, action)
    obj, before = trial.objects[card.identifier], trial.view[card.identifier]
    what: dict[str, object] = {"action": "cast", "player": card.player, "object": None}
    what |= {"object": card.identifier} if card.listed else {"card": obj.card.faces[card.face].name}
    found = Findings(game, what)
    if not meanwhile and (rule := no_priority(game, card.player)) is not None:
        found.no("priority", rule)
    how = circumstances(game, card.player, card.zone)
    swift = closes_the_stack(game)
    at_main = not meanwhile and main_phase_of(game, card.player)
    rules = _place_rules(trial, card, before, obj)
    said = clauses(trial)
    zone = _zone(trial, obj)
    plain = {id(each) for each in allowing(trial, said, "cast", card.identifier, card.player, zone)}
    left_open = _left_open(trial, card)
    _way(found, trial, card, before, at_main, meanwhile)
    hidden = unclear_stack(game) if at_main else None
    at_main = at_main and hidden is None
    spell = onto_stack(trial, card, action)
    if "land" in trial.view[spell].types:
        found.no("forbidden", "land.only_played")
        return found.steps()
    if swift is not None:
        found.no("forbidden", "keyword.split_second", swift)
    if left_open is not None:
        found.unsure(left_open)
    if (why := misunderstood(trial, "cast", spell)) is not None:
        found.unsure(why)
    elsewhere = _allowed_elsewhere(trial, said, plain, card, spell, zone)
    reader, entry = trial.reader(Says(spell)), trial.view[spell]
    place = next((each.rule for each in rules if each.of is None or reader.fits(each.of, entry)), None)
    if meanwhile:
        found.yes("time", "resolve.casting")
    elif place is not None:
        found.yes("place", place)
    elif elsewhere:
        by = elsewhere[0].speaker.source
        found.yes("place", ("cast.allowed", "cast.steps"), None if by == card.identifier else by)
    elif not taxed(obj):
        found.lacks("place", ("cast.allowed", "cast.steps"), card.zone)
    if not meanwhile:
        _time(found, trial, spell, card.player, at_main, hidden)
        ask_about_tax(found, obj)
    forbidden_by_rule(found, trial, spell, card.player, card.zone)
    for each in out_of_time(forbidding(trial, clauses(trial), "cast", spell, card.player, how=how), at_main):
        by = each.speaker.source
        found.no("forbidden", "cant_beats_can", None if by == spell else by)
    if _understood(card.way):
        _completed(found, trial, card, spell, action, meanwhile)
    return found.steps()


def _understood(way: str | None) -> bool:
    """Whether it is understood what a spell is that is cast in a way."""
    if way in (None, FREE, OFFERED) or additional_times(way or "") is not None:
        return True
    as_what = way_of(way)
    return as_what is not None and as_what.spell != "other text"


def _way(found: Findings, game: Game, card: Cards, before: Entry, at_main: bool, meanwhile: bool) -> None:
    """What the keyword ability that is named says against its use now."""
    if card.way in (None, FREE, OFFERED):
        return
    as_what = way_of(card.way)
    if not has_keyword(before, card.way or ""):
        lacks_way(found, game, card.identifier, card.way or "")
    elif not _understood(card.way):
        found.unsure(Incomplete(f"casting for {card.way}"))
    if as_what is None:
        return
    if (as_what.resolving and not meanwhile) or (as_what.main and not at_main):
        found.no("time", rule_of_way(card.way or ""), about=card.way)
    if as_what.zones and card.zone not in as_what.zones:
        found.no("place", rule_of_way(card.way or ""), about=card.zone)
    try:
        if not game.reader(Says(card.identifier, controller=card.player)).holds(as_what.condition):
            found.no("cost", rule_of_way(card.way or ""), about=card.way)
    except Incomplete as why:
        found.unsure(why)


def _zone(game: Game, obj: GameObject) -> str:
    """The zone of a card, as permissions name it: of a library only its topmost card is meant."""
    on_top = top_of_library(game.situation(), obj.owner) if obj.zone == "library" else None
    return "top of library" if on_top is not None and on_top.id == obj.id else obj.zone


def _allowed_elsewhere(
    game: Game, said: list[Clause], plain: set[int], card: Cards, spell: int, zone: str
) -> list[Clause]:
    """The clauses, as they stood before, that allow the card to be cast from its zone.

    Cast with other characteristics than its own, only these count, but for what the card says of casting itself.
    """
    as_what = way_of(card.way)
    other = card.face > 0 or game.objects[spell].card.layout in ("split", "room")
    if not other and (as_what is None or as_what.spell == "same"):
        return [each for each in said if id(each) in plain]
    now = {id(each) for each in allowing(game, said, "cast", spell, card.player, zone)}
    own = [id(each) for each in said if each.speaker.source == card.identifier and _of_itself(each)]
    return [each for each in said if id(each) in (plain if id(each) in own else now)]


def _of_itself(clause: Clause) -> bool:
    return isinstance(clause.says, Forbids | Allows) and clause.says.of == Same(Ref("self"))


def _place_rules(game: Game, card: Cards, before: Entry, obj: GameObject) -> list[Permission]:
    """The permissions of the rules for the zone, for the card as it is there and for the way it is cast."""
    if obj.owner != card.player:
        return []
    every = permissions("cast", "place")
    special = {each.way for each in every} - {None}
    reader = game.reader(Says(card.identifier, controller=card.player))
    found = []
    for each in every:
        used = card.way == each.way and has_keyword(before, each.way) if each.way else card.way not in special
        elsewhere = each.under is not None and game.edition.policies[each.under[0]] != each.under[1]
        if used and not elsewhere and card.zone in each.zones and not (each.normally and card.face):
            if each.card is None or reader.fits(each.card, before):
                found.append(each)
    return found


def _time(found: Findings, game: Game, spell: int, player: str, at_main: bool, hidden: Incomplete | None) -> None:
    reader, entry = game.reader(Says(spell)), game.view[spell]
    for each in permissions("cast", "time"):
        now = at_main or each.at == "any"
        if now and (each.of is None or reader.fits(each.of, entry)):
            found.yes("time", each.rule)
            return
    at_any_time = allowing(game, clauses(game), "cast as an instant", spell, player)
    if at_any_time:
        by = at_any_time[0].speaker.source
        found.yes("time", "timing.cast", None if by == spell else by)
        return
    if (why := hidden or said_of_its_time(entry)) is not None:
        found.unsure(why)
    else:
        found.lacks("time", "timing.cast")


def _completed(found: Findings, game: Game, card: Cards, spell: int, action: Cast, meanwhile: bool) -> None:
    """Costs and targets: whether the casting can be carried through."""
    game.change(spell, targets=tuple(game.target(each) for each in action.targets))
    entry = game.view[spell]
    charge_spell(found, game, announced(card, spell, action, meanwhile))
    look_at_modes(found, entry.abilities, action)
    try:
        ways = _aimed(card.way) or (bodies(entry, action) if has_targets(card.way) else [()])
    except Incomplete as why:
        found.unsure(why)
        return
    divided = tuple(pair for pair in action.choices if pair[0] == "divided")
    says = Says(spell, controller=card.player, x=action.x, choices=divided)
    try:
        ways = [for_what_was_paid(game, body, says, action.additional) for body in ways]
    except Incomplete as why:
        found.unsure(why)
        return
    look_at_each_way(found, game, ways, says, action.targets)


def _aimed(way: str | None) -> list[ins.Body]:
    """What a spell targets for the way in which it is cast, where its text names no target."""
    as_what = way_of(way)
    return [] if as_what is None or as_what.aims is None else [(ins.Target(filter=as_what.aims),)]


def has_targets(way: str | None) -> bool:
    """Whether a spell that is cast in a way has the targets that its text asks for."""
    as_what = way_of(way)
    return as_what is None or as_what.targets


def announced(card: Cards, spell: int, action: Cast, meanwhile: bool = False) -> Spell:
    """What is announced for the costs of a spell; a keyword with an additional cost is no way of casting.

    meanwhile: what resolves says that it is cast.
    """
    extra, way = action.additional, card.way
    if way is not None and additional_times(way) is not None:
        if way in dict(extra):
            raise Incomplete(f"{way} that is announced twice")
        extra, way = (*extra, (way, 1)), None
    return Spell(spell, card.player, way, extra, action.x, card.zone, card.offered_by if way else (), meanwhile)


def bodies(entry: Entry, action: Cast) -> list[ins.Body]:
    """What a spell would do: one body, or one for each mode where none is named. A permanent spell that is no Aura has
    no targets. Incomplete where only words are known."""
    if "Aura" in entry.subtypes:
        return [(enchanted(entry),)]
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
