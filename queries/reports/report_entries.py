"""What reports tell of a file besides its verdicts: the question and the answer, the claims as written, the proofs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from layerproof.kb.rulebook.edition import glosses
from layerproof.kb.rulebook.policies import policy_notes
from layerproof.kb.scenario.scenario_file import Read
from layerproof.queries.reports.report import Result
from layerproof.queries.words.explanation import CHARACTERISTICS, explained_labels, explanation
from layerproof.queries.words.line_tree import Node
from layerproof.queries.words.names_in_proofs import Names
from layerproof.queries.words.reached_steps import causes_of
from layerproof.queries.words.sentences import change_words, event_words, flow, world_words

# A claim as written is told without what says where and when it is claimed.
_ASIDE = ("id", "edition", "because", "tags")
_OF_THE_BOOK = ("rulebook", "choosable", "not_modelled")
_MODES = ("sometimes", "never", "outcomes")
# Of how many worlds on which a verdict rests the proof is explained.
_MOST_WORLDS = 3
# Keys of claims that speak of the characteristic of another name.
_SAME = {"lacks": "has", "has_names": "name", "lacks_names": "name"}
# The steps of a derivation; others tell what the rules themselves say.
_DERIVING = frozenset(
    (
        "printed",
        "exists",
        "waits",
        "loop",
        "next",
        "affects",
        "applied",
        "row done",
        "final",
        "therefore",
    )
)


class Stated(msgspec.Struct, frozen=True):
    """A claim as its file states it: its place, its line, its id, and what it says in one line."""

    number: int
    line: int
    text: str
    id: str | None = None


class Entry(msgspec.Struct, frozen=True):
    """One scenario of a file, as a report shows it.

    line: where it begins. question, answer, source: where the file has them, else empty. timeline: the events as
    written, one text for each.
    """

    title: str
    line: int
    question: str = ""
    answer: str = ""
    source: str = ""
    timeline: tuple[str, ...] = ()
    claims: tuple[Stated, ...] = ()


class Branch(msgspec.Struct, frozen=True, array_like=True):
    """A line of an explanation with those that it rests on, as plain as a journal needs it."""

    text: str
    parts: tuple[Branch, ...] = ()


class Cited(msgspec.Struct, frozen=True, array_like=True):
    """A rule that a proof cites: its number in the edition of the proof, and its gloss."""

    number: str
    gloss: str


class Told(msgspec.Struct, frozen=True):
    """The proof of one result in words: trees of explanation, and the rules that it cites."""

    trees: tuple[Branch, ...] = ()
    rules: tuple[Cited, ...] = ()


def entries_of(read: Read) -> tuple[Entry, ...]:
    """Give the entries of a file that was read, in the order of the file.

    read: from `read_scenarios`. Returns one entry for each scenario that could be read. Source: the file. It does not
    promise a question or an answer: most scenarios have none.
    """
    found = []
    for scenario in read.scenarios:
        plain = json.loads(scenario.source) if scenario.source else {}
        claims = plain.get("claims") or []
        found.append(
            Entry(
                title=scenario.title,
                line=scenario.line,
                question=_words(plain.get("question")),
                answer=_words(plain.get("answer")),
                source=_words(plain.get("source")),
                timeline=tuple(_bare(flow(event)) for event in plain.get("timeline") or []),
                claims=tuple(
                    Stated(claim.number, claim.line, claim_words(claims[claim.number - 1]), claim.id)
                    for claim in scenario.claims
                ),
            )
        )
    return tuple(found)


def _words(value: Any) -> str:
    if value is None:
        return ""
    return " ".join(value.split()) if isinstance(value, str) else _bare(flow(value))


def _bare(text: str) -> str:
    return text[1:-1] if text.startswith("{") and text.endswith("}") else text


def claim_words(plain: Any) -> str:
    """Write a claim in one line as its file does, without its id and its editions.

    >>> claim_words({"beast": {"pt": "4/4"}, "id": "level-1"})
    'beast: {pt: 4/4}'
    """
    if isinstance(plain, dict):
        plain = {key: value for key, value in plain.items() if key not in _ASIDE}
    return _bare(flow(plain))


def told(result: Result) -> Told:
    """Tell the proof of a result in words.

    result: one that holds its proof. Returns the trees of the claimed characteristics of each object that is still
    there at the end, or what happened where there is none; of several worlds on which the verdict rests the first ones.
    Source: the proof alone. It does not promise every step: those that did not matter for an object are left out.
    """
    proof = result.proof
    if proof is None:
        return Told()
    if "proofs" not in proof:
        return Told(tuple(_trees(proof, proof)), _cited((proof,)))
    trees: list[Branch] = []
    for each in proof["proofs"][:_MOST_WORLDS]:
        values = [(name, value) for name, value in proof["worlds"][each["world"]]]
        where = world_words(values, proof["scenario"])
        trees.append(Branch(f"where {where}", tuple(_trees(each["proof"], proof))))
    more = len(proof["proofs"]) - len(trees)
    if more > 0:
        trees.append(Branch(f"and in {more} more of {len(proof['worlds'])} worlds"))
    return Told(tuple(trees), _cited([each["proof"] for each in proof["proofs"]]))


def _cited(proofs: Sequence[dict[str, Any]]) -> tuple[Cited, ...]:
    pairs = {(step["number"], step["rule"]): None for each in proofs for step in each["steps"] if step["number"]}
    return tuple(Cited(number, glosses().get(key, "")) for number, key in pairs)


def _trees(proof: dict[str, Any], whole: dict[str, Any]) -> Iterator[Branch]:
    """The trees of one world: of each characteristic that is claimed, in the order of the claim."""
    labels = explained_labels(proof)
    asked: dict[str, None] = {}
    happenings = False
    for label, keys in _claimed(whole):
        known = (
            [_SAME.get(key, key) for key in keys if _SAME.get(key, key) in CHARACTERISTICS] if label in labels else []
        )
        asked |= {f"{label}.{key}": None for key in known}
        happenings = happenings or len(known) < len(keys)
    found = [_branch(node) for node in _of_the_book(proof)]
    for what in asked:
        found.append(_branch(explanation(proof, what)))
    happened = _branch(_happened(proof))
    if happened.parts and (happenings or not found):
        found.append(happened)
    yield from found


def _of_the_book(proof: dict[str, Any]) -> Iterator[Node]:
    """The steps that tell what the rules themselves say: their lists, the policies, what may be chosen."""
    for step in proof["steps"][proof["log"] :]:
        if step["kind"] in _DERIVING:
            continue
        said, number = step["conclusion"], f" [{step['number']}]" if step["number"] else ""
        if step["kind"] == "list":
            yield Node(f"the {said['list']}{number}", [Node(", ".join(said["words"]) or "none")])
        elif step["kind"] == "word":
            yield Node(f"{said['word']} are among the {said['of']}{number}")
        elif step["kind"] == "policy" and said["policy"] in policy_notes():
            note = policy_notes()[said["policy"]]
            yield Node(f"{note.gloss} {note.values.get(said['value'], said['value'])}{number}")
        else:
            yield Node(f"{step['kind']}: {_bare(flow(said))}{number}")


def _claimed(proof: dict[str, Any]) -> list[tuple[str, tuple[str, ...]]]:
    """The labels that the claim of a proof speaks of, each with the keys that are claimed of it."""
    claims = proof["scenario"].get("claims") or []
    number = proof.get("claim", 0)
    found: list[tuple[str, tuple[str, ...]]] = []

    def gather(plain: Any) -> None:
        if isinstance(plain, list):
            for each in plain:
                gather(each)
        elif isinstance(plain, dict):
            for key, value in plain.items():
                if key in _MODES:
                    gather(value)
                elif key not in _ASIDE and key not in _OF_THE_BOOK:
                    several = value if isinstance(value, list) else [value]
                    keys = {inner: None for each in several if isinstance(each, dict) for inner in each}
                    found.append((str(key), tuple(keys)))

    if isinstance(number, int) and 0 < number <= len(claims):
        gather(claims[number - 1])
    return found


def _happened(proof: dict[str, Any]) -> Node:
    """What happened, entry by entry, for a claim about what is not there at the end."""
    names = Names(proof)
    steps = {step["id"]: step for step in proof["steps"]}
    root = Node("what happened")
    for step in proof["steps"][: proof["log"]]:
        if step["kind"] == "given":
            root.parts.append(Node(event_words(step)))
        elif step["kind"] == "change":
            number = f" [{step['number']}]" if step["number"] else ""
            line = Node(f"{change_words(step['conclusion']['change'], names)}{number}")
            above = root.parts[-1]
            if any(each["kind"] == "state-based" for each in causes_of(steps, step)):
                if not above.parts or above.parts[-1].text != "by state-based actions":
                    above.parts.append(Node("by state-based actions"))
                above = above.parts[-1]
            above.parts.append(line)
    return root


def _branch(node: Node) -> Branch:
    return Branch(node.text, tuple(_branch(part) for part in node.parts))
