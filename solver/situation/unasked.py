"""Choices that are told of something that enters and that nothing asks for."""

from __future__ import annotations

from typing import Any, Final

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model.ability import Activated, Chapter, Keyword, Loyalty, Spell, Static, Triggered
from layerproof.kb.model.card import Card
from layerproof.kb.model.resolution.choices import spell_asks_for_nothing, told_key
from layerproof.solver.layers.reading import PERMANENT_TYPES
from layerproof.solver.layers.view import Entry
from layerproof.solver.situation.cast_for import cast_known
from layerproof.solver.situation.game import Invalid

# Words and numbers, which are chosen as something enters only where its own text asks for them.
_WORDS: Final = (
    "color", "creature type", "card type", "type", "land type", "basic land type", "nonbasic land type", "subtype",
    "card name", "number",
)  # fmt: skip
# Abilities that do nothing as their object enters.
_LATER: Final = (Static, Activated, Triggered, Loyalty, Chapter)


def arrival_known(card: Card, event: Any) -> None:
    """Refuse what an entry says of a card that enters and that cannot be so.

    Raises Invalid for a word or a number that is told to have been chosen, where no ability of the card asks for any or
    speaks of what is chosen (rule key choice.as_enters); else as `cast_known` does. What enters as a copy is not asked
    about, since the copied object may ask.
    """
    cast_known(card, 0, event.cast_for, False)
    told = next((key for key, _ in event.choices if key in _WORDS), None)
    if told is None or event.copy_of is not None or _may_ask(card):
        return
    name = " // ".join(face.name or "" for face in card.faces)
    mend = "take it out, or tell it of the entry by which it is chosen"
    raise Invalid(f"{name} asks for no {told} as it enters, and nothing on it speaks of a chosen one", mend)


def _may_ask(card: Card) -> bool:
    """Whether an ability of a card may ask for a choice as it enters, or reads one."""
    abilities = [each for face in card.faces for each in face.abilities]
    stands_for = [one for each in abilities if isinstance(each, Keyword) for one in meaning(each)]
    every = (*(each for each in abilities if not isinstance(each, Keyword)), *stands_for)
    return any(not isinstance(each, _LATER) for each in every) or "chosen" in repr(abilities).lower()


def resolution_known(name: str, choices: Any, quiet: bool) -> None:
    """Refuse a word, a number, a mode or a division that is told of a resolution which asks for none.

    name: what resolves. quiet: whether it certainly asks for none of them. Raises Invalid.
    """
    told = told_key(choices) if quiet else None
    if told is not None:
        raise Invalid(f"{name} asks for no {told} as it resolves", "take it out, or tell it of what asks for it")


def spell_known(name: str, entry: Entry, choices: Any) -> None:
    """As `resolution_known`, of a spell that is cast: an instant or sorcery, or what will enter."""
    abilities = [each.ability for each in entry.abilities]
    if entry.types & PERMANENT_TYPES:
        quiet = not _may_ask(entry.card) and all(isinstance(each, (Keyword, *_LATER)) for each in abilities)
    else:
        body = tuple(part for each in abilities if isinstance(each, Spell) for part in each.body)
        quiet = spell_asks_for_nothing(abilities, body)
    resolution_known(name, choices, quiet)
