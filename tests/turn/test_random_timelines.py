"""Random timelines: solver and checker tell the same of what happened and of what it makes trigger."""

from __future__ import annotations

from random import Random

import pytest

from layerproof.queries.answer.scenario_answers import prove

WATCHERS = (
    "Whenever another creature enters, you gain 1 life.", "Whenever a creature dies, you gain 1 life.",
    "Whenever this creature becomes tapped, you gain 1 life.", "Whenever you gain life, draw a card.",
    "Whenever a +1/+1 counter is put on a creature you control, draw a card.", "Whenever you lose life, draw a card.",
    "When you control no lands, sacrifice this creature.", "Whenever a permanent leaves the battlefield, draw a card.",
    "At the beginning of each end step, draw a card.", "Whenever a creature is dealt damage, draw a card.",
    "Whenever a land enters, draw a card.", "Whenever one or more creatures die, draw a card.",
    "Whenever you draw a card, you gain 1 life.", "Whenever an enchantment enters, draw a card.",
)  # fmt: skip
CARDS = (
    "Grizzly Bears", "Serra Angel", "Forest", "Young Wolf", "Blood Moon", "Humility", "Sol Ring", "Doomed Dissenter",
    "Wall of Omens", "Living Plane", "Crusade", "Urza's Saga", "Fallowsage", "Opalescence", "Elvish Vanguard",
)  # fmt: skip
SPELLS = ("Pyroclasm", "Wrath of God", "Akroma's Vengeance", "Raise the Alarm", "Armageddon")


def timeline(random: Random) -> tuple[list[str], list[str]]:
    """A random timeline as entries, and the labels in it."""
    entries, labels = [], []
    for number in range(random.randint(1, 3)):
        texts = ", ".join(f'"{each}"' for each in random.sample(WATCHERS, 2))
        size, label = f"{random.randint(1, 3)}/{random.randint(1, 4)}", f"w{number}"
        entries.append(f"{{token: {{name: W, types: [creature], pt: {size}, abilities: [{texts}]}}, as: {label}}}")
        labels.append(label)
    for number in range(random.randint(1, 5)):
        one, other = random.choice(labels), random.choice([*labels, "you", "opponent"])
        match random.randint(0, 8):
            case 0 | 1 | 2:
                entries.append(f'{{enters: "{random.choice(CARDS)}", as: o{number}}}')
                labels.append(f"o{number}")
            case 3:
                entries.append(f"{{tap: {one}}}")
            case 4:
                entries.append(f'{{put: {{"{random.choice(("+1/+1", "-1/-1"))}": {random.randint(1, 2)}}}, on: {one}}}')
            case 5:
                entries.append(f"{{damage: {random.randint(1, 4)}, to: {other}, from: {one}}}")
            case 6:
                entries.append(f'{{resolves: "{random.choice(SPELLS)}"}}')
            case 7:
                entries.append(f"{{leaves: {one}, to: {random.choice(('graveyard', 'exile', 'hand'))}}}")
            case _:
                entries.append(random.choice(("{life: {you: 25}}", "{step: end}", "{turn: opponent, step: upkeep}")))
    return entries, labels


@pytest.mark.parametrize("start", range(0, 60, 20))
def test_both_sides_agree_on_what_triggers(start: int) -> None:
    """No proof is refused for a step, and of a claim and its opposite one is proved where the other is refuted."""
    decided = total = 0
    for seed in range(start, start + 20):
        entries, labels = timeline(Random(seed))
        text = "scenario: random\ntimeline:\n" + "".join(f"  - {each}\n" for each in entries) + "claims:\n"
        text += "".join(f"  - triggers: {each}\n  - does_not_trigger: {each}\n" for each in labels)
        answers = prove(text)
        for answer in answers:
            assert "internal error" not in answer.message, (seed, answer.message)
            assert not answer.refused or "at step 0: " in answer.message, (seed, answer.message)
            assert "and the verdict" not in answer.message, (seed, answer.message)
        for claim, opposite in zip(answers[::2], answers[1::2], strict=False):
            if {claim.verdict, opposite.verdict} <= {"proved", "refuted"}:
                assert claim.verdict != opposite.verdict, (seed, claim.message, opposite.message)
                decided += 1
            total += 1
    assert decided > total / 2, (decided, total)
