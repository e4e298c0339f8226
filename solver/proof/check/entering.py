"""Objects that enter the battlefield, and objects that change zones."""

from __future__ import annotations

from dataclasses import dataclass, replace

from layerproof.kb.model import ability as ab
from layerproof.kb.model.card import Card, Face
from layerproof.kb.model.effect import Only, While
from layerproof.kb.model.expression import AllOf, AttachedTo, InZone, Is, Matches, Ref
from layerproof.kb.model.instruction import Body
from layerproof.kb.model.modification import (
    AddAbilities,
    AddTypes,
    BecomeCopy,
    EnteringShape,
    Modification,
    SetTypes,
    TakeValues,
)
from layerproof.kb.model.node import mentions
from layerproof.kb.model.occurrence import AttachmentChange, ZoneChange
from layerproof.kb.model.situation import GameObject
from layerproof.kb.model.told import Telling
from layerproof.kb.rulebook.meanings import meaning
from layerproof.solver.proof.check.becoming import pay_life, put_counters
from layerproof.solver.proof.check.binding import taken_values
from layerproof.solver.proof.check.cast_for import ask_cost
from layerproof.solver.proof.check.coming import Coming
from layerproof.solver.proof.check.copying import copied_card
from layerproof.solver.proof.check.deriving import derive
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.interfering import refuse_change
from layerproof.solver.proof.check.leaving import move
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.view import Entry, Instance, View
from layerproof.solver.proof.check.world import Choices, Says

BESTOWED: tuple[Modification, ...] = (
    SetTypes(("enchantment",)),
    AddTypes(subtypes=("Aura",)),
    AddAbilities((ab.Keyword("enchant", filter=Is("type", "creature")),)),
)


@dataclass(frozen=True)
class Arrives:
    """How an object enters the battlefield; copy_of: the object that it enters as a copy of; was, came_from: what it
    was before in which zone, where that is known; being: what it is said to be as it enters, and by whom (said_by: the
    player and the source)."""

    card: Card
    owner: str
    controller: str
    label: str | None = None
    token: bool = False
    tapped: bool | None = None
    counters: tuple[tuple[str, int], ...] = ()
    attached_to: int | str | None = None
    copy_of: int | None = None
    face: int = 0
    face_down: str | None = None
    down: Face | None = None
    cast_for: str | None = None
    told: Telling = ()
    level: int = 1
    x: int | None = None
    choices: Choices = ()
    unlocked: tuple[int, ...] = ()
    granter: int | None = None
    was: int | None = None
    came_from: str = "unknown"
    being: tuple[Modification, ...] = ()
    said_by: tuple[str, int | None] = ("", None)


def token_copy(game: Game, original: int, exceptions: tuple[Modification, ...] = ()) -> tuple[Card, int]:
    """The card of a token that is created as a copy of an object, and which face of it is up.

    A token copy of a double-faced permanent has both faces where the edition says so.
    """
    obj, entry = game.objects.get(original) or game.gone[original], game.copiable(original)
    if entry is None:
        raise Incomplete("a token copy of an object whose values are not known")
    number = _only_plain
    double = obj.card.layout in ("transform", "modal_dfc") and not obj.components and obj.face_down is None
    on_it = [mod for each in game.effects.values() if original in (each.objects or ()) for mod in each.mods]
    copied = any(isinstance(mod, TakeValues) for mod in on_it)
    if double and not copied and game.edition.policy("double_faced_token_copy") == "both_faces":
        return copied_card(obj.card, exceptions, (), game.edition, number), obj.face
    return copied_card(entry.card, exceptions, (), game.edition, number), 0


def _only_plain(value: object) -> int:
    if isinstance(value, int):
        return value
    raise Incomplete("a copy whose exception has a number that is worked out")


def follow(game: Game, says: Says, body: Body, ability: ab.Ability) -> None:
    """Follow the instructions of an ability that says what happens as an object enters or is turned up."""
    # Instructions may let objects enter, so that each of the two modules needs the other.
    from layerproof.solver.proof.check.resolving import Resolution

    Resolution(game, says, this=ability).run(body)


