"""JSON Schema of the card notation, for editors, made from the records themselves."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable
from typing import Any

from layerproof.kb.model.ability import Ability, Activated, Mana, Static
from layerproof.kb.model.card import Card, Face
from layerproof.kb.model.costs.cost import CostPart
from layerproof.kb.model.costs.cost_ability import AlternativeCost, PaidTogether
from layerproof.kb.model.effect import Duration, Effect, Scope
from layerproof.kb.model.expression import Condition, Filter, Player, Ref, Value
from layerproof.kb.model.instruction import Instruction
from layerproof.kb.model.modification import Modification
from layerproof.kb.model.node import Node
from layerproof.kb.notation.plain_data import fields_of, tag_of

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]
_SCALARS = {int: "integer", str: "string", bool: "boolean"}
_WORD: Schema = {"type": "string"}


def card_schema() -> Schema:
    """Make the JSON Schema (draft 2020-12) of a file of card facts.

    Returns plain data. It allows every short form of the notation (docs/card-notation.md); it does not promise that
    what it allows is read without a complaint, because words are checked only as the notation reads them. Source: the
    records of the model.

    >>> card_schema()["$schema"]
    'https://json-schema.org/draft/2020-12/schema'
    """
    notation = Notation()
    top = notation.of(Card)
    return {"$schema": DIALECT, "title": "A card of Layerproof", **top, "$defs": notation.definitions}


def described(record: type, schema: Schema) -> Schema:
    """Add to a schema what the record says of itself, which editors show."""
    text = (record.__doc__ or "").split("\n")[0].strip()
    return {"description": text, **schema} if text else schema


class Notation:
    """The definitions of a schema in the making: one for each record and each closed set of records."""

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}

    def of(self, kind: Any) -> Schema:
        """Give the schema of a type as the notation writes it: a scalar, a list, one or any of several records."""
        if kind in _SCALARS:
            return {"type": _SCALARS[kind]}
        origin, args = typing.get_origin(kind), typing.get_args(kind)
        if origin is typing.Literal:
            return {"enum": list(args)}
        if origin is tuple:
            return self._list(args)
        if origin in (typing.Union, types.UnionType):
            return self._union(args)
        if isinstance(kind, type) and issubclass(kind, Node):
            return self._named(f"{tag_of(kind)}", lambda: self._record(kind))
        raise TypeError(f"the notation has no schema for {kind!r}")

    def _named(self, name: str, make: Any) -> Schema:
        """A reference to a definition, which is made the first time; records refer to themselves."""
        if name not in self.definitions:
            self.definitions[name] = {}
            self.definitions[name] = make()
        return {"$ref": f"#/$defs/{name}"}

    def _list(self, args: tuple[Any, ...]) -> Schema:
        """A list; one of a single item may be written without the list, an empty one as nothing."""
        if len(args) == 2 and args[1] is Ellipsis:
            item = self.of(args[0])
            return {"anyOf": [{"type": "array", "items": item}, item, {"type": "null"}]}
        return {"type": "array", "prefixItems": [self.of(each) for each in args], "minItems": len(args)}

    def _union(self, args: Iterable[Any]) -> Schema:
        members = [each for each in args if each is not type(None)]
        records = [each for each in members if isinstance(each, type) and issubclass(each, Node)]
        forms = [self.of(each) for each in members if each not in records]
        if len(records) == 1:
            forms.append(self.of(records[0]))
        elif records:
            forms.append(self._set(frozenset(records)))
        if type(None) in args:
            forms.append({"type": "null"})
        return forms[0] if len(forms) == 1 else {"anyOf": forms}

    def _set(self, records: frozenset[type]) -> Schema:
        """A closed set of records, each under its tag, with the short forms of the set."""
        name = next((name for name, union in _SETS.items() if records == _records(union)), None)
        ordered = sorted(records, key=tag_of)

        def make() -> Schema:
            forms: list[Schema] = [
                {
                    "type": "object",
                    "properties": {tag_of(each): self.of(each)},
                    "required": [tag_of(each)],
                    "additionalProperties": False,
                }
                for each in ordered
            ]
            return {"anyOf": [*forms, *self._short_set(name)]}

        return self._named(name or "_".join(tag_of(each) for each in ordered), make)

    def _record(self, record: type[Node]) -> Schema:
        """A record: its fields as a mapping, or in their order, or its first field alone; and its short forms."""
        fields = fields_of(record)
        forms: list[Schema] = [self.mapping(record)]
        if fields:
            kinds = [kind for _, kind, _ in fields.values()]
            if len(kinds) > 1:
                forms.append({"type": "array", "prefixItems": [self.of(each) for each in kinds], "items": False})
            if sum(required for _, _, required in fields.values()) < 2:
                forms.append(self.of(kinds[0]))
        forms += self._short_record(record)
        return described(record, {"anyOf": forms} if len(forms) > 1 else forms[0])

    def mapping(self, record: type[Node], without: Iterable[str] = (), optional: Iterable[str] = ()) -> Schema:
        """Give the schema of a record written as a mapping of its fields."""
        fields = {key: field for key, field in fields_of(record).items() if key not in set(without)}
        must = [key for key, (_, _, required) in fields.items() if required and key not in set(optional)]
        made: Schema = {
            "type": "object",
            "properties": {key: self.of(kind) for key, (_, kind, _) in fields.items()},
            "additionalProperties": False,
        }
        return {**made, "required": must} if must else made

    def _short_record(self, record: type[Node]) -> list[Schema]:
        """The short forms of single records (kb/notation/short_forms.py)."""
        if record is Ref or record is Mana:
            return [_WORD]
        if record is Player:
            one = {kind: self.of(Ref) for kind in ("controller", "owner")}
            return [_WORD, *(_only(kind, schema) for kind, schema in one.items())]
        if record is Card:
            face = self.mapping(Face)
            return [{**face, "properties": {**face["properties"], "layout": _WORD}}]
        if record is Static:
            effect = self.mapping(Effect, optional=("affects",))
            own = {key: self.mapping(Static)["properties"][key] for key in ("condition", "zones", "cda")}
            return [{**effect, "properties": {**effect["properties"], **own}}]
        if record in (Activated, AlternativeCost, PaidTogether):
            made = self.mapping(record)
            line: Schema = {**made, "properties": {**made["properties"], "cost": _WORD}}
            if record is Activated:
                return [line]
            return [line, _WORD, {"type": "array", "items": self.of(CostPart)}]
        return []

    def _short_set(self, name: str | None) -> list[Schema]:
        """The short forms of closed sets (kb/notation/short_forms.py)."""
        match name:
            case "Filter":
                both = {"type": "array", "items": self.of(Filter)}
                forms = [_WORD, both, _only("all_of", both), _only("any_of", both), _only("chosen", _WORD)]
                return [*forms, _only("has_any_ability", {})]
            case "Value":
                return [{"type": "integer"}, {"enum": ["x", "X", "that_much"]}]
            case "Condition":
                both = {"type": "array", "items": self.of(Condition)}
                return [both, _only("both", both), _only("either", both), _only("turn", self.of(Player))]
            case "Scope":
                return [_WORD, {"type": "array", "items": self.of(Scope)}]
            case "Duration" | "Modification" | "CostPart":
                return [_WORD]
            case "Ability":
                return [_WORD, _only("enchant", self.of(Filter))]
            case "Instruction":
                effect = self.mapping(Effect, optional=("affects",))
                return [effect, _only("effect", self.of(Effect)), _WORD]
        return []


def _only(key: str, schema: Schema) -> Schema:
    return {"type": "object", "properties": {key: schema}, "required": [key], "additionalProperties": False}


_SETS: dict[str, Any] = {
    "CostPart": CostPart,
    "Filter": Filter,
    "Value": Value,
    "Condition": Condition,
    "Scope": Scope,
    "Duration": Duration,
    "Modification": Modification,
    "Ability": Ability,
    "Instruction": Instruction,
}


def _records(union: Any) -> frozenset[type]:
    return frozenset(each for each in typing.get_args(union) if isinstance(each, type) and issubclass(each, Node))
