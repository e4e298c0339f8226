"""The question of sensitivity: on which facts of a scenario the answer to a claim depends."""

from __future__ import annotations

import argparse
import copy
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.rulebook.editions.edition_asked_for import asked_for, used_instead
from layerproof.kb.scenario.scenario import Claim, Scenario
from layerproof.kb.scenario.scenario_file import default_label, parse_scenarios, read_scenarios
from layerproof.queries.answer.all_outcomes import only_scenario
from layerproof.queries.answer.asked_characteristics import ask, asked_in
from layerproof.queries.answer.claim_answers import Answer, Case, answer, case_under
from layerproof.queries.terminal import complain, say_json, say_lines
from layerproof.queries.words.sentences import flow
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game, Invalid
from layerproof.solver.worlds.influence import relevant_objects
from layerproof.solver.worlds.reach import Reach

Plain = dict[str, Any]
Fact = tuple[str | int, ...]
# Keys that name things; without them nothing could be said of these.
_NAMES = ("as", "makes")


class Depends(msgspec.Struct, frozen=True):
    """What the answer to a claim depends on.

    verdict: of the claim in the whole scenario. facts: paths of the facts that are needed, in the order of the
    scenario. kept: the scenario with these facts alone, which gives the same answer: the verdict, and the values of
    what the claim asks. left_out: the facts that are not needed. tried: how many smaller scenarios were answered for
    it. edition: under which it was answered; asked: the date that was asked for, where that edition is of another day.
    """

    claim: int
    line: int
    verdict: str
    facts: tuple[Fact, ...]
    kept: Plain
    left_out: tuple[Fact, ...]
    tried: int
    edition: str = ""
    asked: str | None = None

    def plain(self) -> Plain:
        """Give the result as plain data."""
        return {
            "claim": self.claim,
            "line": self.line,
            "edition": self.edition,
            **({} if self.asked is None else {"asked": self.asked}),
            "verdict": self.verdict,
            "facts": [list(each) for each in self.facts],
            "kept": self.kept,
            "left_out": [list(each) for each in self.left_out],
            "tried": self.tried,
        }


def why_depends(scenario: Scenario | str | Path, claim: int = 1, edition: str | None = None) -> Depends:
    """Find facts of a scenario that are enough for the answer to a claim, and none of which can be left out.

    scenario: a scenario, the path of a file of one, or its text. claim: its number. edition: instead of the scenario's.
    Facts are the entries of the timeline and the details of each. What the influence graph says cannot matter is tried
    first, then ever smaller parts. The answer is the verdict, checked as any other, and in every world the values of
    what the claim asks. Raises KnowledgeError where the claim has no verdict that could depend on anything. There may
    be other sets of facts that are enough, and smaller ones: only that no single fact of this one can be left out is
    promised.

    >>> text = "timeline: [{enters: Humility}, {enters: Forest, as: land}, {enters: Grizzly Bears, as: bear}]"
    >>> why_depends(text + chr(10) + "claims: [{bear: {pt: 1/1}}]").facts
    (('timeline', 0), ('timeline', 2))
    """
    whole = scenario if isinstance(scenario, Scenario) else only_scenario(scenario)
    found = [each for each in whole.claims if each.number == claim]
    if not found:
        raise KnowledgeError(f"there is no claim {claim}", file=whole.file, line=whole.line)
    name = edition or (found[0].editions[0] if found[0].editions else whole.edition)
    used = load_edition(name).name
    search = _Search(whole, found[0], name)
    first = search.whole()
    if first.verdict not in ("proved", "refuted"):
        raise KnowledgeError(f"the claim is {first.verdict}: {first.message}", file=whole.file, line=found[0].line)
    return msgspec.structs.replace(search.smallest(first.verdict), edition=used, asked=asked_for(name))


