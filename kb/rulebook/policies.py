"""What the named policies mean: the points on which editions differ, their values, and the rules that justify them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import msgspec

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.rulebook.dated_values import plain_yaml, values_from

POLICIES = Path(__file__).parent / "policies.yaml"


class PolicyNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one policy decides: a gloss, the keys of the rules that justify it, each value with its meaning, and when.

    since: lines of a day and the value from that day on, the oldest first. note: whether it is a note for who asks,
    which nothing else reads: what follows from it is in the histories already, or is not modelled.
    """

    gloss: str
    keys: tuple[str, ...]
    values: dict[str, str]
    since: tuple[str, ...]
    note: bool = False


@cache
def policy_notes() -> Mapping[str, PolicyNote]:
    """Map the name of every policy to its note, in the order of the file.

    Raises `KnowledgeError` for a broken file. It does not promise that an edition has the keys: a rule may be younger.

    >>> policy_notes()["legend_rule"].keys
    ('state_based.legend',)
    """
    try:
        return MappingProxyType(msgspec.convert(plain_yaml(POLICIES), dict[str, PolicyNote], strict=False))
    except msgspec.ValidationError as error:
        raise KnowledgeError(f"the file cannot be used: {error}", file=str(POLICIES)) from None


@cache
def policy_histories() -> Mapping[str, Mapping[str, str]]:
    """Map the name of every policy to its values by the days from which they hold, the oldest first.

    >>> policy_histories()["legend_rule"]["2013-07-11"]
    'controller_keeps_one'
    """
    return MappingProxyType(
        {name: values_from(note.since, f"the policy {name}", str(POLICIES)) for name, note in policy_notes().items()}
    )
