"""Claims read from plain data."""

from __future__ import annotations

import re
from typing import Any

from layerproof.kb.errors import some_of
from layerproof.kb.notation.plain_data import NotationError, Path, describe
from layerproof.kb.scenario.claims.claim_words import with_known_words
from layerproof.kb.scenario.claims.rulebook_claim import KEYS as RULEBOOK
from layerproof.kb.scenario.claims.rulebook_claim import read_rulebook
from layerproof.kb.scenario.known_words import Said
from layerproof.kb.scenario.scenario import ActionClaim, Asserted, Claim, ObjectClaim, TriggerClaim
from layerproof.kb.scenario.timeline import read_action

_PT = re.compile(r"(-?[0-9]+)/(-?[0-9]+)$")
_INTS = ("power", "toughness", "mana_value", "loyalty", "defense", "level", "abilities")
_WORDS = ("name", "controller", "owner", "zone", "mana_cost", "adds", "attached_to")
_LISTS = ("colors", "types", "subtypes", "supertypes", "has", "lacks", "has_names", "lacks_names")
_FLAGS = ("tapped", "flipped", "face_down", "transformed", "on_battlefield", "revealed")
KEYS = ("pt", "base_pt", *_INTS, *_WORDS, *_LISTS, *_FLAGS, "counters")
_ACTIONS = ("legal", "illegal")
_TRIGGERS = ("triggers", "does_not_trigger")
_GAME = ("life", "hand")
# What an answer says and no claim can say: it is kept with the entry, and is never decided.
_BEYOND = "not_modelled"
# How triggered abilities on the stack are called, whatever their source is.
_OF_TRIGGERED = re.compile(r".+-trigger(?:-[0-9]+)?")
_META = ("id", "because", "edition", "ability", "tags")


def read_claim(data: Any, number: int, path: Path, labels: frozenset[str], said: Said | None = None) -> Claim:
    """Read one claim.

    data: the plain mapping of the claim. number: its place in the file, from 1. labels: those that the timeline makes,
    for wrong labels. said: what the scenario says besides, for wrong words. Raises NotationError for unknown keys,
    labels and words and for values of a wrong form.

    >>> read_claim({"bear": {"pt": "2/2"}}, 1, (), frozenset({"bear"})).parts[0].says
    (('pt', '2/2'),)
    """
    return with_known_words(_read_claim(data, number, path, labels), path, said or Said())


def _read_claim(data: Any, number: int, path: Path, labels: frozenset[str]) -> Claim:
    if not isinstance(data, dict) or not data:
        raise NotationError(path, f"found {describe(data)}", "a claim, such as {LABEL: {pt: 4/4}}")
    editions = data.get("edition", [])
    named = tuple(editions if isinstance(editions, list) else [editions])
    if any(not isinstance(each, str) for each in named):
        raise NotationError((*path, "edition"), f"found {describe(editions)}", "current, or a date, or a list of these")
    meta: dict[str, Any] = {"number": number, "editions": named, "id": _text(data, "id", path)}
    meta["because"] = _text(data, "because", path)
    tags = data.get("tags", [])
    if not isinstance(tags, list) or any(not isinstance(each, str) for each in tags):
        raise NotationError((*path, "tags"), f"found {describe(tags)}", "a list of words")
    meta["tags"] = tuple(tags)
    body = {key: value for key, value in data.items() if key not in _META}
    ability = data.get("ability")
    if _BEYOND in body:
        _alone(body, _BEYOND, path)
        if not isinstance(body[_BEYOND], str) or not body[_BEYOND].strip():
            expected = "what cannot be claimed, in words"
            raise NotationError((*path, _BEYOND), f"found {describe(body[_BEYOND])}", expected)
        return Claim(mode="beyond", what=body[_BEYOND].strip(), **meta)
    if any(key in body for key in RULEBOOK):
        return Claim(mode="rulebook", rulebook=read_rulebook(body, path), **meta)
    for mode in ("sometimes", "never"):
        if mode in body:
            _alone(body, mode, path)
            return Claim(mode=mode, **_everything(body[mode], (*path, mode), labels, ability), **meta)
    if "outcomes" in body:
        _alone(body, "outcomes", path)
        return Claim(mode="outcomes", outcomes=_outcomes(body["outcomes"], (*path, "outcomes"), labels), **meta)
    return Claim(**_everything(body, path, labels, ability), **meta)


