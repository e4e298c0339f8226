"""The events of a timeline, performed one after the other."""

from __future__ import annotations

from layerproof.kb.cards.store import face_of, load_card
from layerproof.kb.errors import KnowledgeError
from layerproof.kb.model.ability import Ability
from layerproof.kb.model.card import Card, Face
from layerproof.kb.model.effect import Until
from layerproof.kb.model.expression import Player
from layerproof.kb.model.modification import SetController
from layerproof.kb.model.situation import Component, GameObject
from layerproof.kb.scenario import event as ev
from layerproof.kb.scenario.read import default_label
from layerproof.kb.shorthand import keyword
from layerproof.solver.proof.check.bodies import activated, picked, spell_body, triggered
from layerproof.solver.proof.check.damaging import deal_damage
from layerproof.solver.proof.check.entering import Arrives, arrive, move
from layerproof.solver.proof.check.game import Game, replace
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.resolving import Resolution, copy_of_spell, token_name
from layerproof.solver.proof.check.status import attach, set_status
from layerproof.solver.proof.check.turning import end_of_turn, leaves_game, turn_step
from layerproof.solver.proof.check.typed import typed_effect
from layerproof.solver.proof.check.view import PERMANENT_TYPES
from layerproof.solver.proof.check.world import Choices, Says


def card_named(name: str) -> Card:
    """The card that a name means. Raises Incomplete where none is known."""
    try:
        return load_card(name)
    except KnowledgeError as error:
        raise Incomplete(str(error)) from None


def perform(game: Game, event: ev.Event, first: bool = False) -> None:
    """Perform one event of a timeline.

    game: what it changes. first: it is the first of the timeline. Raises Incomplete for what is not interpreted, and
    where a choice that matters is left open. State-based actions are not performed here.
    """
    match event:
        case ev.Enters():
            _enters(game, event)
        case ev.MakesToken():
            _makes_token(game, event)
        case ev.Returns():
            _returns(game, event)
        case ev.InZone():
            _in_zone(game, event)
        case ev.Put():
            for kind, many in event.put:
                game.put(game.labelled(event.on), kind, many)
        case ev.Remove():
            for kind, many in event.remove:
                if game.labelled(event.from_) in game.objects:
                    game.remove(game.labelled(event.from_), kind, many)
        case ev.Resolves():
            _resolves(game, event)
        case ev.Activates() | ev.Triggers():
            before = game.next_id
            for _ in range(event.times):
                _ability(game, event)
            game.label_new(event.makes, before)
        case ev.Attaches():
            attach(game, game.labelled(event.attach), game.target(event.to))
        case ev.Unattaches():
            if game.labelled(event.unattach) in game.objects:
                game.change(game.labelled(event.unattach), attached_to=None)
        case ev.Merges():
            _merges(game, event)
        case ev.Copies():
            if event.except_ is not None:
                raise Incomplete("the exceptions of a copy, given in rules text")
            original = game.labelled(event.copies)
            controller = event.controller or game.objects[original].controller
            copy_of_spell(game, original, controller, event.as_)
        case ev.Status():
            set_status(game, game.labelled(event.of), event.what, choices=_choices(game, event.choices))
        case ev.Unlocks():
            _unlocks(game, event)
        case ev.Solves():
            game.change(game.labelled(event.solves), solved=True)
        case ev.Leaves():
            _leaves(game, event)
        case ev.GainsControl():
            duration = Until(event.until) if event.until else None
            mods = (SetController(Player("named", name=event.gains_control)),)
            target = game.labelled(event.of)
            if target in game.view:
                game.begin(mods, (target,), event.gains_control, None, duration=duration)
        case ev.DealsDamage():
            source = game.labelled(event.from_) if event.from_ else None
            deal_damage(game, event.damage, [game.target(event.to)], source)
        case ev.LifeTotals():
            for name, total in event.life:
                game.set_player(name, life=total)
        case ev.TurnStep():
            turn_step(game, event, first)
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
        case _:
            raise Incomplete(f"the event {type(event).__name__}")


def _choices(game: Game, choices: ev.Choices) -> Choices:
    """Choices with labels of objects made identifiers."""
    pairs = []
    for key, values in choices:
        if key == "object":
            values = tuple(game.labels.get(each, each) if isinstance(each, str) else each for each in values)
        pairs.append((key, values))
    return tuple(pairs)


def _who(game: Game, event: ev.Arrival) -> tuple[str, str]:
    """Owner and controller of an object that arrives; each defaults to the other, both to the first player."""
    first = next(iter(game.players))
    owner = event.owner or event.controller or first
    return owner, event.controller or event.owner or first


def _label(event: ev.Arrival, name: str) -> str | None:
    given = event.as_
    return default_label(name) if given is None else given if isinstance(given, str) else given[0]


def _face_down(game: Game, given: bool | str | ev.Listed | None, card: Card) -> tuple[str | None, Face | None]:
    if given is None or given is False:
        return None, None
    double = card.layout in ("transform", "modal_dfc")
    if double and game.edition.policy("double_faced_face_down") == "never":
        return None, None
    if isinstance(given, ev.Listed):
        return "listed", listed_face(game, given)
    return ("plain" if given is True else str(given)), None


