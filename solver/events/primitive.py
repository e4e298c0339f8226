"""The primitive changes of a game: nothing else changes what there is, and each is a step of the log with its cause."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from layerproof.kb.model.occurrence import CounterChange, LifeChange, Occurrence
from layerproof.kb.model.situation import Counters, GameObject, InForce, Situation
from layerproof.kb.rulebook.clauses import ON_THE_TURN
from layerproof.solver.events.proof_log import OF_THE_TURN, About, Change, ProofLog, Rule, standing_by
from layerproof.solver.layers.view import View, counter_number, entry_plain

if TYPE_CHECKING:
    from layerproof.solver.layers.derive import Derivation

replace = msgspec.structs.replace


class Mark(NamedTuple):
    """How far a game has come: the situation, what the labels mean, the number of steps of its log."""

    situation: Situation
    labels: dict[str, int]
    steps: int


class PrimitiveChanges:
    """What changes the situation of a game. Each method takes the key of the rule by which it happens; without one it
    happens by the rule of the innermost open cause. Raises RuntimeError where no cause is open (`proof.cause`)."""

    situation: Situation
    proof: ProofLog
    last_known: View
    last_copiable: View
    labels: dict[str, int]
    _moment: Derivation | None

    if TYPE_CHECKING:

        def item(self, identifier: int) -> GameObject: ...
        def derivation(self) -> Derivation: ...
        def one_moment(self) -> AbstractContextManager[None]: ...
        def report(self, what: Occurrence) -> None: ...

    # --- what turns out not to happen ----------------------------------------------------------------------------

    def mark(self) -> Mark:
        """How far the game has come, for `undo`."""
        return Mark(self.situation, self.labels.copy(), len(self.proof.steps))

    def undo(self, mark: Mark) -> None:
        """Let everything be as it was: what came since turns out not to happen. The log still says what kept it from
        happening: what was chosen, and what effects made of events."""
        self.situation, self.labels = mark.situation, mark.labels
        said = [each for each in self.proof.steps[mark.steps :] if each.kind in ("resolved", "replaced")]
        self.proof.back_to(mark.steps)
        for kind, rule, says, _ in said:
            assert isinstance(says, dict)
            about: list[About] = [("object", each) for each in says.get("objects", ())]
            about.append(("player", says.get("player") or ""))
            about += [standing_by(says["by"])] if kind == "replaced" else []
            self.proof.add(kind, rule, says, *(self.proof.latest.get(each) for each in about))

    # --- causes ------------------------------------------------------------------------------------------------------

    def because(self, rule: Rule, *rests: int | None, **says: Any) -> AbstractContextManager[int]:
        """The rule by which all that changes within happens; says: to what it applies, by name.

        It rests on the cause that is open, on what the objects that it names were, and on the turn where the rule looks
        at it. rests: numbers of steps that it rests on besides.
        """
        return self.proof.cause("cause", rule, says, *self._named(rule, says), *rests)

    def _named(self, rule: Rule, says: dict[str, Any]) -> list[int | None]:
        named = [says.get("object"), says.get("to")]
        found = [self.proof.about("object", each) for each in named if isinstance(each, int)]
        found += [self.proof.about("player", each) for each in says.get("players", ())]
        return [*found, self.proof.about("game", "")] if rule in ON_THE_TURN else found

    def derived(self, identifier: int, *fields: str) -> int:
        """A step that says what some characteristics of an object are now, on which something that happens rests.

        It rests on what changed the object last, and on the effects that apply to it with the objects they come from.
        """
        derivation = self.derivation()
        values = entry_plain(derivation.scene.view[identifier], derivation.scene.words)
        rests: set[About] = {("object", identifier)}
        for part, objects in derivation.began.values():
            if identifier in objects:
                words = part.name.split()
                rests.add(("effect", int(words[1])) if words[0] == "effect" else ("object", part.source.id or 0))
        says = {"object": identifier, "values": {field: values[field] for field in fields}}
        return self.proof.add(
            "characteristic", "layers.continual", says, *(self.proof.latest.get(each) for each in rests)
        )

    # --- timestamps and identifiers: they order what changes, and are no changes themselves ----------------------

    def tick(self) -> int:
        """Give out the next timestamp."""
        clock = self.situation.clock + 1
        self.situation = replace(self.situation, clock=clock)
        return clock

    def identify(self) -> int:
        """Give out the next identifier."""
        number = self.situation.next_id
        self.situation = replace(self.situation, next_id=number + 1)
        return number

    # --- objects ---------------------------------------------------------------------------------------------------

    def add(self, item: GameObject, rule: Rule | None = None, *rests: int | None) -> None:
        """Put a new object into the situation. rests: the steps by which what it was has left."""
        self.situation = replace(self.situation, objects=(*self.situation.objects, item))
        if item.label is not None:
            self.labels[item.label] = item.id
        self.proof.change(Change("new", ("object", item.id), item), rule, *rests)

    def update(self, identifier: int, rule: Rule | None = None, **fields: Any) -> None:
        """Change fields of an object."""
        objects = []
        for item in self.situation.objects:
            if item.id == identifier:
                self._set("object", ("object", identifier), item, fields, rule)
                item = replace(item, **fields)
            objects.append(item)
        self.situation = replace(self.situation, objects=tuple(objects))

    def remove(self, identifier: int, rule: Rule | None = None) -> GameObject:
        """Take an object out of where it is; it is kept as it last existed."""
        item = self.item(identifier)
        derivation = self._moment or self.derivation()
        entry = derivation.scene.view.get(identifier)
        if entry is not None:
            self.last_known = {**self.last_known, identifier: entry}
            self.last_copiable = {**self.last_copiable, identifier: derivation.copiable[identifier]}
        objects = tuple(each for each in self.situation.objects if each.id != identifier)
        gone = tuple(sorted((*self.situation.gone, item), key=lambda each: each.id))
        self.situation = replace(self.situation, objects=objects, gone=gone)
        self.proof.change(Change("gone", ("object", identifier)), rule)
        return item

    def put_counters(self, identifier: int, kind: str, number: int, rule: Rule = "counter.put") -> None:
        """Put counters on an object: all of the kind get a new timestamp (rule key order.timestamp.counter)."""
        if number <= 0:
            return
        item = self.item(identifier)
        timestamp = self.tick()
        before = sum(each.number for each in item.counters if each.kind == kind)
        new = Counters(kind, before + number, timestamp)
        kept = tuple(new if each.kind == kind else each for each in item.counters)
        with self.one_moment():
            self.update(identifier, rule, counters=kept if before else (*kept, new))
            self.report(CounterChange(identifier, kind, number))

    def remove_counters(self, identifier: int, kind: str, number: int, rule: Rule | None = None) -> None:
        """Remove counters of a kind from an object; at none the kind is gone."""
        there = counter_number(self.item(identifier), kind)
        counters = tuple(
            replace(each, number=each.number - number) if each.kind == kind else each
            for each in self.item(identifier).counters
        )
        with self.one_moment():
            self.update(identifier, rule, counters=tuple(each for each in counters if each.number > 0))
            if there and number > 0:
                self.report(CounterChange(identifier, kind, -min(there, number)))

    # --- continuous effects in force -------------------------------------------------------------------------------

    def begin(self, effect: InForce, rule: Rule | None = None) -> None:
        """Put a continuous effect into force."""
        self.situation = replace(self.situation, effects=(*self.situation.effects, effect))
        self.proof.change(Change("begins", ("effect", effect.id), effect), rule)

    def update_effect(self, identifier: int, rule: Rule | None = None, **fields: Any) -> None:
        """Change fields of a continuous effect in force."""
        effects = []
        for effect in self.situation.effects:
            if effect.id == identifier:
                self._set("effect", ("effect", identifier), effect, fields, rule)
                effect = replace(effect, **fields)
            effects.append(effect)
        self.situation = replace(self.situation, effects=tuple(effects))

    def end_effects(self, ended: Iterable[int], rule: Rule | None = None) -> None:
        """Take continuous effects out of force."""
        over = [each.id for each in self.situation.effects if each.id in set(ended)]
        if over:
            effects = tuple(each for each in self.situation.effects if each.id not in over)
            self.situation = replace(self.situation, effects=effects)
            for each in over:
                self.proof.change(Change("ends", ("effect", each)), rule)

    # --- players and the turn --------------------------------------------------------------------------------------

    def set_player(self, name: str, rule: Rule | None = None, **fields: Any) -> None:
        """Change fields of a player."""
        players = []
        for each in self.situation.players:
            if each.name == name:
                self._set("player", ("player", name), each, fields, rule)
                each = replace(each, **fields)
            players.append(each)
        self.situation = replace(self.situation, players=tuple(players))

    def gain_life(self, name: str, number: int, rule: Rule = "life.change") -> None:
        """A player gains life, or loses it where the number is negative."""
        life = self.situation.player_state(name).life
        with self.one_moment():
            self.set_player(name, rule, life=life + number)
            if number:
                self.report(LifeChange(name, number))

    def set_turn(self, rule: Rule | None = None, **fields: Any) -> None:
        """Change whose turn it is, the step, who has priority, or how far the combat damage is (`OF_THE_TURN`)."""
        assert set(fields) <= set(OF_THE_TURN)
        self._set("game", ("game", ""), self.situation, fields, rule)
        self.situation = replace(self.situation, **fields)

    def _set(
        self, form: str, about: tuple[str, int | str], record: Any, fields: dict[str, Any], rule: Rule | None
    ) -> None:
        """Log the fields that become others than they were."""
        changed = {name: value for name, value in fields.items() if getattr(record, name) != value}
        if changed:
            self.proof.change(Change(form, about, changed), rule)
