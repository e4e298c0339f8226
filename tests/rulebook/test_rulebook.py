"""Rule keys and editions: what is cited is there, is what was reviewed, and differs where the rules differ."""

from __future__ import annotations

import pickle
from datetime import date
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.rulebook import KINDS, edition_names, glosses, load_edition, policy_notes
from layerproof.kb.rulebook.dated_values import (
    histories,
    vocabulary_on,
)
from layerproof.kb.rulebook.edition import edition_of
from layerproof.kb.rulebook.policies import policy_histories
from layerproof.kb.rulebook.texts.new_edition import signature_faults
from layerproof.kb.rulebook.texts.rules_text import RulesText
from layerproof.kb.rulebook.texts.vocabulary_lists import read_vocabulary
from tests.helpers.rules_texts import NEW, OLD, REQUIRED, number, rules_folder, rules_of

# --- what is cited is there


@pytest.mark.long
@pytest.mark.parametrize("name", edition_names())
def test_every_cited_rule_is_the_text_that_was_reviewed(name: str) -> None:
    assert signature_faults(load_edition(name), rules_of(name, rules_folder())) == []


def test_a_changed_rule_and_a_missing_one_are_noticed() -> None:
    edition = load_edition(NEW)
    rules = rules_of(NEW, rules_folder())
    texts = dict(rules.rules)
    texts[edition.numbers["order.timestamp"]] += " Except on Sundays."
    del texts[edition.numbers["copy.exceptions"]]
    assert [fault.split(":")[0] for fault in signature_faults(edition, RulesText(rules.published, texts))] == [
        "order.timestamp",
        "copy.exceptions",
    ]


@pytest.mark.long
@pytest.mark.parametrize("name", edition_names())
def test_the_vocabulary_is_what_the_text_lists(name: str) -> None:
    lists = msgspec.to_builtins(vocabulary_on(histories().lists, name))
    assert lists == read_vocabulary(rules_of(name, rules_folder()), load_edition(name).numbers)


# --- each edition is complete and in order


def test_the_required_editions_are_there() -> None:
    assert set(REQUIRED) <= set(edition_names())
    assert load_edition("current").name == edition_names()[-1]


@pytest.mark.parametrize("name", edition_names())
def test_every_kind_is_accepted_by_exactly_one_row(name: str) -> None:
    edition = load_edition(name)
    assert sorted(kind for row in edition.layers for kind in row.accepts) == sorted(KINDS)
    assert [edition.row_of(kind).key in edition.numbers for kind in KINDS] == [True] * len(KINDS)


@pytest.mark.parametrize("name", edition_names())
def test_every_edition_has_every_policy_with_a_known_value(name: str) -> None:
    edition = load_edition(name)
    assert list(edition.policies) == list(policy_notes())
    for policy, value in edition.policies.items():
        assert value in policy_notes()[policy].values, policy


def test_policies_rest_on_known_rules_and_each_value_occurs() -> None:
    editions = [load_edition(name) for name in edition_names()]
    for policy, note in policy_notes().items():
        assert note.keys, policy
        assert set(note.keys) <= set(glosses()), policy
        assert {edition.policy(policy) for edition in editions} == set(note.values), policy


def test_every_key_has_a_gloss_and_is_in_some_edition() -> None:
    cited = {key for name in edition_names() for key in load_edition(name).numbers}
    assert cited == set(glosses())
    assert all(gloss.endswith(".") and "\n" not in gloss for gloss in glosses().values())


def test_no_rules_text_is_in_the_project() -> None:
    """No eight words in a row of a gloss stand in the rules text."""
    rules = rules_of(NEW, rules_folder())
    book = " ".join(" ".join(text.lower().split()) for text in rules.rules.values())
    copied = []
    for key, gloss in glosses().items():
        words = gloss.rstrip(".").lower().split()
        runs = [" ".join(words[start : start + 8]) for start in range(len(words) - 7)]
        copied += [key for run in runs if run in book]
    assert copied == []


@pytest.mark.parametrize("name", edition_names())
def test_a_key_that_came_stays_until_its_rule_goes(name: str) -> None:
    """A gap in the history of a key would be a fault of the derivation."""
    names = edition_names()
    for key in load_edition(name).numbers:
        have = [key in load_edition(other).numbers for other in names]
        first, last = have.index(True), len(have) - have[::-1].index(True)
        assert all(have[first:last]), key


# --- editions differ where the rules do


