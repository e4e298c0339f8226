"""What casting a spell for the cost of a keyword ability makes of it."""

from __future__ import annotations

from layerproof.kb.keywords.keyword_files import keyword_ability
from layerproof.kb.keywords.keyword_record import CastFor, SetAside

SAME, FACE_DOWN, AURA, BACK_FACE, OTHER_TEXT = "same", "face down", "Aura", "back face", "other text"


def way_of(keyword: str | None) -> CastFor | None:
    """The way of casting that a keyword ability gives; None for a keyword that gives none, and where none is named.

    keyword: the one whose cost is paid. Source: the file of the keyword. It does not promise that a spell may be cast.

    >>> way_of("morph").spell, way_of("flashback").exiled, way_of("flying")
    ('face down', True, None)
    """
    record = None if keyword is None else keyword_ability(keyword)
    return None if record is None else record.cast_for


def rule_of_way(keyword: str) -> tuple[str, ...]:
    """The rule keys of a way of casting, of which the first that an edition has is cited.

    >>> rule_of_way("bestow"), rule_of_way("plot")
    (('keyword.bestow_cast', 'keyword.bestow'), ('keyword.plot',))
    """
    record = keyword_ability(keyword)
    if record is None:
        return ("keyword.definition",)
    return (record.cast_for.rule if record.cast_for is not None else ()) or (record.rule,)


def is_cast_as_aura(keyword: str | None) -> bool:
    """Whether what was cast for a keyword is an Aura spell, whatever its card says.

    >>> is_cast_as_aura("bestow"), is_cast_as_aura("morph"), is_cast_as_aura(None)
    (True, False, False)
    """
    way = way_of(keyword)
    return way is not None and way.spell == AURA


def is_exiled_afterwards(keyword: str | None) -> bool:
    """Whether a spell that was cast for a keyword goes into exile whenever it leaves the stack.

    >>> is_exiled_afterwards("jump-start"), is_exiled_afterwards("evoke"), is_exiled_afterwards(None)
    (True, False, False)
    """
    way = way_of(keyword)
    return way is not None and way.exiled


def set_aside_by(keyword: str) -> SetAside | None:
    """The special action of a keyword ability by which its card is exiled to be cast later; None where it has none.

    >>> set_aside_by("plot").told, set_aside_by("suspend")
    ('plotted', None)
    """
    record = keyword_ability(keyword)
    return None if record is None else record.set_aside
