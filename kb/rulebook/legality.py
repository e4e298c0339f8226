"""What the rules allow and forbid players to do, as records read from `legality.yaml`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from layerproof.kb.model.legality import LegalityRules, Permission, Prohibition
from layerproof.kb.notation import decode
from layerproof.kb.yaml_source import read_document

FILE = Path(__file__).parent / "legality.yaml"


@cache
def _rules() -> LegalityRules:
    rules: LegalityRules = decode(read_document(FILE).value, LegalityRules)
    return rules


def casts_in_other_ways(keyword: str) -> bool:
    """Whether a keyword ability may let its card be cast from elsewhere in a way that no permission here states.

    >>> casts_in_other_ways("disturb"), casts_in_other_ways("flashback")
    (True, False)
    """
    return keyword in _rules().other_ways


def is_unread_ability(keyword: str) -> bool:
    """Whether a keyword ability stands for an activated ability whose meaning is not stated.

    >>> is_unread_ability("islandcycling"), is_unread_ability("equip")
    (True, False)
    """
    return keyword in _rules().other_abilities or keyword.endswith("cycling")


def permissions(action: str, gives: str) -> tuple[Permission, ...]:
    """The permissions of the rules for an action, in their order.

    action: such as `cast`. gives: `time` or `place`. Source: the file beside this one. It does not promise that cards
    allow nothing more.

    >>> permissions("activate", "time")[0].rule
    ('timing.activate',)
    """
    return tuple(each for each in _rules().permissions if (each.action, each.gives) == (action, gives))


def prohibitions(action: str) -> tuple[Prohibition, ...]:
    """The prohibitions of the rules on an action, in their order; of `be blocked` those on the attacker.

    >>> [each.rule[0] for each in prohibitions("be targeted")]
    ['keyword.shroud.permanent']
    """
    return tuple(each for each in _rules().prohibitions if each.action == action)
