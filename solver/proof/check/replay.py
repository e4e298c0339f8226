"""A scenario replayed from beginning to end, with the steps that a proof of it must have."""

from __future__ import annotations

import json
import re
from functools import partial
from typing import Any, get_args

from layerproof.kb.model.ability import Opaque
from layerproof.kb.model.effect import While
from layerproof.kb.model.expression import Both, Condition, Matches, Ref
from layerproof.kb.model.node import mentions
from layerproof.kb.model.situation import Situation
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.step_rules import resolved_rule
from layerproof.kb.scenario.action import Action, Choose, CombatDamage
from layerproof.kb.scenario.event import Tells, Triggers, TurnStep
from layerproof.kb.scenario.scenario import Scenario
from layerproof.solver.proof.check.asking import make_choice
from layerproof.solver.proof.check.bonding import remove_from_combat, unpair, unsettle
from layerproof.solver.proof.check.deriving import Derivation, Step, derive
from layerproof.solver.proof.check.elsewhere import speaks
from layerproof.solver.proof.check.events import perform
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import ForbiddenChoice, Incomplete
from layerproof.solver.proof.check.left_over import let_go
from layerproof.solver.proof.check.losing import checked_for_draws, leave_open, over
from layerproof.solver.proof.check.meantime import damage_at_once, meantime
from layerproof.solver.proof.check.priority import before_priority
from layerproof.solver.proof.check.reflexive import run_following
from layerproof.solver.proof.check.retaining import NotSaidWhichStays
from layerproof.solver.proof.check.state_based import found_actions
from layerproof.solver.proof.check.state_based import perform as perform_actions
from layerproof.solver.proof.check.view import View, plain
from layerproof.solver.proof.check.world import Says

_ROUNDS = 100


class Replay:
    """What a replay comes to: the final situation, the final view, the labels, what was allowed, chosen and replaced on
    the way, and the derivation of the final view.

    looked_through: the log of a proof that was found right, as text, with what looking through it came to.
    game: for claims, with what was last known of objects that have left. otherwise: the replay in which all resolves
    that this one leaves behind, where it was asked for.
    """

    def __init__(self, scenario: Scenario, game: Game, derived: Derivation, steps: list[Step]) -> None:
        self.scenario, self.game, self.derived, self.steps = scenario, game, derived, steps
        self.view: View = derived.view
        self.situation: Situation = game.situation()
        self.reached = tuple(game.reached)
        self.otherwise: Replay | None = None
        self.looked_through: tuple[bytes, Any] | None = None

    def by_label(self) -> dict[str, dict[str, Any]]:
        """The view as plain data by label; an object that has left is shown as it was last known."""
        shown = {}
        for label, identifier in self.game.labels.items():
            entry = self.view.get(identifier) or self.game.known.get(identifier)
            if entry is not None:
                shown[label] = plain(entry, self.game.edition)
        return shown


class Shared:
    """What the worlds of one scenario have in common from the beginning, so that it is replayed once.

    For each event that is shared, as its plain text, the game after it and the steps up to it. It serves one scenario
    under one edition, whose worlds differ in nothing but the events of the timeline.
    """

    def __init__(self) -> None:
        self._known: list[tuple[str, Game, list[Step]]] = []

    def beginning(self, texts: list[str]) -> tuple[Game, list[Step], int] | None:
        """The game, the steps and the number of events of the longest known beginning of a timeline, if there is one.
        What does not belong to it is forgotten."""
        count = 0
        while count < min(len(texts), len(self._known)) and self._known[count][0] == texts[count]:
            count += 1
        del self._known[count:]
        return (self._known[-1][1].twin(), list(self._known[-1][2]), count) if count else None

    def add(self, text: str, game: Game, steps: list[Step]) -> None:
        """Keep what is so after one more event."""
        self._known.append((text, game.twin(), list(steps)))


