"""How many modes may be chosen, from the words before them."""

from __future__ import annotations

import re

from layerproof.kb.notation.number_words import NUMBERS


def how_many_modes(choose: str, of: int) -> tuple[int, int] | None:
    """The least and the greatest number of modes that may be chosen; None where the words leave it open.

    choose: the words behind `choose`, as in `one or both`. of: how many modes there are. Each counts once. Source: rule
    key modal.chosen. It does not promise that each of them could be chosen now.

    >>> how_many_modes("one", 3), how_many_modes("one or more", 3), how_many_modes("up to two", 3)
    ((1, 1), (1, 3), (0, 2))
    >>> how_many_modes("one at random", 3)
    """
    if choose in NUMBERS:
        return NUMBERS[choose], NUMBERS[choose]
    if choose == "one or both":
        return 1, 2
    if choose in ("one or more", "any number"):
        return (1 if choose == "one or more" else 0), of
    limited = re.fullmatch("up to (one|two|three|four|five)", choose)
    return None if limited is None else (0, NUMBERS[limited[1]])


def chosen_once(words: str) -> str | None:
    """How long a mode that was chosen cannot be chosen again: `turn`, `ever`; None where the words do not ask for that.

    words: of a choice of modes, or of the note that is kept of it. Source: rule key modal.chosen.

    >>> chosen_once("one that hasn't been chosen this turn"), chosen_once("one that hasn't been chosen")
    ('turn', 'ever')
    >>> chosen_once("one or both")
    """
    asks = re.fullmatch("one that hasn't been chosen( this turn)?", words)
    return None if asks is None else "turn" if asks[1] else "ever"


def as_announced(choose: str, paid: tuple[str, ...]) -> str:
    """The words of a choice of modes for a spell with what is announced for it (rule key cast.choices_together).

    choose: as `one, or any number if kicked`; other words stay as they are. paid: the keywords of additional costs that
    will be paid, as `kicker`.

    >>> as_announced("one, or any number if kicked", ("kicker",)), as_announced("one, or any number if kicked", ())
    ('any number', 'one')
    """
    plain, _, more = choose.partition(", or ")
    if not more.endswith(" if kicked"):
        return choose
    kicked = any(each in ("kicker", "multikicker") for each in paid)
    return more.removesuffix(" if kicked") if kicked else plain
