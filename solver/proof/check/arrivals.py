"""Events by which objects arrive: cards that enter, tokens, cards that return, cards in other zones."""

from __future__ import annotations

from layerproof.kb.cards.store import face_of
from layerproof.kb.model.ability import Ability
from layerproof.kb.model.card import Card, Face
from layerproof.kb.model.situation import GameObject
from layerproof.kb.notation.short_forms import keyword
from layerproof.kb.oracle.compiled import compile_ability
from layerproof.kb.rulebook.designation_meanings import designation_gives
from layerproof.kb.scenario import event as ev
from layerproof.kb.scenario.scenario_file import default_label
from layerproof.solver.proof.check.bonding import identified
from layerproof.solver.proof.check.cast_for import ask_cost
from layerproof.solver.proof.check.entering import Arrives, arrive
from layerproof.solver.proof.check.game import Game, replace
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.libraries import listed_now
from layerproof.solver.proof.check.making import card_named, token_name
from layerproof.solver.proof.check.world import Choices


def choices_of(game: Game, choices: ev.Choices) -> Choices:
    """Choices with labels of objects made identifiers; `none` says that nothing was chosen, if it is no label. Raises
    Incomplete for a label that nothing has."""
    pairs = []
    for key, values in choices:
        if key == "object" and (values != ("none",) or "none" in game.labels):
            values = tuple(game.target(each) if isinstance(each, str) else each for each in values)
        pairs.append((key, values))
    return tuple(pairs)


def who(game: Game, event: ev.Arrival) -> tuple[str, str]:
    """Owner and controller of an object that arrives; each defaults to the other, both to the first player."""
    first = next(iter(game.players))
    owner = event.owner or event.controller or first
    return owner, event.controller or event.owner or first


def label_of(event: ev.Arrival, name: str) -> str | None:
    """The label of what an event brings: the one that it gives, else the one made of the name."""
    given = event.as_
    return default_label(name) if given is None else given if isinstance(given, str) else given[0]


def face_down_as(game: Game, given: bool | str | ev.Listed | None, card: Card) -> tuple[str | None, Face | None]:
    """How a card is face down, None where it is not; and the face of the characteristics that are listed for it."""
    if given is None or given is False:
        return None, None
    double = card.layout in ("transform", "modal_dfc")
    if double and game.edition.policy("double_faced_face_down") == "never":
        return None, None
    if isinstance(given, ev.Listed):
        return "listed", listed_face(game, given)
    return ("plain" if given is True else str(given)), None


def listed_face(game: Game, listed: ev.Listed, name: str | None = None) -> Face:
    """The face that listed characteristics describe. Rules text of abilities is compiled."""
    power, _, toughness = (listed.pt or "").partition("/")
    return Face(
        name=name if listed.name is None else listed.name,
        types=listed.types,
        colors=listed.colors,
        supertypes=listed.supertypes,
        subtypes=listed.subtypes,
        power=int(power) if power else None,
        toughness=int(toughness) if toughness else None,
        abilities=tuple(each for text in listed.abilities for each in _typed(game, text, listed)),
    )


def _typed(game: Game, text: str, listed: ev.Listed) -> tuple[Ability, ...]:
    """The abilities that typed rules text stands for: a keyword ability, or what the compiler makes of the text.

    What the compiler does not understand stays opaque, with what it could touch.
    """
    found = keyword(text[:1].lower() + text[1:].rstrip("."))
    # A cost that is said in words is read with the text, and so is a quality, which may stand for several abilities.
    plain = "—" not in text and found.quality is None and (found.cost or "{").startswith("{")
    if plain and found.keyword in game.edition.vocabulary.keyword_abilities and found.keyword != "enchant":
        return (found,)
    return compile_ability(text, listed.name or "", listed.types, listed.subtypes)


def _arrives(game: Game, event: ev.Arrival, card: Card, name: str, label: str | None) -> Arrives:
    if event.except_ is not None:
        raise Incomplete("the exceptions of a copy, given in rules text")
    owner, controller = who(game, event)
    down, listed = face_down_as(game, event.face_down, card)
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
        told=identified(game, event.told),
        level=event.level or 1,
        x=event.x,
        choices=choices_of(game, event.choices),
    )


def enters(game: Game, event: ev.Enters) -> None:
    """A card enters the battlefield. Raises ValueError for an instant or sorcery that would enter face up."""
    how = _arrives(game, event, card_named(event.enters), event.enters, label_of(event, event.enters))
    face_up = how.face_down is None and not how.token
    if face_up and not {"instant", "sorcery"}.isdisjoint(how.card.faces[how.face].types):
        raise ValueError(f"{event.enters} cannot enter the battlefield")
    arrive(game, how)


def makes_token(game: Game, event: ev.MakesToken) -> None:
    """A token with the characteristics that are listed enters the battlefield."""
    face = listed_face(game, event.listed, token_name(game, event.listed.subtypes))
    label = label_of(event, event.listed.name or " ".join(event.listed.subtypes))
    how = _arrives(game, event, Card(faces=(face,), layout="token"), "", label)
    # A token is owned by the player who creates it, which is its first controller.
    arrive(game, Arrives(**{**how.__dict__, "token": True, "owner": event.owner or how.controller}))


def returns(game: Game, event: ev.Returns) -> None:
    """A card returns to the battlefield as a new object. Raises Incomplete where it is in no other zone."""
    identifier = game.labelled(event.returns)
    while identifier not in game.objects and identifier in game.became:
        identifier = game.became[identifier]
    obj = game.objects.get(identifier)
    if obj is None or obj.zone == "battlefield":
        raise Incomplete("a card that returns and is in no other zone")
    label = event.as_ if isinstance(event.as_, str) or event.as_ is None else event.as_[0]
    if obj.zone.endswith(" or command"):
        game.change(identifier, zone=obj.zone.partition(" ")[0])
        obj = game.objects[identifier]
    given = replace(event, owner=obj.owner, controller=event.controller or obj.owner)
    how = _arrives(game, given, obj.card, obj.card.name or "", label)
    as_it_was = game.kept()
    with game.beat():
        game.depart(identifier, game.view)
        if arrive(game, Arrives(**{**how.__dict__, "was": identifier, "came_from": obj.zone})) is None:
            game.restore(as_it_was)


def in_zone(game: Game, event: ev.InZone) -> None:
    """A card is in a zone other than the battlefield from now on."""
    card = card_named(event.card)
    if any(value and designation_gives(what) for what, value in event.told):
        raise Incomplete("a card outside the battlefield with a designation of permanents")
    first = next(iter(game.players))
    owner = event.owner or event.controller or first
    down, listed = face_down_as(game, event.face_down, card)
    if event.in_ == "library":
        listed_now(game, owner)
    if event.in_ == "stack":
        # Nobody tells when it was cast.
        game.spells_this_turn = None
    ask_cost(card, face_of(card, event.card), event.cast_for, event.in_)
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
            choices=choices_of(game, event.choices),
            cast_for=event.cast_for,
            told=identified(game, event.told),
            x=event.x,
            targets=tuple(game.target(each) for each in event.targets),
            top=event.top,
        )
    )
