"""The question of all outcomes: what the asked characteristics may be, when each is so, and a world for each."""

from __future__ import annotations

import argparse
import functools
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.rulebook.edition import Edition, load_edition
from layerproof.kb.rulebook.editions.edition_asked_for import asked_for, rules_used
from layerproof.kb.scenario.scenario import Scenario
from layerproof.kb.scenario.scenario_file import parse_scenarios, read_scenarios
from layerproof.queries.answer.asked_characteristics import WORDS, Asked, ask, asked_in, asked_of, shown
from layerproof.queries.answer.claim_answers import answer_all, constraint_line
from layerproof.queries.terminal import complain, say_json, say_lines
from layerproof.queries.words.conditions_on_unknowns import when_words
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Invalid
from layerproof.solver.situation.timeline import InvalidEvent
from layerproof.solver.worlds.conditions import When, when
from layerproof.solver.worlds.point import Orders, kept_in
from layerproof.solver.worlds.space import Space

Plain = dict[str, Any]


class Outcome(msgspec.Struct, frozen=True):
    """One outcome.

    values: what is asked, with its value in these worlds. when: the condition on the unknowns in words. exactly:
    whether it occurs in no other worlds. world: a complete scenario in which it occurs, which claims it. verdict: what
    the solver and the independent checker together say of that scenario. rules: the numbers of the rules that its proof
    cites.
    """

    values: tuple[tuple[Asked, Any], ...]
    when: str
    exactly: bool
    world: Plain
    verdict: str
    rules: tuple[str, ...] = ()

    def sentence(self) -> str:
        """Give the outcome in words, without its condition."""
        return ", ".join(shown(asked, value) for asked, value in self.values)

    def plain(self) -> Plain:
        """Give the outcome as plain data."""
        return {
            "outcome": {str(asked): value for asked, value in self.values},
            "when": self.when,
            "exactly": self.exactly,
            "world": self.world,
            "verdict": self.verdict,
            "rules": list(self.rules),
        }


class Outcomes(msgspec.Struct, frozen=True):
    """All outcomes of a scenario under an edition.

    worlds: how many worlds were covered. evaluations: how many timelines were followed for it, and how many effects the
    search over orders applied. excluded: worlds left out, each reason with its rule key. left_out: unknowns that
    cannot matter. every_order: why orders had to be followed one by one, where they had. asked: the date that was asked
    for, where the edition in its place is of another day.
    """

    edition: str
    outcomes: tuple[Outcome, ...]
    worlds: int
    evaluations: tuple[int, int]
    excluded: tuple[tuple[str, str], ...] = ()
    left_out: tuple[str, ...] = ()
    every_order: tuple[str, ...] = ()
    asked: str | None = None

    def plain(self) -> Plain:
        """Give the outcomes as plain data."""
        return {
            "edition": self.edition,
            **({} if self.asked is None else {"asked": self.asked}),
            "worlds": self.worlds,
            "evaluations": {"timelines": self.evaluations[0], "effects": self.evaluations[1]},
            "outcomes": [each.plain() for each in self.outcomes],
            "excluded": [{"rule": rule, "because": what} for rule, what in self.excluded],
            "left_out": list(self.left_out),
            "every_order": list(self.every_order),
        }


