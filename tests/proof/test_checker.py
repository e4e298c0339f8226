"""The checker's own semantics, by the examples of the rules, and its refusal of altered proofs."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from layerproof.kb.cards.embedded_facts import fact_file
from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.solver.proof.check.changes import as_plain
from layerproof.solver.proof.check.checker import check, scenario_digest
from layerproof.solver.proof.check.claims import fitting, holds
from layerproof.solver.proof.check.header import card_digest, cards_named
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.making import card_named
from layerproof.solver.proof.check.replay import Replay, replay
from layerproof.solver.proof.check.worlds import worlds
from layerproof.solver.proof.writer import finish, history
from layerproof.solver.situation.timeline import follow


def replayed(timeline: str, edition: str = "current") -> Replay:
    text = "scenario: A test\ntimeline:\n" + "".join(f"  - {{{each}}}\n" for each in timeline.strip().split("\n"))
    read = parse_scenarios(text)
    assert not read.unreadable, read.unreadable
    for event in json.loads(read.scenarios[0].source)["timeline"]:
        for name in cards_named([event]):
            if not fact_file(name).exists() and not _face(name):
                pytest.skip(f"the facts of {name} are not there")
    return replay(read.scenarios[0], load_edition(edition))


def _face(name: str) -> bool:
    try:
        return bool(card_named(name))
    except Incomplete:
        return False


def view(timeline: str, label: str, edition: str = "current") -> dict[str, Any]:
    return replayed(timeline, edition).by_label()[label]


def size(found: dict[str, Any]) -> tuple[int | None, int | None]:
    return found["power"], found["toughness"]


def test_a_land_that_is_set_to_a_basic_type_loses_its_text_and_gets_the_mana_ability() -> None:
    tower = view("enters: Reliquary Tower, as: tower\nenters: Blood Moon", "tower")
    assert tower["subtypes"] == ["Mountain"] and tower["abilities"] == ["intrinsic Mountain"]


def test_blood_moon_takes_urborgs_ability_before_it_applies_in_either_order_of_timestamps() -> None:
    for order in ("enters: Blood Moon\nenters: 'Urborg, Tomb of Yawgmoth', as: urborg",
                  "enters: 'Urborg, Tomb of Yawgmoth', as: urborg\nenters: Blood Moon"):  # fmt: skip
        found = replayed(order + "\nenters: Forest, as: forest")
        assert found.by_label()["forest"]["subtypes"] == ["Forest"]
        assert found.by_label()["urborg"]["subtypes"] == ["Mountain"]
        waits = [step for step in found.derived.steps if step[0] == "waits"]
        assert waits and waits[0][2]["because"] == "exists"


def test_humility_and_opalescence_follow_timestamps() -> None:
    older = "enters: Humility\nenters: Opalescence\nenters: Glorious Anthem, as: anthem"
    newer = "enters: Opalescence\nenters: Humility\nenters: Glorious Anthem, as: anthem"
    assert size(view(older, "anthem")) == (3, 3)
    assert size(view(newer, "anthem")) == (1, 1)


def test_an_effect_that_began_goes_on_though_its_ability_is_lost() -> None:
    found = view("enters: Humility\nenters: Magus of the Moon\nenters: Reliquary Tower, as: tower", "tower")
    assert found["subtypes"] == ["Mountain"]


def test_a_level_band_has_the_timestamp_of_its_object() -> None:
    newer = "enters: Godhead of Awe, controller: opponent\nenters: Beastbreaker of Bala Ged, as: beast"
    older = "enters: Beastbreaker of Bala Ged, as: beast\nenters: Godhead of Awe, controller: opponent"
    assert size(view(newer + "\nput: {level: 1}, on: beast", "beast")) == (4, 4)
    assert size(view(older + "\nput: {level: 1}, on: beast", "beast")) == (1, 1)


def test_the_set_of_a_resolved_effect_is_fixed() -> None:
    timeline = "enters: Elite Vanguard, as: one\nresolves: Guardians' Pledge\nenters: Elite Vanguard, as: two"
    found = replayed(timeline).by_label()
    assert size(found["one"]) == (4, 3) and size(found["two"]) == (2, 1)


def test_a_copy_takes_copiable_values_and_nothing_else() -> None:
    timeline = "enters: Grizzly Bears, as: bears, counters: {'+1/+1': 2}\nresolves: Purelace, targets: [bears]"
    clone = view(timeline + "\nenters: Clone, as: clone, copy_of: bears", "clone")
    assert clone["names"] == ["Grizzly Bears"] and size(clone) == (2, 2) and clone["colors"] == ["green"]


def test_a_clone_under_humility_copies_by_the_policy_of_the_edition() -> None:
    timeline = "enters: Craw Wurm, as: wurm\nenters: Humility\nenters: Clone, copy_of: wurm"
    assert view(timeline, "clone", "2012-10-01")["names"] == ["Craw Wurm"]
    assert view(timeline, "clone")["names"] == ["Clone"]


def test_a_face_down_permanent_has_no_other_characteristics() -> None:
    found = view("enters: Grinning Demon, as: demon, face_down: morph", "demon")
    assert found["names"] == [] and size(found) == (2, 2) and found["abilities"] == [] and found["mana_cost"] is None


def test_switching_comes_after_what_modifies_even_later() -> None:
    timeline = "enters: Grizzly Bears, as: bears\nput: {'+0/+1': 1}, on: bears\nresolves: Inside Out, targets: [bears]"
    assert size(view(timeline, "bears")) == (3, 2)


def test_lethal_damage_destroys_and_the_label_keeps_what_it_was() -> None:
    found = replayed("enters: Grizzly Bears, as: bears\ndamage: 2, to: bears")
    assert found.game.labels["bears"] in found.game.gone
    assert [each.zone for each in found.situation.objects] == ["graveyard"]


def test_the_legend_rule_is_a_policy_and_an_open_choice_is_not_made() -> None:
    timeline = "enters: 'Isamaru, Hound of Konda', as: one\nenters: 'Isamaru, Hound of Konda', as: two"
    assert not [each for each in replayed(timeline, "2012-10-01").situation.objects if each.zone == "battlefield"]
    with pytest.raises(Incomplete):
        replayed(timeline)


def test_an_aura_without_its_creature_goes_to_the_graveyard() -> None:
    timeline = (
        "enters: Grizzly Bears, as: bears\nenters: Holy Strength, as: aura, attached_to: bears\nleaves: bears, to: hand"
    )
    found = replayed(timeline)
    assert [each.zone for each in found.situation.objects] == ["hand", "graveyard"]


def test_copies_at_a_moment_are_not_updated() -> None:
    timeline = (
        "enters: Grizzly Bears, as: bears\nenters: Craw Wurm, as: wurm\nenters: Clone, as: clone, copy_of: wurm\n"
        "resolves: Mirrorweave, targets: [bears]"
    )
    during = view(timeline, "clone")
    after = view(timeline + "\nend_of_turn: true", "clone")
    assert during["names"] == ["Grizzly Bears"] and after["names"] == ["Craw Wurm"]


def test_a_token_copy_of_a_double_faced_permanent_is_double_faced_by_policy() -> None:
    timeline = (
        "enters: Delver of Secrets, as: delver, transformed: true\n"
        "resolves: Cackling Counterpart, targets: [delver], makes: [twin]"
    )
    now = replayed(timeline + "\ntransform: twin")
    assert now.by_label()["twin"]["names"] == ["Delver of Secrets"]
    then = replayed(timeline + "\ntransform: twin", "2012-10-01")
    assert then.by_label()["twin"]["names"] == ["Insectile Aberration"]


def test_a_flipped_permanent_shows_its_lower_half_and_keeps_cost_and_color() -> None:
    found = view("enters: Budoka Gardener, as: gardener\nflip: gardener", "gardener")
    assert found["names"] == ["Dokai, Weaver of Life"] and found["mana_cost"] == "{1}{G}"


# --- proofs -----------------------------------------------------------------------------------------------------------

SCENARIO = {
    "scenario": "Blood Moon and Urborg",
    "timeline": [
        {"enters": "Urborg, Tomb of Yawgmoth", "as": "urborg"},
        {"enters": "Blood Moon"},
        {"enters": "Forest", "as": "forest"},
        {"enters": "Grizzly Bears", "as": "bears", "counters": {"+1/+1": 1}},
    ],
    "claims": [{"forest": {"subtypes": ["Forest"]}}, {"bears": {"pt": "2/2"}}],
}


def proof_of(data: dict[str, Any], number: int) -> dict[str, Any]:
    edition = load_edition("current")
    scenario = parse_scenarios(json.dumps(data)).scenarios[0]
    claim = scenario.claims[number - 1]
    game, _ = follow(scenario, edition)
    truth = holds(replay(scenario, edition), claim)
    proof: dict[str, Any] = as_plain(finish(history(game), scenario, edition, game, claim, truth))
    return proof


@pytest.mark.parametrize("number", [1, 2])
def test_a_proof_that_follows_the_format_is_valid(number: int) -> None:
    proof = proof_of(SCENARIO, number)
    assert check(proof).verdict == "valid", check(proof)
    assert check(json.dumps(proof)).verdict == "valid"


def test_every_altered_step_is_refused() -> None:
    proof = proof_of(SCENARIO, 1)
    for place, step in enumerate(proof["steps"]):
        for field, other in (
            ("kind", "given " + step["kind"]),
            ("rule", "copy.definition"),
            ("number", "1.1"),
            ("id", 0),
        ):
            altered = copy.deepcopy(proof)
            altered["steps"][place][field] = other
            assert check(altered).verdict == "invalid", (step, field)
        for premises in ([place + 1], [0], [1, 1], [-1]):
            altered = copy.deepcopy(proof)
            altered["steps"][place]["premises"] = premises
            assert check(altered).verdict == "invalid", (step, premises)
        for key in step["conclusion"]:
            altered = copy.deepcopy(proof)
            altered["steps"][place]["conclusion"][key] = "something else"
            assert check(altered).verdict == "invalid", (step, key)
        altered = copy.deepcopy(proof)
        del altered["steps"][place]
        assert check(altered).verdict == "invalid", step
        altered = copy.deepcopy(proof)
        altered["steps"].insert(place, step)
        assert check(altered).verdict == "invalid", step


def test_an_altered_header_is_refused() -> None:
    proof = proof_of(SCENARIO, 1)
    for key, other in (
        ("proof", 1), ("proof", 3), ("log", 0), ("log", 1000), ("log", True),
        ("edition", "1993-08-05"), ("edition_digest", "0"), ("scenario_digest", "0"), ("claim", 2),
        ("claim", 3), ("verdict", "refuted"), ("cards", {}), ("cards", {**proof["cards"], "Forest": "0"}),
        ("steps", []), ("steps", None), ("scenario", {}),
    ):  # fmt: skip
        assert check({**proof, key: other}).verdict == "invalid", key
    assert check({**proof, "more": 1}).verdict == "invalid"
    assert check("[]").verdict == "invalid" and check(b"{").verdict == "invalid"


def test_true_is_not_taken_for_one() -> None:
    proof = proof_of(SCENARIO, 1)
    altered = copy.deepcopy(proof)
    altered["steps"][-1]["conclusion"]["holds"] = 1
    assert check(altered).verdict == "invalid"


def test_what_is_not_modelled_makes_a_proof_incomplete() -> None:
    proof = proof_of(SCENARIO, 1)
    data = {**SCENARIO, "timeline": [{"enters": "No Such Card"}, *SCENARIO["timeline"]]}
    altered = {**proof, "scenario": data, "scenario_digest": scenario_digest(data)}
    assert check(altered).verdict == "incomplete"


# --- worlds -----------------------------------------------------------------------------------------------------------

UNKNOWN = {
    "scenario": "Humility and Opalescence in unknown order",
    "timeline": [
        {"any_order": [{"enters": "Humility"}, {"enters": "Opalescence"}]},
        {"enters": "Glorious Anthem", "as": "anthem", "counters": {"+1/+1": {"any": "0..1"}}},
    ],
    "constraints": ["counters(anthem, +1/+1) <= 0"],
    "claims": [
        {"outcomes": {"anthem": [{"pt": "1/1"}, {"pt": "3/3"}]}},
        {"anthem": {"types": ["enchantment", "creature"]}},
        {"sometimes": {"anthem": {"pt": "1/1"}}},
        {"never": {"anthem": {"pt": "1/1"}}},
    ],
}


def allowed_worlds() -> list[tuple[list[tuple[str, Any]], dict[str, Any]]]:
    """The worlds whose ends the constraint on counters allows."""
    found = worlds(UNKNOWN, load_edition("current"))
    return [each for each in found if each[0][1][1] == 0]


def proof_of_worlds(number: int, places: tuple[int, ...]) -> dict[str, Any]:
    edition = load_edition("current")
    listed = allowed_worlds()
    proofs: list[dict[str, Any]] = []
    for place in places:
        proof = proof_of(listed[place][1], number)
        claim = parse_scenarios(json.dumps(listed[place][1])).scenarios[0].claims[number - 1]
        if claim.mode == "outcomes":
            fits = fitting(replay(parse_scenarios(json.dumps(listed[place][1])).scenarios[0], edition), claim)
            proof["steps"][-1]["conclusion"] = {"claim": number, "fits": fits}
            proof["verdict"] = "proved" if fits else "refuted"
        proofs.append({"world": place, "proof": proof})
    header = {key: value for key, value in proofs[0]["proof"].items() if key not in ("log", "steps")}
    return {
        **header,
        "scenario": UNKNOWN,
        "scenario_digest": scenario_digest(UNKNOWN),
        "verdict": "refuted" if number == 4 else "proved",
        "worlds": [pairs for pairs, _ in listed],
        "proofs": proofs,
    }


def test_worlds_are_in_order_and_constraints_leave_some_out() -> None:
    names = [[name for name, _ in pairs] for pairs, _ in allowed_worlds()]
    assert names == [["timeline.0", "timeline.1.counters.+1/+1"]] * 2
    assert [pairs[0][1] for pairs, _ in allowed_worlds()] == [[0, 1], [1, 0]]


@pytest.mark.parametrize(("number", "places"), [(1, (0, 1)), (2, (0, 1)), (3, (1,)), (4, (1,))])
def test_a_proof_over_the_deciding_worlds_is_valid(number: int, places: tuple[int, ...]) -> None:
    assert check(proof_of_worlds(number, places)).verdict == "valid", check(proof_of_worlds(number, places))


@pytest.mark.parametrize(("number", "places"), [(1, (0,)), (2, (1,)), (3, (0,)), (4, (0,))])
def test_worlds_that_do_not_decide_are_refused(number: int, places: tuple[int, ...]) -> None:
    assert check(proof_of_worlds(number, places)).verdict == "invalid"


def test_altered_lists_of_worlds_are_refused() -> None:
    proof = proof_of_worlds(2, (0, 1))
    for key, other in (
        ("worlds", proof["worlds"][:1]), ("worlds", proof["worlds"][::-1]), ("proofs", proof["proofs"][::-1]),
        ("proofs", [proof["proofs"][0]] * 2), ("proofs", None), ("verdict", "refuted"), ("claim", 3),
        ("proofs", [{"world": 0, "proof": proof["proofs"][1]["proof"]}, proof["proofs"][1]]),
    ):  # fmt: skip
        assert check({**proof, key: other}).verdict == "invalid", key


def test_nothing_that_a_proof_holds_makes_the_checker_fail() -> None:
    for proof in (proof_of(SCENARIO, 1), proof_of_worlds(2, (0, 1))):
        for key in proof:
            for junk in (None, 1, "x", [], [1], {}, {"a": 1}, [None], True):
                if (key in ("proof", "claim") and junk == proof[key] and junk is not True) or key == "cards":
                    continue
                assert check({**proof, key: junk}).verdict in ("invalid", "incomplete"), (key, junk)
        for odd in (None, 1, "x", [], [1], {}, {"enters": 1}, {"put": 1}, {"leaves": "nobody", "to": "exile"}):
            data = {**proof["scenario"], "timeline": [odd]}
            altered = {**proof, "scenario": data, "scenario_digest": scenario_digest(data)}
            assert check(altered).verdict in ("invalid", "incomplete"), odd


def test_the_header_names_only_cards_of_the_scenario() -> None:
    proof = proof_of(SCENARIO, 1)
    other = {"Lignify": card_digest(card_named("Lignify"))}
    assert check({**proof, "cards": {**proof["cards"], **other}}).verdict == "invalid"


def test_an_old_name_of_a_card_type_means_that_type() -> None:
    data = {
        "scenario": "An old name",
        "timeline": [{"enters": "Runeclaw Bear", "as": "bear"}, {"enters": "Lignify", "attached_to": "bear"}],
        "claims": [{"lignify": {"has": ["tribal", "kindred"]}}, {"lignify": {"lacks": ["tribal"]}}],
    }
    assert [proof_of(data, number)["verdict"] for number in (1, 2)] == ["proved", "refuted"]
