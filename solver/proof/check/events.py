"""The events of a timeline, performed one after the other."""

from __future__ import annotations

from typing import get_args

from layerproof.kb.cards.store import face_of
from layerproof.kb.model.effect import Until
from layerproof.kb.model.expression import Player
from layerproof.kb.model.modification import SetController
from layerproof.kb.model.occurrence import StatusChange, Unsaid
from layerproof.kb.model.resolution.choices import asks_for_nothing
from layerproof.kb.model.situation import Component
from layerproof.kb.scenario import event as ev
from layerproof.kb.scenario.action import Action
from layerproof.kb.wording.plain_words import in_words
from layerproof.solver.proof.check.arrivals import (
    choices_of,
    enters,
    in_zone,
    label_of,
    makes_token,
    returns,
    who,
)
from layerproof.solver.proof.check.becoming import put_counters
from layerproof.solver.proof.check.bodies import activated, picked, refuse_worded, triggered
from layerproof.solver.proof.check.bonding import pair, tell
from layerproof.solver.proof.check.coming import Coming
from layerproof.solver.proof.check.damaging import damage, deal_damage
from layerproof.solver.proof.check.drawing import nothing_left_to_show, to_be_shown
from layerproof.solver.proof.check.enchanting import hosts_named
from layerproof.solver.proof.check.entering import give_back, move
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.giving_up import refuse_untold_x
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.interfering import refuse_change
from layerproof.solver.proof.check.making import card_named, copy_of_spell
from layerproof.solver.proof.check.resolving import Resolution
from layerproof.solver.proof.check.sensible import refuse_nonsense, refuse_unasked_of
from layerproof.solver.proof.check.spells import resolves
from layerproof.solver.proof.check.spoken_of import meant_by, refuse_untold_event
from layerproof.solver.proof.check.stated import says_of_waiting
from layerproof.solver.proof.check.status import attach, set_status, unattach
from layerproof.solver.proof.check.staying_on import refuse_moved_away
from layerproof.solver.proof.check.turning import end_of_turn, leaves_game, turn_step
from layerproof.solver.proof.check.typed import typed_effect
from layerproof.solver.proof.check.uniting import unite
from layerproof.solver.proof.check.world import Says


def perform(game: Game, event: ev.Event) -> None:
    """Perform one event of a timeline.

    game: what it changes. Raises Incomplete for what is not interpreted, and where a choice that matters is left open.
    State-based actions are not performed here.
    """
    game.preferred, game.shows = _preferred(event), to_be_shown(event)
    game.hosts = hosts_named(event)
    refuse_nonsense(game, event)
    match event:
        case ev.Enters():
            enters(game, event)
        case ev.MakesToken():
            makes_token(game, event)
        case ev.Returns():
            returns(game, event)
        case ev.InZone():
            in_zone(game, event)
        case ev.Put():
            on, by = game.labelled(event.on), event.controller
            refuse_change(game, "counters", on)
            effect = None if by is None else True
            put_counters(game, [Coming("put_counters", n, it=on, kind=k, by=by, effect=effect) for k, n in event.put])
        case ev.Remove():
            for kind, many in event.remove:
                if game.labelled(event.from_) in game.objects:
                    game.remove(game.labelled(event.from_), kind, many)
        case ev.Resolves():
            resolves(game, event)
        case ev.Activates() | ev.Triggers():
            before = game.next_id
            for _ in range(event.times):
                _ability(game, event)
            game.label_new(event.makes, before)
        case ev.Attaches():
            attach(game, game.labelled(event.attach), game.target(event.to))
        case ev.Unattaches():
            if game.labelled(event.unattach) in game.objects:
                unattach(game, game.labelled(event.unattach))
        case ev.Merges():
            _merges(game, event)
        case ev.Copies():
            if event.except_ is not None:
                raise Incomplete("the exceptions of a copy, given in rules text")
            original = game.labelled(event.copies)
            controller = event.controller or game.objects[original].controller
            copy_of_spell(game, original, controller, event.as_)
        case ev.Status():
            set_status(game, game.labelled(event.of), event.what, choices=choices_of(game, event.choices))
        case ev.Unlocks():
            _unlocks(game, event)
        case ev.Solves():
            with game.beat():
                game.change(game.labelled(event.solves), solved=True)
                game.tell(StatusChange(game.labelled(event.solves), "solved"))
        case ev.Leaves():
            _leaves(game, event)
        case ev.Melds():
            unite(game, event)
        case ev.GainsControl():
            duration = Until(event.until) if event.until else None
            control = (SetController(Player("named", name=event.gains_control)),)
            target = game.labelled(event.of)
            if target in game.view:
                game.begin(control, (target,), event.gains_control, None, duration=duration)
        case ev.DealsDamage():
            deal_damage(game, [_dealt(game, event)])
        case ev.Tells():
            tell(game, event.of, event.told)
        case ev.Pairs():
            pair(game, game.labelled(event.pairs), game.labelled(event.with_))
        case ev.LifeTotals():
            with game.beat():
                for name, total in event.life:
                    game.set_player(name, life=total, life_told=True)
        case ev.TurnStep():
            turn_step(game, event)
        case ev.EndOfTurn():
            end_of_turn(game)
        case ev.LeavesGame():
            leaves_game(game, event.leaves_game)
        case ev.Together():
            _together(game, event)
        case ev.TypedEffect():
            mods, until = typed_effect(event.effect, game.edition)
            when = event.until or until
            on = game.labelled(event.on)
            if on in game.view:
                by = event.controller or next(iter(game.players))
                game.begin(mods, (on,), by, None, duration=Until(when) if when else None)
        case ev.Unmodelled():
            raise Incomplete(f"the entry {event.what}")
        case _ if isinstance(event, get_args(Action)):
            from layerproof.solver.proof.check.playing import play

            game.agenda.acting = True
            following = play(game, event)
            if following is not None:
                perform(game, following)
            game.agenda.acting = False
        case _:
            raise Incomplete(f"an event ({in_words(event)})")
    nothing_left_to_show(game)


