"""The card that a name means, and card names that are chosen as an object enters (rule keys choice.card_name,
name.chosen)."""

from __future__ import annotations

from layerproof.kb.cards.card_sources import find_card
from layerproof.kb.cards.meld_pairs import meld_pair
from layerproof.kb.cards.store import face_of, load_card
from layerproof.kb.errors import KnowledgeError
from layerproof.kb.model import expression as e
from layerproof.kb.model.ability import AsEnters
from layerproof.kb.model.card import Card, Face
from layerproof.kb.model.node import mentions
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.layers.view import Entry
from layerproof.solver.situation.game import Forbidden, Game, Invalid


def names_of_cards(game: Game, names: tuple[str | int, ...], entry: Entry) -> None:
    """Go on only if each chosen name is that of a known card, or of a face of one, which is what it must be.

    entry: the object that is entering. Raises Forbidden for the name of a card that has not the characteristics asked
    for, as its text has them; Undecided for a name that is not known.
    """
    wanted = [
        each.ability.named
        for each in entry.abilities
        if isinstance(each.ability, AsEnters) and each.ability.named is not None
    ]
    for name in names:
        found = find_card(str(name))
        faces = [] if found is None else [face for face in found.card.faces if face.name == str(name)]
        if not faces:
            raise Undecided(f"whether {name} is the name of a card is not known")
        for filter_ in wanted:
            if not any(_is(face, filter_) for face in faces):
                raise Forbidden(f"{name} is no name that may be chosen here", "name.chosen", "the name of such a card")
            game.deed("names a card", entry.controller)


def options_of_modes(modes: tuple[str | int, ...], entry: Entry) -> None:
    """Go on only if each mode that is chosen as an object enters is one of the words that its abilities ask about,
    and where they ask for several, if so many are chosen, all of them others.

    modes: as the scenario tells them; numbers are left alone. entry: the object that is entering. Raises Forbidden for
    another word or number of words (rule key choice.as_enters); it does not promise that words which are not read
    offer none.
    """
    entering = [each.ability for each in entry.abilities if isinstance(each.ability, AsEnters)]
    number = sum(each.choose.count("mode") for each in entering)
    if not number:
        return
    if number > 1 and modes and (len(modes), len(set(modes))) != (number, number):
        raise Forbidden(
            f"{', '.join(map(str, modes))} is not {number} modes", "choice.as_enters", f"{number} different ones"
        )
    asked: list[str] = []

    def asks(node: object) -> bool:
        asked.extend([node.option] if isinstance(node, e.Chose) and node.option != "may" else ())
        return False

    mentions(tuple(each.ability for each in entry.abilities), asks)
    for mode in modes:
        if asked and isinstance(mode, str) and mode not in asked:
            what = f"{mode} is none of the words that may be chosen here"
            raise Forbidden(what, "choice.as_enters", "one of " + ", ".join(sorted(set(asked))))


def player_named(game: Game, told: tuple[str | int, ...], entry: Entry) -> None:
    """Go on only if the player who is chosen as an object enters is one who may be, where it asks for a player.

    told: as the scenario tells it. entry: the object that is entering. Raises Forbidden for several players, for one
    outside of the game and for one who is no opponent, where it must be one (rule key choice.as_enters).
    """
    for instance in entry.abilities:
        asked = instance.ability
        if told and isinstance(asked, AsEnters) and "player" in asked.choose:
            able = [each.name for each in game.situation.players if not each.lost]
            able = [each for each in able if not asked.opponent or each != entry.controller]
            if len(told) > 1 or str(told[0]) not in able:
                what = f"{', '.join(map(str, told))} cannot be chosen here"
                raise Forbidden(what, "choice.as_enters", f"one of {', '.join(able)}")


def _is(face: Face, filter_: e.Filter) -> bool:
    """Whether a face is printed so. Raises Undecided for what a card alone does not tell."""
    match filter_:
        case e.Is(category="type", word=word):
            return word in face.types
        case e.Is(category="supertype", word=word):
            return word in face.supertypes
        case e.Is(category="subtype", word=word):
            return word in face.subtypes
        case e.Not(filter=inner):
            return not _is(face, inner)
        case e.AllOf(filters=filters):
            return all(_is(face, each) for each in filters)
        case e.AnyOf(filters=filters):
            return any(_is(face, each) for each in filters)
    raise Undecided("what a card must be whose name is chosen")


def card_named(name: str) -> tuple[Card, int]:
    """The card of a name and the index of the face that the name means. Raises Invalid with the nearest names."""
    try:
        card = load_card(name)
    except KnowledgeError as error:
        if error.file is not None:
            raise
        raise Invalid(error.what, error.mend or "") from None
    pair = meld_pair(card.name)
    if pair is not None:
        raise Invalid(
            f"{card.name} is no card of its own, but what two cards meld into",
            f"let {' and '.join(pair)} enter, and write melds: with their labels",
        )
    return card, face_of(card, name)
