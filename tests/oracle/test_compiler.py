"""The compiler of rules text, by made-up templates: what each shape of a sentence stands for."""

from __future__ import annotations

from typing import Any

import pytest

from layerproof.kb.model.ability import Ability, Keyword, Opaque, Static, Triggered
from layerproof.kb.model.effect import Effect, Only, Until
from layerproof.kb.model.expression import Is, PerPlayer, Ref, Sum
from layerproof.kb.model.instruction import Begin, Modes, OtherAction, Target
from layerproof.kb.model.modification import DefinePT
from layerproof.kb.model.raw_card import RawFace
from layerproof.kb.notation.plain_data import decode
from layerproof.kb.oracle.compiler import compile_ability, compile_effect, compile_face
from layerproof.kb.oracle.words.open_references import found, is_mark


def facts(*abilities: Any) -> tuple[Ability, ...]:
    """Abilities as the notation of card facts writes them."""
    return decode(list(abilities), tuple[Ability, ...])  # type: ignore[no-any-return]


def spell(*body: Any) -> dict[str, Any]:
    """A spell ability with these instructions."""
    return {"spell": {"body": list(body)}}


STATIC: dict[str, dict[str, Any]] = {
    "Other Goblin creatures you control get +1/+1 and have haste.": {
        "affects": {"all": {"filter": ["other", "Goblin", "creature", {"controller": "you"}]}},
        "mods": [{"modify_pt": [1, 1]}, {"add_abilities": ["haste"]}],
    },
    "Enchanted creature loses all abilities and is a blue Frog with base power and toughness 1/1.": {
        "affects": "host",
        "mods": [
            "remove_all_abilities",
            {"set_colors": ["blue"]},
            {"set_subtypes": {"subtypes": ["Frog"], "family": "creature"}},
            {"set_base_pt": [1, 1]},
        ],
    },
    "All Forests are 2/2 creatures that are still lands.": {
        "affects": {"all": "Forest"},
        "mods": [{"set_base_pt": [2, 2]}, {"add_types": {"types": ["creature"]}}],
    },
    "This creature gets +1/+0 for each Swamp you control.": {
        "mods": [{"modify_pt": {"power": {"count": {"filter": ["Swamp", {"controller": "you"}]}}}}]
    },
    "As long as you control three or more artifacts, this creature has flying.": {
        "condition": {"if_value": [{"count": {"filter": ["artifact", {"controller": "you"}]}}, ">=", 3]},
        "mods": [{"add_abilities": ["flying"]}],
    },
    "This creature's power and toughness are each equal to the number of cards in your hand.": {
        "cda": True,
        "mods": [{"define_pt": {"power": {"hand_size": "you"}, "toughness": {"hand_size": "you"}}}],
    },
    "Nonbasic lands are Islands.": {
        "affects": {"all": {"filter": ["nonbasic", "land"]}},
        "mods": [{"set_subtypes": ["Island"]}],
    },
    "Creatures your opponents control lose reach and can't have or gain reach.": {
        "affects": {"all": {"filter": ["creature", {"controller": "opponent"}]}},
        "mods": [{"cant_have": "reach"}],
    },
    "As long as this card is in your graveyard, creatures you control have reach.": {
        "zones": ["graveyard"],
        "affects": {"all": {"filter": ["creature", {"controller": "you"}]}},
        "mods": [{"add_abilities": ["reach"]}],
    },
    "You control enchanted creature.": {"affects": "host", "mods": [{"set_controller": "you"}]},
}


@pytest.mark.parametrize("text", STATIC)
def test_static_abilities(text: str) -> None:
    assert compile_ability(text) == facts({"static": {"affects": "self", **STATIC[text]}})


