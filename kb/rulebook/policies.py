"""What the named policies mean: the points on which editions differ, their values, and the rules that justify them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import msgspec
import yaml

from layerproof.kb.errors import KnowledgeError

POLICIES = Path(__file__).parent / "policies.yaml"


class PolicyNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one policy decides: a gloss, the keys of the rules that justify it, and each value with its meaning."""

    gloss: str
    keys: tuple[str, ...]
    values: dict[str, str]


@cache
def policy_notes() -> Mapping[str, PolicyNote]:
    """Map the name of every policy to its note, in the order of the file.

    Raises `KnowledgeError` for a broken file. It does not promise that an edition has the keys: a rule may be younger.

    >>> policy_notes()["legend_rule"].keys
    ('state_based.legend',)
    """
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        content = yaml.load(POLICIES.read_bytes(), Loader=loader)
        return MappingProxyType(msgspec.convert(content, dict[str, PolicyNote]))
    except (OSError, yaml.YAMLError, msgspec.ValidationError) as error:
        raise KnowledgeError(f"the file cannot be used: {error}", file=str(POLICIES)) from None
