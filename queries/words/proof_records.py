"""Records of the model, read back from the plain data that proofs hold."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from typing import Any

from layerproof.kb import model
from layerproof.kb.model.node import Node
from layerproof.kb.notation.plain_data import tag_of


@cache
def record_kinds() -> dict[str, tuple[type[Node], ...]]:
    """Give every kind of record of the model by its tag; a few tags are those of two kinds with other fields."""
    found: dict[str, dict[type[Node], None]] = {}
    for module in pkgutil.walk_packages(model.__path__, f"{model.__name__}."):
        for kind in vars(import_module(module.name)).values():
            if isinstance(kind, type) and issubclass(kind, Node) and kind is not Node:
                found.setdefault(tag_of(kind), {})[kind] = None
    return {tag: tuple(kinds) for tag, kinds in found.items()}


def record_from(plain: Any) -> Any:
    """Read back plain data: a mapping with a tag under `type` becomes that record, a list a tuple.

    plain: as a proof holds it. Returns records, tuples, words and numbers. Raises KeyError for an unknown tag and
    TypeError for fields that a record does not have. It does not check the types of fields.

    >>> record_from({"type": "modify_pt", "power": 1, "toughness": 1})
    ModifyPT(power=1, toughness=1, doubles=False)
    """
    if isinstance(plain, dict):
        fields = {key: record_from(value) for key, value in plain.items() if key != "type"}
        kinds = record_kinds()[plain["type"]]
        return next((each for each in kinds if _fits(each, fields)), kinds[0])(**fields)
    if isinstance(plain, list | tuple):
        return tuple(record_from(each) for each in plain)
    return plain


def _fits(kind: type[Node], fields: dict[str, Any]) -> bool:
    """Whether a kind of record has all these fields, and what it needs is among them."""
    names = kind.__struct_fields__
    needed = names[: len(names) - len(kind.__struct_defaults__)]
    return fields.keys() <= set(names) and set(needed) <= fields.keys()
