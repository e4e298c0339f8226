"""Records of the model, read back from the plain data that proofs hold."""

from __future__ import annotations

from functools import cache
from typing import Any

from layerproof.kb.model import ability, card, effect, expression, instruction, modification, phrases, reference
from layerproof.kb.model.node import Node
from layerproof.kb.notation import tag_of


@cache
def record_kinds() -> dict[str, type[Node]]:
    """Give every kind of record of the model by its tag."""
    return {
        tag_of(kind): kind
        for module in (reference, phrases, expression, modification, effect, ability, instruction, card)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Node) and kind is not Node
    }


def record_from(plain: Any) -> Any:
    """Read back plain data: a mapping with a tag under `type` becomes that record, a list a tuple.

    plain: as a proof holds it. Returns records, tuples, words and numbers. Raises KeyError for an unknown tag and
    TypeError for fields that a record does not have. It does not check the types of fields.

    >>> record_from({"type": "modify_pt", "power": 1, "toughness": 1})
    ModifyPT(power=1, toughness=1, doubles=False)
    """
    if isinstance(plain, dict):
        fields = {key: record_from(value) for key, value in plain.items() if key != "type"}
        return record_kinds()[plain["type"]](**fields)
    if isinstance(plain, list | tuple):
        return tuple(record_from(each) for each in plain)
    return plain
