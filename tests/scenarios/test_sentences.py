"""Every sentence of the rules on the listed keywords is claimed by a scenario, or it is said why not.

A file of `sentences` is named as the keyword is. It maps the rule key of every subrule to what its sentences
say, one entry a sentence of the newest text, in our words: `says`; and `claimed`, the titles of scenarios of
`keywords/NAME.yaml`, with `elsewhere: {FOLDER/FILE: [TITLE…]}` for those of other files, or `reason`, why nothing
claims it.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.rulebook.texts.rules_text import RulesText
from layerproof.kb.scenario.scenario_file import read_scenarios
from tests.helpers.rules_texts import NEW, rules_folder, rules_of

FOLDER = Path(__file__).parents[1] / "scenarios"
FILES = sorted((Path(__file__).parents[1] / "sentences").glob("*.yaml"))
# The keyword abilities and actions whose every sentence is to be claimed.
LISTED = (
    "buyback cascade deathtouch defender detain double-strike enchant entwine equip evoke fading fight first-strike "
    "flash flashback flying forecast graft haste hexproof indestructible intimidate kicker landwalk level-up "
    "lifelink menace miracle morph overload persist populate protection reach rebound recover replicate retrace "
    "ripple scavenge shroud soulbond split-second storm suspend trample transform undying unleash vanishing "
    "vigilance ward counter destroy exile proliferate regenerate sacrifice"
)
_ASIDE = re.compile(r"\([^()]*\)")
_END = re.compile(r"(?<=[.!?])\"?\s+(?=[A-Z\"])")
_POINTER = re.compile(r"^(?:See rules?|For more information)\b")


def sentences(text: str) -> list[str]:
    """The sentences of a rule, those in quotation marks too; without what only points to another rule."""
    parts = _END.split(_ASIDE.sub("", text).strip())
    return [part for part in parts if part.strip(' "') and not _POINTER.match(part)]


def subrules(keyword: str, rules: RulesText) -> dict[str, str]:
    """The text of each subrule of a keyword ability or action, by its number."""
    heads = [
        number
        for number, title in rules.headings.items()
        if title.lower() == keyword.replace("-", " ") and number[:2] == "70"
    ]
    assert len(heads) == 1, f"{keyword}: {heads}"
    return {number: text for number, text in rules.rules.items() if number[:-1] == heads[0] and number[-1].isalpha()}


@cache
def titles(file: str) -> frozenset[str]:
    """The titles of the scenarios of a file that claim something under the newest edition."""
    newest = load_edition("current").name
    return frozenset(
        scenario.title
        for scenario in read_scenarios(FOLDER / f"{file}.yaml").scenarios
        for claim in scenario.claims
        for edition in claim.editions or (scenario.edition,)
        if load_edition(edition).name == newest
    )


def entries(file: Path) -> dict[str, list[dict[str, Any]]]:
    """What a file says of the sentences of each subrule, by rule key."""
    found: dict[str, list[dict[str, Any]]] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return found


def test_sentences_are_told_apart() -> None:
    text = 'Foo is a static ability. (See rule 1.) "Foo" means "You may. Then do not." See rule 704.'
    assert len(sentences(text)) == 3
    assert sentences('For more information about Foo, see rule 1, "Bar."') == []


def test_every_keyword_of_the_list_has_a_file_and_no_other_has() -> None:
    assert {file.stem for file in FILES} == set(LISTED.split())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_sentence_of_every_subrule_is_claimed_or_told_why_not(file: Path) -> None:
    rules = subrules(file.stem, rules_of(NEW, rules_folder()))
    found = entries(file)
    edition = load_edition("current")
    assert sorted(edition.cite(key).number for key in found) == sorted(rules)
    for key, said in found.items():
        wanted = sentences(rules[edition.cite(key).number])
        assert len(said) == len(wanted), f"{key}: {len(wanted)} sentences, {len(said)} entries"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_scenario_that_is_named_is_there(file: Path) -> None:
    for key, said in entries(file).items():
        for one in said:
            assert set(one) <= {"says", "claimed", "elsewhere", "reason"}, key
            assert one["says"] and ("reason" in one) != ("claimed" in one or "elsewhere" in one), (key, one["says"])
            named = {f"keywords/{file.stem}": one.get("claimed", []), **one.get("elsewhere", {})}
            for where, wanted in named.items():
                assert set(wanted) <= (titles(where) if wanted else set()), (key, where)
