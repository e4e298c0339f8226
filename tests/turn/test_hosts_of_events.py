"""What an Aura or Equipment says of the object that it was attached to as that did something."""

from __future__ import annotations

import pytest

from layerproof.kb.model import instruction as i
from layerproof.kb.model.expression import Ref
from layerproof.kb.oracle.compiler import compile_ability
from layerproof.kb.oracle.words.open_references import found
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all

HORN = "Whenever equipped creature attacks, it gets +3/+0 until end of turn."


def verdict(entries: str, claim: str, text: str = HORN) -> str:
    """The verdict on one claim where an Equipment with one ability is attached to the creature a, and b is there."""
    before = (
        "{enters: Grizzly Bears, as: a}, {enters: Hill Giant, as: b}, {token: {name: Horn, types: [artifact], "
        f"subtypes: [Equipment], abilities: ['{text}']}}, as: horn}}, {{attach: horn, to: a}}"
    )
    read = parse_scenarios(f"timeline: [{before}, {entries}]\nclaims: [{claim}]\n")
    assert not read.unreadable, read.unreadable
    return answer_all(read.scenarios[0])[0].verdict


CASES = [
    ("{triggers: horn, ability: 1}", "a: {pt: 5/2}", "proved"),
    ("{triggers: horn, ability: 1, about: a}", "a: {pt: 5/2}", "proved"),
    ("{turn: you}, {attack: [a]}, {triggers: horn, ability: 1}", "a: {pt: 5/2}", "proved"),
    ("{turn: you}, {attack: [a]}, {triggers: horn, ability: 1, about: a}", "a: {pt: 5/2}", "proved"),
    ("{turn: you}, {attack: [a]}, {resolve_top: true}", "a: {pt: 5/2}", "proved"),
    ("{attach: horn, to: b}, {triggers: horn, ability: 1}", "b: {pt: 6/3}", "proved"),
    ("{attach: horn, to: b}, {triggers: horn, ability: 1, about: a}", "b: {pt: 6/3}", "undecided"),
    ("{unattach: horn}, {triggers: horn, ability: 1, about: a}", "a: {pt: 2/2}", "undecided"),
    ("{unattach: horn}, {triggers: horn, ability: 1}", "a: {pt: 2/2}", "undecided"),
    ("{turn: you}, {attack: [a]}, {attach: horn, to: b}, {triggers: horn, ability: 1}", "b: {pt: 6/3}", "undecided"),
    ("{turn: you}, {attack: [a]}, {attach: horn, to: b}, {resolve_top: true}", "b: {pt: 6/3}", "undecided"),
]


@pytest.mark.parametrize(("entries", "claim", "expected"), CASES)
@pytest.mark.parametrize("alone", ["both", "solver", "checker"])
def test_it_is_the_creature_of_the_event(
    entries: str, claim: str, expected: str, alone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if alone == "checker":
        for name in ("situation.abilities", "game.resolving"):
            monkeypatch.setattr(f"layerproof.solver.{name}.ask_which_host", lambda *_, **__: None)
    if alone == "solver":
        for name in ("events", "stated", "resolved"):
            monkeypatch.setattr(f"layerproof.solver.proof.check.{name}.refuse_moved_away", lambda *_, **__: None)
    assert verdict(entries, claim) == expected


@pytest.mark.parametrize("alone", ["both", "solver", "checker"])
def test_what_has_triggered_and_waits_remembers_its_host(alone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind an event it is not on the stack yet; only the next action puts it there."""
    if alone == "checker":
        for name in ("game.asserting", "game.stacking"):
            monkeypatch.setattr(f"layerproof.solver.{name}.has_left_host", lambda *_: False)
    if alone == "solver":
        for name in ("stated", "stacking"):
            monkeypatch.setattr(f"layerproof.solver.proof.check.{name}.refuse_other_host", lambda *_: None)
    text = "Whenever equipped creature becomes tapped, it gets +3/+0 until end of turn."
    begun = "{turn: you}, {attack: [b]}, {tap: a}"
    for then in ("{triggers: horn, ability: 1}", "{resolve_top: true}"):
        assert verdict(f"{begun}, {then}", "a: {pt: 5/2}", text) == "proved"
        assert verdict(f"{begun}, {{attach: horn, to: b}}, {then}", "b: {pt: 6/3}", text) == "undecided"


def test_what_the_event_calls_by_its_type_is_that_creature() -> None:
    text = "Whenever equipped creature blocks or becomes blocked by a Vampire, destroy that creature."
    for words, kind in ((text, "that"), (text.replace("equipped creature", "~"), "that"), (HORN, "host")):
        (ability,) = compile_ability(words, types=("artifact",))
        named = found(ability.body, lambda part: isinstance(part, Ref))  # type: ignore[union-attr]
        assert [each.kind for each in named] == [kind]
    (ability,) = compile_ability("Whenever equipped creature becomes blocked by a Vampire, destroy it.")
    assert found(ability, lambda part: isinstance(part, i.Move))[0].affects.ref == Ref("host")
