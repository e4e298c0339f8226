"""Sentences that hang on what was said before, and whom "he" and "it" mean in them, in made-up texts."""

from __future__ import annotations

from typing import Any

import pytest

from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.effect import Effect, Only, Until, While
from layerproof.kb.model.expression import AllOf, AnyOf, AttachedTo, Not, OpaqueCondition, Ref, Same, Stat, ToldOf
from layerproof.kb.model.instruction import (
    Begin,
    ChooseWord,
    CreateToken,
    Delayed,
    Draw,
    If,
    Move,
    OtherAction,
    Pays,
    Target,
)
from layerproof.kb.model.modification import AddAbilities, AddTypes, ReplaceWord, RuleEffect, SetColors
from layerproof.kb.oracle.bodies.ability_bodies import body_of
from layerproof.kb.oracle.compiler import compile_ability
from layerproof.kb.oracle.words.open_references import found
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all


def effects(text: str, *types: str) -> list[Effect]:
    """The continuous effects that a paragraph begins."""
    return found(compile_ability(text, types=types or ("creature",)), lambda part: isinstance(part, Effect))


def targets(text: str, *types: str) -> list[Target]:
    """The targets that a paragraph asks for at once."""
    (ability,) = compile_ability(text, types=types or ("creature",))
    return [each for each in ability.body if isinstance(each, Target)]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("Whenever you cast a blue spell, he gets +1/+1 until end of turn.", "self"),
        ("Whenever you cast a blue spell, it gains haste.", "that"),
        ("{2}: Tap target creature. She gains reach until end of turn.", "self"),
        ("{2}: Tap target creature. It gains reach until end of turn.", "target"),
        ("When ~ dies, return her to the battlefield under her owner's control. She gains haste.", "made"),
        ("When ~ dies, return him to the battlefield with a brave counter on him. He gains haste.", "made"),
        ("{2}: Create a 1/1 red Goblin creature token. He gains haste until end of turn.", "self"),
    ],
)
def test_he_and_she_are_the_source_or_what_it_has_come_back_as(text: str, ref: str) -> None:
    assert effects(text)[-1].affects == Only(Ref(ref))


def test_what_he_has_is_counted_of_the_source() -> None:
    (power,) = found(
        compile_ability("{2}: Target creature gets +X/+0 until end of turn, where X is his power."),
        lambda part: isinstance(part, Stat),
    )
    told = found(
        compile_ability("When ~ enters, target creature gets +X/+0, where X is the amount of mana spent to cast her."),
        lambda part: isinstance(part, ToldOf),
    )
    assert power.of == Ref("self")
    assert [each.of for each in told] == [Ref("self")]


def test_what_happens_otherwise_follows_upon_nothing_of_what_would_have_happened() -> None:
    text = "When ~ enters, choose target creature. If it's tapped, exile it. Otherwise, it gains flying."
    assert effects(text)[-1].affects == Only(Ref("target"))


def test_a_restriction_of_an_untap_step_does_not_end_with_the_turn() -> None:
    first, second = effects("{2}: ~ gains reach until end of turn and doesn't untap during your next untap step.")
    assert (first.duration, second.duration) == (Until("end of turn"), Until("never"))
    assert isinstance(second.mods[0], RuleEffect)
    (both,) = effects("{2}: ~ gains reach until end of turn and can't block.")
    assert len(both.mods) == 2


def test_a_time_that_speaks_of_two_objects_is_kept_as_its_words() -> None:
    text = "Whenever an Aura you control becomes attached to a creature, gain control of that creature for as long as "
    (two,) = effects(f"{text}that Aura is attached to it.")
    (one,) = effects(f"{text}it's tapped.")
    assert isinstance(two.duration, While) and isinstance(two.duration.condition, OpaqueCondition)
    assert isinstance(one.duration, While) and not found(one.duration, lambda p: isinstance(p, OpaqueCondition))
    assert not found((one, two), lambda part: part == AttachedTo(Ref("it")))


