"""Words that players choose: how many, of which sort, and which of them a text or the rules do not let be chosen."""

from __future__ import annotations

import json
from typing import Any

import pytest

from layerproof.kb.model.ability import AsEnters
from layerproof.kb.model.instruction import Begin, ChooseWord
from layerproof.kb.oracle.bodies.ability_bodies import body_of
from layerproof.kb.oracle.compiler import compile_ability
from layerproof.kb.oracle.words.open_references import found
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.kb.wording.abilities import ability_text
from layerproof.queries.answer.claim_answers import answer_all
from tests.proof.test_checker_alone import alone

COLOR = "{0}: Target creature becomes the color of your choice until end of turn."
COLORS = "{0}: Target creature becomes the color or colors of your choice until end of turn."
SHIELD = "{0}: Target creature gains protection from the color of your choice until end of turn."
SHIFT = "{0}: Choose a color. Target creature becomes the chosen color until end of turn."
LAND = "{0}: Target land becomes the basic land type of your choice until end of turn."
ANY_LAND = "{0}: Choose a land type. Target land becomes that type until end of turn."
NONBASIC = (
    "{0}: Choose a nonbasic land type. Lands you control of the chosen type become 1/1 creatures until end of turn."
)
KIN = "{0}: Creatures of the creature type of your choice get +1/+1 until end of turn."
NO_WALL = "{0}: Choose a creature type other than Wall. Target creature becomes that type until end of turn."
NEW_WORD = "{0}: Change the text of target land by replacing all instances of one basic land type with another."


