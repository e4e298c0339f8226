"""Answers: what the solver and the checker together say of a claim."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.rulebook.edition import Edition, load_edition
from layerproof.kb.rulebook.editions.edition_asked_for import asked_for, used_instead
from layerproof.kb.scenario.scenario import Claim, Scenario
from layerproof.kb.wording.plain_words import plainly
from layerproof.queries.words.reached_steps import cites
from layerproof.queries.words.reasons import reasons
from layerproof.solver.claims.over_worlds import Judged, judge
from layerproof.solver.claims.rulebook import difference
from layerproof.solver.claims.triggers import trigger_found
from layerproof.solver.claims.truth import game_number, part_holds
from layerproof.solver.claims.words import has_word
from layerproof.solver.game.stacking import OpenOrder
from layerproof.solver.layers.derive import Derivation
from layerproof.solver.layers.scene import Scene, Undecided
from layerproof.solver.layers.trace import Trace
from layerproof.solver.layers.view import entry_plain
from layerproof.solver.proof import writer
from layerproof.solver.proof.check.checker import check
from layerproof.solver.situation.game import Game, Invalid
from layerproof.solver.situation.keeping import OpenKeep
from layerproof.solver.situation.timeline import Begun, InvalidEvent, Moment, follow
from layerproof.solver.worlds.enumerate import (
    KEEPS,
    MAX_WORLDS,
    World,
    allowed,
    has_unknowns,
    keeping_worlds,
    not_told,
    ordered_worlds,
    worlds,
)
from layerproof.solver.worlds.impossible import Excluded, follow_world


class Answer(msgspec.Struct, frozen=True):
    """The answer to one claim under one edition.

    verdict: `proved`, `refuted`, `undecided` or `invalid`. line: of the claim, or of the event that is wrong. worlds:
    how many worlds were covered. rules: the numbers of the rules that the proof cites, each once, in the order of the
    proof. message: what is to be said of it in a sentence. proof: the accepted proof, where there is one.
    refused: of `undecided`, there is a proof that the checker did not accept. asked: the date that was asked for, where
    the edition in its place is of another day; the message says so too.
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
    refused: bool = False
    asked: str | None = None


class Followed(msgspec.Struct):
    """One world of a scenario followed under one edition: its game at the end and the shared steps of its proofs."""

    scenario: Scenario
    game: Game
    trace: Trace
    two_readings: bool
    values: tuple[tuple[str, Any], ...] = ()


class Case(msgspec.Struct):
    """All worlds of a scenario under one edition, or why they could not be followed.

    excluded: the worlds that are left out because a rule leaves a choice open in them.
    """

    edition: Edition
    worlds: tuple[Followed, ...] = ()
    excluded: tuple[Excluded, ...] = ()
    problem: Exception | None = None
    open: bool = False


def answer_all(scenario: Scenario, edition: str | None = None) -> tuple[Answer, ...]:
    """Answer every claim of a scenario, each under each edition it names.

    edition: instead of those that the scenario and its claims name. Returns one answer for each claim and edition, in
    the order of the file. It never raises for what a scenario holds: what is wrong with it becomes `invalid`, what is
    not modelled `undecided`. `proved` and `refuted` are only given after the independent checker accepted the proof.
    """
    cases: dict[str, Case] = {}
    answers: list[Answer] = []
    for claim in scenario.claims:
        for name in (edition,) if edition else claim.editions or (scenario.edition,):
            if name not in cases:
                cases[name] = case_under(scenario, name)
            answers.append(answer(scenario, claim, cases[name], name))
    return tuple(answers)


def case_under(scenario: Scenario, name: str) -> Case:
    """Follow every world of a scenario under the edition of a name, keeping what goes wrong as the problem of the
    result."""
    try:
        edition = load_edition(name)
    except KnowledgeError as error:
        return Case(load_edition("current"), problem=error)
    followed: list[Followed] = []
    excluded: list[Excluded] = []
    begun = Begun()
    try:
        open_ = has_unknowns(scenario, edition)
        for world, come_to in _followed(scenario, edition, open_, begun):
            open_ = open_ or bool(world.values)
            if isinstance(come_to, Excluded):
                excluded.append(come_to)
                continue
            game, _ = come_to
            if open_ and not allowed(scenario, game):
                continue
            trace = writer.history(game)
            followed.append(Followed(world.scenario, game, trace, _readings_differ(game), world.values))
        if not followed and excluded:
            raise Undecided(f"no world is left: {excluded[0].what}")
        if not followed:
            raise Invalid("no world fits the constraints", "constraints that leave at least one way")
    except (Undecided, Invalid, InvalidEvent, KnowledgeError) as error:
        return Case(edition, problem=error)
    return Case(edition, tuple(followed), tuple(excluded), open=open_)


