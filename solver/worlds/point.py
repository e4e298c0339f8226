"""One choice of all unknowns but the orders: its timeline is followed once where that is enough, else in each order."""

from __future__ import annotations

import copy
import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.scenario.scenario import Scenario
from layerproof.solver.layers.derive import Derivation
from layerproof.solver.layers.scene import Scene, Undecided
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.keeping import OpenKeep
from layerproof.solver.situation.timeline import InvalidEvent, Moment
from layerproof.solver.worlds.constraints import allowed
from layerproof.solver.worlds.enumerate import KEEPS, filled_in, not_told, scenario_of
from layerproof.solver.worlds.filling import spans
from layerproof.solver.worlds.impossible import Excluded, follow_world
from layerproof.solver.worlds.influence import relevant_objects
from layerproof.solver.worlds.lazy import Lazy
from layerproof.solver.worlds.partial import Blocks, Order
from layerproof.solver.worlds.problem import MAX_WORLDS, check_size
from layerproof.solver.worlds.quiet import restless
from layerproof.solver.worlds.reach import Reach
from layerproof.solver.worlds.unknowns import Unknown

_TWO_READINGS = "two readings of when an effect applies that another held back give different results"
_MOST_LEAVES = 3000
# (name of an any_order, index of the earlier event, index of the later one)
Pair = tuple[str, int, int]
# By the name of an any_order its order; by a name that ends with `keeps` the labels of what is kept by choice.
Orders = dict[str, tuple[Any, ...]]
Outcome = tuple[Any, ...]
Ask = Callable[[Game], Outcome]


class Setting(msgspec.Struct):
    """What all points of a scenario share.

    unknowns: all of them; orders: those that are orders of events; labels: of the objects that are asked about; ask:
    what is asked of a game. sliced, lazy: whether what cannot matter is left out, whether orders go through the lazy
    search.
    """

    scenario: Scenario
    edition: Edition
    plain: dict[str, Any]
    unknowns: tuple[Unknown, ...]
    orders: tuple[Unknown, ...]
    labels: tuple[str, ...]
    ask: Ask
    sliced: bool = True
    lazy: bool = True


