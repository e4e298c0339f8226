"""What one-shot effects say of choices, payments and results of the resolution, by made-up templates."""

from __future__ import annotations

import pytest

from layerproof.kb.model.ability import Opaque, Triggered
from layerproof.kb.model.effect import Several
from layerproof.kb.model.expression import Chose, Compares, Outcome, Player, Ref, Stat, ThatMuch, ToldOf, Turn, X
from layerproof.kb.model.instruction import Begin, CreateToken, ExchangeLife, If, Move, OtherAction, Reflexive, Target
from layerproof.kb.oracle.compiler import compile_ability
from layerproof.kb.oracle.words.open_references import found, keeps_words
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.kb.wording.abilities import ability_text
from layerproof.queries.answer.claim_answers import answer_all


def ifs(text: str, types: tuple[str, ...] = ("creature",)) -> list[If]:
    """The instructions under conditions that a paragraph has."""
    return found(compile_ability(text, "", types), lambda part: isinstance(part, If))


def is_whole(text: str, types: tuple[str, ...] = ("creature",)) -> bool:
    """Whether no condition, amount or description of a paragraph is kept as words."""
    return not found(compile_ability(text, "", types), keeps_words)


def test_if_you_do_asks_whether_one_chose_to() -> None:
    (made,) = ifs("Whenever this creature attacks, you may blight 1. If you do, it gains flying until end of turn.")
    assert made.condition == Chose("may") and isinstance(made.then[0], OtherAction)
    assert made.then[0].gloss == "blight 1" and isinstance(made.then[1], Begin)


def test_if_you_dont_asks_whether_one_chose_not_to() -> None:
    text = "At the beginning of your upkeep, you may scry 1. If you don't, this creature gets -1/-1 until end of turn."
    (made,) = ifs(text)
    assert made.condition == Chose("may") and isinstance(made.else_[0], Begin)
    assert not any(isinstance(each, Begin) for each in made.then)


def test_an_option_under_a_condition_is_taken_only_where_that_holds() -> None:
    text = (
        "At the beginning of your upkeep, look at the top card of your library. If it's your turn, you may reveal it. "
        "If you do, this creature gets +1/+1 until end of turn."
    )
    outer, inner = ifs(text)
    assert outer.condition == Turn(Player("you")) and outer.then == (inner,)
    assert inner.condition == Chose("may") and isinstance(inner.then[-1], Begin)


@pytest.mark.parametrize("verb", ["cast that card", "play that card"])
def test_what_may_be_done_later_is_no_option_of_the_resolution(verb: str) -> None:
    text = f"Exile the top card of your library. You may {verb} this turn. If you do, target Elf gains reach."
    assert not any(each.condition == Chose("may") for each in ifs(text, ("sorcery",)))


@pytest.mark.parametrize(
    "text",
    [
        "When this creature enters, if its surge cost was paid, it gains haste until end of turn.",
        "When this creature enters, if {R}{R} was spent to cast it, it gains haste until end of turn.",
        "When this creature enters, if you cast it, it gains haste until end of turn.",
        "When this creature dies, if it was a Wall, return it to the battlefield under its owner's control.",
        "When this creature enters, if tribute wasn't paid, it gains haste.",
        "Whenever this creature attacks, flip a coin. If you win the flip, it gains flying until end of turn.",
        "Whenever this creature attacks, clash with an opponent. If you win, it gains flying until end of turn.",
        "{2}: Roll a d6. This creature gets +X/+X until end of turn, where X is the result.",
        "{2}: This creature gets +1/+1 until end of turn unless any player pays {1}.",
        "{2}: Discard any number of cards. This creature gets +1/+0 until end of turn for each card discarded this "
        "way.",
        "Whenever you gain life, this creature gets +X/+0 until end of turn, where X is the amount of life you gained.",
        "{T}: Target creature gets +2/+0 until your next upkeep.",
        "{T}: Creatures you control get +1/+0 until end of turn if you have a full party.",
        "{T}: Target creature you control with the greatest power gains flying until end of turn.",
        "{T}: One or more target creatures become red until end of turn.",
        "{2}: This creature gains flying until end of turn. If this is the third time this ability has resolved this "
        "turn, draw a card.",
        "{2}, {T}: Draw a card. The player to your right gains control of this creature.",
    ],
)
def test_what_is_asked_or_counted_is_a_record_and_no_words(text: str) -> None:
    assert is_whole(text) and not found(compile_ability(text), lambda part: isinstance(part, Opaque))