@pytest.mark.parametrize(
    ("key", "old", "new"),
    [
        ("order.timestamp", "613.6", "613.7"),
        ("order.timestamp.simultaneous", "613.6g", "613.7m"),
        ("order.timestamp.static_ability", "613.6a", "613.7a"),
        ("order.dependency", "613.7", "613.8"),
        ("order.dependency.loop", "613.7b", "613.8b"),
        ("effect.parts_in_layers", "613.5", "613.6"),
        ("order.cda_first", "613.2", "613.3"),
        ("layer.power_toughness.set", "613.3b", "613.4b"),
        ("layer.power_toughness.switch", "613.3e", "613.4d"),
        ("copy.copiable_values", "706.2", "707.2"),
        ("face_down.characteristics", "707.2", "708.2"),
        ("leveler.band_range", "710.2a", "711.2a"),
        ("flip.flipped", "709.2", "710.2"),
        ("counter.power_toughness", "121.1a", "122.1a"),
        ("token.name", "110.5c", "111.4"),
        ("status.categories", "110.6", "110.5"),
        ("resolve.last_known_information", "608.2g", "608.2h"),
        ("state_based.legend", "704.5k", "704.5j"),
        ("double_faced.cannot_turn_down", "711.6", "712.16"),
        ("effect.fixed_set", "611.2c", "611.2c"),
        ("land.subtype_set", "305.7", "305.7"),
    ],
)
def test_one_key_has_the_number_of_each_edition(key: str, old: str, new: str) -> None:
    assert (number(key, OLD), number(key, NEW)) == (old, new)


def test_old_rows_and_new_rows() -> None:
    assert [row.key for row in load_edition(OLD).layers if row.key.startswith("layer.power_toughness")] == [
        f"layer.power_toughness.{row}" for row in ("define", "set", "modify", "counter", "switch")
    ]
    assert load_edition(NEW).row_of("pt_counter").key == "layer.power_toughness.modify"
    assert load_edition(NEW).row_of("face_down").key == "layer.copy.face_down"
    assert [row.accepts for row in load_edition(OLD).layers[:2]] == [
        ("copy", "merge", "entering_choice"),
        ("face_down",),
    ]
    assert load_edition(OLD).row_of("face_down").key == "face_down.characteristics"
    assert [row.cda_first for row in load_edition(OLD).layers] == [True, False] + [True] * 5 + [False] * 5
    assert [row.cda_first for row in load_edition(NEW).layers] == [False] * 2 + [True] * 5 + [False] * 4


@pytest.mark.parametrize(
    ("policy", "values"),
    [
        ("legend_rule", ["all_die", "controller_keeps_one", "controller_keeps_one"]),
        ("planeswalker_uniqueness", ["all_die", "controller_keeps_one", "none"]),
        ("simultaneous_timestamps", ["active_player_all", "active_player_all", "apnap"]),
        ("entering_lookahead", ["own_effects_only", "own_effects_only", "existing_effects"]),
        ("back_face_mana_value", ["own", "front", "front"]),
        ("double_faced_token_copy", ["one_face", "one_face", "both_faces"]),
        ("face_timestamp", ["kept", "new", "new"]),
        ("token_name_suffix", ["without", "without", "with"]),
        ("negative_modification", ["kept", "zero", "zero"]),
    ],
)
def test_policies_of_then_and_now(policy: str, values: list[str]) -> None:
    assert [load_edition(name).policy(policy) for name in (OLD, "2017-08-25", NEW)] == values


def test_policies_change_on_the_day_of_the_change() -> None:
    assert load_edition("2017-09-24").policy("entering_lookahead") == "own_effects_only"
    assert load_edition("2017-09-25").policy("entering_lookahead") == "existing_effects"
    assert load_edition("2025-04-04").policy("saga_without_chapters") == "sacrificed"
    assert load_edition("2025-06-06").policy("saga_without_chapters") == "stays"


@pytest.mark.parametrize("name", edition_names())
def test_the_supertypes_are_five_in_every_edition(name: str) -> None:
    assert load_edition(name).vocabulary.supertypes == {"basic", "legendary", "ongoing", "snow", "world"}


def test_lists_change_at_the_edition_of_their_text() -> None:
    def words(day: str, family: str) -> set[str]:
        return set(load_edition(day).vocabulary.subtypes[family])

    assert words("2013-02-01", "planeswalker") - words("2013-01-31", "planeswalker") == {"Domri"}
    assert words("2025-02-07", "planar") ^ words("2025-02-06", "planar") == {"Avishkar", "Kaladesh"}
    assert "dungeon" not in load_edition("2021-07-11").vocabulary.card_types
    assert "dungeon" in load_edition("2021-07-12").vocabulary.card_types
    assert load_edition("2021-07-12").policy("token_name_suffix") == "without"


