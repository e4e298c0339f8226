"""Events of triggered abilities that watch spells being countered."""

from __future__ import annotations

import re

from layerproof.kb.model import trigger_event as te
from layerproof.kb.model.expression import AllOf, ControlledBy, Filter, Player, State

_WORDS = re.compile(r"a spell(?: (you've cast|you control|an opponent controls))? is countered")


def countered_events(words: str) -> tuple[te.TriggerEvent, ...]:
    """The event that words such as `a spell you've cast is countered` speak of; none for other words.

    A spell that is countered leaves the stack that way, whether by an effect or by the rules (rule key counter_spell).

    >>> countered_events("a spell is countered")[0].how
    'countered'
    """
    found = _WORDS.fullmatch(words)
    if found is None:
        return ()
    who: Filter = State("spell")
    if found[1] is not None:
        who = AllOf((who, ControlledBy(Player("opponent" if "opponent" in found[1] else "you"))))
    return (te.Moves(who, from_=("stack",), how="countered"),)