@pytest.mark.parametrize(
    ("ability", "target", "choices", "claim", "verdict"),
    [
        # One color is one color.
        (COLOR, "bear", {"color": "red"}, {"bear": {"colors": ["red"]}}, "proved"),
        (COLOR, "bear", {"color": ["red", "green"]}, {"bear": {"colors": ["red", "green"]}}, "invalid"),
        (COLORS, "bear", {"color": ["red", "green"]}, {"bear": {"colors": ["red", "green"]}}, "proved"),
        (COLORS, "bear", {"color": "red"}, {"bear": {"colors": ["red"]}}, "proved"),
        (SHIELD, "bear", {"color": ["red", "green"]}, {"bear": {"has": ["protection from red"]}}, "invalid"),
        (SHIFT, "bear", {"color": ["red", "green"]}, {"bear": {"has": ["red"]}}, "invalid"),
        # A basic land type is none of the others, under whatever key it is told.
        (LAND, "forest", {"basic land type": "Island"}, {"forest": {"subtypes": ["Island"]}}, "proved"),
        (LAND, "forest", {"land type": "Island"}, {"forest": {"subtypes": ["Island"]}}, "proved"),
        (LAND, "forest", {"basic land type": "Gate"}, {"forest": {"subtypes": ["Gate"]}}, "invalid"),
        (LAND, "forest", {"land type": "Desert"}, {"forest": {"subtypes": ["Desert"]}}, "invalid"),
        (LAND, "forest", {"basic land type": ["Island", "Swamp"]}, {"forest": {"has": ["Island"]}}, "invalid"),
        (ANY_LAND, "forest", {"land type": "Desert"}, {"forest": {"subtypes": ["Desert"]}}, "proved"),
        (ANY_LAND, "forest", {"land type": "Bear"}, {"forest": {"subtypes": ["Bear"]}}, "invalid"),
        (NONBASIC, None, {"nonbasic land type": "Tower"}, {"tower": {"has": ["creature"]}}, "proved"),
        (NONBASIC, None, {"land type": "Tower"}, {"tower": {"has": ["creature"]}}, "proved"),
        (NONBASIC, None, {"land type": "Tower"}, {"forest": {"has": ["creature"]}}, "refuted"),
        (NONBASIC, None, {"land type": "Forest"}, {"forest": {"has": ["creature"]}}, "invalid"),
        (NONBASIC, None, {"creature type": "Bear"}, {"tower": {"lacks": ["creature"]}}, "invalid"),
        # Creature types, and one that the text excepts.
        (KIN, None, {"creature type": "Bear"}, {"bear": {"pt": "3/3"}}, "proved"),
        (KIN, None, {"creature type": "Forest"}, {"bear": {"pt": "2/2"}}, "invalid"),
        (KIN, None, {"creature type": "Beer"}, {"bear": {"pt": "2/2"}}, "invalid"),
        (KIN, None, {"creature type": ["Bear", "Elf"]}, {"bear": {"pt": "3/3"}}, "invalid"),
        (KIN, None, {}, {"bear": {"pt": "2/2"}}, "undecided"),
        (NO_WALL, "bear", {"creature type": "Elf"}, {"bear": {"subtypes": ["Elf"]}}, "proved"),
        (NO_WALL, "bear", {"creature type": "Wall"}, {"bear": {"subtypes": ["Wall"]}}, "invalid"),
        # Another word is not the same.
        (NEW_WORD, "forest", {"from": "Forest", "to": "Island"}, {"forest": {"subtypes": ["Island"]}}, "proved"),
        (NEW_WORD, "forest", {"from": "Forest", "to": "Forest"}, {"forest": {"subtypes": ["Forest"]}}, "invalid"),
        (NEW_WORD, "forest", {"from": "Forest", "to": "Gate"}, {"forest": {"subtypes": ["Gate"]}}, "invalid"),
    ],
)
def test_what_may_be_chosen_as_something_resolves(
    ability: str, target: str | None, choices: Any, claim: Any, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    board: list[Any] = [
        {"enters": "Grizzly Bears", "as": "bear"},
        {"enters": "Forest", "as": "forest"},
        {"token": {"name": "Tower", "types": ["land"], "subtypes": ["Tower"]}, "as": "tower"},
        {"token": {"types": ["artifact"], "name": "Lens", "abilities": [ability]}, "as": "lens"},
    ]
    targets = {} if target is None else {"targets": [target]}
    for does in (
        [{"activates": "lens", "ability": 1, **targets, "choices": choices}],
        [{"activate": "lens", "ability": 1, **targets}, {"resolve_top": True, "choices": choices}],
    ):
        plain = {"scenario": "Made up", "timeline": [*board, *does], "claims": [claim]}
        assert answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0].verdict == verdict
        decided = verdict in ("proved", "refuted")
        assert alone(plain, 1, "current", monkeypatch) == (verdict if decided else None)


@pytest.mark.parametrize(
    ("ability", "choices", "verdict"),
    [
        ("As this artifact enters, choose a color.", {"color": ["red", "green"]}, "invalid"),
        ("As this artifact enters, choose a color.", {"color": "red"}, "proved"),
        ("As this artifact enters, choose a color other than white.", {"color": "white"}, "invalid"),
        ("As this artifact enters, choose a color other than white.", {"color": "red"}, "proved"),
        ("As this artifact enters, choose a creature type.", {"creature type": "Island"}, "invalid"),
        ("As this artifact enters, choose a creature type.", {"creature type": ["Elf", "Bear"]}, "invalid"),
        ("As this artifact enters, choose a basic land type.", {"basic land type": "Gate"}, "invalid"),
        ("As this artifact enters, choose a basic land type.", {"land type": "Gate"}, "invalid"),
        ("As this artifact enters, choose a basic land type.", {"land type": "Island"}, "proved"),
        ("As this artifact enters, choose a land type.", {"land type": "Gate"}, "proved"),
        ("As this artifact enters, choose a card type other than creature or land.", {"card type": "land"}, "invalid"),
        ("As this artifact enters, choose a card type other than creature or land.", {"card type": "battle"}, "proved"),
        ("As this artifact enters, choose a card type.", {"card type": "Bear"}, "invalid"),
        ("As this artifact enters, choose a card name.", {"card name": ["Forest", "Island"]}, "invalid"),
        ("As this artifact enters, choose a player.", {"player": ["you", "opponent"]}, "invalid"),
    ],
)
def test_what_may_be_chosen_as_something_enters(
    ability: str, choices: Any, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    enters = {"token": {"types": ["artifact"], "name": "Lens", "abilities": [ability]}, "as": "lens"}
    plain = {
        "scenario": "Made up",
        "timeline": [{**enters, "choices": choices}],
        "claims": [{"lens": {"on_battlefield": True, "abilities": 1}}],
    }
    assert answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0].verdict == verdict
    assert alone(plain, 1, "current", monkeypatch) == (verdict if verdict == "proved" else None)