class _Search:
    """Leaves out facts as long as the verdict stays: a whole part at once where that is possible (delta debugging)."""

    def __init__(self, scenario: Scenario, claim: Claim, edition: str) -> None:
        self.scenario, self.claim, self.edition = scenario, claim, edition
        self.plain: Plain = json.loads(scenario.source)
        self.all = tuple(_facts(self.plain))
        self.tried = 0
        self.asked = asked_in([claim])
        self.wanted: Any = None
        self._known: dict[str, bool] = {}
        self.case: Case | None = None

    def whole(self) -> Answer:
        """The answer in the whole scenario."""
        self.case = case_under(self.scenario, self.edition)
        return answer(self.scenario, self.claim, self.case, self.edition)

    def smallest(self, verdict: str) -> Depends:
        """The result: facts of which none can be left out."""
        assert self.case is not None
        self.wanted = (verdict, self._values(self.case))
        needed = list(self.all)
        for part in (self._irrelevant(), [each for each in needed if len(each) > 2]):
            fewer = [each for each in needed if each not in part]
            if part and len(fewer) < len(needed) and self._same(fewer):
                needed = fewer
        while True:
            smaller = self._reduced(needed)
            if len(smaller) == len(needed):
                break
            needed = smaller
        left = tuple(
            each for each in self.all if each not in needed and not any(_within(each, one, needed) for one in self.all)
        )
        return Depends(self.claim.number, self.claim.line, verdict, tuple(needed), self._with(needed), left, self.tried)

    def _reduced(self, needed: list[Fact]) -> list[Fact]:
        """One round: halves, quarters and so on are left out where the verdict stays, last single facts."""
        size = max(len(needed) // 2, 1)
        while True:
            start = 0
            while start < len(needed):
                part = needed[start : start + size]
                fewer = [each for each in needed if not any(each[: len(one)] == one for one in part)]
                if self._same(fewer):
                    needed = fewer
                else:
                    start += size
            if size == 1:
                return needed
            size = max(size // 2, 1)

    def _irrelevant(self) -> list[Fact]:
        """Entries that concern only objects without a say in the claim, by the influence graph of the first world."""
        if self.case is None or not self.case.worlds or self.case.open or self.claim.triggers:
            return []
        game = self.case.worlds[0].game
        labels = [
            part.label for part in (*self.claim.parts, *(each for parts in self.claim.outcomes for each in parts))
        ]
        try:
            asked = [game.find(label).id for label in labels]
            relevant = relevant_objects(Reach(game.derivation()), asked)
        except (Undecided, Invalid):
            return []
        return [each for each in self.all if self._only_about_others(each, game, relevant)]

    def _only_about_others(self, fact: Fact, game: Game, relevant: frozenset[int]) -> bool:
        event: Any = self.plain
        for key in fact[:2]:
            event = event[key]
        named = {word for word in _words(event) if word in game.labels}
        labels = [item.label for item in game.situation.objects if item.label and item.label in named]
        return bool(labels) and all(game.labels[label] not in relevant for label in labels)

    def _with(self, needed: Sequence[Fact]) -> Plain:
        """The scenario with these facts alone."""
        kept = set(needed)
        plain = copy.deepcopy(self.plain)
        for fact in sorted(set(self.all) - kept, key=lambda each: _place(each), reverse=True):
            _remove(plain, fact)
        plain["claims"] = [plain["claims"][self.claim.number - 1]]
        return plain

    def _same(self, needed: Sequence[Fact]) -> bool:
        """Whether the verdict is the same with these facts alone."""
        plain = self._with(needed)
        key = json.dumps(plain, sort_keys=True)
        if key not in self._known:
            self.tried += 1
            self._known[key] = self._answer(plain) == self.wanted
        return self._known[key]

    def _values(self, case: Case) -> frozenset[Any]:
        try:
            return frozenset(ask(self.asked, world.game) for world in case.worlds)
        except (Undecided, Invalid):
            return frozenset()

    def _answer(self, plain: Plain) -> Any:
        read = parse_scenarios(json.dumps(plain, ensure_ascii=False), self.scenario.file or "<part>")
        if not read.scenarios or read.unreadable or not read.scenarios[0].claims:
            return None
        part = read.scenarios[0]
        case = case_under(part, self.edition)
        values = self._values(case)
        if values != self.wanted[1]:
            return None
        return answer(part, part.claims[0], case, self.edition).verdict, values


def _facts(plain: Plain) -> Iterator[Fact]:
    """The facts of a scenario as paths: entries of its timeline and their details, an entry before its details."""
    for key in ("timeline", "constraints"):
        for index, entry in enumerate(plain.get(key) or []):
            yield (key, index)
            if key == "timeline":
                yield from _details(entry, (key, index))


def _details(entry: Any, path: Fact) -> Iterator[Fact]:
    if not isinstance(entry, dict):
        return
    for place, (key, value) in enumerate(entry.items()):
        if key in ("any_order", "together") and isinstance(value, list):
            for index, inner in enumerate(value):
                yield (*path, key, index)
                yield from _details(inner, (*path, key, index))
        elif key == "maybe":
            yield from _details(value, (*path, key))
        elif place and key not in _NAMES:
            yield (*path, key)
        if key in ("put", "counters", "choices") and isinstance(value, dict) and len(value) > 1:
            yield from ((*path, key, each) for each in value)


def _place(fact: Fact) -> tuple[tuple[int, int, str], ...]:
    """Paths in the order in which later places of a list come later, so that they can be removed from the end."""
    return tuple((0, each, "") if isinstance(each, int) else (1, 0, each) for each in fact)


def _within(fact: Fact, other: Fact, needed: Sequence[Fact]) -> bool:
    """Whether a fact is a detail of another that is left out as well."""
    return len(other) < len(fact) and fact[: len(other)] == other and other not in needed


def _remove(plain: Plain, fact: Fact) -> None:
    holder: Any = plain
    try:
        for key in fact[:-1]:
            holder = holder[key]
        del holder[fact[-1]]
    except (KeyError, IndexError, TypeError):
        return


def _words(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield str(key)
            yield from _words(value)
    elif isinstance(data, list):
        for each in data:
            yield from _words(each)
    elif isinstance(data, str):
        yield data
        yield default_label(data)


# --- the command -----------------------------------------------------------------------------------------------------


def run(chosen: argparse.Namespace) -> int:
    """Print what the answers to the claims of a file depend on; returns the exit code."""
    read = read_scenarios(chosen.file)
    for each in read.unreadable:
        raise KnowledgeError(each.message)
    if not any(scenario.claims for scenario in read.scenarios):
        raise KnowledgeError("the file holds no claim", file=chosen.file)
    told: list[Plain] = []
    code = 0
    for scenario in read.scenarios:
        for claim in scenario.claims:
            try:
                found = why_depends(scenario, claim.number, chosen.edition)
            except KnowledgeError as error:
                complain(f"layerproof: {error}")
                code = max(code, 2)
                continue
            told.append({"file": scenario.file, "scenario": scenario.title, **found.plain()})
            if not chosen.json:
                say_lines(lines(scenario, found))
    if chosen.json:
        say_json({"version": 1, "results": told})
    return code


def lines(scenario: Scenario, found: Depends) -> list[str]:
    """What an answer depends on, as lines of text."""
    plain = json.loads(scenario.source)
    said = [f"{scenario.file}:{found.line}: claim {found.claim} is {found.verdict}; this is enough for it:"]
    said += [f"    {flow(each)}" for key in ("timeline", "constraints") for each in found.kept.get(key) or []]
    if found.asked is not None:
        said.append(f"  {used_instead(found.asked)}")
    if found.left_out:
        said.append("  it does not depend on")
        said += [f"    {_shown(each, plain)}" for each in found.left_out]
    return said


def _shown(fact: Fact, plain: Plain) -> str:
    value: Any = plain
    event: Any = None
    for key in fact:
        if isinstance(value, list) and isinstance(value[int(key)], dict):
            event = value[int(key)]
        value = value[key]
    if isinstance(fact[-1], int):
        return flow(value)
    name = next(iter(event)) if isinstance(event, dict) else ""
    return f"{fact[-1]}: {flow(value)} of {{{name}: {flow(event[name])}, …}}" if name else f"{fact[-1]}: {flow(value)}"
