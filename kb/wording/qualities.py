"""Qualities of objects that have no place before the noun, as rules text words them after it."""

from __future__ import annotations

from layerproof.kb.model.expression import (
    Compare,
    ControlledBy,
    Filter,
    HasCounter,
    Not,
    Player,
    Ref,
    Same,
    Stat,
    State,
    X,
)
from layerproof.kb.wording.referring import controls, reference, with_counters
from layerproof.kb.wording.words import SELF, doubtful, unmodelled

RELATION = {"<=": "{} or less", ">=": "{} or greater", "=": "{}", "<": "less than {}", ">": "greater than {}"}
STAT = {"mana_value": "mana value", "base_power": "base power", "base_toughness": "base toughness"}
_THAN = {
    "<=": "less than or equal to {}",
    ">=": "greater than or equal to {}",
    "=": "equal to {}",
    "<": "less than {}",
    ">": "greater than {}",
}


def quality(part: Filter) -> str:
    """The words after the noun for one part of a filter.

    part: a filter that has no adjective and no phrase of its own. Returns the words; what is a gloss in our own words
    is marked so, and dots stand for what has none, so that no piece of text runs across the place.

    >>> from layerproof.kb.wording.words import unmarked
    >>> unmarked(quality(Not(ControlledBy(Player("you")))))
    "you don't control"
    >>> unmarked(quality(Compare("mana_value", "<=", X())))
    'with mana value X or less'
    """
    match part:
        case Not(ControlledBy(Player("you"))):
            return doubtful("you don't control")
        case Not(ControlledBy(player)):
            return unmodelled(f"not {controls(player)}")
        case Not(Same(ref)):
            return unmodelled(f"other than {reference(ref)}")
        case Same(ref):
            return unmodelled(f"that is {reference(ref)}")
        case Not(HasCounter(kind, 1)):
            return doubtful(with_counters(kind, 1).replace("with ", "without ", 1))
        case Compare(stat, op, X()) if op in RELATION:
            return doubtful(f"with {STAT.get(stat, stat)} {RELATION[op].format('X')}")
        case Compare(stat, op, Stat(other, ref)) if op in _THAN:
            return unmodelled(f"with {STAT.get(stat, stat)} {_THAN[op].format(_of(other, ref))}")
        case Not(State(word)):
            return unmodelled(f"not being {_plain(word)}")
        case State(word):
            return unmodelled(f"being {_plain(word)}")
        case _:
            return unmodelled("…")


def _of(stat: str, ref: Ref) -> str:
    owner = f"{SELF}'s" if ref.kind == "self" else "its" if ref.kind == "it" else f"{reference(ref)}'s"
    return f"{owner} {STAT.get(stat, stat)}"


def _plain(word: str) -> str:
    return word.replace("_", " ")
