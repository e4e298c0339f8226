"""Static abilities by made-up templates that speak of what was chosen or exiled, or of casting their own object."""

from __future__ import annotations

import pytest

from layerproof.kb.model.ability import EntersAsCopy, Opaque, Static, StationBand
from layerproof.kb.model.effect import All
from layerproof.kb.model.expression import AllOf, Not, Ref, Same
from layerproof.kb.model.instruction import Move
from layerproof.kb.model.modification import SetSubtypes, SetTypes
from layerproof.kb.model.raw_card import RawFace
from layerproof.kb.oracle.compiler import compile_ability, compile_face
from layerproof.kb.oracle.words.open_references import found
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all


def _verdicts(text: str) -> list[str]:
    read = parse_scenarios(text)
    assert read.scenarios and not read.unreadable, read.unreadable
    return [each.verdict for each in answer_all(read.scenarios[0])]


@pytest.mark.parametrize("types", [("creature",), ("sorcery",)])
@pytest.mark.parametrize("subject", ["~", "This spell"])
def test_what_gives_its_own_object_flash_functions_on_the_stack(subject: str, types: tuple[str, ...]) -> None:
    (ability,) = compile_ability(f"{subject} has flash as long as you control a Gate.", types=types)
    assert isinstance(ability, Static) and ability.zones == ("stack",)
    (other,) = compile_ability("~ has haste as long as you control a Gate.", types=("creature",))
    assert isinstance(other, Static) and other.zones == ("battlefield",)


@pytest.mark.parametrize(
    ("told", "verdicts"),
    [
        (", choices: {object: bears}", ["proved", "refuted"]),
        ("", ["undecided", "undecided"]),
    ],
)
def test_what_was_chosen_as_it_entered_has_to_be_told(told: str, verdicts: list[str]) -> None:
    scenario = (
        "timeline:\n"
        "  - {enters: Grizzly Bears, as: bears}\n"
        "  - token: {name: Lord, types: [creature], pt: 1/1, abilities: [The chosen creature gets +3/+3.]}\n"
        f"    as: lord{told.replace(', ', chr(10) + '    ', 1)}\n"
        "claims:\n  - bears: {pt: 5/5}\n  - bears: {pt: 2/2}\n"
    )
    assert _verdicts(scenario) == verdicts


@pytest.mark.parametrize(
    "speaks",
    [
        "~ has flying as long as a card exiled with ~ has flying.",
        "~ gets +X/+Y, where X is the exiled creature card's power and Y is its toughness.",
    ],
)
def test_what_an_ability_exiles_is_remembered_for_the_others(speaks: str) -> None:
    text = f"When ~ enters, exile target creature card from a graveyard.\n{speaks}"
    compiled = compile_face(RawFace(name="Made Up", types=("creature",), oracle_text=text))
    (move,) = found(compiled, lambda part: isinstance(part, Move))
    assert move.linked
    alone = RawFace(name="Made Up", types=("creature",), oracle_text=text.partition("\n")[0])
    (move,) = found(compile_face(alone), lambda part: isinstance(part, Move))
    assert not move.linked


@pytest.mark.parametrize(
    ("types", "subtypes", "kind"),
    [
        (("enchantment",), ("Aura",), "host"),
        (("artifact",), ("Equipment",), "host"),
        (("enchantment",), (), "self"),
        (("artifact", "creature"), ("Equipment",), "self"),
    ],
)
def test_other_creatures_of_an_aura_are_other_than_the_enchanted_one(
    types: tuple[str, ...], subtypes: tuple[str, ...], kind: str
) -> None:
    text = "Other creatures you control get -1/-1."
    compiled = compile_face(RawFace(name="Made Up", types=types, subtypes=subtypes, oracle_text=text))
    ((scope,),) = [found(compiled, lambda part: isinstance(part, All))]
    assert isinstance(scope.filter, AllOf) and Not(Same(Ref(kind))) in scope.filter.filters


def test_a_copy_that_is_a_vehicle_alone_has_no_other_artifact_type() -> None:
    text = (
        "You may have this Vehicle enter as a copy of a creature you control, except it's a Vehicle artifact with "
        "crew 2 and it loses all other card types."
    )
    (copy,) = found(compile_ability(text, types=("artifact",)), lambda part: isinstance(part, EntersAsCopy))
    assert copy.exceptions[:2] == (SetTypes(("artifact",)), SetSubtypes(("Vehicle",), "artifact"))


@pytest.mark.parametrize(
    ("cost", "verdict"),
    [("Exile the top card of your library", "undecided"), ("{1}", "proved")],
)
def test_what_was_exiled_for_a_cost_is_not_followed(cost: str, verdict: str) -> None:
    says = f"{cost}: Put X +1/+1 counters on this creature, where X is the exiled card's mana value."
    scenario = (
        "timeline:\n"
        f'  - token: {{name: Eater, types: [creature], pt: 1/1, abilities: ["{says}"]}}\n'
        "    as: eater\n  - {activates: eater, ability: 1}\n"
        "claims:\n  - eater: {pt: 1/1}\n"
    )
    assert _verdicts(scenario) == [verdict]


def test_other_card_types_that_are_lost_leave_no_effect_that_does_nothing() -> None:
    text = "Enchanted permanent is a Vehicle artifact with crew 5 and it loses all other card types."
    (static,) = compile_ability(text, types=("enchantment",))
    assert isinstance(static, Static) and len(static.effects) == 1
    assert SetTypes(("artifact",)) in static.effects[0].mods


def test_an_artifact_type_without_a_card_type_has_no_one_reading() -> None:
    (ability,) = compile_ability("Artifacts you control are Equipment.", types=("enchantment",))
    assert isinstance(ability, Opaque) and "type" in ability.touches


def test_what_stands_below_a_station_symbol_belongs_to_it() -> None:
    text = "Station\n2+ | {1}: Draw a card.\n7+ | Flying\nOther creatures you control have haste."
    face = RawFace(name="Made Up", types=("artifact",), subtypes=("Spacecraft",), oracle_text=text)
    bands = [each for each in compile_face(face) if isinstance(each, StationBand)]
    assert [(each.minimum, len(each.abilities)) for each in bands] == [(2, 1), (7, 2)]
    assert not any(isinstance(each, Static) for each in compile_face(face))
