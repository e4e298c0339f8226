"""The question of what a player may do now: every action that could be tried, each judged, proved and checked."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import msgspec

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.rulebook.editions.edition_asked_for import asked_for, used_instead
from layerproof.kb.scenario.scenario import Scenario
from layerproof.kb.scenario.scenario_file import read_plain
from layerproof.kb.wording.plain_words import about_words
from layerproof.queries.answer.claim_answers import Answer, answer_all
from layerproof.queries.answer.scenario_answers import read_text_or_file, under
from layerproof.queries.answer.verdicts import exit_code
from layerproof.queries.terminal import say, say_json
from layerproof.queries.words.mana_payments import mana_told
from layerproof.solver.game.possible import possible_actions
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Invalid
from layerproof.solver.situation.timeline import InvalidEvent, follow


class Judged(msgspec.Struct, frozen=True):
    """One action: as an entry of a scenario; legal or not, None where that is undecided; why, a sentence for each
    reason with its rule; the proof that the checker accepted."""

    action: dict[str, Any]
    legal: bool | None
    why: tuple[str, ...]
    proof: dict[str, Any] | None = None


def actions(scenario: Scenario, player: str | None = None) -> tuple[Judged, ...]:
    """Judge every action that a player could try at the end of a scenario.

    scenario: one without unknowns. player: the one who acts, the first player if none is named. Returns one record for
    each action, with the permission used or everything that forbids it. Raises KnowledgeError where the timeline cannot
    be followed, or the player is none of the scenario. Source: rule key cant_beats_can. It does not promise that there
    is no other way to act: targets, modes and payments are left open, and an action is legal if it is so with some.

    >>> from layerproof.kb.scenario.scenario_file import parse_scenarios
    >>> text = "timeline: [{in: hand, card: Forest, as: forest}]"
    >>> [each.legal for each in actions(parse_scenarios(text).scenarios[0])]
    [True]
    """
    edition = load_edition(scenario.edition)
    player = scenario.players[0] if player is None else player
    if player not in scenario.players:
        raise KnowledgeError(f"there is no player {player!r}", expected=f"one of {', '.join(scenario.players)}")
    try:
        game, _ = follow(scenario, edition)
        tried = possible_actions(game, player)
    except (Undecided, Invalid, InvalidEvent) as error:
        raise KnowledgeError(f"the timeline cannot be followed: {error}", file=scenario.file) from None
    plain = {**json.loads(scenario.source), "claims": [{"legal": each} for each in tried]}
    (whole,) = read_plain(plain, scenario.file).scenarios
    return tuple(_judged(each, answer) for each, answer in zip(tried, answer_all(whole), strict=True))


def _judged(action: dict[str, Any], answer: Answer) -> Judged:
    if answer.verdict not in ("proved", "refuted") or answer.proof is None:
        return Judged(action, None, (answer.message,))
    kind = "permitted" if answer.verdict == "proved" else "forbidden"
    edition = load_edition(answer.edition)
    why = []
    final = (step["conclusion"] for step in answer.proof["steps"] if step["kind"] == "final")
    names = {each["object"]: each["label"] for each in final if each["label"]}
    for step in answer.proof["steps"]:
        if step["kind"] == kind:
            said = step["conclusion"]
            about = mana_told(said, names) if said.get("because") == "mana" else said.get("about")
            named = f": {about_words(about)}" if isinstance(about, str) else ""
            why.append(f"{edition.cite(step['rule']).gloss.rstrip('.')}{named} (rule {step['number']})")
    return Judged(action, answer.verdict == "proved", tuple(dict.fromkeys(why)), answer.proof)


def told(action: dict[str, Any]) -> str:
    """An action in words.

    >>> told({"activate": "elf", "ability": 2, "controller": "you"})
    'activate elf, ability 2'
    """
    kind, value = next(iter(action.items()))
    words = [f"{kind.replace('_', ' ')} {', '.join(value) if isinstance(value, list) else value}"]
    words += [f"{key} {each}" for key, each in action.items() if key not in (kind, "controller")]
    return ", ".join(words)


def run(chosen: argparse.Namespace) -> int:
    """Print what a player may do at the end of each scenario of a file; returns the exit code."""
    read = read_text_or_file(Path(chosen.file))
    for part in read.unreadable:
        say(part.message)
    verdicts = ["invalid"] * len(read.unreadable)
    found: list[dict[str, Any]] = []
    for scenario in read.scenarios:
        asked = under(scenario, chosen.edition)
        judged = actions(asked, chosen.player)
        verdicts += ["undecided" for each in judged if each.legal is None]
        found.append(
            {
                "scenario": scenario.title,
                "edition": load_edition(asked.edition).name,
                **({} if asked_for(asked.edition) is None else {"asked": asked.edition}),
                "actions": [{"action": each.action, "legal": each.legal, "why": list(each.why)} for each in judged],
            }
        )
        if not chosen.json:
            _show(scenario.title, judged, used_instead(asked.edition))
    if chosen.json:
        say_json(found)
    return exit_code(verdicts)


def _show(title: str, judged: tuple[Judged, ...], remark: str | None) -> None:
    say(f"{title} ({remark})" if remark else title)
    for legal, head in ((True, "may"), (False, "may not"), (None, "undecided")):
        here = [each for each in judged if each.legal is legal]
        for each in here:
            say(f"  {head}: {told(each.action)}")
            for why in each.why:
                say(f"      {why}")
    if not judged:
        say("  there is nothing that could be tried")
