"""Static abilities by made-up templates: conditions, amounts, scopes; wording them and reading that again."""

from __future__ import annotations

from typing import Any

import pytest

from layerproof.kb.keywords.meaning import meaning, quality_filter
from layerproof.kb.model import modification as m
from layerproof.kb.model.ability import Ability, Activated, Keyword, Static
from layerproof.kb.model.effect import Only, Players
from layerproof.kb.model.expression import AllOf, AnyOf, ControlledBy, Is, Player, Ref
from layerproof.kb.model.instruction import Target
from layerproof.kb.notation.plain_data import decode
from layerproof.kb.oracle.compiler import compile_ability
from layerproof.kb.oracle.words.open_references import found
from layerproof.kb.wording.abilities import ability_text

PAIRED = {"matches": ["self", "paired"]}
STATIC: dict[str, dict[str, Any]] = {
    "As long as this creature is paired with another creature, both creatures have reach.": {
        "effects": [
            {"affects": ["self", "paired"], "mods": [{"add_abilities": ["reach"]}]},
        ],
        "condition": PAIRED,
    },
    "This creature gets +1/+0 as long as you've drawn three or more cards this turn.": {
        "condition": {"if_value": [{"told": "cards drawn this turn"}, ">=", 3]},
        "mods": [{"modify_pt": [1, 0]}],
    },
    "This creature has reach as long as you're the monarch.": {
        "condition": {"if_value": [{"told": "monarch"}, ">=", 1]},
        "mods": [{"add_abilities": ["reach"]}],
    },
    "This creature has reach as long as an opponent has 7 or less life.": {
        "condition": {"some_player": {"player": "opponent", "condition": {"if_value": [{"life": "each"}, "<=", 7]}}},
        "mods": [{"add_abilities": ["reach"]}],
    },
    "As long as this creature is attacking alone, it gets +1/+0.": {
        "condition": {"matches": ["self", "attacking_alone"]},
        "mods": [{"modify_pt": [1, 0]}],
    },
    "Creatures attacking you get -1/-0.": {
        "affects": {"all": {"filter": ["creature", {"attacks": "you"}]}},
        "mods": [{"modify_pt": [-1, 0]}],
    },
    "This creature gets +1/+1 for each experience counter you have.": {
        "mods": [{"modify_pt": [{"told": "experience counters"}, {"told": "experience counters"}]}],
    },
    "This creature has bushido X, where X is the number of attacking creatures.": {
        "mods": [{"add_keyword": ["bushido", {"count": {"filter": ["attacking", "creature"]}}]}],
    },
    "This creature gets +1/+0 for each card exiled with it.": {
        "mods": [{"modify_pt": [{"count": {"filter": ["card", {"exiled_with": "self"}], "zones": ["exile"]}}, 0]}],
    },
    "This creature gets +1/+1 as long as a creature has a -1/-1 counter on it.": {
        "condition": {"exists": {"filter": ["creature", {"counter": "-1/-1"}]}},
        "mods": [{"modify_pt": [1, 1]}],
    },
    "This creature gets +1/+0 for each creature in your party.": {"mods": [{"modify_pt": [{"party": "you"}, 0]}]},
    "This creature gets +1/+1 for each opponent you have.": {
        "mods": [{"modify_pt": [{"count_players": "opponent"}, {"count_players": "opponent"}]}],
    },
}  # fmt: skip
# Where our wording is not that of the text, so that it is not read again.
ONLY_READ: dict[str, dict[str, Any]] = {
    # What is said of each of many objects belongs to the scope.
    "Each land gets +2/+2 as long as it's a creature.": {
        "affects": {"all": {"filter": ["land", "creature"]}},
        "mods": [{"modify_pt": [2, 2]}],
    },
    "Each creature you control has reach if it's white, haste if it's red, and trample if it's green.": {
        "effects": [
            {
                "affects": {"all": {"filter": ["creature", {"controller": "you"}, color]}},
                "mods": [{"add_abilities": [word]}],
            }
            for word, color in (("reach", "white"), ("haste", "red"), ("trample", "green"))
        ]
    },
    "This creature has reach as long as two or more lands entered the battlefield under your control this turn.": {
        "condition": {"if_value": [{"entered_count": "land"}, ">=", 2]},
        "mods": [{"add_abilities": ["reach"]}],
    },
    "The monarch controls enchanted creature.": {"affects": "host", "mods": [{"set_controller": "monarch"}]},
    "Each creature has protection from its colors.": {
        "affects": {"all": {"filter": "creature"}},
        "mods": [{"add_for_each": {"keyword": "protection", "what": "color", "among": {"same": "it"}}}],
    },
    "The first Elf spell you cast each turn has convoke.": {
        "affects": {
            "all": {
                "filter": [
                    "Elf", "spell", {"cast_by": "you"},
                    {"first_cast": {"all_of": ["Elf", "spell", {"cast_by": "you"}]}},
                ],
                "zones": ["stack"],
            }
        },
        "mods": [{"add_abilities": ["convoke"]}],
    },
    "Other creatures you control that are enchanted by Auras you control have reach.": {
        "affects": {
            "all": {
                "filter": [
                    "other", "creature", {"controller": "you"}, {"bears": {"all_of": ["Aura", {"controller": "you"}]}},
                ]
            }
        },
        "mods": [{"add_abilities": ["reach"]}],
    },
    "This creature gets +X/+Y, where X is the number of Apes you control and Y is the number of Swamps you control.": {
        "mods": [
            {
                "modify_pt": [
                    {"count": {"filter": ["Ape", {"controller": "you"}]}},
                    {"count": {"filter": ["Swamp", {"controller": "you"}]}},
                ]
            }
        ],
    },
    "This creature's power is equal to the total mana value of other creatures you control.": {
        "cda": True,
        "mods": [
            {
                "define_pt": {
                    "power": {"total": {"stat": "mana_value", "among": ["other", "creature", {"controller": "you"}]}}
                }
            }
        ],
    },
    # Red is counted against each other color.
    "This land has haste as long as red is the most common color among all permanents or is tied for most common.": {
        "condition": {
            "both": [
                {"if_value": [{"count": {"filter": ["red", "permanent"]}}, ">=", 1]},
                *(
                    {
                        "if_value": [
                            {"count": {"filter": ["red", "permanent"]}},
                            ">=",
                            {"count": {"filter": [one, "permanent"]}},
                        ]
                    }
                    for one in ("white", "blue", "black", "green")
                ),
            ]
        },
        "mods": [{"add_abilities": ["haste"]}],
    },
}  # fmt: skip


