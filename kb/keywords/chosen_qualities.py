"""Qualities that are chosen, or looked up, and as what they stand once they are known."""

from __future__ import annotations

import re

# What is chosen where a quality is written so.
CHOSEN_QUALITIES = {
    "the chosen card type": "card type", "the chosen player": "player",
    "the chosen card name": "card name", "the chosen name": "card name",
}  # fmt: skip
# Behind which words a quality names a player, or a card by its name (rule keys keyword.protection.player,
# keyword.protection): else these could be words of a type line too.
PLAYER, NAME = "the player ", "the name "
_BEFORE = {"card type": "", "player": PLAYER, "card name": NAME}
_LOOKED_UP = re.compile(r"\b(?:chosen|among|of|that|than|most)\b")


def as_chosen(quality: str, word: str) -> str:
    """A quality that is chosen, with the word that was chosen for it.

    >>> as_chosen("the chosen card type", "creature"), as_chosen("the chosen player", "opponent")
    ('creature', 'the player opponent')
    """
    return _BEFORE[CHOSEN_QUALITIES[quality]] + word


def is_looked_up(quality: str) -> bool:
    """Whether a quality stands for others that only the game tells.

    >>> is_looked_up("each mana value among artifacts you control"), is_looked_up("creatures")
    (True, False)
    """
    return _LOOKED_UP.search(quality) is not None


def same_quality(one: str, other: str) -> bool:
    """Whether two qualities are one, in the singular or the plural, in capital or small letters, a player or a card
    named with or without the word that says so.

    >>> same_quality("sorcery", "Sorceries"), same_quality("the player opponent", "opponent")
    (True, True)
    """
    return bool(_forms(one) & _forms(other))


def _forms(quality: str) -> set[str]:
    words = quality.lower().strip(" .").replace("’", "'").removeprefix(PLAYER).removeprefix(NAME)
    singular = re.sub(r"ies$", "y", words) if words == "sorceries" else words.removesuffix("s")
    return {words, singular}