def arrive(game: Game, how: Arrives, recorded: Choices | None = None) -> int:
    """Let an object enter the battlefield; its new identifier is returned.

    What its own abilities and those of others say about its entering is seen by looking ahead, at it as it would be
    on the battlefield. recorded: the choices that stay with it, if not all. Raises Incomplete where a choice is left
    open. Source: the rules on entering the battlefield.
    """
    with game.beat():
        identifier = _arrive(game, how, recorded)
        if how.token and how.was is None:
            game.tell(ZoneChange(None, (identifier,), "", "battlefield", "created"))
        else:
            game.tell(ZoneChange(how.was, (identifier,), how.came_from, "battlefield"))
    return identifier


def _arrive(game: Game, how: Arrives, recorded: Choices | None) -> int:
    card, face = how.card, how.face
    ask_cost(card, face, how.cast_for, "battlefield")
    if how.token and how.copy_of is not None:
        card, face = token_copy(game, how.copy_of)
    identifier = game.number()
    game.arriving.add(identifier)
    game.add(
        GameObject(
            id=identifier,
            card=card,
            zone="battlefield",
            owner=how.owner,
            controller=how.controller,
            timestamp=game.stamp(),
            label=how.label,
            token=how.token,
            face=face,
            face_down=how.face_down,
            down=how.down,
            choices=how.choices if recorded is None else recorded,
            level=how.level,
            x=how.x,
            cast_for=how.cast_for,
            told=how.told,
            unlocked=how.unlocked,
            entered_turn=game.turn,
            granter=how.granter,
        )
    )
    if how.being:
        game.begin(how.being, (identifier,), *how.said_by)
    tapped, besides = _enter_as_copy(game, identifier, how)
    reader, entry = look_ahead(game, identifier)
    refuse_change(game, "enter", identifier)
    tapped = tapped or _tapped_by_others(game, identifier, entry)
    counters = dict(how.counters)
    bodies: list[tuple[ab.Ability, Body]] = []
    for instance in entry.abilities:
        for ability in meaning(instance.ability) if isinstance(instance.ability, ab.Keyword) else (instance.ability,):
            if isinstance(ability, ab.EntersTapped) and ability.life is not None:
                tapped = not _pays(game, how, ability.life) or tapped
            elif isinstance(ability, ab.EntersTapped) and not (ability.unless and reader.holds(ability.unless)):
                tapped = True
            elif isinstance(ability, ab.EntersWith) and reader.holds(ability.condition, identifier):
                counters[ability.kind] = counters.get(ability.kind, 0) + reader.value(ability.number, identifier)
            elif isinstance(ability, ab.EntersDoing):
                bodies.append((ability, ability.body))
            elif isinstance(ability, ab.EntersShape):
                mods = chosen_shape(ability, how.choices)
                game.begin((EnteringShape(mods),), (identifier,), how.controller, identifier)
    for each in besides:
        if reader.holds(each.condition, identifier):
            counters[each.kind] = counters.get(each.kind, 0) + reader.value(each.number, identifier)
    for ability, body in bodies:
        follow(game, Says(identifier, controller=how.controller, choices=how.choices), body, ability)
    if "planeswalker" in entry.types and entry.card.faces[0].loyalty is not None:
        counters["loyalty"] = counters.get("loyalty", 0) + _printed_loyalty(entry, how.x)
    if "Saga" in entry.subtypes and game.edition.policy("saga_lore_counters") != "none":
        counters["lore"] = counters.get("lore", 0) + 1
    if "battle" in entry.types and entry.card.faces[0].defense is not None:
        counters["defense"] = counters.get("defense", 0) + (entry.card.faces[0].defense or 0)
    if how.cast_for == "bestow" and how.attached_to is not None:
        game.begin(BESTOWED, (identifier,), how.controller, identifier)
    if tapped if how.tapped is None else how.tapped:
        game.change(identifier, tapped=True)
    if counters:
        refuse_change(game, "counters", identifier)
    by = entry.controller
    put_counters(game, [Coming("put_counters", n, it=identifier, kind=kind, by=by) for kind, n in counters.items()])
    if how.attached_to is not None:
        refuse_change(game, "attach", how.attached_to)
        game.change(identifier, attached_to=how.attached_to)
        game.tell(AttachmentChange(identifier, how.attached_to))
        begin_static_copies(game, identifier)
    if game.objects[identifier].choices:
        game.change(identifier, chosen_as=entry.card.faces[0].name)
    return identifier


