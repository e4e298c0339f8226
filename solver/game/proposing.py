"""Proposing a spell: which card is cast, from where and in which way, and the spell that it then is (cast.propose)."""

from __future__ import annotations

import msgspec

from layerproof.kb.cards.store import face_of
from layerproof.kb.keywords.casting_costs import additional_times
from layerproof.kb.keywords.keyword_files import does
from layerproof.kb.keywords.keyword_record import CastFor
from layerproof.kb.keywords.modes_announced import with_all_modes
from layerproof.kb.keywords.ways_of_casting import AURA, BACK_FACE, FACE_DOWN, SAME, way_of
from layerproof.kb.legality.legal_actions import casts_in_other_ways, permissions
from layerproof.kb.model import ability as ab
from layerproof.kb.model.card import Card
from layerproof.kb.model.situation import GameObject
from layerproof.kb.scenario.action import Cast
from layerproof.solver.game.owing import FREE, OFFERED
from layerproof.solver.game.timing import is_time
from layerproof.solver.layers.reading import fits, has_keyword, top_of_library
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.view import Entry
from layerproof.solver.situation.afterwards import tell_origin
from layerproof.solver.situation.bestowing import bestowed
from layerproof.solver.situation.chosen import chosen_of
from layerproof.solver.situation.game import Game, Invalid, new_object
from layerproof.solver.situation.lasting import lasting

# Cards of which one half or face is cast: it must be said which; of the others it is the one that is no inset.
_HALVES = ("split", "modal_dfc", "room")


class Proposal(msgspec.Struct, frozen=True):
    """A spell that is proposed: who casts which object, from where, and how.

    face: which half or face is cast. way: the keyword for whose cost, FREE, OFFERED, or None for the mana cost. listed:
    whether the scenario lists the card. named: whether it is said which half or face is meant. had:
    the keyword abilities of the way that the card has where it is.
    """

    player: str
    object: int
    card: Card
    zone: str
    face: int
    way: str | None
    listed: bool
    named: bool
    had: tuple[ab.Keyword, ...] = ()

    @property
    def shape(self) -> CastFor:
        """What the way of casting makes of the spell."""
        return way_of(self.way) or CastFor("its cost")

    @property
    def is_other(self) -> bool:
        """Whether other characteristics than those of the card decide whether it can be cast (rule keys face_down.cast,
        keyword.bestow_cast, adventure.cast, split.choose_half)."""
        return self.shape.spell != SAME or bool(self.face) or self.card.layout in ("split", "room")

    @property
    def is_known(self) -> bool:
        """Whether it is known which spell the way of casting makes of the card."""
        if self.way in (None, FREE, OFFERED):
            return True
        known = way_of(self.way)
        return additional_times(self.way or "") is not None or (
            known is not None and known.spell in (SAME, AURA, FACE_DOWN, BACK_FACE)
        )


def proposal(game: Game, action: Cast) -> Proposal:
    """What a cast action proposes. A card that is not listed comes to be in its player's hand.

    Raises Invalid for a label or name that means nothing, and for an object that is no card that could be cast.
    """
    player = None if action.controller is None else game.player(action.controller)
    item = _listed(game, action.cast, player)
    if item is None:
        from layerproof.solver.situation.naming import card_named

        card, face = card_named(action.cast)
        owner = player or game.scenario.players[0]
        face = face_of(card, action.half) if action.half else face
        made = new_object(game, card, "hand", owner, rule="given")
        face = _turned(card, face, action.cast_for)
        had = _of_way(game, made.id, action.cast_for)
        return Proposal(owner, made.id, card, "hand", face, action.cast_for, False, True, had)
    if item.zone in ("battlefield", "stack") or game.there(item.id) is None:
        raise Invalid(f"{action.cast} is no card that could be cast now", "a card in a hand, or in another zone")
    if item.face_down is not None:
        # What is exiled face down is cast face up.
        game.update(item.id, "cast.propose", face_down=None, down=None)
        item = game.item(item.id)
    name = action.half or ("" if action.cast in game.labels else action.cast)
    face = face_of(item.card, name) if name else 0
    way = action.cast_for or implied_way(item, face, game.entry(item.id))
    if way == FREE:
        way = _set_aside_for(game, item, player or item.owner) or way
    face = _turned(item.card, face, way)
    had = _of_way(game, item.id, way)
    return Proposal(player or item.owner, item.id, item.card, item.zone, face, way, True, bool(name), had)


def _set_aside_for(game: Game, item: GameObject, player: str) -> str | None:
    """The keyword ability by which a card may be cast now without paying its mana cost, since it was set aside so (rule
    key keyword.plot); None where there is none."""
    entry, source = game.entry(item.id), Source(item.id, player)
    for each in permissions("cast", "place"):
        way = way_of(each.way)
        if way is None or way.cost != FREE or not way.main or not is_time(game, player, "main"):
            continue
        own = item.owner == player and item.zone in each.zones and has_keyword(entry, each.way or "")
        if own and each.card is not None and fits(each.card, game.scene(), source, item.id):
            return each.way
    return None


