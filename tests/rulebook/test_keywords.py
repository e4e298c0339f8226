"""The files of keyword abilities: complete, well formed, and true to the rules text where it is at hand."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.keywords import keyword_files
from layerproof.kb.keywords.keyword_files import file_of, keyword_ability, keyword_names, keywords_with, stated
from layerproof.kb.keywords.keyword_record import KeywordAbility
from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model.ability import Keyword, Opaque
from layerproof.kb.oracle.compiler import compile_ability
from layerproof.kb.rulebook.edition import glosses, load_edition
from layerproof.kb.rulebook.policies import policy_notes
from layerproof.queries.answer.scenario_answers import prove
from tests.helpers.rules_texts import NEW, rules_folder, rules_of

SAYING = (
    "asks", "interferes", "cast_for", "additional", "pays", "afterwards", "permits", "forbids", "leaves_open", "limit",
    "does", "not_modelled",
)  # fmt: skip
TAKES = {"number", "cost", "quality", "filter", "text"}
ZONES = {"battlefield", "hand", "graveyard", "exile", "stack", "command", "outside", "anywhere", "castable"}
LEAVES_OPEN = {"cost", "cost for a creature", "casting", "activating", "resolving"}


def record(name: str) -> KeywordAbility:
    found = keyword_ability(name)
    assert found is not None, name
    return found


def words_of_does() -> set[str]:
    """The words that docs/keywords.md lists."""
    text = (file_of("x").parents[3] / "docs/keywords.md").read_text(encoding="utf-8")
    table = text.split("## The words of `does`")[1].split("## Adding")[0]
    return {word for line in table.splitlines() if line.startswith("| `") for word in re.findall("`(.+?)`", line)}


def test_every_keyword_ability_has_a_file() -> None:
    """Those of the newest edition, and besides only what the rules call variants or older names."""
    words = load_edition("current").vocabulary.keyword_abilities
    assert words <= set(keyword_names())
    assert all(record(name).variant_of in words for name in set(keyword_names()) - words)


@pytest.mark.parametrize("name", keyword_names())
def test_a_file_is_well_formed_and_says_something(name: str) -> None:
    """Its place, its words, its rule, and that its abilities can be read with and without parameters."""
    found, whole = record(name), stated(name)
    assert whole is not None and whole.document.file == str(file_of(name))
    assert {word.rstrip("?") for word in found.takes} <= TAKES and set(found.functions) <= ZONES
    assert found.several in ("redundant", "each", "any", "all") and set(found.leaves_open) <= LEAVES_OPEN
    assert set(found.does) <= words_of_does() and set(found.policies) <= set(policy_notes())
    assert found.rule in glosses() and found.gloss.endswith(".")
    assert whole.abilities or any(getattr(found, field) for field in SAYING)
    for parameters in ({}, {"number": 2}, {"cost": "{1}"}, {"number": 2, "cost": "{1}"}):
        read = meaning(Keyword(name, **parameters))
        assert len(read) <= len(whole.abilities)
    assert len(read) == len(whole.abilities)


def _in_words(data: object) -> Iterator[str]:
    """The glosses of what a file says in words only: instructions and conditions that are not modelled."""
    if isinstance(data, dict):
        if "other" in data and isinstance(data["other"], dict):
            yield data["other"]["gloss"]
        if "opaque_if" in data:
            yield f"whether {data['opaque_if']}"
        data = list(data.values())
    for each in data if isinstance(data, list) else ():
        yield from _in_words(each)


def _left(name: str) -> str:
    """What the file of a keyword leaves open, in the words of the table of docs/keywords.md; nothing for most."""
    found, whole = record(name), stated(name)
    assert whole is not None
    left = [*_in_words(whole.document.value)]
    left += [f"not modelled: {found.not_modelled.rstrip('.')}"] if found.not_modelled else []
    left += [f"left open: {', '.join(found.leaves_open)}"] if found.leaves_open else []
    left += [f"as events of these sorts happen: {', '.join(found.interferes)}"] if found.interferes else []
    return "; ".join(dict.fromkeys(left))


def test_the_table_of_what_is_left_open_is_that_of_the_files() -> None:
    """A reader of docs/keywords.md sees of every keyword whether all of its file is followed, and what is not."""
    text = (file_of("x").parents[3] / "docs/keywords.md").read_text(encoding="utf-8")
    table = text.split("## What is left open")[1].split("## The words of")[0]
    rows = dict(re.findall(r"^\| ([a-z!' -]+) \| (.+) \|$", table, re.MULTILINE))
    rows.pop("keyword")
    assert rows == {name: left for name in keyword_names() if (left := _left(name))}


def test_every_word_of_the_table_is_used() -> None:
    assert words_of_does() == {word for found in keywords_with("does") for word in found.does}


def test_glosses_are_in_our_own_words() -> None:
    """No seven words in a row of a gloss stand in the rules text."""
    book = " ".join(" ".join(text.lower().split()) for text in rules_of(NEW, rules_folder()).rules.values())
    copied = []
    for name in keyword_names():
        words = f"{record(name).gloss} {record(name).not_modelled or ''}".lower().replace(".", "").split()
        runs = [" ".join(words[start : start + 7]) for start in range(len(words) - 6)]
        copied += [(name, run) for run in runs if run in book]
    assert copied == []


def test_redundant_instances_are_those_of_the_rules() -> None:
    """A keyword is `redundant` exactly where its section says so, and one that triggers or works by itself is not."""
    rules = rules_of(NEW, rules_folder()).rules
    numbers = load_edition(NEW).numbers
    for name in keyword_names():
        section = re.sub("[a-z]$", "", numbers[record(name).rule])
        text = " ".join(rule for number, rule in rules.items() if re.sub("[a-z]$", "", number) == section)
        said = re.search(r"[Mm]ultiple instances of [^.]* are redundant", text) is not None
        assert (record(name).several == "redundant") == said, name


def test_a_broken_file_is_an_error_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong key, and an ability that the notation does not know."""
    (tmp_path / "shouting.yaml").write_text("name: shouting\nrule: keyword.flying\ngloss: Shouts.\nloud: true\n")
    (tmp_path / "muttering.yaml").write_text(
        "name: muttering\nrule: keyword.flying\ngloss: Mutters.\nabilities:\n  - static: {mods: [{whisper: 1}]}\n"
    )
    monkeypatch.setattr(keyword_files, "FILES", tmp_path)
    with pytest.raises(KnowledgeError) as caught:
        stated.__wrapped__("shouting")
    assert caught.value.line == 4
    found = stated.__wrapped__("muttering")
    monkeypatch.setattr("layerproof.kb.keywords.meaning.stated", lambda name: found)
    with pytest.raises(KnowledgeError) as caught:
        meaning.__wrapped__(Keyword("muttering"))
    assert caught.value.line == 5 and "whisper" in str(caught.value)