@pytest.mark.parametrize(
    ("ability", "target", "choices", "claim"),
    [
        (COLOR, "bear", {"color": {"any": [["red", "green"], "red"]}}, {"bear": {"colors": ["red"]}}),
        (LAND, "forest", {"land type": {"any": ["Desert", "Swamp"]}}, {"forest": {"subtypes": ["Swamp"]}}),
        (LAND, "forest", {"land type": {"any": ["Bear", "Swamp"]}}, {"forest": {"subtypes": ["Swamp"]}}),
        (NEW_WORD, "forest", {"from": "Forest", "to": {"any": ["Forest", "Elf", "Swamp"]}},
         {"forest": {"subtypes": ["Swamp"]}}),
    ],
)  # fmt: skip
def test_a_world_with_a_word_that_no_player_may_choose_is_none(
    ability: str, target: str, choices: Any, claim: Any
) -> None:
    timeline: list[Any] = [
        {"enters": "Grizzly Bears", "as": "bear"},
        {"enters": "Forest", "as": "forest"},
        {"token": {"types": ["artifact"], "name": "Lens", "abilities": [ability]}, "as": "lens"},
        {"activates": "lens", "ability": 1, "targets": [target], "choices": choices},
    ]
    plain = {"scenario": "Made up", "timeline": timeline, "claims": [claim]}
    assert answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0].verdict == "proved"


def test_what_was_chosen_as_the_source_entered_is_not_chosen_again(monkeypatch: pytest.MonkeyPatch) -> None:
    abilities = ["As this artifact enters, choose a color.", COLOR]
    lens = {"token": {"types": ["artifact"], "name": "Lens", "abilities": abilities}, "as": "lens"}
    timeline: list[dict[str, Any]] = [
        {"enters": "Grizzly Bears", "as": "bear"},
        {**lens, "choices": {"color": "red"}},
        {"activates": "lens", "ability": 1, "targets": ["bear"]},
    ]
    plain: dict[str, Any] = {"scenario": "Made up", "timeline": timeline, "claims": [{"bear": {"colors": ["red"]}}]}
    assert answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0].verdict == "undecided"
    assert alone(plain, 1, "current", monkeypatch) is None
    timeline[2]["choices"] = {"color": "blue"}
    assert answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0].verdict == "refuted"
    assert alone(plain, 1, "current", monkeypatch) == "refuted"


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        (COLOR, ChooseWord("color")),
        (COLORS, ChooseWord("color", several=True)),
        (SHIELD, ChooseWord("color")),
        (LAND, ChooseWord("basic land type")),
        (KIN, ChooseWord("creature type")),
        (NO_WALL, ChooseWord("creature type", never=("Wall",))),
        (NONBASIC, ChooseWord("nonbasic land type")),
        (ANY_LAND, ChooseWord("land type")),
        ("{0}: Choose a color other than red. Creatures of the chosen color get +1/+1 until end of turn.",
         ChooseWord("color", never=("red",))),
        ("{0}: Choose one or more colors. You gain 1 life.", ChooseWord("color", several=True)),
    ],
)  # fmt: skip
def test_the_words_of_a_choice_are_read_and_written(text: str, choice: ChooseWord) -> None:
    (ability,) = compile_ability(text)
    assert found(ability, lambda part: isinstance(part, ChooseWord)) == [choice]
    assert compile_ability(ability_text(ability, ("creature",)).text) == (ability,)