def _printed_loyalty(entry: Entry, x: int | None) -> int:
    text = entry.card.faces[0].loyalty
    if isinstance(text, int):
        return text
    return (x or 0) if text == "X" else 0


def look_ahead(game: Game, identifier: int) -> tuple[Reader, Entry]:
    """The view with an entering object as it would be on the battlefield, and its entry there.

    Objects that enter at the same moment are left out. Where the edition says so, only its own effects count.
    """
    others = frozenset(game.arriving - {identifier})
    own = identifier if game.edition.policy("entering_lookahead") == "own_effects_only" else None
    world = game.world(own_effects_of=own, left_out=others)
    # Where nothing is left out this is the derivation of the present situation, which is kept.
    view = game.view if own is None and not others else derive(world).view
    return Reader(world, view, Says(identifier)), view[identifier]


def _enter_as_copy(game: Game, identifier: int, how: Arrives) -> tuple[bool, tuple[ab.EntersWith, ...]]:
    """Let the copy effect of an entering object begin; whether it enters tapped by that effect, and counters by it."""
    nothing: tuple[bool, tuple[ab.EntersWith, ...]] = False, ()
    if how.token and how.copy_of is not None:
        return nothing
    chosen = next((each for each in dict(how.choices).get("object", ()) if isinstance(each, int)), None)
    if how.copy_of is None and chosen is None and not _others_may_copy(game):
        return nothing
    reader, entry = look_ahead(game, identifier)
    if how.copy_of is None and chosen is not None and _may_copy(reader, entry, chosen):
        how = replace(how, copy_of=chosen, choices=tuple(pair for pair in how.choices if pair[0] != "object"))
    if how.copy_of is None:
        other = _made_copy_by_others(game, identifier, entry)
        original = game.copiable(other[1]) if other is not None else None
        if other is not None and original is not None:
            game.begin((TakeValues(original.card),), (identifier,), how.controller, identifier)
        return nothing
    own = _as_copy(entry.abilities)
    if own is None and any(isinstance(each, ab.EntersAsCopy) for face in how.card.faces for each in face.abilities):
        # The ability that would have made it a copy is not there as it enters.
        return nothing
    original = game.copiable(how.copy_of)
    if original is None:
        raise Incomplete("a copy of an object whose values are not known")
    number = lambda value: reader.value(value, identifier)  # noqa: E731
    exceptions, keep = ((), ()) if own is None else (own.exceptions, own.keep)
    for each in own.exceptions_if if own is not None else ():
        # The condition looks at what it would become with the other exceptions.
        would_be = copied_card(original.card, exceptions, keep, game.edition, number, own)
        if each.has_type in would_be.faces[0].types:
            exceptions = (*exceptions, *each.exceptions)
    card = copied_card(original.card, exceptions, keep, game.edition, number, own)
    game.begin((TakeValues(card, keep),), (identifier,), how.controller, identifier)
    further = next((each for each in dict(how.choices).get("object", ()) if isinstance(each, int)), None)
    if further is not None and _as_copy(look_ahead(game, identifier)[1].abilities) is not None:
        # What was copied enters as a copy too, of the object that is chosen for it.
        choices = tuple(pair for pair in how.choices if pair[0] != "object")
        return _enter_as_copy(game, identifier, replace(how, copy_of=further, choices=choices))
    return (False, ()) if own is None else (own.tapped, own.counters)


def _may_copy(reader: Reader, entry: Entry, chosen: int) -> bool:
    """Whether an entering object may enter as a copy of an object that was chosen."""
    ability, other = _as_copy(entry.abilities), reader.view.get(chosen)
    return ability is not None and other is not None and reader.fits(ability.of, other)


def _as_copy(abilities: tuple[Instance, ...]) -> ab.EntersAsCopy | None:
    return next((each.ability for each in abilities if isinstance(each.ability, ab.EntersAsCopy)), None)


def _made_copy_by_others(game: Game, identifier: int, entry: Entry) -> tuple[int, int] | None:
    """The object whose ability makes an entering object a copy, and of which object it makes it one."""
    for other in game.objects.values():
        if other.id in game.arriving or other.zone != "battlefield" or other.phased_out:
            continue
        there = _others_as_copy(game, other.id, identifier)
        if there is not None:
            world = game.world()
            reader = Reader(world, {**_view_without(game, identifier), identifier: entry}, Says(other.id))
            of = reader.refer_object(there.of)
            if of is not None and reader.fits(there.who, entry):
                return other.id, of
    return None


