"""Clauses: which changes each rule makes, and under which causes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import msgspec

from layerproof.kb.rulebook.dated_values import plain_yaml
from layerproof.kb.rulebook.edition import Edition

FILE = Path(__file__).parent / "clauses.yaml"
CAUSES = Path(__file__).parent / "causes.yaml"
EARLIER = Path(__file__).parent / "earlier_rules.yaml"
# Sorts of causes that the table names, by the rules of these causes.
SORTS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "resolving": frozenset(("resolve.instructions_in_order", "resolve.steps", "resolve.top", "resolve.casting")),
        "paying": frozenset(
            (
                "cast.paid",
                "activate.like_casting",
                "activate.steps",
                "special.turn_face_up",
                "special.suspend",
                "timing.special",
            )
        ),
    }
)
# Sorts of causes that the table names, by the kinds of their steps.
KINDS: Mapping[str, str] = MappingProxyType(
    {"given": "given", "state-based": "state-based", "losing": "resolved", "triggered": "triggers"}
)
# Rules that look at the turn or the step that it is.
ON_THE_TURN = frozenset(("turn.untap", "turn.draw", "combat_damage.dealt"))


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one rule changes.

    changes: forms of changes, each with the zone of a new object or the field that is set. under: causes, by their
    rules or sorts. out_of: the zone that what goes leaves. facts: those told that it changes, where it changes no
    others. to: the only value that a field is set to.
    """

    changes: tuple[str, ...]
    under: tuple[str, ...]
    out_of: str = ""
    facts: tuple[str, ...] = ()
    to: dict[str, str] = {}

    def allows(self, kind: str, rule: str) -> bool:
        """Whether a change may stand under a cause.

        kind: of the step that is the cause; rule: its key. Source: the table. What replaces an event may be one too.

        >>> clauses()["tap"].allows("cause", "attack.taps")
        True
        """
        # What is paid for a special action of a keyword ability stands under the rule of that ability.
        special = "paying" in self.under and rule.startswith("keyword.")
        return kind == "replaced" or special or stands(self.under, kind, rule)


class Cause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule that is a cause of changes: what a step says that cites it, and under which causes it stands."""

    says: tuple[str, ...]
    under: tuple[str, ...]

    def is_said(self, names: Iterable[str]) -> bool:
        """Whether a step says what the rule asks for, and nothing else.

        >>> causes()["turn.combat_damage"].is_said(()), causes()["turn.draw"].is_said(())
        (True, False)
        """
        may = {each.rstrip("?") for each in self.says}
        return {each for each in self.says if not each.endswith("?")} <= set(names) <= may


def stands(under: Iterable[str], kind: str, rule: str) -> bool:
    """Whether a cause is one of those that a table lists, by their rules or sorts.

    >>> stands(("given", "resolving"), "cause", "resolve.top")
    True
    """
    return any(each in (rule, "anything") or rule in SORTS.get(each, ()) or KINDS.get(each) == kind for each in under)


@cache
def causes() -> Mapping[str, Cause]:
    """The rules that are causes, by their keys. Source: the file `causes.yaml`."""
    return MappingProxyType(msgspec.convert(plain_yaml(CAUSES), dict[str, Cause]))


@cache
def clauses() -> Mapping[str, Clause]:
    """The clauses by rule key.

    Source: the file `clauses.yaml`. It does not promise that an edition has each of the rules.

    >>> clauses()["discard"].out_of
    'hand'
    """
    return MappingProxyType(msgspec.convert(plain_yaml(FILE), dict[str, Clause]))


@cache
def _earlier() -> dict[str, str]:
    return msgspec.convert(plain_yaml(EARLIER), dict[str, str])


def number_then(edition: Edition, rule: str) -> str:
    """The number of what a rule says, in an edition: its own, or that of the rule which said it before there was one;
    empty where the edition says nothing of it, and for what is no rule.

    rule: a key. Source: the editions and `earlier_rules.yaml`.

    >>> from layerproof.kb.rulebook.edition import load_edition
    >>> then = load_edition("2012-10-01")
    >>> "create" in then.numbers, number_then(then, "create") == then.numbers["token.definition"]
    (False, True)
    """
    number = edition.numbers.get(rule)
    return number if number is not None else edition.numbers.get(_earlier().get(rule, ""), "")
