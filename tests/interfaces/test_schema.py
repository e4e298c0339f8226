"""The JSON Schemas allow what the project itself holds and reads, and refuse what it refuses."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from layerproof.kb.cards.embedded_facts import FACTS
from layerproof.kb.files.yaml_source import parse_documents, read_documents
from layerproof.kb.scenario.claims.claim_entries import KEYS
from layerproof.queries.commands.card_schema import card_schema
from layerproof.queries.commands.scenario_schema import scenario_schema

ROOT = Path(__file__).resolve().parents[2]
SUITES = ROOT.parent / "shared" / "suites"


@cache
def validator(name: str) -> Any:
    """Make the validator of a format; the schema itself must be one."""
    schema = card_schema() if name == "card" else scenario_schema()
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def faults(name: str, value: Any) -> list[str]:
    """List what a schema finds wrong with a value."""
    return [f"{'.'.join(map(str, error.path))}: {error.message[:200]}" for error in validator(name).iter_errors(value)]


@pytest.mark.long
def test_every_embedded_card_fits_the_schema() -> None:
    wrong = []
    for file in sorted(FACTS.glob("*/*.yaml")):
        for document in read_documents(file).documents:
            wrong += [f"{file.name}: {fault}" for fault in faults("card", document.value)]
    assert not wrong, "\n".join(wrong[:10])


def scenarios() -> list[Path]:
    """List the scenario files at hand, of each suite some."""
    own = sorted(file for file in (ROOT / "tests" / "scenarios").rglob("*.yaml") if file.parent.name != "bad")
    given = [file for suite in sorted(SUITES.glob("*")) for file in sorted(suite.glob("*.yaml"))[:60]]
    return [file for file in (*own, *given) if file.name != "INDEX.yaml"]


@pytest.mark.parametrize("name", ["one-broken-claim", "unknown-key", "unknown-event-key"])
def test_the_schema_finds_a_key_that_is_unknown(name: str) -> None:
    documents = read_documents(ROOT / "tests" / "scenarios" / "bad" / f"{name}.yaml").documents
    assert any(faults("scenario", document.value) for document in documents)


@pytest.mark.long
def test_scenarios_fit_the_schema() -> None:
    wrong = []
    for file in scenarios():
        for document in read_documents(file).documents:
            wrong += [f"{file.name}: {fault}" for fault in faults("scenario", document.value)]
    assert not wrong, "\n".join(wrong[:10])


EXAMPLE = """\
scenario: An example
edition: current
players: [you, opponent]
timeline:
  - {enters: Godhead of Awe, as: godhead, controller: opponent}
  - {any_order: [{enters: Grizzly Bears}, {enters: Wind Drake}]}
  - {put: {level: {any: 0..8}}, on: godhead}
  - {tap: godhead}
  - {token: {name: Elf, types: [creature], pt: 1/1}, as: elf}
claims:
  - godhead: {pt: 4/4, has: [flying], counters: {level: 0}}
    id: a
    edition: [2012-10-01, current]
  - sometimes: {godhead: {tapped: true}}
  - outcomes: {elf: [{pt: 1/1}]}
"""


def test_an_example_fits_the_schema() -> None:
    assert not faults("scenario", parse_documents(EXAMPLE, "example").documents[0].value)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("enters: Godhead of Awe, as", "enter: Godhead of Awe, as"),
        ("controller: opponent", "controler: opponent"),
        ("pt: 4/4", "pt: 4"),
        ("has: [flying]", "have: [flying]"),
        ("{tap: godhead}", "{tap: 3}"),
        ("scenario: An", "scenaro: An"),
    ],
)
def test_a_fault_does_not_fit_the_schema(old: str, new: str) -> None:
    assert old in EXAMPLE
    assert faults("scenario", parse_documents(EXAMPLE.replace(old, new), "example").documents[0].value)


def test_claims_may_use_every_key() -> None:
    known = scenario_schema()["$defs"]["object claim"]["properties"]
    assert set(KEYS) <= set(known)


@pytest.mark.parametrize("card", [{"name": "X", "colours": []}, {"types": ["creature"]}, {"name": 3}])
def test_a_wrong_card_does_not_fit_the_schema(card: dict[str, Any]) -> None:
    assert faults("card", card)
