"""Static abilities by made-up templates: conditions, amounts, scopes; wording them and reading that again."""

from __future__ import annotations

from typing import Any

import pytest

from layerproof.kb.model.ability import Ability, Static
from layerproof.kb.notation import decode
from layerproof.kb.oracle import compile_ability
from layerproof.kb.wording import ability_text

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
}  # fmt: skip


def facts(ability: dict[str, Any]) -> tuple[Ability, ...]:
    """A static ability as the notation of card facts writes it."""
    return decode([{"static": ability}], tuple[Ability, ...])  # type: ignore[no-any-return]


@pytest.mark.parametrize("text", STATIC)
def test_static_abilities(text: str) -> None:
    assert compile_ability(text) == facts(
        {"affects": "self", **STATIC[text]} if "mods" in STATIC[text] else STATIC[text]
    )


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
    from layerproof.kb.oracle.marks import found

    assert found(compile_ability(text), lambda part: isinstance(part, Opaque | OpaqueCondition | PerPlayer))