def test_an_x_that_the_text_explains_is_not_the_announced_one() -> None:
    announced = (
        "Creatures you control get +1/+1 until end of turn. If X is 5 or more, they gain trample until end of turn."
    )
    assert ifs(announced, ("sorcery",))[0].condition == Compares(X(), ">=", 5)
    explained = f"Draw X cards, where X is the number of Elves you control. {announced}"
    assert not any(each.condition == Compares(X(), ">=", 5) for each in ifs(explained, ("sorcery",)))


def test_that_much_behind_another_number_is_not_the_amount_of_the_event() -> None:
    first = "Whenever you gain life, target opponent loses that much life."
    later = "Whenever you gain life, draw two cards. Target opponent loses that much life."
    for text, known in ((first, True), (later, False)):
        assert bool(found(compile_ability(text), lambda part: part == ThatMuch())) is known


def test_what_one_may_do_is_all_of_it() -> None:
    (made,) = ifs("Whenever another Bat you control dies, you may pay {1} and exile it.")
    assert made.condition == Chose("may")
    assert [type(each) for each in made.then] == [OtherAction, Move]


def verdicts(ability: str, events: str, *claims: str) -> list[str]:
    """The verdicts on claims about a 2/2 creature with an ability, after events."""
    read = parse_scenarios(
        f"""
timeline:
  - {{token: {{name: Goblin, types: [creature], pt: 2/2, abilities: ['{ability}']}}, as: goblin}}
  - {events}
claims:
"""
        + "".join(f"  - {{{each}}}\n" for each in claims)
    )
    assert read.scenarios and not read.unreadable, read.unreadable
    return [each.verdict for each in answer_all(read.scenarios[0])]


COIN = "{2}: Flip a coin. If you win the flip, this creature gets +3/+0 until end of turn."
DIE = "{2}: Roll a d6. This creature gets +X/+0 until end of turn, where X is the result."
LIFE = (
    "{2}: You gain 2 life. This creature gets +X/+0 until end of turn, where X is the amount of life you gained this "
    "turn."
)
UPKEEP = "{2}: This creature gets +3/+0 until your next upkeep."
UNLESS = "{2}: This creature gets +3/+0 until end of turn unless any player pays {9}."


@pytest.mark.parametrize(
    ("ability", "choices", "power", "verdict"),
    [
        (COIN, ", choices: {flip: won}", 5, "proved"),
        (COIN, ", choices: {flip: won}", 2, "refuted"),
        (COIN, ", choices: {flip: lost}", 2, "proved"),
        (COIN, "", 5, "undecided"),
        (DIE, ", choices: {roll: 4}", 6, "proved"),
        (DIE, ", choices: {roll: 4}", 3, "refuted"),
        (DIE, "", 2, "undecided"),
        (UNLESS, ", choices: {pays: false}", 5, "proved"),
        (UNLESS, "", 5, "undecided"),
        (UPKEEP, "", 5, "undecided"),
    ],
)
def test_what_came_of_chance_is_told_or_unknown(ability: str, choices: str, power: int, verdict: str) -> None:
    assert verdicts(ability, f"{{activates: goblin, ability: 1{choices}}}", f"goblin: {{power: {power}}}") == [verdict]


def test_what_was_told_of_the_turn_is_unknown_behind_what_may_change_it() -> None:
    told = "{told: {life gained this turn: 1}, of: you}\n  - {activates: goblin, ability: 1}"
    assert verdicts(LIFE, told, "goblin: {power: 3}", "goblin: {power: 5}") == ["undecided"] * 2
    short = LIFE.replace("You gain 2 life. ", "")
    assert verdicts(short, told, "goblin: {power: 3}", "goblin: {power: 5}") == ["proved", "refuted"]


@pytest.mark.parametrize(
    ("players", "verdict"), [("[you, opponent]", "proved"), ("[you, opponent, third]", "undecided")]
)
def test_of_two_players_each_sits_next_to_the_other(players: str, verdict: str) -> None:
    ability = "{2}: The player to your left gains control of this creature."
    read = parse_scenarios(
        f"""
players: {players}
timeline:
  - {{token: {{name: Goblin, types: [creature], pt: 2/2, abilities: ['{ability}']}}, as: goblin}}
  - {{activates: goblin, ability: 1}}
claims:
  - {{goblin: {{controller: opponent}}}}
"""
    )
    assert [each.verdict for each in answer_all(read.scenarios[0])] == [verdict]