def test_what_was_tapped_for_a_cost_is_no_choice() -> None:
    text = "Tap an untapped creature you control: ~ gets +X/+0 until end of turn, where X is the power of the creature "
    (power,) = found(compile_ability(f"{text}tapped this way."), lambda part: isinstance(part, Stat))
    assert power.of == Ref("tapped")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Draw a card. When you discard a card this way, ~ deals 2 damage to target creature.", 0),
        ("Tap target creature. At the beginning of the next end step, target land deals 3 damage to it.", 1),
        ("Choose one. If you have 13 life, you may choose both instead.\n• Destroy target land.\n• Draw a card.", 0),
        ("~ deals 2 damage to target creature. Destroy target land that a friend of yours named.", 2),
        ("Whenever target creature attacks this turn, dance around it.", 1),
    ],
)
def test_what_another_ability_or_a_mode_targets_is_no_target_of_this_one(text: str, number: int) -> None:
    found_ = found(body_of(text, ("sorcery",), None), lambda part: isinstance(part, Target))
    assert len(found_) == number


def test_other_than_what_is_said_by_what_the_target_before_is_called() -> None:
    equipped = "Whenever ~ attacks, attach target Equipment to it. Then another target creature gains reach."
    tapped = "Whenever ~ attacks, tap target creature. Another target creature gains reach."
    assert Not(Same(Ref("self"))) in found(targets(equipped)[1].filter, lambda part: isinstance(part, Not))
    assert Not(Same(Ref("target"))) in found(targets(tapped)[1].filter, lambda part: isinstance(part, Not))


@pytest.mark.parametrize(
    "text",
    [
        "Tap target creature. If you have 5 or more life, destroy that creature. It can't be regenerated.",
        "Tap target creature. If you have 5 or more life, instead destroy that creature. It can't be regenerated.",
        "You may pay {2}. If you don't, destroy target creature and it can't be regenerated.",
        "Destroy up to X target creatures, where X is the number of lands you control. They can't be regenerated.",
    ],
)
def test_what_is_destroyed_under_a_condition_is_not_regenerated_either(text: str) -> None:
    body = body_of(text, ("sorcery",), None)
    (gone,) = found(body, lambda part: isinstance(part, Move))
    assert gone.regenerate is False
    assert not found(body, lambda part: isinstance(part, RuleEffect | OtherAction))


def test_what_is_said_of_what_will_return_belongs_to_the_delayed_ability() -> None:
    text = "Whenever a creature dies, return it to the battlefield at the beginning of the next end step. "
    (black,) = compile_ability(f"{text}That creature is black.")
    (later,) = black.body  # type: ignore[union-attr]
    assert isinstance(later, Delayed) and isinstance(later.body[0], Move)
    assert later.body[0].being == (SetColors(("black",)),)
    (swift,) = compile_ability(f"{text}It gains haste.")
    (later,) = swift.body  # type: ignore[union-attr]
    assert isinstance(later, Delayed)
    assert [found(each, lambda p: isinstance(p, AddAbilities)) for each in later.body][-1] == [
        AddAbilities((Keyword("haste"),))
    ]


COUNTERS = "Whenever ~ attacks, you may remove two charge counters from it. If you do, it gets +3/+0 until end of turn."
TAPPED = "Whenever ~ attacks, you may tap it. When you do, it gets +3/+0 until end of turn."
FOR_IT = "Whenever ~ attacks, you may tap it. If you do, it gets +3/+0 until end of turn."
WHILE = "{2}: Gain control of target creature for as long as ~ remains tapped."
TAKEN = "{tap: goblin}\n  - {activates: goblin, ability: 1, targets: [elf]}"


