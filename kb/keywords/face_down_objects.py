"""Face-down objects: how an object comes to be face down, what it then has, and by which rule it is turned up."""

from __future__ import annotations

from functools import cache

from layerproof.kb.keywords.keyword_files import keyword_ability, keywords_with
from layerproof.kb.model.ability import Ability, Keyword

# What is put face down by an instruction rather than by a keyword ability (rule keys manifest, cloak).
_INSTRUCTIONS: dict[str, tuple[Ability, ...]] = {"manifest": (), "cloak": (Keyword("ward", cost="{2}"),)}


@cache
def ways_down() -> tuple[str, ...]:
    """How an object may be face down: by a keyword ability or by an instruction.

    >>> ways_down()
    ('disguise', 'megamorph', 'morph', 'manifest', 'cloak')
    """
    return (*(each.name for each in keywords_with("face_down")), *_INSTRUCTIONS)


def abilities_down(way: str | None) -> tuple[Ability, ...]:
    """The abilities of an object that is face down in some way (rule key face_down.default); none for most.

    >>> [each.keyword for each in abilities_down("cloak")], abilities_down("morph"), abilities_down(None)
    (['ward'], (), ())
    """
    record = None if way is None else keyword_ability(way)
    if record is not None:
        return record.face_down.has if record.face_down is not None else ()
    return _INSTRUCTIONS.get(way or "", ())


def turned_up_by(keyword: str) -> str | None:
    """The key of the rule by which a keyword ability lets its permanent be turned face up; None where it does not.

    >>> turned_up_by("morph"), turned_up_by("flying")
    ('keyword.morph_turned_up', None)
    """
    record = keyword_ability(keyword)
    return None if record is None or record.face_down is None else record.face_down.turned_up


def counters_turned_up_with(keyword: str) -> str | None:
    """The kind of the counter that is put on a permanent as it is turned face up for the cost of a keyword ability.

    >>> counters_turned_up_with("megamorph"), counters_turned_up_with("morph")
    ('+1/+1', None)
    """
    record = keyword_ability(keyword)
    return None if record is None or record.face_down is None else record.face_down.counters
