"""How other objects enter, what is chosen on entering, and facts written by hand; made-up templates."""

from __future__ import annotations

from typing import Any

import pytest

from layerproof.kb.model.ability import Ability, AsEnters, Opaque, Static
from layerproof.kb.model.modification import Replace, SwitchPT
from layerproof.kb.model.raw_card import RawFace
from layerproof.kb.notation.plain_data import decode
from layerproof.kb.oracle.compiler import compile_ability, compile_face
from layerproof.kb.oracle.concerns.coverage import _gap
from layerproof.kb.oracle.overrides import _all, override_of
from layerproof.kb.oracle.words.open_references import found, keeps_words

ELVES = ["other", "Elf", {"controller": "you"}]
READ: dict[str, dict[str, Any]] = {
    "Each other Elf you control enters with an additional +1/+1 counter on it.": {
        "would": {"what": "enter", "object": ELVES},
        "instead": [{"with_counters": "+1/+1"}],
    },
    "Each other Elf you control enters with a number of additional +1/+1 counters on it equal to its power.": {
        "would": {"what": "enter", "object": ELVES},
        "instead": [{"with_counters": {"kind": "+1/+1", "number": {"stat": ["power", "it"]}}}],
    },
    "Each other Elf enters with two additional +1/+1 counters on it and as an Ox in addition to its other types.": {
        "would": {"what": "enter", "object": ["other", "Elf"]},
        "instead": [{"with_counters": {"kind": "+1/+1", "number": 2}}, {"as": [{"add_types": {"subtypes": ["Ox"]}}]}],
    },
    "As an artifact enters, it becomes a 2/2 Ox creature in addition to its other types.": {
        "would": {"what": "enter", "object": "artifact"},
        "instead": [{"as": [{"set_base_pt": [2, 2]}, {"add_types": {"types": ["creature"], "subtypes": ["Ox"]}}]}],
    },
}


@pytest.mark.parametrize(("text", "record"), READ.items())
def test_each_text_is_read(text: str, record: dict[str, Any]) -> None:
    (ability,) = compile_ability(text)
    expected: Ability = decode({"static": {"mods": [{"replace": record}]}}, Ability)
    assert repr(ability) == repr(expected)


@pytest.mark.parametrize(
    "text",
    [
        # A number twice, or none; what only a choice tells; and an object that is the source itself.
        "Each Elf enters with two additional +1/+1 counters on it equal to its power.",
        "Each Elf enters with a number of additional +1/+1 counters on it.",
        "As an artifact enters, it becomes a nuisance.",
    ],
)
def test_what_is_said_otherwise_is_not_read(text: str) -> None:
    assert not found(compile_ability(text), lambda part: isinstance(part, Replace))


def test_abilities_in_lines_of_their_own_are_chosen() -> None:
    text = "As this creature enters, choose two abilities for it to gain —\n• Elves have reach.\n• Elves get +1/+1."
    choice, *given = compile_ability(text)
    assert choice == AsEnters(("mode", "mode"))
    assert [each.condition.option for each in given if isinstance(each, Static)] == [  # type: ignore[union-attr]
        "Elves have reach",
        "Elves get +1/+1",
    ]


def test_reversed_numbers_are_switched() -> None:
    (ability,) = compile_ability("Powers and toughnesses are reversed.", types=("enchantment",))
    assert found(ability, lambda part: isinstance(part, SwitchPT))


def test_a_name_with_a_quotation_in_it_is_its_own_name() -> None:
    face = RawFace(name='"Zed" Example', types=("creature",), oracle_text='"Zed" Example has reach.')
    (ability,) = compile_face(face)
    assert ability == compile_ability("This creature has reach.")[0]


def test_facts_written_by_hand_are_few_and_whole() -> None:
    """They can be read, leave nothing that touches a characteristic open, and keep no words in place of amounts."""
    assert 0 < len(_all()) <= 25
    for name in _all():
        abilities = override_of(name)
        assert abilities, name
        assert not found(abilities, _gap) and not found(abilities, keeps_words), name
        assert not found(abilities, lambda part: isinstance(part, Opaque)), name


def test_facts_written_by_hand_stand_for_the_whole_face() -> None:
    name = next(iter(_all()))
    assert compile_face(RawFace(name=name, types=("creature",), oracle_text="Flying")) == override_of(name)
