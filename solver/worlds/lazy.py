"""The lazy search over unknown orders: the layers are walked once, branching only where an order makes a difference.

In each row the walk asks which of the free effects is next. Where their relative order is unknown and matters, it goes
both ways with what it assumed added to a partial order of the events; what is assumed in one row holds in the later
ones. Rows in which nothing can depend on anything (by footprints) are arranged from the last effect backwards, because
what a later effect overwrites need not be ordered. The same state met again is not walked again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from layerproof.solver.layers import dependency
from layerproof.solver.layers.derive import _ABILITIES_CHANGE, Derivation
from layerproof.solver.layers.participants import Part, row_numbers
from layerproof.solver.layers.scene import Scene
from layerproof.solver.layers.view import Entry, View, finished, printed
from layerproof.solver.worlds.arranging import Arranging, Branch
from layerproof.solver.worlds.partial import Blocks, Order
from layerproof.solver.worlds.reach import Reach

Pairs = list[tuple[int, int]]


class Leaf(msgspec.Struct, frozen=True):
    """One way the derivation may go: what is known of the order in it, and the finished and copiable views."""

    order: Order
    view: View
    copiable: View
    waited: bool


class State(msgspec.Struct, frozen=True):
    """A point of the derivation at which it may go on in several ways."""

    row: int
    applied: frozenset[str]
    held: frozenset[str]
    began: dict[str, tuple[Part, tuple[int, ...]]]
    statics: dict[str, Part]
    view: View
    copiable: View
    waited: bool


class Lazy(Derivation):
    """The lazy search. `leaves` gives the ways; `steps` counts how many effects were applied in all. `differs` says
    whether there was a point at which the other reading of when a freed effect applies would take another effect.

    blocks: which timestamps belong to events of unknown order. reach: of the situation. relevant: the objects that can
    have a say in what is asked (None: all); effects that reach none of them are left out. memo: whether a state that
    was met before is left, so that each outcome is found at least once instead of each order.
    """

    def __init__(
        self,
        scene: Scene,
        blocks: Blocks,
        reach: Reach,
        relevant: frozenset[int] | None = None,
        *,
        freed: str = "requeue",
        memo: bool = True,
    ) -> None:
        super().__init__(scene, freed=freed)
        self.blocks, self.reach, self.memo = blocks, reach, memo
        self.relevant = relevant if reach.closed else None
        self.order = Order.none(len(blocks.starts))
        self.steps = 0
        self.differs = False
        self._seen: set[Any] = set()
        self._kept: dict[int, tuple[Entry, Any]] = {}
        self._block_of: dict[int, int] = {}
        self._ignored: dict[str, bool] = {}
        self._live = self._lasting()
        self.arranging = Arranging(self)

    # --- what is known of the order ----------------------------------------------------------------------------------

    def block(self, part: Part) -> int:
        """The block that the timestamp of a participant is in, or -1."""
        timestamp = part.order[0]
        found = self._block_of.get(timestamp)
        if found is None:
            found = self._block_of[timestamp] = self.blocks.block(timestamp)
        return found

    def earlier(self, one: Part, other: Part) -> bool | None:
        """Whether one participant is earlier than another; None where it is unknown."""
        first, second = self.block(one), self.block(other)
        if first == second or -1 in (first, second) or self.blocks.groups[first] != self.blocks.groups[second]:
            return one.order < other.order
        if self.order.before(first, second):
            return True
        return False if self.order.before(second, first) else None

    def _lasting(self) -> list[int]:
        """For each row the blocks, as bits, that may still have a part in it or later."""
        rows = len(self.scene.edition.layers)
        everything = (1 << len(self.blocks.starts)) - 1
        if not self.reach.closed:
            return [everything] * (rows + 1)
        live = [0] * (rows + 1)
        for part in self.reach.parts.values():
            place = self.block(part)
            if place >= 0 and part.rows:
                for row in range(max(part.rows) + 1):
                    live[row] |= 1 << place
        return live

    # --- the walk ----------------------------------------------------------------------------------------------------

    def leaves(self, order: Order | None = None) -> Iterator[Leaf]:
        """Every way that the derivation may go in the orders that fit a partial order.

        Without memo the ways are exclusive and cover all orders; with it a way that leads to a state met before is left
        out, since what follows was already given. Raises Undecided as a derivation does.
        """
        scene, edition = self.scene, self.scene.edition
        self._seen.clear()
        self.differs = False
        order = order or Order.none(len(self.blocks.starts))
        scene.view = {item.id: printed(item, edition) for item in scene.items.values()}
        self.order, self.began, self.statics, self.waited = order, {}, {}, False
        self.copiable = {}
        stack: list[tuple[State, Order]] = []
        try:
            self._gather_statics()
        except Branch as branch:
            raise AssertionError("printed abilities have one timestamp each") from branch
        stack.append((self._state(0, frozenset(), frozenset()), order))
        while stack:
            state, self.order = stack.pop()
            if self.memo and not self._new(state):
                continue
            try:
                yield self._walk(state)
            except Branch as branch:
                assert branch.state is not None
                children = [self.order.adding(pairs) for pairs in branch.ways]
                stack.extend((branch.state, each) for each in reversed(children) if each is not None)

    def _state(self, row: int, applied: frozenset[str], held: frozenset[str]) -> State:
        began = dict(self.began)
        return State(row, applied, held, began, self.statics, self.scene.view, self.copiable, self.waited)

    def _new(self, state: State) -> bool:
        """Whether a state was not met before with the same things known of what may still matter of the order."""
        live = self._live[state.row]
        key = (
            state.row,
            state.applied,
            state.held,
            tuple(sorted((name, objects) for name, (_, objects) in state.began.items())),
            tuple((each, self._key(entry)) for each, entry in state.view.items()),
            self.order.restricted(live),
        )
        if key in self._seen:
            return False
        self._seen.add(key)
        return True

    def _key(self, entry: Entry) -> Any:
        """An entry as something that is quick to compare. Entries are kept, so that their identity means them."""
        kept = self._kept.get(id(entry))
        if kept is None:
            abilities = tuple((each.name, id(each.ability), each.timestamp, each.text) for each in entry.abilities)
            fields = tuple(
                abilities if field == "abilities" else id(entry.card) if field == "card" else getattr(entry, field)
                for field in entry.__struct_fields__
            )
            kept = self._kept[id(entry)] = (entry, fields)
        return kept[1]

    def _walk(self, state: State) -> Leaf:
        """Go on from a state to the end, or raise Branch with the state at which there are several ways."""
        scene, edition = self.scene, self.scene.edition
        self.began, self.statics = dict(state.began), state.statics
        scene.view, self.copiable, self.waited = state.view, state.copiable, state.waited
        applied, held = set(state.applied), state.held
        last_copy = max(row_numbers(edition)[kind] for kind in ("copy", "merge", "entering_choice", "face_down"))
        for number in range(state.row, len(edition.layers)):
            row = edition.layers[number]
            changing = bool(_ABILITIES_CHANGE & set(row.accepts))
            while True:
                before = self._state(number, frozenset(applied), held)
                try:
                    chosen, held = self._choose(number, row.cda_first, applied, held)
                except Branch as branch:
                    branch.state = before
                    raise
                if not chosen:
                    break
                for part in chosen:
                    self._apply(part, number, row.key)
                    self.steps += 1
                    applied.add(part.name)
                if changing:
                    try:
                        self._gather_statics()
                    except Branch as branch:
                        branch.state = before
                        raise
            applied, held = set(), frozenset()
            if number == last_copy:
                self._close_copiable()
        view = {each: finished(entry, scene.items[each]) for each, entry in scene.view.items()}
        return Leaf(self.order, view, self.copiable, self.waited)

    def _choose(
        self, number: int, cda_first: bool, applied: set[str], held: frozenset[str]
    ) -> tuple[list[Part], frozenset[str]]:
        """What is applied next in a row: one effect, or several whose order among them is of no account."""
        here = [part for part in self._participants(number, applied) if not self._is_ignored(part)]
        if not here:
            return [], held
        candidates = here
        if len(here) > 1:
            if any(part.last for part in here) and not all(part.last for part in here):
                candidates = [part for part in here if not part.last]
            if cda_first and any(part.cda for part in candidates):
                candidates = [part for part in candidates if part.cda]
        if len(candidates) == 1:
            return candidates, frozenset()
        freed = any(part.name in held for part in candidates)
        if self.reach.closed and not freed and self.arranging.independent(number, applied):
            return self.arranging.arrange(candidates, number), frozenset()
        # The order of the list decides nothing but the order in which pairs are looked at.
        candidates.sort(key=lambda part: part.order)
        edges = dependency.edges(candidates, number, self)
        free = candidates
        if edges:
            self.waited = True
            free, _ = dependency.free_participants(candidates, edges)
        just = [part for part in free if part.name in held]
        if self.freed == "at_once":
            free = just or free
        elif just and len(just) < len(free) and any(part.name not in held for part in self._options(free)):
            self.differs = True
        chosen = self._first(free)
        return [chosen], frozenset(name for name, others in edges.items() if chosen.name in others)

    def _options(self, free: list[Part]) -> list[Part]:
        """The free effects that may be the earliest."""
        return [part for part in free if not any(self.earlier(other, part) for other in free if other is not part)]

    def _first(self, free: list[Part]) -> Part:
        """The earliest of the free effects, or a branch over which it may be."""
        options = self._options(free)
        if len(options) == 1:
            return options[0]
        raise Branch([self._pairs((part, other) for other in options if other is not part) for part in options])

    def _pairs(self, parts: Iterator[tuple[Part, Part]]) -> Pairs:
        return [(self.block(one), self.block(other)) for one, other in parts]

    def _is_ignored(self, part: Part) -> bool:
        if self.relevant is None:
            return False
        found = self._ignored.get(part.name)
        if found is None:
            found = self._ignored[part.name] = not self.reach.objects(part) & self.relevant
        return found

    def _gather_statics(self) -> None:
        """As a derivation does; the later of two timestamps whose order is unknown is a branch."""
        super()._gather_statics()
        for name, part in self.statics.items():
            if part.instance is None or not part.instance.timestamp or part.source.id is None:
                continue
            own, given = self.scene.items[part.source.id].timestamp, part.instance.timestamp
            first, second = self.blocks.block(own), self.blocks.block(given)
            if first == second or -1 in (first, second) or self.blocks.groups[first] != self.blocks.groups[second]:
                continue
            if not self.order.before(first, second) and not self.order.before(second, first):
                raise Branch([[(first, second)], [(second, first)]])
            later = given if self.order.before(first, second) else own
            if part.timestamp != later:
                made = {field: getattr(part, field) for field in part.__struct_fields__}
                self.statics[name] = Part(**{**made, "timestamp": later, "order": (later, *part.order[1:])})


__all__ = ["Lazy", "Leaf"]