def test_the_vocabulary_of_a_date() -> None:
    old, new = load_edition(OLD).vocabulary, load_edition(NEW).vocabulary
    assert "tribal" in old.card_types and "kindred" in new.card_types
    assert "tribal" not in new.card_types
    assert new.family_of("Time Lord") == "creature"
    assert old.family_of("Time Lord") is None
    assert [new.family_of(word) for word in ("Equipment", "Aura", "Urza's", "Jace", "Arcane", "Siege")] == [
        "artifact", "enchantment", "land", "planeswalker", "spell", "battle",
    ]  # fmt: skip
    assert new.basic_land_types == ("Plains", "Island", "Swamp", "Mountain", "Forest")
    assert set(new.nonbasic_land_types) | set(new.basic_land_types) == set(new.land_types)
    assert new.colors == ("white", "blue", "black", "red", "green")
    assert "flying" in new.keyword_counters and not old.keyword_counters
    assert "indestructible" in new.keyword_abilities and "indestructible" not in old.keyword_abilities
    assert len(new.creature_types) > len(old.creature_types) > 200


def test_the_documents_table_of_policies_is_that_of_the_files() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "editions.md").read_text(encoding="utf-8")
    rows = {}
    for line in text.splitlines():
        if line.startswith("| `") and line.count("|") == 4 and ".yaml" not in line and ".py" not in line:
            policy, values, rules = (cell.strip() for cell in line.strip("|").split("|"))
            rows[policy.strip("`")] = (values, rules)
    assert list(rows) == list(policy_notes())
    for policy, (values, rules) in rows.items():
        steps = [(name, load_edition(name).policy(policy)) for name in edition_names()]
        changes = [step for before, step in pairwise(steps) if before[1] != step[1]]
        written = [f"`{steps[0][1]}`", *(f"{name}: `{value}`" for name, value in changes)]
        assert values == "; ".join(written), policy
        for key in policy_notes()[policy].keys:
            assert load_edition(NEW).numbers.get(key, "–") in rules, (policy, key)
            assert load_edition(OLD).numbers.get(key, "–") in rules, (policy, key)


# --- picking an edition


def test_a_date_means_the_newest_edition_in_force() -> None:
    assert load_edition(OLD) is load_edition("2012-12-24")
    assert load_edition("2012-09-30").name == "2012-07-01"
    assert load_edition("2012-06-30").name == "2012-06-01"
    assert load_edition("2099-01-01") is load_edition("current")
    assert load_edition(NEW).published == date(2026, 1, 16)


@pytest.mark.parametrize("name", ["2010-07-15", "yesterday", "", "2012-13-01"])
def test_no_edition_of_that_name(name: str) -> None:
    with pytest.raises(KnowledgeError, match="2010-07-16"):
        load_edition(name)


def test_an_unknown_key_names_the_nearest() -> None:
    with pytest.raises(KnowledgeError, match=r"order\.timestamp\b"):
        load_edition(NEW).cite("order.timestmp")


def test_a_key_that_the_edition_does_not_have_says_since_when() -> None:
    with pytest.raises(KnowledgeError, match=rf"{OLD} has no rule 'layer.copy.face_down'.*from 2020-04-17"):
        load_edition(OLD).cite("layer.copy.face_down")
    with pytest.raises(KnowledgeError, match=r"to 2017-08-25"):
        load_edition(NEW).cite("state_based.planeswalker_uniqueness")


def test_an_unknown_policy_or_kind_names_what_there_is() -> None:
    with pytest.raises(KnowledgeError, match="legend_rule"):
        load_edition(NEW).policy("legend_rul")
    with pytest.raises(KnowledgeError, match="switch_pt"):
        load_edition(NEW).row_of("swap_pt")


def test_editions_go_to_other_processes_and_stay_as_they_are() -> None:
    edition = load_edition(OLD)
    with pytest.raises(TypeError):
        edition.policies["legend_rule"] = "none"  # type: ignore[index]
    with pytest.raises(AttributeError):
        edition.name = NEW  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(edition)) is edition


def test_the_digest_names_the_content() -> None:
    digests = {load_edition(name).digest for name in edition_names()}
    assert len(digests) == len(edition_names())
    policies = {name: dict(values) for name, values in policy_histories().items()}
    assert edition_of(histories(), policies, OLD).digest == load_edition(OLD).digest
    policies["legend_rule"] = {OLD: "none"}
    assert edition_of(histories(), policies, OLD).digest != load_edition(OLD).digest