def _followed(
    scenario: Scenario, edition: Edition, open_: bool, begun: Begun
) -> Iterator[tuple[World, tuple[Game, tuple[Moment, ...]] | Excluded]]:
    """Each world of a scenario with what it comes to.

    Where a player may put triggered abilities on the stack in several orders and none is said, each is a world; so is
    each permanent of which a player keeps one, where it is not told which. Raises Undecided where there are more of
    them than are gone through.
    """
    many = 0
    for first in worlds(scenario, edition) if open_ else [World((), scenario)]:
        left = [first]
        while left:
            world = left.pop(0)
            if many + len(left) >= MAX_WORLDS:
                raise Undecided(
                    f"more than {MAX_WORLDS} worlds are too many to go through: the orders in which triggered abilities"
                    " go on the stack (choose: would say them), or what players keep by the legend rule (choices:"
                    " {keeps: LABEL} would say it), are not told"
                )
            try:
                yield world, follow_world(world.scenario, edition, begun) if open_ else follow(world.scenario, edition)
            except InvalidEvent as error:
                kept = [value for name, value in world.values if name.endswith(f".{KEEPS}") and name.count(".") == 2]
                raise (not_told(kept, error.what) if kept else error) from None
            except OpenOrder as error:
                left = [*ordered_worlds(world, error), *left]
                open_ = True
            except OpenKeep as error:
                left = [*keeping_worlds(world, error), *left]
                open_ = True
            else:
                many += 1


def _readings_differ(game: Game) -> bool:
    """Whether the two readings of when a freed effect applies give different characteristics (policy freed_effect)."""
    derivation = game.derivation()
    if not derivation.waited:
        return False
    other = Derivation(Scene(game.situation, game.edition, game.last_known), freed="at_once")
    other.run()
    return other.scene.view != derivation.scene.view


def answer(scenario: Scenario, claim: Claim, case: Case, name: str) -> Answer:
    """Answer one claim about a scenario whose worlds were followed under an edition."""
    named = name if isinstance(case.problem, KnowledgeError) else case.edition.name
    remark = used_instead(name)

    def say(verdict: str, message: str, line: int = 0, **more: Any) -> Answer:
        said = plainly(f"{message} ({remark})" if remark else message)
        return Answer(claim.number, named, verdict, line or claim.line, said, claim.id, asked=asked_for(name), **more)

    try:
        if case.problem is not None:
            raise case.problem
        judged = judge(claim, [world.game for world in case.worlds])
        needed = [case.worlds[index] for index in judged.witnesses]
        if any(world.two_readings for world in needed):
            raise Undecided("two readings of when an effect applies that another held back give different results")
        proof = _prove(scenario, claim, case, judged)
        checked = check(proof)
        if checked.verdict != "valid":
            where = "" if checked.step is None else f" at step {checked.step}"
            message = f"the checker did not accept the proof{where}: {checked.reason}"
            return say("undecided", message, refused=True)
        more: dict[str, Any] = {"rules": _rules(proof), "proof": proof, "worlds": len(case.worlds)}
        if claim.because is not None and not cites(proof, claim.because):
            return say("refuted", f"the claim holds, but its proof does not cite {claim.because}", **more)
        if judged.holds:
            told = f" ({reasons(proof)})" if claim.actions else ""
            return say("proved", f"{_claimed(claim)} holds{told}{_left_out(case)}", **more)
        why = reasons(proof) if claim.actions and not claim.parts else ""
        why = why or found(claim, needed[0].game) if len(needed) == 1 else "no world fits"
        if case.open and len(needed) == 1:
            why += f" where {_described(needed[0], scenario)}"
        return say("refuted", f"{_claimed(claim)} does not hold: {why}{_left_out(case)}", **more)
    except InvalidEvent as error:
        line = scenario.lines[error.number] if error.number < len(scenario.lines) else scenario.line
        return say("invalid", _mended(error.what, error.mend), line)
    except Invalid as error:
        return say("invalid", _mended(error.what, error.mend), constraint_line(scenario, error.what))
    except Undecided as error:
        return say("undecided", str(error))
    except KnowledgeError as error:
        return say("invalid", str(error))


def _left_out(case: Case) -> str:
    """The worlds that are left out in words: how many, and the first reason with its rule."""
    count = len(case.excluded)
    if not count:
        return ""
    first = case.excluded[0]
    number = case.edition.numbers.get(first.rule, first.rule)
    return f"; {count} world{'' if count == 1 else 's'} left out by the rule {number}: {first.what}"


def constraint_line(scenario: Scenario, what: str) -> int:
    """The line of the constraint that a message quotes, 0 where it quotes none."""
    if not scenario.constraints:
        return 0
    try:
        lines = Path(scenario.file).read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0
    begins = next((at for at, line in enumerate(lines) if at + 1 >= scenario.line and "constraints:" in line), 0)
    for quoted in what.split("'")[1::2]:
        for number, line in enumerate(lines[begins:], begins + 1):
            if quoted and quoted in line:
                return number
    return 0


