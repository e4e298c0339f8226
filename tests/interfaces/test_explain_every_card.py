"""The explanation of every embedded card that loses its abilities, in text and in the HTML report."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest

from layerproof.kb.cards.embedded_facts import FACTS, read_card
from layerproof.kb.model.ability import AsEnters, EntersAsCopy, Keyword
from layerproof.kb.model.card import Card
from layerproof.kb.model.expression import Is
from layerproof.kb.model.node import nodes_of
from layerproof.kb.scenario.scenario_file import read_scenarios
from layerproof.queries.page.report_page import html_page
from layerproof.queries.reports.batch import Found, check_file
from layerproof.queries.reports.file_report import FileReport
from layerproof.queries.reports.report_entries import entries_of, told
from layerproof.queries.words.explanation import explain, explained_labels
from layerproof.queries.words.proof_records import record_from
from tests.helpers.internal_words import internal_words

_WORDS = {
    "color": "white", "creature type": "Elf", "card name": "Grizzly Bears", "player": "opponent", "number": 1,
    "basic land type": "Swamp", "card type": "artifact",
}  # fmt: skip
# Two of these are only part of another card, and some choose what is not worth saying for all of them.
_MOST_OPEN = 20


def cards() -> list[Card]:
    """All embedded cards."""
    return [read_card(file) for file in sorted(FACTS.glob("*/*.yaml"))]


def scenario(card: Card) -> dict[str, Any] | None:
    """A scenario in which a permanent card loses all its abilities in three ways; None for an instant or sorcery."""
    face = card.faces[0]
    if {"instant", "sorcery"} & set(face.types) or not face.types:
        return None
    enters: dict[str, Any] = {"enters": face.name, "as": "it"}
    asked = [word for each in face.abilities if isinstance(each, AsEnters) for word in each.choose]
    choices: dict[str, Any] = {word: _WORDS[word] for word in asked if word in _WORDS}
    if any(isinstance(each, EntersAsCopy) for each in face.abilities):
        choices["object"] = "none"
    if choices:
        enters["choices"] = choices
    if "Aura" in face.subtypes:
        enters["attached_to"] = _host(card)
    others = [{"enters": name} for name in ("Grizzly Bears", "Forest", "Ornithopter")]
    after = [{"enters": "Humility"}, {"enters": "Blood Moon"}]
    loses = {"effect": "This permanent loses all abilities.", "on": "it"}
    claim = {"it": {"has": ["no abilities"], "controller": "you"}}
    timeline = [*others, enters, *after, loses]
    return {"scenario": face.name, "state_based_actions": False, "timeline": timeline, "claims": [claim]}


def _host(card: Card) -> str:
    """What an Aura may enchant among what is there."""
    enchants = [each for each in card.faces[0].abilities if isinstance(each, Keyword) and each.keyword == "enchant"]
    words = [node.word for each in enchants for node in nodes_of(each) if isinstance(node, Is)]
    if any(each.quality in ("player", "opponent") for each in enchants):
        return "opponent"
    return "forest" if {"land", "Forest"} & set(words) else "ornithopter" if "artifact" in words else "grizzly-bears"


class Words(HTMLParser):
    """The text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.quiet = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.quiet = tag in ("style", "script")

    def handle_endtag(self, tag: str) -> None:
        self.quiet = False

    def handle_data(self, data: str) -> None:
        if not self.quiet:
            self.said.append(data)


@pytest.mark.long
def test_every_embedded_card_is_explained_when_it_loses_its_abilities(tmp_path: Path) -> None:
    """In text, as `--why` gives it, and in the page that `--html` writes."""
    made = [each for each in map(scenario, cards()) if each is not None]
    assert len(made) > 500
    file = tmp_path / "every.yaml"
    written = "\n---\n".join(map(json.dumps, made))
    file.write_text(written, encoding="utf-8")
    checked = check_file(Found(str(file)), None, keep_proofs=True)
    assert len(checked.results) == len(made)
    open_ = [each for each in checked.results if each.proof is None]
    assert len(open_) <= _MOST_OPEN, "\n".join(f"{each.scenario}: {each.message}" for each in open_)
    words = []
    for result in checked.results:
        assert result.verdict in ("proved", "undecided", "invalid"), f"{result.scenario}: {result.message}"
        words.append(told(result))
        lines = [result.message]
        if result.proof is not None and "it" in explained_labels(result.proof):
            lines = explain(result.proof, "it")
            assert words[-1].trees, result.scenario
        assert not internal_words("\n".join(lines), allowed=written), lines
    report = FileReport(str(file), checked.results, entries=entries_of(read_scenarios(file)), told=tuple(words))
    assert not internal_words("\n".join(Words(html_page([report])).said), allowed=written)


def test_every_embedded_card_is_read_back_from_its_proof() -> None:
    """What a proof holds of a card is the card: no kind of record is left out."""
    for card in cards():
        assert record_from(msgspec.to_builtins(card)) == card, card.faces[0].name


def test_what_is_internal_is_found() -> None:
    assert internal_words("what Did(what='x') means, self_word and {'a': 1}")
    assert not internal_words("a permanent’s {T}: Add {G}, e.g. P/T 1/1 [613.4b] (rule 305.7)")
