"""Which edition stands in for a date: what is said where that is not the edition of that very day."""

from __future__ import annotations

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.rulebook.edition import edition_names, load_edition


def asked_for(name: str) -> str | None:
    """Give the date that was asked for, where the edition that is used for it is of another day; else None.

    name: as written, a date or `current`. Returns None for `current`, for the day of an edition, and for what is no
    edition at all. Source: the embedded editions.

    >>> asked_for("2012-12-24"), asked_for("2012-10-01"), asked_for("current")
    ('2012-12-24', None, None)
    """
    if name == "current" or name in edition_names():
        return None
    try:
        load_edition(name)
    except KnowledgeError:
        return None
    return name


def rules_used(name: str) -> str:
    """Say under which rules a date or `current` is asked: the day of the edition, and why that one where the date is
    another.

    name: as written. Returns words to stand behind "the rules of". Raises KnowledgeError where there is no such
    edition. Every text between the first edition and the newest one is an edition, so nothing came in between; it does
    not promise that of a day after the newest.

    >>> rules_used("2012-12-24")
    '2012-10-01, in force on 2012-12-24'
    >>> rules_used("2100-01-01").partition(", ")[2]
    'the newest edition known here; 2100-01-01 lies after it, and may have others'
    """
    used = load_edition(name).name
    asked = asked_for(name)
    if asked is None:
        return used
    if used == edition_names()[-1]:
        return f"{used}, the newest edition known here; {asked} lies after it, and may have others"
    return f"{used}, in force on {asked}"


def used_instead(name: str) -> str | None:
    """Say that another edition than that of a date was used, as a remark; None where that is not so.

    >>> used_instead("2012-12-24")
    'under the rules of 2012-10-01, in force on 2012-12-24'
    """
    return None if asked_for(name) is None else f"under the rules of {rules_used(name)}"
