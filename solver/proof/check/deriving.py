"""The walk through the rows: participants, dependency by trial, the next one, what it affects and does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from layerproof.kb.model import modification as mo
from layerproof.kb.model.effect import Only
from layerproof.kb.rulebook.edition import LayerRow
from layerproof.kb.rulebook.step_rules import AFFECTS, EXISTS, NEXT, applied_rule, first_citable, printed_rule
from layerproof.solver.proof.check.binding import Bound, Boxes, Copied, bound, varies
from layerproof.solver.proof.check.changing import Giver, changed, face_down, merged, sets_basic_land_type
from layerproof.solver.proof.check.participants import (
    Part,
    accepted,
    is_there,
    kind_of,
    participants,
    reworded,
    templates,
)
from layerproof.solver.proof.check.premises import Premises, in_order
from layerproof.solver.proof.check.printed import entry_of
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.view import PLAIN_FIELDS, Entry, View, finished, plain, plain_field
from layerproof.solver.proof.check.world import World

Step = tuple[str, str, dict[str, Any]]
_CONSTANT = ("counter", "keyword_counter", "merged", "face_down")


class Derivation:
    """What a walk through the rows gave: the final view, the copiable values, the steps and, counted from the first of
    these, the premises of each."""

    def __init__(self, view: View, copiable: View, steps: list[Step], premises: list[Premises]) -> None:
        self.view, self.copiable, self.steps, self.premises = view, copiable, steps, premises


def derive(world: World, recorded: bool = False) -> Derivation:
    """Derive the characteristics of every object that is not phased out.

    world: the situation. recorded: whether steps are wanted. Raises Incomplete for what is not modelled. Source: the
    layer rules of the edition, as the proof format states them in its section on rows.
    """
    return _Walk(world, recorded).run()


class _Walk:
    def __init__(self, world: World, recorded: bool) -> None:
        self.world, self.edition, self.recorded = world, world.edition, recorded
        self.steps: list[Step] = []
        self.premises: list[Premises] = []
        self.at_printed: dict[int, int] = {}
        self.latest: dict[tuple[int, str], int] = {}
        self.begun: dict[str, Part] = {}
        self.held: dict[int, list[int]] = {}
        self.view: View = {}

    def run(self) -> Derivation:
        world, edition = self.world, self.edition
        objects = [each for each in world.situation.objects if not each.phased_out and each.id not in world.left_out]
        self.view = {each.id: entry_of(each.card, each, edition) for each in objects}
        for each in objects:
            values = plain(self.view[each.id], edition) if self.recorded else {}
            conclusion = {"object": each.id, "label": each.label, "values": values}
            self.at_printed[each.id] = self.step("printed", printed_rule(edition, each), conclusion)
        copiable, copying = self.view, {"copy", "merge", "entering_choice", "face_down"}
        for row in edition.layers:
            self.row(row)
            if copying & set(row.accepts):
                copiable = self.view
        final: View = {}
        for each in objects:
            counters = {kind.kind: kind.number for kind in each.counters}
            final[each.id] = finished(self.view[each.id], counters)
            values = plain(final[each.id], edition) if self.recorded else {}
            changed_by = [place for (it, _), place in self.latest.items() if it == each.id]
            conclusion, held = {"object": each.id, "label": each.label, "values": values}, self.held.get(each.id, ())
            self.step("final", "layers.continual", conclusion, (self.at_printed[each.id], *changed_by, *held))
        return Derivation(final, copiable, self.steps, self.premises)

    def step(self, kind: str, rule: str, conclusion: dict[str, Any], premises: Iterable[int | None] = ()) -> int:
        """A step is written where steps are wanted; its number, from 1."""
        if self.recorded:
            self.steps.append((kind, rule, conclusion))
            self.premises.append(in_order(premises))
        return len(self.steps)

    def row(self, row: LayerRow) -> None:
        accepts = frozenset(row.accepts)
        done: set[str] = set()
        exists: dict[str, int] = {}
        waited: dict[tuple[str, str], int] = {}
        looped: dict[frozenset[str], int] = {}
        while True:
            there = participants(self.world, self.view, accepts, self.begun, done)
            if not there:
                break
            for part in there:
                if part.name not in exists:
                    exists[part.name] = self._exists(row, part)
            candidates = _candidates(row, there)
            waits = _Dependencies(self, accepts, candidates).waits() if len(candidates) > 1 else {}
            self._waits(row, waits, waited, exists, candidates)
            groups = components([each.name for each in candidates], waits)
            self._loops(row, candidates, _free(groups, waits), looped, {pair: waited[pair] for pair in waits})
            chosen, because = _next(there, candidates, waits, groups)
            group = next(each for each in groups if chosen.name in each)
            number = self.step(
                "next",
                first_citable(self.edition, NEXT[because]),
                {"row": row.key, "part": chosen.name, "because": because},
                (exists[chosen.name], looped.get(frozenset(group)) if because == "loop" else None,
                 *(waited[pair] for pair in waits if pair[1] == chosen.name)),
            )  # fmt: skip
            self._apply(row, accepts, chosen, number)
            done.add(chosen.name)
        if "text" in accepts:
            self.begun = {name: reworded(part, self.view) for name, part in self.begun.items()}
        if done:
            self.step("row done", row.key, {"row": row.key})

    def _exists(self, row: LayerRow, part: Part) -> int:
        conclusion = {"row": row.key, "part": part.name, "source": part.source}
        rule = first_citable(self.edition, EXISTS[part.sort])
        # It follows from the last change of its source's abilities, or from what is printed on it.
        own = None if part.sort == "effect" else self.latest.get((part.source, "abilities"))
        premise = own or self.at_printed.get(part.says.source or 0)
        return self.step("exists", rule, {**conclusion, "timestamp": part.timestamp, "cda": part.cda}, (premise,))

    def _waits(
        self,
        row: LayerRow,
        waits: dict[tuple[str, str], str],
        seen: dict[tuple[str, str], int],
        exists: dict[str, int],
        candidates: list[Part],
    ) -> None:
        for pair in sorted(waits):
            if pair not in seen:
                conclusion = {"row": row.key, "part": pair[0], "for": pair[1], "because": waits[pair]}
                both = exists[pair[0]], exists[pair[1]]
                seen[pair] = self.step("waits", "order.dependency.definition", conclusion, both)
                # What it would apply to now owes to it what it is, or that it is not changed.
                waiting = next(each for each in candidates if each.name == pair[0]) if self.recorded else None
                for identifier in self.affected(waiting, self.view) if waiting is not None else ():
                    self.held.setdefault(identifier, []).append(seen[pair])

    def _loops(
        self,
        row: LayerRow,
        candidates: list[Part],
        groups: list[set[str]],
        seen: dict[frozenset[str], int],
        waited: dict[tuple[str, str], int],
    ) -> None:
        for part in candidates:
            group = next((each for each in groups if part.name in each), set[str]())
            if len(group) > 1 and frozenset(group) not in seen:
                within = [place for pair, place in waited.items() if group.issuperset(pair)]
                names = [each.name for each in candidates if each.name in group]
                conclusion = {"row": row.key, "parts": names}
                seen[frozenset(group)] = self.step("loop", "order.dependency.loop", conclusion, within)

    def _apply(self, row: LayerRow, accepts: frozenset[str], part: Part, chosen: int) -> None:
        affected = self.affected(part, self.view)
        fixed = part.fixed is not None or part.sort in _CONSTANT
        how = "began" if part.begun is not None else "fixed" if fixed else "live"
        affects = self.step(
            "affects",
            first_citable(self.edition, AFFECTS[how]),
            {"row": row.key, "part": part.name, "objects": list(affected), "as": how},
            (chosen,),
        )
        mods = accepted(part, accepts, self.edition)
        after = self.applied(part, mods, affected, self.view)
        if part.begun is None and part.sort not in _CONSTANT:
            self.begun[part.name] = part._replace(begun=affected)
        if self.recorded:
            for identifier in affected:
                bound_mods = self.bound(part, mods, identifier, affected, self.view)
                land = any(sets_basic_land_type(each, self.edition) for each in bound_mods)
                changes = self._changes(self.view[identifier], after[identifier])
                rule = applied_rule(row.key, land, "abilities" in changes)
                conclusion = {"row": row.key, "part": part.name, "object": identifier, "changes": changes}
                before = [self.latest.get((identifier, each), self.at_printed[identifier]) for each in changes]
                number = self.step("applied", rule, conclusion, (affects, *before))
                self.latest.update({(identifier, each): number for each in changes})
        self.view = after

    def _changes(self, before: Entry, after: Entry) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = {}
        for field in PLAIN_FIELDS:
            old, new = plain_field(before, field, self.edition), plain_field(after, field, self.edition)
            if old != new:
                found[field] = [old, new]
        return found

    def affected(self, part: Part, view: View) -> tuple[int, ...]:
        """The objects that a participant applies to on a view: its fixed set, that of an earlier row, or its scope."""
        if part.fixed is not None:
            return tuple(each for each in part.fixed if each in view)
        if part.begun is not None:
            return tuple(each for each in part.begun if each in view)
        assert part.scope is not None
        return Reader(self.world, view, part.says).scope(part.scope)

    def applied(self, part: Part, mods: tuple[mo.Modification, ...], affected: tuple[int, ...], view: View) -> View:
        """The view after a participant is applied, all values being read from the view before."""
        after = dict(view)
        giver = Giver(part.name, part.timestamp, part.granter)
        for identifier in affected:
            entry, obj, counted = view[identifier], self.world.objects[identifier], 0
            if part.sort == "merged":
                after[identifier] = merged(entry, obj, self.edition)
            elif part.sort == "face_down":
                after[identifier] = face_down(obj, self.edition)
            for mod in self.bound(part, mods, identifier, affected, view):
                entry = changed(entry, mod, giver, counted, obj, self.edition)
                counted += len(mod.abilities) if isinstance(mod, mo.AddAbilities) else 0
                after[identifier] = entry
        return after

    def bound(
        self, part: Part, mods: tuple[mo.Modification, ...], it: int, affected: tuple[int, ...], view: View
    ) -> tuple[Bound, ...]:
        """What a participant does to one object, with everything worked out on a view."""
        reader = Reader(self.world, view, part.says)
        return tuple(bound(reader, mod, it, part.ability, affected) for mod in mods)


def _candidates(row: LayerRow, there: list[Part]) -> list[Part]:
    candidates = there
    if "face_down" in row.accepts and len(row.accepts) > 1:
        candidates = [each for each in there if each.sort != "face_down"] or there
    if row.cda_first and any(each.cda for each in candidates):
        candidates = [each for each in candidates if each.cda]
    return candidates


class _Dependencies:
    """Who waits for whom among the candidates, found by trying."""

    def __init__(self, walk: _Walk, accepts: frozenset[str], candidates: list[Part]) -> None:
        self.walk, self.accepts, self.candidates = walk, accepts, candidates
        self.mods = {each.name: accepted(each, accepts, walk.edition) for each in candidates}
        self.affected = {each.name: walk.affected(each, walk.view) for each in candidates}
        self.does: dict[tuple[str, int], tuple[Bound, ...]] = {}

    def waits(self) -> dict[tuple[str, str], str]:
        """Pairs of a participant and one that it waits for, with what would change first."""
        found: dict[tuple[str, str], str] = {}
        defining = self.walk.edition.policy("cda_dependency") == "among_themselves"
        for other in self.candidates:
            if all(each.sort in _CONSTANT for each in self.candidates if each is not other):
                continue
            trial = self.walk.applied(other, self.mods[other.name], self.affected[other.name], self.walk.view)
            if all(trial[each] == self.walk.view[each] for each in self.affected[other.name]):
                continue
            for part in self.candidates:
                together = part.cda == other.cda and (defining or not part.cda)
                if part is not other and together and part.sort not in _CONSTANT:
                    because = self.change(part, trial)
                    if because:
                        found[part.name, other.name] = because
        return found

    def change(self, part: Part, trial: View) -> str | None:
        """What would change about a participant on the view after the trial: the first of four, or None."""
        walk = self.walk
        mods, now = self.mods[part.name], self.affected[part.name]
        if part.fixed is None and part.begun is None:
            if part.instance is None:
                if not self._condition_holds(part, trial):
                    return "exists"
            else:
                entry = trial[part.source]
                instance = next((each for each in entry.abilities if each.name == part.instance), None)
                if instance is None:
                    return "exists"
                if instance.ability is not part.ability:
                    if not self._still_there(part, instance, trial):
                        return "exists"
                    if instance.ability != part.ability:
                        return "text"
                elif not self._still_there(part, instance, trial):
                    return "exists"
            then = now if _is_own(part) else walk.affected(part, trial)
            if then != now:
                return "affects"
        then = walk.affected(part, trial)
        if not any(varies(each) for each in mods):
            return None
        for identifier in now:
            if identifier in then:
                if self._now(part, identifier) != walk.bound(part, mods, identifier, then, trial):
                    return "does"
        return None

    def _now(self, part: Part, identifier: int) -> tuple[Bound, ...]:
        """What a participant would do to an object on the view as it is, worked out once."""
        key = part.name, identifier
        if key not in self.does:
            mods, affected = self.mods[part.name], self.affected[part.name]
            self.does[key] = self.walk.bound(part, mods, identifier, affected, self.walk.view)
        return self.does[key]

    def _condition_holds(self, part: Part, trial: View) -> bool:
        effect = next(each for each in self.walk.world.situation.effects if each.id == part.source)
        return Reader(self.walk.world, trial, part.says).holds(effect.condition)

    def _still_there(self, part: Part, instance: Any, trial: View) -> bool:
        obj = self.walk.world.objects[part.source]
        index = part.order[3]
        template = next((each for each in templates(instance.ability) if each.place == index), None)
        if template is None:
            return False
        cda = template.cda and instance.text
        accepts = self.accepts
        if not any(kind_of(mod, cda) in accepts for mod in template.effect.mods):
            return False
        return is_there(self.walk.world, trial, obj, instance, template)


def _is_own(part: Part) -> bool:
    return isinstance(part.scope, Only) and part.scope.ref.kind in ("self", "host", "object")


def components(names: list[str], waits: dict[tuple[str, str], str]) -> list[set[str]]:
    """The strongly connected components of who waits for whom.

    >>> components(["a", "b"], {("a", "b"): "text"}) == [{"a"}, {"b"}]
    True
    """
    if not waits:
        return [{name} for name in names]
    reach = {name: {name} for name in names}
    grown = True
    while grown:
        grown = False
        for part, other in waits:
            if not reach[other] <= reach[part]:
                reach[part] |= reach[other]
                grown = True
    groups: list[set[str]] = []
    for name in names:
        group = {other for other in reach[name] if name in reach[other]}
        if group not in groups:
            groups.append(group)
    return groups


def _free(groups: list[set[str]], waits: dict[tuple[str, str], str]) -> list[set[str]]:
    """The components that wait for no other component."""
    return [group for group in groups if not any(part in group and other not in group for part, other in waits)]


def _next(
    there: list[Part], candidates: list[Part], waits: dict[tuple[str, str], str], groups: list[set[str]]
) -> tuple[Part, str]:
    free = _free(groups, waits)
    names = set().union(*free)
    chosen = next(each for each in candidates if each.name in names)
    if any(chosen.name in group and len(group) > 1 for group in free):
        return chosen, "loop"
    if any(each.order < chosen.order for each in candidates if each.name not in names):
        return chosen, "dependency"
    if chosen.cda and any(each.order < chosen.order for each in there if not each.cda):
        return chosen, "cda"
    return chosen, "timestamp"


__all__ = ["Boxes", "Copied", "Derivation", "Step", "derive"]
