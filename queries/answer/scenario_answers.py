"""The answers to the claims of one scenario, in their order, with the line of each."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.scenario.scenario import Claim, Scenario
from layerproof.kb.scenario.scenario_file import Read, parse_scenarios, read_scenarios
from layerproof.queries.answer.claim_answers import Answer, Case, answer, case_under


def under(scenario: Scenario, edition: str | None) -> Scenario:
    """Give the scenario with all its claims under one edition, if one is given."""
    if edition is None:
        return scenario
    claims = tuple(msgspec.structs.replace(claim, editions=()) for claim in scenario.claims)
    return msgspec.structs.replace(scenario, edition=edition, claims=claims)


def answered(scenario: Scenario, followed: dict[str, Case] | None = None) -> Iterator[tuple[int, Answer]]:
    """Answer the claims of a scenario one by one; gives the line of each claim with its answer.

    followed: the scenario as followed under editions by name; it is added to. A scenario that claims nothing has an
    answer with claim 0 only when it cannot be followed.
    """
    known = {} if followed is None else followed
    for claim in scenario.claims:
        for name in claim.editions or (scenario.edition,):
            try:
                if name not in known:
                    known[name] = case_under(scenario, name)
                yield claim.line, located(answer(scenario, claim, known[name], name), scenario, known[name])
            except Exception as error:
                yield claim.line, internal(error, claim.number, claim.line, claim.id, name)
    if not scenario.claims:
        try:
            if scenario.edition not in known:
                known[scenario.edition] = case_under(scenario, scenario.edition)
            problem = without_claims(scenario, known[scenario.edition])
        except Exception as error:
            problem = internal(error, 0, scenario.line, None, scenario.edition)
        if problem is not None:
            yield scenario.line, problem


def without_claims(scenario: Scenario, followed: Case) -> Answer | None:
    """Give what is to be said of a scenario that claims nothing: why it cannot be followed, or nothing."""
    if followed.problem is None:
        return None
    return located(answer(scenario, Claim(0, line=scenario.line), followed, scenario.edition), scenario, followed)


def located(given: Answer, scenario: Scenario, followed: Case) -> Answer:
    """Give an answer about a card that is not known the line of the event that names it."""
    if not isinstance(followed.problem, KnowledgeError) or given.line not in [each.line for each in scenario.claims]:
        return given
    try:
        load_edition(scenario.edition)
    except KnowledgeError:
        return given
    for event, line in zip(scenario.timeline, scenario.lines, strict=False):
        if any(repr(name) in given.message for name in _names(event)):
            return msgspec.structs.replace(given, line=line)
    return given


def _names(event: object) -> Iterator[str]:
    for inner in getattr(event, "together", ()):
        yield from _names(inner)
    for field in ("enters", "card", "resolves", "merges"):
        name = getattr(event, field, None)
        if isinstance(name, str):
            yield name


def internal(error: Exception, claim: int, line: int, identifier: str | None, edition: str) -> Answer:
    """Give the answer to a claim on which the program itself failed; with LAYERPROOF_DEBUG=1 the traceback is shown."""
    if os.environ.get("LAYERPROOF_DEBUG") == "1":
        import traceback

        traceback.print_exception(error)
    message = f"internal error: {type(error).__name__}: {error} (please report)"
    return Answer(claim, edition, "undecided", line, message, identifier)


def unplaced(message: str, file: str, line: int) -> str:
    """Give a message without the place at its beginning, which a result has in fields of its own.

    >>> unplaced("a.yaml:3: No such card.", "a.yaml", 3)
    'No such card.'
    """
    for place in (f"{file}:{line}: ", f"{file}: "):
        message = message.removeprefix(place)
    return message


def read_text_or_file(what: str | Path) -> Read:
    """Read scenarios from YAML text, or from a file: a text has a line break or a colon followed by a space."""
    if isinstance(what, str) and ("\n" in what or ": " in what):
        return parse_scenarios(what)
    return read_scenarios(what)


def prove(scenario: str | Path, edition: str | None = None) -> tuple[Answer, ...]:
    """Answer every claim of a scenario.

    scenario: the path of a scenario file, or the text of one. edition: a date or `current`, instead of the editions
    that the scenario names. Returns one answer for each claim and edition in the order of the file; `proof` holds the
    proof that the independent checker accepted. What is wrong with the file or a claim becomes an answer `invalid`,
    what is not modelled one that is `undecided`; nothing is raised for it. Source: the rules of the edition, by the
    scenario format. It does not promise anything about cards beyond their facts.

    >>> text = "scenario: A bear" + chr(10) + "timeline: [{enters: Grizzly Bears, as: bear}]" + chr(10)
    >>> [answer.verdict for answer in prove(text + "claims: [{bear: {pt: 2/2}}]")]
    ['proved']
    """
    read = read_text_or_file(scenario)
    placed = [(line, each) for one in read.scenarios for line, each in answered(under(one, edition))]
    for part in read.unreadable:
        message = unplaced(part.message, part.file, part.line)
        placed.append((part.line, Answer(part.claim, "", "invalid", part.line, message)))
    if not placed and not read.scenarios:
        placed.append((0, Answer(0, "", "invalid", 0, "the file holds no scenario")))
    placed.sort(key=lambda pair: (pair[0], pair[1].claim))
    return tuple(each for _, each in placed)
