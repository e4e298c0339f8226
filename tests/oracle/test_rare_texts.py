"""Texts that few cards have: what was spent, where a spell was cast from, entering as a copy under a condition."""

from __future__ import annotations

from typing import Any

import pytest

from layerproof.kb.model.ability import Ability, EntersAsCopy, Static
from layerproof.kb.notation.plain_data import decode
from layerproof.kb.oracle.compiler import compile_ability
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import Answer, answer_all

YOURS = {"controller": "you"}
CASCADE = {"add_abilities": ["cascade"]}


def lowered(*facts: Any) -> tuple[Ability, ...]:
    found: tuple[Ability, ...] = decode(list(facts), tuple[Ability, ...])
    return found


def on_the_stack(*filters: Any) -> dict[str, Any]:
    return {"all": {"filter": list(filters), "zones": ["stack"]}}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "Artifact spells you cast from your hand have cascade.",
            {"affects": on_the_stack("artifact", "spell", YOURS, "cast_from_hand"), "mods": [CASCADE]},
        ),
        (
            "Each spell you cast has cascade if mana from an artifact was spent to cast it.",
            {
                "affects": on_the_stack("spell", {"cast_by": "you"}, "mana_from_an_artifact_spent_to_cast"),
                "mods": [CASCADE],
            },
        ),
        (
            "As long as another Aura is attached to enchanted creature, it has reach.",
            {
                "affects": "host",
                "mods": [{"add_abilities": ["reach"]}],
                "condition": {"exists": ["Aura", "other", {"attached_to": "host"}]},
            },
        ),
        (
            "Your devotion to each color and each combination of colors is increased by two.",
            {"affects": "self", "mods": [{"more_devotion": 2}]},
        ),
        (
            "This creature has haste as long as you own a card in exile that has an Adventure.",
            {
                "affects": "self",
                "mods": [{"add_abilities": ["haste"]}],
                "condition": {"exists": {"filter": ["card", "has_adventure", {"owner": "you"}], "zones": ["exile"]}},
            },
        ),
    ],
)
def test_the_meaning_of_rare_static_abilities(text: str, fact: dict[str, Any]) -> None:
    (found,) = compile_ability(text)
    (wanted,) = lowered({"static": fact})
    assert isinstance(found, Static) and isinstance(wanted, Static)
    assert _unordered(found) == _unordered(wanted)


def _unordered(ability: Static) -> Any:
    """The ability with the parts of a filter in no order."""
    from layerproof.kb.model.expression import AllOf
    from layerproof.kb.oracle.words.open_references import rewrite

    return rewrite(ability, lambda part: frozenset(part.filters) if isinstance(part, AllOf) else part)


def test_a_copy_may_depend_on_a_condition_last_for_a_turn_and_have_something_follow() -> None:
    (raid,) = compile_ability(
        "Raid — If you attacked this turn, you may have this creature enter as a copy of any creature on the "
        "battlefield."
    )
    assert isinstance(raid, EntersAsCopy) and raid.condition is not None and not raid.then
    (mirror,) = compile_ability(
        "As this artifact enters, you may have it become a copy of any creature on the battlefield until end of turn, "
        "except it has haste.",
        types=("artifact",),
    )
    assert isinstance(mirror, EntersAsCopy) and mirror.until.when == "end of turn"  # type: ignore[union-attr]
    (wall,) = compile_ability(
        "You may have this creature enter as a copy of any creature on the battlefield, except it has defender. When "
        "you do, tap the copied creature."
    )
    assert isinstance(wall, EntersAsCopy) and wall.then and wall.condition is None


def test_a_spell_is_nowhere_but_on_the_stack() -> None:
    """Where a spell was cast from is not where it is."""
    from layerproof.kb.model.ability import Opaque

    assert isinstance(compile_ability("Spells in your graveyard have cascade.")[0], Opaque)


def answer(text: str) -> Answer:
    read = parse_scenarios(text)
    assert not read.unreadable, read.unreadable
    (found,) = answer_all(read.scenarios[0])
    return found


