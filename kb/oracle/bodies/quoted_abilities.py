"""Quoted abilities: abilities within abilities, read by the same rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, ClassVar

from layerproof.kb.model.ability import Ability, Static
from layerproof.kb.model.effect import Effect
from layerproof.kb.model.modification import DefinePT, Modification, SetBasePT
from layerproof.kb.oracle.words.parser import NO, Grammar

_INNER = re.compile(r"(?<![\w])'((?:[A-Z{~]|\+|-)[^']*(?:'(?:s|t|re|ve|ll|d)\b[^']*)*)'(?!\w)")


class _Paragraphs:
    """What reads a paragraph. It is built on the grammar, of which quotations are a part, and so given to it here."""

    read: ClassVar[Callable[[str], tuple[Ability, ...]] | None] = None


def reads_quotations(reader: Callable[[str], tuple[Ability, ...]]) -> Callable[[str], tuple[Ability, ...]]:
    """Let this function read the paragraphs between quotation marks, from now on."""
    _Paragraphs.read = staticmethod(reader)
    return reader


@lru_cache(maxsize=16384)
def quoted(text: str) -> tuple[Ability, ...]:
    """The abilities that a quoted text stands for.

    text: what stands between the quotation marks; quotations within it stand in single ones. An ability granted by
    another object's effect is not characteristic-defining: its power and toughness are set instead. Raises
    RuntimeError where nothing reads quotations: `quotations` is to be imported by what begins to read a text.
    """
    inner = _INNER.sub(r'"\1"', text).strip().rstrip(",")
    if not inner.endswith((".", '"')):
        inner += "."
    if _Paragraphs.read is None:
        raise RuntimeError("nothing reads quoted abilities: import layerproof.kb.oracle.quotations")
    return _Paragraphs.read(inner)


def granted(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """The abilities as another object's effect grants them: never characteristic-defining."""
    return tuple(_plain(each) if isinstance(each, Static) and each.cda else each for each in abilities)


def _plain(ability: Static) -> Static:
    def change(mod: Modification) -> Modification:
        return SetBasePT(mod.power, mod.toughness) if isinstance(mod, DefinePT) else mod

    effects = tuple(Effect(e.affects, tuple(map(change, e.mods)), e.condition, e.duration) for e in ability.effects)
    return Static(effects, ability.condition, ability.zones)


def add_rules(grammar: Grammar) -> None:
    """Add the rules for quoted abilities as abilities in a list."""

    def build(text: str) -> Any:
        if len(text.split()) < 2 and not text.startswith("{"):
            return NO
        return granted(quoted(text))

    grammar.rule("ability_item", "<quote>", build)
    grammar.rule("quoted_ability", "<quote>", build)
    grammar.rule("own_ability_item", "<quote>", quoted)
    grammar.rule("own_ability_item", "<keyword>")