def replay(
    scenario: Scenario,
    edition: Edition,
    chosen_orders: bool = False,
    shared: Shared | None = None,
    resolving: bool = False,
) -> Replay:
    """Replay a scenario under an edition, by the checker's own semantics.

    chosen_orders: what happens at one moment stands in the order that the players have chosen, as in a world. shared:
    what other worlds of the same scenario had in common, which is not replayed again. resolving: triggered abilities
    resolve that the timeline leaves behind. Returns the final situation and
    view with its derivation, and what was allowed, chosen, replaced and put in order on the way, as triples of kind,
    rule key and conclusion. Raises Incomplete for what
    is not modelled or left open. It does not promise that what happens was legal; events say what happened.

    >>> from layerproof.kb.rulebook.edition import load_edition
    >>> from layerproof.kb.scenario.scenario_file import parse_scenarios
    >>> text = "scenario: A bear\\ntimeline: [{enters: Grizzly Bears, as: bear}]\\n"
    >>> found = replay(parse_scenarios(text).scenarios[0], load_edition("current"))
    >>> found.by_label()["bear"]["power"]
    2
    """
    if scenario.unknowns:
        raise Incomplete("a scenario with unknowns, which is many worlds")
    says = json.loads(scenario.source).get("timeline") or []
    texts = [json.dumps(each) for each in says] if shared is not None else []
    whole = [_text(texts, scenario, index) for index in range(len(texts))]
    known = shared.beginning(whole) if shared is not None else None
    game, steps, first = known or (Game(edition, scenario.players, dict(scenario.library_size)), [], 0)
    game.chosen_orders = chosen_orders
    game.mana = dict(scenario.mana)
    game.agenda.played, game.agenda.resolving = _is_played(scenario), resolving
    game.agenda.checking = scenario.state_based_actions
    watched = game.agenda.played or any(claim.triggers for claim in scenario.claims)
    watched = watched or any(isinstance(each, TurnStep) for each in scenario.timeline[1:])
    for index, event in enumerate(scenario.timeline[first:], first):
        before = game.situation()
        game.agenda.unnamed = None if game.agenda.unnamed is None else game.agenda.unnamed + 1
        game.at_once.clear()
        game.granted.clear()
        if over(game) and not isinstance(event, Tells):
            raise ForbiddenChoice("what would happen in a game that is over")
        game.keeps = event.keeps
        game.damage_is_next = any(isinstance(each, CombatDamage) for each in scenario.timeline[index + 1 : index + 2])
        choice = isinstance(event, Choose)
        game.agenda.later = [each.triggers for each in scenario.timeline[index + 1 :] if isinstance(each, Triggers)]
        game.agenda.acted = any(isinstance(each, get_args(Action)) for each in scenario.timeline[:index])
        earlier = scenario.timeline[:index]
        same = isinstance(event, TurnStep) and event.turn in (None, scenario.players[0])
        game.agenda.listing = same and not any(isinstance(each, (TurnStep, *get_args(Action))) for each in earlier)
        game.agenda.until_turn = game.turn if isinstance(event, TurnStep) and event.turn is not None else 0
        if watched and not choice:
            # A choice belongs to what it is asked by.
            game.watch()
        moves_on = partial(settled, game, state_based_actions=scenario.state_based_actions)
        if isinstance(event, TurnStep) and game.agenda.played:
            let_go(game)
            steps.extend(_noted(game))
        if isinstance(event, (TurnStep, *get_args(Action))):
            steps.extend(meantime(game, event, moves_on))
            before = game.situation()
        if isinstance(event, Choose):
            if index not in game.agenda.ordered:
                make_choice(game, event)
        else:
            perform(game, event)
        only_says = isinstance(event, (Tells, TurnStep, Choose, *get_args(Action)))
        game.under_way = game.under_way or not only_says
        unsettle(game, event, before)
        game.arriving.clear()
        steps.extend(game.granted)
        steps.extend(_noted(game))
        at_rest = partial(_at_rest, game, scenario.state_based_actions, index)
        steps.extend(at_rest())
        if game.owed:
            raise Incomplete("cards that return when something leaves")
        _refuse_what_may_interfere(game)
        steps.extend(damage_at_once(game, event, moves_on))
        while game.agenda.following:
            run_following(game)
            steps.extend(_noted(game))
            steps.extend(at_rest())
            _refuse_what_may_interfere(game)
        if game.agenda.played:
            steps.extend(before_priority(game, scenario, index, at_rest))
        if game.keeps:
            raise Incomplete(f"that {game.keeps[0]} is kept, which is said where no rule asks for it")
        game.see_control()
        game.reached.append(game.situation())
        if shared is not None and index + 1 < len(scenario.timeline):
            shared.add(_text(texts, scenario, index), game, steps)
    return Replay(scenario, game, derive(game.world(), recorded=True), steps)


def _text(texts: list[str], scenario: Scenario, index: int) -> str:
    """An entry as text; where players act, with the choices behind it and whether an action follows, on which it
    depends what is put on the stack."""
    if not _is_played(scenario):
        return texts[index]
    end = index + 1
    while end < len(texts) and isinstance(scenario.timeline[end], Choose):
        end += 1
    acts = end < len(texts) and isinstance(scenario.timeline[end], get_args(Action))
    deals = "damage" if acts and isinstance(scenario.timeline[end], CombatDamage) else "act"
    return "\n".join([*texts[index:end], deals if acts else "end" if end == len(texts) else ""])


