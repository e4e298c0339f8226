"""JSON Schema of the scenario file, for editors, made from the records of events and the keys of claims."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

from layerproof.kb.keywords.face_down_objects import ways_down
from layerproof.kb.model.node import Node
from layerproof.kb.model.told.fact_kinds import OF_OBJECTS, OF_PLAYERS
from layerproof.kb.notation.plain_data import fields_of, tag_of
from layerproof.kb.rulebook.editions.every_edition import every_word
from layerproof.kb.scenario import closed_words
from layerproof.kb.scenario.action import Cast
from layerproof.kb.scenario.claims.claim_entries import KEYS
from layerproof.kb.scenario.claims.rulebook_claim import CHOICES, LISTS
from layerproof.kb.scenario.event import Event, Listed, MakesToken, Put, Status, Tells, Together, Unmodelled
from layerproof.kb.scenario.timeline import ACTIONS, STATUSES
from layerproof.queries.commands.card_schema import DIALECT, Notation, Schema, described

_WORDS: Schema = {"type": "array", "items": {"type": "string"}}
_NUMBER: Schema = {"type": "integer"}
_COUNTED: Schema = {"type": "object", "additionalProperties": {"anyOf": [_NUMBER, {"$ref": "#/$defs/any"}]}}
_TIMES: Schema = {"anyOf": [_NUMBER, {"$ref": "#/$defs/any"}]}
_PAID_TIMES: Schema = {"anyOf": [*_TIMES["anyOf"], {"type": "array", "items": _TIMES, "minItems": 1}]}
_PAID: Schema = {
    "description": "How often additional costs are paid; a list where the spell has several instances of the keyword.",
    "type": "object",
    "properties": dict.fromkeys(closed_words.additional(), _PAID_TIMES),
    "additionalProperties": False,
}
_MEANT: Schema = {
    "description": "A kind of counter that neither the rules nor a card knows, and that is meant.",
    "type": "object",
    "properties": {"kind": {"type": ["string", "array"], "items": {"type": "string"}}},
    "additionalProperties": False,
}
_NONE: Schema = {"const": "none"}
_PT: Schema = {"type": "string", "pattern": "^(none|-?[0-9]+/-?[0-9]+)$"}
_ZONE: Schema = {"enum": [*closed_words.ZONES, "none"]}
_NUMBERS = ("put", "remove", "counters", "life")
_FLAG: Schema = {"type": "boolean"}
_ABILITY: Schema = {"type": ["integer", "string"]}
_TRIGGERING: Schema = {
    "description": "Labels of objects of which the last event made an ability trigger, or none.",
    "anyOf": [{"type": "string"}, _WORDS],
}
_NUMBER_OR_NONE: Schema = {"anyOf": [_NUMBER, _NONE]}
# Of values in claims that are not single words: what they look like.
_FORMS: tuple[tuple[Schema, tuple[str, ...]], ...] = (
    (_PT, ("pt", "base_pt")),
    (_NUMBER_OR_NONE, ("power", "toughness", "loyalty", "defense")),
    (_NUMBER, ("mana_value", "level", "abilities")),
    (_WORDS, ("subtypes", "has", "lacks", "has_names", "lacks_names")),
    (_ZONE, ("zone",)),
    (_FLAG, ("tapped", "flipped", "face_down", "transformed", "on_battlefield", "revealed")),
    (_COUNTED, ("counters",)),
)
_CLAIMED: dict[str, Schema] = {key: form for form, keys in _FORMS for key in keys}


# Lists of words, the words of which are closed sets.
_CLOSED_LISTS = {"colors": "color", "types": "card type", "supertypes": "supertype"}


def _closed_lists() -> dict[str, Schema]:
    """The lists of characteristics whose words the editions know, all of them together."""
    return {key: {"type": "array", "items": {"enum": sorted(every_word(sort))}} for key, sort in _CLOSED_LISTS.items()}


def scenario_schema() -> Schema:
    """Make the JSON Schema (draft 2020-12) of a scenario file.

    Returns plain data; each document of a file with several is to fit it. Source: the records of events and the keys of
    claims; docs/scenario-format.md says what they mean. It does not promise that labels and card names exist.

    >>> scenario_schema()["title"]
    'A scenario of Layerproof'
    """
    notation = Notation()
    definitions: dict[str, Schema] = {
        "any": {
            "description": "An unknown value: any of these.",
            "type": "object",
            "properties": {"any": {}},
            "required": ["any"],
            "additionalProperties": False,
        },
        "event": {"anyOf": _events(notation)},
        "action": {"anyOf": [_event(notation, each, key) for key, each in ACTIONS.items()]},
        "object claim": {
            "type": "object",
            "properties": {key: _CLAIMED.get(key, {"type": "string"}) for key in KEYS}
            | _closed_lists()
            | {"ability": {"type": ["integer", "string"]}},
            "additionalProperties": False,
            "minProperties": 1,
        },
        "labels": {
            "type": "object",
            "additionalProperties": {"$ref": "#/$defs/object claim"},
            "minProperties": 1,
        },
        "claim": _claim(),
    }
    return {
        "$schema": DIALECT,
        "title": "A scenario of Layerproof",
        "type": "object",
        "properties": _top(),
        "anyOf": [{"required": ["timeline"]}, {"required": ["claims"]}],
        "additionalProperties": False,
        "$defs": {**definitions, **notation.definitions},
    }


def _top() -> dict[str, Schema]:
    return {
        "scenario": {"description": "The title.", "type": "string"},
        "question": {"description": "The question of an FAQ entry.", "type": "string"},
        "answer": {"description": "The answer that its claims state.", "type": "string"},
        "source": {"description": "Where question and answer come from.", "type": "string"},
        "topic": {"description": "The topic under which an FAQ keeps it.", "type": "string"},
        "edition": {"description": "current, or a date.", "type": "string"},
        "players": {"description": "In turn order, the active player first.", **_WORDS},
        "state_based_actions": {"type": "boolean"},
        "timeline": {"description": "What happened.", "type": ["array", "null"], "items": {"$ref": "#/$defs/event"}},
        "claims": {"description": "What follows.", "type": ["array", "null"], "items": {"$ref": "#/$defs/claim"}},
        "constraints": {"type": "array", "items": {"type": ["string", "object"]}},
        "library_size": _COUNTED,
        "mana": {
            "description": "The mana in the pools of players; {0} for none.",
            "type": "object",
            "additionalProperties": {"type": "string", "pattern": r"^((\{[WUBRGC]\})*|\{0\})$"},
        },
    }


def _claim() -> Schema:
    labels: Schema = {"$ref": "#/$defs/labels"}
    listed: Schema = {
        "anyOf": [
            {"type": "array", "items": labels},
            {"type": "object", "additionalProperties": {"type": "array", "items": {"$ref": "#/$defs/object claim"}}},
        ]
    }
    watched: dict[str, Schema] = dict.fromkeys(("triggers", "does_not_trigger"), _TRIGGERING)
    action: Schema = {"$ref": "#/$defs/action"}
    watched["times"] = {"description": "How often the abilities triggered together.", "type": "integer", "minimum": 1}
    possible: Schema = {
        "type": "object",
        "properties": {
            **watched,
            "ability": _ABILITY,
            "legal": action,
            "illegal": action,
            "life": _COUNTED,
            "hand": _COUNTED,
            "stack": _WORDS,
        },
        "additionalProperties": {"$ref": "#/$defs/object claim"},
        "minProperties": 1,
    }
    said: dict[str, Schema] = {
        "id": {"type": ["string", "integer"]},
        "because": {"description": "A rule that the proof must cite.", "type": ["string", "number"]},
        "edition": {"anyOf": [{"type": "string"}, _WORDS]},
        "ability": _ABILITY,
        "tags": {"description": "Words under which claims are gathered.", **_WORDS},
        "sometimes": possible,
        "never": possible,
        "outcomes": listed,
        "life": _COUNTED,
        "hand": _COUNTED,
        "rulebook": _rulebook(LISTS),
        "choosable": _rulebook(CHOICES),
        "not_modelled": {"description": "What an answer says beyond what can be claimed.", "type": "string"},
        "stack": {"description": "What is on the stack, the lowest first.", **_WORDS},
        **watched,
        "legal": action,
        "illegal": action,
    }
    return {
        "type": "object",
        "properties": said,
        "additionalProperties": {"$ref": "#/$defs/object claim"},
        "minProperties": 1,
    }


def _rulebook(names: Iterable[str]) -> Schema:
    """What is claimed of lists of the rules: their words exactly, or some that they have and lack."""
    says = dict.fromkeys(("includes", "excludes", "apart_from"), _WORDS)
    parted: Schema = {"type": "object", "properties": says, "minProperties": 1}
    holds: Schema = {"anyOf": [_WORDS, {**parted, "additionalProperties": False}]}
    policies: Schema = {"type": "object", "additionalProperties": {"type": "string"}, "minProperties": 1}
    return {
        "type": "object",
        "properties": {**dict.fromkeys(names, holds), "policies": policies},
        "additionalProperties": False,
        "minProperties": 1,
    }


def _events(notation: Notation) -> list[Schema]:
    special = (MakesToken, Status, Together, Unmodelled)
    made = [_event(notation, each, tag_of(each)) for each in get_args(Event) if each not in special]
    event: Schema = {"$ref": "#/$defs/event"}
    several: Schema = {"type": "array", "items": event, "minItems": 1}
    token = _event(notation, MakesToken, "token")
    token["properties"]["token"] = _open(_listed(notation))
    made.append(token)
    step = _event(notation, next(each for each in get_args(Event) if tag_of(each) == "turn"), "step")
    made.append(step)
    made += [_mapping({key: {"type": "string"}, "choices": _choices()}, key) for key in STATUSES]
    made.append(_mapping({"together": several, "order": _WORDS, "choices": _kept()}, "together"))
    made.append(_mapping({"any_order": several}, "any_order"))
    made.append(_mapping({"maybe": event}, "maybe"))
    return made


def _mapping(properties: dict[str, Schema], key: str) -> Schema:
    return {
        "type": "object",
        "properties": {name: _open(schema) for name, schema in properties.items()},
        "required": [key],
        "additionalProperties": False,
    }


def _event(notation: Notation, record: type[Node], key: str) -> Schema:
    """The mapping of one kind of event; any value may be an unknown."""
    properties: dict[str, Schema] = {}
    for name, (_, kind, _) in fields_of(record).items():
        if name == "told":
            properties[name] = _told(meant=record is not Tells)
        elif name in _NUMBERS:
            properties[name] = _COUNTED
        elif name == "additional":
            properties[name] = _PAID
        elif name == "choices":
            properties[name] = _choices()
        elif name == "face_down":
            properties[name] = {"anyOf": [{"type": "boolean"}, {"enum": list(ways_down())}, _listed(notation)]}
        elif name == "cast_for":
            properties[name] = {"enum": [*closed_words.ways(), None]}
        elif name == "casting":
            one = _event(notation, Cast, "cast")
            properties[name] = {"anyOf": [one, {"type": "array", "items": one}]}
        elif name == "blockers":
            whom: Schema = {"anyOf": [{"type": "string"}, {**_WORDS, "minItems": 1}]}
            properties[name] = {"type": "object", "additionalProperties": whom}
        elif name == "combat_damage":
            properties[name] = {"type": "object", "additionalProperties": _COUNTED}
        elif name == "keeps":
            # It stands among the choices; an entry for which nothing else is chosen has these.
            properties.setdefault("choices", _kept())
        elif name != "listed":
            properties[name] = notation.of(kind)
    if record is Put:
        properties["told"] = _MEANT
    return described(record, _mapping(properties, key))


def _listed(notation: Notation) -> Schema:
    """The characteristics of a token, or of a face-down permanent."""
    made = notation.mapping(Listed)
    lists = {key: {"anyOf": [form, form["items"], {"type": "null"}]} for key, form in _closed_lists().items()}
    return {**made, "properties": {**made["properties"], **lists}}


def _told(meant: bool) -> Schema:
    """Facts that are told; meant: also a kind of counter that neither the rules nor a card knows."""
    value: Schema = {"type": ["integer", "boolean", "string"]}
    facts = {fact: _open(value) for fact in (*OF_OBJECTS, *OF_PLAYERS)} | (_MEANT["properties"] if meant else {})
    return {"type": "object", "properties": facts, "additionalProperties": False, "minProperties": 1}


def _open(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"$ref": "#/$defs/any"}]}


def _kept() -> Schema:
    """The choices of an entry for which nothing but what is kept is chosen."""
    one: Schema = {"type": "string"}
    labels: Schema = {"anyOf": [one, {"type": "array", "items": _open(one), "minItems": 1}, {"$ref": "#/$defs/any"}]}
    return {"type": "object", "properties": {"keeps": labels}, "required": ["keeps"], "additionalProperties": False}


def _choices() -> Schema:
    value: dict[str, Any] = {"type": ["string", "integer", "boolean"]}
    several: Schema = {"type": "array", "items": _open(value)}
    said: Schema = {"anyOf": [value, several, {"$ref": "#/$defs/any"}]}
    return {"type": "object", "properties": dict.fromkeys(closed_words.CHOICES, said), "additionalProperties": False}
