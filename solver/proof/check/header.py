"""The header of a proof: its edition, its scenario, its claim and its cards must be those that there are."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

import msgspec

from layerproof.kb.cards.meld_pairs import combined_faces
from layerproof.kb.model.card import Card
from layerproof.kb.rulebook.edition import Edition, edition_names, load_edition
from layerproof.kb.scenario.scenario import Claim, Scenario
from layerproof.kb.scenario.scenario_file import read_plain
from layerproof.solver.proof.check.making import known_card


class Invalid(Exception):
    """Something in a proof is not what it must be; step 0 is the header."""

    def __init__(self, reason: str, step: int = 0) -> None:
        super().__init__(reason)
        self.reason, self.step = reason, step


def scenario_digest(data: Any) -> str:
    """The digest of the plain data of a scenario: SHA-256 of its canonical JSON."""
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def card_digest(card: Card) -> str:
    """The digest of the facts of a card: SHA-256 of its record as JSON."""
    return hashlib.sha256(msgspec.json.encode(card, order="deterministic")).hexdigest()


def edition_of(data: dict[str, Any]) -> Edition:
    """The edition that a header names. Raises Invalid for none, and for another digest than its own."""
    if data["edition"] not in edition_names():
        raise Invalid(f"there is no edition {data['edition']!r}")
    edition = load_edition(data["edition"])
    if data["edition_digest"] != edition.digest:
        raise Invalid("the digest of the edition is another")
    return edition


def scenario_of(data: dict[str, Any], known: Scenario | None = None) -> Scenario:
    """The scenario that a header carries, or the known one that it was found to be; Invalid for another digest."""
    if data["scenario_digest"] != scenario_digest(data["scenario"]):
        raise Invalid("the digest of the scenario is another")
    return as_scenario(data["scenario"]) if known is None else known


def as_scenario(plain: Any) -> Scenario:
    """The record of a scenario from plain data. Raises Invalid where that is not one scenario that can be read."""
    read = read_plain(plain)
    if len(read.scenarios) != 1:
        why = f": {read.unreadable[0].message}" if read.unreadable else ""
        raise Invalid(f"the scenario cannot be read{why}")
    return read.scenarios[0]


def claim_of(scenario: Scenario, data: dict[str, Any]) -> Claim:
    """The claim that a header names by its number. Raises Invalid where the scenario has no such claim."""
    found = [each for each in scenario.claims if each.number == data["claim"] and type(data["claim"]) is int]
    if len(found) != 1:
        raise Invalid(f"the scenario has no claim {data['claim']!r}")
    for name in (scenario.edition, *found[0].editions):
        load_edition(name)
    return found[0]


def refuse_cards(data: dict[str, Any]) -> None:
    """Check the cards of a header: each that the timeline names is there with its digest. Raises Invalid."""
    _digests(data)
    named = [name for name in cards_named(data["scenario"].get("timeline") or []) if known_card(name)]
    missing = [name for name in named if name not in data["cards"]]
    if missing:
        raise Invalid(f"the digest of the card {missing[0]} is missing")


def _digests(data: dict[str, Any]) -> None:
    """Check the digests of the cards that a header gives; each card must be named somewhere in the timeline."""
    if not isinstance(data["cards"], dict):
        raise Invalid("the cards are no mapping")
    words = set(_texts(data["scenario"].get("timeline") or []))
    words.update(combined_faces(words))
    for name, digest in data["cards"].items():
        if name not in words:
            raise Invalid(f"the scenario does not name the card {name}")
        if card_digest(known_card(name)) != digest:
            raise Invalid(f"the digest of the card {name} is another")


def _texts(value: Any) -> Iterator[str]:
    """All texts within plain data."""
    if isinstance(value, str):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _texts(each)


def cards_named(events: list[Any]) -> list[str]:
    """The names of the cards in the entries of a timeline, each once, with what is open in it; a label is none."""
    names: list[str] = []
    labels: set[str] = set()
    for event in events:
        inner = [*event.get("together", ()), *event.get("any_order", ())]
        inner += [event["maybe"]] if "maybe" in event else []
        names.extend(each for each in cards_named(inner) if each not in labels)
        if isinstance(event.get("as"), str):
            labels.add(event["as"])
        labels.update(event.get("makes") or ())
        for key in ("enters", "card", "merges", "resolves", "cast", "play_land"):
            meant = event.get(key)
            options = meant["any"] if isinstance(meant, dict) and isinstance(meant.get("any"), list) else [meant]
            known = labels if key in ("resolves", "cast", "play_land") else ()
            names.extend(each for each in options if isinstance(each, str) and each not in known)
    return list(dict.fromkeys([*names, *combined_faces(names)]))