def facts(ability: dict[str, Any]) -> tuple[Ability, ...]:
    """A static ability as the notation of card facts writes it."""
    return decode([{"static": ability}], tuple[Ability, ...])  # type: ignore[no-any-return]


@pytest.mark.parametrize("text", [*STATIC, *ONLY_READ])
def test_static_abilities(text: str) -> None:
    known = {**STATIC, **ONLY_READ}[text]
    assert compile_ability(text) == facts({"affects": "self", **known} if "mods" in known else known)


@pytest.mark.parametrize("text", STATIC)
def test_what_is_worded_is_read_again_as_the_same(text: str) -> None:
    (ability,) = compile_ability(text)
    worded = ability_text(ability, ("creature",))
    assert isinstance(ability, Static)
    assert compile_ability(worded.text) == (ability,)


@pytest.mark.parametrize(
    "text",
    [
        "As long as this creature is paired with another creature, all creatures wear hats.",
        "This creature gets +1/+0 as long as you've drawn three or more cards last turn.",
        "This creature has reach as long as an opponent has 7 or less friends.",
    ],
)
def test_what_is_not_understood_is_not_read(text: str) -> None:
    from layerproof.kb.model.ability import Opaque
    from layerproof.kb.model.expression import OpaqueCondition, PerPlayer
    from layerproof.kb.oracle.words.open_references import found

    assert found(compile_ability(text), lambda part: isinstance(part, Opaque | OpaqueCondition | PerPlayer))


def test_an_anchor_word_gives_the_ability_behind_it() -> None:
    text = (
        "As this enchantment enters, choose Rock or Roll.\n• Rock — Creatures you control have haste.\n• Roll — Scry 1."
    )
    found = compile_ability(text, types=("enchantment",))
    haste = {"static": {"affects": {"all": {"filter": ["creature", {"controller": "you"}]}}, "mods": [GIVES_HASTE]}}
    given = {"static": {"affects": "self", "mods": [{"add_abilities": [haste]}], "condition": {"chose": "Rock"}}}
    assert found[:2] == decode([{"as_enters": ["mode"]}, given], tuple[Ability, ...])


GIVES_HASTE = {"add_abilities": ["haste"]}


def test_families_of_keyword_abilities_are_had_with_their_qualities() -> None:
    text = "As long as a card exiled with this creature has flying, this creature has flying. "
    (ability,) = compile_ability(text + "The same is true for haste, landwalk, and trample.")
    assert isinstance(ability, Static)
    kinds = [type(each.mods[0]).__name__ for each in ability.effects]
    assert kinds == ["AddAbilities", "AddAbilities", "AddAbilities", "CopyAbilities"]