def _dealt(game: Game, event: ev.DealsDamage) -> Coming:
    source = game.labelled(event.from_) if event.from_ else None
    return damage(event.damage, game.target(event.to), source, combat=None)


def _preferred(*events: ev.Event) -> tuple[str, ...]:
    """The labels of what the scenario says is chosen first among replacement effects."""
    named = (dict(getattr(each, "choices", ())).get("replacement", ()) for each in events)
    return tuple(str(label) for labels in named for label in labels)


def _ability(game: Game, event: ev.Activates | ev.Triggers) -> None:
    label = event.activates if isinstance(event, ev.Activates) else event.triggers
    source = game.labelled(label)
    entry = game.view.get(source) or game.known.get(source)
    if entry is None:
        raise Incomplete(f"the ability of {label}, which is not there")
    if isinstance(event, ev.Activates):
        refuse_worded(entry, event.ability)
    abilities = activated(entry) if isinstance(event, ev.Activates) else triggered(entry)
    found = picked(abilities, event.ability, entry)
    about = game.target(event.about) if isinstance(event, ev.Triggers) and event.about else None
    refuse_unasked_of(event.choices, asks_for_nothing(getattr(found.ability, "body", (None,))))
    says = Says(
        source,
        controller=event.controller or entry.controller,
        granter=found.granter,
        targets=tuple(game.target(each) for each in event.targets),
        that=meant_by(found.ability, about, game),
        choices=choices_of(game, event.choices),
        x=event.x,
        resolving=True,
    )
    waiting = says_of_waiting(game, event, found, says) if game.agenda.played else None
    if waiting is None:
        if isinstance(event, ev.Triggers):
            refuse_moved_away(game, source, found.ability, named=about)
        with game.beat():
            if isinstance(event, ev.Activates):
                game.tell(Unsaid("activated", source))
            game.tell(Unsaid("targeted"))
    says = waiting or says
    refuse_untold_x(game, found.ability, found.body, says)
    if isinstance(event, ev.Triggers):
        refuse_untold_event(says, (found.condition, *found.body))
    resolution = Resolution(game, says, found.ability)
    if found.condition is None or resolution.reader.holds(found.condition):
        resolution.run(found.body)