SPELLS: dict[str, list[Any]] = {
    "Target creature gets +2/-1 and gains menace until end of turn.": [
        {"target": "creature"},
        {
            "affects": "target",
            "mods": [{"modify_pt": [2, -1]}, {"add_abilities": ["menace"]}],
            "duration": "end of turn",
        },
    ],
    "Tap target land. It becomes a 4/4 creature until end of turn. It's still a land.": [
        {"target": "land"},
        {"set_status": {"status": "tapped", "affects": "target"}},
        {
            "affects": "target",
            "mods": [{"set_base_pt": [4, 4]}, {"add_types": {"types": ["creature"]}}],
            "duration": "end of turn",
        },
    ],
    "Create two 1/1 red Goblin creature tokens with haste.": [
        {
            "create_token": {
                "types": ["creature"], "power": 1, "toughness": 1, "subtypes": ["Goblin"], "colors": ["red"],
                "abilities": ["haste"], "number": 2,
            }
        }
    ],
    "Switch target creature's power and toughness until end of turn.": [
        {"target": "creature"},
        {"affects": "target", "mods": ["switch_pt"], "duration": "end of turn"},
    ],
    "Destroy target artifact. You gain 3 life.": [
        {"target": "artifact"},
        {"move": {"affects": "target", "to": "graveyard", "how": "destroy"}},
        {"gain_life": 3},
    ],
    "Target creature gets -X/-X until end of turn, where X is the number of Rats you control.": [
        {"target": "creature"},
        {
            "affects": "target",
            "mods": [
                {
                    "modify_pt": {
                        "power": {"minus": {"count": {"filter": ["Rat", {"controller": "you"}]}}},
                        "toughness": {"minus": {"count": {"filter": ["Rat", {"controller": "you"}]}}},
                    }
                }
            ],
            "duration": "end of turn",
        },
    ],
}  # fmt: skip


@pytest.mark.parametrize("text", SPELLS)
def test_spells(text: str) -> None:
    assert compile_ability(text, types=("instant",)) == facts(spell(*SPELLS[text]))


def test_an_effect_that_is_typed_in() -> None:
    effect = compile_effect("This creature gets +1/+1 until end of turn.")
    assert effect is not None and effect.duration.when == "end of turn"  # type: ignore[union-attr]
    assert compile_effect("Target creature gets +1/+1 until end of turn.") is None
    assert compile_effect("Frobnicate this creature.") is None


def test_the_source_of_pronouns() -> None:
    (mine,) = compile_ability("Whenever this creature attacks, it gains trample until end of turn.")
    (yours,) = compile_ability("Whenever another creature you control attacks, it gains trample until end of turn.")
    assert isinstance(mine, Triggered) and isinstance(yours, Triggered)
    assert "self" in str(mine.body) and "that" in str(yours.body)


def test_a_pronoun_that_could_be_two_things_is_not_guessed() -> None:
    text = "Whenever this creature blocks a creature, it gains flying until end of turn."
    (ability,) = compile_ability(text)
    assert isinstance(ability, Triggered)
    (kept,) = ability.body
    assert kept.touches == ("ability",)  # type: ignore[union-attr]


def test_text_that_is_not_understood_says_what_it_could_touch() -> None:
    (ability,) = compile_ability("Creatures standing to the left of this creature get +1/+1.")
    assert ability == Opaque("Creatures standing to the left of ~ get +1/+1.", ("modify_pt",))
    (inert,) = compile_ability("Whoever smiles first starts.")
    assert isinstance(inert, Opaque) and inert.touches == ()


def test_part_of_a_noun_phrase_is_no_clause() -> None:
    (ability,) = compile_ability("Destroy all artifacts and creatures of the loudest player.", types=("sorcery",))
    assert "Move" not in str(ability)


def test_a_duration_at_the_end_belongs_to_the_whole() -> None:
    (ability,) = compile_ability("Target creature gets +1/+1 and hums loudly until end of turn.", types=("instant",))
    assert "modify_pt" in str(ability) and "ModifyPT" not in str(ability)


def test_a_granted_ability_is_not_characteristic_defining() -> None:
    text = 'Enchanted creature has "This creature\'s power is equal to the number of lands you control."'
    (ability,) = compile_ability(text)
    assert "SetBasePT" in str(ability) and "DefinePT" not in str(ability) and "cda=True" not in str(ability)