def listed_face(game: Game, listed: ev.Listed, name: str | None = None) -> Face:
    """The face that listed characteristics describe. Raises Incomplete for rules text other than keywords."""
    power, _, toughness = (listed.pt or "").partition("/")
    return Face(
        name=name if listed.name is None else listed.name,
        types=listed.types,
        colors=listed.colors,
        supertypes=listed.supertypes,
        subtypes=listed.subtypes,
        power=int(power) if power else None,
        toughness=int(toughness) if toughness else None,
        abilities=tuple(_typed(game, text) for text in listed.abilities),
    )


def _typed(game: Game, text: str) -> Ability:
    found = keyword(text[:1].lower() + text[1:].rstrip("."))
    if found.keyword not in game.edition.vocabulary.keyword_abilities:
        raise Incomplete(f"the rules text {text!r}")
    return found


def _arrives(game: Game, event: ev.Arrival, card: Card, name: str, label: str | None) -> Arrives:
    if event.except_ is not None:
        raise Incomplete("the exceptions of a copy, given in rules text")
    owner, controller = _who(game, event)
    down, listed = _face_down(game, event.face_down, card)
    face = face_of(card, name) if card.layout in ("transform", "modal_dfc") else 0
    return Arrives(
        card=card,
        owner=owner,
        controller=controller,
        label=label,
        token=event.token,
        tapped=event.tapped,
        counters=event.counters,
        attached_to=game.target(event.attached_to) if event.attached_to else None,
        copy_of=game.labelled(event.copy_of) if event.copy_of else None,
        face=1 if event.transformed and card.layout == "transform" else face if down is None else 0,
        face_down=down,
        down=listed,
        cast_for=event.cast_for,
        level=event.level or 1,
        x=event.x,
        choices=_choices(game, event.choices),
    )


def _enters(game: Game, event: ev.Enters) -> None:
    arrive(game, _arrives(game, event, card_named(event.enters), event.enters, _label(event, event.enters)))


def _makes_token(game: Game, event: ev.MakesToken) -> None:
    face = listed_face(game, event.listed, token_name(game, event.listed.subtypes))
    label = _label(event, event.listed.name or " ".join(event.listed.subtypes))
    how = _arrives(game, event, Card(faces=(face,), layout="token"), "", label)
    # A token is owned by the player who creates it, which is its first controller.
    arrive(game, Arrives(**{**how.__dict__, "token": True, "owner": event.owner or how.controller}))


def _returns(game: Game, event: ev.Returns) -> None:
    identifier = game.labelled(event.returns)
    obj = game.objects.get(identifier)
    if obj is None or obj.zone == "battlefield":
        raise Incomplete("a card that returns and is in no other zone")
    label = event.as_ if isinstance(event.as_, str) or event.as_ is None else event.as_[0]
    given = replace(event, owner=obj.owner, controller=event.controller or obj.owner)
    how = _arrives(game, given, obj.card, obj.card.name or "", label)
    game.depart(identifier, game.view)
    arrive(game, how)


def _in_zone(game: Game, event: ev.InZone) -> None:
    card = card_named(event.card)
    first = next(iter(game.players))
    owner = event.owner or event.controller or first
    down, listed = _face_down(game, event.face_down, card)
    game.add(
        GameObject(
            id=game.number(),
            card=card,
            zone=event.in_,
            owner=owner,
            controller=(event.controller or owner) if event.in_ == "stack" else owner,
            timestamp=game.stamp(),
            label=event.as_ or default_label(event.card),
            face=face_of(card, event.card) if event.in_ == "stack" else 0,
            face_down=down,
            down=listed,
            choices=_choices(game, event.choices),
            cast_for=event.cast_for,
            x=event.x,
            targets=tuple(game.target(each) for each in event.targets),
            top=event.top,
        )
    )


def _resolves(game: Game, event: ev.Resolves) -> None:
    known = game.labels.get(event.resolves)
    if known is not None and known in game.objects and game.objects[known].zone == "stack":
        identifier = known
    else:
        identifier = _onto_stack(game, event)
    spell, entry = game.objects[identifier], game.view[identifier]
    targets = tuple(game.target(each) for each in event.targets) or spell.targets
    choices = _choices(game, event.choices) or spell.choices
    if entry.types & PERMANENT_TYPES:
        _becomes_permanent(game, spell, entry.controller, event, targets, choices)
        return
    says = Says(identifier, targets=targets, choices=choices, x=event.x, resolving=True)
    controller = event.controller or entry.controller
    first = game.next_id
    Resolution(game, replace_says(says, controller)).run(spell_body(entry, choices))
    game.label_new(event.makes, first)
    if identifier in game.objects:
        move(game, identifier, "graveyard", game.view)


def replace_says(says: Says, controller: str | None) -> Says:
    """Who says it, with the controller given."""
    return Says(**{**says.__dict__, "controller": controller})