def _merges(game: Game, event: ev.Merges) -> None:
    host, card = game.labelled(event.with_), card_named(event.merges)
    obj = game.objects.get(host)
    if obj is None or host not in game.view:
        return
    if obj.melded:
        raise Incomplete("merging with a melded permanent")
    old = obj.components or (Component(obj.card, obj.owner, obj.token, obj.face, obj.face_down is not None),)
    new = Component(card, event.owner or obj.owner)
    on_top = event.position == "top"
    parts = (new, *old) if on_top else (*old, new)
    with game.beat():
        game.change(host, components=parts, merged_at=game.stamp(), token=parts[0].token)
        if on_top and obj.face_down is not None:
            game.change(host, face_down=None, down=None)
        game.tell(StatusChange(host, "merged"))


def _unlocks(game: Game, event: ev.Unlocks) -> None:
    identifier = game.labelled(event.unlocks)
    obj = game.objects[identifier]
    half = face_of(obj.card, event.half)
    if half not in obj.unlocked:
        with game.beat():
            game.change(identifier, unlocked=tuple(sorted((*obj.unlocked, half))))
            game.tell(StatusChange(identifier, "unlocked"))


def _leaves(game: Game, event: ev.Leaves) -> None:
    departed = game.objects.get(game.labelled(event.leaves))
    _departs(game, event)
    give_back(game)
    if departed is not None and departed.zone == "library" and event.to == "hand":
        with game.beat():
            game.tell(Unsaid("drew"))
        game.cards_this_turn.pop(departed.owner, None)


def _departs(game: Game, event: ev.Leaves) -> None:
    identifier = game.labelled(event.leaves)
    if identifier not in game.objects:
        return
    labels = (event.as_,) if isinstance(event.as_, str) else event.as_ or ()
    one, _, other = game.objects[identifier].zone.partition(" or ")
    if other == event.to == "command":
        game.change(identifier, zone=one)
    made = move(game, identifier, event.to, game.view, how="unknown")
    for label, new in zip(labels, made, strict=False):
        game.change(new, label=label)
        game.labels[label] = new


def _together(game: Game, event: ev.Together) -> None:
    events = list(event.together)
    arriving = [each for each in events if isinstance(each, ev.Enters | ev.MakesToken | ev.Returns | ev.Attaches)]
    if event.order:
        places = {label: place for place, label in enumerate(event.order)}
        events.sort(key=lambda each: places.get(_label_of(each), len(places)))
    elif len(arriving) > 1:
        players = list(game.players)
        order = players[players.index(game.active) :] + players[: players.index(game.active)]
        owners = [who(game, each)[1] if isinstance(each, ev.Arrival) else players[0] for each in arriving]
        apnap = game.edition.policy("simultaneous_timestamps") == "apnap"
        if not game.chosen_orders and (not apnap or len(set(owners)) < len(owners)):
            raise Incomplete("the order of timestamps at one moment, which a player chooses")
        if apnap:
            events.sort(key=lambda each: order.index(who(game, each)[1]) if isinstance(each, ev.Arrival) else 0)
    damages = [each for each in events if isinstance(each, ev.DealsDamage)]
    # What leaves is last known as it was before any of it left, and what comes back for it comes after all has left.
    with game.one_moment():
        for each in events:
            first = game.next_id
            # What enters at this moment stays in `arriving`, so that nothing here sees it on entering.
            if isinstance(each, ev.Leaves):
                refuse_nonsense(game, each)
                _departs(game, each)
            elif isinstance(each, ev.DealsDamage):
                # All damage of one moment is dealt at once.
                if each is damages[0]:
                    game.preferred = _preferred(*damages)
                    deal_damage(game, [_dealt(game, one) for one in damages])
            else:
                perform(game, each)
            if isinstance(each, ev.Enters | ev.MakesToken | ev.Returns):
                game.at_once.add(first)
    give_back(game)


def _label_of(event: ev.Event) -> str:
    if isinstance(event, ev.Enters):
        return label_of(event, event.enters) or ""
    if isinstance(event, ev.MakesToken):
        return label_of(event, event.listed.name or " ".join(event.listed.subtypes)) or ""
    given = getattr(event, "as_", None)
    return given if isinstance(given, str) else ""
