"""Entries of a timeline read from plain data."""

from __future__ import annotations

import json
from difflib import get_close_matches
from functools import cache
from typing import Any, get_args

from layerproof.kb.errors import some_of
from layerproof.kb.keywords.face_down_objects import ways_down
from layerproof.kb.model.told.fact_kinds import OF_OBJECTS, OF_PLAYERS
from layerproof.kb.notation.plain_data import NotationError, Path, decode, describe, fields_of, tag_of
from layerproof.kb.scenario import closed_words
from layerproof.kb.scenario.action import Action, Cast
from layerproof.kb.scenario.event import Event, Listed, MakesToken, Status, Together, Unmodelled
from layerproof.kb.scenario.known_words import refuse_listed
from layerproof.kb.scenario.usual_words import mend_for

STATUSES = closed_words.words_of(closed_words.StatusChange)
ACTIONS = {tag_of(each): each for each in get_args(Action)}
UNKNOWNS = ("any_order", "maybe")
# Which of several permanents stays by choice as state-based actions are performed; any entry may say it.
_KEEPS = "keeps"
_SPECIAL = (MakesToken, Status, Together, Unmodelled)
_BY_TAG = {tag_of(each): each for each in get_args(Event) if each not in _SPECIAL and each not in get_args(Action)}
_FOR_WHAT = "a keyword ability, `without paying` or `alternative cost`"
KEYS = (*_BY_TAG, "token", "together", "step", *STATUSES, *ACTIONS, *UNKNOWNS)


def read_event(data: Any, path: Path) -> Event:
    """Read one entry of a timeline.

    data: a mapping whose first key names the kind of event. path: where it stands, for errors. Returns the record of
    that kind; an unknown becomes Unmodelled. Raises NotationError for an unknown kind, an unknown key
    and a value of a wrong type. Labels and card names are not looked up here.

    >>> read_event({"leaves": "bear", "to": "exile"}, ()).to
    'exile'
    """
    if not isinstance(data, dict) or not data:
        raise NotationError(path, f"found {describe(data)}", "an event, such as {enters: CARD}")
    data = _without_kind(data, path)
    if "together" in data:
        return _together(data, path)
    for key in data:
        if key in UNKNOWNS:
            return Unmodelled(what=key, text=json.dumps(data, ensure_ascii=False)[:200])
    if contains_any(data):
        return Unmodelled(what="any", text=json.dumps(data, ensure_ascii=False)[:200])
    if any(key in ACTIONS for key in data):
        return read_action(data, path)
    tag = next(iter(data))
    if tag not in KEYS:
        tag = next((key for key in data if key in KEYS and key not in ("to", "step", "token")), tag)
    if tag in STATUSES:
        return _status(tag, data, path)
    if tag == "token" and isinstance(data["token"], dict):
        fields = _choices_spelled({key: value for key, value in data.items() if key != "token"}, path)
        return MakesToken(listed=_listed(data["token"], (*path, "token")), **_fields(MakesToken, fields, path))
    if tag == "step":
        tag = "turn"
    if tag not in _BY_TAG:
        raise _no_event(tag, data[tag], path)
    record = _BY_TAG[tag]
    return record(**_fields(record, _choices_spelled(dict(data), path), path))  # type: ignore[no-any-return]


def _no_event(key: str, typed: Any, path: Path) -> NotationError:
    """The error of an entry that is none: the entry that is meant where the key is a word of judges."""
    meant = mend_for(key, typed)
    where = "layerproof words entries"
    expected = f"an entry of a timeline ({where} lists all)" if meant else some_of(key, KEYS, where)
    return NotationError((*path, key), f"unknown event {key!r}", expected, meant or _near(key))


def read_action(data: Any, path: Path) -> Action:
    """Read an action: an entry of a timeline, or what stands after `legal:` or `illegal:`.

    data: a mapping with a key that names the kind of action. path: where it stands, for errors. Raises NotationError
    for what is no action, an unknown key or special action and a value of a wrong type.

    >>> read_action({"play_land": "Forest"}, ()).play_land
    'Forest'
    """
    kinds = [key for key in data if key in ACTIONS] if isinstance(data, dict) else []
    if len(kinds) != 1:
        what = f"{' and '.join(kinds)} stand together" if kinds else f"found {describe(data)}"
        raise NotationError(path, what, "one action, such as {cast: CARD}: one of " + ", ".join(ACTIONS))
    record = ACTIONS[kinds[0]]
    action: Action = record(**_fields(record, _choices_spelled(dict(data), path), path))
    if data[kinds[0]] in ("", [], False) and kinds[0] != "attack":
        raise NotationError((*path, kinds[0]), f"found {describe(data[kinds[0]])}", "what the action is about")
    return action


def _without_kind(data: dict[str, Any], path: Path) -> dict[str, Any]:
    """An entry without the kind of counter that it says is meant: `told: {kind: …}` (kb/scenario/known_words.py)."""
    told = data.get("told")
    if not isinstance(told, dict) or "kind" not in told or next(iter(data)) == "told":
        return data
    decode(told["kind"], tuple[str, ...], (*path, "told", "kind"))
    rest = {key: value for key, value in told.items() if key != "kind"}
    return {key: rest if key == "told" else value for key, value in data.items() if key != "told" or rest}


