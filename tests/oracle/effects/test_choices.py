"""What is chosen, told or given as a spell or ability resolves, read from made-up texts."""

from __future__ import annotations

import pytest

from layerproof.kb.model import expression as ex
from layerproof.kb.model import instruction as i
from layerproof.kb.model import modification as mo
from layerproof.kb.model.ability import Keyword, Static
from layerproof.kb.model.effect import Only
from layerproof.kb.model.permissions.abilities_of_players import as_player
from layerproof.kb.oracle.compiler import compile_ability
from layerproof.kb.oracle.words.open_references import found
from layerproof.kb.rulebook.designation_meanings import designation_gives
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all
from tests.helpers.made_up_cards import parts


def verdict(timeline: str, claim: str) -> str:
    """The verdict on a claim at the end of a timeline."""
    text = f"scenario: made up\ntimeline: {timeline}\nclaims:\n  - {claim}\n"
    return answer_all(parse_scenarios(text, "made-up.yaml").scenarios[0])[0].verdict


@pytest.mark.parametrize("verb", ["gains", "loses"])
def test_an_ability_of_choice_that_is_not_named_is_left_open(verb: str) -> None:
    text = f"Target creature {verb} your choice of flying, reach, or haste until end of turn."
    none = [each for each in parts(text, i.If) if isinstance(each.condition, ex.Unless)]
    assert [each.condition.condition for each in none] == [
        ex.Either((ex.Chose("flying"), ex.Chose("reach"), ex.Chose("haste")))
    ]
    assert [type(each) for each in none[0].then] == [i.OtherAction]


def test_suspecting_gives_a_designation_and_nothing_else() -> None:
    (given,) = parts("Suspect target creature.", i.Designate)
    assert (given.what, given.on.kind) == ("suspected", "target")
    assert not parts("Suspect target creature.", i.Begin)


def test_what_a_suspected_creature_has_are_abilities_that_it_can_lose() -> None:
    menace, static = designation_gives("suspected")
    assert menace == Keyword("menace") and isinstance(static, Static)
    assert isinstance(static.effects[0].mods[0], mo.RuleEffect) and static.effects[0].mods[0].says == (
        mo.Forbids("block"),
    )


def test_hexproof_of_others_speaks_of_their_own_opponents() -> None:
    hexproof = (Keyword("hexproof"),)
    (own,) = as_player(hexproof)
    (other,) = as_player(hexproof, ex.Player("any"))
    assert isinstance(own, mo.RuleEffect) and own.says
    assert isinstance(other, mo.RuleEffect) and not other.says


@pytest.mark.parametrize("ability", ["You have protection from Elves.", "Each player has hexproof."])
def test_a_keyword_ability_of_a_player_that_is_not_understood_leaves_targets_open(ability: str) -> None:
    timeline = f'[{{token: {{name: Shield, types: [enchantment], abilities: ["{ability}"]}}}}]'
    assert verdict(timeline, "legal: {cast: Lightning Bolt, targets: [you]}") == "undecided"


def test_what_hangs_on_suspecting_what_is_suspected_is_left_open() -> None:
    text = "When this creature enters, you may suspect target creature. If you do, you gain 3 life."
    timeline = (
        f'[{{enters: Grizzly Bears, as: bears}}, {{token: {{name: Sleuth, types: [creature], abilities: ["{text}"]}}, '
        "as: sleuth}, {triggers: sleuth, targets: [bears], choices: {may: true}}%s]"
    )
    again = ", {triggers: sleuth, targets: [bears], choices: {may: true}}"
    assert verdict(timeline % "", "life: {you: 23}") == "proved"
    assert verdict(timeline % again, "life: {you: 26}") == "undecided"
    assert verdict(timeline % again, "life: {you: 23}") == "undecided"


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("Target opponent gains control of this artifact and puts a charge counter on it.", "target"),
        ("Target player puts a +1/+1 counter on each creature they control.", "target"),
        ("Put a +1/+1 counter on target creature.", None),
        ("Target player draws a card and puts a charge counter on this artifact.", "target"),
    ],
)
def test_who_puts_counters_is_kept(text: str, who: str | None) -> None:
    (put,) = parts(text, i.PutCounters)
    assert (None if put.player is None else put.player.kind) == who


KEPT = i.OtherAction("an object is chosen", ("objects",))


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("You may put a land card from your hand onto the battlefield. If you do, players shout.", "hand"),
        ("You may exile a creature card from your graveyard. If you don't, players shout at a creature.", "graveyard"),
    ],
)
def test_an_object_is_chosen_beside_words_that_are_not_read(text: str, zone: str) -> None:
    (ability,) = compile_ability(f"Whenever this creature attacks, {text[0].lower()}{text[1:]}", types=("creature",))
    (choice,) = found(ability, lambda part: isinstance(part, i.Choose))
    assert choice.zone == zone


@pytest.mark.parametrize(
    "text",
    [
        "Target opponent mills a card. You may put an artifact card from that player's graveyard onto the battlefield.",
        "Whenever this creature attacks, defending player chooses an untapped creature they control. That creature "
        "blocks this creature this turn if able.",
        "You may tap an untapped Bird you control and sacrifice an artifact.",
        "When you cast this spell, you may choose a creature. This creature becomes a copy of that creature.",
    ],
)
def test_a_choice_of_which_too_little_is_told_is_kept_as_words(text: str) -> None:
    types = ("creature",) if text.startswith("When") else ("sorcery",)
    assert found(compile_ability(text, types=types), lambda part: part == KEPT)


def test_the_chosen_card_is_the_target_that_was_chosen() -> None:
    text = (
        "Choose target artifact card in your graveyard. You may sacrifice an artifact. "
        "If you do, return the chosen card to the battlefield."
    )
    (move,) = found(compile_ability(text, types=("sorcery",)), lambda part: isinstance(part, i.Move))
    assert move.affects == Only(ex.Ref("target"))


def test_what_deals_damage_to_itself_is_dealt_it() -> None:
    text = (
        "{T}: Flip a coin. If you win the flip, this creature deals 2 damage to any target. "
        "If you lose the flip, this creature deals 2 damage to itself."
    )
    (ability,) = compile_ability(text, types=("creature",))
    assert [each.to for each in found(ability, lambda part: isinstance(part, i.Damage))] == [
        Only(ex.Ref("target")), Only(ex.Ref("self")),
    ]  # fmt: skip
