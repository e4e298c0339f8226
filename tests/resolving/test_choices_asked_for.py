"""What a player chooses as something resolves or enters is asked for where there is a choice, and not taken as none."""

from __future__ import annotations

import pytest

from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all

BEARS = "{enters: Grizzly Bears, as: bears}"
CLONE = f"{BEARS}, {{in: hand, card: Clone, as: clone}}, {{turn: you, step: main}}"
GROWN = '{enters: Grizzly Bears, as: bears, counters: {"+1/+1": 1}}'
PROGRESS = f"{GROWN}, {{in: hand, card: Steady Progress, as: progress}}, {{turn: you, step: main}}, {{cast: progress}}"
TWO = (
    "{token: {name: Twice, types: [creature], pt: 2/2, abilities: "
    '["{0}: You may put a +1/+1 counter on this creature. You may put a charge counter on this creature."]}, as: it}, '
    "{activate: it, ability: 1}"
)
VENTS = "{in: hand, card: Steam Vents, as: vents}, {turn: you, step: main}"
TRAIL = (
    "{enters: Runeclaw Bear, as: bear}, {enters: Llanowar Elves, as: elves}, {turn: opponent, step: main}, "
    "{cast: Arc Trail, controller: opponent, targets: [bear, elves], as: trail}, "
    "{cast: Redirect, controller: you, targets: [trail], as: redirect}"
)


@pytest.mark.parametrize(
    ("timeline", "claim", "verdict", "word"),
    [
        # Whether something enters as a copy, and of what.
        (f"[{CLONE}, {{cast: clone}}, {{pass: all}}]", "clone: {on_battlefield: false}", "undecided", "object"),
        (f"[{BEARS}, {{enters: Clone, as: clone}}]", "clone: {on_battlefield: false}", "undecided", "object"),
        (
            f"[{BEARS}, {{in: graveyard, card: Clone, as: c}}, {{resolves: Zombify, targets: [c], makes: [clone]}}]",
            "clone: {on_battlefield: false}",
            "undecided",
            "object",
        ),
        (
            f"[{CLONE}, {{cast: clone}}, {{resolve_top: true, choices: {{object: bears}}}}]",
            "clone: {pt: 2/2}",
            "proved",
            "",
        ),
        (
            f"[{CLONE}, {{cast: clone}}, {{resolve_top: true, choices: {{object: none}}}}]",
            "clone: {on_battlefield: false}",
            "proved",
            "",
        ),
        (
            f"[{CLONE}, {{cast: clone}}, {{resolve_top: true, choices: {{object: none}}}}]",
            "clone: {on_battlefield: true}",
            "refuted",
            "",
        ),
        (f"[{BEARS}, {{enters: Clone, as: clone, choices: {{may: false}}}}]", "clone: {zone: none}", "proved", ""),
        # Where there is nothing to copy there is no choice.
        ("[{enters: Clone, as: clone}]", "clone: {on_battlefield: false}", "proved", ""),
        ("[{enters: Clone, as: clone}]", "clone: {on_battlefield: true}", "refuted", ""),
        # What a player pays as a land that they play enters.
        (f"[{VENTS}, {{play_land: vents}}]", "vents: {tapped: false}", "undecided", "may"),
        (f"[{VENTS}, {{play_land: vents, choices: {{may: true}}}}]", "vents: {tapped: false}", "proved", ""),
        (f"[{VENTS}, {{play_land: vents, choices: {{may: false}}}}]", "vents: {tapped: false}", "refuted", ""),
        # What gets counters as a player proliferates.
        (f"[{PROGRESS}, {{pass: all}}]", 'bears: {counters: {"+1/+1": 1}}', "undecided", "object"),
        (f"[{GROWN}, {{resolves: Steady Progress}}]", 'bears: {counters: {"+1/+1": 1}}', "undecided", "object"),
        (
            f"[{PROGRESS}, {{resolve_top: true, choices: {{object: bears}}}}]",
            'bears: {counters: {"+1/+1": 2}}',
            "proved",
            "",
        ),
        (
            f"[{PROGRESS}, {{resolve_top: true, choices: {{object: none}}}}]",
            'bears: {counters: {"+1/+1": 2}}',
            "refuted",
            "",
        ),
        (f"[{BEARS}, {{resolves: Steady Progress}}]", "bears: {pt: 2/2}", "proved", ""),
        # Of two things that may be done each is told.
        (f"[{TWO}, {{resolve_top: true, choices: {{may: true}}}}]", "it: {pt: 3/3}", "undecided", "may"),
        (
            f"[{TWO}, {{resolve_top: true, choices: {{may: [true, false]}}}}]",
            'it: {pt: 3/3, counters: {"+1/+1": 1, charge: 0}}',
            "proved",
            "",
        ),
        (
            f"[{TWO}, {{resolve_top: true, choices: {{may: [false, true]}}}}]",
            'it: {pt: 2/2, counters: {"+1/+1": 0, charge: 1}}',
            "proved",
            "",
        ),
        (
            f"[{TWO}, {{resolve_top: true, choices: {{may: [false, true]}}}}]",
            "it: {pt: 3/3}",
            "refuted",
            "",
        ),
        # New targets of a spell.
        (f"[{TRAIL}, {{resolve_top: true}}]", "stack: [trail]", "undecided", "new_targets"),
        (f"[{TRAIL}, {{resolve_top: true, choices: {{new_targets: none}}}}]", "stack: [trail]", "proved", ""),
        # A creature type that is chosen as a cost of casting.
        (f"[{BEARS}, {{enters: Caller of the Hunt, as: it}}]", "it: {on_battlefield: false}", "undecided", "type"),
        (
            f"[{BEARS}, {{enters: Caller of the Hunt, as: it, choices: {{creature type: Bear}}}}]",
            "it: {pt: 1/1}",
            "proved",
            "",
        ),
    ],
)
def test_an_untold_choice_is_asked_for(timeline: str, claim: str, verdict: str, word: str) -> None:
    read = parse_scenarios(f"timeline: {timeline}\nclaims: [{{{claim}}}]\n", "asked.yaml")
    answer = answer_all(read.scenarios[0])[0]
    assert answer.verdict == verdict, answer.message
    assert word in answer.message
