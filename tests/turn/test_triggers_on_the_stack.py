"""Triggered abilities that are put on the stack where players act: what is asked of players, and what stays open."""

from __future__ import annotations

import pytest

from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import Answer, answer_all
from layerproof.solver.proof.check.checker import check

WARDEN = "  - {enters: Soul Warden, as: warden}\n  - {turn: you, step: main}\n"
CAST = "  - {cast: Grizzly Bears, as: spell}\n  - {resolve_top: true, as: bears}\n"
ARRESTER = (
    "  - {enters: Hill Giant, as: giant, controller: opponent}\n"
    "  - {enters: Grizzly Bears, as: bears, controller: opponent}\n"
    "  - {enters: Grizzly Bears, as: mine}\n"
    "  - {turn: you, step: main}\n"
    "  - {cast: Azorius Arrester, as: spell}\n"
    "  - {resolve_top: true, as: arrester}\n"
)


def answers(timeline: str, *claims: str) -> tuple[Answer, ...]:
    """What is answered to claims about a timeline."""
    text = "timeline:\n" + timeline + "claims:\n" + "".join(f"  - {claim}\n" for claim in claims)
    read = parse_scenarios(text)
    assert not read.unreadable, [each.message for each in read.unreadable]
    return answer_all(read.scenarios[0])


def answer(timeline: str, claim: str) -> Answer:
    """What is answered to one claim about a timeline."""
    (found,) = answers(timeline, claim)
    return found


def token(*abilities: str, label: str = "it", types: str = "creature", controller: str = "you") -> str:
    """A token with abilities as an entry of a timeline."""
    pt = "pt: 1/1, " if types == "creature" else ""
    said = ", ".join(f'"{each}"' for each in abilities)
    listed = f"name: Thing, types: [{types}], {pt}abilities: [{said}]"
    return f"  - {{token: {{{listed}}}, as: {label}, controller: {controller}}}\n"


# --- choices ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choice", "why"),
    [
        ("{choose: arrester-trigger, targets: [mine]}", "cannot have these targets"),
        ("{choose: arrester-trigger, targets: [giant, bears]}", "cannot have these targets"),
        ("{choose: arrester-trigger, targets: []}", "needs a target"),
        ("{choose: arrester-trigger, choices: {mode: x}}", "has no modes"),
        ("{choose: arrester-trigger, x: 2}", "asks for no X"),
        ("{choose: arrester-trigger, choices: {may: true}}", "lets nobody choose"),
        ("{choose: arrester-trigger}", "nothing is chosen"),
        ("{choose: arrester-trigger, targets: [giant], controller: opponent}", "controlled by you"),
        ("{choose: arrester, targets: [giant]}", "is not on the stack"),
        ("{choose: nobody, targets: [giant]}", "no object has the label"),
        ("{choose: [arrester-trigger, other-trigger]}", "nobody is asked for the order"),
    ],
)
def test_a_choice_that_nobody_asks_for_is_invalid_at_its_line(choice: str, why: str) -> None:
    found = answer(f"{ARRESTER}  - {choice}\n", "stack: []")
    assert found.verdict == "invalid" and why in found.message
    assert found.line == 8


def test_a_choice_comes_right_behind_what_asks_for_it() -> None:
    late = ARRESTER + "  - {cast: Lightning Bolt, targets: [opponent], as: bolt}\n"
    found = answer(late + "  - {choose: arrester-trigger, targets: [giant]}\n", "stack: []")
    assert found.verdict == "invalid" and "at this point" in found.message


def test_targets_that_are_not_said_leave_open_what_the_ability_does_but_not_that_it_is_there() -> None:
    there, legal = answers(ARRESTER, "stack: [arrester-trigger]", "legal: {cast: Lightning Bolt, targets: [giant]}")
    assert (there.verdict, legal.verdict) == ("proved", "proved")
    found = answer(ARRESTER + "  - {pass: all}\n", "illegal: {attack: giant, controller: opponent}")
    assert found.verdict == "undecided" and "arrester-trigger" in found.message


def test_an_unknown_target_makes_worlds() -> None:
    chosen = ARRESTER + "  - {choose: arrester-trigger, targets: [{any: [giant, bears]}]}\n  - {pass: all}\n"
    one, none = answers(
        chosen + "  - {turn: opponent, step: combat}\n",
        "sometimes: {illegal: {attack: giant}}",
        "never: {illegal: {attack: giant}}",
    )
    assert (one.verdict, none.verdict, one.worlds) == ("proved", "refuted", 2)


