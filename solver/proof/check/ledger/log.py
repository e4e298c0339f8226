"""The log of a proof checked by itself: every change can be made where it stands and rests on the one before it, what
is derived is so at that moment, and no state-based action is made up or left out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from layerproof.kb.model.situation import PlayerState, Situation
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.state_based import applies, state_based_actions
from layerproof.kb.scenario.scenario import Scenario
from layerproof.solver.proof.check.deriving import derive
from layerproof.solver.proof.check.ledger.clauses import fault_of_cause, fault_of_change
from layerproof.solver.proof.check.ledger.premises import Premises
from layerproof.solver.proof.check.ledger.replay import BadChange, Ledger, where_different
from layerproof.solver.proof.check.ledger.state_based import LOSES, facts_of_player, fault_of, left_out
from layerproof.solver.proof.check.ledger.turn_based import lasts_too_long, stays_tapped
from layerproof.solver.proof.check.view import View, plain
from layerproof.solver.proof.check.world import World

Step = dict[str, Any]
# Before steps of these rules all must be at rest: a player has priority, or had it.
_AT_REST = ("resolve.top", "step.all_pass", "priority.passed")


# Of which counters a state-based action says how many there are.
_COUNTED = {"state_based.loyalty": "loyalty", "state_based.battle": "defense", "state_based.saga": "lore"}
# Rules by which a new object is what has left another zone.
_MOVES = ("zone_change.new_object", "cast.propose", "meld", "token.from_spell_copy")


class BadStep(Exception):
    """A step of a log that is not right: its number, and why."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"step {number}: {why}")
        self.number, self.why = number, why


