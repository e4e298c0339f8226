"""The order of the effects of one row in which none depends on another: as little of it as makes a difference.

Effects that commute need no order among them; what the last effect on an object overwrites need not be ordered at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from layerproof.solver.layers.changing import work_out
from layerproof.solver.layers.footprint import CONTROL, LOSS, TEXT, reads
from layerproof.solver.layers.participants import Part
from layerproof.solver.worlds.commuting import Acts, absorbs, commute

if TYPE_CHECKING:
    from layerproof.solver.worlds.lazy import Lazy


class Branch(Exception):
    """The way goes on differently by what is assumed: for each way the pairs (earlier, later) of blocks.

    The ways exclude each other and cover every order. state: where it branches, filled in by the walk.
    """

    def __init__(self, ways: list[list[tuple[int, int]]]) -> None:
        super().__init__("an order matters")
        self.ways = ways
        self.state: Any = None


class Arranging:
    """Arranges the effects of a row for a lazy search."""

    def __init__(self, search: Lazy) -> None:
        self.search = search
        self._independent: dict[Any, bool] = {}
        self._acts: dict[str, dict[int, Acts]] = {}
        self._clash: dict[tuple[str, str], bool] = {}
        # What was worked out for a row of a view, which is met again after every branch. The view is kept with it.
        self._known: dict[tuple[int, int], tuple[Any, dict[str, dict[int, Acts]], dict[tuple[str, str], bool]]] = {}
        self._commutes: dict[tuple[int, int], tuple[Any, Any, bool]] = {}

    def independent(self, number: int, applied: set[str]) -> bool:
        """Whether in a row no effect can depend on another, whichever of them exist: by footprints and reach.

        applied: the names of the parts already applied in it. What could still come to be counts too.
        """
        search = self.search
        parts = [part for name, part in search.reach.parts.items() if number in part.rows and name not in applied]
        key = (number, frozenset(part.name for part in parts), frozenset(search.began))
        found = self._independent.get(key)
        if found is None:
            found = not any(
                self._may_depend(one, other, number) for one in parts for other in parts if one is not other
            )
            self._independent[key] = found
        return found

    def _may_depend(self, one: Part, other: Part, number: int) -> bool:
        if one.cda != other.cda:
            return False
        search = self.search
        written, does = other.rows[number].writes, one.rows[number].does
        if does & written:
            return True
        if one.name in search.began or one.objects is not None:
            return False
        if (reads(one.scope) | reads(one.conditions)) & written:
            return True
        if one.instance is None or one.source.id not in search.reach.objects(other):
            return False
        return bool(written & (LOSS | TEXT | CONTROL))

    def arrange(self, parts: list[Part], number: int) -> list[Part]:
        """The parts in an order that gives what every order fitting the known pairs gives.

        Raises Branch where the known pairs do not decide it.
        """
        view = self.search.scene.view
        known = self._known.get((number, id(view)))
        if known is None:
            known = self._known[number, id(view)] = (view, {}, {})
        _, self._acts, self._clash = known
        for part in parts:
            if part.name not in self._acts:
                self._acts[part.name] = self._acts_of(part, number)
        return self._arranged(parts)

    def _acts_of(self, part: Part, number: int) -> dict[int, Acts]:
        search = self.search
        objects, _ = search.objects_of(part)
        if part.sort in ("merged", "face_down"):
            return dict.fromkeys(objects, (part.name,))
        mods = part.rows[number].mods
        return {
            it: tuple(work_out(mod, search.scene, part.source, it, objects) for mod in mods)
            for it in objects
            if search.relevant is None or it in search.relevant
        }

    def _clashes(self, one: Part, other: Part) -> bool:
        """Whether it may make a difference which of two parts is applied first."""
        key = (one.name, other.name)
        found = self._clash.get(key)
        if found is None:
            mine, theirs = self._acts[one.name], self._acts[other.name]
            found = any(it in theirs and not self._commute(acts, theirs[it]) for it, acts in mine.items())
            self._clash[key] = self._clash[key[1], key[0]] = found
        return found

    def _commute(self, one: Acts, other: Acts) -> bool:
        """As `commute`, remembering the answer for the same records."""
        for a in one:
            for b in other:
                kept = self._commutes.get((id(a), id(b)))
                if kept is None:
                    # The records are kept, so that their identities mean them.
                    kept = (a, b, commute((a,), (b,), self.search.scene.words))
                    self._commutes[id(a), id(b)] = kept
                if not kept[2]:
                    return False
        return True

    def _absorbs(self, later: Part, earlier: Part) -> bool:
        mine, theirs = self._acts[later.name], self._acts[earlier.name]
        words = self.search.scene.words
        return all(it in mine and absorbs(mine[it], acts, words) for it, acts in theirs.items())

    def _arranged(self, parts: list[Part]) -> list[Part]:
        found: list[Part] = []
        for group in self._groups(parts):
            found += group if len(group) == 1 else self._ordered(group)
        return found

    def _groups(self, parts: list[Part]) -> list[list[Part]]:
        """The parts in groups such that parts of different groups commute."""
        groups: list[list[Part]] = []
        for part in parts:
            touching = [group for group in groups if any(self._clashes(part, other) for other in group)]
            groups = [group for group in groups if group not in touching]
            groups.append([each for group in touching for each in group] + [part])
        return groups

    def _ordered(self, group: list[Part]) -> list[Part]:
        """The order of a group of parts that clash: the last one that clashes with all others is found first."""
        search = self.search
        heads = [part for part in group if all(self._clashes(part, other) for other in group if other is not part)]
        if not heads:
            return self._by_pairs(group)
        options = [
            part for part in heads if not any(search.earlier(part, other) for other in heads if other is not part)
        ]
        if len(options) > 1:
            raise Branch([self._pairs([(other, part) for other in options if other is not part]) for part in options])
        head = options[0]
        early: list[Part] = []
        late: list[Part] = []
        for part in group:
            if part is head:
                continue
            earlier = search.earlier(part, head)
            if earlier is None:
                raise Branch([self._pairs([(part, head)]), self._pairs([(head, part)])])
            (early if earlier else late).append(part)
        if not all(self._absorbs(head, part) for part in early):
            early = self._arranged(early)
        return [*early, head, *self._arranged(late)]

    def _by_pairs(self, group: list[Part]) -> list[Part]:
        search = self.search
        for place, one in enumerate(group):
            for other in group[place + 1 :]:
                if self._clashes(one, other) and search.earlier(one, other) is None:
                    raise Branch([self._pairs([(one, other)]), self._pairs([(other, one)])])
        left, found = list(group), []
        while left:
            first = next(
                part for part in left if not any(search.earlier(other, part) for other in left if other is not part)
            )
            left.remove(first)
            found.append(first)
        return found

    def _pairs(self, parts: list[tuple[Part, Part]]) -> list[tuple[int, int]]:
        return [(self.search.block(one), self.search.block(other)) for one, other in parts]