def test_a_choice_may_give_a_name_of_its_own() -> None:
    named = ARRESTER + "  - {choose: arrester-trigger, targets: [giant], as: arrest}\n"
    assert answer(named, "stack: [arrest]").verdict == "proved"


def test_whether_something_is_done_that_may_be_done_is_said_as_it_resolves() -> None:
    may = token("Whenever you cast a spell, you may gain 3 life.") + "  - {turn: you, step: main}\n"
    cast = "  - {cast: Lightning Bolt, targets: [opponent], as: bolt}\n"
    assert answer(may + cast + "  - {pass: all}\n", "life: {you: 23}").verdict == "undecided"
    did = "  - {choose: it-trigger, choices: {may: true}}\n  - {pass: all}\n"
    assert answer(may + cast + did, "life: {you: 23}").verdict == "proved"
    at_once = "  - {resolve_top: true, choices: {may: true}}\n"
    assert answer(may + cast + at_once, "life: {you: 23}").verdict == "proved"


def test_an_order_that_leaves_one_out_or_names_another_says_nothing() -> None:
    two = WARDEN.replace("\n", '\n  - {enters: "Purphoros, God of the Forge", as: god}\n', 1)
    order = "  - {choose: [god-trigger, warden-trigger]}\n"
    assert answer(two + CAST + order, "stack: [god-trigger, warden-trigger]").verdict == "proved"
    wrong = answer(two + CAST + order.replace("god-", "god-god-"), "stack: []")
    assert wrong.verdict == "invalid" and "nobody is asked" in wrong.message


def test_worlds_of_orders_are_all_there_and_are_checked() -> None:
    three = "".join(token("Whenever you cast a spell, you gain 1 life.", label=f"t{n}") for n in range(3))
    three += "  - {turn: you, step: main}\n  - {cast: Grizzly Bears, as: bears}\n"
    found = answer(three, "sometimes: {stack: [bears, t2-trigger, t0-trigger, t1-trigger]}")
    assert found.verdict == "proved" and found.worlds == 6
    proof = found.proof
    assert proof is not None and check(proof).verdict == "valid"
    fewer = {**proof, "worlds": proof["worlds"][:-1]}
    assert check(fewer).verdict == "invalid"
    assert answer(three, "stack: [bears, t0-trigger, t1-trigger, t2-trigger]").verdict == "refuted"


def test_more_orders_than_are_gone_through_are_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    three = "".join(token("Whenever you cast a spell, you gain 1 life.", label=f"t{n}") for n in range(3))
    three += "  - {turn: you, step: main}\n  - {cast: Grizzly Bears, as: bears}\n"
    claim = "sometimes: {stack: [bears, t2-trigger, t0-trigger, t1-trigger]}"
    monkeypatch.setattr("layerproof.queries.answer.claim_answers.MAX_WORLDS", 6)
    assert answer(three, claim).verdict == "proved"
    monkeypatch.setattr("layerproof.queries.answer.claim_answers.MAX_WORLDS", 5)
    found = answer(three, claim)
    assert found.verdict == "undecided" and "choose:" in found.message


def test_the_order_of_what_is_the_same_makes_no_worlds() -> None:
    many = WARDEN + "  - {cast: Raise the Alarm, as: alarm}\n  - {resolve_top: true}\n"
    found = answer(many, "stack: [warden-trigger, warden-trigger-2]")
    assert (found.verdict, found.worlds) == ("proved", 1)


# --- what is not known ------------------------------------------------------------------------------------------------


def test_what_may_have_triggered_counts_where_the_stack_does() -> None:
    odd = token("Whenever a spell is cast by the light of the moon, you gain 1 life.", types="enchantment")
    cast = "  - {turn: you, step: main}\n  - {cast: Lightning Bolt, targets: [opponent], as: bolt}\n"
    stack, instant, sorcery, life = answers(
        odd + cast,
        "stack: [bolt]",
        "legal: {cast: Giant Growth}",
        "illegal: {cast: Divination}",
        "life: {you: 20}",
    )
    assert stack.verdict == "undecided" and "moon" in stack.message
    # There is nothing that could be its target, and that an instant may be cast does not hang on what is on the stack.
    assert instant.verdict == "refuted" and sorcery.verdict == "proved" and life.verdict == "proved"
    found = answer(odd + cast + "  - {resolve_top: true}\n", "life: {opponent: 17}")
    assert found.verdict == "undecided" and "moon" in found.message


