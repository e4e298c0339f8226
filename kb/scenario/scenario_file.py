"""Scenario files read into records, with errors that name file, line and key."""

from __future__ import annotations

import json
import re
from pathlib import Path as FilePath
from typing import Any

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.files.yaml_document import Document, Documents, plain_document
from layerproof.kb.files.yaml_source import parse_documents, read_documents
from layerproof.kb.model.node import Node
from layerproof.kb.notation.plain_data import NotationError, Path, decode, describe
from layerproof.kb.scenario.action import Activate, Cast, PlayLand
from layerproof.kb.scenario.claims.claim_entries import read_claim
from layerproof.kb.scenario.event import (
    Enters,
    Event,
    InZone,
    Listed,
    MakesToken,
    Resolves,
    Together,
    TypedEffect,
    Unmodelled,
)
from layerproof.kb.scenario.known_words import Said, refuse_constraints, refuse_kinds, refuse_texts
from layerproof.kb.scenario.open_entries import refuse_open
from layerproof.kb.scenario.placeholders import refuse_placeholder_claim, refuse_placeholders
from layerproof.kb.scenario.scenario import Claim, Scenario
from layerproof.kb.scenario.size_limits import MOST_CHARACTERS, refuse_excess
from layerproof.kb.scenario.timeline import contains_any, every_key, read_event
from layerproof.kb.scenario.unquoted_names import joined_names

_TOP = (
    "scenario", "edition", "players", "timeline", "claims", "constraints", "state_based_actions", "library_size",
    "mana", "question", "answer", "source", "topic",
)  # fmt: skip


class Unreadable(Node, frozen=True):
    """A scenario, or one claim of it, that cannot be read: where it stands and why. claim 0 is the whole scenario."""

    file: str
    line: int
    title: str
    claim: int
    message: str


class Read(Node, frozen=True):
    """What a file of scenarios gave: the scenarios in order, and what could not be read."""

    scenarios: tuple[Scenario, ...]
    unreadable: tuple[Unreadable, ...]


def read_scenarios(file: str | FilePath) -> Read:
    """Read the scenarios of a YAML file.

    file: a path. Returns the scenarios that are well formed and a record for each part that is not; it never raises
    for what the file holds. Card names are not looked up here.
    """
    try:
        return _read_all(read_documents(file), str(file))
    except KnowledgeError as error:
        return Read((), (Unreadable(str(file), error.line or 0, "", 0, str(error)),))


def parse_scenarios(text: str, file: str = "<text>") -> Read:
    """Read scenarios from YAML text, as read_scenarios does from a file.

    >>> parse_scenarios("scenario: Nothing\\ntimeline: []\\n").scenarios[0].title
    'Nothing'
    """
    try:
        return _read_all(parse_documents(text, file), file)
    except KnowledgeError as error:
        return Read((), (Unreadable(file, error.line or 0, "", 0, str(error)),))


def read_plain(data: Any, file: str = "<data>") -> Read:
    """Read one scenario from plain data, as a proof carries it; it has no lines.

    What no scenario file could hold (numbers with a point or of many digits, deep nesting) is unreadable here too.

    >>> read_plain({"scenario": "Nothing", "timeline": []}).scenarios[0].title
    'Nothing'
    """
    try:
        return _read_all(Documents((plain_document(data, file),), ()), file)
    except KnowledgeError as error:
        return Read((), (Unreadable(file, 0, "", 0, str(error)),))


def _read_all(found: Any, file: str) -> Read:
    scenarios: list[Scenario] = []
    unreadable = [Unreadable(file, each.line or 0, "", 0, str(each)) for each in found.errors]
    for document in found.documents:
        if document.value is None:
            continue
        reader = _Reader(document, file)
        scenario = reader.read()
        if scenario is not None:
            scenarios.append(scenario)
        unreadable.extend(reader.unreadable)
    return Read(tuple(scenarios), tuple(unreadable))


