"""Since when: the editions at which the verdict on a claim changed, and what of the rules changed there."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import msgspec

from layerproof.kb.rulebook.edition import Edition, edition_names, glosses, load_edition
from layerproof.kb.rulebook.policies import policy_notes
from layerproof.kb.rulebook.vocabulary import Vocabulary
from layerproof.kb.scenario.scenario import Claim, Scenario
from layerproof.queries.answer.claim_answers import Answer, Case
from layerproof.queries.answer.scenario_answers import answered, under
from layerproof.queries.answer.single_changes import turning
from layerproof.queries.words.reached_steps import cites, is_named


class Point(msgspec.Struct, frozen=True):
    """The verdict on a claim under one edition, what is said of it, and the keys of the rules that the proof cites."""

    edition: str
    verdict: str
    message: str
    keys: tuple[str, ...] = ()


class RuleChange(msgspec.Struct, frozen=True):
    """A rule that differs between two editions: its number in each, None where it is not there.

    reworded: whether its text differs in more than numbers. policies: the policies that rest on it and changed. cited:
    whether the proofs cite it; otherwise a policy rests on it that turns the verdict.
    """

    key: str
    gloss: str
    before: str | None
    after: str | None
    reworded: bool = False
    policies: tuple[str, ...] = ()
    cited: bool = True


class PolicyChange(msgspec.Struct, frozen=True):
    """A policy that changed: its gloss, its values with their meanings, and how it bears on the verdict.

    turns: whether its change is needed to turn the verdict, as trials show. cited: whether the proofs cite one of its
    rules.
    """

    name: str
    gloss: str
    before: str
    after: str
    meant: str
    means: str
    turns: bool = False
    cited: bool = False


class ListChange(msgspec.Struct, frozen=True):
    """A list of the rules that changed: the words that came and those that went."""

    name: str
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


class RowChange(msgspec.Struct, frozen=True):
    """A layer row that changed: what it accepted and accepts; None where there is no such row."""

    key: str
    before: tuple[str, ...] | None
    after: tuple[str, ...] | None


class Change(msgspec.Struct, frozen=True):
    """A change of the verdict: the edition before it, the edition that changed it, and what of the rules differs there.

    turning: what together turns the verdict, as `layerproof.queries.answer.single_changes.turning` names it.
    """

    before: Point
    after: Point
    turning: tuple[str, ...] = ()
    rules: tuple[RuleChange, ...] = ()
    policies: tuple[PolicyChange, ...] = ()
    rows: tuple[RowChange, ...] = ()
    lists: tuple[ListChange, ...] = ()


class History(msgspec.Struct, frozen=True):
    """The verdicts on one claim through the editions, the oldest first, and each change.

    editions: those that the file names for the claim. points: of the editions that were asked.
    """

    file: str
    scenario: str
    claim: int
    line: int
    id: str | None
    editions: tuple[str, ...]
    points: tuple[Point, ...]
    changes: tuple[Change, ...]

    def plain(self) -> dict[str, Any]:
        """Give the history as plain data; of the points the edition and the verdict, of the changes everything."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        plain["points"] = [[point.edition, point.verdict] for point in self.points]
        return plain


