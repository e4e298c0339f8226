"""The state of a replay: the records of a situation while a timeline is followed, and what has been seen leave."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from layerproof.kb.model.effect import Until
from layerproof.kb.model.modification import Modification, StaysAway
from layerproof.kb.model.occurrence import CounterChange, LifeChange, Occurrence
from layerproof.kb.model.situation import Counters, GameObject, InForce, PlayerState, Situation
from layerproof.kb.rulebook.edition import Edition
from layerproof.solver.proof.check.agenda import Agenda
from layerproof.solver.proof.check.chronicle import Chronicle, Picture
from layerproof.solver.proof.check.delayed import Waiting
from layerproof.solver.proof.check.deriving import Derivation, derive
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.view import Entry, View
from layerproof.solver.proof.check.world import Says, World

replace = msgspec.structs.replace


class Game:
    """A game as it is replayed.

    It holds the records of the situation, which it replaces and never changes in place, the labels, the entries of
    objects that have left, and the derivation of the present situation, which is worked out once.

    owed: what is to return since something left. eves: all as it was just before an object left, or enters. had: the
    effects that led to the instructions being followed. preferred: the labels of what is chosen first among replacement
    effects. besides: instructions of effects that are still to be followed. notes: the applications of such effects at
    this moment. checks: how often state-based actions were checked. world_since: at which of these checks each
    permanent was first seen with the supertype world. at_once: what arrived at one moment by the latest event.
    chronicle: what the present event brings about, where asked; past: those of earlier events; waiting: the delayed
    abilities that were created. priority: who has it, if that is followed; passed: how many passed. since: who controls
    each permanent, from which turn on. latest_turn: of each player. mana: the mana in pools, as the scenario gives it.
    granted: steps about permissions of the latest action. skipped: words that were passed over. agenda: what is to be
    put on the stack. castings: what is still to be cast. spells_this_turn: how many were cast, where the scenario tells
    of all; cards_this_turn: how many each player drew. under_way: whether anything has happened. damage_is_next:
    whether the next entry assigns combat damage. shows: what is still to be shown as it is drawn.
    """

    def __init__(self, edition: Edition, players: tuple[str, ...], libraries: dict[str, int] | None = None) -> None:
        self.edition = edition
        self.players = {name: PlayerState(name, unlisted=(libraries or {}).get(name)) for name in players}
        self.objects: dict[int, GameObject] = {}
        self.gone: dict[int, GameObject] = {}
        self.effects: dict[int, InForce] = {}
        self.active, self.turn = players[0], 1
        self.step: str | None = None
        self.clock, self.next_id = 0, 1
        self.labels: dict[str, int] = {}
        self.keeps: tuple[str, ...] = ()
        self.known: dict[int, Entry] = {}
        self.unsure: set[str] = set()
        self.became: dict[int, int] = {}
        self.parts: dict[int, tuple[int, ...]] = {}
        self.went: dict[int, str] = {}
        self.damage_rules = False
        self.chosen_orders = False
        self.arriving: set[int] = set()
        self.eves: dict[int, tuple[World, View]] = {}
        self.owed: list[int] = []
        self.had: frozenset[str] = frozenset()
        self.preferred: tuple[str, ...] = ()
        self.hosts: tuple[str, ...] = ()
        self.notes: list[dict[str, Any]] = []
        self.deeds: list[dict[str, Any]] = []
        self.given_up: list[int] = []
        self.tapped_ones: list[int] = []
        self.besides: list[Any] = []
        self.checks = 0
        self.world_since: dict[int, int] = {}
        self.at_once: set[int] = set()
        self.put_lately: set[int] = set()
        self.chronicle: Chronicle | None = None
        self.past: list[Chronicle] = []
        self.reached: list[Situation] = []
        self.waiting: list[Waiting] = []
        self.priority: str | None = None
        self.passed = 0
        self.strikes, self.struck = 0, tuple[int, ...]()
        self.since: dict[int, tuple[str, int]] = {}
        self.latest_turn: dict[str, int] = {}
        self.modes_had: dict[tuple[int, tuple[str, ...], int], int] = {}
        self.mana: dict[str, str] = {}
        self.granted: list[Any] = []
        self.skipped: list[str] = []
        self.agenda = Agenda()
        self.castings: list[Any] = []
        self.spells_this_turn: int | None = None
        self.cards_this_turn = dict[str, int]()
        self.under_way = self.damage_is_next = False
        self.shows: list[str] | None = None
        self._moment: Derivation | None = None
        self._moment_world: World | None = None
        self._derived: Derivation | None = None

    def fork(self) -> Game:
        """A game that is as this one; what happens in one of them does not happen in the other."""
        other = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, dict | list | set):
                setattr(other, name, value.copy())
        # What is only tried is nothing that happened.
        other.chronicle = None
        other.agenda = self.agenda.twin()
        return other

    def twin(self) -> Game:
        """A game that goes on as this one does, so that what happens in it is chronicled too."""
        other = self.fork()
        if self.chronicle is not None:
            other.chronicle = self.chronicle.twin(other.picture)
        return other

    # --- looking ---

    def situation(self) -> Situation:
        """The present situation as a record."""
        return Situation(
            players=tuple(self.players.values()),
            objects=tuple(self.objects[each] for each in sorted(self.objects)),
            gone=tuple(self.gone[each] for each in sorted(self.gone)),
            effects=tuple(self.effects[each] for each in sorted(self.effects)),
            active=self.active,
            step=self.step,
            turn=self.turn,
            clock=self.clock,
            next_id=self.next_id,
            priority=self.priority,
            passed=self.passed,
            strikes=self.strikes,
            struck=self.struck,
        )

    def world(self, own_effects_of: int | None = None, left_out: frozenset[int] = frozenset()) -> World:
        """The present situation for reading."""
        return World(self.situation(), self.edition, self.known, frozenset(self.unsure), own_effects_of, left_out)

    def derived(self) -> Derivation:
        """The derivation of the present situation."""
        if self._derived is None:
            self._derived = derive(self.world())
        return self._derived

    @property
    def view(self) -> View:
        """The characteristics of all objects at present."""
        return self.derived().view

    @property
    def before(self) -> View:
        """The characteristics of all objects before anything left that leaves at this moment."""
        return (self._moment or self.derived()).view

    def just_before(self, identifier: int | None) -> tuple[World, View]:
        """The situation and the view by which it is asked what changes an event about an object: as all was before the
        present moment, or as it is for what is there only since."""
        moment = self._moment
        if moment is None or self._moment_world is None or (identifier is not None and identifier not in moment.view):
            return self.world(), self.view
        return self._moment_world, moment.view

    def copiable(self, identifier: int) -> Entry | None:
        """The copiable values of an object, or those it last had."""
        return self.derived().copiable.get(identifier) or self.known.get(identifier)

    def reader(self, says: Says) -> Reader:
        """A reader of the present view."""
        return Reader(self.world(), self.view, says)

    def labelled(self, label: str) -> int:
        """The identifier of the object that a label means. Raises Incomplete for a label that nothing has."""
        if label not in self.labels:
            raise Incomplete(f"the label {label!r}, which no object has")
        return self.labels[label]

    def target(self, name: str) -> int | str:
        """What a label or the name of a player means."""
        return self.labels[name] if name in self.labels else name if name in self.players else self.labelled(name)

    def see_control(self) -> None:
        """Keep in mind from which turn on each permanent is controlled by the player who controls it now."""
        self.latest_turn[self.active] = self.turn
        for entry in self.view.values():
            if entry.battlefield and self.since.get(entry.id, ("", 0))[0] != entry.controller:
                self.since[entry.id] = (entry.controller, self.turn)

    # --- changing ---

    def take_besides(self) -> list[Any]:
        """What effects do besides that has been left to be done; nothing is left afterwards."""
        besides, self.besides = self.besides, []
        return besides

    def kept(self) -> dict[str, Any]:
        """All that may change, as it is, to be restored where something turns out not to happen."""
        return {
            key: value.copy() if isinstance(value, dict | list | set) else value
            for key, value in vars(self).items()
            if key not in ("notes", "deeds", "_derived")
        }

    def restore(self, kept: dict[str, Any]) -> None:
        """Let all be as it was kept."""
        vars(self).update(kept)
        self.touched()

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """Let everything within leave at one moment: it is last known as it was before any of it left."""
        outer, world = self._moment, self._moment_world
        if outer is None:
            self._moment, self._moment_world = self.derived(), self.world()
        try:
            with self.beat():
                yield
        finally:
            self._moment, self._moment_world = outer, world

    @contextmanager
    def beat(self) -> Iterator[None]:
        """Let everything that is told within happen at one instant."""
        if self.chronicle is None:
            yield
            return
        with self.chronicle.beat():
            yield

    def tell(self, what: Occurrence) -> None:
        """Say that something happened, within a beat, if anyone asks."""
        if self.chronicle is not None:
            self.chronicle.tell(what)

    def done(self, what: str, player: str | None = None, *objects: int) -> None:
        """Note what was chosen or done in a resolution, of which the proof has a step (RESOLVED of `step_rules`)."""
        self.deeds.append({"what": what, "player": player, "objects": list(objects)})

    def watch(self) -> None:
        """Begin to keep a chronicle of the next event."""
        self.close()
        self.agenda.beats = 0
        self.chronicle = Chronicle(self.picture)

    def close(self) -> None:
        """End the chronicle of an event, which is kept."""
        if self.chronicle is not None:
            self.past.append(self.chronicle)
            self.chronicle = None

    def picture(self) -> Picture:
        """A picture of the present instant."""
        return Picture(World(self.situation(), self.edition, dict(self.known), frozenset(self.unsure)))

    def label_new(self, labels: tuple[str, ...], first: int) -> None:
        """Give labels, in order, to the objects that a resolution made: those on the battlefield or the stack if there
        are enough of them, else all that are still there. first: the first identifier that counts as new."""
        new = [each for each in sorted(self.objects) if each >= first]
        shown = [each for each in new if self.objects[each].zone in ("battlefield", "stack")]
        if len(labels) > len(new):
            raise ValueError(f"nothing is made for the label {labels[len(new)]!r}")
        for label, identifier in zip(labels, shown if len(shown) >= len(labels) else new, strict=False):
            self.change(identifier, label=label)
            self.labels[label] = identifier

    def stamp(self) -> int:
        """A new timestamp."""
        self.clock += 1
        return self.clock

    def number(self) -> int:
        """A new identifier."""
        self.next_id += 1
        return self.next_id - 1

    def touched(self) -> None:
        """Forget the derivation, since something has changed."""
        self._derived = None

    def add(self, obj: GameObject) -> None:
        """Put a new object into the game, with its label."""
        self.objects[obj.id] = obj
        if obj.label is not None:
            self.labels[obj.label] = obj.id
        self.touched()

    def change(self, identifier: int, **fields: Any) -> None:
        """Change fields of an object that is there."""
        self.objects[identifier] = replace(self.objects[identifier], **fields)
        self.touched()

    def depart(self, identifier: int, seen: View) -> GameObject:
        """Take an object out of its zone; its record and its last known characteristics are kept.

        seen: the view at the moment before it leaves. Effects that last until it leaves end; what stays
        away until then is owed.
        """
        self.eves[identifier] = self.just_before(None)
        obj = self.objects.pop(identifier)
        self.gone[identifier] = obj
        copiable = self.derived_copiable(identifier)
        if self._moment is not None and identifier in self._moment.view:
            seen, copiable = self._moment.view, self._moment.copiable[identifier].card
        if identifier in seen:
            self.known[identifier] = seen[identifier] if copiable is None else replace(seen[identifier], card=copiable)
        for effect in list(self.effects.values()):
            until = effect.duration.when if isinstance(effect.duration, Until) else ""
            if (until == "source leaves" and effect.source == identifier) or (
                until == "host leaves" and effect.objects == (identifier,)
            ):
                self.end(effect.id)
                if any(isinstance(mod, StaysAway) for mod in effect.mods):
                    self.owed.extend(effect.objects or ())
        self.touched()
        return obj

    def derived_copiable(self, identifier: int) -> Any:
        """The card record of the copiable values of an object, if it was derived."""
        if self._derived is None or identifier not in self._derived.copiable:
            return None
        return self._derived.copiable[identifier].card

    def begin(
        self,
        mods: tuple[Modification, ...],
        objects: tuple[int, ...] | None,
        controller: str,
        source: int | None,
        **fields: Any,
    ) -> int:
        """Let a continuous effect begin: a new identifier, then a new timestamp if none is given."""
        identifier = self.number()
        if "timestamp" not in fields:
            fields["timestamp"] = self.stamp()
        self.effects[identifier] = InForce(
            id=identifier,
            controller=controller,
            mods=mods,
            objects=objects,
            source=source,
            **fields,
        )
        self.touched()
        return identifier

    def end(self, identifier: int) -> None:
        """Let an effect in force end."""
        self.effects.pop(identifier, None)
        self.touched()

    def counters_of(self, identifier: int) -> dict[str, int]:
        """How many counters of each kind are on an object."""
        return {each.kind: each.number for each in self.objects[identifier].counters}

    def put(self, identifier: int, kind: str, many: int) -> None:
        """Put counters on an object: added to those of the kind there, all with one new timestamp."""
        if many <= 0 or identifier not in self.objects:
            return
        counters = list(self.objects[identifier].counters)
        stamp = self.stamp()
        for place, each in enumerate(counters):
            if each.kind == kind:
                counters[place] = Counters(kind, each.number + many, stamp)
                break
        else:
            counters.append(Counters(kind, many, stamp))
        with self.beat():
            self.change(identifier, counters=tuple(counters))
            self.tell(CounterChange(identifier, kind, many))

    def remove(self, identifier: int, kind: str, many: int | None) -> None:
        """Remove counters of a kind from an object, all of them where no number is given."""
        kept = []
        had = left = self.counters_of(identifier).get(kind, 0)
        for each in self.objects[identifier].counters:
            if each.kind == kind:
                left = 0 if many is None else max(each.number - many, 0)
                each = replace(each, number=left)
            if each.number > 0:
                kept.append(each)
        with self.beat():
            self.change(identifier, counters=tuple(kept))
            if left < had:
                self.tell(CounterChange(identifier, kind, left - had))

    def set_player(self, name: str, **fields: Any) -> None:
        """Change fields of a player; another life total is life gained or lost."""
        before = self.players[name].life
        with self.beat():
            self.players[name] = replace(self.players[name], **fields)
            self.touched()
            if self.players[name].life != before:
                self.tell(LifeChange(name, self.players[name].life - before))
