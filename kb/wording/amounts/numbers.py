"""Numbers of counters, cards, life and damage as instructions word them."""

from __future__ import annotations

from layerproof.kb.model.expression import ThatMuch, Value, X
from layerproof.kb.wording.amounts.values import each_of, quantity
from layerproof.kb.wording.words.english import doubtful, number_word, unmodelled, with_article


def counters_words(kind: str, number: Value) -> str:
    """So many counters of a kind, as what is put on or removed.

    >>> counters_words("charge", 1), counters_words("charge", 2)
    ('a charge counter', 'two charge counters')
    """
    name = doubtful("counter") if kind in ("any", "chosen") else f"{kind} counter"
    if number == 1:
        return with_article(name)
    if isinstance(number, int):
        return f"{number_word(number)} {name}s"
    if isinstance(number, X):
        return f"X {name}s"
    counted = each_of(number)
    if counted:
        return doubtful(f"{with_article(name)} for each {counted}")
    return f"a number of {name}s equal to {quantity(number)}"


def cards_words(number: Value) -> str:
    """So many cards, as what is drawn.

    >>> cards_words(1), cards_words(3)
    ('a card', 'three cards')
    """
    if number == 1:
        return "a card"
    if isinstance(number, ThatMuch):
        return doubtful("that many cards")
    if isinstance(number, int):
        return f"{number_word(number)} cards"
    counted = each_of(number)
    if isinstance(number, X):
        return "X cards"
    return f"a card for each {counted}" if counted else f"cards equal to {quantity(number)}"


def life_words(number: Value) -> str:
    """So much life, as what is gained or lost.

    >>> life_words(3), life_words(X())
    ('3 life', 'X life')
    """
    if isinstance(number, ThatMuch):
        return doubtful("that much life")
    counted = None if isinstance(number, int) else each_of(number)
    if isinstance(number, int | X):
        return f"{quantity(number)} life"
    return doubtful(f"1 life for each {counted}" if counted else f"life equal to {quantity(number)}")


def damage_words(number: Value) -> str:
    """The number of damage that is dealt, in doubt where it is counted.

    >>> damage_words(2), damage_words(X())
    ('2', 'X')
    """
    return quantity(number) if isinstance(number, int | X) else unmodelled("X")
