"""The constraint problem of a scenario: its unknowns as variables, its constraints on as few of them as they concern.

A constraint on one unknown narrows its domain before the problem is made, one on several becomes a constraint on just
these; no constraint spans all unknowns, which would be slow enumeration (python-constraint asks a constraint of many
variables only when all but one are set).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from layerproof.kb.errors import KnowledgeError
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Invalid
from layerproof.solver.worlds.constraints import Before, Compared, Constraint
from layerproof.solver.worlds.filling import arrivals, labels_of, world_of
from layerproof.solver.worlds.unknowns import Path, Unknown

MAX_WORLDS = 20_000
# More orders than these are not even looked through for those that fit a constraint.
MAX_ORDERS = 400_000
_SAFE = {"enters", "put", "remove", "any_order", "maybe", "together", "attach", "in", "tap", "untap"}
_OWN_KINDS = {"+1/+1", "-1/-1", "loyalty", "lore", "defense", "time", "charge"}


class Rule(msgspec.Struct, frozen=True):
    """A constraint on some unknowns: their names, and whether values for them fit. text: as written.

    pair: where it says no more than that one event of an any_order is before another, its name and their indexes.
    """

    scope: tuple[str, ...]
    fits: Callable[[dict[str, Any]], bool]
    text: str
    pair: tuple[str, int, int] | None = None


def solutions(
    unknowns: Sequence[Unknown], constraints: Sequence[Constraint], plain: dict[str, Any], limit: int = MAX_WORLDS
) -> Iterator[dict[str, Any]]:
    """The combinations of values that fit the constraints, in order, the last unknown changing fastest.

    unknowns, constraints: of the scenario `plain`. limit: how many combinations at most are looked through. Raises
    Invalid where nothing fits, with the constraints that exclude each other; Undecided where there are too many. A
    comparison of counters that the events do not decide by themselves is not applied here (`constraints.allowed` asks
    it at the end of each world).
    """
    rules = [rule for each in constraints for rule in rules_of(each, tuple(unknowns), plain)]
    return solve(unknowns, rules, limit)


def solve(unknowns: Sequence[Unknown], rules: Sequence[Rule], limit: int = MAX_WORLDS) -> Iterator[dict[str, Any]]:
    """The combinations of values that fit rules on few unknowns each. Raises as `solutions` does."""
    import constraint

    domains = _narrowed(unknowns, rules)
    check_size(unknowns, [len(domain) for domain in domains.values()], limit)
    if not unknowns:
        # A rule that no unknown decides either always holds or never.
        if all(rule.fits({}) for rule in rules):
            yield {}
            return
        raise _contradiction(unknowns, rules)
    solver = getattr(constraint, "OptimizedBacktrackingSolver", constraint.BacktrackingSolver)
    problem = constraint.Problem(solver())
    for unknown in unknowns:
        problem.addVariable(unknown.name, list(range(len(domains[unknown.name]))))
    for rule in rules:
        if len(rule.scope) > 1:
            problem.addConstraint(constraint.FunctionConstraint(_asked(rule, domains)), list(rule.scope))
    found = problem.getSolutions()
    if not found or any(not rule.scope and not rule.fits({}) for rule in rules):
        raise _contradiction(unknowns, rules)
    names = [each.name for each in unknowns]
    found.sort(key=lambda each: tuple(each[name] for name in names))
    for each in found:
        yield {name: domains[name][each[name]] for name in names}


def _asked(rule: Rule, domains: dict[str, Sequence[Any]]) -> Callable[..., bool]:
    def holds(*places: int) -> bool:
        return rule.fits({name: domains[name][place] for name, place in zip(rule.scope, places, strict=True)})

    return holds


def _narrowed(unknowns: Sequence[Unknown], rules: Sequence[Rule]) -> dict[str, Sequence[Any]]:
    """The domains without the values that a constraint on this unknown alone excludes."""
    domains: dict[str, Sequence[Any]] = {}
    for unknown in unknowns:
        domain = unknown.domain
        for rule in rules:
            if rule.scope == (unknown.name,):
                if len(domain) > MAX_ORDERS:
                    raise _too_many(len(domain), unknown.name, len(domain), MAX_ORDERS)
                domain = tuple(each for each in domain if rule.fits({unknown.name: each}))
        if not domain:
            raise _contradiction(unknowns, rules)
        domains[unknown.name] = domain
    return domains


def check_size(unknowns: Sequence[Unknown], sizes: Sequence[int], limit: int) -> None:
    """Raise Undecided for more combinations than a limit: how many they are, and what would make them fewer."""
    size = math.prod(sizes)
    if size > limit:
        count, name = max((count, unknown.name) for count, unknown in zip(sizes, unknowns, strict=True))
        raise _too_many(size, name, count, limit)


def _too_many(size: int, name: str, count: int, limit: int) -> Undecided:
    return Undecided(
        f"{size} worlds are too many to go through (at most {limit}); the largest unknown is {name} with {count}"
        f" values. Fewer values there, or a constraint on it, would make them fewer: without it {max(size // count, 1)}"
    )


def _contradiction(unknowns: Sequence[Unknown], rules: Sequence[Rule]) -> Invalid:
    """The error of constraints that leave nothing: the one that nothing fits, or two of which nothing fits both."""
    for count in (1, 2):
        for first, one in enumerate(rules):
            for other in rules[first : first + 1] if count == 1 else rules[first + 1 :]:
                if not _together_possible(unknowns, (one, other)):
                    if count == 1:
                        return Invalid(f"no world fits the constraint {one.text!r}", "a constraint that leaves a way")
                    what = f"the constraints {one.text!r} and {other.text!r} contradict each other"
                    return Invalid(what, "leave one of them out")
    texts = ", ".join(repr(rule.text) for rule in rules)
    return Invalid(f"the constraints {texts} contradict each other", "leave one of them out")


def _together_possible(unknowns: Sequence[Unknown], rules: Sequence[Rule]) -> bool:
    names = dict.fromkeys(name for rule in rules for name in rule.scope)
    domains = {each.name: each.domain for each in unknowns if each.name in names}
    if math.prod(len(domain) for domain in domains.values()) > MAX_ORDERS:
        return True
    import itertools

    for values in itertools.product(*domains.values()):
        given = dict(zip(domains, values, strict=True))
        if all(rule.fits(given) for rule in rules):
            return True
    return False


def rules_of(constraint: Constraint, unknowns: tuple[Unknown, ...], plain: dict[str, Any]) -> list[Rule]:
    """The rules on unknowns that a constraint makes: one, or none where only the end of a world tells."""
    if isinstance(constraint, Before):
        return [_before(constraint, unknowns, plain)]
    counted = _counted(constraint, unknowns, plain)
    return [] if counted is None else [counted]


def _before(constraint: Before, unknowns: tuple[Unknown, ...], plain: dict[str, Any]) -> Rule:
    """The rule that both objects arrive, the one before the other; its scope are the orders and maybes around them."""
    timeline = plain.get("timeline") or []
    places = {label: _places(timeline, label) for label in (constraint.first, constraint.second)}
    around = [path for found in places.values() for path in found]
    scope = tuple(
        each
        for each in unknowns
        if each.sort != "value" and any(path[: len(each.path)] == each.path for path in around)
    )
    if len(scope) == 1 and scope[0].sort == "order":
        inside = [_index(places[label], scope[0].path) for label in (constraint.first, constraint.second)]
        if None not in inside and inside[0] != inside[1]:
            name, one, other = scope[0].name, int(inside[0] or 0), int(inside[1] or 0)

            def before(values: dict[str, Any]) -> bool:
                order = values[name]
                return bool(order.index(one) < order.index(other))

            return Rule((name,), before, constraint.text, (name, one, other))

    def fits(values: dict[str, Any]) -> bool:
        labels = arrivals(world_of(plain, scope, values)["timeline"])
        return (
            constraint.first in labels
            and constraint.second in labels
            and labels.index(constraint.first) < labels.index(constraint.second)
        )

    return Rule(tuple(each.name for each in scope), fits, constraint.text)


def _index(places: list[Path], path: Path) -> int | None:
    """The index, in the any_order at a path, of the only event that makes a label."""
    if len(places) != 1 or places[0][: len(path)] != path:
        return None
    index = places[0][len(path) + 1]
    return index if isinstance(index, int) else None


def _places(events: Any, label: str, path: Path = ("timeline",)) -> list[Path]:
    """The paths of the events that make a label."""
    found: list[Path] = []
    for index, event in enumerate(events):
        if not isinstance(event, dict):
            continue
        here = (*path, index)
        if label in labels_of(event):
            found.append(here)
        for key in ("any_order", "together"):
            if isinstance(event.get(key), list):
                found += _places(event[key], label, (*here, key))
        if isinstance(event.get("maybe"), dict):
            found += [(*here, "maybe", *each[len(here) + 1 :]) for each in _places([event["maybe"]], label, here)]
    return found


def _counted(constraint: Compared, unknowns: tuple[Unknown, ...], plain: dict[str, Any]) -> Rule | None:
    """The rule of a comparison of counters, where the events alone decide how many there are; else None."""
    timeline = plain.get("timeline") or []
    events = list(_events(timeline, ("timeline",)))
    if any(not set(list(event)[:1]) <= _SAFE for _, event in events):
        return None
    scope: dict[str, None] = {}
    for (label, kind), _ in constraint.terms:
        if kind in _OWN_KINDS or not _enters_plainly(events, label):
            return None
        for path, event in events:
            if not _counts(event, kind):
                continue
            on = event.get("on", event.get("from", label))
            if isinstance(on, str) and on != label and "enters" not in event:
                continue
            if "enters" in event and label not in labels_of(event):
                continue
            for each in unknowns:
                around = each.sort == "maybe" and path[: len(each.path)] == each.path
                within = each.sort == "value" and each.path[: len(path)] == path
                if around or within:
                    scope[each.name] = None
    chosen = tuple(each for each in unknowns if each.name in scope)

    def fits(values: dict[str, Any]) -> bool:
        filled = world_of(plain, chosen, values)["timeline"]
        return constraint.holds(lambda label, kind: _total(filled, label, kind))

    return Rule(tuple(each.name for each in chosen), fits, constraint.text)


def _events(events: Any, path: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    for index, event in enumerate(events):
        if not isinstance(event, dict):
            continue
        here = (*path, index)
        inner = event.get("any_order", event.get("together"))
        if isinstance(inner, list):
            yield from _events(inner, (*here, next(iter(event))))
        elif isinstance(event.get("maybe"), dict):
            for _, one in _events([event["maybe"]], here):
                yield (*here, "maybe"), one
        else:
            yield here, event


def _counts(event: dict[str, Any], kind: str) -> bool:
    return any(
        isinstance(event.get(key), dict) and (kind in event[key] or "any" in event[key])
        for key in ("put", "remove", "counters")
    )


def _enters_plainly(events: list[tuple[Path, dict[str, Any]]], label: str) -> bool:
    """Whether nothing on the card of an object gives it counters as it enters."""
    from layerproof.kb.cards.store import load_card

    for _, event in events:
        if label in labels_of(event):
            name = event.get("enters", event.get("card"))
            if not isinstance(name, str):
                return False
            try:
                if "EntersWith" in repr(load_card(name)):
                    return False
            except KnowledgeError:
                return False
    return True


def _total(events: Any, label: str, kind: str) -> int:
    total = 0
    for _, event in _events(events, ()):
        if event.get("on") == label and isinstance(event.get("put"), dict):
            total += event["put"].get(kind, 0)
        if event.get("from") == label and isinstance(event.get("remove"), dict):
            total -= event["remove"].get(kind, 0)
        if label in labels_of(event) and isinstance(event.get("counters"), dict):
            total += event["counters"].get(kind, 0)
    return total