def test_a_line_that_is_not_understood_hides_the_keywords_in_it() -> None:
    from layerproof.kb.model.ability import Opaque

    assert compile_ability("Flying, shouting") == (Opaque("Flying, shouting", ("ability",)),)
    assert compile_ability("Players shout.") == (Opaque("Players shout.", ()),)


def test_max_speed_covers_the_whole_ability() -> None:
    (ability,) = compile_ability("Max speed — This creature has reach. Other creatures you control have haste.")
    assert isinstance(ability, Static)
    assert ability.condition is not None and len(ability.effects) == 2
    assert all(effect.condition is None for effect in ability.effects)


def test_what_is_attached_to_several_objects_is_not_read_as_all_that_are_enchanted() -> None:
    from layerproof.kb.model.ability import Opaque

    assert isinstance(compile_ability("Enchanted creatures each get +1/+1.", types=("enchantment",))[0], Opaque)


def test_a_keyword_ability_with_a_counted_number_is_that_keyword_ability() -> None:
    (ability,) = compile_ability("Firebending X, where X is this creature's power.")
    assert isinstance(ability, Keyword) and ability.keyword == "firebending" and ability.number is None


@pytest.mark.parametrize(
    ("text", "than"),
    [
        ("Enchanted creature gets +1/+0 for each other enchantment you control.", "self"),
        ("Equipped creature gets +1/+0 for each other Aura and Equipment attached to it.", "self"),
        ("Enchanted creature gets +1/+0 for each other enchantment creature you control.", "host"),
        ("Enchanted creature gets +1/+0 for each other creature you control.", "host"),
    ],
)
def test_other_than_the_source_or_than_what_it_is_attached_to(text: str, than: str) -> None:
    from layerproof.kb.model.expression import Not, Ref, Same
    from layerproof.kb.oracle.words.open_references import found

    (ability,) = compile_ability(text, types=("enchantment",))
    assert found(ability, lambda part: isinstance(part, Not)) == [Not(Same(Ref(than)))]


def test_several_cycling_abilities_of_a_line_are_abilities_of_their_own() -> None:
    first, second = compile_ability("Mountaincycling {2}, forestcycling {1}{G}")
    assert isinstance(first, Keyword) and isinstance(second, Keyword)
    assert (first.quality, first.cost, second.quality, second.cost) == ("Mountain", "{2}", "Forest", "{1}{G}")


@pytest.mark.parametrize("start", ["Crew 1", "Equip {0}"])
def test_a_limit_behind_a_keyword_is_one_of_what_it_stands_for(start: str) -> None:
    (keyword,) = compile_ability(f"{start}. Activate only once each turn.", types=("artifact",))
    assert isinstance(keyword, Keyword)
    (ability,) = [each for each in meaning(keyword) if isinstance(each, Activated)]
    assert (ability.restriction or "").endswith("only once each turn")
    assert "activate" not in str(ability.cost)


def test_what_no_card_has_as_subtypes_is_no_description() -> None:
    (static,) = compile_ability("You may cast Secret Lair spells as though they had flash.")
    assert isinstance(static, Static)
    assert [mod.says for effect in static.effects for mod in effect.mods if isinstance(mod, m.RuleEffect)] == [()]


def test_that_opponents_cannot_win_is_kept() -> None:
    (static,) = compile_ability("You can't lose the game and your opponents can't win the game.")
    assert isinstance(static, Static) and [effect.affects for effect in static.effects] == [
        Only(Ref("self")), Players(Player("opponent")),
    ]  # fmt: skip


def test_what_is_no_creature_by_its_name_shares_no_noun_of_creatures() -> None:
    text = "Return target Saga or enchantment creature you control to its owner's hand."
    (spell,) = compile_ability(text, types=("instant",))
    (target,) = found(spell, lambda part: isinstance(part, Target))
    saga, creature = Is("subtype", "Saga"), AllOf((Is("type", "enchantment"), Is("type", "creature")))
    assert target.filter == AllOf((AnyOf((saga, creature)), ControlledBy(Player("you"))))


def test_cycling_for_a_type_that_is_given_is_for_that_type() -> None:
    (static,) = compile_ability("Each Sliver card in each player's hand has slivercycling {3}.", types=("creature",))
    (keyword,) = found(static, lambda part: isinstance(part, Keyword))
    assert keyword.quality == "Sliver" and quality_filter(keyword.quality) == Is("subtype", "Sliver")