def test_both_wordings_of_a_choice_are_one_record() -> None:
    sentence = "Choose a color. Target creature becomes the chosen color until end of turn."
    on_the_way = "Target creature becomes the color of your choice until end of turn."
    assert body_of(sentence, ("instant",), None) == body_of(on_the_way, ("instant",), None)
    each = "Return all permanents of the color of your choice to their owners' hands."
    assert body_of(each, ("sorcery",), None)[0] == ChooseWord("color")


def test_a_choice_at_random_is_none_of_a_player() -> None:
    assert not found(body_of("Choose a basic land type at random.", ("sorcery",), None), _is_choice)
    (first, *_) = body_of("You may choose a color. If you do, you gain 1 life.", ("sorcery",), None)
    assert found(first, _is_choice) == [ChooseWord("color")]


def _is_choice(part: object) -> bool:
    return isinstance(part, ChooseWord | Begin)


def test_a_land_that_enters_tapped_and_has_a_color_chosen_has_one_ability_for_it() -> None:
    text = "This land enters tapped. As it enters, choose a color other than white."
    (ability,) = compile_ability(text, types=("land",))
    assert ability_text(ability, ("land",)).text == text
    enters = {"token": {"name": "Heath", "types": ["land"], "abilities": [text]}, "as": "heath"}
    plain = {
        "scenario": "Made up",
        "timeline": [{**enters, "choices": {"color": "red"}}],
        "claims": [{"heath": {"tapped": True, "abilities": 1}}],
    }
    assert answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0].verdict == "proved"