class Point:
    """A choice of the values of all unknowns that are no orders.

    values: by name. excluded: why its worlds are left out, if the rules exclude them all. restless: why every order is
    followed, None where one is enough. evaluations: how many timelines were followed; steps: how many effects the lazy
    search applied.
    """

    def __init__(self, setting: Setting, values: Mapping[str, Any]) -> None:
        self.setting, self.values = setting, dict(values)
        self.evaluations = self.steps = 0
        self.restless: str | None = None
        self.excluded: Excluded | None = None
        self.allowed = True
        self.game: Game | None = None
        self.reach: Reach | None = None
        self.relevant: frozenset[int] | None = None
        self._ways: dict[tuple[Order, str], tuple[dict[Outcome, Orders], bool]] = {}
        self._agreed: dict[Order, bool] = {}
        self._search: dict[str, Lazy] = {}
        self._table: list[tuple[Orders, Outcome]] | None = None
        # How many more worlds there are because players choose what stays, as far as they were followed.
        self.split = 0
        self._events: list[tuple[str, int]] = []
        self._places: dict[tuple[str, int], int] = {}
        self._begin()

    def _begin(self) -> None:
        """Follow the timeline with every order as listed, and see whether that is enough."""
        setting = self.setting
        listed: Orders = {each.name: tuple(range(len(each.domain[0]))) for each in setting.orders}
        try:
            followed = self._follow(listed)
        except OpenKeep as error:
            if error.number is None:
                raise
            self.restless = "a player chooses which of several permanents stays"
            return
        if isinstance(followed, Excluded):
            self.excluded = followed
            self.restless = "the rules exclude some of its worlds"
            return
        self.game, moments = followed
        if not setting.orders:
            self.allowed = allowed(setting.scenario, self.game)
            if not setting.sliced:
                # What is asked is asked of the game as it was followed.
                self.restless = "nothing is left out"
                return
        self.reach = Reach(self.game.derivation())
        asked = [self.game.labels[label] for label in setting.labels if label in self.game.labels]
        if setting.sliced and len(asked) == len(setting.labels):
            self.relevant = relevant_objects(self.reach, asked)
        if setting.orders:
            self.restless = self._why_restless(moments) if setting.lazy else "the lazy search is not wanted"
            if self.restless is None:
                self.allowed = allowed(setting.scenario, self.game)
        if self.restless is None:
            self._make_blocks(moments)

    def _why_restless(self, moments: tuple[Moment, ...]) -> str | None:
        assert self.game is not None and self.reach is not None
        for ranges in spans(self.setting.plain, self.setting.unknowns, self.values).values():
            if ranges and ranges[-1].stop > ranges[0].start:
                why = restless(self.game, moments, self.reach, ranges[0].start, ranges[-1].stop - 1)
                if why is not None:
                    return why
        return None

    def _make_blocks(self, moments: tuple[Moment, ...]) -> None:
        clocks = {each.event: (each.before.clock, each.after.clock) for each in moments if each.event is not None}
        found: list[tuple[int, int, int]] = []
        for group, (name, ranges) in enumerate(spans(self.setting.plain, self.setting.unknowns, self.values).items()):
            for index, numbers in enumerate(ranges):
                start, end = (clocks[numbers[0]][0], clocks[numbers[-1]][1]) if numbers else (0, 0)
                if end > start:
                    found.append((start, end, group))
                    self._places[name, index] = len(self._events)
                    self._events.append((name, index))
        self.blocks = Blocks(
            tuple(a for a, _, _ in found), tuple(b for _, b, _ in found), tuple(c for _, _, c in found)
        )

    def _follow(self, orders: Orders) -> tuple[Game, tuple[Moment, ...]] | Excluded:
        self.evaluations += 1
        return follow_world(self.world(orders), self.setting.edition)

    def _ends(self, orders: Orders) -> Iterator[tuple[Orders, tuple[Game, tuple[Moment, ...]] | Excluded]]:
        """What a world comes to, with its orders; where it is not told what a player keeps, each way of keeping it."""
        left = [orders]
        while left:
            known = left.pop()
            try:
                yield known, self._follow(known)
            except InvalidEvent as error:
                kept = sorted(kept_in(known))
                raise (not_told(kept, error.what) if kept else error) from None
            except OpenKeep as error:
                if error.number is None:
                    raise
                self.split += len(error.labels) - 1
                name = f"timeline.{error.number}.{KEEPS}"
                left += [{**known, name: (*known.get(name, ()), each)} for each in reversed(error.labels)]

    def plain(self, orders: Orders) -> dict[str, Any]:
        """The plain data of the world with these orders."""
        return filled_in(self.setting.plain, self.setting.unknowns, {**self.values, **orders})

    def world(self, orders: Orders) -> Scenario:
        """The scenario of the world with these orders."""
        return scenario_of(self.setting.scenario, self.plain(orders))

    def outcomes(self, pairs: Iterable[Pair] = (), kept: frozenset[str] | None = None) -> dict[Outcome, Orders]:
        """The outcomes of the orders that fit pairs (earlier, later), each with one order in which it occurs.

        kept: where it is given, only worlds count in which just these are kept by choice. Raises Undecided where two
        readings of the rules differ, or where something is not modelled.
        """
        if (self.excluded is not None and not self.setting.orders) or not self.allowed:
            return {}
        if self.restless is not None:
            found: dict[Outcome, Orders] = {}
            wanted = list(pairs)
            for orders, outcome in self._every():
                if outcome not in found and _fits(orders, wanted) and kept in (None, kept_in(orders)):
                    found[outcome] = orders
            return found
        if kept:
            return {}
        order = self.order_of(pairs)
        return {} if order is None else self._lazily(order)

    def kept_with(self, outcome: Outcome) -> set[frozenset[str]]:
        """What is kept by choice in the worlds with an outcome, as far as they were followed one by one."""
        return {kept_in(orders) for orders, found in self._table or () if found == outcome}

    def order_of(self, pairs: Iterable[Pair]) -> Order | None:
        """Pairs as a partial order of blocks; events without timestamps are left out. None where they contradict."""
        known = [
            (self._places[name, one], self._places[name, other])
            for name, one, other in pairs
            if (name, one) in self._places and (name, other) in self._places
        ]
        return Order.none(len(self._events)).adding(known)

    def _lazily(self, order: Order) -> dict[Outcome, Orders]:
        found, differs = self._leaves(order, "requeue")
        if differs:
            if order not in self._agreed:
                same = set(self._leaves(order, "at_once")[0]) == set(found)
                self._agreed[order] = same and self._agree(order)
            if not self._agreed[order]:
                raise Undecided(_TWO_READINGS)
        return found

    def _agree(self, order: Order) -> bool:
        """Whether both readings of when a freed effect applies give the same outcome in every order that fits."""
        search = self._searching("requeue")
        search.memo = False
        try:
            leaves = list(itertools.islice(search.leaves(order), _MOST_LEAVES + 1))
        finally:
            search.memo = True
        if len(leaves) > _MOST_LEAVES:
            raise Undecided(f"{_TWO_READINGS}, or in too many orders to compare them")
        assert self.game is not None
        for leaf in leaves:
            outcome = self.setting.ask(_seen(self.game, leaf.view, leaf.copiable))
            if set(self._leaves(leaf.order, "at_once")[0]) != {outcome}:
                return False
        return True

    def _searching(self, freed: str) -> Lazy:
        """The lazy search by a reading."""
        assert self.game is not None and self.reach is not None
        search = self._search.get(freed)
        if search is None:
            scene = Scene(self.game.situation, self.game.edition, self.game.last_known)
            search = self._search[freed] = Lazy(scene, self.blocks, self.reach, self.relevant, freed=freed)
        return search

    def _leaves(self, order: Order, freed: str) -> tuple[dict[Outcome, Orders], bool]:
        """The outcomes by a reading, and whether the other reading may give others."""
        kept = self._ways.get((order, freed))
        if kept is not None:
            return kept
        assert self.game is not None
        search = self._searching(freed)
        steps, found = search.steps, dict[Outcome, Orders]()
        for leaf in search.leaves(order):
            outcome = self.setting.ask(_seen(self.game, leaf.view, leaf.copiable))
            if outcome not in found:
                found[outcome] = self.orders_of(leaf.order)
        self.steps += search.steps - steps
        self._ways[order, freed] = found, search.differs
        return found, search.differs

    def orders_of(self, order: Order) -> Orders:
        """Complete orders of the listed events that fit a partial order of blocks."""
        placed: dict[str, list[int]] = {}
        for place in order.extension():
            name, index = self._events[place]
            placed.setdefault(name, []).append(index)
        found: Orders = {}
        for unknown in self.setting.orders:
            known = placed.get(unknown.name, [])
            others = [index for index in range(len(unknown.domain[0])) if index not in known]
            found[unknown.name] = (*others, *known)
        return found

    def _every(self) -> Iterator[tuple[Orders, Outcome]]:
        """Every order with its outcome, each followed by itself, and each way of what is kept by choice; worlds that
        the rules exclude are left out."""
        if self._table is None:
            setting = self.setting
            check_size(setting.orders, [len(each.domain) for each in setting.orders], MAX_WORLDS)
            table: list[tuple[Orders, Outcome]] = []
            excluded: Excluded | None = self.excluded
            for combined in itertools.product(*(each.domain for each in setting.orders)):
                orders = {each.name: order for each, order in zip(setting.orders, combined, strict=True)}
                for known, followed in self._ends(orders):
                    if isinstance(followed, Excluded):
                        excluded = followed
                        continue
                    game, _ = followed
                    if not allowed(setting.scenario, game):
                        continue
                    outcome = setting.ask(game)
                    if game.derivation().waited and outcome != setting.ask(_reread(game)):
                        raise Undecided(_TWO_READINGS)
                    table.append((known, outcome))
            self._table, self.excluded = table, excluded
        yield from self._table


def kept_in(orders: Orders) -> frozenset[str]:
    """The labels of what is kept by choice in a world."""
    return frozenset(each for name, kept in orders.items() if name.endswith(f".{KEEPS}") for each in kept)


def _fits(orders: Orders, pairs: list[Pair]) -> bool:
    return all(orders[name].index(one) < orders[name].index(other) for name, one, other in pairs)


def _seen(game: Game, view: Any, copiable: Any) -> Game:
    """The game with another view in the place of its own."""
    other = copy.copy(game)
    derivation = copy.copy(game.derivation())
    derivation.scene = copy.copy(derivation.scene)
    derivation.scene.view, derivation.copiable = view, copiable
    other._kept = (game.situation, derivation)
    return other


def _reread(game: Game) -> Game:
    """The game by the other reading of when an effect applies that others held back."""
    derivation = Derivation(Scene(game.situation, game.edition, game.last_known), freed="at_once")
    derivation.run()
    return _seen(game, derivation.scene.view, derivation.copiable)


def frozen(value: Any) -> Any:
    """Plain data as something that can be compared and hashed."""
    return json.dumps(value, sort_keys=True) if isinstance(value, dict | list) else value