def outcomes(scenario: Scenario | str | Path, of: Sequence[str] = (), edition: str | None = None) -> Outcomes:
    """Find every distinct outcome of a scenario, each with its condition and a world that is proved.

    scenario: a scenario, the path of a file of one, or its text. of: what is asked, as `beast.pt`, `beast.has flying`
    or `beast`; by default what its claims ask. edition: instead of the scenario's. Raises KnowledgeError for a scenario
    that cannot be read or contradicts itself, Undecided where something is not modelled or the worlds are too many. The
    outcomes are complete for the unknowns of the scenario; a condition may be one of several that are enough.

    >>> text = "timeline: [{enters: Grizzly Bears, as: bear}, {maybe: {put: {+1/+1: 1}, on: bear}}]"
    >>> [(each.sentence(), each.when) for each in outcomes(text, ["bear.pt"]).outcomes][0]
    ('bear is 2/2', 'when no +1/+1 counters are put on bear')
    """
    found = scenario if isinstance(scenario, Scenario) else only_scenario(scenario)
    rules = load_edition(edition or found.edition)
    asked = asked_of(of, found) if of else asked_in(found.claims)
    if not asked:
        raise KnowledgeError("nothing is asked", mend="a claim, or --of LABEL.KEY", file=found.file, line=found.line)
    try:
        result = _outcomes(found, asked, rules)
        return msgspec.structs.replace(result, asked=asked_for(edition or found.edition))
    except InvalidEvent as error:
        line = found.lines[error.number] if error.number < len(found.lines) else found.line
        raise KnowledgeError(error.what, mend=error.mend or None, file=found.file, line=line) from None
    except Invalid as error:
        line = constraint_line(found, error.what) or found.line
        raise KnowledgeError(error.what, mend=error.mend or None, file=found.file, line=line) from None


def _outcomes(scenario: Scenario, asked: tuple[Asked, ...], edition: Edition) -> Outcomes:
    labels = tuple(dict.fromkeys(each.label for each in asked))
    space = Space(scenario, edition, labels, functools.partial(ask, asked))
    found = space.outcomes()
    if not found:
        raise Invalid("no world fits the constraints", "constraints that leave at least one way")
    for label, values in zip(labels, zip(*found, strict=True), strict=False):
        if all(value is None for value in values):
            raise Invalid(
                f"no object has the label {label!r} in any world", "labels come from as:, or from the card's name"
            )
    made: list[Outcome] = []
    for outcome, witness in sorted(found.items(), key=lambda pair: _order(pair[0])):
        known, words = _when(space, outcome, witness)
        values = tuple(zip(asked, outcome, strict=True))
        world = claimed(space.world(witness), scenario, edition, values)
        verdict, rules = proved(world, scenario.file)
        made.append(Outcome(values, words, known.complete, world, verdict, rules))
    excluded = tuple((each.rule, each.what) for each in space.excluded())
    return Outcomes(
        edition.name,
        tuple(made),
        space.size(),
        space.evaluations(),
        excluded,
        tuple(sorted(space.slid)),
        space.restless(),
    )


def _when(space: Space, outcome: tuple[Any, ...], witness: tuple[Plain, Orders]) -> tuple[When, str]:
    """When an outcome occurs, and that in words; where something is kept by choice, with what is."""
    kept = kept_in(witness[1])
    ways = space.kept_with(outcome)
    if not any(ways):
        known = when(space, outcome, witness)
        return known, when_words(known, space.setting.plain, space.unknowns)
    space.kept = kept
    try:
        known = when(space, outcome, witness)
    finally:
        space.kept = None
    known = msgspec.structs.replace(known, complete=known.complete and len(ways) == 1)
    words = when_words(msgspec.structs.replace(known, complete=True), space.setting.plain, space.unknowns)
    if kept:
        name = " and ".join(sorted(kept))
        stays = f"{name} {'is' if len(kept) == 1 else 'are'} kept"
        words = f"when {stays}" if words == "always" else f"{words}, and {stays}"
    return known, words if known.complete else f"among others {words}"


def _order(outcome: tuple[Any, ...]) -> list[str]:
    return [json.dumps(value) for value in outcome]


def only_scenario(given: str | Path) -> Scenario:
    """The scenario of a file or a text. Raises KnowledgeError where there is none or part of it cannot be read."""
    text = isinstance(given, str) and ("\n" in given or "timeline:" in given)
    read = parse_scenarios(str(given)) if text else read_scenarios(given)
    for each in read.unreadable:
        raise KnowledgeError(each.message)
    if not read.scenarios:
        raise KnowledgeError("the file holds no scenario", file=None if text else str(given))
    return read.scenarios[0]


