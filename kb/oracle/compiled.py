"""What the compiler of rules text reads, with the compiler imported only when it is asked: most questions need none.

The functions are those of `compiler` and `events/trigger_events`, where they are described.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from layerproof.kb.model.ability import Ability, Triggered
    from layerproof.kb.model.effect import Effect
    from layerproof.kb.model.expression import Condition
    from layerproof.kb.model.raw_card import RawFace
    from layerproof.kb.model.trigger_event import TriggerEvent


def event_of(ability: Triggered) -> TriggerEvent:
    """The event that a triggered ability watches: as its record states it, or as its words say.

    >>> from layerproof.kb.model.ability import Triggered
    >>> event_of(Triggered("whenever another Elf enters")).to
    ('battlefield',)
    """
    from layerproof.kb.oracle.events import trigger_events

    return trigger_events.event_of(ability)


def trigger_event(when: str) -> TriggerEvent:
    """The event that words such as `whenever ~ enters or attacks` speak of.

    >>> trigger_event("at the beginning of your upkeep").steps
    ('upkeep',)
    """
    from layerproof.kb.oracle.events import trigger_events

    return trigger_events.trigger_event(when)


def compile_face(raw: RawFace) -> tuple[Ability, ...]:
    """The abilities that the rules text of a face of a card file stands for.

    >>> from layerproof.kb.model.raw_card import RawFace
    >>> compile_face(RawFace("Example", types=("creature",), oracle_text="Flying"))[0].keyword
    'flying'
    """
    from layerproof.kb.oracle import compiler

    return compiler.compile_face(raw)


def compile_ability(
    text: str, name: str = "", types: tuple[str, ...] = ("creature",), subtypes: tuple[str, ...] = ()
) -> tuple[Ability, ...]:
    """The abilities that typed rules text stands for.

    >>> len(compile_ability("Flying, vigilance"))
    2
    """
    from layerproof.kb.oracle import compiler

    return compiler.compile_ability(text, name, types, subtypes)


def compile_effect(text: str) -> Effect | None:
    """The one continuous effect that a sentence of a resolved spell or ability begins; None where it is not understood.

    >>> compile_effect("This creature gets +1/+1 until end of turn.").duration.when
    'end of turn'
    """
    from layerproof.kb.oracle import compiler

    return compiler.compile_effect(text)


def condition_of(words: str) -> Condition | None:
    """The condition that words behind `if` state; None where they are not understood, or may mean two things.

    words: as rules text has them, `~` standing for the object itself.

    >>> condition_of("you control a Swamp").zones, condition_of("you sing")
    (('battlefield',), None)
    """
    from layerproof.kb.oracle import compiler

    return compiler.compile_condition(words)
