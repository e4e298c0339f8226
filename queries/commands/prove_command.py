"""The question of one scenario: what each object is at the end, and which claims hold."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.rulebook.editions.edition_asked_for import rules_used
from layerproof.kb.scenario.scenario import Claim, ObjectClaim, Scenario
from layerproof.queries.answer.claim_answers import Answer, Case, Followed, answer
from layerproof.queries.answer.scenario_answers import answered, read_text_or_file, under
from layerproof.queries.answer.verdicts import exit_code
from layerproof.queries.terminal import complain, paint, say, say_lines
from layerproof.queries.written_files import write_json

# How many different ends of the worlds of a scenario are shown.
MOST_ENDS = 12

# An Aura that can enchant nothing stays where it was.
NOTHING_THERE = (
    "there is no object to explain: what was listed has left, or did not enter. "
    "Try: for an Aura, list what it enchants before it"
)


class Wanted:
    """What `prove` and `show` print besides the table and the verdicts.

    why: labels, each with a characteristic after a dot or not. graph: None, `mermaid` or `dot`. whole: the
    explanation of every object. width: of the lines.
    """

    def __init__(
        self, why: Sequence[str] = (), graph: str | None = None, whole: bool = False, width: int = 120
    ) -> None:
        self.why, self.graph, self.whole, self.width = tuple(why), graph, whole, width
        # What was asked and could not be told: of several scenarios it may be in another.
        self.missed: dict[str, KnowledgeError] = {}
        self.told: set[str] = set()

    def explained(self, proof: dict[str, Any]) -> list[list[str]]:
        """Give the explanations of what is asked of a proof; labels that are not in it are remembered."""
        from layerproof.queries.words.explanation import explain, explained_labels

        found: list[list[str]] = []
        for what in self.why or (explained_labels(proof) if self.whole else ()):
            try:
                found.append(explain(proof, what, self.width))
                self.told.add(what)
            except KnowledgeError as error:
                self.missed.setdefault(what, error)
        return found

    def complain(self) -> None:
        """Raise the error of the first question that no proof could answer."""
        for what, error in self.missed.items():
            if what not in self.told:
                raise error


def prove_files(files: Sequence[str], wanted: Wanted, edition: str | None = None, save: str | None = None) -> int:
    """Print the objects and verdicts of the scenarios of files; returns the exit code.

    files: paths. wanted: what is printed besides. edition: instead of those that the files name. save: a file into
    which the proofs are written, as a JSON list. Raises KnowledgeError when that file cannot be written.
    """
    verdicts: list[str] = []
    proofs: list[dict[str, Any]] = []
    for file in files:
        read = read_text_or_file(Path(file))
        for part in read.unreadable:
            say(part.message)
            verdicts.append("invalid")
        if not read.scenarios and not read.unreadable:
            say(f"{file}: the file holds no scenario. Expected: a mapping with scenario:, timeline: and claims:.")
            verdicts.append("invalid")
        for scenario in read.scenarios:
            if verdicts:
                say()
            given = show_scenario(under(scenario, edition), wanted)
            verdicts += [each.verdict for each in given]
            proofs += [each.proof for each in given if each.proof is not None]
    if save is not None:
        write_json(save, proofs)
        complain(f"{len(proofs)} proofs written to {save}")
    wanted.complain()
    return exit_code(verdicts)


def show_scenario(scenario: Scenario, wanted: Wanted) -> tuple[Answer, ...]:
    """Print one scenario: its objects at the end, the verdicts, and what else is wanted; returns the answers."""
    cases: dict[str, Case] = {}
    given = [each for _, each in answered(scenario, cases)]
    say(paint(scenario.title or "(a scenario without a title)", "bold"))
    for name in cases:
        show_objects(scenario, cases[name], wanted, name)
    for each in given:
        where = f"{scenario.file}:{each.line}"
        edition = f" ({each.edition})" if len(cases) > 1 else ""
        say(f"{where}: ", paint(each.verdict, each.verdict), f"{edition}: {each.message}")
    given += explain_all(scenario, cases, wanted, given)
    return tuple(given)


def show_objects(scenario: Scenario, case: Case, wanted: Wanted, name: str) -> None:
    """Print the table of the objects under one edition, as it was asked for; where worlds end differently, one table
    for each end."""
    from layerproof.queries.words.object_table import blocks, table

    ends: dict[tuple[str, ...], list[Followed]] = {}
    tables: dict[tuple[str, ...], list[str]] = {}
    for world in case.worlds:
        lines = table(world.game, wanted.width)
        end = tuple(sorted(blocks(lines)))
        tables.setdefault(end, lines)
        ends.setdefault(end, []).append(world)
    for number, (end, alike) in enumerate(ends.items()):
        if number >= MOST_ENDS:
            say(f"({len(ends) - MOST_ENDS} more ends are not shown)")
            break
        about = f"The objects under the rules of {rules_used(name)}"
        if case.open:
            about += f", where {described(alike[0], scenario)}"
            about += f" (and in {len(alike) - 1} more of {len(case.worlds)} worlds)" if len(alike) > 1 else ""
        for line in textwrap.wrap(f"{about}:", wanted.width):
            say(paint(line, "dim"))
        say_lines(tables[end])


def described(world: Followed, scenario: Scenario) -> str:
    """Say in which world of a scenario one is."""
    from layerproof.queries.words.sentences import world_words

    return world_words(world.values, json.loads(scenario.source))


def explain_all(
    scenario: Scenario, cases: dict[str, Case], wanted: Wanted, given: Sequence[Answer] = ()
) -> list[Answer]:
    """Print the explanations and graphs that are wanted; returns answers for what cannot be explained.

    cases: the scenario as followed, by the name of the edition. given: the answers to its claims, whose proofs hold the
    same steps. Of several worlds one for each end of the asked characteristics is explained.
    """
    if not (wanted.why or wanted.graph or wanted.whole):
        return []
    from layerproof.queries.words.dependency_drawing import graph_lines

    failed: list[Answer] = []
    for case in cases.values():
        ready = [one.proof for one in given if one.edition == case.edition.name and one.proof and "steps" in one.proof]
        seen: set[str] = set()
        for world in case.worlds:
            proof, problem = (ready[0], None) if ready and not case.open else proof_of(world, case)
            if proof is None:
                assert problem is not None
                say(paint(problem.verdict, problem.verdict), f": {problem.message}")
                failed.append(problem)
                continue
            told = wanted.explained(proof)
            if wanted.graph:
                told.append(graph_lines(proof, wanted.graph))
            # Two worlds with the same values are explained once; drawings are all shown unless they are the same.
            key = "\n".join([*(lines[0] for lines in told), *(told[-1] if wanted.graph else ())])
            if key in seen or not told:
                continue
            seen.add(key)
            if case.open:
                say()
                say(paint(f"Where {described(world, scenario)}:", "dim"))
            for lines in told:
                say_lines(["", *lines], fit=not wanted.graph)
            if len(seen) >= MOST_ENDS:
                break
    return failed


def proof_of(world: Followed, case: Case) -> tuple[dict[str, Any] | None, Answer]:
    """Give a proof that the checker accepted of what the objects of a world are, with the answer it belongs to.

    The claim that it proves is one that holds by itself: which objects are on the battlefield. The proof is None
    where the checker did not accept it; the answer then says why.
    """
    game, scenario = world.game, world.scenario
    parts = tuple(
        ObjectClaim(label, (("on_battlefield", (there := game.there(it)) is not None and there.zone == "battlefield"),))
        for label, it in game.labels.items()
    )
    if not parts:
        return None, Answer(0, case.edition.name, "undecided", scenario.line, NOTHING_THERE)
    plain = json.loads(scenario.source)
    plain["claims"] = [{part.label: dict(part.says) for part in parts}]
    claimed = msgspec.structs.replace(scenario, source=json.dumps(plain, ensure_ascii=False))
    one = Case(case.edition, (msgspec.structs.replace(world, scenario=claimed),))
    given = answer(claimed, Claim(1, parts=parts), one, scenario.edition)
    return given.proof, given