DRAWS = (
    token("Whenever you draw a card by the light of the moon, you gain 1 life.", types="enchantment")
    + "  - {turn: you, step: main}\n"
    + "  - {enters: Wall of Omens, as: wall}\n"
    + "  - {pass: all}\n"
)


def test_an_empty_stack_that_may_not_be_empty_leaves_sorceries_open() -> None:
    sorcery, instant, land, loyalty = answers(
        DRAWS,
        "legal: {cast: Divination}",
        "legal: {cast: Giant Growth, targets: [wall]}",
        "legal: {play_land: Forest}",
        "illegal: {cast: Divination, controller: opponent}",
    )
    assert (sorcery.verdict, instant.verdict, land.verdict) == ("undecided", "proved", "undecided")
    assert "moon" in sorcery.message and loyalty.verdict == "proved"
    assert answer(DRAWS + "  - {pass: all}\n", "stack: []").verdict == "undecided"


def test_what_comes_later_is_above_what_may_have_triggered() -> None:
    bolt = "  - {cast: Lightning Bolt, targets: [opponent], as: bolt}\n  - {resolve_top: true}\n"
    life, stack = answers(DRAWS + bolt, "life: {opponent: 17}", "stack: []")
    assert (life.verdict, stack.verdict) == ("proved", "undecided")


def test_an_asserted_resolution_ends_the_doubt() -> None:
    life, stack = answers(DRAWS + "  - {triggers: it, ability: 1}\n", "life: {you: 21}", "stack: []")
    assert (life.verdict, stack.verdict) == ("proved", "proved")


def test_another_step_leaves_open_what_came_of_what_may_have_triggered() -> None:
    life, stack = answers(DRAWS + "  - {step: second main}\n", "life: {you: 20}", "stack: []")
    assert (life.verdict, stack.verdict) == ("undecided", "undecided")


def test_a_body_that_is_not_modelled_is_on_the_stack_and_does_not_resolve() -> None:
    odd = token("Whenever you cast a spell, destroy each permanent that nobody likes.", types="enchantment")
    timeline = odd + "  - {turn: you, step: main}\n  - {cast: Grizzly Bears, as: bears}\n"
    assert answer(timeline, "stack: [bears, it-trigger]").verdict == "proved"
    resolved = answer(timeline + "  - {pass: all}\n", "stack: [bears]")
    assert resolved.verdict == "undecided" and "likes" in resolved.message


# --- what asserted events mean stays ----------------------------------------------------------------------------------


def test_without_an_action_nothing_is_put_on_the_stack() -> None:
    asserted = "  - {enters: Soul Warden, as: warden}\n  - {enters: Grizzly Bears, as: bears}\n"
    stack, sorcery = answers(asserted, "stack: []", "legal: {cast: Divination}")
    assert (stack.verdict, sorcery.verdict) == ("proved", "proved")


def test_targets_of_an_asserted_resolution_are_those_that_were_chosen() -> None:
    chosen = ARRESTER + "  - {choose: arrester-trigger, targets: [giant]}\n"
    other = answer(chosen + "  - {triggers: arrester, ability: 1, targets: [bears]}\n", "stack: []")
    assert other.verdict == "invalid" and "targets are chosen once" in other.message
    same = answer(chosen + "  - {triggers: arrester, ability: 1}\n", "stack: []")
    assert same.verdict == "proved"


def test_a_claim_about_triggers_is_about_the_action_and_what_its_choices_make_of_it() -> None:
    wary = token("Whenever this creature becomes the target of an ability, you gain 1 life.", label="wary")
    wary = wary.replace("controller: you", "controller: opponent")
    chosen = wary + ARRESTER
    hit = "  - {choose: arrester-trigger, targets: [wary]}\n"
    assert answer(chosen + hit, "triggers: wary").verdict == "proved"
    assert answer(chosen + hit.replace("wary", "giant"), "does_not_trigger: wary").verdict == "proved"
    assert answer(chosen, "does_not_trigger: wary").verdict == "undecided"
    assert answer(chosen + hit, "stack: [arrester-trigger, wary-trigger]").verdict == "proved"