def _prove(scenario: Scenario, claim: Claim, case: Case, judged: Judged) -> dict[str, Any]:
    """The proof of a claim: of the one world, or of the worlds that the verdict rests on."""
    if not case.open:
        world = case.worlds[0]
        return writer.finish(world.trace, world.scenario, case.edition, world.game, claim, judged.each[0], alone=True)
    proofs = []
    for index in judged.witnesses:
        world = case.worlds[index]
        own = writer.finish(world.trace, world.scenario, case.edition, world.game, claim, judged.each[index])
        proofs.append({"world": index, "proof": own})
    listed = [[list(pair) for pair in world.values] for world in case.worlds]
    return writer.cases(scenario, case.edition, claim, judged.holds, listed, proofs)


def _rules(proof: dict[str, Any]) -> tuple[str, ...]:
    proofs = [each["proof"] for each in proof["proofs"]] if "proofs" in proof else [proof]
    return tuple(dict.fromkeys(step["number"] for each in proofs for step in each["steps"] if step["number"]))


def _described(world: Followed, scenario: Scenario) -> str:
    """A world in words: the order of what came, and the values of other unknowns."""
    from layerproof.queries.words.conditions_on_unknowns import event_name

    said: list[str] = []
    for name, value in world.values:
        listed = _unordered(scenario, name)
        if isinstance(value, tuple) and listed is not None:
            said.append("the order is " + ", ".join(event_name(listed[place]) for place in value))
        elif name.endswith(f".{KEEPS}"):
            said.append(f"{value} is kept")
        elif isinstance(value, bool):
            said.append("it happened" if value else "it did not happen")
        else:
            said.append(f"{name.rpartition('.')[2]} is {value}")
    return "; ".join(said)


def _unordered(scenario: Scenario, name: str) -> list[Any] | None:
    """The events of an unknown order as they are written."""
    at: Any = msgspec.json.decode(scenario.source)
    for key in name.split("."):
        if isinstance(at, list) and key.isdigit() and int(key) < len(at):
            at = at[int(key)]
        elif isinstance(at, dict) and key in at:
            at = at[key]
        else:
            return None
    listed = at.get("any_order") if isinstance(at, dict) else None
    return listed if isinstance(listed, list) else None


def _mended(what: str, mend: str) -> str:
    return f"{what}. Try: {mend}" if mend else what


def _claimed(claim: Claim) -> str:
    labels = [part.label for part in claim.parts] + [asked.label for asked in claim.triggers]
    labels = labels or [key for key, _ in claim.game]
    labels = labels or [part.name for part in claim.rulebook]
    if claim.actions and not labels:
        return "that it is " + " and ".join("legal" if each.legal else "illegal" for each in claim.actions)
    return f"what is claimed of {', '.join(labels)}" if labels else "the claim"


def found(claim: Claim, game: Game) -> str:
    """What was found instead of what a claim says: the first key of an object that is otherwise, and its value."""
    for listed in claim.rulebook:
        if wrong := difference(listed, game.edition):
            return wrong
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
            if say[0] in ("has", "lacks"):
                return _words_missed(part.label, say, item, game)
            plain |= {"on_battlefield": game.there(item.id) is not None and item.zone == "battlefield"}
            gone = game.there(item.id) is None and item.zone in ("battlefield", "stack")
            plain["zone"] = None if gone else item.zone
            plain |= {"face_down": item.face_down is not None, "abilities": len(plain["abilities"])}
            plain |= {"name": " // ".join(plain["names"]) or None}
            plain |= {"counters": {each.kind: each.number for each in item.counters}}
            plain |= {"transformed": item.card.layout == "transform" and item.face == 1}
            if say[0] == "attached_to" and isinstance(item.attached_to, int):
                plain["attached_to"] = game.name(item.attached_to)
            value = plain.get(say[0], getattr(item, say[0], None))
            return f"{part.label} has {say[0]} {shown(value)}"
    for key, pairs in claim.game:
        for name, number in pairs:
            try:
                there = game_number(game, key, name)
            except Undecided:
                continue
            if there != number or claim.mode == "never":
                return f"{key} of {name} is {there}"
    for asked in claim.triggers:
        if other := trigger_found(asked, game):
            return other
    return "the opposite holds"


def shown(value: Any) -> str:
    """A value in the words of claims."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return ", ".join(f"{number} {kind}" for kind, number in value.items()) or "none"
    if isinstance(value, list):
        return "[" + ", ".join(map(str, value)) + "]"
    return str(value)


def _words_missed(label: str, say: Any, item: Any, game: Game) -> str:
    """Which words of `has` an object lacks, or of `lacks` it has."""
    key, words = say
    missed: list[str] = []
    for word in words:
        try:
            if has_word(game.entry(item.id), word, game) != (key == "has"):
                missed.append(word)
        except Undecided:
            continue
    return f"{label} {'lacks' if key == 'has' else 'has'} {', '.join(missed)}"


def _pt(plain: dict[str, Any], prefix: str) -> str:
    power, toughness = plain[f"{prefix}power"], plain[f"{prefix}toughness"]
    return "none" if power is None else f"{power}/{toughness}"
