"""The question without a file: what cards are that enter the battlefield one after the other."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from layerproof.kb.cards.store import load_card
from layerproof.kb.errors import KnowledgeError, nearest
from layerproof.kb.scenario.scenario import Scenario
from layerproof.kb.scenario.scenario_file import default_label, parse_scenarios
from layerproof.queries.answer.claim_answers import Answer, Case, case_under
from layerproof.queries.answer.scenario_answers import unplaced, without_claims
from layerproof.queries.answer.verdicts import CODES
from layerproof.queries.commands.named_cards import cards_meant, name_and_rest
from layerproof.queries.commands.prove_command import Wanted, explain_all, proof_of, show_objects
from layerproof.queries.terminal import paint, say, say_lines
from layerproof.queries.written_files import write_json
from layerproof.solver.layers.view import entry_plain

_WORDS = ("as", "controller", "owner", "attached_to", "copy_of", "cast_for", "in")
_FLAGS = ("tapped", "token", "transformed")
_CHOICES = ("color", "creature type", "land type", "basic land type", "card name", "player", "number", "mode", "object")
_KNOWN = (*_WORDS, *_FLAGS, "face_down", "x", *_CHOICES)
_PLACE = "the command line"


def scenario_of(cards: Sequence[str], edition: str | None = None, any_order: bool = False) -> Scenario:
    """Make the scenario in which cards enter the battlefield in this order.

    cards: each a card name, or `NAME: key=value,…`; a key of an entering object in the scenario format (`controller`,
    `attached_to`, `face_down`, `copy_of`, `as`, …), a choice (`color=blue`), or else a kind of counters with their
    number (`level=1`, `+1/+1=2`). any_order: they enter in an unknown order. Returns the scenario, which claims
    nothing. Raises KnowledgeError for a value of a wrong form and a label that no object has.

    >>> scenario_of(["Grizzly Bears: +1/+1=2"]).timeline[0].counters
    (('+1/+1', 2),)
    """
    labels: list[str] = []
    timeline: list[dict[str, Any]] = [_entry(card, labels) for card in cards]
    if any_order:
        timeline = [{"any_order": timeline}]
    plain = {"scenario": ", then ".join(name_and_rest(card)[0] for card in cards), "timeline": timeline}
    if edition is not None:
        plain["edition"] = edition
    read = parse_scenarios(json.dumps(plain, ensure_ascii=False), _PLACE)
    for part in read.unreadable:
        raise KnowledgeError(unplaced(part.message, _PLACE, part.line).removesuffix("."))
    return read.scenarios[0]


def _entry(card: str, labels: list[str]) -> dict[str, Any]:
    name, rest = name_and_rest(card)
    if not name:
        raise KnowledgeError("a card without a name", expected="the English name of a card")
    entry: dict[str, Any] = {"enters": name}
    for pair in rest.split(",") if rest else ():
        key, found, value = (part.strip() for part in pair.partition("="))
        if not found or not value:
            raise KnowledgeError(f"found {pair.strip()!r} after {name!r}", expected="key=value, such as level=1")
        _add(entry, key, value, name)
    if "in" in entry:
        entry = {"in": entry.pop("in"), "card": entry.pop("enters"), **entry}
    label = entry.get("as") or default_label(name)
    for key in ("attached_to", "copy_of"):
        if entry.get(key, label) not in (*labels, label, "you", "opponent"):
            raise KnowledgeError(
                f"{key}={entry[key]}: no object before {name!r} has this label",
                expected="one of " + ", ".join(labels) if labels else "an object that enters earlier",
                mend=", ".join(nearest(entry[key], labels)) or None,
            )
    if label in labels:
        label = next(f"{label}-{number}" for number in range(2, 1000) if f"{label}-{number}" not in labels)
        entry["as"] = label
    labels.append(label)
    return entry


def _add(entry: dict[str, Any], key: str, value: str, name: str) -> None:
    if key in _WORDS:
        entry[key] = value
    elif key in _FLAGS or key == "face_down":
        if value not in ("true", "false") and key != "face_down":
            raise KnowledgeError(f"{key}={value} after {name!r}", expected=f"{key}=true or {key}=false")
        entry[key] = value == "true" if value in ("true", "false") else value
    elif key == "x" or (key == "level" and _is_class(name)):
        entry[key] = _number(key, value, name)
    elif key in _CHOICES:
        entry.setdefault("choices", {})[key] = int(value) if value.isdigit() else value
    else:
        entry.setdefault("counters", {})[key] = _number(key, value, name)


def _is_class(name: str) -> bool:
    try:
        return load_card(name).layout == "class"
    except KnowledgeError:
        return False


def _number(key: str, value: str, name: str) -> int:
    if not value.isdigit():
        raise KnowledgeError(
            f"{key}={value} after {name!r}: {key!r} is taken for a kind of counters, and {value!r} is no number",
            expected="a whole number of counters, or one of the keys " + ", ".join(_KNOWN),
            mend=", ".join(nearest(key, _KNOWN)) or None,
        )
    return int(value)


def show(*cards: str, edition: str | None = None) -> dict[str, dict[str, Any]]:
    """Say what cards are that enter the battlefield one after the other.

    cards: as on the command line, `NAME` or `NAME: key=value,…`. edition: a date or `current`. Returns the
    characteristics of each object by its label, in the form that proofs have. Raises KnowledgeError for what is wrong
    with the cards, and when something in play is not modelled or the independent checker does not accept the
    derivation.

    >>> show("Grizzly Bears: +1/+1=2")["grizzly-bears"]["power"]
    4
    """
    scenario = scenario_of(cards, edition)
    case = case_under(scenario, scenario.edition)
    if not case.worlds:
        raise KnowledgeError(problem_of(scenario, case).message.removesuffix("."))
    game = case.worlds[0].game
    proof, given = proof_of(case.worlds[0], case)
    if proof is None:
        raise KnowledgeError(given.message.removesuffix("."))
    words = game.edition.vocabulary
    return {label: entry_plain(game.entry(identifier), words) for label, identifier in game.labels.items()}


def problem_of(scenario: Scenario, case: Case) -> Answer:
    """Why a scenario without claims cannot be followed."""
    given = without_claims(scenario, case)
    return given or Answer(0, case.edition.name, "invalid", 0, "it cannot be followed")


def show_cards(
    cards: Sequence[str], wanted: Wanted, edition: str | None = None, save: str | None = None, any_order: bool = False
) -> int:
    """Print what cards are that enter one after the other; returns the exit code.

    cards, edition: as for `show`, but that words of a name, typed without quotation marks or with a slip, are enough
    where they mean one card; what is taken for them is said. wanted: what is printed besides. save: a file for the
    proof. any_order: whether they entered in an unknown order, so that every end is shown. Raises KnowledgeError as
    `scenario_of` does.
    """
    cards, remarks = cards_meant(cards)
    say_lines(remarks)
    scenario = scenario_of(cards, edition, any_order)
    case = case_under(scenario, scenario.edition)
    if not case.worlds:
        problem = problem_of(scenario, case)
        say(paint(problem.verdict, problem.verdict), f": {problem.message}")
        return CODES[problem.verdict]
    show_objects(scenario, case, wanted, scenario.edition)
    proofs = []
    for world in case.worlds:
        proof, given = proof_of(world, case)
        if proof is None:
            say(paint(given.verdict, given.verdict), f": {given.message}")
            return CODES[given.verdict]
        proofs.append(proof)
    steps = sum(len(proof["steps"]) for proof in proofs)
    orders = f" for each of {len(proofs)} orders" if case.open else ""
    say(paint(f"The checker accepted the proof of this{orders}, {steps} steps in all.", "dim"))
    if save is not None:
        write_json(save, proofs)
    failed = explain_all(scenario, {scenario.edition: case}, wanted, () if case.open else (given,))
    wanted.complain()
    return CODES[failed[0].verdict] if failed else 0
