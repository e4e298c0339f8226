"""Mana that instructions of spells and abilities add as they resolve, and words about mana that were passed over (rule
keys mana.pool, resolve.instructions_in_order).

Where the amount and the types are fixed or told, the mana goes into the pool if that is followed. Other words about
mana that something has said in its resolution are not modelled; what they leave open stays open until the pools empty
where they speak of added mana only, else to the end.
"""

from __future__ import annotations

import re

from layerproof.kb.model.costs.mana import COLORED
from layerproof.solver.game.mana_at_hand import units_of
from layerproof.solver.game.pools import add_to_pool
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.situation.game import Game

_LETTERS = {color: letter for letter, color in COLORED.items()}
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_NUMBER = "|".join(_NUMBERS)
_SYMBOLS = re.compile(r"(?:you )?add ((?:\{[wubrgc]\})+)")
_TIMES = re.compile(rf"(?:you )?add ({_NUMBER}) (\{{[wubrgc]\}})")
_COLOR = re.compile(rf"(?:you )?add ({_NUMBER}) mana (of any (?:one )?color|in any combination of colors)")
_EITHER = re.compile(r"(?:you )?add (\{[wubrg]\}(?:(?:, or|,| or) \{[wubrg]\})+)")
# Words about mana itself, rather than about mana values and costs.
_MANA = re.compile(r"\bmana\b(?! (?:value|cost)s?\b)|\badds?\b.*\{|\bproduces?\b")
# What X of a cost may be paid with is asked as the cost is paid, and over then.
_PAID = re.compile(r"(?:spend )?only [^.]*?mana[^.]*? (?:on x|to activate this ability)")
# What only adds mana, or says of added mana what it may be spent on.
_ONLY_ADDS = re.compile(r"(?:you |its controller )?(?:may )?(?:instead )?adds?\b|spend this mana only\b")
_ELSE = re.compile(r"\b(?:until|when|whenever|next|beginning|would|produces?|though|lose|steps?)\b")


def add_as_said(game: Game, source: Source, gloss: str) -> bool:
    """Whether an instruction adds an amount of mana that is fixed, or told with `color` among the choices; if so, the
    mana goes into the pool of the player who follows it, if that is followed.

    gloss: the words of the instruction. Raises Undecided where a color is told that the words do not allow.
    """
    told = [str(each) for key, values in source.choices if key == "color" for each in values]
    symbols = symbols_said(gloss, tuple(told))
    if symbols is None:
        return False
    player = game.scene().you(source)
    snow = source.id is not None and "snow" in game.entry(source.id).supertypes
    add_to_pool(game, player, units_of(symbols, snow))
    return True


def symbols_said(gloss: str, told: tuple[str, ...] = ()) -> str | None:
    """The symbols of the mana that words add, None where they do not say it or it is not told (rule key mana.pool).

    told: the colors that the scenario tells, one for all the mana or one for each.

    >>> symbols_said("Add {B}{B}{B}"), symbols_said("Add two mana of any one color", ("red",))
    ('{B}{B}{B}', '{R}{R}')
    >>> symbols_said("Add {R} for each Goblin on the battlefield") is None
    True
    """
    words = gloss.lower().rstrip(".")
    if found := _SYMBOLS.fullmatch(words):
        return found[1].upper()
    if found := _TIMES.fullmatch(words):
        return found[2].upper() * _NUMBERS[found[1]]
    letters = [f"{{{_LETTERS[each]}}}" for each in told if each in _LETTERS]
    if found := _EITHER.fullmatch(words):
        return letters[0] if len(letters) == 1 and letters[0].lower() in found[1] else None
    if found := _COLOR.fullmatch(words):
        number = _NUMBERS[found[1]]
        if len(letters) == 1:
            return letters[0] * number
        if len(letters) == number and "combination" in found[2]:
            return "".join(letters)
    return None


def refuse_unknown_mana(game: Game) -> None:
    """Raise Undecided where words that were passed over leave open what mana there is, or how it may be spent."""
    for gloss in game.unheeded:
        if is_about_mana(gloss):
            raise Undecided(f"what was said of mana is not modelled ({gloss})")


def is_about_mana(gloss: str) -> bool:
    """Whether words leave open what mana there is, or how it may be spent.

    >>> is_about_mana("Add X mana of any one color"), is_about_mana("its mana value"), is_about_mana("Draw a card")
    (True, False, False)
    """
    words = gloss.lower()
    return _MANA.search(words) is not None and _PAID.fullmatch(words) is None


def forget_what_was_added(game: Game) -> None:
    """The pools have emptied: of mana that was added before nothing is left (rule key pool.emptied)."""
    game.unheeded = tuple(each for each in game.unheeded if not is_over(each))


def is_over(gloss: str) -> bool:
    """Whether words speak of nothing but mana that is gone when the pools have emptied.

    >>> is_over("Add X mana of any one color"), is_over("Until end of turn, you don't lose this mana as steps end")
    (True, False)
    """
    words = gloss.lower()
    return is_about_mana(gloss) and _ONLY_ADDS.match(words) is not None and _ELSE.search(words) is None
