"""Answers: what the solver and the checker together say of a claim."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.rulebook.edition import Edition, load_edition
from layerproof.kb.scenario.scenario import Claim, Scenario
from layerproof.solver.claims.truth import claim_holds
from layerproof.solver.layers.derive import Derivation
from layerproof.solver.layers.scene import Scene, Undecided
from layerproof.solver.layers.trace import Trace
from layerproof.solver.proof import writer
from layerproof.solver.proof.check.checker import check
from layerproof.solver.situation.game import Game, Invalid
from layerproof.solver.situation.timeline import InvalidEvent, Moment, follow


class Answer(msgspec.Struct, frozen=True):
    """The answer to one claim under one edition.

    verdict: `proved`, `refuted`, `undecided` or `invalid`. line: of the claim, or of the event that is wrong. worlds: how many
    worlds were covered. rules: the numbers of the rules that the proof cites, each once, in the order of the proof.
    message: what is to be said of it in a sentence. proof: the accepted proof, where there is one.
    """

    claim: int
    edition: str
    verdict: str
    line: int
    message: str
    id: str | None = None
    worlds: int = 1
    rules: tuple[str, ...] = ()
    proof: dict[str, Any] | None = None


class Followed(msgspec.Struct):
    """A scenario followed under one edition: its game at the end and the shared steps of its proofs, or why not."""

    edition: Edition
    game: Game | None = None
    moments: tuple[Moment, ...] = ()
    trace: Trace | None = None
    problem: Exception | None = None
    two_readings: bool = False


def answer_all(scenario: Scenario) -> tuple[Answer, ...]:
    """Answer every claim of a scenario, each under each edition it names.

    Returns one answer for each claim and edition, in the order of the file. It never raises for what a scenario holds:
    what is wrong with it becomes `invalid`, what is not modelled `undecided`. `proved` and `refuted` are only given
    after the independent checker accepted the proof.
    """
    followed: dict[str, Followed] = {}
    answers: list[Answer] = []
    for claim in scenario.claims:
        for name in claim.editions or (scenario.edition,):
            if name not in followed:
                followed[name] = follow_under(scenario, name)
            answers.append(answer(scenario, claim, followed[name], name))
    return tuple(answers)


def follow_under(scenario: Scenario, name: str) -> Followed:
    """Follow a scenario under the edition of a name, keeping what goes wrong as the problem of the result."""
    try:
        edition = load_edition(name)
    except KnowledgeError as error:
        return Followed(load_edition("current"), problem=error)
    if scenario.unknowns:
        what = ", ".join(scenario.unknowns)
        return Followed(edition, problem=Undecided(f"unknowns ({what}) are not modelled yet"))
    try:
        game, moments = follow(scenario, edition)
        trace = writer.history(scenario, edition, game, moments)
    except (Undecided, Invalid, InvalidEvent, KnowledgeError) as error:
        return Followed(edition, problem=error)
    return Followed(edition, game, moments, trace, two_readings=_readings_differ(game))


def _readings_differ(game: Game) -> bool:
    """Whether the two readings of when a freed effect applies give different characteristics (policy freed_effect)."""
    derivation = game.derivation()
    if not derivation.waited:
        return False
    other = Derivation(Scene(game.situation, game.edition, game.last_known), freed="at_once")
    other.run()
    return other.scene.view != derivation.scene.view


def answer(scenario: Scenario, claim: Claim, followed: Followed, name: str) -> Answer:
    """Answer one claim about a scenario that was followed under an edition."""
    shown = followed.edition.name if followed.problem is None else name
    if not isinstance(followed.problem, KnowledgeError):
        shown = followed.edition.name

    def say(verdict: str, message: str, line: int = 0, **more: Any) -> Answer:
        return Answer(claim.number, shown, verdict, line or claim.line, message, claim.id, **more)

    problem = followed.problem
    try:
        if problem is not None:
            raise problem
        game, trace = followed.game, followed.trace
        assert game is not None and trace is not None
        holds = claim_holds(claim, game)
        if followed.two_readings:
            raise Undecided("two readings of when an effect applies that another held back give different results")
        proof = writer.finish(trace, scenario, followed.edition, game, claim, holds, writer.cards_in(scenario))
        checked = check(proof)
        if checked.verdict != "valid":
            where = "" if checked.step is None else f" at step {checked.step}"
            return say("undecided", f"the checker did not accept the proof{where}: {checked.reason}")
        rules = tuple(dict.fromkeys(step["number"] for step in proof["steps"] if step["number"]))
        if holds:
            return say("proved", f"{_claimed(claim)} holds", rules=rules, proof=proof)
        return say("refuted", f"{_claimed(claim)} does not hold: {found(claim, game)}", rules=rules, proof=proof)
    except InvalidEvent as error:
        line = scenario.lines[error.number] if error.number < len(scenario.lines) else scenario.line
        return say("invalid", _mended(error.what, error.mend), line)
    except Invalid as error:
        return say("invalid", _mended(error.what, error.mend))
    except Undecided as error:
        return say("undecided", str(error))
    except KnowledgeError as error:
        return say("invalid", str(error))


def _mended(what: str, mend: str) -> str:
    return f"{what}. Try: {mend}" if mend else what


def _claimed(claim: Claim) -> str:
    labels = [part.label for part in claim.parts] or [key for key, _ in claim.game]
    return f"what is claimed of {', '.join(labels)}" if labels else "the claim"


def found(claim: Claim, game: Game) -> str:
    """What was found instead of what a claim says: the first key of an object that is otherwise, and its value."""
    from layerproof.solver.claims.truth import part_holds
    from layerproof.solver.layers.view import entry_plain

    for part in claim.parts:
        for say in part.says:
            single = msgspec.structs.replace(part, says=(say,))
            try:
                if part_holds(single, game):
                    continue
            except Undecided:
                continue
            item = game.find(part.label)
            plain = entry_plain(game.entry(item.id), game.edition.vocabulary)
            plain |= {"pt": _pt(plain, ""), "base_pt": _pt(plain, "base_")}
            value = plain.get(say[0], getattr(item, say[0], None))
            return f"{part.label} has {say[0]} {value}" if value is not None else f"{part.label} is otherwise in {say[0]}"
    return "the opposite holds"


def _pt(plain: dict[str, Any], prefix: str) -> str:
    power, toughness = plain[f"{prefix}power"], plain[f"{prefix}toughness"]
    return "none" if power is None else f"{power}/{toughness}"
