"""The question of counterexamples: the smallest world in which a claim fails, as a scenario of its own."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.rulebook.editions.edition_asked_for import asked_for, used_instead
from layerproof.kb.scenario.scenario import Claim, ObjectClaim, Scenario
from layerproof.kb.scenario.scenario_file import parse_scenarios, read_scenarios
from layerproof.queries.answer.all_outcomes import only_scenario
from layerproof.queries.answer.claim_answers import answer_all, constraint_line
from layerproof.queries.terminal import say_json, say_lines, watched
from layerproof.queries.words.scenario_text import save_scenario, scenario_text
from layerproof.queries.written_files import write_json
from layerproof.solver.claims.truth import claim_holds, part_holds
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game, Invalid
from layerproof.solver.situation.timeline import InvalidEvent
from layerproof.solver.worlds.constraints import read_constraints
from layerproof.solver.worlds.deepening import Deepening, Size, size_of
from layerproof.solver.worlds.enumerate import filled_in
from layerproof.solver.worlds.point import Orders, Pair, Point, Setting
from layerproof.solver.worlds.problem import rules_of
from layerproof.solver.worlds.space import order_unknowns
from layerproof.solver.worlds.unknowns import find_unknowns

Plain = dict[str, Any]
Watch = Callable[[Iterable[Any], int], Iterator[Any]]


class Search(msgspec.Struct):
    """What a search for a counterexample came to, or has come to so far.

    claim: its number. found: a complete scenario that claims the opposite; size: of it; verdict and proof: of that
    scenario, by the solver and the independent checker. exhaustive: whether every world was looked at and decided.
    points, of: how many choices were looked at, of how many; size: up to which size. undecided: why worlds were not
    decided, with how many. excluded: why worlds are left out, with the rule key. asked: the date that was asked for,
    where the edition in its place is of another day.
    """

    claim: int
    line: int
    mode: str
    edition: str
    points: int = 0
    of: int = 0
    size: Size | None = None
    found: Plain | None = None
    verdict: str = ""
    proof: Plain | None = None
    exhaustive: bool = False
    stopped: str = ""
    undecided: dict[str, int] = msgspec.field(default_factory=dict)
    excluded: dict[str, str] = msgspec.field(default_factory=dict)
    asked: str | None = None

    def plain(self) -> Plain:
        """Give the result as plain data, without the proof."""
        return {
            "claim": self.claim,
            "line": self.line,
            "edition": self.edition,
            **({} if self.asked is None else {"asked": self.asked}),
            "found": self.found,
            "size": None if self.found is None or self.size is None else self.size._asdict(),
            "verdict": self.verdict or None,
            "searched": {"choices": self.points, "of": self.of, "exhaustive": self.exhaustive, "stopped": self.stopped},
            "undecided": self.undecided,
            "excluded": self.excluded,
        }


def counterexample(
    scenario: Scenario | str | Path,
    claim: int = 1,
    edition: str | None = None,
    seconds: float | None = None,
    watch: Watch | None = None,
) -> Search:
    """Search the worlds of a scenario for the smallest in which a claim fails.

    scenario: a scenario, the path of a file of one, or its text. claim: its number. edition: instead of the scenario's.
    seconds: after which the search stops. watch: shows how far the search is. Worlds are looked at by their size:
    cards, then events, then counters, then the values of the unknowns as they stand, then orders as near to the listed
    ones as can be. Returns what was found, or which space was searched; the scenario that is found claims the opposite,
    which the independent checker accepted where the verdict is `proved`. Of a claim `sometimes` a world is searched in
    which it holds. Raises KnowledgeError for a scenario that contradicts itself. It speaks of the worlds of the
    scenario and the cards known to this run, not of all there could be.

    >>> text = "timeline: [{enters: Grizzly Bears, as: bear}, {maybe: {put: {+1/+1: 1}, on: bear}}]"
    >>> str(counterexample(text + chr(10) + "claims: [{bear: {pt: 2/2}}]").size)
    '1 card, 2 events, 1 counter'
    """
    whole = scenario if isinstance(scenario, Scenario) else only_scenario(scenario)
    search: Search | None = None
    for search in searching(whole, claim, edition, seconds, watch):  # noqa: B007
        pass
    assert search is not None
    return search


def searching(
    scenario: Scenario, number: int, edition: str | None, seconds: float | None = None, watch: Watch | None = None
) -> Iterator[Search]:
    """Search as `counterexample` does, giving what was found so far after each choice."""
    claims = [each for each in scenario.claims if each.number == number]
    if not claims:
        raise KnowledgeError(f"there is no claim {number} to search for", file=scenario.file, line=scenario.line)
    claim = claims[0]
    wanted = edition or (claim.editions[0] if claim.editions else scenario.edition)
    rules = load_edition(wanted)
    search = Search(claim.number, claim.line, claim.mode, rules.name, asked=asked_for(wanted))
    start = time.monotonic()
    try:
        plain = json.loads(scenario.source)
        unknowns = find_unknowns(plain, rules)
        constraints = [rule for each in read_constraints(scenario) for rule in rules_of(each, unknowns, plain)]
        orders, given = order_unknowns(unknowns, constraints)
        choices = [each for each in unknowns if each not in orders]
        named = {each.name for each in choices}
        space = Deepening(scenario, plain, choices, [rule for rule in constraints if set(rule.scope) <= named])
        labels = tuple(dict.fromkeys(part.label for part in _parts(claim)))
        setting = Setting(scenario, rules, plain, unknowns, orders, labels, lambda game: (_fails(claim, game),))
        if claim.triggers:
            # What triggers hangs on all that happened, not on what the objects come to be.
            setting.sliced = setting.lazy = False
        search.of = len(space)
        every: Iterable[tuple[Size, Plain]] = watch(space, search.of) if watch is not None else space
        for size, values in every:
            search.size = size
            found = _failing(setting, values, given, search)
            search.points += 1
            if found is not None:
                world = filled_in(plain, unknowns, {**values, **found})
                _tell(search, scenario, claim, world)
                yield search
                return
            yield search
            if seconds is not None and time.monotonic() - start > seconds:
                search.stopped = f"after {seconds:g} seconds"
                return
        search.exhaustive = not search.undecided
        if not search.points:
            raise Invalid("no world fits the constraints", "constraints that leave at least one way")
        yield search
    except InvalidEvent as error:
        line = scenario.lines[error.number] if error.number < len(scenario.lines) else scenario.line
        raise KnowledgeError(error.what, mend=error.mend or None, file=scenario.file, line=line) from None
    except Invalid as error:
        line = constraint_line(scenario, error.what) or scenario.line
        raise KnowledgeError(error.what, mend=error.mend or None, file=scenario.file, line=line) from None


def _parts(claim: Claim) -> tuple[ObjectClaim, ...]:
    return (*claim.parts, *(part for parts in claim.outcomes for part in parts))


def _fails(claim: Claim, game: Game) -> bool:
    """Whether a world decides against a claim; for `sometimes`, whether it decides for it."""
    if claim.mode == "outcomes":
        return not any(all(part_holds(part, game) for part in parts) for parts in claim.outcomes)
    return claim_holds(claim, game) == (claim.mode == "sometimes")


def _failing(setting: Setting, values: Plain, given: tuple[Pair, ...], search: Search) -> Orders | None:
    """Orders in which the claim fails under these choices, as near to the listed ones as can be; None where in none."""
    try:
        point = Point(setting, values)
        found = point.outcomes(given)
        if point.excluded is not None:
            search.excluded[point.excluded.rule] = point.excluded.what
        if (True,) not in found:
            return None
        pairs = list(given)
        for each in setting.orders:
            count = len(each.domain[0])
            for one in range(count):
                for other in range(one + 1, count):
                    nearer = [*pairs, (each.name, one, other)]
                    if (True,) in point.outcomes(nearer):
                        pairs = nearer
        return point.outcomes(pairs)[True,]
    except Undecided as error:
        search.undecided[str(error)] = search.undecided.get(str(error), 0) + 1
        return None


def _tell(search: Search, scenario: Scenario, claim: Claim, world: Plain) -> None:
    """Write down the counterexample: the complete scenario with the opposite claim, and the proof of that."""
    stated = json.loads(scenario.source)["claims"][claim.number - 1]
    title = f"{'An example' if claim.mode == 'sometimes' else 'A counterexample'}: {scenario.title or 'a claim'}"
    kept = {key: value for key, value in world.items() if key not in ("scenario", "edition", "claims")}
    found = {"scenario": title, "edition": search.edition, **kept, "claims": _opposite(claim, stated)}
    search.found, search.size = found, size_of(found)
    read = parse_scenarios(json.dumps(found, ensure_ascii=False), "<counterexample>")
    answers = answer_all(read.scenarios[0]) if read.scenarios and not read.unreadable else ()
    bad = next((each for each in answers if each.verdict != "proved"), None)
    search.verdict = "undecided" if not answers else "proved" if bad is None else f"{bad.verdict}: {bad.message}"
    search.proof = answers[0].proof if answers and bad is None else None


def _opposite(claim: Claim, stated: Plain) -> list[Plain]:
    """Claims that hold in a world in which the stated one fails (for `sometimes`, in which what it says holds)."""
    about = ("id", "because", "edition") if claim.triggers else ("id", "because", "edition", "ability")
    body = {key: value for key, value in stated.items() if key not in about}
    match claim.mode:
        case "never" | "sometimes":
            return [dict(body[claim.mode])]
        case "outcomes":
            listed = body["outcomes"]
            if isinstance(listed, dict):
                label, each_says = next(iter(listed.items()))
                return [{"never": {label: says}} for says in each_says]
            return [{"never": each} for each in listed]
    return [{"never": body}]


# --- the command -----------------------------------------------------------------------------------------------------


def run(chosen: argparse.Namespace) -> int:
    """Search for counterexamples to the claims of a file; returns the exit code: 1 where one is found, 2 where the
    search was not exhaustive, 130 after Ctrl-C."""
    read = read_scenarios(chosen.file)
    for each in read.unreadable:
        raise KnowledgeError(each.message)
    if not any(scenario.claims for scenario in read.scenarios):
        raise KnowledgeError("the file holds no claim", file=chosen.file)
    told: list[Plain] = []
    codes = [0]
    for scenario in read.scenarios:
        for claim in scenario.claims:
            last: Search | None = None
            steps = searching(
                scenario,
                claim.number,
                chosen.edition,
                chosen.limit,
                lambda things, total: watched(things, total, "choices"),
            )
            try:
                for step in steps:
                    last = step
            except KeyboardInterrupt:
                if last is not None:
                    last.stopped = "by Ctrl-C"
                codes.append(130)
            if last is not None:
                told.append({"file": scenario.file, "scenario": scenario.title, **last.plain()})
                codes.append(_code(last))
                if not chosen.json:
                    say_lines(lines(scenario, last), fit=False)
                _save(last, chosen.save, chosen.save_proof)
            if 130 in codes:
                break
    if chosen.json:
        say_json({"version": 1, "results": told})
    return max(codes)


def _code(search: Search) -> int:
    if search.found is not None:
        good = search.verdict == "proved"
        return (0 if search.mode == "sometimes" else 1) if good else 2
    if not search.exhaustive:
        return 2
    return 1 if search.mode == "sometimes" else 0


def _save(search: Search, file: str | None, proof: str | None) -> None:
    if file is not None and search.found is not None:
        save_scenario(file, search.found, f"Found by layerproof counterexample: {search.size}.")
    if proof is not None and search.proof is not None:
        write_json(proof, search.proof)


def lines(scenario: Scenario, search: Search) -> list[str]:
    """What a search came to, as lines of text."""
    where = f"{scenario.file}:{search.line}: claim {search.claim}"
    worlds = f"{search.points} of {search.of} choices of values"
    said: list[str] = []
    if search.found is not None:
        name = "an example" if search.mode == "sometimes" else "a counterexample"
        said.append(f"{where}: {name} of {search.size}, the smallest there is by this order ({worlds} were looked at);")
        said.append(f"its claims are {search.verdict}:")
        said += [f"    {line}" for line in scenario_text(search.found).splitlines()]
    elif search.exhaustive:
        what = "no example" if search.mode == "sometimes" else "no counterexample"
        said.append(f"{where}: {what}; every one of {search.of} choices of values was looked at, in every order")
    else:
        upto = f", up to {search.size}" if search.size is not None else ""
        stopped = f", stopped {search.stopped}" if search.stopped else ""
        said.append(f"{where}: no counterexample was found in {worlds}{upto}{stopped}; the search was not exhaustive")
    if search.asked is not None:
        said.append(f"    {used_instead(search.asked)}")
    said += [f"    not decided in {count}: {why}" for why, count in search.undecided.items()]
    said += [f"    left out by the rule {rule}: {what}" for rule, what in search.excluded.items()]
    return said


__all__ = ["Search", "counterexample", "lines", "run", "searching"]