def test_bands_levels_chapters_and_modes() -> None:
    leveler = RawFace(
        name="Made Up", types=("creature",), layout="leveler",
        oracle_text="Level up {1}\nLEVEL 1-2\n2/2\nFlying\nLEVEL 3+\n4/4",
    )  # fmt: skip
    assert compile_face(leveler) == facts(
        "level up {1}",
        {"level_band": {"minimum": 1, "maximum": 2, "power": 2, "toughness": 2, "abilities": ["flying"]}},
        {"level_band": {"minimum": 3, "power": 4, "toughness": 4}},
    )
    ship = RawFace(
        name="Made Up", types=("artifact",), subtypes=("Spacecraft",), power="3", toughness="2",
        oracle_text="Station (Tap. It's an artifact creature at 5+.)\n5+ | Flying",
    )  # fmt: skip
    assert (
        compile_face(ship)[1]
        == facts({"station_band": {"minimum": 5, "power": 3, "toughness": 2, "abilities": ["flying"]}})[0]
    )
    saga = RawFace(name="Made Up", types=("enchantment",), subtypes=("Saga",), oracle_text="I, II — Draw a card.")
    assert compile_face(saga) == facts({"chapter": {"numbers": [1, 2], "body": [{"draw": 1}]}})
    modal = compile_ability("Choose one —\n• Draw a card.\n• Untap target land.", types=("instant",))
    assert [mode.label for mode in modal[0].modes] == ["Draw a card", "Untap target land"]  # type: ignore[union-attr]


def test_keyword_lines() -> None:
    assert compile_ability("Flying, protection from red and from Demons; ward {2}") == (
        Keyword("flying"), Keyword("protection", quality="red"), Keyword("protection", quality="Demons"),
        Keyword("ward", cost="{2}"),
    )  # fmt: skip


@pytest.mark.parametrize("text", [*STATIC, *SPELLS])
def test_no_mark_is_left(text: str) -> None:
    for types in (("creature",), ("instant",)):
        assert not found(compile_ability(text, types=types), is_mark)


@pytest.mark.parametrize(
    "text", ["", "\n", '"', "{", "~", "((", "get +1/+1", "• • •", "As long as", "—" * 50, "where X is"]
)
def test_odd_text_is_no_error(text: str) -> None:
    for ability in compile_ability(text):
        assert isinstance(ability, Opaque | Static | Keyword)


def test_a_duration_that_leads_is_meant_for_both_clauses() -> None:
    text = "Until end of turn, target creature gets +1/+1 and target land becomes red."
    (ability,) = compile_ability(text, types=("instant",))
    assert str(ability).count("end of turn") == 2 and "never" not in str(ability)


def test_what_a_condition_makes_is_not_meant_afterwards() -> None:
    text = "Untap target artifact. If you control a Swamp, create a 1/1 red Goblin creature token. It gains haste."
    (ability,) = compile_ability(text, types=("instant",))
    assert "AddAbilities" not in str(ability)


def test_protection_from_every_color_is_five_abilities() -> None:
    colors = [f"protection from {color}" for color in ("white", "blue", "black", "red", "green")]
    assert compile_ability("Protection from each color") == facts(*colors)
    assert compile_ability("Protection from all colors") == facts(*colors)
    given = compile_ability("Target creature gains protection from each color until end of turn.", types=("instant",))
    assert given == facts(
        spell(
            {"target": "creature"},
            {"affects": "target", "mods": [{"add_abilities": colors}], "duration": "end of turn"},
        )
    )


def test_protection_from_colors_that_are_not_named_is_not_guessed() -> None:
    for text in ("Protection from each of your opponents' colors", "Protection from each of its colors"):
        (one,) = compile_ability(text)
        assert isinstance(one, Opaque) and one.touches == ("ability",)


def test_a_choice_between_two_bonuses_is_one_of_them() -> None:
    one = {"affects": "self", "mods": [{"modify_pt": [1, -1]}], "duration": "end of turn"}
    two = {"affects": "self", "mods": [{"modify_pt": [-1, 1]}], "duration": "end of turn"}
    body = [
        {"if": {"condition": {"chose": "+1/-1"}, "then": [one]}},
        {"if": {"condition": {"chose": "-1/+1"}, "then": [two]}},
        {
            "if": {
                "condition": {"unless": {"either": [{"chose": "+1/-1"}, {"chose": "-1/+1"}]}},
                "then": [{"other": {"gloss": "one of the choices that is not named", "touches": ["objects"]}}],
            }
        },
        {
            "if": {
                "condition": {"either": [{"both": [{"chose": "+1/-1"}, {"chose": "-1/+1"}]}]},
                "then": [{"other": {"gloss": "one of the choices that is not named", "touches": ["objects"]}}],
            }
        },
    ]
    assert compile_ability("{1}: This creature gets +1/-1 or -1/+1 until end of turn.") == facts(
        {"activated": {"cost": "{1}", "body": body}}
    )