def token(name: str, says: str, types: str = "creature", size: str = ", pt: 1/1") -> str:
    return f"{{token: {{name: {name}, types: [{types}]{size}, abilities: ['{says}']}}, as: {name.lower()}}}"


def test_a_copy_for_a_turn_ends_with_the_turn() -> None:
    says = (
        "As ~ enters, you may have it become a copy of any creature on the battlefield until end of turn, except it "
        "has haste."
    )
    mirror = token("Mirror", says, "artifact", "")[:-1] + ", choices: {object: bear}}"
    start = f"scenario: s\ntimeline: [{{enters: Grizzly Bears, as: bear}}, {mirror}"
    assert answer(start + "]\nclaims: [mirror: {name: Grizzly Bears, pt: 2/2, has: [haste]}]").verdict == "proved"
    assert (
        answer(start + ", {turn: opponent}]\nclaims: [mirror: {name: Mirror, types: [artifact]}]").verdict == "proved"
    )


def test_a_condition_of_a_copy_that_is_not_told_leaves_it_open() -> None:
    says = "If you attacked this turn, you may have ~ enter as a copy of any creature on the battlefield."
    raider = token("Raider", says)[:-1] + ", choices: {object: bear}}"
    start = f"scenario: s\ntimeline: [{{enters: Grizzly Bears, as: bear}}, {raider}]\n"
    assert answer(start + "claims: [raider: {pt: 2/2}]").verdict == "undecided"
    told = "{told: {attackers declared this turn: %s}, of: you}"
    for number, size in ((0, "1/1"), (1, "2/2")):
        text = start.replace(f", {raider}", f", {told % number}, {raider}")
        assert answer(text + f"claims: [raider: {{pt: {size}}}]").verdict == "proved"


def test_creatures_share_a_color_or_not() -> None:
    says = "Nonartifact creatures get +2/+2 as long as they all share a color."
    cause = token("Cause", says, "enchantment", "")
    start = f"scenario: s\ntimeline: [{cause}, {{enters: Grizzly Bears, as: bear}}"
    assert answer(start + "]\nclaims: [bear: {pt: 4/4}]").verdict == "proved"
    other = start + ", {enters: 'Isamaru, Hound of Konda', as: dog}"
    assert answer(other + "]\nclaims: [bear: {pt: 2/2}]").verdict == "proved"


def test_a_bonus_counts_creature_types_up_to_a_maximum() -> None:
    says = "Each creature you control gets +1/+1 for each of its creature types, to a maximum of 3."
    start = f"scenario: s\ntimeline: [{token('Keeper', says)}, {{enters: Grizzly Bears, as: bear}}"
    assert answer(start + "]\nclaims: [bear: {pt: 3/3}]").verdict == "proved"
    many = token("Crowd", "Changeling").replace("'Changeling'", "Changeling")
    assert answer(f"{start}, {many}]\nclaims: [crowd: {{pt: 4/4}}]").verdict == "proved"


def test_a_commander_is_the_color_chosen_before_the_game() -> None:
    says = "If ~ is your commander, choose a color before the game begins. ~ is the chosen color."
    piper = token("Piper", says)
    start = "scenario: s\ntimeline: ["
    assert answer(f"{start}{piper}]\nclaims: [piper: {{colors: []}}]").verdict == "proved"
    told = piper[:-1] + ", told: {commander: true}}"
    assert answer(f"{start}{told}]\nclaims: [piper: {{colors: [red]}}]").verdict == "undecided"
    chosen = told[:-1] + ", choices: {color: red}}"
    assert answer(f"{start}{chosen}]\nclaims: [piper: {{colors: [red]}}]").verdict == "proved"