def _everything(data: Any, path: Path, labels: frozenset[str], ability: Any) -> dict[str, Any]:
    """What is claimed together: of the game as a whole, and of what `_together` reads."""
    if not isinstance(data, dict):
        return _together(data, path, labels, ability)
    game = tuple((key, _players(data[key], (*path, key))) for key in _GAME if key in data)
    rest = {key: value for key, value in data.items() if key not in (*_GAME, "stack")}
    stack = _stack(data["stack"], (*path, "stack"), labels) if "stack" in data else None
    together = _together(rest, path, labels, ability) if rest or not data else {}
    return {"game": game, "stack": stack, **together}


def _together(data: Any, path: Path, labels: frozenset[str], ability: Any) -> dict[str, Any]:
    """What is claimed together: of objects, which actions are legal or illegal, and what triggers."""
    actions: tuple[ActionClaim, ...] = ()
    watched: tuple[TriggerClaim, ...] = ()
    if isinstance(data, dict):
        for key in _ACTIONS:
            if key in data:
                action = read_action(data[key], (*path, key))
                if action.keeps:
                    expected = "an action as it would be taken: what is kept is told where it was, in the timeline"
                    raise NotationError((*path, key, "choices"), "found keeps", expected)
                actions += (ActionClaim(key == "legal", action),)
        watched = _triggers(data, path, labels, data.get("ability", ability))
        aside = (*_ACTIONS, *_TRIGGERS, *(("ability", "times") if watched else ()))
        data = {each: value for each, value in data.items() if each not in aside}
    parts = () if (actions or watched) and not data else _parts(data, path, labels, ability)
    return {"actions": actions, "triggers": watched, "parts": parts}


def _stack(data: Any, path: Path, labels: frozenset[str]) -> tuple[str, ...]:
    if not isinstance(data, list) or any(not isinstance(each, str) for each in data):
        raise NotationError(path, f"found {describe(data)}", "a list of labels, the lowest first")
    for each in data:
        _known(each, path, labels)
    return tuple(data)


def _triggers(body: dict[str, Any], path: Path, labels: frozenset[str], ability: Any) -> tuple[TriggerClaim, ...]:
    """What a claim says of triggered abilities: a label, or several, under `triggers` and `does_not_trigger`; how often
    under `times`."""
    found: list[TriggerClaim] = []
    times = body.get("times") if "triggers" in body else None
    if times is not None and (type(times) is not int or times < 1):
        raise NotationError((*path, "times"), f"found {describe(times)}", "a whole number from 1 on")
    for key in _TRIGGERS:
        named = body.get(key, [])
        listed = named if isinstance(named, list) else [named]
        if key in body and (not listed or any(not isinstance(each, str) for each in listed)):
            raise NotationError((*path, key), f"found {describe(named)}", "a label, or a list of labels")
        for label in listed:
            _known(label, (*path, key), labels)
            found.append(TriggerClaim(label, key == "triggers", ability, times if key == "triggers" else None))
    if found and not (ability is None or type(ability) is int or isinstance(ability, str)):
        raise NotationError((*path, "ability"), f"found {describe(ability)}", "a number, or a piece of its text")
    return tuple(found)


def _known(label: str, path: Path, labels: frozenset[str]) -> None:
    if label not in labels and not _OF_TRIGGERED.fullmatch(label):
        from difflib import get_close_matches

        close = get_close_matches(label, labels, 1)
        known = ", ".join(sorted(labels)) or "none"
        mend = f"did you mean {close[0]!r}?" if close else "give the object this label with as:"
        raise NotationError((*path, label), f"no object has the label {label!r}", f"one of {known}", mend)