# --- Sagas, delayed and reflexive abilities ---------------------------------------------------------------------------


def test_a_saga_stays_until_its_last_chapter_has_resolved() -> None:
    told = (
        '  - {enters: Forest, as: forest}\n  - {enters: "Urza\'s Saga", as: saga}\n'
        "  - {cast: Lightning Bolt, targets: [opponent], as: bolt}\n  - {pass: all}\n  - {pass: all}\n"
    )
    there, stack = answers(told, "saga: {on_battlefield: true}", "stack: []")
    assert (there.verdict, stack.verdict) == ("proved", "proved")
    last = told + "  - {put: {lore: 2}, on: saga}\n"
    waits, on = answers(last, "saga: {on_battlefield: true}", "sometimes: {stack: [saga-trigger-2, saga-trigger-3]}")
    assert (waits.verdict, on.verdict) == ("proved", "proved")


def test_what_an_ability_has_moved_it_finds_again_later() -> None:
    flicker = token(
        "When this creature enters, exile another target creature. Return that card to the battlefield under its "
        "owner's control at the beginning of the next end step."
    )
    timeline = (
        "  - {enters: Grizzly Bears, as: bears}\n"
        + flicker
        + "  - {cast: Lightning Bolt, targets: [opponent], as: bolt}\n"
        "  - {pass: all}\n  - {pass: all}\n"
    )
    away, delayed = answers(timeline, "bears: {on_battlefield: false}", "stack: []")
    assert (away.verdict, delayed.verdict) == ("proved", "proved")
    ends = timeline + "  - {step: end}\n"
    assert answer(ends, "stack: [it-trigger-2]").verdict == "proved"
    back = answer(ends + "  - {resolve_top: true, makes: [again]}\n", "again: {zone: battlefield, controller: you}")
    assert back.verdict == "proved"


def test_what_has_left_and_come_back_is_another_object_that_stays() -> None:
    spark = token("When this creature enters, exile target artifact at the beginning of the next end step.")
    timeline = "  - {enters: Sol Ring, as: ring}\n" + spark
    timeline += "  - {cast: Lightning Bolt, targets: [opponent], as: bolt}\n  - {pass: all}\n  - {pass: all}\n"
    gone = answer(timeline + "  - {step: end}\n  - {pass: all}\n", "ring: {on_battlefield: false}")
    assert gone.verdict == "proved"
    away = timeline + "  - {leaves: ring, to: exile, as: card}\n  - {returns: card, as: new}\n  - {step: end}\n"
    assert answer(away + "  - {pass: all}\n", "new: {on_battlefield: true}").verdict == "proved"


def test_without_actions_what_is_done_at_a_later_step_stays_open() -> None:
    spark = token("When this creature enters, sacrifice it at the beginning of the next end step.")
    found = answer(spark + "  - {triggers: it, ability: 1}\n  - {step: end}\n", "it: {on_battlefield: true}")
    assert found.verdict == "undecided" and "later" in found.message


def test_a_target_of_a_target_player_is_not_thought_impossible() -> None:
    tool = token("{0}: Target player loses 1 life. Tap target creature that player controls.", types="artifact")
    bears = "  - {enters: Grizzly Bears, as: bears, controller: opponent}\n"
    for claim in ("legal", "illegal"):
        found = answer(tool + bears, f"{claim}: {{activate: it, ability: 1}}")
        assert found.verdict == "undecided" and "depend on one another" in found.message


# --- reflexive abilities ----------------------------------------------------------------------------------------------


SPRITE = "When ~ enters, you may pay {2}. When you do, tap target creature an opponent controls."


def test_an_ability_is_put_on_the_stack_where_only_its_reflexive_ability_would_have_a_target() -> None:
    sprite = "  - {turn: you, step: main}\n" + token(SPRITE, label="sprite")
    sprite += "  - {cast: Lightning Bolt, targets: [opponent], as: bolt}\n"
    assert answer(sprite, "stack: [sprite-trigger, bolt]").verdict == "proved"
    assert answer(sprite, "stack: [bolt]").verdict == "refuted"


