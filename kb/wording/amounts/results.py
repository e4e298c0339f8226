"""What came of a resolution, what objects were, how they were cast, and what happened this turn, as texts word them."""

from __future__ import annotations

from layerproof.kb.model.costs.mana import COLORED
from layerproof.kb.model.expression import (
    CastFor,
    Compares,
    Condition,
    InZone,
    Matches,
    Not,
    Outcome,
    Party,
    Player,
    Ref,
    Rolled,
    SharesWith,
    State,
    ThisTurn,
    ThisWay,
    TimesResolved,
    Told,
    ToldOf,
    Total,
    Unless,
    Value,
    Was,
    X,
)
from layerproof.kb.wording.nouns.noun_phrases import noun, reference
from layerproof.kb.wording.words.english import doubtful, number_word, with_article

_YOU = Player("you")
_OUTCOMES = {
    Outcome("flip", "won"): "you win the flip",
    Outcome("flip", "lost"): "you lose the flip",
    Outcome("clash", "won"): "you win",
    Outcome("act", "done"): doubtful("that was done"),
}
_COST = {"bargain": "~ was bargained", "gift": "the gift was promised", "collect evidence": "evidence was collected"}
_ORDINALS = {2: "second", 3: "third", 4: "fourth", 5: "fifth", 10: "tenth"}
_COUNTED = {
    "life gained this turn": "the amount of life you gained this turn",
    "cards discarded this turn": "the number of cards you've discarded this turn",
    "permanents sacrificed this turn": "the number of permanents you've sacrificed this turn",
}
_SPENT = {
    "mana spent to cast": "the amount of mana spent to cast",
    "colors of mana spent to cast": "the number of colors of mana spent to cast",
}
_SYMBOLS = {color: f"{{{letter}}}" for letter, color in COLORED.items()}


def result_each(value: Value) -> str | None:
    """What is counted one at a time, as it stands after `for each`; None for other values.

    >>> result_each(ThisWay("discarded", State("card")))
    'card discarded this way'
    """
    match value:
        case ThisWay(done, None, what):
            return f"{what} {done} this way"
        case ThisWay(done, filter_):
            return f"{noun(filter_).singular()} {done} this way"
        case ThisTurn(did, filter_, player):
            return f"{noun(filter_).singular()} that {_where(did, player)} this turn"
        case TimesResolved():
            return "time this ability has resolved this turn"
    return None


def result_quantity(value: Value) -> str | None:
    """An amount in the middle of a sentence; None for other values.

    >>> result_quantity(Rolled())
    'the result'
    """
    match value:
        case Rolled():
            return "the result"
        case ThisWay(done, None, "excess damage" as what):
            return f"the amount of {what} {done} this way"
        case ThisWay(done, None, what):
            return f"the number of {what}s {done} this way"
        case ThisWay(done, filter_):
            return f"the number of {noun(filter_).plural()} {done} this way"
        case TimesResolved():
            return "the number of times this ability has resolved this turn"
        case Told(what, Player("you")) if what in _COUNTED:
            return _COUNTED[what]
        case ToldOf(what, of) if what in _SPENT:
            return f"{_SPENT[what]} {_it(of)}"
    return None


def _where(did: str, player: Player) -> str:
    if did == "left the graveyard":
        return "left your graveyard"
    return f"{did} under your control" if player == _YOU else did


def _it(ref: Ref) -> str:
    return reference(ref) if ref.kind == "self" else doubtful("it")


def result_condition(value: Condition) -> str | None:
    """A condition about such a result as a clause after `if`; None for others.

    >>> result_condition(Outcome("flip", "won"))
    'you win the flip'
    """
    match value:
        case Outcome("vote", word):
            return f"{word} gets more votes"
        case Outcome("payment", what):
            return doubtful(f"{what} was spent to activate this ability")
        case Outcome("colors paid", many):
            return doubtful(f"{many} colors of mana were spent to activate this ability")
        case Outcome("results" | "roll", what):
            return doubtful(f"the result is {what}")
        case Outcome("coins", what):
            return doubtful(f"the coins come up {what}")
        case Outcome("exploit", what):
            return doubtful(f"it exploited {what}")
        case Outcome():
            return _OUTCOMES.get(value) or doubtful(f"the {value.of} came out {value.is_}")
        case Unless(Outcome("tribute", "paid")):
            return "tribute wasn't paid"
        case Was(ref, filter_):
            return f"{_it(ref)} was {with_article(noun(filter_).singular())}"
        case Unless(Was(ref, filter_)):
            return f"{_it(ref)} wasn't {with_article(noun(filter_).singular())}"
        case CastFor(word) if word != "kicker":
            return _COST.get(word) or f"its {word} cost was paid"
        case Compares(ThisWay(done, filter_), ">=", 1) if filter_ is not None:
            verb = "is dealt damage" if done == "dealt damage" else f"was {done}"
            return f"{with_article(noun(filter_).singular())} {verb} this way"
        case Compares(ThisTurn(did, filter_, player), ">=", 1):
            return f"{with_article(noun(filter_).singular())} {_where(did, player)} this turn"
        case Compares(TimesResolved(), "=", int(number)) if number in _ORDINALS:
            return f"this is the {_ORDINALS[number]} time this ability has resolved this turn"
        case Compares(X(), ">=", int(number)):
            return f"X is {number} or more"
        case Compares(Party(Player("you")), "=", 4):
            return "you have a full party"
        case Compares(Total(stat, among), ">=", int(number)):
            return f"{noun(among).some()} have total {stat} {number} or greater"
        case Compares(ToldOf(what, of), ">=", int(number)) if what.endswith(" spent to cast"):
            return _spent(what.removesuffix(" spent to cast"), number, _it(of))
        case Compares(Told("life gained this turn", Player("you")), ">=", int(number)) if number > 1:
            return f"you gained {number} or more life this turn"
        case Compares(Told("initiative", Player("you")), ">=", 1):
            return "you have the initiative"
        case _:
            return _of_object(value)


def _of_object(value: Condition) -> str | None:
    match value:
        case Matches(ref, State("cast_by_its_controller")):
            return f"you cast {_it(ref)}"
        case Matches(ref, Not(State("was_cast"))):
            return f"{_it(ref)} wasn't cast"
        case Matches(ref, SharesWith(what, other)):
            return f"{_it(ref)} shares a {what} with {_it(other)}"
        case Matches(Ref("self"), InZone(("command", "battlefield"))):
            return "~ is in the command zone or on the battlefield"
        case Matches(ref, InZone(("exile",))) if ref.kind != "self":
            return f"{_it(ref)} is exiled"
    return None


def _spent(what: str, number: int, ref: str) -> str:
    color = what.removesuffix(" mana")
    if color in _SYMBOLS and number < 3:
        return f"{_SYMBOLS[color] * number} was spent to cast {ref}"
    if what == "mana from a Treasure":
        return f"mana from a Treasure was spent to cast {ref}"
    return f"at least {number_word(number)} {what} was spent to cast {ref}"
