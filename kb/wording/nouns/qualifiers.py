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
from layerproof.kb.wording.nouns.references import controls, reference, with_counters
from layerproof.kb.wording.words.english import SELF, doubtful, unmodelled

RELATION = {"<=": "{} or less", ">=": "{} or greater", "=": "{}", "<": "less than {}", ">": "greater than {}"}
STAT = {"mana_value": "mana value", "base_power": "base power", "base_toughness": "base toughness"}
THAN = {
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

    >>> from layerproof.kb.wording.words.english import unmarked
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
        case Compare(stat, op, Stat(other, ref)) if op in THAN:
            return unmodelled(f"with {STAT.get(stat, stat)} {THAN[op].format(_of(other, ref))}")
        case Not(State(word)):
            return unmodelled(_status(word, "isn't", "wasn't", "without"))
        case State(word):
            return unmodelled(_status(word, "is", "was", "with"))
        case _:
            return unmodelled("…")


def _of(stat: str, ref: Ref) -> str:
    owner = f"{SELF}'s" if ref.kind == "self" else "its" if ref.kind == "it" else f"{reference(ref)}'s"
    return f"{owner} {STAT.get(stat, stat)}"


def _status(word: str, is_: str, was: str, having: str) -> str:
    """A status as a clause behind the noun: what it is, what was done to it, what was spent on it."""
    plain = _plain(word)
    if word == "commander":
        return f"that {is_} a commander"
    if plain.startswith(("was ", "dealt ", "entered ", "attacked ")):
        return f"that {plain}" if is_ == "is" else f"of which it isn't so that it {plain}"
    if plain.startswith(("cast ", "put ")):
        return f"that {was} {plain}"
    if plain.startswith("mana "):
        return f"{having} {plain} it"
    return f"that {is_} {plain}"


def _plain(word: str) -> str:
    return word.replace("_", " ")
