"""Words that are not read, or costs that are not followed, leave open what they would change, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from layerproof.kb.model.ability import Loyalty
from layerproof.kb.oracle.compiler import compile_ability
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.kb.wording.abilities import ability_text
from layerproof.queries.answer.claim_answers import answer_all

CHECK = "layerproof.solver.proof.check"
ASKED: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "lethal": (
        {
            "layerproof.solver.situation.state_based.lethal_is_known": lambda _: None,
            "layerproof.solver.game.assigning.lethal_is_known": lambda _: None,
        },
        {f"{CHECK}.state_based.refuse_lethal": lambda _: None, f"{CHECK}.striking.refuse_lethal": lambda _: None},
    ),
    "bands": (
        {
            "layerproof.solver.game.combat.bands_in_words": lambda _: False,
            "layerproof.solver.game.assigning.bands_in_words": lambda _: False,
        },
        {f"{CHECK}.fighting.speaks_of_bands": lambda _: False, f"{CHECK}.striking.speaks_of_bands": lambda _: False},
    ),
    "enchanted": (
        {"layerproof.solver.game.rights.words_about": lambda *_: ()},
        {f"{CHECK}.state_based.told_of_player": lambda *_: ()},
    ),
    "loyalty": (
        {"layerproof.solver.game.activating._judge_cost": lambda *_: None},
        {f"{CHECK}.legal_activation._price": lambda *_: None},
    ),
}


@pytest.fixture(params=["both", "solver", "checker"])
def asks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let both, the solver alone or the checker alone ask for what a test is about."""

    def of(matter: str) -> None:
        in_solver, in_checker = ASKED[matter]
        silenced = {"both": {}, "solver": in_checker, "checker": in_solver}[request.param]
        for name, answer in silenced.items():
            monkeypatch.setattr(name, answer)

    return of


def verdict(timeline: str, claim: str) -> str:
    """The verdict on the one claim behind a timeline."""
    read = parse_scenarios(f"timeline: [{timeline}]\nclaims:\n  - {claim}\n")
    assert read.scenarios and not read.unreadable, read.unreadable
    (found,) = answer_all(read.scenarios[0])
    return found.verdict


def made(types: str, *abilities: str, pt: str = "", more: str = "") -> str:
    """The event that makes a token with abilities."""
    said = ", ".join(f'"{each}"' for each in abilities)
    size = f", pt: {pt}" if pt else ""
    return f"{{token: {{name: Made Up, types: [{types}]{size}, abilities: [{said}]}}{more}}}"


RULED = made("artifact", "Power counts for lethal damage, and toughness never does.")
FIGHT = "{enters: Grizzly Bears, as: bears}, {damage: 1, to: bears}"


def test_words_about_lethal_damage_leave_open_what_damage_destroys(asks: Any) -> None:
    asks("lethal")
    assert verdict(f"{FIGHT}, {RULED}", "bears: {on_battlefield: true}") == "undecided"


def test_words_about_lethal_damage_concern_what_is_damaged_only() -> None:
    assert verdict(f"{{enters: Grizzly Bears, as: bears}}, {RULED}", "bears: {on_battlefield: true}") == "proved"
    assert verdict(f"{FIGHT}, {{enters: Mind Stone}}", "bears: {on_battlefield: true}") == "proved"
    lasting = made("creature", "Indestructible", pt="2/2", more=", as: lasting")
    assert verdict(f"{lasting}, {{damage: 3, to: lasting}}, {RULED}", "lasting: {on_battlefield: true}") == "proved"


ATTACKED = (
    f"{made('creature', 'Trample', pt='6/6', more=', as: tusks')}, "
    "{enters: Grizzly Bears, as: bears, controller: opponent}, RULED, {turn: opponent}, {turn: you}, "
    "{attack: [tusks]}, {blockers: {bears: tusks}, controller: opponent}"
)
ONE = "{combat_damage: {tusks: {bears: 1, opponent: 5}}}"


def test_words_about_lethal_damage_leave_open_what_trample_needs(asks: Any) -> None:
    asks("lethal")
    assert verdict(ATTACKED.replace("RULED", RULED), f"illegal: {ONE}") == "undecided"


def test_trample_needs_lethal_damage() -> None:
    assert verdict(ATTACKED.replace("RULED", "{enters: Mind Stone}"), f"illegal: {ONE}") == "proved"
    assert (
        verdict(ATTACKED.replace("RULED", "{enters: Mind Stone}"), f"legal: {ONE.replace('1', '2').replace('5', '4')}")
        == "proved"
    )