def verdicts(ability: str, events: str, claim: str) -> list[str]:
    """The verdict on a claim after a 2/2 Goblin with an ability and an opponent's 1/1 Elf have come."""
    read = parse_scenarios(
        f"""
timeline:
  - {{token: {{name: Goblin, types: [creature], pt: 2/2, abilities: ['{ability.replace("~", "this creature")}']}},
     as: goblin, counters: {{charge: 2}}}}
  - {{token: {{name: Elf, types: [creature], pt: 1/1}}, as: elf, controller: opponent}}
  - {events}
claims:
  - {claim}
"""
    )
    assert read.scenarios and not read.unreadable, read.unreadable
    return [each.verdict for each in answer_all(read.scenarios[0])]


@pytest.mark.parametrize(
    ("ability", "events", "claim", "verdict"),
    [
        (COUNTERS, "{triggers: goblin, ability: 1}", "goblin: {power: 5, counters: {charge: 0}}", "proved"),
        (
            COUNTERS,
            "{remove: {charge: 1}, from: goblin}\n  - {triggers: goblin, ability: 1}",
            "goblin: {power: 2, counters: {charge: 1}}",
            "proved",
        ),
        (
            COUNTERS,
            "{remove: {charge: 1}, from: goblin}\n  - {triggers: goblin, ability: 1, choices: {may: true}}",
            "goblin: {power: 2}",
            "invalid",
        ),
        (TAPPED, "{triggers: goblin, ability: 1}", "goblin: {power: 5}", "proved"),
        (TAPPED, "{tap: goblin}\n  - {triggers: goblin, ability: 1}", "goblin: {power: 2}", "proved"),
        # A cost that can't be paid, or one of two things that are done: the record does not tell.
        (FOR_IT, "{triggers: goblin, ability: 1}", "goblin: {power: 5}", "proved"),
        (FOR_IT, "{tap: goblin}\n  - {triggers: goblin, ability: 1}", "goblin: {power: 5}", "undecided"),
        (
            WHILE,
            "{tap: goblin}\n  - {activates: goblin, ability: 1, targets: [elf]}",
            "elf: {controller: you}",
            "proved",
        ),
        (
            WHILE,
            f"{TAKEN}\n  - {{leaves: goblin, to: graveyard}}",
            "elf: {controller: opponent}",
            "proved",
        ),
        (
            WHILE,
            f"{TAKEN}\n  - {{untap: goblin}}\n  - {{tap: goblin}}",
            "elf: {controller: opponent}",
            "proved",
        ),
    ],
)
def test_what_may_be_done_only_where_it_is_possible_and_how_long_control_lasts(
    ability: str, events: str, claim: str, verdict: str
) -> None:
    assert verdicts(ability, events, claim) == [verdict]


def ifs(text: str) -> list[Any]:
    """The conditional instructions of a paragraph."""
    return found(compile_ability(text), lambda part: isinstance(part, If))


def test_he_is_not_told_apart_behind_a_return_that_may_have_happened() -> None:
    text = "When ~ dies, you may return ~ to the battlefield. She gains haste."
    assert ifs(text)
    assert not [each for each in effects(text) if each.affects == Only(Ref("self"))]


RETURNS = "Whenever another creature dies, return it to the battlefield under your control at the beginning of the "
LATER = "\n  - ".join(
    (
        "{turn: you}",
        "{step: main}",
        "{leaves: elf, to: graveyard, as: card}",
        "{pass: all}",
        "{step: end}",
        "{resolve_top: true, makes: [back]}",
    )
)


