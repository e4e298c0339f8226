"""Trigger events of combat and damage, from the words that stand behind what they happen to."""

from __future__ import annotations

from layerproof.kb.model import trigger_event as te
from layerproof.kb.model.expression import Filter, State
from layerproof.kb.oracle.marks import joined


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