def histories(scenario: Scenario, thorough: bool = True) -> tuple[History, ...]:
    """Give the verdicts on each claim of a scenario through the editions, and the editions at which they changed.

    scenario: as read; the editions that it names do not matter. thorough: whether every edition is asked; otherwise
    the editions are bisected, so that of a verdict that changed and changed back nothing may be seen. Returns one
    history for each claim. A rule that a claim demands under `because` by its number is looked for by its key, since
    numbers change. Nothing is raised for what the scenario holds. Source: all texts of the
    rules since the first edition, so that a change is of the day of its edition. It is not promised that a changed rule
    is what turned the verdict, only that it changed there and that the proofs cite it.

    >>> from layerproof.kb.scenario.scenario_file import parse_scenarios
    >>> text = "scenario: A bear" + chr(10) + "timeline: [{enters: Grizzly Bears, as: bear}]" + chr(10)
    >>> one, = histories(parse_scenarios(text + "claims: [{bear: {pt: 2/2}}]").scenarios[0], thorough=False)
    >>> one.changes, {point.verdict for point in one.points}
    ((), {'proved'})
    """
    names = edition_names()
    asked: dict[int, dict[int, Point]] = {}

    def at(index: int) -> dict[int, Point]:
        if index not in asked:
            asked[index] = dict(_points(scenario, names[index]))
        return asked[index]

    def verdict_at(number: int, index: int) -> str:
        return at(index)[number].verdict

    found: list[History] = []
    for claim in scenario.claims:
        places = changes_of(partial(verdict_at, claim.number), len(names), thorough)
        points = tuple(asked[index][claim.number] for index in sorted(asked))
        changes = tuple(
            _change(scenario, claim, at(place - 1)[claim.number], at(place)[claim.number]) for place in places
        )
        named = claim.editions or (scenario.edition,)
        found.append(History(scenario.file, scenario.title, claim.number, claim.line, claim.id, named, points, changes))
    return tuple(found)


def changes_of(value_at: Callable[[int], object], count: int, thorough: bool = True) -> list[int]:
    """Find the places of a sequence at which its value is not the one before.

    value_at: gives the value at a place. count: how many places there are. thorough: whether each place is looked at;
    otherwise a stretch between two equal values is taken to be all equal, and the others are bisected.

    >>> changes_of("aaabbb".__getitem__, 6), changes_of("aabaaa".__getitem__, 6, thorough=False)
    ([3], [])
    """
    if thorough:
        return [place for before, place in pairwise(range(count)) if value_at(before) != value_at(place)]

    def between(low: int, high: int) -> Iterator[int]:
        if value_at(low) == value_at(high):
            return
        if high - low == 1:
            yield high
            return
        middle = (low + high) // 2
        yield from between(low, middle)
        yield from between(middle, high)

    return list(between(0, count - 1)) if count else []


def _points(scenario: Scenario, edition: str) -> Iterator[tuple[int, Point]]:
    """Answer all claims under one edition; gives the number of each with its point."""
    free = msgspec.structs.replace(
        scenario, claims=tuple(msgspec.structs.replace(claim, because=None) for claim in scenario.claims)
    )
    cases: dict[str, Case] = {}
    demanded = {claim.number: claim for claim in scenario.claims if claim.because is not None}
    for _, given in answered(under(free, edition), cases):
        verdict, message = given.verdict, given.message
        claim = demanded.get(given.claim)
        if claim is not None and verdict == "proved":
            wanted = demanded_keys(claim, scenario)
            if given.proof is not None and not any(cites(given.proof, key) for key in wanted):
                verdict, message = "refuted", f"the claim holds, but its proof does not cite {claim.because}"
        yield given.claim, Point(edition, verdict, message, cited_keys(given))


def demanded_keys(claim: Claim, scenario: Scenario) -> tuple[str, ...]:
    """Give the keys of the rule that a claim demands: the key itself, those of its words, or those with its number in
    the claim's editions.

    A number that no rule of those editions has is given as it is, so that no proof cites it.
    """
    rule = claim.because or ""
    keys = {key: None for key in glosses() if is_named(key, rule)}
    for name in claim.editions or (scenario.edition,):
        keys |= {key: None for key, number in load_edition(name).numbers.items() if number == rule}
    return tuple(keys) or (rule,)


def cited_keys(given: Answer) -> tuple[str, ...]:
    """Give the keys of the rules that the proof of an answer cites, in the order of the proof; none without a proof."""
    if given.proof is None:
        return ()
    proofs = [each["proof"] for each in given.proof["proofs"]] if "proofs" in given.proof else [given.proof]
    return tuple(dict.fromkeys(step["rule"] for each in proofs for step in each["steps"] if step["number"]))


def _change(scenario: Scenario, claim: Claim, before: Point, after: Point) -> Change:
    old, new = load_edition(before.edition), load_edition(after.edition)
    keys = tuple(dict.fromkeys((*before.keys, *after.keys)))
    try:
        turns = turning(scenario, claim, old, new)
    except Exception:  # an edition that never was may lead the solver where no real one does
        turns = ()
    return Change(
        before,
        after,
        turns,
        changed_rules(old, new, keys, turns),
        changed_policies(old, new, keys, turns),
        changed_rows(old, new),
        changed_lists(old, new),
    )