def test_what_is_no_keyword_ability_has_no_record() -> None:
    """Names that share a file name with a keyword, names too long for a file, and nothing at all."""
    assert keyword_ability("first strike") is not None
    for name in ("first_strike", "First Strike", "", "a" * 5000, "walk", "../x"):
        assert keyword_ability(name) is None, name


# Words of the rules, the notation or the format that are no keyword ability where code says them.
OTHERWISE = {
    "prototype": "the layout of a card",
    "station": "the sort of a band of abilities",
    "solved": "a designation",
    "suspend": "a special action",
    "protection": "the sort of a prevention effect in a proof",
    "enchant": "what the schema shows as an example",
}


def _spoken(file: Path) -> Iterator[tuple[int, str]]:
    """The texts of a module that are no docstring and no rule key, with their lines."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    documentation = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            if node.value not in glosses():
                yield node.lineno, node.value


def _named(text: str) -> str | None:
    """The keyword ability that a text names: by being its name, or by having a name of several words in it."""
    for name in keyword_names():
        if text.lower() == name or (" " in name and re.search(rf"\b{re.escape(name)}\b", text.lower())):
            return name
    return None


def test_no_code_names_a_keyword_ability() -> None:
    """Neither the solver, the checker nor the answers know a keyword by its name: they ask what its file says."""
    root = file_of("x").parents[3]
    found = [
        f"{file.relative_to(root)}:{line}: {text!r}"
        for folder in ("solver", "queries")
        for file in sorted((root / folder).rglob("*.py"))
        for line, text in _spoken(file)
        if (name := _named(text)) is not None and name not in OTHERWISE
    ]
    assert found == []


def _ability_words() -> list[str]:
    return sorted(load_edition("current").vocabulary.ability_words)


@pytest.mark.parametrize(
    "text", ["When this creature enters, you gain 1 life.", "This creature gets +1/+1 for each Forest you control."]
)
def test_ability_words_mean_nothing(text: str) -> None:
    """With an ability word before it, an ability is compiled to the same records as without."""
    without = compile_ability(text)
    assert not any(isinstance(each, Opaque) for each in without)
    assert len(_ability_words()) > 40
    for word in _ability_words():
        assert compile_ability(f"{word.capitalize()} — {text}") == without, word


def test_an_answer_is_the_same_without_the_ability_word() -> None:
    """What triggers, how often, and what the objects are."""
    board = (
        "scenario: an ability word\ntimeline:\n"
        "  - token:\n      name: Watcher\n      types: [creature]\n      pt: 1/1\n"
        "      abilities: ['{}Whenever a land you control enters, you gain 1 life.']\n"
        "    as: watcher\n  - {{enters: Forest, as: forest}}\n"
        "claims:\n  - {{triggers: watcher, times: 1}}\n  - watcher: {{abilities: 1, pt: 1/1}}\n"
    )
    with_word, without = ([each.verdict for each in prove(board.format(words))] for words in ("Landfall — ", ""))
    assert with_word == without == ["proved", "proved"]