@pytest.mark.parametrize(
    ("events", "claim", "verdict"),
    [
        (LATER, "back: {controller: you, pt: 2/2}", "proved"),
        (LATER, "back: {controller: opponent}", "refuted"),
        (
            LATER.replace("{step: end}", "{leaves: card, to: exile, as: gone}\n  - {step: end}").replace(
                ", makes: [back]", ""
            ),
            "gone: {zone: exile}",
            "proved",
        ),
        # What has gone on before the ability that will return it is created is not found.
        (
            LATER.replace("{pass: all}", "{leaves: card, to: exile, as: gone}\n  - {pass: all}").replace(
                ", makes: [back]", ""
            ),
            "gone: {zone: exile}",
            "proved",
        ),
    ],
)
def test_what_died_is_found_by_the_delayed_ability_where_it_went(events: str, claim: str, verdict: str) -> None:
    read = parse_scenarios(
        f"""
timeline:
  - {{token: {{name: Goblin, types: [creature], pt: 2/2, abilities: ["{RETURNS}next end step."]}}, as: goblin}}
  - {{enters: Grizzly Bears, as: elf, controller: opponent}}
  - {events}
claims:
  - {claim}
"""
    )
    assert read.scenarios and not read.unreadable, read.unreadable
    assert [each.verdict for each in answer_all(read.scenarios[0])] == [verdict]


@pytest.mark.parametrize(
    ("words", "either"),
    [
        ("equipped creature and Equipment you control", True),
        ("equipped creature and land you control", True),
        ("tapped artifacts and creatures you control", False),
        ("enchanted or equipped creatures you control", False),
    ],
)
def test_what_is_equipped_is_the_noun_behind_it_alone(words: str, either: bool) -> None:
    (effect,) = effects(f"{{2}}: Each {words} gains reach until end of turn.")
    parts = found(effect.affects, lambda part: isinstance(part, AnyOf))
    assert [any(isinstance(each, AllOf) for each in part.filters) for part in parts] == [either]


def test_what_is_said_of_a_color_chosen_under_a_condition_stands_under_it() -> None:
    text = "If you control a Wall, choose a color. Creatures you control gain protection from the chosen color."
    (only,) = body_of(f"{text} Draw a card.", ("sorcery",), None)[:1]
    assert isinstance(only, If) and [type(each) for each in only.then] == [ChooseWord, Begin]
    always = body_of(text.replace("If you control a Wall, c", "C"), ("sorcery",), None)
    assert [type(each) for each in always] == [ChooseWord, Begin]


def test_what_is_done_with_what_is_made_under_a_condition_stands_under_it() -> None:
    makes = "create a 2/2 red Goblin creature token. It gains haste. Exile it at the beginning of the next end step."
    (only, draws) = body_of(f"You may pay {{1}}. If you do, {makes} Draw a card.", ("sorcery",), None)
    assert isinstance(only, Pays) and [type(each) for each in only.then] == [CreateToken, Begin, Delayed]
    assert isinstance(draws, Draw)
    # What was made before is there whether or not anything is paid.
    before = "Create a 1/1 white Soldier creature token. You may pay {1}. If you do, draw a card. It gains haste."
    (_, pays, *rest) = body_of(before, ("sorcery",), None)
    assert isinstance(pays, Pays) and [type(each) for each in pays.then] == [Draw] and rest


def test_what_the_new_word_cannot_be_belongs_to_the_text_change() -> None:
    text = "Change the text of target spell by replacing all instances of one color word with another."
    (begin,) = (each for each in body_of(f"{text} The new color can't be green.", ("instant",), None)[1:])
    assert isinstance(begin, Begin) and begin.effect.mods == (ReplaceWord(("color",), never=("green",)),)
    other = "Target creature gets +1/+1 until end of turn. The new color can't be green."
    assert isinstance(body_of(other, ("instant",), None)[-1], OtherAction)


def test_what_is_said_of_targets_that_one_may_choose_hangs_on_that() -> None:
    (named, option) = body_of(
        "You may choose any number of target lands you control and put a vine counter on each of them. Each of those "
        "lands is a 6/6 green Plant creature for as long as it has a vine counter on it. They're still lands.",
        ("creature",),
        None,
    )
    assert isinstance(named, Target) and isinstance(option, If) and isinstance(option.then[-1], Begin)
    assert found(option, lambda part: isinstance(part, AddTypes))
    # What is said of a target that is chosen in any case does not.
    body = body_of("You may untap target creature. That creature gains haste until end of turn.", ("sorcery",), None)
    assert [type(each) for each in body] == [Target, If, Begin]
