"""What abilities and counters stand for, for the brute statement of the layers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model import ability as ab
from layerproof.kb.model import effect as ef
from layerproof.kb.model import expression as ex
from layerproof.kb.model import modification as mo
from layerproof.kb.model.situation import GameObject
from layerproof.kb.rulebook.edition import Edition


def statics(ability: ab.Ability, item: GameObject) -> Iterator[tuple[ab.Static, int, ef.Effect]]:
    """The static abilities that an ability is or stands for (keywords by their rules, level symbols by 711.2a)."""
    level = sum(kind.number for kind in item.counters if kind.kind == "level")
    match ability:
        case ab.Static(effects=effects):
            yield from ((ability, number, effect) for number, effect in enumerate(effects))
        case ab.Keyword():
            for each in meaning(ability):
                yield from statics(each, item)
        case ab.LevelBand(minimum=low, maximum=high) if low <= level and (high is None or level <= high):
            base = mo.SetBasePT(ability.power, ability.toughness)
            effect = ef.Effect(ef.Only(ex.Ref("self")), (mo.AddAbilities(ability.abilities), base))
            yield ab.Static((effect,)), 0, effect


def rewritten(record: Any, old: str, new: str) -> Any:
    """Rules text with a word replaced where it stands as that word (612.2), but not where it is part of a name."""
    if isinstance(record, tuple):
        return tuple(rewritten(each, old, new) for each in record)
    if not isinstance(record, msgspec.Struct):
        return new if isinstance(record, str) and record == old else record
    changed: dict[str, Any] = {}
    for field in record.__struct_fields__:
        value = getattr(record, field)
        if field in ("quality", "gloss", "when", "restriction", "label") and isinstance(value, str):
            changed[field] = re.sub(rf"\b{re.escape(old)}\b", new, value)
        elif field not in ("name", "keyword", "kind"):
            changed[field] = rewritten(value, old, new)
    return msgspec.structs.replace(record, **changed)


def counter_mod(kind: str, number: int, edition: Edition) -> mo.Modification | None:
    """What counters of a kind do to the characteristics of their object."""
    if "/" in kind:
        power, toughness = (int(part) * number for part in kind.split("/"))
        return mo.ModifyPT(power, toughness)
    return mo.AddAbilities((ab.Keyword(kind),)) if kind in edition.vocabulary.keyword_counters else None


def keyword_of(ability: ab.Ability) -> str | None:
    """The keyword, if an ability is a keyword ability."""
    return ability.keyword if isinstance(ability, ab.Keyword) else None


def is_mana(ability: ab.Ability) -> bool:
    """Whether an ability is an activated mana ability."""
    return isinstance(ability, ab.Activated) and ability.adds is not None


def is_activated(ability: ab.Ability) -> bool:
    """Whether an ability is an activated ability, or a keyword that stands for one."""
    if isinstance(ability, ab.Keyword):
        return any(isinstance(each, ab.Activated) for each in meaning(ability))
    return isinstance(ability, ab.Activated | ab.Loyalty)
