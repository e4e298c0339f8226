"""Permissions and prohibitions: what the rules allow players to do, and what they forbid.

An action is legal when permissions allow where and when it is done, and no prohibition forbids it (rule key
cant_beats_can). The records of the rules stand in `kb/rulebook/legality.yaml` and in the files
of keyword abilities (`kb/keywords`); those of cards are effects on rules.
"""

from __future__ import annotations

from layerproof.kb.model.expression import Condition, Filter
from layerproof.kb.model.node import Node


class Permission(Node, frozen=True, tag="permission"):
    """What allows an action by the rules.

    action: `cast`, `activate`, `play land`, `turn face up`, `suspend`. gives: `time` or `place`, the two things that an
    action needs to be allowed. rule: keys, of which the first that the edition has is cited. of: what the object must
    fit, as the spell that it would be; None: anything. zones: for a place. at: for a time, `any` (with priority) or
    `main` (with priority in a main phase of one's own turn while the stack is empty). way: the keyword that must be
    used for it, as the way of casting. card: what the card must fit where it is. normally: not with its inset, its
    other half or its back face. under: only in editions with this value of a policy.
    """

    action: str
    gives: str
    rule: tuple[str, ...]
    of: Filter | None = None
    zones: tuple[str, ...] = ()
    at: str = "any"
    way: str | None = None
    card: Filter | None = None
    normally: bool = False
    under: tuple[str, str] | None = None


class Prohibition(Node, frozen=True, tag="prohibition"):
    """What forbids an action by the rules.

    action: `attack`, `block`, `be blocked`, `be targeted`, `cast`. rule: keys, of which the first that the edition has
    is cited. of: the objects that cannot do it, or to which it cannot be done. by: only where the other object fits:
    the attacker that would be blocked, the creature that would block; `that` in it is the first object. apart_from: the
    zones from which it is not forbidden. unless: it is not forbidden to a player ("you") for whom this holds; where an
    edition lacks the rule, it is open there.
    """

    action: str
    rule: tuple[str, ...]
    of: Filter | None = None
    by: Filter | None = None
    apart_from: tuple[str, ...] = ()
    unless: Condition | None = None


class Lifted(Node, frozen=True):
    """How the words of a permission would speak of what a rule forbids.

    rule: its rule key, or how that begins. words: one of them stands beside "as though". phrases: what else says it.
    """

    rule: str
    words: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()


class LegalityRules(Node, frozen=True):
    """All permissions and prohibitions that the rules give, in the order in which they are looked at.

    other_ways: words that allow casting from elsewhere and that no edition defines as keyword abilities.
    other_abilities: such words that stand for activated abilities. lifted: by which words permissions speak of
    prohibitions, where their rule keys do not tell.
    """

    permissions: tuple[Permission, ...]
    prohibitions: tuple[Prohibition, ...]
    other_ways: tuple[str, ...] = ()
    other_abilities: tuple[str, ...] = ()
    lifted: tuple[Lifted, ...] = ()
