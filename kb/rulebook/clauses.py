"""Clauses: which changes each rule makes, and under which causes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import msgspec

from layerproof.kb.rulebook.dated_values import plain_yaml

FILE = Path(__file__).parent / "clauses.yaml"
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
    rules or sorts. out_of: the zone that what goes leaves. to: the only value that a field is set to.
    """

    changes: tuple[str, ...]
    under: tuple[str, ...]
    out_of: str = ""
    to: dict[str, str] = {}

    def allows(self, kind: str, rule: str) -> bool:
        """Whether a change may stand under a cause.

        kind: of the step that is the cause; rule: its key. Source: the table. What replaces an event may be one too.

        >>> clauses()["tap"].allows("cause", "attack.taps")
        True
        """
        if kind == "replaced" or "anything" in self.under:
            return True
        for each in self.under:
            if each == rule or rule in SORTS.get(each, ()) or KINDS.get(each) == kind:
                return True
        # What is paid for a special action of a keyword ability stands under the rule of that ability.
        return "paying" in self.under and rule.startswith("keyword.")


@cache
def clauses() -> Mapping[str, Clause]:
    """The clauses by rule key.

    Source: the file `clauses.yaml`. It does not promise that an edition has each of the rules.

    >>> clauses()["discard"].out_of
    'hand'
    """
    return MappingProxyType(msgspec.convert(plain_yaml(FILE), dict[str, Clause]))