def _of_way(game: Game, identifier: int, way: str | None) -> tuple[ab.Keyword, ...]:
    """The keyword abilities of a card that offer a way of casting it."""
    abilities = (each.ability for each in game.entry(identifier).abilities)
    return tuple(each for each in abilities if isinstance(each, ab.Keyword) and each.keyword == way)


def _turned(card: Card, face: int, way: str | None) -> int:
    """Which face a spell has: the back one where it is cast transformed or converted (rule key double_faced.on_stack),
    the front one where it is cast face down."""
    known = way_of(way)
    if known is None or len(card.faces) < 2:
        return face
    return {BACK_FACE: 1, FACE_DOWN: 0, AURA: 0}.get(known.spell, face)


def implied_way(item: GameObject, face: int, entry: Entry) -> str | None:
    """The keyword ability by which a card is cast from where it is, where none is named: the first that it has.

    face: the half that is cast, of which alone it must be an ability where the card has halves.
    """
    own = [each.keyword for each in item.card.faces[face].abilities if isinstance(each, ab.Keyword)]
    for each in permissions("cast", "place"):
        if each.way is None or item.zone not in each.zones or item.zone == "hand":
            continue
        if each.way in own if item.card.layout in _HALVES else has_keyword(entry, each.way):
            return each.way
    return None


def unread_way(proposed: Proposal) -> str | None:
    """What about a card leaves open whether it can be cast from a zone, or which half of it; None if nothing does."""
    card, layout = proposed.card, proposed.card.layout
    if layout in _HALVES and not proposed.named and not (proposed.way and does(proposed.way, "casts both halves")):
        return "which half or face is cast"
    if layout in ("transform", "flip") and proposed.face and proposed.shape.spell != BACK_FACE:
        return "how a back face or a flipped half could be cast"
    keywords = [each.keyword for one in card.faces for each in one.abilities if isinstance(each, ab.Keyword)]
    unread = next((each for each in keywords if casts_in_other_ways(each) and each != proposed.way), None)
    return f"what {unread} allows" if unread is not None and proposed.zone != "hand" else None


def named_zone(game: Game, item: GameObject) -> str:
    """The zone of a card as permissions name it: of a library only the topmost card is meant.

    Raises Undecided where it is not known which card that is.
    """
    on_top = item.zone == "library" and item.id == top_of_library(game.situation, item.owner)
    return "top of library" if on_top else item.zone


def _listed(game: Game, name: str, player: str | None) -> GameObject | None:
    """The listed card that a cast action means: by its label, or by its name in the hand of the player."""
    if name in game.labels:
        return game.find(name)
    found = [
        item
        for item in game.situation.objects
        if item.zone == "hand"
        and item.owner == (player or game.scenario.players[0])
        and name in (item.card.name, *(face.name for face in item.card.faces))
    ]
    if len(found) > 1:
        raise Invalid(f"{len(found)} cards in the hand are named {name}", "the label of one of them")
    return found[0] if found else None


def propose(game: Game, proposed: Proposal, action: Cast, label: str | None = None) -> GameObject:
    """Put a proposed card onto the stack as a spell (rule keys cast.propose, face_down.cast, keyword.bestow_aura).

    Raises Undecided where the rules of the edition do not let such a card be face down.
    """
    card = game.remove(proposed.object, "cast.propose")
    told, choices = lasting(card, (), chosen_of(game, action.choices)[0])
    down = proposed.way if proposed.shape.spell == FACE_DOWN else None
    double = proposed.card.layout in ("transform", "modal_dfc")
    if down and double and game.edition.policy("double_faced_face_down") == "never":
        raise Undecided("a double-faced card that is cast face down")
    spell = new_object(
        game,
        proposed.card,
        "stack",
        card.owner,
        controller=proposed.player,
        label=label,
        face=proposed.face,
        x=action.x,
        choices=choices,
        told=told,
        face_down=down,
        cast_for=None if down or proposed.way in (FREE, OFFERED) else proposed.way,
        paid=_paid(action),
        rule="cast.propose",
        was=(card.id,),
    )
    if proposed.shape.spell == AURA:
        bestowed(game, spell)
    tell_origin(game, spell.id, proposed.zone)
    return game.item(spell.id)


def with_modes_announced(proposed: Proposal, action: Cast) -> Cast:
    """An action with all modes of its spell chosen, where what is paid or its words ask for all and none is named."""
    abilities = proposed.card.faces[proposed.face].abilities
    return msgspec.structs.replace(action, choices=with_all_modes(abilities, paid_for(action), action.choices))


def paid_for(action: Cast) -> tuple[str, ...]:
    """The keywords of what is paid for a spell besides its cost, or instead of it."""
    paid = tuple(keyword for keyword, number in action.additional if number)
    return paid if action.cast_for is None else (*paid, action.cast_for)


def _paid(action: Cast) -> tuple[tuple[str, int], ...]:
    """Which additional costs are paid; of several instances of a keyword ability each stands there, paid or not."""
    names = [keyword for keyword, _ in action.additional]
    return tuple(pair for pair in action.additional if pair[1] or names.count(pair[0]) > 1)


__all__ = ["Proposal", "implied_way", "paid_for", "proposal", "propose", "unread_way", "with_modes_announced"]