def test_a_condition_that_is_not_understood_decides_between_two_instructions() -> None:
    (ability,) = compile_ability(
        "Target creature gets -1/-1 until end of turn. That creature gets -3/-3 until end of turn instead if a bell "
        "rang this turn.",
        types=("instant",),
    )
    minus = [{"affects": "target", "mods": [{"modify_pt": [-n, -n]}], "duration": "end of turn"} for n in (3, 1)]
    assert (ability,) == facts(
        spell(
            {"target": "creature"},
            {"if": {"condition": {"opaque_if": "a bell rang this turn"}, "then": [minus[0]], "else": [minus[1]]}},
        )
    )


def test_a_time_that_is_not_modelled_is_not_for_good() -> None:
    (ability,) = compile_ability("{T}: This creature gains reach until your next upkeep.")
    (effect,) = found(ability, lambda part: isinstance(part, Effect))
    assert effect.duration == Until("your next upkeep")


def test_amounts_of_two_sorts_are_added() -> None:
    text = "This creature gets +1/+0 for each Elf you control and each Elf card in your graveyard."
    (amount,) = found(compile_ability(text), lambda part: isinstance(part, Sum))
    assert [each.zones for each in amount.values] == [("battlefield",), ("graveyard",)]


@pytest.mark.parametrize("other", ["Target artifact becomes black until end of turn.", "Draw a card."])
def test_one_of_several_modes_asks_for_the_targets_of_that_mode_alone(other: str) -> None:
    text = f"When this creature enters, choose one —\n• Target creature gets +1/+1 until end of turn.\n• {other}"
    (ability,) = compile_ability(text)
    assert isinstance(ability, Triggered)
    (modes,) = ability.body
    assert isinstance(modes, Modes) and modes.choose == "one"
    first, second = ([part for part in mode.body if isinstance(part, Target)] for mode in modes.modes)
    assert first == [Target(Is("type", "creature"))]
    assert second == ([Target(Is("type", "artifact"))] if "artifact" in other else [])


def test_the_same_target_of_each_mode_is_named_once() -> None:
    text = (
        "When this creature enters, choose one —\n• Target creature gets +1/+1 until end of turn.\n"
        "• Target creature gets -1/-1 until end of turn."
    )
    assert found(compile_ability(text), lambda part: isinstance(part, Target)) == [Target(Is("type", "creature"))]


def test_several_modes_with_targets_of_their_own_are_not_joined() -> None:
    text = (
        "When this creature enters, choose one or both —\n• Target creature gets +1/+1 until end of turn.\n"
        "• Target artifact becomes black until end of turn."
    )
    begun = found(compile_ability(text), lambda part: isinstance(part, Begin))
    assert [each.effect.affects for each in begun] == [Only(Ref("target")), Only(Ref("target"))]
    assert len(found(compile_ability(text), lambda part: isinstance(part, Modes))) == 1


def test_the_same_for_other_keywords_is_spelled_out() -> None:
    short = (
        "At the beginning of combat on your turn, this creature gains flying until end of turn if you control a "
        "creature with flying. The same is true for reach and haste."
    )
    long = short.partition(" The same")[0]
    sentence = long.partition(", ")[2]
    more = " ".join(f"T{sentence[1:]}".replace("flying", word) for word in ("reach", "haste"))
    assert compile_ability(short) == compile_ability(f"{long} {more}")
    assert len(found(compile_ability(short), lambda part: isinstance(part, Effect))) == 3


def test_the_same_for_families_of_abilities_is_not_dropped() -> None:
    text = (
        "When this creature enters, it gains flying until end of turn if you control a creature with flying. "
        "The same is true for landwalk and protection."
    )
    assert any("any" in each.touches for each in found(compile_ability(text), lambda p: isinstance(p, OtherAction)))


def test_an_amount_that_is_not_understood_still_defines() -> None:
    (ability,) = compile_ability("This creature's power and toughness are each equal to the number of bells that rang.")
    value = PerPlayer("the number of bells that rang")
    assert ability == Static((Effect(Only(Ref("self")), (DefinePT(value, value),)),), cda=True)
    (other,) = compile_ability("This creature's power is equal to the bells and its toughness to the whistles.")
    assert isinstance(other, Opaque)
