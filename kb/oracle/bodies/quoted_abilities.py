"""Quoted abilities: abilities within abilities, read by the same rules."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import msgspec

from layerproof.kb.model.ability import Ability, Static
from layerproof.kb.model.effect import Effect
from layerproof.kb.model.expression import Ref
from layerproof.kb.model.instruction import Begin, CreateCopyToken, CreateToken
from layerproof.kb.model.modification import AddAbilities, DefinePT, Modification, SetBasePT
from layerproof.kb.oracle.words.open_references import SELF, found, rewrite
from layerproof.kb.oracle.words.parser import NO, Grammar

_INNER = re.compile(r"(?<![\w])'((?:[A-Z{~]|\+|-)[^']*(?:'(?:s|t|re|ve|ll|d)\b[^']*)*)'(?!\w)")


@lru_cache(maxsize=16384)
def quoted(text: str) -> tuple[Ability, ...]:
    """The abilities that a quoted text stands for.

    text: what stands between the quotation marks; quotations within it stand in single ones. An ability granted by
    another object's effect is not characteristic-defining: its power and toughness are set instead.
    """
    from layerproof.kb.oracle.abilities import Context, paragraph
    from layerproof.kb.oracle.events.as_it_enters import entering

    inner = _INNER.sub(r'"\1"', text).strip().rstrip(",")
    if not inner.endswith((".", '"')):
        inner += "."
    if inner.startswith("~ enters"):
        said = entering(inner, ("creature",))
        if said is not None:
            return said
    return paragraph(inner, Context(quoted=True))


def granted(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """The abilities as another object's effect grants them: never characteristic-defining."""
    return tuple(_plain(each) if isinstance(each, Static) and each.cda else each for each in abilities)


def _plain(ability: Static) -> Static:
    def change(mod: Modification) -> Modification:
        return SetBasePT(mod.power, mod.toughness) if isinstance(mod, DefinePT) else mod

    effects = tuple(Effect(e.affects, tuple(map(change, e.mods)), e.condition, e.duration) for e in ability.effects)
    return Static(effects, ability.condition, ability.zones)


def given_to_itself(begun: Begin) -> Begin:
    """An effect by which an object gives itself an ability: what that calls by the name of the object is its own.

    Left as it is where abilities within that ability speak of the object, to which they may not belong.
    """
    abilities = tuple(each for mod in begun.effect.mods if isinstance(mod, AddAbilities) for each in mod.abilities)
    if found(abilities, lambda part: isinstance(part, AddAbilities | CreateToken | CreateCopyToken)):
        return begun

    def change(part: Any) -> Any:
        if isinstance(part, str):
            return part.replace("«it»", "~")
        return SELF if part == Ref("granter") else part

    mods = tuple(rewrite(mod, change) if isinstance(mod, AddAbilities) else mod for mod in begun.effect.mods)
    return msgspec.structs.replace(begun, effect=msgspec.structs.replace(begun.effect, mods=mods))


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
