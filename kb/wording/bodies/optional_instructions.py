"""Instructions that are followed only where a condition holds or a player wants it, as sentences."""

from __future__ import annotations

from layerproof.kb.model.expression import Chose, Condition, Outcome, Unless
from layerproof.kb.wording.words.english import unmodelled

_VERBS = frozenset({
    "add", "attach", "choose", "copy", "counter", "create", "destroy", "discard", "draw", "exile", "gain", "mill",
    "move", "pay", "put", "remove", "return", "reveal", "sacrifice", "scry", "search", "shuffle", "surveil", "tap",
    "transform", "untap",
})  # fmt: skip


def branch_text(words: str, held: Condition, then: str, otherwise: str = "") -> str:
    """The sentences of a branch, without its last full stop.

    words: the condition as a clause. held: the same as a record. then, otherwise: what is done where it holds and where
    it does not, each as a clause, empty where nothing is.

    >>> from layerproof.kb.model.expression import Player, Turn
    >>> branch_text("it's your turn", Turn(Player("you")), "draw a card", "discard a card")
    "if it's your turn, draw a card. Otherwise, discard a card"
    """
    if held == Chose("may") and then:
        single = ". " not in then and then.split(" ", 1)[0] in _VERBS
        text = unmodelled(f"you may {then}" if single else f"you may do this: {then}")
        return f"{text}. If you don't, {otherwise}" if otherwise else text
    if otherwise and held == Unless(Outcome("pays", "true")):
        return f"{then} unless {otherwise}"
    if not otherwise:
        return f"if {words}, {then}"
    if not then:
        return f"unless {words}, {otherwise}"
    return f"if {words}, {then}. Otherwise, {otherwise}"
