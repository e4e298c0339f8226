"""What the rules say that a permanent has for as long as it has a designation."""

from __future__ import annotations

from layerproof.kb.model.ability import Ability, Keyword, Static
from layerproof.kb.model.effect import Effect, Only, Until
from layerproof.kb.model.expression import Ref
from layerproof.kb.notation.restrictions import rule_effect

SUSPECTED = "suspected"
# What forbids that a permanent gets the designation forbids this (kb/notation/restrictions.py).
BECOME_SUSPECTED = "become suspected"
# The rule key of a designation that gives abilities, and these abilities.
_GIVES: dict[str, tuple[str, tuple[Ability, ...]]] = {
    SUSPECTED: (
        "suspect",
        (Keyword("menace"), Static((Effect(Only(Ref("self")), (rule_effect("can't block"),)),))),
    ),
}


def designation_rule(what: str) -> str | None:
    """The rule key of a designation that gives abilities; None for one that gives none.

    >>> designation_rule("suspected"), designation_rule("monstrous")
    ('suspect', None)
    """
    return _GIVES[what][0] if what in _GIVES else None


def designation_gives(what: str) -> tuple[Ability, ...]:
    """The abilities that a permanent has for as long as it has a designation (rule key suspect).

    what: the designation, as it is told of an object. Returns an empty tuple for one that gives none.

    >>> designation_gives("suspected")[0].keyword, designation_gives("monstrous")
    ('menace', ())
    """
    return _GIVES[what][1] if what in _GIVES else ()


def until_lost(what: str) -> Until:
    """How long an effect lasts that goes with a designation.

    >>> until_lost("suspected").when
    'no longer suspected'
    """
    return Until(f"no longer {what}")