def changed_rules(old: Edition, new: Edition, keys: Sequence[str], turns: Sequence[str] = ()) -> tuple[RuleChange, ...]:
    """Give the rules that differ between two editions in number, text or a policy that rests on them.

    keys: of the rules that proofs cite. turns: names of policies whose rules are given too where an edition has them.
    Those that differ in more than a number come first.
    """
    resting: dict[str, list[str]] = {}
    for name, note in policy_notes().items():
        if old.policies[name] != new.policies[name]:
            for key in note.keys:
                resting.setdefault(key, []).append(name)
    deciding = [key for name in turns if name in policy_notes() for key in policy_notes()[name].keys]
    found: list[RuleChange] = []
    for key in dict.fromkeys((*deciding, *keys)):
        before, after = old.numbers.get(key), new.numbers.get(key)
        if before is None and after is None:
            continue
        reworded = before is not None and after is not None and old.digests[key] != new.digests[key]
        if before != after or reworded or key in resting:
            policies = tuple(resting.get(key, ()))
            found.append(RuleChange(key, glosses()[key], before, after, reworded, policies, key in keys))
    return tuple(sorted(found, key=_renumbered))


def _renumbered(rule: RuleChange) -> bool:
    """Whether only the number of a rule changed."""
    return not rule.reworded and not rule.policies and rule.before is not None and rule.after is not None


def changed_policies(
    old: Edition, new: Edition, keys: Sequence[str] = (), turns: Sequence[str] = ()
) -> tuple[PolicyChange, ...]:
    """Give the policies that differ between two editions, those of `turns` first, then those that rest on a key."""
    found = []
    for name, note in policy_notes().items():
        before, after = old.policies[name], new.policies[name]
        if before != after:
            meant, means = note.values[before], note.values[after]
            cited = bool(set(note.keys) & set(keys))
            found.append(PolicyChange(name, note.gloss, before, after, meant, means, name in turns, cited))
    return tuple(sorted(found, key=lambda policy: (not policy.turns, not policy.cited)))


def changed_rows(old: Edition, new: Edition) -> tuple[RowChange, ...]:
    """Give the layer rows that came, went or accept other kinds between two editions, in the order of the newer one."""
    before = {row.key: row for row in old.layers}
    after = {row.key: row for row in new.layers}
    return tuple(
        RowChange(key, before[key].accepts if key in before else None, after[key].accepts if key in after else None)
        for key in dict.fromkeys((*after, *before))
        if before.get(key) != after.get(key)
    )


def changed_lists(old: Edition, new: Edition) -> tuple[ListChange, ...]:
    """Give the lists of words that differ between two editions."""
    before, after = _lists(old.vocabulary), _lists(new.vocabulary)
    found = []
    for name in dict.fromkeys((*before, *after)):
        was, now = before.get(name, ()), after.get(name, ())
        added, removed = _without(now, was), _without(was, now)
        if added or removed:
            found.append(ListChange(name, added, removed))
    return tuple(found)


def _lists(vocabulary: Vocabulary) -> dict[str, tuple[str, ...]]:
    """The lists of a vocabulary by their names in words."""
    lists: dict[str, tuple[str, ...]] = {}
    for field in dataclasses.fields(vocabulary):
        value = getattr(vocabulary, field.name)
        name = field.name.replace("_", " ")
        if field.name.startswith("_"):
            continue
        if isinstance(value, Mapping):
            lists |= {_family(family): tuple(words) for family, words in value.items()}
        elif isinstance(value, frozenset):
            lists[name] = tuple(sorted(value))
        else:
            lists[name] = tuple(value)
    return lists


def _family(family: str) -> str:
    return f"{family} types"


def _without(words: Sequence[str], others: Sequence[str]) -> tuple[str, ...]:
    known = set(others)
    return tuple(word for word in words if word not in known)
