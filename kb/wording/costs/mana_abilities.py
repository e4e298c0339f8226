"""What mana abilities add, as sentences."""

from __future__ import annotations

from layerproof.kb.model.ability import Mana, SpendOnly
from layerproof.kb.model.expression import ControlledBy, Filter, FitsChosen, Player, X
from layerproof.kb.wording.amounts.values import condition, each_of, quantity
from layerproof.kb.wording.nouns.noun_phrases import noun
from layerproof.kb.wording.words.english import doubtful, number_word, unmodelled

_ANY = {
    "any color": "any color",
    "chosen": "the chosen color",
    "commander": "any color in your commander's color identity",
}


def mana_text(mana: Mana) -> str:
    """The sentence by which a mana ability adds mana.

    >>> mana_text(Mana("{C}{C}")), mana_text(Mana(any_color="any color"))
    ('Add {C}{C}.', 'Add one mana of any color.')
    """
    text = _any(mana) if mana.symbols is None else _symbols(mana.symbols, mana)
    if mana.instead_if is not None:
        text += f". If {condition(mana.instead_if)}, add {mana.instead} instead"
    return text + "." + (_spend(mana.only) if mana.only is not None else "")


def _spend(only: SpendOnly) -> str:
    uses = [] if only.spells is None else [f"cast {noun(only.spells, ('stack',)).plural()}"]
    if only.abilities is not None:
        of = "" if isinstance(only.abilities, FitsChosen) else f" of {noun(only.abilities).plural()}"
        uses.append(f"activate abilities{of}")
    text = f" Spend this mana only to {' or '.join(uses)}."
    return doubtful(text) if len(uses) > 1 or not isinstance(only.abilities, FitsChosen | None) else text


def _symbols(symbols: str, mana: Mana) -> str:
    if isinstance(mana.times, int):
        return f"Add {symbols * mana.times}"
    counted = each_of(mana.times)
    if counted is not None:
        return f"Add {symbols} for each {counted}"
    return f"Add an amount of {symbols} equal to {quantity(mana.times)}"


def _any(mana: Mana) -> str:
    many = mana.times != 1
    number = "X" if isinstance(mana.times, X) else doubtful("X")
    if isinstance(mana.times, int):
        number = number_word(mana.times)
    if mana.any_color == "among" and mana.among is not None:
        return f"Add {number} mana of {_among(mana.among)}"
    which = _ANY.get(mana.any_color or "", unmodelled("any color"))
    return f"Add {number} mana of {'any one color' if many and which == 'any color' else which}"


def _among(among: Filter) -> str:
    if among == ControlledBy(Player("you")):
        return doubtful("any color of a permanent you control")
    return doubtful(f"any color that {noun(among).one()} could produce")
