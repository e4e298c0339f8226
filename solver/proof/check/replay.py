"""A scenario replayed from beginning to end, with the steps that a proof of it must have."""

from __future__ import annotations

import json
from typing import Any

from layerproof.kb.model.ability import Opaque
from layerproof.kb.model.effect import While
from layerproof.kb.model.situation import Situation
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.scenario.scenario import Scenario
from layerproof.solver.proof.check.changes import changes
from layerproof.solver.proof.check.deriving import Step, derive
from layerproof.solver.proof.check.events import perform
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.premises import Premises, of_history
from layerproof.solver.proof.check.state_based import found_actions
from layerproof.solver.proof.check.state_based import perform as perform_actions
from layerproof.solver.proof.check.view import View, plain
from layerproof.solver.proof.check.world import Says

_ROUNDS = 100


class Replay:
    """What a replay comes to: the final situation, the final view, the labels, the steps and the premises of each.

    game: for claims, with what was last known of objects that have left.
    """

    def __init__(
        self, game: Game, situation: Situation, view: View, steps: list[Step], premises: list[Premises]
    ) -> None:
        self.game, self.situation, self.view, self.steps, self.premises = game, situation, view, steps, premises

    def by_label(self) -> dict[str, dict[str, Any]]:
        """The view as plain data by label; an object that has left is shown as it was last known."""
        shown = {}
        for label, identifier in self.game.labels.items():
            entry = self.view.get(identifier) or self.game.known.get(identifier)
            if entry is not None:
                shown[label] = plain(entry, self.game.edition)
        return shown


def replay(scenario: Scenario, edition: Edition, chosen_orders: bool = False) -> Replay:
    """Replay a scenario under an edition, by the checker's own semantics.

    chosen_orders: what happens at one moment stands in the order that the players have chosen, as in a world.
    Returns the final situation and view and the expected steps up to `final`, as triples of kind, rule key and
    conclusion. Raises Incomplete for what is not modelled or left open. It does not promise that what happens was
    legal; events say what happened.

    >>> from layerproof.kb.rulebook.edition import load_edition
    >>> from layerproof.kb.scenario.read import parse_scenarios
    >>> text = "scenario: A bear\\ntimeline: [{enters: Grizzly Bears, as: bear}]\\n"
    >>> found = replay(parse_scenarios(text).scenarios[0], load_edition("current"))
    >>> found.by_label()["bear"]["power"]
    2
    """
    if scenario.unknowns:
        raise Incomplete("a scenario with unknowns, which is many worlds")
    game = Game(edition, scenario.players)
    game.chosen_orders = chosen_orders
    says = json.loads(scenario.source).get("timeline") or []
    steps: list[Step] = [("given", "given", {"event": index, "says": each}) for index, each in enumerate(says, FIRST)]
    for index, event in enumerate(scenario.timeline):
        before = game.situation()
        game.at_once.clear()
        perform(game, event)
        game.arriving.clear()
        steps.extend(_event_steps(before, game, index + FIRST))
        steps.extend(_afterwards(game, scenario.state_based_actions))
        if game.owed:
            raise Incomplete("cards that return when something leaves")
        _refuse_what_may_interfere(game)
    found = derive(game.world(), recorded=True)
    rests = [tuple(each + len(steps) for each in premises) for premises in found.premises]
    return Replay(game, game.situation(), found.view, steps + found.steps, of_history(steps) + rests)


# Events are counted as they stand in the timeline, from this number on.
FIRST = 0


def _event_steps(before: Situation, game: Game, index: int | None) -> list[Step]:
    found = changes(before, game.situation(), game.edition)
    return [("event", rule, {"event": index, "change": change}) for rule, change in found]


def _afterwards(game: Game, state_based_actions: bool) -> list[Step]:
    """What ends by itself and, where they are performed, the state-based actions that then apply: a round, and again
    until nothing changes. Damage with deathtouch counts at the first check after it only."""
    steps: list[Step] = []
    for _ in range(_ROUNDS):
        before = game.situation()
        _durations(game)
        if state_based_actions:
            actions = found_actions(game)
            for obj in [each for each in game.objects.values() if each.deathtouched]:
                game.change(obj.id, deathtouched=False)
            if actions:
                perform_actions(game, actions)
        if game.situation() == before:
            return steps
        steps.extend(_event_steps(before, game, None))
    raise Incomplete("state-based actions that never come to an end")


def _durations(game: Game) -> None:
    """Let effects end whose duration is a condition that no longer holds."""
    for effect in list(game.effects.values()):
        if isinstance(effect.duration, While):
            says = Says(effect.source, controller=effect.controller)
            it = effect.objects[0] if effect.objects else None
            if not game.reader(says).holds(effect.duration.condition, it):
                game.end(effect.id)


def _refuse_what_may_interfere(game: Game) -> None:
    """Refuse where an ability on the battlefield that is not modelled may change what happens to objects."""
    for entry in game.view.values():
        for instance in entry.abilities if entry.battlefield else ():
            if isinstance(instance.ability, Opaque) and "objects" in instance.ability.touches:
                if "damage" in instance.ability.gloss:
                    continue  # Looked at where damage is dealt.
                raise Incomplete(f"an ability of {' // '.join(entry.names)}: {instance.ability.gloss}")
