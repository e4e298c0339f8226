"""What each kind of event does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from layerproof.kb.cards.store import face_of
from layerproof.kb.keywords.face_down_objects import ways_down
from layerproof.kb.model import ability as ab
from layerproof.kb.model import modification as m
from layerproof.kb.model.card import Card, Face
from layerproof.kb.model.effect import ELSEWHERE, Until
from layerproof.kb.model.expression import Player
from layerproof.kb.model.occurrence import Unsaid
from layerproof.kb.model.situation import Component, InForce
from layerproof.kb.notation.plain_data import tag_of
from layerproof.kb.scenario import event as ev
from layerproof.kb.scenario.scenario_file import default_label
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.replacing.happening import Happening
from layerproof.solver.replacing.happens import counters_on, put_counters
from layerproof.solver.situation import abilities, bonds, moving, turns
from layerproof.solver.situation.auras_put import hosts_told
from layerproof.solver.situation.cast_for import cast_known
from layerproof.solver.situation.chosen import looked_up
from layerproof.solver.situation.commanding import was_still_there
from layerproof.solver.situation.copying_spells import copy_spell
from layerproof.solver.situation.damage import damage_event, deal_damage
from layerproof.solver.situation.drawing import nothing_left_to_reveal, to_reveal
from layerproof.solver.situation.entering import Arriving, enter
from layerproof.solver.situation.game import Game, Invalid, new_object
from layerproof.solver.situation.guard import unhindered
from layerproof.solver.situation.libraries import listed_from_now
from layerproof.solver.situation.melding import melds
from layerproof.solver.situation.naming import card_named
from layerproof.solver.situation.resolving import token_name
from layerproof.solver.situation.simultaneous import in_order
from layerproof.solver.situation.suspecting import permanents_only
from layerproof.solver.situation.unasked import arrival_known

replace = msgspec.structs.replace


def happen(game: Game, event: ev.Event) -> None:
    """Let one event of a timeline happen.

    Raises Invalid where it names what is not there, Undecided where it is not modelled.
    """
    handler = _HANDLERS.get(type(event))
    if handler is None:
        what = event.what if isinstance(event, ev.Unmodelled) else tag_of(type(event))
        raise Undecided(f"the entry “{what}” is not modelled")
    preferred = dict(getattr(event, "choices", ())).get("replacement", ())
    game.preferred = tuple(str(each) for each in preferred)
    game.hosts = hosts_told(event)
    game.reveals = to_reveal(event)
    handler(game, event)
    nothing_left_to_reveal(game)


def arriving(game: Game, event: Any, name: str | None, card: Card | None = None) -> tuple[str, Arriving]:
    """What an event says of an object that enters, looked up; with its owner."""
    controller = None if event.controller is None else game.player(event.controller)
    owner = game.player(event.owner) if event.owner is not None else controller or game.scenario.players[0]
    label = event.as_ if isinstance(event.as_, str) else None
    if label is None and name is not None:
        label = default_label(name)
    if label is not None and label in game.labels and game.there(game.labels[label]) is not None:
        raise Invalid(f"the label {label!r} is taken", "give this object another one with as:")
    down, listed = down_as(game, event.face_down, card)
    if card is not None:
        arrival_known(card, event)
    how = Arriving(
        label=label,
        controller=controller or owner,
        tapped=event.tapped,
        counters=event.counters,
        attached_to=None if event.attached_to is None else game.who(event.attached_to),
        copy_of=None if event.copy_of is None else game.find(event.copy_of).id,
        token=event.token,
        face=1 if event.transformed else 0,
        face_down=down,
        down=listed,
        cast_for=event.cast_for,
        told=bonds.told_of_object(game, event.told),
        level=event.level,
        x=event.x,
        choices=looked_up(game, event.choices),
    )
    if event.except_ is not None:
        raise Undecided("exceptions given as rules text are not modelled")
    return owner, how


def down_as(game: Game, given: Any, card: Card | None) -> tuple[str | None, Face | None]:
    """By what an object is face down, and the characteristics that are listed for it.

    By the rules of some editions a double-faced card never is (rule key double_faced.enters_face_down).
    """
    double = card is not None and card.layout in ("transform", "modal_dfc")
    if double and game.edition.policy("double_faced_face_down") == "never":
        return None, None
    return _down(given)


def _down(given: Any) -> tuple[str | None, Face | None]:
    if given is None or given is False:
        return None, None
    if given is True:
        return "plain", None
    if isinstance(given, str):
        if given not in ways_down():
            raise Invalid(f"an object is not face down by {given!r}", ", ".join(ways_down()) + " or true")
        return given, None
    return "listed", listed_face(given)


def listed_face(listed: ev.Listed) -> Face:
    """The face that listed characteristics make; abilities given as rules text are compiled."""
    power = toughness = None
    if listed.pt is not None:
        left, _, right = listed.pt.partition("/")
        power, toughness = int(left), int(right)
    return Face(
        name=listed.name,
        types=listed.types,
        colors=listed.colors,
        supertypes=listed.supertypes,
        subtypes=listed.subtypes,
        power=power,
        toughness=toughness,
        abilities=typed_abilities(listed),
    )


def typed_abilities(listed: ev.Listed) -> tuple[ab.Ability, ...]:
    """The abilities that pieces of rules text in a scenario stand for; what is not understood is opaque."""
    if not listed.abilities:
        return ()
    from layerproof.kb.oracle.compiled import compile_ability

    said = (listed.name or "", listed.types or ("creature",), listed.subtypes)
    return tuple(each for text in listed.abilities for each in compile_ability(text, *said))


def _enters(game: Game, event: ev.Enters) -> None:
    card, face = card_named(event.enters)
    owner, how = arriving(game, event, event.enters, card)
    if card.layout in ("modal_dfc", "split", "room", "transform") and face and how.face_down is None:
        how.face = face
    enter(game, card, owner, how)


def _token(game: Game, event: ev.MakesToken) -> None:
    face = listed_face(event.listed)
    if face.name is None:
        face = replace(face, name=token_name(game, face.subtypes))
    owner, how = arriving(game, event, event.listed.name or " ".join(event.listed.subtypes))
    how.token, card = True, Card((face,), "token")
    arrival_known(card, event)
    enter(game, card, owner, how)


def _returns(game: Game, event: ev.Returns) -> None:
    item = game.find(event.returns)
    if game.there(item.id) is None:
        raise Invalid(
            f"{event.returns} is not in a zone from which it could return", "give it a label with as: on leaves"
        )
    how = arriving(game, event, None, item.card)[1]
    how.controller = item.owner if event.controller is None else how.controller
    was_still_there(game, item, "battlefield")
    moving.move(game, item.id, "battlefield", how.label, how)


def _in_zone(game: Game, event: ev.InZone) -> None:
    if event.in_ not in ELSEWHERE:
        raise Invalid(f"{event.in_!r} is no zone for a card", "one of " + ", ".join(ELSEWHERE))
    permanents_only(event.told, event.in_)
    card, face = card_named(event.card)
    controller = None if event.controller is None else game.player(event.controller)
    owner = game.player(event.owner) if event.owner is not None else controller or game.scenario.players[0]
    down, listed = _down(event.face_down)
    if event.in_ == "library":
        listed_from_now(game, owner)
    if event.in_ == "stack":
        game.casts = None
    cast_known(card, face, event.cast_for, event.in_ == "stack")
    new_object(
        game,
        card,
        event.in_,
        owner,
        controller=controller or owner,
        label=event.as_ or default_label(event.card),
        face=face if event.in_ == "stack" else 0,
        x=event.x,
        cast_for=event.cast_for,
        told=bonds.told_of_object(game, event.told),
        targets=tuple(game.who(each) for each in event.targets),
        choices=looked_up(game, event.choices),
        face_down=down,
        down=listed,
        top=event.top,
    )


def _put(game: Game, event: ev.Put) -> None:
    item = game.existing(event.on)
    unhindered(game, "counters")
    by = None if event.controller is None else game.player(event.controller)
    put_counters(
        game, *(counters_on(item.id, kind, number, by, None if by is None else True) for kind, number in event.put)
    )


def _remove(game: Game, event: ev.Remove) -> None:
    item = game.existing(event.from_)
    for kind, number in event.remove:
        there = sum(each.number for each in item.counters if each.kind == kind)
        if number > there:
            raise Invalid(f"{event.from_} has {there} {kind} counters, not {number}", "remove at most what is there")
        game.remove_counters(item.id, kind, number, "counter.definition")


def _attach(game: Game, event: ev.Attaches) -> None:
    item = game.existing(event.attach)
    to = game.who(event.to)
    seen: int | str | None = to
    while isinstance(seen, int):
        if seen == item.id:
            way = "" if event.to == event.attach else f", by way of {event.to}"
            raise Invalid(f"{event.attach} would be attached to itself{way}", "attach it elsewhere")
        there = game.there(seen)
        seen = None if there is None else there.attached_to
    moving.attach(game, item.id, to)


def _unattach(game: Game, event: ev.Unattaches) -> None:
    moving.unattach(game, game.existing(event.unattach).id)


def _merges(game: Game, event: ev.Merges) -> None:
    card, _ = card_named(event.merges)
    item = game.existing(event.with_)
    owner = game.player(event.owner) if event.owner is not None else item.owner
    if item.melded:
        raise Undecided("a card that merges with a melded permanent is not modelled")
    if event.position not in ("top", "under"):
        raise Invalid(f"{event.position!r} is no position of a merging card", "top or under")
    below = item.components or (Component(item.card, item.owner, item.token, item.face, item.face_down is not None),)
    new = Component(card, owner)
    parts = (new, *below) if event.position == "top" else (*below, new)
    fields: dict[str, Any] = {"components": parts, "merged_at": game.tick(), "token": parts[0].token}
    if item.face_down is not None and event.position == "top":
        fields |= {"face_down": None, "down": None}
    moving.change_status(game, item.id, "merged", **fields)


def _copies(game: Game, event: ev.Copies) -> None:
    item = game.existing(event.copies)
    if event.except_ is not None:
        raise Undecided("exceptions given as rules text are not modelled")
    controller = game.player(event.controller) if event.controller else game.scenario.players[0]
    copy_spell(game, item.id, (), event.as_, controller)


def _status(game: Game, event: ev.Status) -> None:
    item = game.existing(event.of)
    if event.choices:
        game.update(item.id, choices=looked_up(game, event.choices))
    moving.set_status(game, item.id, event.what)
    if event.what == "turn_face_up":
        abilities.turned_face_up(game, item.id, event.choices)


def _unlocks(game: Game, event: ev.Unlocks) -> None:
    item = game.existing(event.unlocks)
    face = face_of(item.card, event.half)
    if face not in item.unlocked:
        moving.change_status(game, item.id, "unlocked", unlocked=tuple(sorted((*item.unlocked, face))))


def _solves(game: Game, event: ev.Solves) -> None:
    moving.change_status(game, game.existing(event.solves).id, "solved", solved=True)


def _leaves(game: Game, event: ev.Leaves) -> None:
    item = game.existing(event.leaves)
    if event.to not in ELSEWHERE:
        raise Invalid(f"{event.to!r} is no zone", "one of " + ", ".join(ELSEWHERE))
    was_still_there(game, item, event.to)
    moving.move(game, item.id, event.to, event.as_, None, way="unknown")
    if item.zone == "library" and event.to == "hand":
        with game.one_moment():
            game.report(Unsaid("drew"))
            game.draws.pop(item.owner, None)


def _gains_control(game: Game, event: ev.GainsControl) -> None:
    item = game.existing(event.of)
    if item.phased_out:
        # Nothing affects what is phased out (rule key phasing.effects_skip).
        return
    until = Until(event.until) if event.until else None
    player = game.player(event.gains_control)
    number = game.identify()
    mods = (m.SetController(Player("named", name=player)),)
    game.begin(
        InForce(number, game.tick(), player, mods, objects=(item.id,), duration=until, origin="a control effect")
    )


def _typed_effect(game: Game, event: ev.TypedEffect) -> None:
    from layerproof.solver.situation.typed import typed_effect

    item = game.existing(event.on)
    controller = game.player(event.controller) if event.controller else game.scenario.players[0]
    typed_effect(game, item.id, event.effect, event.until, controller)


def _damage(game: Game, event: ev.DealsDamage) -> None:
    deal_damage(game, _dealt(game, event))


def _dealt(game: Game, event: ev.DealsDamage) -> Happening:
    dealer = None if event.from_ is None else game.find(event.from_).id
    return damage_event(dealer, game.who(event.to), event.damage, None)


def _life(game: Game, event: ev.LifeTotals) -> None:
    before = {each.name: each.life for each in game.situation.players}
    with game.one_moment():
        for name, life in event.life:
            game.gain_life(game.player(name), life - before[name])
            game.set_player(name, life_told=True)


def _together(game: Game, event: ev.Together) -> None:
    """Events at one moment: their timestamps go by the active player's objects first (rule key
    order.timestamp.simultaneous).

    The order must be known here: a world fixes what players may choose.
    """
    events = in_order(game, event)
    damages = [each for each in events if isinstance(each, ev.DealsDamage)]
    with game.at_one_moment():
        game.arriving = set()
        for each in events:
            if not isinstance(each, ev.DealsDamage):
                happen(game, each)
            elif each is damages[0]:
                # What is dealt at one moment is one event (rule key damage.processed).
                preferred = [dict(one.choices).get("replacement", ()) for one in damages]
                game.preferred = tuple(str(word) for words in preferred for word in words)
                deal_damage(game, *(_dealt(game, one) for one in damages))
        game.arriving = None
    moving.come_back(game)


_HANDLERS: dict[type, Callable[[Game, Any], None]] = {
    ev.Enters: _enters,
    ev.MakesToken: _token,
    ev.Returns: _returns,
    ev.InZone: _in_zone,
    ev.Put: _put,
    ev.Remove: _remove,
    ev.Resolves: abilities.resolves,
    ev.Activates: abilities.activates,
    ev.Triggers: abilities.triggers,
    ev.Attaches: _attach,
    ev.Unattaches: _unattach,
    ev.Merges: _merges,
    ev.Copies: _copies,
    ev.Melds: melds,
    ev.Status: _status,
    ev.Unlocks: _unlocks,
    ev.Solves: _solves,
    ev.Leaves: _leaves,
    ev.GainsControl: _gains_control,
    ev.TypedEffect: _typed_effect,
    ev.DealsDamage: _damage,
    ev.Tells: bonds.tells,
    ev.Pairs: bonds.pairs,
    ev.LifeTotals: _life,
    ev.TurnStep: turns.turn_step,
    ev.EndOfTurn: turns.end_of_turn,
    ev.LeavesGame: turns.leaves_game,
    ev.Together: _together,
}