def claimed(world: Plain, scenario: Scenario, edition: Edition, values: tuple[tuple[Asked, Any], ...]) -> Plain:
    """The complete scenario of a world, which claims the values found in it."""
    says: dict[str, dict[str, Any]] = {}
    for asked, value in values:
        if value is None:
            continue
        about = says.setdefault(asked.label, {})
        if asked.key in WORDS:
            key = asked.key if value else asked.key.replace("has", "lacks")
            about.setdefault(key, []).append(asked.word)
        elif asked.key == "counters":
            about.setdefault("counters", {})[asked.word] = value
        else:
            about[asked.key] = list(value) if isinstance(value, tuple) else value
            if asked.ability is not None:
                about["ability"] = asked.ability
    title = f"{scenario.title or 'A scenario'}: one world"
    named = {"scenario": title, "edition": edition.name}
    kept = {key: value for key, value in world.items() if key not in ("scenario", "edition", "claims")}
    return {**named, **kept, "claims": [{label: about} for label, about in says.items()]}


def proved(world: Plain, file: str) -> tuple[str, tuple[str, ...]]:
    """What is said of the claims of a world: `proved` if of all, else the first other verdict with its reason."""
    read = parse_scenarios(json.dumps(world, ensure_ascii=False), file or "<world>")
    if not read.scenarios or read.unreadable:
        return "undecided: the world cannot be written as a scenario", ()
    rules: dict[str, None] = {}
    for each in answer_all(read.scenarios[0]):
        if each.verdict != "proved":
            return f"{each.verdict}: {each.message}", ()
        rules.update(dict.fromkeys(each.rules))
    return "proved", tuple(rules)


# --- the command -----------------------------------------------------------------------------------------------------


def run(chosen: argparse.Namespace) -> int:
    """Print the outcomes of the scenarios of a file; returns the exit code."""
    read = read_scenarios(chosen.file)
    found: list[Plain] = []
    code = 0
    for each in read.unreadable:
        complain(each.message)
        code = 3
    if not read.scenarios and not code:
        raise KnowledgeError("the file holds no scenario", file=chosen.file)
    for scenario in read.scenarios:
        try:
            result = outcomes(scenario, chosen.of, chosen.edition)
        except Undecided as error:
            complain(f"{scenario.file}:{scenario.line}: undecided: {error}")
            code = max(code, 2)
            continue
        except KnowledgeError as error:
            complain(f"layerproof: {error}")
            code = 3
            continue
        code = max(code, 0 if all(each.verdict == "proved" for each in result.outcomes) else 2)
        found.append({"scenario": scenario.title, "file": scenario.file, **result.plain()})
        if not chosen.json:
            say_lines(lines(scenario, result))
    if chosen.json:
        say_json({"version": 1, "results": found})
    return code


def lines(scenario: Scenario, result: Outcomes) -> list[str]:
    """The outcomes of a scenario as lines of text."""
    count = len(result.outcomes)
    followed, effects = result.evaluations
    found = f"{count} outcome{'' if count == 1 else 's'} in {result.worlds} world{'' if result.worlds == 1 else 's'}"
    work = f"{followed} timelines followed, {effects} effects applied in the search over orders"
    said = [
        scenario.title or "(a scenario without a title)",
        f"{found} under the rules of {rules_used(result.asked or result.edition)} ({work})",
    ]
    for number, each in enumerate(result.outcomes, 1):
        said.append(f"{number}. {each.sentence()}: {each.when} ({each.verdict})")
    said += [f"left out by the rule {rule}: {what}" for rule, what in result.excluded]
    if result.left_out:
        said.append(f"cannot matter: {', '.join(result.left_out)}")
    said += [f"every order was followed, because {reason}" for reason in result.every_order]
    return said
