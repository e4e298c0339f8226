"""Meanings that a sample of compiled abilities, read against their text, showed to be wrong: made-up cases of each."""

from __future__ import annotations

from typing import Any

import pytest

from layerproof.kb.cards.raw import RawFace
from layerproof.kb.model import ability as ab
from layerproof.kb.model import modification as mo
from layerproof.kb.oracle import compile_face
from layerproof.kb.oracle.detect import opaque_touches
from layerproof.kb.oracle.marks import found, keeps_words
from layerproof.kb.oracle.normalise import normalise


def parts(text: str, kind: Any, types: tuple[str, ...] = ("sorcery",)) -> list[Any]:
    """The records of a kind in what a made-up text compiles into."""
    compiled = compile_face(RawFace(name="Made Up", types=types, oracle_text=text))
    return found(compiled, lambda part: isinstance(part, kind))


@pytest.mark.parametrize(
    "text",
    [
        "Treat your effects that count players as though there were two more.",
        "Play cards by their first words. Ignore all errata.",
        "Artifact cards in a graveyard are on the battlefield under their owner's control as well.",
        "If ~ is in a graveyard, effects from spells named Made Up count it as a card named Made Up.",
        "All graveyards are also graveyards of yours.",
        "Your party consists of every Elf.",
        "Enchanted artifact is a Made Up.",
        "Other creatures gain all bonuses of Auras attached to ~.",
    ],
)
def test_an_ability_that_changes_what_others_are_or_count_is_not_inert(text: str) -> None:
    assert opaque_touches(text) == ("any",)


def test_what_is_indestructible_without_the_keyword_ability_is_not_inert() -> None:
    assert opaque_touches("~ is indestructible.") == ("objects",)


def test_what_is_counted_behind_devour_leaves_it_that_keyword_ability() -> None:
    (ability,) = parts("Devour X, where X is the number of Elves you control.", ab.Keyword, ("creature",))
    assert ability.keyword == "devour" and ability.number is None


def test_a_chosen_land_type_is_one_even_where_the_choice_is_not_read_whole() -> None:
    choice = "As Made Up enters, choose a basic land type. Then you may flip a coin. If you don't, it enters tapped."
    raw = RawFace(name="Made Up", types=("land",), oracle_text=f"{choice}\nMade Up is the chosen type.")
    assert found(compile_face(raw), lambda part: part == mo.SetSubtypes(("chosen",), "land"))
    other = RawFace(name="Made Up", types=("land",), oracle_text="Made Up is the chosen type.")
    assert found(compile_face(other), lambda part: part == mo.SetSubtypes(("chosen",), "creature"))


def test_a_quality_that_is_counted_is_kept_in_words_and_counted_so() -> None:
    text = "Elves you control have protection from each counter among Elves you control."
    (given,) = parts(text, ab.Keyword, ("creature",))
    assert given.quality == "each counter among Elves you control" and keeps_words(given)
    read = parts(text.replace("counter", "mana value"), mo.AddForEach, ("creature",))
    assert [each.what for each in read] == ["mana value"]
    assert not keeps_words(ab.Keyword("protection", quality="red"))


@pytest.mark.parametrize("line", ["Flash", "Flash, flying", "Flash\nFlash Example gets +1/+1."])
def test_a_keyword_ability_is_no_short_form_of_a_name(line: str) -> None:
    face = RawFace(name="Flash Example, the Made Up", supertypes=("legendary",), types=("creature",), oracle_text=line)
    assert compile_face(face)[0] == ab.Keyword("flash")
    assert normalise("Whenever Flash attacks, draw a card.", face.name, face.types, True).startswith("Whenever ~ ")
    assert normalise("Space sculptor", "Space Example", ("creature",), True) == "Space sculptor"