@pytest.mark.parametrize(
    ("ability", "color", "mana", "verdict"),
    [
        ("{0}: Add one mana of any color.", "red", "{0}", "proved"),
        ("{0}: Add one mana of any color.", ["red", "green"], "{0}", "invalid"),
        ("{0}: Add one mana of any color.", ["red", "green"], None, "invalid"),
        ("{0}: Add {R} or {G}.", "green", "{0}", "refuted"),
        ("{0}: Add {R} or {G}.", "blue", "{0}", "invalid"),
        ("{0}: Add {R} or {G}.", "blue", None, "invalid"),
        ("{0}: Add {R} or {G}.", "red", None, "proved"),
    ],
)
def test_a_mana_ability_adds_mana_of_one_color_that_it_may_add(
    ability: str, color: str | list[str], mana: str | None, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    timeline = [
        {"token": {"types": ["artifact"], "name": "Lens", "abilities": [ability]}, "as": "lens"},
        {"in": "hand", "card": "Lightning Bolt", "as": "bolt"},
        {"turn": "opponent"},
        {"turn": "you", "step": "main"},
        {"activate": "lens", "ability": 1, "choices": {"color": color}},
        *([{"leaves": "lens", "to": "exile"}] if mana else []),
    ]
    plain: dict[str, Any] = {
        "scenario": "Made up",
        "timeline": timeline,
        "claims": [{"legal": {"cast": "bolt", "targets": ["opponent"]}}],
    }
    plain |= {"mana": {"you": mana}} if mana else {}
    assert answer_all(parse_scenarios(json.dumps(plain)).scenarios[0])[0].verdict == verdict
    assert alone(plain, 1, "current", monkeypatch) == (None if verdict == "invalid" else verdict)


def test_protection_from_a_card_type_of_ones_choice_is_kept_as_words() -> None:
    text = "Target creature gains protection from the card type of your choice until end of turn."
    assert not found(body_of(text, ("instant",), None), lambda part: isinstance(part, Begin))


@pytest.mark.parametrize(
    ("text", "what", "only"),
    [
        ("choose Island or Swamp.", "basic land type", ("Island", "Swamp")),
        ("choose Island or Desert.", "land type", ("Island", "Desert")),
        ("choose black or red.", "color", ("black", "red")),
        ("choose artifact, creature, or instant.", "card type", ("artifact", "creature", "instant")),
        ("choose Elf, Giant, or Goblin.", "creature type", ("Elf", "Giant", "Goblin")),
    ],
)
def test_words_listed_for_what_enters_are_the_only_ones(text: str, what: str, only: tuple[str, ...]) -> None:
    whole = f"As this artifact enters, {text}"
    (ability,) = compile_ability(whole, types=("artifact",))
    assert isinstance(ability, AsEnters) and (ability.choose, ability.only) == ((what,), only)
    wording = ability_text(ability, ("artifact",))
    assert (wording.text, wording.exact) == (whole, True)
    # Another sort of words is not such a list, and is left as it is.
    (other,) = compile_ability(whole.replace(only[0], "left"), types=("artifact",))
    assert not isinstance(other, AsEnters)


@pytest.mark.parametrize("who", ["both", "solver", "checker"])
@pytest.mark.parametrize(
    ("choices", "verdict"),
    [("{color: red}", "proved"), ("{color: blue}", "invalid"), ("{color: [red, black]}", "invalid")],
)
def test_a_word_that_is_not_listed_cannot_be_chosen(
    choices: str, verdict: str, who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if who == "solver":
        monkeypatch.setattr("layerproof.solver.proof.check.entering.refuse_as_it_enters", lambda *_: None)
    if who == "checker":
        monkeypatch.setattr("layerproof.solver.situation.entering.words_as_it_enters", lambda *_: None)
    text = (
        "timeline:\n  - {token: {name: Sign, types: [artifact], abilities: ['As this artifact enters, choose black or "
        "red.', 'This artifact is the chosen color.']}, as: sign, choices: " + choices + "}\n"
        "claims:\n  - sign: {colors: [red]}\n"
    )
    answer = answer_all(parse_scenarios(text).scenarios[0])[0]
    assert answer.verdict == verdict or (who != "both" and verdict == "invalid" and answer.verdict != "proved")


def test_a_card_in_a_graveyard_is_chosen_as_something_enters() -> None:
    text = "As this creature enters, exile a creature card from a graveyard."
    grows = "This creature gets +1/+1 for each creature card in your graveyard."
    listed = "{in: graveyard, card: Grizzly Bears, as: bears}, {in: graveyard, card: Hill Giant, as: giant}"
    cases = (("", "undecided"), (", choices: {object: bears}", "proved"), (", choices: {object: sol}", "invalid"))
    for choices, verdict in cases:
        abilities = f"abilities: ['{text}', '{grows}']"
        token = f"{{token: {{name: Taxi, types: [creature], pt: 1/1, {abilities}}}, as: taxi{choices}}}"
        read = parse_scenarios(
            f"timeline: [{listed}, {{in: graveyard, card: Sol Ring, as: sol}}, {token}]\nclaims: [taxi: {{pt: 2/2}}]\n"
        )
        assert [each.verdict for each in answer_all(read.scenarios[0])] == [verdict]


@pytest.mark.parametrize("who", ["both", "solver", "checker"])
def test_nothing_enters_attached_to_itself(who: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if who == "checker":
        monkeypatch.setattr("layerproof.solver.situation.abilities.ask_which_host", lambda *_, **__: None)
    if who == "solver":
        monkeypatch.setattr("layerproof.solver.proof.check.events.refuse_moved_away", lambda *_, **__: None)
    text = "When this Equipment enters attached to a creature, that creature gets +1/+1 until end of turn."
    sign = f"{{token: {{name: Sign, types: [artifact], subtypes: [Equipment], abilities: ['{text}']}}, as: sign}}"
    for about, verdict in (("bears", "proved"), ("sign", "undecided")):
        read = parse_scenarios(
            f"timeline: [{{enters: Grizzly Bears, as: bears}}, {sign}, {{triggers: sign, about: {about}}}]\n"
            "claims: [bears: {pt: " + ("3/3" if about == "bears" else "2/2") + "}]\n"
        )
        assert [each.verdict for each in answer_all(read.scenarios[0])] == [verdict]
