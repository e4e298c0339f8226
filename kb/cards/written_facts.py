"""Facts written in our notation: what `layerproof.kb.notation.plain_data` reads back as the same records."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator
from typing import Any

import yaml

from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.card import Card
from layerproof.kb.model.costs.cost import CostPart
from layerproof.kb.model.node import Node
from layerproof.kb.notation.plain_data import decode, fields_of, tag_of
from layerproof.kb.wording.costs.cost_phrases import cost_phrase


def card_text(card: Card) -> str:
    """Write a card in our notation, as its facts would stand in a file.

    card: of the model. Returns YAML whose reading is the same card. Source: `layerproof.kb.notation.plain_data`. It
    does not promise the shortest way to write it, nor the order of keys that people prefer.

    >>> from layerproof.kb.model.card import Face
    >>> print(card_text(Card((Face("Glorious Example", ("creature",), power=2, toughness=2),))), end="")
    name: Glorious Example
    types: [creature]
    power: 2
    toughness: 2
    """
    plain = written(card.faces[0] if len(card.faces) == 1 else card, Card if len(card.faces) > 1 else None)
    if len(card.faces) == 1 and card.layout != "normal":
        plain = {"layout": card.layout, **plain}
    text: str = yaml.dump(
        plain, Dumper=_Dumper, sort_keys=False, allow_unicode=True, default_flow_style=None, width=120
    )
    return text


class _Dumper(yaml.SafeDumper):
    """Writes short collections on one line, and repeats a value rather than refer to it."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def written(value: Any, expected: Any = None) -> Any:
    """Turn a record of the model into plain data from which `decode` makes it again.

    value: a record, or a plain value. expected: the type that is read there, None for the record's own class. Returns
    plain data, in the shortest of the forms that are tried. Source: `layerproof.kb.notation.plain_data`. It does not
    promise that people would write it so.

    >>> from layerproof.kb.model.modification import Modification, ModifyPT
    >>> written(ModifyPT(1, 1), Modification)
    {'modify_pt': {'power': 1, 'toughness': 1}}
    """
    expected = type(value) if expected is None else expected
    if isinstance(value, tuple):
        inner = _element(expected)
        return [written(each, inner) for each in value]
    if not isinstance(value, Node):
        return value
    for form in _forms(value):
        if _reads_as(form, expected, value):
            return form
    return {tag_of(type(value)): _members(value)}


def _forms(record: Node) -> Iterator[Any]:
    """The forms in which a record might be written, the shortest first."""
    tag, members = tag_of(type(record)), _members(record)
    yield from _words(record)
    if not members:
        yield tag
    if len(members) == 1:
        only = next(iter(members.values()))
        yield only
        yield {tag: only}
    yield members
    yield {tag: members}


def _words(record: Node) -> Iterator[str]:
    """The bare words that might stand for a record."""
    if isinstance(record, Keyword):
        rest = record.cost or record.quality or (None if record.number is None else str(record.number))
        yield record.keyword if rest is None else f"{record.keyword} {rest}"
        yield f"{record.keyword} from {rest}"
        yield f"{str(rest).lower()}walk"
        return
    if isinstance(record, typing.get_args(CostPart)):
        yield cost_phrase(record)
    texts = [each for each in _values(record) if isinstance(each, str)]
    yield from texts[::-1]
    if texts and isinstance(last := _values(record)[-1], int):
        yield f"{texts[0]} {last}"


def _values(record: Node) -> list[Any]:
    return [getattr(record, name) for name in record.__struct_fields__]


def _members(record: Node) -> dict[str, Any]:
    """The fields of a record that are not what they are without being given."""
    defaults = dict(zip(record.__struct_fields__[::-1], record.__struct_defaults__[::-1], strict=False))
    members = {}
    for key, (name, hint, _) in fields_of(type(record)).items():
        value = getattr(record, name)
        if name not in defaults or value != defaults[name]:
            members[key] = written(value, hint)
    return members


def _element(expected: Any) -> Any:
    """The type of the elements of a tuple type, or of the one tuple type in a union."""
    if typing.get_origin(expected) in (typing.Union, types.UnionType):
        expected = next((each for each in typing.get_args(expected) if typing.get_origin(each) is tuple), None)
    arguments = typing.get_args(expected)
    return arguments[0] if arguments else None


def _reads_as(form: Any, expected: Any, record: Node) -> bool:
    try:
        return bool(decode(form, expected) == record)
    except Exception:  # a form that is tried may be nonsense of any kind
        return False
