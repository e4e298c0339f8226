"""The closed sets of words that a scenario may use: zones, steps, durations, keys of choices; read here alone.

What is checked as a scenario is read is refused for solver and checker alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Final, Literal, get_args

from layerproof.kb.errors import nearest, some_of
from layerproof.kb.keywords.keyword_files import keyword_names
from layerproof.kb.notation.plain_data import NotationError, Path, describe

# Where a card is that is not on the battlefield.
Elsewhere = Literal["hand", "library", "graveyard", "exile", "command", "stack"]
ZONES: Final = ("battlefield", *get_args(Elsewhere))
Step = Literal[
    "untap", "upkeep", "draw", "main", "beginning of combat", "combat", "declare attackers", "declare blockers",
    "combat damage", "end of combat", "second main", "end", "cleanup",
]  # fmt: skip
# The steps of the combat phase, and the phase by itself.
COMBAT: Final = (
    "combat", "beginning of combat", "declare attackers", "declare blockers", "combat damage", "end of combat",
)  # fmt: skip
# How long a control effect, or an effect given in rules text, may be said to last: what the game knows to end.
Lasts = Literal["end of turn", "end of combat", "your next turn", "its next untap step"]
Position = Literal["top", "under"]
StatusChange = Literal["flip", "transform", "turn_face_down", "turn_face_up", "tap", "untap", "phase_out", "phase_in"]
Special = Literal["turn face up", "suspend", "foretell", "plot"]
# What may be said under `choices`, by the key: who reads it is told in docs/scenarios.md.
CHOICES: Final = (
    "color", "creature type", "card type", "type", "land type", "basic land type", "nonbasic land type", "subtype",
    "card name", "player", "number", "counter", "mode", "object", "from", "to", "may", "pays", "paying", "divided",
    "new_targets", "replacement", "attached_to", "goes_to", "reveal", "sacrificed", "attacking", "flip", "clash",
    "vote", "act", "coins", "results", "roll", "exploit", "tribute", "payment", "colors paid", "keeps",
)  # fmt: skip
# What a spell may be cast for besides the cost of a keyword ability, and what is paid besides that is none of one.
_WAYS: Final = ("without paying", "alternative cost")
_ADDITIONAL: Final = ("additional cost",)


def words_of(closed: Any) -> tuple[str, ...]:
    """The words of a closed set.

    >>> words_of(Position)
    ('top', 'under')
    """
    return tuple(get_args(closed))


def one_of(word: Any, known: Iterable[str], path: Path, expected: str = "") -> str:
    """Give a word back if it is one of those that are known; else raise NotationError with the nearest one.

    word: plain data. known: the words. path: where it stands. expected: what stands there, if the words are too many to
    be listed.

    >>> one_of("hand", ZONES, ())
    'hand'
    """
    listed = tuple(known)
    if isinstance(word, str) and word in listed:
        return word
    expected = expected or some_of(word, listed, "docs/scenarios.md")
    raise NotationError(path, f"found {describe(word)}", expected, near(word, listed))


def near(word: Any, known: Iterable[str]) -> str:
    """The mend for a word that is not known: the nearest one that is, or nothing.

    >>> near("graveyrd", ZONES)
    "did you mean 'graveyard'?"
    """
    close = nearest(word, known, 1) if isinstance(word, str) else []
    return f"did you mean {close[0]!r}?" if close else ""


@cache
def ways() -> tuple[str, ...]:
    """What a spell may be cast for: a keyword ability, or what is said in other words.

    >>> "flashback" in ways(), "without paying" in ways(), "evok" in ways()
    (True, True, False)
    """
    return (*keyword_names(), *_WAYS)


@cache
def additional() -> tuple[str, ...]:
    """For what additional costs may be told to be paid: keyword abilities, and costs that a text alone states."""
    return (*keyword_names(), *_ADDITIONAL)