def _mana(data: Any, players: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The mana in the pools of players: symbols of colors and of colorless mana."""
    if not isinstance(data, dict):
        raise NotationError(("mana",), f"found {describe(data)}", 'players with symbols, such as {you: "{R}{R}{G}"}')
    for name, symbols in data.items():
        if name not in players:
            raise NotationError(("mana", name), f"there is no player {name!r}", "one of " + ", ".join(players))
        if not isinstance(symbols, str) or not re.fullmatch(r"(?:\{[WUBRGC]\})*|\{0\}", symbols):
            mend = "colorless mana is {C}, an empty pool is {0}"
            raise NotationError(("mana", name), f"found {describe(symbols)}", 'symbols such as "{R}{G}{C}"', mend)
    return tuple((name, "" if symbols == "{0}" else symbols) for name, symbols in data.items())


def _library_size(data: Any, players: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """How many cards there are in the libraries of players as the timeline begins, the listed ones among them."""
    if not isinstance(data, dict):
        raise NotationError(("library_size",), f"found {describe(data)}", "players with numbers, such as {you: 40}")
    for name, number in data.items():
        if name not in players:
            expected = "one of " + ", ".join(players)
            raise NotationError(("library_size", name), f"there is no player {name!r}", expected)
        if type(number) is not int or number < 0:
            expected = "how many cards are there, the listed ones among them"
            raise NotationError(("library_size", name), f"found {describe(number)}", expected)
    return tuple(data.items())


class _Reader:
    """Reads one document; gathers what is wrong with single claims."""

    def __init__(self, document: Document, file: str) -> None:
        self.document, self.file, self.unreadable = document, file, list[Unreadable]()
        self.title = ""

    def read(self) -> Scenario | None:
        data = joined_names(self.document.value, every_key())
        try:
            if not isinstance(data, dict):
                raise NotationError((), f"found {describe(data)}", "a mapping with scenario:, timeline: and claims:")
            self.title = str(data.get("scenario", ""))[:MOST_CHARACTERS]
            refuse_excess(data)
            return self._scenario(data)
        except NotationError as error:
            self._report(error, 0)
            return None

    def _report(self, error: NotationError, claim: int) -> None:
        place = self.document.where(error.path)
        message = KnowledgeError(
            what=f"{_dotted(error.path)}: {error.what}" if error.path else error.what,
            expected=error.expected,
            mend=error.mend or None,
            file=self.file,
            line=place.line,
        )
        self.unreadable.append(Unreadable(self.file, place.line or 0, self.title, claim, str(message)))

    def _scenario(self, data: dict[str, Any]) -> Scenario:
        for key in data:
            if key not in _TOP:
                from difflib import get_close_matches

                close = get_close_matches(key, _TOP, 1)
                mend = f"did you mean {close[0]!r}?" if close else ""
                raise NotationError((key,), f"unknown key {key!r}", "one of " + ", ".join(_TOP), mend)
        refuse_placeholders(data)
        players = decode(data.get("players", ["you", "opponent"]), tuple[str, ...], ("players",))
        if len(set(players)) != len(players) or not players:
            raise NotationError(("players",), "a player is listed twice, or none is", "different names")
        entries = data.get("timeline") or []
        if not isinstance(entries, list):
            raise NotationError(("timeline",), f"found {describe(entries)}", "a list of events")
        said = Said(entries, players)
        timeline = tuple(read_event(each, ("timeline", index)) for index, each in enumerate(entries))
        for index, each in enumerate(entries):
            refuse_open(each, ("timeline", index))
        refuse_kinds(entries, ("timeline",), said)
        refuse_typed(timeline, said)
        unknowns = _unknowns(timeline)
        labels = frozenset(_labels(timeline)) | frozenset(_raw_labels(entries) if unknowns else ())
        return Scenario(
            title=decode(data.get("scenario", ""), str, ("scenario",)),
            edition=decode(data.get("edition", "current"), str, ("edition",)),
            players=players,
            state_based_actions=decode(data.get("state_based_actions", True), bool, ("state_based_actions",)),
            timeline=timeline,
            claims=self._claims(data.get("claims") or [], labels, said),
            constraints=_constraints(data.get("constraints") or [], said),
            library_size=_library_size(data.get("library_size", {}), players),
            unknowns=unknowns,
            mana=_mana(data.get("mana", {}), players),
            file=self.file,
            line=self.document.where(()).line or 0,
            lines=tuple(self.document.where(("timeline", index)).line or 0 for index in range(len(entries))),
            source=json.dumps(data, ensure_ascii=False, separators=(",", ":")),
        )

    def _claims(self, data: Any, labels: frozenset[str], said: Said) -> tuple[Claim, ...]:
        if not isinstance(data, list):
            raise NotationError(("claims",), f"found {describe(data)}", "a list of claims")
        claims: list[Claim] = []
        for index, each in enumerate(data):
            try:
                refuse_placeholder_claim(each, ("claims", index))
                claim = read_claim(each, index + 1, ("claims", index), labels, said)
            except NotationError as error:
                self._report(error, index + 1)
                continue
            line = self.document.where(("claims", index)).line or 0
            claims.append(_with_line(claim, line))
        return tuple(claims)


def refuse_typed(timeline: tuple[Event, ...], said: Said) -> None:
    """Refuse rules text that entries of a timeline type out, where a word of it is none
    (kb/scenario/known_words.py)."""
    for index, event in enumerate(timeline):
        for each in event.together if isinstance(event, Together) else (event,):
            listed = each.listed if isinstance(each, MakesToken) else getattr(each, "face_down", None)
            if isinstance(listed, Listed):
                refuse_texts(listed.abilities, ("timeline", index), said)
            if isinstance(each, TypedEffect):
                refuse_texts((each.effect,), ("timeline", index, "effect"), said)


def _with_line(claim: Claim, line: int) -> Claim:
    import msgspec

    return msgspec.structs.replace(claim, line=line)


def _dotted(path: Path) -> str:
    return ".".join(str(each) for each in path)


def _constraints(given: Any, said: Said) -> tuple[str, ...]:
    """Constraints as they are written: sentences as such, mappings as JSON."""
    if not isinstance(given, list):
        raise NotationError(("constraints",), f"found {describe(given)}", "a list of constraints")
    for index, each in enumerate(given):
        if not isinstance(each, str | dict) or not each:
            expected = "a mapping such as a.before: b, or a comparison of counters"
            raise NotationError(("constraints", index), f"found {describe(each)}", expected)
    refuse_constraints([each for each in given if isinstance(each, str)], said)
    return tuple(each if isinstance(each, str) else json.dumps(each) for each in given)


def _unknowns(timeline: tuple[Event, ...]) -> tuple[str, ...]:
    found: list[str] = []
    for event in timeline:
        if isinstance(event, Together):
            found.extend(_unknowns(event.together))
        elif isinstance(event, Unmodelled) and event.what in ("any_order", "maybe", "any"):
            found.append(event.what)
    return tuple(dict.fromkeys(found))


def default_label(name: str) -> str:
    """The label of an object that is given none: the name in lower case, `-` for every other character.

    >>> default_label("Godhead of Awe")
    'godhead-of-awe'
    """
    return re.sub(r"[^\w]|_", "-", name.lower())


def ability_label(of: str) -> str:
    """The label of an activated ability on the stack that is given none: that of its source and `ability`."""
    return f"{of}-ability"


def triggered_label(of: str, number: int) -> str:
    """The label of a triggered ability on the stack: that of its source and `trigger`, from the second on a number.

    >>> triggered_label("bear", 1), triggered_label("bear", 2)
    ('bear-trigger', 'bear-trigger-2')
    """
    return f"{of}-trigger" if number == 1 else f"{of}-trigger-{number}"


def _labels(timeline: tuple[Event, ...]) -> list[str]:
    """The labels that a timeline makes."""
    labels: list[str] = []
    for event in timeline:
        if isinstance(event, Together):
            labels.extend(_labels(event.together))
            continue
        given = getattr(event, "as_", None)
        if given is not None:
            labels.extend([given] if isinstance(given, str) else given)
        elif isinstance(event, Enters):
            labels.append(default_label(event.enters))
        elif isinstance(event, InZone):
            labels.append(default_label(event.card))
        elif isinstance(event, Resolves):
            labels.append(default_label(event.resolves))
        elif isinstance(event, Cast | PlayLand):
            labels.append(default_label(event.cast if isinstance(event, Cast) else event.play_land))
        elif isinstance(event, Activate):
            labels.append(ability_label(event.activate))
        elif isinstance(event, MakesToken):
            labels.append(default_label(event.listed.name or " ".join(event.listed.subtypes)))
        labels.extend(getattr(event, "makes", ()))
        labels.extend(_labels(getattr(event, "casting", ())))
    return labels


def _raw_labels(data: Any) -> list[str]:
    """The labels in a timeline with unknowns, read from the plain data."""
    labels: list[str] = []
    if isinstance(data, list):
        for each in data:
            labels.extend(_raw_labels(each))
    elif isinstance(data, dict):
        for key in ("as", "makes"):
            labels.extend(words_in(data.get(key)))
        for key in ("enters", "card", "resolves", "cast", "play_land"):
            if isinstance(data.get(key), str) and "as" not in data:
                labels.append(default_label(data[key]))
        if isinstance(data.get("activate"), str) and "as" not in data:
            labels.append(ability_label(data["activate"]))
        token = data.get("token")
        if isinstance(token, dict) and "as" not in data:
            labels.append(default_label(str(token.get("name") or " ".join(words_in(token.get("subtypes"))))))
        for key in ("any_order", "maybe", "together"):
            labels.extend(_raw_labels(data.get(key)))
    return labels


def words_in(given: Any) -> list[str]:
    """A word or a list of words; what else stands there is complained about when the world is read."""
    return [each for each in (given if isinstance(given, list) else [given]) if isinstance(each, str)]


__all__ = ["Read", "Unreadable", "contains_any", "default_label", "parse_scenarios", "read_scenarios", "words_in"]