def _text(data: dict[str, Any], key: str, path: Path) -> str | None:
    value = data.get(key)
    if value is not None and not isinstance(value, str | int):
        raise NotationError((*path, key), f"found {describe(value)}", "a word")
    return None if value is None else str(value)


def _alone(body: dict[str, Any], mode: str, path: Path) -> None:
    for key in body:
        if key != mode:
            raise NotationError((*path, key), f"{key!r} stands beside {mode!r}", f"{mode} alone in a claim of its own")


def _players(data: Any, path: Path) -> tuple[tuple[str, int], ...]:
    if not isinstance(data, dict) or any(type(value) is not int for value in data.values()):
        raise NotationError(path, f"found {describe(data)}", "a mapping such as {you: 18}")
    return tuple(data.items())


def _parts(data: Any, path: Path, labels: frozenset[str], ability: Any = None) -> tuple[ObjectClaim, ...]:
    if not isinstance(data, dict) or not data:
        raise NotationError(path, f"found {describe(data)}", "a mapping such as {LABEL: {pt: 4/4}}")
    parts = []
    for label, says in data.items():
        _known(label, path, labels)
        if not isinstance(says, dict) or not says:
            raise NotationError((*path, label), f"found {describe(says)}", "a mapping such as {pt: 4/4}")
        which = says.get("ability", ability)
        pairs = tuple(_say(key, value, (*path, label, key)) for key, value in says.items() if key != "ability")
        parts.append(ObjectClaim(label, pairs, which))
    return tuple(parts)


def _outcomes(data: Any, path: Path, labels: frozenset[str]) -> tuple[tuple[ObjectClaim, ...], ...]:
    if isinstance(data, dict) and len(data) == 1:
        label, listed = next(iter(data.items()))
        if isinstance(listed, list):
            return tuple(_parts({label: each}, path, labels) for each in listed)
    if isinstance(data, list):
        return tuple(_parts(each, (*path, index), labels) for index, each in enumerate(data))
    raise NotationError(path, f"found {describe(data)}", "{LABEL: [{…}, {…}]} or a list of joint outcomes")


def _say(key: str, value: Any, path: Path) -> tuple[str, Asserted]:
    expected = None
    if key in ("pt", "base_pt"):
        if not (isinstance(value, str) and (value == "none" or _PT.match(value))):
            expected = "power/toughness such as 4/4, or none"
    elif key in _INTS:
        if key in ("loyalty", "defense", "power", "toughness") and value == "none":
            return key, value
        expected = None if type(value) is int else "a whole number"
    elif key in _WORDS:
        expected = None if isinstance(value, str) else "a word"
    elif key in _FLAGS:
        expected = None if isinstance(value, bool) else "true or false"
    elif key in _LISTS:
        values = value if isinstance(value, list) else None
        if values is None:
            expected = "a list of words"
        elif any(not isinstance(each, str) for each in values):
            odd = next(each for each in values if not isinstance(each, str))
            raise NotationError(path, f"{describe(odd)} stands in the list", "words only", f'write "{odd}"')
        elif not values and key in ("has", "lacks", "has_names", "lacks_names"):
            expected = "at least one word"
        else:
            return key, tuple(values)
    elif key == "counters":
        if not isinstance(value, dict) or any(type(each) is not int for each in value.values()):
            expected = "a mapping such as {level: 1}"
        else:
            return key, tuple(value.items())
    else:
        from difflib import get_close_matches

        close = get_close_matches(key, KEYS, 1)
        mend = f"did you mean {close[0]!r}?" if close else ""
        raise NotationError(path, f"unknown key {key!r}", some_of(key, KEYS, "layerproof words claims"), mend)
    if expected:
        raise NotationError(path, f"found {describe(value)}", expected)
    return key, value
