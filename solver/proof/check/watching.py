"""What watches: the triggered abilities that an object has in a picture of the game."""

from __future__ import annotations

from dataclasses import dataclass

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model import ability as ab
from layerproof.kb.model import trigger_event as te
from layerproof.kb.model.expression import Condition
from layerproof.kb.model.instruction import OtherAction
from layerproof.kb.oracle.compiled import event_of
from layerproof.solver.proof.check.bodies import worded
from layerproof.solver.proof.check.chronicle import Picture
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.interfering import only_repeats_triggers
from layerproof.solver.proof.check.paid_for import which_of
from layerproof.solver.proof.check.view import Entry


@dataclass(frozen=True)
class Watch:
    """A triggered ability that an object has: its name in proofs, the record of the ability on the object, the event,
    the intervening condition, the zones in which it functions; what it says of triggering only so often (`once a
    turn`, or `other`; empty where it says nothing); which of the abilities it is that a keyword ability stands for, and
    of which of several instances of that keyword."""

    object: int
    name: str
    record: ab.Ability
    event: te.TriggerEvent
    condition: Condition | None
    zones: tuple[str, ...]
    ration: str
    place: int = 0
    which: int | None = None

    @property
    def word(self) -> ab.Keyword | None:
        """The keyword ability on the object that means this one, if one does."""
        return self.record if isinstance(self.record, ab.Keyword) else None


def watches(entry: Entry) -> list[Watch]:
    """The triggered abilities of an object in their order; keyword abilities stand for what they mean, and chapters
    are triggered abilities."""
    found: list[Watch] = []
    for instance in entry.abilities:
        record = instance.ability
        which = which_of(entry.abilities, instance)
        for place, each in enumerate(meaning(record, which) if isinstance(record, ab.Keyword) else [record]):
            name = instance.name if place == 0 else f"{instance.name}.{place}"
            if isinstance(each, ab.Chapter):
                event: te.TriggerEvent = te.Chapter(each.numbers)
                found.append(Watch(entry.id, name, record, event, None, ("battlefield",), "", place))
            elif isinstance(each, ab.Triggered):
                ration = _ration(each)
                event = event_of(each)
                found.append(Watch(entry.id, name, record, event, each.condition, each.zones, ration, place, which))
    return found


def _ration(ability: ab.Triggered) -> str:
    said = [each.gloss for each in ability.body if isinstance(each, OtherAction) and "only" in each.gloss.split()]
    once = [each for each in said if "triggers only once each turn" in each]
    return "" if not said else "once a turn" if said == once else "other"


def asked_about(picture: Picture, identifier: int, which: int | str | None) -> list[Watch]:
    """The triggered abilities of an object in a picture that a claim asks about.

    which: None for all of them, a number, or a piece of text. Raises Incomplete where an ability known by its words
    alone may be a triggered one, or where it cannot be told which one is meant.
    """
    entry = picture.view.get(identifier)
    if entry is None:
        return []
    for instance in entry.abilities:
        record = instance.ability
        if isinstance(record, ab.Opaque) and unread_trigger(record) is not None:
            raise Incomplete(f"an ability that may trigger: {record.gloss}")
    found = watches(entry)
    if which is None:
        return found
    if isinstance(which, int):
        return [each for place, each in enumerate(found, 1) if place == which]
    said = [(each, worded(each.record, entry)) for each in found]
    if any(not words.says(which) and not words.lacks(which) for _, words in said):
        raise Incomplete(f"which ability {which!r} means")
    return [each for each, words in said if words.says(which)]


def unread_trigger(ability: ab.Opaque) -> str | None:
    """The words of an ability known by its words alone, if it may be a triggered one; else None."""
    folded = f" {ability.gloss.lower()}"
    said = any(word in folded for word in (" when", " at the beginning", " at end of", " trigger"))
    return ability.gloss if said and not only_repeats_triggers(folded.strip()) else None
