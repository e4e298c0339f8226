"""Objects that enter as copies: by their own abilities, and by those of others."""

from __future__ import annotations

from dataclasses import replace

from layerproof.kb.keywords.choices_on_entry import meant_for_it
from layerproof.kb.model import ability as ab
from layerproof.kb.model.card import Card
from layerproof.kb.model.instruction import Body
from layerproof.kb.model.modification import TakeValues
from layerproof.solver.proof.check.ahead import Arrives, before_entering, look_ahead, view_without
from layerproof.solver.proof.check.copying import copied_card
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import ForbiddenChoice, Incomplete
from layerproof.solver.proof.check.made_by import hand_on_maker
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.view import Entry, Instance
from layerproof.solver.proof.check.world import Choices, Says


def enter_as_copy(game: Game, identifier: int, how: Arrives) -> tuple[bool, tuple[ab.EntersWith, ...]]:
    """Let the copy effect of an entering object begin; whether it enters tapped by that effect, and counters by it."""
    own: tuple[bool, tuple[ab.EntersWith, ...]] = False, ()
    if not (how.token and how.copy_of is not None):
        own = _by_its_own_ability(game, identifier, how)
    if not _others_may_copy(game):
        return own
    others = _made_copy_by_others(game, identifier, look_ahead(game, identifier)[1])
    values = [game.copiable(of) for of in others]
    cards = [each.card for each in values if each is not None]
    if not cards:
        return own
    if any(card != cards[0] for card in cards):
        raise Incomplete("several objects of which something would enter as a copy")
    hand_on_maker(game, identifier, others[0], cards[0])
    # The copy effect that comes last decides, and what an earlier one gave besides the values does not happen.
    game.begin((TakeValues(cards[0]),), (identifier,), how.controller, identifier)
    return False, ()


def _by_its_own_ability(game: Game, identifier: int, how: Arrives) -> tuple[bool, tuple[ab.EntersWith, ...]]:
    nothing: tuple[bool, tuple[ab.EntersWith, ...]] = False, ()
    chosen = next((each for each in dict(how.choices).get("object", ()) if isinstance(each, int)), None)
    if how.copy_of is None and chosen is None:
        if dict(how.choices).keys() & {"object"} or dict(how.choices).get("may") == (False,):
            return nothing
        if how.face_down is None and _might_copy(game, identifier, how.card):
            raise Incomplete("whether an object enters as a copy, and of what")
        return nothing
    reader, entry = look_ahead(game, identifier)
    eve = Reader(*before_entering(game, identifier), Says(identifier))
    if how.copy_of is None and chosen is not None and _may_copy(eve, entry, chosen):
        how = replace(how, copy_of=chosen, choices=tuple(pair for pair in how.choices if pair[0] != "object"))
    if how.copy_of is None:
        return nothing
    own = _as_copy(entry.abilities)
    if own is None and any(isinstance(each, ab.EntersAsCopy) for face in how.card.faces for each in face.abilities):
        # The ability that would have made it a copy is not there as it enters.
        return nothing
    original = game.copiable(how.copy_of)
    if original is None:
        raise Incomplete("a copy of an object whose values are not known")
    if own is not None and own.then:
        raise Incomplete("a reflexive ability of what enters as a copy")
    number = lambda value: reader.value(value, identifier)  # noqa: E731
    exceptions, keep = ((), ()) if own is None else (own.exceptions, own.keep)
    for each in own.exceptions_if if own is not None else ():
        # The condition looks at what it would become with the other exceptions.
        would_be = copied_card(original.card, exceptions, keep, game.edition, number, own)
        if each.has_type in would_be.faces[0].types:
            exceptions = (*exceptions, *each.exceptions)
    card = copied_card(original.card, exceptions, keep, game.edition, number, own)
    hand_on_maker(game, identifier, how.copy_of, card)
    ends = {} if own is None else {"duration": own.until}
    game.begin((TakeValues(card, keep),), (identifier,), how.controller, identifier, **ends)
    further = next((each for each in dict(how.choices).get("object", ()) if isinstance(each, int)), None)
    if further is not None and _as_copy(look_ahead(game, identifier)[1].abilities) is not None:
        # What was copied enters as a copy too, of the object that is chosen for it.
        choices = tuple(pair for pair in how.choices if pair[0] != "object")
        return _by_its_own_ability(game, identifier, replace(how, copy_of=further, choices=choices))
    return (False, ()) if own is None else (own.tapped, own.counters)


def choices_of_it(game: Game, says: Says, card: Card, body: Body) -> Choices:
    """Of the choices of a resolution those that are meant for a card which it puts onto the battlefield."""
    first = next((each for each in dict(says.choices).get("object", ()) if isinstance(each, int)), None)
    values = None if first is None else game.copiable(first)
    return meant_for_it(says.choices, card, None if values is None else values.card, body)


def _might_copy(game: Game, identifier: int, card: Card) -> bool:
    """Whether an entering object could be a copy of something by an ability that is printed on it."""
    if not any(isinstance(each, ab.EntersAsCopy) for face in card.faces for each in face.abilities):
        return False
    eve = Reader(*before_entering(game, identifier), Says(identifier))
    ability = _as_copy(eve.view[identifier].abilities)
    if ability is None or not eve.holds(ability.condition, identifier):
        return False
    return bool(eve.fitting(ability.of, ability.zones))


def _may_copy(reader: Reader, entry: Entry, chosen: int) -> bool:
    """Whether an entering object may enter as a copy of an object that was chosen."""
    ability, other = _as_copy(entry.abilities), reader.view.get(chosen)
    if ability is None or not reader.holds(ability.condition, entry.id):
        return False
    obj = reader.world.objects.get(chosen)
    if other is None or obj is None or obj.zone not in ability.zones or not reader.fits(ability.of, other):
        raise ForbiddenChoice("an object that what enters may not copy")
    return True


def _as_copy(abilities: tuple[Instance, ...]) -> ab.EntersAsCopy | None:
    return next((each.ability for each in abilities if isinstance(each.ability, ab.EntersAsCopy)), None)


def _made_copy_by_others(game: Game, identifier: int, entry: Entry) -> list[int]:
    """Of which objects the abilities of permanents that are there already make an entering object a copy."""
    found = []
    for other in game.objects.values():
        if other.id in game.arriving or other.zone != "battlefield" or other.phased_out:
            continue
        there = _others_as_copy(game, other.id, identifier)
        if there is not None:
            world = game.world()
            reader = Reader(world, {**view_without(game, identifier), identifier: entry}, Says(other.id))
            of = reader.refer_object(there.of)
            if of is not None and reader.fits(there.who, entry):
                found.append(of)
    return found


def _others_may_copy(game: Game) -> bool:
    cards = [each.card for each in game.objects.values()]
    cards += [mod.card for each in game.effects.values() for mod in each.mods if isinstance(mod, TakeValues)]
    return any(
        isinstance(each, ab.OthersEnterAsCopy) for card in cards for face in card.faces for each in face.abilities
    )


def _others_as_copy(game: Game, other: int, identifier: int) -> ab.OthersEnterAsCopy | None:
    view = view_without(game, identifier)
    abilities = view[other].abilities if other in view else ()
    return next((each.ability for each in abilities if isinstance(each.ability, ab.OthersEnterAsCopy)), None)
