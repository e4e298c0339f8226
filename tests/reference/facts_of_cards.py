"""What abilities and printed texts stand for, one record at a time, for the facts of the answer-set program."""

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
from layerproof.kb.model.card import Face
from tests.reference.facts_of_phrases import NotStated

LETTERS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
ITSELF = ef.Only(ex.Ref("self"))


def statics(ability: ab.Ability) -> Iterator[tuple[ab.Static, ef.Effect, tuple[object, ...]]]:
    """The static abilities that an ability is or stands for, effect by effect, with the conditions of each."""
    match ability:
        case ab.Static(effects=effects, condition=condition):
            if any(isinstance(mod, mo.BecomeCopy) for effect in effects for mod in effect.mods):
                raise NotStated("a static ability that makes a copy")
            yield from ((ability, effect, () if condition is None else (condition,)) for effect in effects)
        case ab.Keyword():
            for each in meaning(ability):
                yield from statics(each)
        case ab.LevelBand(minimum=low, maximum=high):
            conditions: tuple[object, ...] = (ex.Compares(ex.CountersOn("level"), ">=", low),)
            if high is not None:
                conditions += (ex.Compares(ex.CountersOn("level"), "<=", high),)
            yield band(ability.power, ability.toughness, ability.abilities, conditions)
        case ab.StationBand(minimum=low):
            first = () if ability.power is None else (mo.AddTypes(("creature",)),)
            conditions = (ex.Compares(ex.CountersOn("charge"), ">=", low),)
            yield band(ability.power, ability.toughness, ability.abilities, conditions, first)
        case ab.ClassLevel(level=level):
            yield band(None, None, ability.abilities, (("level", level),))
        case ab.Solved():
            rules = [each for each in ability.abilities if not isinstance(each, ab.Static) or is_rule(each)]
            for each in ability.abilities:
                if each not in rules:
                    yield from ((one, effect, (*held, ("solved",))) for one, effect, held in statics(each))
            if rules:
                yield band(None, None, tuple(rules), (("solved",),))


def is_rule(ability: ab.Static) -> bool:
    """Whether a part of a static ability changes rules only."""
    return any(mod.kind == "rule" for effect in ability.effects for mod in effect.mods)


def band(
    power: int | None, toughness: int | None, abilities: tuple[ab.Ability, ...], conditions: tuple[object, ...],
    first: tuple[mo.Modification, ...] = (),
) -> tuple[ab.Static, ef.Effect, tuple[object, ...]]:  # fmt: skip
    """One static ability with one effect on the object itself."""
    mods = first
    if power is not None or toughness is not None:
        mods = (*mods, mo.SetBasePT(power, toughness))
    effect = ef.Effect(ITSELF, (*mods, mo.AddAbilities(abilities)) if abilities else mods)
    return ab.Static((effect,)), effect, conditions


def classes_of(ability: ab.Ability) -> list[str]:
    """Whether an ability is an activated ability, by itself or as a keyword, and whether it is a mana ability."""
    if isinstance(ability, ab.Keyword):
        return ["activated"] if any(isinstance(each, ab.Activated) for each in meaning(ability)) else []
    found = ["activated"] if isinstance(ability, ab.Activated | ab.Loyalty) else []
    return [*found, "mana"] if isinstance(ability, ab.Activated) and ability.adds is not None else found


def rewritten(record: Any, old: str, new: str, within: str = "") -> Any:
    """A text with one word replaced wherever it stands as that word, but not in names (612.2)."""
    if isinstance(record, str):
        if within in ("gloss", "when", "restriction", "label", "quality"):
            return re.sub(rf"\b{re.escape(old)}\b", new, record)
        return new if record == old and within not in ("name", "kind", "keyword") else record
    if isinstance(record, tuple):
        return tuple(rewritten(each, old, new, within) for each in record)
    if not isinstance(record, msgspec.Struct):
        return record
    named = isinstance(record, ex.Named | mo.SetName | mo.AddName)
    fields = [name for name in record.__struct_fields__ if not (named and name == "name")]
    changed = {name: rewritten(getattr(record, name), old, new, name) for name in fields}
    return msgspec.structs.replace(record, **changed)


def colors_of(face: Face) -> tuple[str, ...]:
    """The colors of a face: stated, or of its mana cost and color indicator (202.2, 204)."""
    if face.colors is not None:
        return face.colors
    return tuple({LETTERS[each] for each in face.mana_cost or "" if each in LETTERS} | {*face.color_indicator})


def mana_value(face: Face) -> int:
    """The mana value of a mana cost (202.3); X counts as 0 outside the stack."""
    total = 0
    for symbol in re.findall(r"{([^}]*)}", face.mana_cost or ""):
        halves = [half for half in symbol.split("/") if half != "P"]
        total += max(int(half) if half.isdigit() else half != "X" for half in halves)
    return total


def star(text: int | str) -> int:
    """A printed number, with 0 for a star (208.2a)."""
    if isinstance(text, int):
        return text
    found = re.fullmatch(r"(?:(\d+)[+])?\*", text)
    if found is None:
        raise NotStated(f"the number {text}")
    return int(found[1] or 0)
