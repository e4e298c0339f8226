"""Trigger events of combat and damage, from the words that stand behind what they happen to."""

from __future__ import annotations

from layerproof.kb.model import trigger_event as te
from layerproof.kb.model.expression import Filter, Same, State
from layerproof.kb.oracle.events.event_objects import noun
from layerproof.kb.oracle.words.open_references import HOST, SELF, joined


def attacks(who: Filter, how: str) -> te.TriggerEvent:
    """Attacking, perhaps alone, or while the creature is saddled, which is so or not as it is declared.

    >>> attacks(State("token"), " alone").alone
    True
    """
    return te.Attacks(joined((who, State("saddled"))) if how == " while saddled" else who, how == " alone")


def dealt(who: Filter, sort: str) -> te.TriggerEvent:
    """Being dealt damage, perhaps only combat damage or only other damage.

    >>> dealt(State("token"), "combat ").combat
    True
    """
    return te.Deals(None, who, None, {"combat ": True, "noncombat ": False}.get(sort))


def blocks(who: Filter, what: str) -> te.TriggerEvent | None:
    """Blocking, perhaps a creature that the words describe: once for each, but once in all for one or more.

    >>> blocks(State("token"), "").what is None
    True
    >>> blocks(Same(SELF), "one or more Elves").event.what.word
    'Elf'
    """
    return te.Blocks(who) if not what else _with_other(who, what, te.Blocks)


def blocked(who: Filter, by: str) -> te.TriggerEvent | None:
    """Becoming blocked, perhaps by a creature that the words describe, as in `blocks`.

    >>> blocked(State("token"), "").status
    'blocked'
    """
    return te.Becomes(who, "blocked") if not by else _with_other(who, by, te.IsBlocked)


def blocks_or_blocked(who: Filter, what: str) -> te.TriggerEvent | None:
    """Both verbs in one: what the words describe is what it blocks as well as what it is blocked by.

    >>> blocks_or_blocked(Same(SELF), "an Elf").events[0].what.word
    'Elf'
    """
    first, second = blocks(who, what), blocked(who, what)
    return None if first is None or second is None else te.OneOf((first, second))


def _with_other(who: Filter, words: str, make: type[te.Blocks] | type[te.IsBlocked]) -> te.TriggerEvent | None:
    other = noun(words)
    if other is None:
        return None
    if not words.startswith("one or more "):
        return make(who, other)
    # Of several creatures at one moment it would be once for each of them.
    return te.AtOnce(make(who, other)) if who in (Same(SELF), Same(HOST)) else None
