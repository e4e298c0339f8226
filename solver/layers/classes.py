"""Classes of abilities: activated, triggered, loyalty and mana abilities, and keyword abilities by name."""

from __future__ import annotations

from typing import Any

from layerproof.kb.keywords.keyword_files import written
from layerproof.kb.keywords.keyword_phrases import behind
from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model import modification as m
from layerproof.kb.model.ability import (
    Activated,
    ClassLevel,
    Keyword,
    Loyalty,
    Triggered,
)
from layerproof.kb.model.instruction import SetLevel
from layerproof.kb.notation.cost_words import cost_parts
from layerproof.solver.layers.scene import Undecided


def is_of_class(ability: Any, mod: m.CopyAbilities) -> bool:
    """Whether an ability is of the class that a modification copies."""
    match mod.abilities:
        case "activated":
            return is_activated(ability)
        case "loyalty":
            return isinstance(ability, Loyalty)
        case "mana":
            return isinstance(ability, Activated) and ability.adds is not None
        case "activated except mana":
            return is_activated(ability) and getattr(ability, "adds", None) is None
        case "activated except loyalty":
            return is_activated(ability) and not isinstance(ability, Loyalty)
        case "triggered":
            return isinstance(ability, Triggered)
        case "keywords":
            return isinstance(ability, Keyword) and names_of(ability) & set(mod.keywords) != set()
        case "all":
            return True
    raise Undecided(f"having all {mod.abilities} abilities is not modelled")


def as_taken(ability: Any, mod: m.CopyAbilities) -> Any:
    """An ability as an object has it that has all abilities of a class: of a Class level the activated ability alone
    (rule key class.level_bar)."""
    if not isinstance(ability, ClassLevel) or not mod.abilities.startswith("activated"):
        return ability
    limit = f"only as a sorcery and only if its level is {ability.level - 1}"
    return Activated(cost_parts(ability.cost), (SetLevel(ability.level),), None, limit)


def names_of(ability: Any) -> set[str]:
    """The words by which a keyword ability can be named: its own, and of landwalk also that of its land type; none for
    another ability, unless it is written behind a keyword."""
    if not isinstance(ability, Keyword):
        return {word for word in (behind(ability),) if word is not None}
    names = {ability.keyword}
    if ability.quality is not None and (phrase := written(ability.keyword, ability.quality.lower())) is not None:
        names.add(phrase)
    return names


def is_activated(ability: Any) -> bool:
    """Whether an ability is an activated one, or a keyword that stands for one (rule key ability.activated)."""
    if isinstance(ability, Activated | Loyalty | ClassLevel):
        return True
    return isinstance(ability, Keyword) and any(isinstance(each, Activated) for each in meaning(ability))