def _onto_stack(game: Game, event: ev.Resolves) -> int:
    card = card_named(event.resolves)
    owner, controller = _who(game, event)
    down, listed = _face_down(game, event.face_down, card)
    label = event.as_ if isinstance(event.as_, str) else default_label(event.resolves)
    identifier = game.number()
    game.add(
        GameObject(
            id=identifier,
            card=card,
            zone="stack",
            owner=owner,
            controller=controller,
            timestamp=game.stamp(),
            label=label,
            face=face_of(card, event.resolves),
            face_down=down,
            down=listed,
            choices=_choices(game, event.choices),
            cast_for=event.cast_for,
            x=event.x,
            targets=tuple(game.target(each) for each in event.targets),
        )
    )
    return identifier


def _becomes_permanent(
    game: Game,
    spell: GameObject,
    controller: str,
    event: ev.Resolves,
    targets: tuple[int | str, ...],
    choices: Choices,
) -> None:
    label = event.as_ if isinstance(event.as_, str) else spell.label or default_label(event.resolves)
    attached = game.target(event.attached_to) if event.attached_to else None
    if attached is None and targets and ("Aura" in game.view[spell.id].subtypes or spell.cast_for == "bestow"):
        attached = targets[0]
    game.depart(spell.id, game.view)
    room = spell.card.layout == "room"
    identifier = arrive(
        game,
        Arrives(
            card=spell.card,
            owner=spell.owner,
            controller=controller,
            label=label,
            token=spell.copy,
            tapped=event.tapped,
            counters=event.counters,
            attached_to=attached,
            copy_of=game.labelled(event.copy_of) if event.copy_of else None,
            face=spell.face if spell.card.layout in ("transform", "modal_dfc") else 0,
            face_down=spell.face_down,
            down=spell.down,
            cast_for=spell.cast_for,
            level=event.level or 1,
            x=spell.x,
            choices=choices,
            unlocked=(spell.face,) if room else (),
        ),
    )
    for effect in list(game.effects.values()):
        if effect.objects is not None and spell.id in effect.objects:
            moved = tuple(sorted(identifier if each == spell.id else each for each in effect.objects))
            game.effects[effect.id] = replace(effect, objects=moved)
            game.touched()


def _ability(game: Game, event: ev.Activates | ev.Triggers) -> None:
    label = event.activates if isinstance(event, ev.Activates) else event.triggers
    source = game.labelled(label)
    entry = game.view.get(source) or game.known.get(source)
    if entry is None:
        raise Incomplete(f"the ability of {label}, which is not there")
    abilities = activated(entry) if isinstance(event, ev.Activates) else triggered(entry)
    found = picked(abilities, event.ability, entry)
    about = game.labelled(event.about) if isinstance(event, ev.Triggers) and event.about else None
    says = Says(
        source,
        controller=event.controller or entry.controller,
        granter=found.granter,
        targets=tuple(game.target(each) for each in event.targets),
        that=about,
        choices=_choices(game, event.choices),
        x=event.x,
        resolving=True,
    )
    resolution = Resolution(game, says, found.ability)
    if found.condition is None or resolution.reader.holds(found.condition):
        resolution.run(found.body)


def _merges(game: Game, event: ev.Merges) -> None:
    host, card = game.labelled(event.with_), card_named(event.merges)
    obj = game.objects.get(host)
    if obj is None or host not in game.view:
        return
    old = obj.components or (Component(obj.card, obj.owner, obj.token, obj.face, obj.face_down is not None),)
    new = Component(card, event.owner or obj.owner)
    on_top = event.position == "top"
    parts = (new, *old) if on_top else (*old, new)
    game.change(host, components=parts, merged_at=game.stamp(), token=parts[0].token)
    if on_top and obj.face_down is not None:
        game.change(host, face_down=None, down=None)


def _unlocks(game: Game, event: ev.Unlocks) -> None:
    identifier = game.labelled(event.unlocks)
    obj = game.objects[identifier]
    half = face_of(obj.card, event.half)
    if half not in obj.unlocked:
        game.change(identifier, unlocked=tuple(sorted((*obj.unlocked, half))))


def _leaves(game: Game, event: ev.Leaves) -> None:
    identifier = game.labelled(event.leaves)
    if identifier not in game.objects:
        return
    labels = (event.as_,) if isinstance(event.as_, str) else event.as_ or ()
    made = move(game, identifier, event.to, game.view)
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
        owners = [_who(game, each)[1] if isinstance(each, ev.Arrival) else players[0] for each in arriving]
        apnap = game.edition.policy("simultaneous_timestamps") == "apnap"
        if not apnap or len(set(owners)) < len(owners):
            raise Incomplete("the order of timestamps at one moment, which a player chooses")
        events.sort(key=lambda each: order.index(_who(game, each)[1]) if isinstance(each, ev.Arrival) else 0)
    for each in events:
        # What enters at this moment stays in `arriving`, so that nothing here sees it on entering.
        perform(game, each)


def _label_of(event: ev.Event) -> str:
    if isinstance(event, ev.Enters):
        return _label(event, event.enters) or ""
    if isinstance(event, ev.MakesToken):
        return _label(event, event.listed.name or " ".join(event.listed.subtypes)) or ""
    given = getattr(event, "as_", None)
    return given if isinstance(given, str) else ""
