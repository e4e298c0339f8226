"""Mana: its types, the symbols by which costs ask for it, and a parsed mana cost."""

from __future__ import annotations

import re
from functools import cache

from layerproof.kb.model.node import Node

COLORED = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
COLORS = tuple(COLORED.values())
TYPES = {**COLORED, "C": "colorless"}
_SYMBOL = re.compile(r"\{([^{}]*)\}")
_VARIABLES = ("X", "Y", "Z")


class Symbol(Node, frozen=True, tag="symbol"):
    """One mana symbol of a cost: each field that is set is a way to pay it, and exactly one of them is used.

    text: what stands between the braces. generic: so much mana of any types pays it (`{3}`, `{2/W}`). types: one mana
    of one of these types pays it (`{W}`, `{C}`, `{W/U}`). life: so much life pays it (Phyrexian symbols). snow: one
    mana of any type from a snow source pays it (`{S}`). variable: as much generic mana as was announced for this letter
    pays it (`{X}`).
    """

    text: str
    generic: int | None = None
    types: tuple[str, ...] = ()
    life: int | None = None
    snow: bool = False
    variable: str | None = None


@cache
def symbol(text: str) -> Symbol:
    """The mana symbol that stands between braces (rule key mana_symbol.list).

    text: without the braces. Returns the record. Raises ValueError for what is no mana symbol of a cost.

    >>> symbol("2/W")
    Symbol(text='2/W', generic=2, types=('white',), life=None, snow=False, variable=None)
    >>> symbol("G/U/P").life, symbol("C").types
    (2, ('colorless',))
    """
    if text in _VARIABLES:
        return Symbol(text, variable=text)
    if text == "S":
        return Symbol(text, snow=True)
    parts = text.split("/")
    life = 2 if len(parts) > 1 and parts[-1] == "P" else None
    halves = parts[:-1] if life is not None else parts
    numbers = [int(each) for each in halves if each.isdigit()]
    letters = [each for each in halves if not each.isdigit()]
    alone = not letters and (len(halves) > 1 or life is not None)
    if len(halves) > 2 or len(numbers) > 1 or alone or any(each not in TYPES for each in letters):
        raise ValueError(f"{{{text}}} is no mana symbol of a cost")
    generic = numbers[0] if numbers else None
    return Symbol(text, generic, tuple(TYPES[each] for each in letters), life)


class ManaCost(Node, frozen=True, tag="mana_cost"):
    """An amount of mana that a cost asks for: its symbols in the written order, none for `{0}` and for nothing."""

    symbols: tuple[Symbol, ...] = ()

    @property
    def text(self) -> str:
        """The cost as it is written; `{0}` where it asks for nothing (rule key mana_symbol.zero)."""
        return "".join(f"{{{each.text}}}" for each in self.symbols) or "{0}"


@cache
def mana_cost(text: str) -> ManaCost:
    """The parsed mana cost of a text of symbols (rule key mana_cost.definition).

    text: symbols in braces, nothing else. Returns the cost, of which `{0}` is no part since it asks for nothing. Raises
    ValueError where the text is no mana cost. It does not promise that the symbols stand in the usual order.

    >>> mana_cost("{2}{G/P}").text, mana_cost("{0}").symbols
    ('{2}{G/P}', ())
    """
    if not text or _SYMBOL.sub("", text):
        raise ValueError(f"{text!r} is no mana cost: expected symbols such as {{2}}{{G}}")
    symbols = (symbol(each) for each in _SYMBOL.findall(text))
    return ManaCost(tuple(each for each in symbols if each.generic != 0 or each.types))


def symbol_keys(wanted: Symbol) -> tuple[str, ...]:
    """The keys of the rules that say how a symbol is paid; an edition without one of them does not know the symbol.

    >>> symbol_keys(symbol("W/P")), symbol_keys(symbol("3"))
    (('mana_symbol.phyrexian',), ('mana_symbol.generic',))
    """
    if wanted.life is not None:
        return ("mana_symbol.phyrexian",)
    if wanted.snow:
        return ("mana_symbol.snow",)
    if not wanted.types:
        return ("mana_symbol.generic",)
    if len(wanted.types) > 1 or wanted.generic is not None:
        colorless = ("mana_symbol.colorless",) if "colorless" in wanted.types else ()
        return ("mana_symbol.hybrid", *colorless)
    return ("mana_symbol.colorless",) if wanted.types == ("colorless",) else ("mana_symbol.colored",)