class LogCheck:
    """A log looked through from its first step to its last."""

    def __init__(self, scenario: Scenario, edition: Edition, reached: Sequence[Situation] = ()) -> None:
        """reached: the situation after each entry of the scenario, as playing it again has found it."""
        self.scenario, self.edition, self.reached = scenario, edition, reached
        self.timeline = json.loads(scenario.source).get("timeline") or []
        sizes = dict(scenario.library_size)
        self.ledger = Ledger(tuple(PlayerState(name, unlisted=sizes.get(name)) for name in scenario.players))
        self.steps: list[Step] = []
        self.rests = Premises()
        self.given = 0
        self.owed: dict[int, tuple[str, int | str]] = {}
        self.judged: set[tuple[int, int | str]] = set()
        self.claimed: set[int] = set()
        self.became: dict[int, list[int]] = {}
        self.untaps: frozenset[int] = frozenset()
        self._known: View = {}
        self._view: View | None = None

    def check(self, steps: list[Step]) -> Situation:
        """The situation at the end of a log. Raises BadStep for the first step that is not right."""
        for number, step in enumerate(steps, 1):
            if step["id"] != number or any(not 0 < each < number for each in step["premises"]):
                raise BadStep(number, "its id is wrong, or it rests on what does not stand before it")
            self.steps.append(step)
            self._refuse_premises(number, step)
            self.rests.add(step)
            self._one(number, step)
        self._at_rest(len(steps) + 1)
        if self.given != len(self.timeline):
            raise BadStep(len(steps) + 1, "an entry of the scenario is left out")
        if self.reached:
            self._compare(len(steps) + 1, self.reached[-1])
        return self.ledger.situation()

    def _refuse_premises(self, number: int, step: Step) -> None:
        said = step["conclusion"]
        others = self.rests.of(step)
        match step["kind"]:
            case "change":
                others = [self.rests.latest.get(_about(said["change"])), *self._left(number, step)]
            case "characteristic":
                others = [self.rests.latest.get(each) for each in self._applied_to(said["object"])]
            case "state-based":
                others = self._decided(step, said)
        fault = self.rests.fault(step, others)
        if fault:
            raise BadStep(number, fault)

    def _left(self, number: int, step: Step) -> list[int]:
        """The steps by which what a new object was has left: of the same owner, by the same cause, once for each object
        unless that was made of several cards (rule key zone_change.new_object)."""
        found = [each for each in step["premises"] if "gone" in self._change_of(each)]
        new = step["conclusion"]["change"].get("new")
        if new is None or step["rule"] not in _MOVES:
            return []
        for each in found:
            was = self.ledger.gone[self._change_of(each)["gone"]]
            once = not was.components and not was.melded
            if was.owner != new["owner"] or (once and each in self.claimed):
                raise BadStep(number, "it is not what left")
            if self._causes(self.steps[each - 1]) != self._causes(step):
                raise BadStep(number, "what it was has left by another cause")
            self.claimed.add(each)
            self.became.setdefault(each, []).append(new["id"])
        if not found:
            raise BadStep(number, "nothing has left that it could have been")
        return found

    def _causes(self, step: Step) -> set[int]:
        rests = step["premises"]
        return {each for each in rests if self.steps[each - 1]["kind"] not in ("change", "replaced")}

    def _change_of(self, number: int) -> dict[str, Any]:
        change: dict[str, Any] = self.steps[number - 1]["conclusion"].get("change") or {}
        return change

    def _applied_to(self, identifier: int) -> set[tuple[str, int | str]]:
        """What the characteristics of an object follow from: itself, and the effects that apply to it with the objects
        they come from."""
        found: set[tuple[str, int | str]] = {("object", identifier)}
        for kind, _, said in derive(self._world(), recorded=True).steps:
            if kind == "affects" and identifier in said["objects"]:
                first, *rest = said["part"].replace(".", " ").split()
                found.add(("effect", int(rest[0])) if first == "effect" else ("object", int(first)))
        return found

    def _decided(self, step: Step, said: dict[str, Any]) -> list[int | None]:
        """What a state-based action follows from: what the object was, what was derived of it right before, and the
        damage marked on it."""
        about = ("object", said["object"])
        others = [self.rests.latest.get(about)]
        before = self.steps[-2] if len(self.steps) > 1 else step
        if before["kind"] == "characteristic" and before["conclusion"]["object"] == said["object"]:
            others.append(before["id"])
        field = {"state_based.lethal_damage": "damage", "state_based.deathtouch": "deathtouched"}.get(step["rule"])
        return [*others, None if field is None else self.rests.setting(about, field)]

    def _one(self, number: int, step: Step) -> None:
        said = step["conclusion"]
        if step["kind"] == "given" or step["rule"] in _AT_REST:
            self._at_rest(number)
        match step["kind"]:
            case "given":
                self._given(number, said)
            case "change":
                self._change(number, step, said["change"])
            case "cause":
                above = [self.steps[each - 1] for each in step["premises"]]
                above = [each for each in above if each["kind"] not in ("change", "permitted")]
                fault = fault_of_cause(step, above, self.ledger)
                if fault:
                    raise BadStep(number, fault)
                if step["rule"] == "turn.untap":
                    self.untaps = stays_tapped(self.ledger, self.view(), said["player"])
            case "characteristic":
                self._derived(number, said)
            case "state-based":
                self._state_based(number, step, said)
            case "resolved" if said["what"] in LOSES:
                self._loses(number, step, said)
            case "replaced":
                self._replaced(said)

    def _given(self, number: int, said: dict[str, Any]) -> None:
        """An entry of the scenario is the next one; all before it has led to where playing it again leads."""
        entry = self.timeline[self.given : self.given + 1]
        if type(said.get("event")) is not int or [said] != [{"event": self.given, "says": each} for each in entry]:
            raise BadStep(number, "it is not the next entry of the scenario")
        if self.given and self.given <= len(self.reached):
            self._compare(number, self.reached[self.given - 1])
        self.given += 1

    def _compare(self, number: int, other: Situation) -> None:
        different = where_different(self.ledger.situation(), other)
        if different:
            raise BadStep(number, f"the log leads elsewhere: {different}")

    def _change(self, number: int, step: Step, change: dict[str, Any]) -> None:
        about = _about(change)
        causes = [self.steps[each - 1] for each in step["premises"] if self.steps[each - 1]["kind"] != "change"]
        fault = fault_of_change(step, causes, self.ledger)
        if fault:
            raise BadStep(number, fault)
        if {"deathtouched", "drew_nothing"} & set(change.get("set", ())) and step["rule"].startswith("state_based."):
            self._is_checked_no_more(number, step, about[1])
        if "turn" in change.get("game", {}):
            for what in lasts_too_long(self.ledger):
                raise BadStep(number, f"a turn begins, and {what}")
        if "step" in change.get("game", {}):
            self._has_untapped(number)
        if "gone" in change:
            # What leaves is last known as it was.
            self._known = {**self._known, **{each: entry for each, entry in self.view().items() if each == about[1]}}
        try:
            self.ledger.apply(change)
        except BadChange as error:
            raise BadStep(number, str(error)) from None
        fields = change.get("set") or change.get("game") or ()
        self.rests.changed(number, about, fields, whole="new" in change or "begins" in change)
        self._view = None
        self._pay(step, about, gone="gone" in change)

    def _pay(self, step: Step, about: tuple[str, int | str], gone: bool) -> None:
        """A consequence that is due happens by a change that rests on its cause, or cannot happen any more, since what
        it was due for has gone at the same moment (rule key zone_change.contradictory)."""
        for number, due in list(self.owed.items()):
            if due[1] == about[1] and (number in step["premises"] or gone):
                del self.owed[number]

    def _derived(self, number: int, said: dict[str, Any]) -> None:
        entry = self.view().get(said["object"])
        values = {} if entry is None else plain(entry, self.edition)
        if entry is None or not said["values"]:
            raise BadStep(number, "nothing is derived of what is not there")
        if any(values.get(field, "") != value for field, value in said["values"].items()):
            raise BadStep(number, "what it says is not what follows from the changes before it")

    def _state_based(self, number: int, step: Step, said: dict[str, Any]) -> None:
        item = self.ledger.objects.get(said["object"])
        if not self._rests_on(step, "state_based.performed"):
            raise BadStep(number, "state-based actions were not checked then")
        if item is None:
            raise BadStep(number, "it is about what is not there")
        rule = step["rule"]
        if rule.startswith("state_based."):
            fault = fault_of(rule, item, self.view().get(item.id))
            if fault:
                raise BadStep(number, fault)
        counted = _COUNTED.get(rule)
        decisive: dict[str, Any] = {"damage": item.damage, "attached_to": item.attached_to}
        decisive["counters"] = sum(each.number for each in item.counters if each.kind == counted)
        if any(type(value) is bool or decisive.get(key, "") != value for key, value in said.items() if key != "object"):
            raise BadStep(number, "what it says of the object is not so")
        self._judge(number, step, item.id)

    def _loses(self, number: int, step: Step, said: dict[str, Any]) -> None:
        player = self.ledger.players.get(said["player"])
        row = state_based_actions()[LOSES[said["what"]]]
        if player is None or player.lost or not applies(row, facts_of_player(player)):
            raise BadStep(number, "the player does not lose by this")
        self._judge(number, step, player.name)

    def _has_untapped(self, number: int) -> None:
        """Once the untap step is over, what was to untap in it has untapped, or an effect did something else."""
        for each in self.untaps:
            item = self.ledger.objects.get(each)
            if item is not None and item.tapped:
                raise BadStep(number, f"{item.label or each} did not untap")
        self.untaps = frozenset()

    def _is_checked_no_more(self, number: int, step: Step, what: int | str) -> None:
        """Damage by a source with deathtouch, and a draw from an empty library, count for the first check after them
        alone: at that one the action applies, or nothing lets it."""
        checks = [each for each in step["premises"] if self.steps[each - 1]["rule"] == "state_based.performed"]
        if not checks:
            raise BadStep(number, "state-based actions were not checked then")
        due = [(rule, it) for rule, it in left_out(self.ledger, self.view(), self.edition) if it == what]
        if any(rule == step["rule"] for rule, _ in due) and not self.judged & {(each, what) for each in checks}:
            raise BadStep(number, f"{step['rule']} applies to {what}, and was left out")

    def _judge(self, number: int, step: Step, what: int | str) -> None:
        self.owed[number] = (step["rule"], what)
        self.judged |= {(each, what) for each in step["premises"]}

    def _replaced(self, said: dict[str, Any]) -> None:
        """Something else happens to what a consequence was due for."""
        about = {said["would"].get("object"), said["would"].get("player")} - {None}
        self.untaps -= {each for each in about if isinstance(each, int)}
        self.owed = {number: due for number, due in self.owed.items() if due[1] not in about}

    def _rests_on(self, step: Step, rule: str) -> bool:
        return any(self.steps[each - 1]["rule"] == rule for each in step["premises"])

    def _at_rest(self, number: int) -> None:
        """Nothing that state-based actions would do is left, and each that applied has done it."""
        self._has_untapped(number)
        for rule, what in self.owed.values():
            raise BadStep(number, f"{rule} applied to {what}, and nothing came of it")
        if self.scenario.state_based_actions and self.steps[:-1]:
            for rule, what in left_out(self.ledger, self.view(), self.edition):
                raise BadStep(number, f"{rule} applies to {what}, and was left out")

    def view(self) -> View:
        """The characteristics of all objects after the changes so far."""
        if self._view is None:
            self._view = derive(self._world()).view
        return self._view

    def _world(self) -> World:
        return World(self.ledger.situation(), self.edition, self._known)


def _about(change: dict[str, Any]) -> tuple[str, int | str]:
    form = next(iter(change))
    match form:
        case "new":
            return "object", change[form]["id"]
        case "begins":
            return "effect", change[form]["id"]
        case "gone" | "object":
            return "object", change[form]
        case "ends" | "effect":
            return "effect", change[form]
        case "player":
            return "player", change[form]
    return "game", ""
