"""The known cards that a description fits, for unknown cards."""

from __future__ import annotations

from functools import cache

from layerproof.kb.cards.store import card_names, load_card
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.card import Face
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.shorthand import COLORS
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.layers.view import face_colors
from layerproof.solver.situation.game import Invalid


def fitting_cards(description: str, edition: Edition) -> tuple[str, ...]:
    """The names of the known cards whose front face fits a description such as `creature with level up`.

    description: card types, supertypes, colors and subtypes in a row, then perhaps `with` and a keyword ability. Raises
    Invalid when no known card fits, Undecided for a description with other words. It speaks of the cards known to this
    run, not of all cards there are.
    """
    words, _, keyword = description.partition(" with ")
    found = tuple(name for name in _fronts() if _fits(load_card(name).faces[0], words.split(), keyword, edition))
    if not found:
        raise Invalid(f"no known card is a {description!r}", "a description that some known card fits")
    return found


@cache
def _fronts() -> tuple[str, ...]:
    """The names of the known cards, each once: of a card with several faces the name of the first."""
    names = {load_card(name).faces[0].name: None for name in card_names()}
    return tuple(sorted(name for name in names if name is not None))


def _fits(face: Face, words: list[str], keyword: str, edition: Edition) -> bool:
    for word in words:
        if word in edition.vocabulary.card_types | {"card"}:
            if word != "card" and word not in face.types:
                return False
        elif word in edition.vocabulary.supertypes:
            if word not in face.supertypes:
                return False
        elif word in COLORS:
            if word not in face_colors(face):
                return False
        elif edition.vocabulary.families_of(word):
            if word not in face.subtypes:
                return False
        else:
            raise Undecided(f"the description of cards with the word {word!r} is not modelled")
    if not keyword:
        return True
    return any(isinstance(ability, Keyword) and ability.keyword == keyword for ability in face.abilities)