def test_that_much_is_what_the_event_was_about() -> None:
    """Only where nothing before the words names another amount."""
    from layerproof.kb.model.ability import Triggered
    from layerproof.kb.model.expression import PerPlayer, ThatMuch
    from layerproof.kb.oracle.words.open_references import found

    def amounts(text: str) -> list[str]:
        (ability,) = compile_ability(text)
        assert isinstance(ability, Triggered)
        return [type(each).__name__ for each in found(ability, lambda part: isinstance(part, ThatMuch | PerPlayer))]

    assert amounts("Whenever you gain life, put that many +1/+1 counters on this creature.") == ["ThatMuch"]
    both = "Whenever this creature is dealt damage, each opponent loses that much life and you gain that much life."
    assert amounts(both) == ["ThatMuch", "ThatMuch"]
    other = "Whenever this creature deals damage to a player, discard any number of cards, then draw that many cards."
    assert "ThatMuch" not in amounts(other)
    assert "ThatMuch" not in amounts("At the beginning of your upkeep, put that many +1/+1 counters on this creature.")


def test_an_aura_is_sacrificed_in_place_of_what_it_enchants() -> None:
    says = "If enchanted land would be destroyed, instead sacrifice ~ and that land gains indestructible until end of "
    says += "turn."
    aura = f"{{token: {{name: Shield, types: [enchantment], subtypes: [Aura], abilities: [Enchant land, '{says}']}}"
    start = f"scenario: s\ntimeline: [{{enters: Forest, as: forest}}, {aura}, as: shield, attached_to: forest}}, "
    text = start + "{resolves: Stone Rain, controller: opponent, targets: [forest]}]\nclaims: [%s]"
    assert answer(text % "{forest: {on_battlefield: true, has: [indestructible]}}").verdict == "proved"
    assert answer(text % "{shield: {on_battlefield: false}}").verdict == "proved"


def test_protection_from_mana_values_of_others() -> None:
    says = "Artifacts you control have protection from each mana value among artifacts you control."
    keeper = token("Keeper", says, "artifact, creature")
    start = f"scenario: s\ntimeline: [{keeper}, "
    cheap = "{enters: Bonesplitter, as: sword, attached_to: keeper}]\nclaims: [sword: {attached_to: %s}]"
    # The token has mana value 0, the Equipment 1: it is itself among the artifacts.
    assert answer(start + cheap % "none").verdict == "proved"
    assert answer(start.replace("artifact, creature", "creature") + cheap % "keeper").verdict == "proved"


def test_of_a_class_level_only_the_activated_ability_is_had() -> None:
    """The static part of a level stays with the Class."""
    from layerproof.kb.model.ability import Activated, ClassLevel, Static
    from layerproof.kb.model.modification import CopyAbilities
    from layerproof.solver.layers.classes import as_taken, is_of_class

    level = ClassLevel(2, "{1}{G}", (Static(()),))
    mod = CopyAbilities("activated")
    taken = as_taken(level, mod)
    assert is_of_class(level, mod) and isinstance(taken, Activated) and len(taken.body) == 1
    sage = token("Sage", "~ has all activated abilities of enchantments you control.")
    start = f"scenario: s\ntimeline: [{{enters: Paladin Class, as: paladin, level: 2}}, {sage}]\nclaims: [sage: %s]"
    # Level 2 gives creatures +1/+1; the Sage has no such level.
    assert answer(start % "{pt: 2/2, abilities: 3}").verdict == "proved"


def test_it_in_a_condition_behind_an_event_is_what_the_event_is_about() -> None:
    from layerproof.kb.model.ability import Triggered
    from layerproof.kb.model.expression import Matches, OpaqueCondition, Ref

    def condition(text: str) -> object:
        (ability,) = compile_ability(text)
        assert isinstance(ability, Triggered)
        return ability.condition

    about_another = condition("Whenever a creature you control enters, if it has flying, draw a card.")
    assert isinstance(about_another, Matches) and about_another.ref == Ref("that")
    own = condition("When this creature enters, if it has flying, draw a card.")
    assert isinstance(own, Matches) and own.ref == Ref("self")
    host = condition("Whenever equipped creature attacks, if it has flying, draw a card.")
    assert isinstance(host, Matches) and host.ref == Ref("host")
    # Of two objects none is taken for it; "others" may be others than the one that entered.
    two = condition("Whenever you play a land or cast a spell, if it's red, draw a card.")
    assert isinstance(two, OpaqueCondition)
    others = condition(
        "Whenever a Mountain you control enters, if you control at least five other Mountains, draw a card."
    )
    assert isinstance(others, OpaqueCondition)