LATER = "{enters: Grizzly Bears, as: bears}, {turn: opponent}, {turn: you}"
BAND = "{attack: [made, bears], bands: [[made, bears]]}"


def test_who_bands_with_others_of_a_quality_is_open(asks: Any) -> None:
    asks("bands")
    goose = made("creature", "Bands with other geese.", pt="1/1", more=", as: made")
    assert verdict(f"{goose}, {LATER}", f"illegal: {BAND}") == "undecided"


def test_a_band_that_cannot_be_is_illegal_whatever_words_say() -> None:
    goose = made("creature", "Bands with other geese.", pt="1/1", more=", as: made")
    alone = "{attack: [made, bears], bands: [[made]]}"
    assert verdict(f"{goose}, {LATER}", f"illegal: {alone}") == "proved"
    plain = made("creature", "Vigilance", pt="1/1", more=", as: made")
    assert verdict(f"{plain}, {LATER}", f"illegal: {BAND}") == "proved"


CURSE = (
    "{token: {name: Made Up, types: [enchantment], subtypes: [Aura], colors: [red], abilities: [Enchant player]}, "
    "as: curse, controller: opponent, attached_to: WHOM}"
)


def test_an_aura_on_a_player_with_protection_is_left_open(asks: Any) -> None:
    asks("enchanted")
    shield = made("artifact", "You have protection from red.")
    assert verdict(f"{CURSE.replace('WHOM', 'you')}, {shield}", "curse: {on_battlefield: true}") == "undecided"


def test_an_aura_on_another_player_stays() -> None:
    shield = made("artifact", "You have protection from red.")
    assert verdict(f"{CURSE.replace('WHOM', 'opponent')}, {shield}", "curse: {on_battlefield: true}") == "proved"
    later = made("artifact", "If this card is in your opening hand, you may begin the game with it on the battlefield.")
    assert verdict(f"{CURSE.replace('WHOM', 'you')}, {later}", "curse: {on_battlefield: true}") == "proved"
    veiled = made("artifact", "You have hexproof.")
    assert verdict(f"{CURSE.replace('WHOM', 'you')}, {veiled}", "curse: {on_battlefield: true}") == "proved"


WALKER = made(
    "planeswalker",
    "[+1]: You gain 1 life.",
    "[−X]: This planeswalker deals X damage to target creature.",
    more=", counters: {loyalty: 3}, as: made",
)
STANDS = (
    f"{WALKER}, {{enters: Craw Wurm, as: wurm, controller: opponent}}, {{turn: opponent}}, {{turn: you, step: main}}"
)


def test_whether_a_loyalty_cost_of_x_can_be_paid_is_open(asks: Any) -> None:
    asks("loyalty")
    assert verdict(STANDS, "legal: {activate: made, ability: 2, targets: [wurm], x: 5}") == "undecided"


def test_a_loyalty_ability_that_costs_x_is_counted_and_followed() -> None:
    assert verdict(STANDS, "legal: {activate: made, ability: 1}") == "proved"
    assert verdict(STANDS, "legal: {activate: made, ability: 2, targets: [wurm], x: 1}") == "undecided"
    assert verdict(STANDS, "illegal: {activate: made, ability: 2, targets: [wurm], x: 1}") == "undecided"
    twice = f"{STANDS}, {{activate: made, ability: 1}}, {{resolve_top: true}}"
    assert verdict(twice, "illegal: {activate: made, ability: 2, targets: [wurm], x: 1}") == "proved"
    dealt = "{activates: made, ability: 2, targets: [wurm]X}"
    assert verdict(f"{STANDS}, {dealt.replace('X', ', x: 4')}", "wurm: {on_battlefield: false}") == "proved"
    assert verdict(f"{STANDS}, {dealt.replace('X', ', x: 3')}", "wurm: {on_battlefield: true}") == "proved"
    assert verdict(f"{STANDS}, {dealt.replace('X', '')}", "wurm: {on_battlefield: true}") == "undecided"


@pytest.mark.parametrize(
    "text", ["[-X]: Draw X cards.", "[−X]: Draw X cards.", "−X: Draw X cards.", "-X: Draw X cards."]
)
def test_a_loyalty_cost_of_x_is_one(text: str) -> None:
    (ability,) = compile_ability(text, types=("planeswalker",))
    assert isinstance(ability, Loyalty) and ability.cost is None
    assert ability_text(ability, ("planeswalker",)).text == "[−X]: Draw X cards."