@cache
def every_key() -> frozenset[str]:
    """Every word that may be a key of an entry of a timeline.

    >>> {"enters", "as", "tapped"} <= every_key()
    True
    """
    records = (*_BY_TAG.values(), *ACTIONS.values(), MakesToken, Listed)
    return frozenset(KEYS) | {key for each in records for key in fields_of(each)} | {"order", "choices", "any"}


def contains_any(data: Any) -> bool:
    """Whether plain data holds an unknown `{any: …}` anywhere."""
    if isinstance(data, dict):
        return "any" in data or any(contains_any(value) for value in data.values())
    return isinstance(data, list) and any(contains_any(value) for value in data)


def _together(data: dict[str, Any], path: Path) -> Event:
    data = _choices_spelled(data, path)
    for key in data:
        if key not in ("together", "order", _KEEPS):
            expected = f"together, order, choices: {{{_KEEPS}: LABEL}}"
            raise NotationError((*path, key), f"unknown key {key!r}", expected)
    inner = data["together"]
    if not isinstance(inner, list) or not inner:
        raise NotationError((*path, "together"), f"found {describe(inner)}", "a list of events")
    events = tuple(read_event(each, (*path, "together", index)) for index, each in enumerate(inner))
    order = decode(data.get("order", []), tuple[str, ...], (*path, "order"))
    keeps = (*data.get(_KEEPS, ()), *(label for each in events for label in each.keeps))
    return Together(together=events, order=order, keeps=keeps)


def _status(what: str, data: dict[str, Any], path: Path) -> Event:
    for key in data:
        if key not in (what, "choices"):
            raise NotationError((*path, key), f"unknown key {key!r}", f"{what}, choices")
    spelled = _choices_spelled({key: value for key, value in data.items() if key == "choices"}, path)
    of = decode(data[what], str, (*path, what))
    return Status(**_fields(Status, {"what": what, "of": of, **spelled}, path))


def _fields(record: Any, data: dict[str, Any], path: Path) -> dict[str, Any]:
    known_keys = fields_of(record)
    filled: dict[str, Any] = {}
    for key, value in data.items():
        if key not in known_keys or key == "listed":
            allowed = [each for each in known_keys if each not in ("listed", _KEEPS)]
            raise NotationError(
                (*path, key), f"unknown key {key!r}", ", ".join(allowed), closed_words.near(key, allowed)
            )
        name, kind, _ = known_keys[key]
        if key == "tapped" and value is None:  # `{enters: CARD, tapped}` must not mean the opposite
            raise NotationError((*path, key), "found nothing", "true or false", "tapped: true")
        if key == "face_down" and isinstance(value, dict):
            filled[name] = _listed(value, (*path, key))
        elif key == _KEEPS:
            filled[name] = value
        elif key == "face_down" and isinstance(value, str):
            filled[name] = closed_words.one_of(value, ways_down(), (*path, key))
        elif key == "cast_for":
            filled[name] = (
                None if value is None else closed_words.one_of(value, closed_words.ways(), (*path, key), _FOR_WHAT)
            )
        elif key == "told":
            filled[name] = _told(value, (*path, key))
        elif key == "casting":
            filled[name] = _casting(value, (*path, key))
        elif key == "blockers":
            filled[name] = _pairs(value, (*path, key))
        elif key == "combat_damage":
            filled[name] = _assigned(value, (*path, key))
        elif key == "additional":
            filled[name] = _payments(value, (*path, key))
        elif key in ("put", "remove", "counters", "life"):
            filled[name] = _numbers(value, (*path, key))
        else:
            filled[name] = decode(value, kind, (*path, key))
    for key, (name, _, required) in known_keys.items():
        if required and name not in filled:
            raise NotationError(path, f"{key!r} is missing", f"the key {key!r}")
    return filled


def _listed(data: Any, path: Path) -> Listed:
    listed: Listed = decode(data, Listed, path)
    if listed.pt is not None and _pair(listed.pt) is None:
        raise NotationError((*path, "pt"), f"found {listed.pt!r}", "power/toughness such as 2/2")
    for key in ("types", "subtypes", "supertypes", "colors"):
        refuse_listed(key, getattr(listed, key), (*path, key))
    return listed


def _pair(text: str) -> tuple[int, int] | None:
    left, _, right = text.partition("/")
    try:
        return int(left), int(right)
    except ValueError:
        return None


def _numbers(data: Any, path: Path) -> tuple[tuple[str, int], ...]:
    if not isinstance(data, dict) or not data:
        raise NotationError(path, f"found {describe(data)}", "a mapping such as {level: 1}")
    for key, value in data.items():
        if type(value) is not int or (value < 0 and path[-1] != "life"):
            raise NotationError((*path, key), f"found {describe(value)}", "a whole number, zero or more")
    return tuple(data.items())


