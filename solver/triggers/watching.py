"""Watching: which triggered abilities an object has at a time, and what each of them watches for."""

from __future__ import annotations

import msgspec

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model import ability as ab
from layerproof.kb.model import trigger_event as te
from layerproof.kb.model.expression import Condition
from layerproof.kb.oracle.compiled import event_of
from layerproof.solver.layers.paid import place_among
from layerproof.solver.layers.scene import Scene, Undecided
from layerproof.solver.layers.texts import wording_of
from layerproof.solver.layers.view import Entry
from layerproof.solver.situation.guard import makes_more_triggers


class Watcher(msgspec.Struct, frozen=True):
    """A triggered ability on an object: the object, the name of the instance, which of its meanings it is where a
    keyword ability stands for several, the ability itself, what it watches for, its condition, where it functions,
    how often it triggers at most (`once each turn`, or `unclear`; empty for no limit), its event in words; which of
    several instances of a keyword ability it comes from; and the object whose effect granted it."""

    object: int
    instance: str
    place: int
    ability: ab.Ability
    event: te.TriggerEvent
    condition: Condition | None = None
    zones: tuple[str, ...] = ("battlefield",)
    limited: str = ""
    words: str = ""
    which: int | None = None
    granter: int | None = None

    @property
    def name(self) -> str:
        """The name of the ability in proofs."""
        return f"{self.instance}.{self.place}" if self.place else self.instance

    @property
    def keyword(self) -> str:
        """The keyword ability that stands for it; empty where it is an ability of its own."""
        return self.ability.keyword if isinstance(self.ability, ab.Keyword) else ""


def watchers(scene: Scene, identifier: int) -> list[Watcher]:
    """The triggered abilities that an object has in a scene, in the order of its abilities.

    Keyword abilities that stand for triggered abilities and chapter abilities are among them. Source: rule keys
    ability.triggered, saga.chapter_trigger. Raises Undecided for an ability known by its words only that may be one.
    """
    entry = scene.view.get(identifier)
    found: list[Watcher] = []
    every = () if entry is None else tuple(each.ability for each in entry.abilities)
    for number, instance in enumerate(() if entry is None else entry.abilities):
        ability, which = instance.ability, place_among(every, number)
        for place, each in enumerate(parts_of(ability, which)):
            match each:
                case ab.Triggered():
                    found.append(
                        Watcher(
                            identifier,
                            instance.name,
                            place,
                            ability,
                            event_of(each),
                            each.condition,
                            each.zones,
                            limit_of(each),
                            each.when,
                            which,
                            instance.granter,
                        )
                    )
                case ab.Chapter(numbers=numbers):
                    event, words = te.Chapter(numbers), "a chapter is reached"
                    of, granter = instance.name, instance.granter
                    found.append(Watcher(identifier, of, place, ability, event, words=words, granter=granter))
                case _:
                    pass
    return found


def parts_of(ability: ab.Ability, which: int | None = None) -> tuple[ab.Ability, ...]:
    """The abilities that a keyword ability stands for, or the ability itself; which: of several instances this one."""
    return meaning(ability, which) if isinstance(ability, ab.Keyword) else (ability,)


def limit_of(ability: ab.Triggered) -> str:
    """What a triggered ability says of how often it triggers, which what happened before decides: `once each turn`,
    `unclear` where other words speak of it, empty where none do."""
    from layerproof.kb.model.instruction import OtherAction

    limits = [each.gloss for each in ability.body if isinstance(each, OtherAction) and "only" in each.gloss.split()]
    if not limits:
        return ""
    return "once each turn" if all("triggers only once each turn" in each for each in limits) else "unclear"


def unread(entry: Entry) -> str:
    """The words of an ability that is not modelled and may be a triggered ability; empty where there is none."""
    for instance in entry.abilities:
        ability = instance.ability
        if isinstance(ability, ab.Opaque) and may_be_triggered(ability):
            return ability.gloss
    return ""


def may_be_triggered(ability: ab.Opaque) -> bool:
    """Whether an ability that is not modelled may be a triggered ability, by its words."""
    if makes_more_triggers(ability.gloss):
        # Whoever counts how often something triggers asks for it.
        return False
    return any(word in f" {ability.gloss.lower()}" for word in _TRIGGERING)


_TRIGGERING = (" when", " at the beginning", " trigger", " at end of")


def picked(found: list[Watcher], which: int | str | None, entry: Entry, of: str) -> list[Watcher]:
    """The triggered abilities that WHICH of the scenario format means: all, the one of a number, those of a piece of
    text. Raises Undecided where it is not known whether a piece of text is in an ability's words."""
    if which is None:
        return found
    if isinstance(which, int):
        return found[which - 1 : which] if which > 0 else []
    chosen = []
    for each in found:
        wording = wording_of(each.ability, entry)
        if wording.says(which):
            chosen.append(each)
        elif not wording.lacks(which):
            raise Undecided(f"whether {which!r} is in the text of an ability of {of} is not known")
    return chosen
