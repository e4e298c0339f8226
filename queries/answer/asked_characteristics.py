"""What is asked of the ends of worlds: characteristics of labelled objects, as values to compare and to show."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.scenario.claims.claim_entries import KEYS
from layerproof.kb.scenario.scenario import Claim, ObjectClaim, Scenario
from layerproof.solver.claims.truth import part_holds
from layerproof.solver.game.mana_abilities import adds
from layerproof.solver.layers.view import entry_plain
from layerproof.solver.situation.game import Game

WORDS = ("has", "lacks", "has_names", "lacks_names")
WHOLE = ("pt", "colors", "types", "subtypes", "abilities")


class Asked(msgspec.Struct, frozen=True):
    """One thing that is asked of an object: a key of the scenario format; for words that it has, the word."""

    label: str
    key: str
    word: str | None = None
    ability: int | str | None = None

    def __str__(self) -> str:
        return f"{self.label}.{self.key}" + (f" {self.word}" if self.word is not None else "")


def asked_in(claims: Iterable[Claim]) -> tuple[Asked, ...]:
    """What claims ask of objects, each thing once, in the order in which they name it."""
    found: dict[Asked, None] = {}
    for claim in claims:
        for part in (*claim.parts, *(each for parts in claim.outcomes for each in parts)):
            for key, value in part.says:
                if key in WORDS and isinstance(value, tuple):
                    for word in value:
                        found[Asked(part.label, key.replace("lacks", "has"), str(word))] = None
                elif key == "counters" and isinstance(value, tuple):
                    for kind in value:
                        found[Asked(part.label, key, str(kind[0]) if isinstance(kind, tuple) else str(kind))] = None
                else:
                    found[Asked(part.label, key, None, part.ability if key == "adds" else None)] = None
    return tuple(found)


def asked_of(texts: Iterable[str], scenario: Scenario) -> tuple[Asked, ...]:
    """What arguments such as `beast.pt`, `beast.has flying` or `beast` ask. Raises KnowledgeError for other keys.

    >>> from layerproof.kb.scenario.scenario_file import parse_scenarios
    >>> [str(each) for each in asked_of(["bear.has flying"], parse_scenarios("timeline: []").scenarios[0])]
    ['bear.has flying']
    """
    found: list[Asked] = []
    for text in texts:
        label, _, key = text.partition(".")
        if not key:
            found += [Asked(label, each) for each in WHOLE]
            continue
        key, _, word = key.partition(" ")
        if key not in KEYS or (word == "") == (key in (*WORDS, "counters")):
            raise KnowledgeError(
                f"{text!r} asks nothing that is known", expected="LABEL.KEY with a KEY of " + ", ".join(KEYS)
            )
        found.append(Asked(label, key.replace("lacks", "has"), word or None))
    return tuple(found)


def ask(asked: tuple[Asked, ...], game: Game) -> tuple[Any, ...]:
    """The values of what is asked at the end of a world, as hashable plain data.

    An object that does not exist in this world gives None. Raises Undecided where a value is not known.
    """
    return tuple(_value(each, game) for each in asked)


def _value(asked: Asked, game: Game) -> Any:
    if asked.label not in game.labels:
        return None
    if asked.key in ("has", "has_names"):
        return part_holds(ObjectClaim(asked.label, ((asked.key, (asked.word,)),)), game)
    item = game.find(asked.label)
    if asked.key == "counters":
        return sum(each.number for each in item.counters if each.kind == asked.word)
    if asked.key == "on_battlefield":
        return game.there(item.id) is not None and item.zone == "battlefield"
    if asked.key in ("tapped", "flipped", "level", "zone", "owner"):
        return getattr(item, asked.key)
    if asked.key == "face_down":
        return item.face_down is not None
    if asked.key == "attached_to":
        host = item.attached_to
        return game.name(host) if isinstance(host, int) else host or "none"
    entry = game.entry(item.id)
    if asked.key == "adds":
        return adds(entry, item, game, asked.ability) or "none"
    if asked.key == "transformed":
        return part_holds(ObjectClaim(asked.label, (("transformed", True),)), game)
    plain = entry_plain(entry, game.edition.vocabulary)
    match asked.key:
        case "pt" | "base_pt":
            prefix = asked.key.removesuffix("pt")
            power, toughness = plain[f"{prefix}power"], plain[f"{prefix}toughness"]
            return "none" if power is None else f"{power}/{toughness}"
        case "name":
            return " // ".join(plain["names"]) or "none"
        case "abilities":
            return len(plain["abilities"])
        case "loyalty":
            return sum(each.number for each in item.counters if each.kind == "loyalty")
        case _:
            found = plain[asked.key]
            return tuple(found) if isinstance(found, list) else "none" if found is None else found


def shown(asked: Asked, value: Any) -> str:
    """A value of what is asked, as it is shown.

    >>> shown(Asked("bear", "has", "flying"), False)
    'bear has no flying'
    """
    if value is None:
        return f"{asked.label} does not exist"
    if asked.key in ("has", "has_names"):
        return f"{asked.label} has {asked.word}" if value else f"{asked.label} has no {asked.word}"
    if asked.key == "counters":
        return f"{asked.label} has {value} {asked.word} counters"
    if isinstance(value, bool):
        return f"{asked.label} is {'' if value else 'not '}{asked.key.replace('_', ' ')}"
    if isinstance(value, tuple):
        return f"{asked.label} has {asked.key} [{', '.join(value)}]"
    return (
        f"{asked.label} is {value}" if asked.key == "pt" else f"{asked.label} has {asked.key.replace('_', ' ')} {value}"
    )


__all__ = ["Asked", "ask", "asked_in", "asked_of", "shown"]