IDOL = (
    "  - {enters: Hill Giant, as: giant, controller: opponent}\n"
    "  - {enters: Hill Giant, as: other, controller: opponent}\n"
    "  - {enters: Grizzly Bears, as: bears}\n"
)
_DESTROY = "When you do, destroy target creature an opponent controls."
UNTAPS = f"{{0}}: Untap up to one target creature you control. {_DESTROY}"
DESTROYS = f"{{0}}: Put a +1/+1 counter on target creature you control. {_DESTROY}"


@pytest.mark.parametrize(
    ("text", "targets", "verdict", "why"),
    [
        (DESTROYS, "[bears, giant]", "proved", ""),
        (DESTROYS, "[bears]", "undecided", "targets is not said"),
        (DESTROYS, "[bears, giant, other]", "invalid", "has not so many targets"),
        (UNTAPS, "[bears, giant]", "undecided", "told apart"),
    ],
)
def test_without_actions_the_targets_of_a_reflexive_ability_are_named_behind_others(
    text: str, targets: str, verdict: str, why: str
) -> None:
    timeline = IDOL + token(text, label="idol", types="artifact")
    timeline += f"  - {{activates: idol, ability: 1, targets: {targets}, choices: {{act: done}}}}\n"
    said = answer(timeline, "giant: {on_battlefield: false}")
    assert said.verdict == verdict and why in said.message


def test_two_resolutions_in_one_entry_and_labels_of_what_a_reflexive_ability_makes_are_left_open() -> None:
    text = "{0}: You may pay {1}. When you do, create a 1/1 white Soldier creature token."
    once = token(text, label="it", types="artifact") + "  - {activates: it, ability: 1, choices: {pays: true}}\n"
    assert answer(once, "it: {on_battlefield: true}").verdict == "proved"
    often = answer(once.replace("1, choices", "1, times: 2, choices"), "it: {on_battlefield: true}")
    assert often.verdict == "undecided" and "reflexive" in often.message
    makes = answer(once.replace("true}}", "true}, makes: [soldier]}"), "soldier: {on_battlefield: true}")
    assert makes.verdict == "undecided" and "label" in makes.message


def test_what_a_reflexive_ability_speaks_of_has_to_be_told() -> None:
    text = "{0}: You may sacrifice a creature. When you do, you gain life equal to the sacrificed creature's power."
    timeline = IDOL + "  - {enters: Grizzly Bears, as: more}\n" + token(text, label="it", types="artifact")
    said = answer(timeline + "  - {activates: it, ability: 1}\n", "life: {you: 22}")
    assert said.verdict == "undecided"
    told = answer(timeline + "  - {activates: it, ability: 1, choices: {object: more}}\n", "life: {you: 22}")
    assert told.verdict == "proved", told.message


@pytest.mark.parametrize(("label", "verdict"), [("bears", "proved"), ("giant", "invalid"), ("it", "invalid")])
def test_what_is_chosen_on_resolution_has_to_be_what_the_text_says(label: str, verdict: str) -> None:
    text = "{0}: Return another creature you control to its owner's hand."
    timeline = IDOL + "  - {enters: Grizzly Bears, as: more}\n" + token(text)
    timeline += f"  - {{activates: it, ability: 1, choices: {{object: {label}}}}}\n"
    assert answer(timeline, f"{label}: {{on_battlefield: false}}").verdict == verdict


def test_an_x_that_nobody_tells_is_not_taken_for_zero() -> None:
    grows = token("When this creature becomes monstrous, you gain X life.")
    said = answer(grows + "  - {triggers: it, ability: 1}\n", "life: {you: 20}")
    assert said.verdict == "undecided" and "what X is" in said.message
    assert answer(grows + "  - {triggers: it, ability: 1, x: 3}\n", "life: {you: 23}").verdict == "proved"
    enters = token("When this creature enters, you gain X life.") + "  - {triggers: it, ability: 1}\n"
    assert answer(enters, "life: {you: 20}").verdict == "proved"


def test_energy_that_is_paid_on_resolution_is_left_open() -> None:
    pays = token("{0}: You may pay {E}{E}. When you do, you gain 3 life.", types="artifact")
    said = answer(pays + "  - {activates: it, ability: 1, choices: {pays: true}}\n", "life: {you: 23}")
    assert said.verdict == "undecided" and "energy" in said.message