def _payments(data: Any, path: Path) -> tuple[tuple[str, int], ...]:
    """How often additional costs are paid: a number, or a list with one for each of several instances of a keyword."""
    if not isinstance(data, dict) or not data:
        raise NotationError(path, f"found {describe(data)}", "a mapping such as {kicker: 1}, or {kicker: [1, 0]}")
    found: list[tuple[str, int]] = []
    for key, value in data.items():
        closed_words.one_of(key, closed_words.additional(), (*path, key), "a keyword ability, or `additional cost`")
        several = value if isinstance(value, list) else [value]
        for each in several:
            if type(each) is not int or each < 0:
                expected = "a whole number, zero or more, or a list of these, one for each instance of the keyword"
                raise NotationError((*path, key), f"found {describe(each)}", expected)
        if not several:
            raise NotationError((*path, key), "found an empty list", "a number for each instance of the keyword")
        found += [(key, each) for each in several]
    return tuple(found)


def _casting(data: Any, path: Path) -> tuple[Cast, ...]:
    """What is cast as something resolves: one or several castings, each as the action would be written."""
    several = data if isinstance(data, list) else [data]
    found = []
    for index, each in enumerate(several):
        here = (*path, index) if isinstance(data, list) else path
        action = read_action(each, here)
        if not isinstance(action, Cast) or action.keeps:
            raise NotationError(here, f"found {describe(each)}", "what is cast, such as {cast: LABEL, targets: [you]}")
        found.append(action)
    return tuple(found)


def _pairs(data: Any, path: Path) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Labels, each with a label or a list of them."""
    if not isinstance(data, dict):
        raise NotationError(path, f"found {describe(data)}", "a mapping such as {BLOCKER: ATTACKER}")
    found = []
    for key, value in data.items():
        named = value if isinstance(value, list) else [value]
        if not named or any(not isinstance(each, str) for each in named):
            raise NotationError((*path, key), f"found {describe(value)}", "a label, or a list of labels")
        found.append((str(key), tuple(named)))
    return tuple(found)


def _assigned(data: Any, path: Path) -> tuple[tuple[str, tuple[tuple[str, int], ...]], ...]:
    """Labels, each with the labels and players to which so much damage is assigned."""
    if not isinstance(data, dict):
        raise NotationError(path, f"found {describe(data)}", "a mapping such as {CREATURE: {CREATURE or PLAYER: 2}}")
    return tuple((str(key), _numbers(value, (*path, key))) for key, value in data.items())


def _told(data: Any, path: Path) -> tuple[tuple[str, int | str], ...]:
    """Facts that are told, sorted; true and false as numbers."""
    if not isinstance(data, dict) or not data:
        raise NotationError(path, f"found {describe(data)}", "a mapping such as {monstrous: true}")
    known = {**OF_OBJECTS, **OF_PLAYERS}
    for key, value in data.items():
        if key not in known:
            close = get_close_matches(str(key), known, 1)
            mend = f"did you mean {close[0]!r}?" if close else ""
            expected = some_of(key, known, "layerproof words facts")
            raise NotationError((*path, key), f"unknown fact {key!r}", expected, mend)
        named = isinstance(value, str) and key in ("attacking", "blocking", "controlled by")
        if not isinstance(value, int) and not named:
            raise NotationError((*path, key), f"found {describe(value)}", "a whole number, or true or false")
    return tuple(sorted((key, int(value) if isinstance(value, bool) else value) for key, value in data.items()))


def _choices_spelled(data: dict[str, Any], path: Path) -> dict[str, Any]:
    """Choices as sorted pairs of a key and a tuple of values; what is kept by a state-based action stands apart, as any
    entry may bring one about."""
    if _KEEPS in data:
        mend = f"choices: {{{_KEEPS}: LABEL}}"
        raise NotationError((*path, _KEEPS), f"unknown key {_KEEPS!r}", "what is kept among the choices", mend)
    if "choices" not in data:
        return data
    choices = data["choices"]
    if not isinstance(choices, dict):
        raise NotationError((*path, "choices"), f"found {describe(choices)}", "a mapping such as {color: blue}")
    pairs = []
    for key, value in sorted(choices.items()):
        values = value if isinstance(value, list) else [value]
        expected = "a choice: " + some_of(key, closed_words.CHOICES, "layerproof words choices")
        closed_words.one_of(key, closed_words.CHOICES, (*path, "choices", key), expected)
        if any(not isinstance(each, str | int) for each in values):
            raise NotationError(
                (*path, "choices", key), f"found {describe(value)}", "a word, a number or a list of them"
            )
        pairs.append((key, tuple(values)))
    kept = next((values for key, values in pairs if key == _KEEPS), None)
    if kept is None:
        return {**data, "choices": tuple(pairs)}
    if not kept or any(not isinstance(each, str) for each in kept):
        raise NotationError((*path, "choices", _KEEPS), f"found {describe(choices[_KEEPS])}", "a label, or several")
    others = tuple(each for each in pairs if each[0] != _KEEPS)
    rest = {key: value for key, value in data.items() if key != "choices"}
    return {**rest, **({"choices": others} if others else {}), _KEEPS: kept}


def _near(tag: str) -> str:
    close = get_close_matches(tag, KEYS, 1)
    return f"did you mean {close[0]!r}?" if close else ""