@pytest.mark.parametrize(
    ("event", "ref"),
    [
        ("When this creature enters", "self"),
        ("Whenever another creature you control enters", "that"),
        ("Whenever you cast a creature spell", "that"),
    ],
)
def test_it_in_a_condition_is_what_the_event_is_about(event: str, ref: str) -> None:
    (ability,) = compile_ability(f"{event}, if at least four mana was spent to cast it, Elves gain reach.")
    assert isinstance(ability, Triggered)
    assert ability.condition == Compares(ToldOf("mana spent to cast", Ref(ref)), ">=", 4)


def test_what_follows_when_you_do_happens_only_then() -> None:
    text = (
        "Whenever you attack, you may blight 1. When you do, put a +1/+1 counter on target creature. That creature "
        "gains trample until end of turn."
    )
    (made,) = ifs(text)
    assert isinstance(last := made.then[-1], Reflexive) and isinstance(last.body[-1], Begin)
    apart = "Whenever you attack, target Elf gains reach until end of turn if it's your turn. It gains haste."
    assert len(ifs(apart)[0].then) == 1


def test_an_x_that_is_chosen_while_paying_is_not_told_by_the_payment() -> None:
    text = "When this creature enters, you may pay {X}. If you do, target creature gets +X/+0 until end of turn."
    assert not is_whole(text)


def test_a_coin_that_is_flipped_later_decides_nothing_now() -> None:
    text = "{2}: Flip a coin at the beginning of the next end step. If you lose the flip, sacrifice this creature."
    assert not found(compile_ability(text), lambda part: isinstance(part, Outcome))


def test_what_is_said_of_a_token_is_what_it_is_created_with() -> None:
    text = (
        "Destroy target creature. Create a black Spirit creature token. Its power is equal to that creature's power "
        "and its toughness is equal to that creature's toughness."
    )
    (token,) = found(compile_ability(text, "", ("sorcery",)), lambda part: isinstance(part, CreateToken))
    assert (token.power, token.toughness) == (Stat("power", Ref("target")), Stat("toughness", Ref("target")))


def test_a_card_that_is_shown_stays_on_top_and_an_exiled_one_does_not() -> None:
    text = "{2}: VERB the top card of your library. If that card is a land card, Elves gain reach."
    kinds = [ifs(text.replace("VERB", verb))[0].condition.ref.kind for verb in ("Reveal", "Exile")]  # type: ignore[union-attr]
    assert kinds == ["top_of_library", "moved"]


def test_those_of_whom_control_was_gained_are_still_those() -> None:
    text = "Gain control of all creatures your opponents control until end of turn. Untap them. They gain haste."
    (ability,) = compile_ability(text, "", ("sorcery",))
    assert [each.kind for each in found(ability, lambda part: isinstance(part, Several))] == ["affected"] * 2


def test_life_and_toughness_are_exchanged() -> None:
    assert found(
        compile_ability("{T}: Exchange your life total with this creature's toughness."),
        lambda part: part == ExchangeLife("toughness", Ref("self")),
    )
    assert verdicts(
        "{2}: Exchange your life total with this creature''s power.",
        "{activates: goblin, ability: 1}",
        "goblin: {power: 2}",
    ) == ["undecided"]


@pytest.mark.parametrize(
    "text",
    [
        "If you win the flip",
        "If a creature died this turn",
        "If X is 5 or more",
        "If creatures you control have total power 8 or greater",
        "If this is the third time this ability has resolved this turn",
        "If you have a full party",
        "If a Goblin was sacrificed this way",
    ],
)
def test_conditions_of_results_are_worded_as_they_were_read(text: str) -> None:
    paragraph = f"{text}, Elves you control get +1/+1 until end of turn."
    (ability,) = (
        compile_ability(paragraph, "", ("sorcery",))
        if "flip" not in text
        else compile_ability(f"Flip a coin. {paragraph}", "", ("sorcery",))
    )
    assert text in ability_text(ability, ("sorcery",), "Some Name").text


@pytest.mark.parametrize(("second", "player"), [("blocks target creature", False), ("attacks target opponent", True)])
def test_a_second_target_behind_a_requirement_is_a_target(second: str, player: bool) -> None:
    (spell,) = compile_ability(f"Target creature {second} this turn if able.", types=("sorcery",))
    targets = found(spell, lambda part: isinstance(part, Target))
    assert [target.player for target in targets] == [False, player]


def test_a_target_within_words_that_are_not_read_is_a_target() -> None:
    text = "{G}: Until end of turn, this creature can be the target of spells controlled by target player."
    assert found(compile_ability(text, types=("creature",)), lambda part: isinstance(part, Target) and part.player)