def _others_may_copy(game: Game) -> bool:
    cards = [each.card for each in game.objects.values()]
    cards += [mod.card for each in game.effects.values() for mod in each.mods if isinstance(mod, TakeValues)]
    return any(
        isinstance(each, ab.OthersEnterAsCopy) for card in cards for face in card.faces for each in face.abilities
    )


def _view_without(game: Game, identifier: int) -> View:
    return derive(game.world(left_out=frozenset(game.arriving | {identifier}))).view


def _others_as_copy(game: Game, other: int, identifier: int) -> ab.OthersEnterAsCopy | None:
    view = _view_without(game, identifier)
    abilities = view[other].abilities if other in view else ()
    return next((each.ability for each in abilities if isinstance(each.ability, ab.OthersEnterAsCopy)), None)


def _pays(game: Game, how: Arrives, life: int) -> bool:
    """Whether the controller pays life so that the object does not enter tapped: what may be paid is, if no one says
    otherwise."""
    says_no = dict(how.choices).get("may") == (False,) or how.tapped is True
    return not says_no and pay_life(game, how.controller, life)


def _tapped_by_others(game: Game, identifier: int, entry: Entry) -> bool:
    """Whether an ability of a permanent already there says that an entering object enters tapped."""
    records = [each.card for each in game.objects.values()], [each.mods for each in game.effects.values()]
    if not any(mentions(tuple(each), lambda node: isinstance(node, ab.OthersEnterTapped)) for each in records):
        return False
    before = _view_without(game, identifier)
    for other in before.values():
        for instance in other.abilities if other.battlefield else ():
            if isinstance(instance.ability, ab.OthersEnterTapped):
                reader = Reader(game.world(), {**before, identifier: entry}, Says(other.id, granter=instance.granter))
                if reader.fits(instance.ability.who, entry):
                    return True
    return False


def chosen_shape(ability: ab.EntersShape, choices: Choices) -> tuple[Modification, ...]:
    """The modifications of the option that was chosen. Raises Incomplete if none was."""
    for mode in dict(choices).get("mode", ()):
        for option in ability.options:
            if str(mode).lower() in option.label.lower() or option.label.lower() in str(mode).lower():
                return option.mods
    raise Incomplete("a choice on entering that is left open")


def begin_static_copies(game: Game, identifier: int) -> None:
    """Let the copy effects of a newly attached object's static abilities begin, with the values that they have now."""
    host = game.objects[identifier].attached_to
    if not isinstance(host, int) or host not in game.view or identifier not in game.view:
        return
    reader = game.reader(Says(identifier))
    for instance in game.view[identifier].abilities:
        for effect in instance.ability.effects if isinstance(instance.ability, ab.Static) else ():
            for mod in effect.mods:
                if isinstance(mod, BecomeCopy) and effect.affects == Only(Ref("host")):
                    if reader.entry(reader.refer_object(mod.of)) is None:
                        continue
                    there = AllOf((InZone(("battlefield",)), AttachedTo(Ref("object", host))))
                    taken = taken_values(reader, mod, host, instance.ability)
                    by, duration = reader.you(), While(Matches(Ref("self"), there))
                    game.begin((taken,), (host,), by, identifier, duration=duration)


def give_back(game: Game) -> None:
    """Let cards return that stayed away until something left the battlefield, under their owners' control.

    They return after all that leaves at one moment has left. Raises Incomplete where how they enter is open. Source:
    the rules on one-shot effects that last until an event.
    """
    owed, game.owed = [each for each in sorted(game.owed) if each in game.objects], []
    arrived: list[int] = []
    for each in owed:
        obj = game.objects[each]
        face = obj.card.faces[0]
        if obj.zone != "exile" or {"instant", "sorcery"} & set(face.types):
            continue
        if "Aura" in face.subtypes:
            raise Incomplete("what an Aura that returns is attached to")
        with game.beat():
            game.depart(each, game.view)
            how = Arrives(obj.card, owner=obj.owner, controller=obj.owner, was=each, came_from="exile")
            arrived.append(arrive(game, how))
    game.arriving.difference_update(arrived)


__all__ = ["Arrives", "BESTOWED", "arrive", "chosen_shape", "give_back", "look_ahead", "move", "token_copy"]