def _is_played(scenario: Scenario) -> bool:
    """Whether players act in the timeline of a scenario."""
    return any(isinstance(each, get_args(Action)) for each in scenario.timeline)


def _noted(game: Game) -> list[Step]:
    """The steps of one moment: what was chosen and done, and what replacement effects made of its events."""
    notes, game.notes = game.notes, []
    steps: list[Step] = [("replaced", each.pop("rule"), each) for each in notes]
    deeds, game.deeds = game.deeds, []
    done: list[Step] = [("resolved", resolved_rule(game.edition, each["what"]), each) for each in deeds]
    return done + steps


def _at_rest(game: Game, state_based_actions: bool, index: int) -> list[Step]:
    """The steps of what follows an entry by itself; where a choice is open in it, with the number of the entry."""
    try:
        return _afterwards(game, state_based_actions)
    except NotSaidWhichStays as error:
        error.at = index
        raise


def settled(game: Game, before: Situation, state_based_actions: bool = True) -> list[Step]:
    """The steps of what has changed since a situation, of no entry by itself, and of what follows until all rests."""
    steps = [*_noted(game), *_afterwards(game, state_based_actions)]
    _refuse_what_may_interfere(game)
    return steps


def _afterwards(game: Game, state_based_actions: bool) -> list[Step]:
    """What ends by itself and, where they are performed, the state-based actions that then apply: a round, and again
    until nothing changes. Damage with deathtouch counts at the first check after it only."""
    steps: list[Step] = []
    for _ in range(_ROUNDS):
        before = game.situation()
        unpair(game)
        remove_from_combat(game)
        _durations(game)
        if state_based_actions:
            actions = found_actions(game)
            for obj in [each for each in game.objects.values() if each.deathtouched]:
                game.change(obj.id, deathtouched=False)
            checked_for_draws(game)
            leave_open(game)
            if actions:
                perform_actions(game, actions)
        if game.situation() == before:
            # Where nothing changes nothing has happened, whatever was kept from it.
            game.notes, game.deeds = [], []
            return steps
        steps.extend(_noted(game))
    raise Incomplete("state-based actions that never come to an end")


def _durations(game: Game) -> None:
    """Let effects end whose duration is a condition that no longer holds, or asks about a source that is gone."""
    for effect in list(game.effects.values()):
        if isinstance(effect.duration, While):
            says = Says(effect.source, controller=effect.controller)
            it = effect.objects[0] if effect.objects else None
            own = mentions(effect.duration, lambda node: isinstance(node, Ref) and node.kind in ("self", "host"))
            left = own and effect.source in game.gone
            if left or _asks_of_what_left(game, effect.duration.condition):
                # What has left has no status any more, whatever it last had.
                game.end(effect.id)
            elif not game.reader(says).holds(effect.duration.condition, it):
                game.end(effect.id)


def _asks_of_what_left(game: Game, condition: Condition) -> bool:
    """Whether a condition asks for an object that must be there to fit, and has left."""
    if isinstance(condition, Both):
        return any(_asks_of_what_left(game, each) for each in condition.conditions)
    return isinstance(condition, Matches) and condition.ref.kind == "object" and condition.ref.index in game.gone


# Events before which it is asked what may change them: damage, draws, discards, sacrifices, tokens, what dies or
# enters, the legend rule. The others are in no timeline.
_ASKED_THEN = re.compile(
    r"damage|\blegend rule\b|\bwould (?:draw|die|create|be (?:created|put into a graveyard)|roll|assemble)\b"
    r"|\bwould lose unspent mana\b|\bcauses you to discard\b|\bcause you to [^.]*sacrifice permanents|^as ~ enters\b"
)


def _refuse_what_may_interfere(game: Game) -> None:
    """Refuse where an ability on the battlefield that is not modelled may change what happens to objects."""
    for entry in game.view.values():
        for instance in entry.abilities if speaks(game.objects[entry.id], entry.battlefield) else ():
            if isinstance(instance.ability, Opaque) and "objects" in instance.ability.touches:
                gloss = instance.ability.gloss.lower()
                resting = not any(each.tapped for each in game.objects.values())
                if _ASKED_THEN.search(gloss) or (resting and "untap" in gloss):
                    continue
                raise Incomplete(f"an ability of {' // '.join(entry.names)}: {instance.ability.gloss}")
