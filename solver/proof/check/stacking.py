"""Triggered abilities put on the stack, seen by the checker: by whom, in which order, with which targets."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass

from layerproof.kb.model import ability as ab
from layerproof.kb.model import instruction as ins
from layerproof.kb.model import occurrence as oc
from layerproof.kb.model import trigger_event as te
from layerproof.kb.model.card import Card, Face
from layerproof.kb.model.node import mentions
from layerproof.kb.model.occurrence import Targeted
from layerproof.kb.model.situation import GameObject
from layerproof.kb.notation.plain_records import record_of
from layerproof.kb.rulebook.step_rules import first_citable, occurrence_rule, trigger_rule
from layerproof.kb.scenario.action import Choose
from layerproof.kb.scenario.scenario_file import default_label, triggered_label
from layerproof.solver.proof.check.agenda import Due
from layerproof.solver.proof.check.aiming import awaits_deed, fewest, possible_targets
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.happened import is_seen_before
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.modes_before import all_modes, only_once, used_up
from layerproof.solver.proof.check.picking import one_option
from layerproof.solver.proof.check.reflexive import without_reflexive
from layerproof.solver.proof.check.spoken_of import about
from layerproof.solver.proof.check.staying_on import refuse_other_host
from layerproof.solver.proof.check.world import Says

# An ability on the stack has its text and no other characteristic.
ABILITY = Card((Face(None),), "ability")
_MOST_ORDERS = 120
Steps = list[tuple[str, str, dict[str, object]]]


class OrderNotSaid(Incomplete):
    """A player may put triggered abilities on the stack in several orders; behind: the entry after which that is."""

    def __init__(self, orders: Sequence[tuple[str, ...]]) -> None:
        super().__init__("the order in which a player puts triggered abilities on the stack")
        self.orders, self.behind = list(orders), -1


@dataclass
class Asked:
    """What an ability asks for as it is put on the stack.

    targets: those that it must have, as there are no others; None where its controller chooses. gone: no choice is
    legal. unknown: whether one is, is not known, and why. asks: whether anything is chosen.
    """

    targets: tuple[int | str, ...] | None = ()
    gone: bool = False
    unknown: str | None = None
    asks: bool = False


def stack_up(game: Game, stated: Sequence[Choose]) -> tuple[list[Choose], Steps]:
    """Put everything that is due on the stack: player by player from the active one on.

    stated: choices that follow in the scenario. Gives those that state an order, and the steps about it all. What may
    have triggered may from now on be on the stack.
    """
    # What would be put there by a player who has left is not.
    game.agenda.due[:] = [due for due in game.agenda.due if not game.players[due.you].lost]
    labels = _names(game)
    order: list[tuple[str, Due]] = []
    taken: list[Choose] = []
    players = list(game.players)
    turn = players.index(game.active)
    for player in (*players[turn:], *players[:turn]):
        mine = {label: due for label, due in labels if due.you == player}
        told = [each for each in stated if len(mine) > 1 and sorted(each.choose) == sorted(mine)]
        if told:
            taken.append(told[0])
            order.extend((label, mine[label]) for label in told[0].choose)
            continue
        ways = _ways(mine)
        if len(ways) > 1:
            raise OrderNotSaid(ways)
        order.extend(mine.items())
    steps: Steps = []
    if len(order) > 1:
        listed = [[due.source, due.name] for _, due in order]
        steps.append(("ordered", "trigger.order", {"abilities": listed}))
    game.agenda.due.clear()
    for label, due in order:
        steps.extend(_onto_stack(game, label, due))
    game.agenda.settle_doubts(game.clock)
    return taken, steps


def _names(game: Game) -> list[tuple[str, Due]]:
    """What is due with the labels that it gets on the stack: the source's and a number, as none had it before."""
    used = set(game.labels)
    named = []
    for due in game.agenda.due:
        source = game.objects.get(due.source) or game.gone[due.source]
        stem = source.label if source.label else default_label(source.card.name or "ability")
        label = next(name for n in itertools.count(1) if (name := triggered_label(stem, n)) not in used)
        used.add(label)
        named.append((label, due))
    return named


def _ways(mine: dict[str, Due]) -> list[tuple[str, ...]]:
    """The orders that make a difference: of what is the same in every respect, one is as good as another."""
    sorts: dict[object, list[str]] = {}
    for label, due in mine.items():
        own = mentions(due.ability, lambda node: isinstance(node, ins.Target | ins.Modes))
        that = due.that if about(due.ability, "that") else ""
        own = own or that is None
        sorts.setdefault(label if own else (due.source, due.ability, due.x, due.amount, that), []).append(label)
    ways: list[tuple[str, ...]] = []
    left = [((), list(sorts.values()))]  # type: list[tuple[tuple[str, ...], list[list[str]]]]
    while left:
        begun, rest = left.pop()
        if not any(rest):
            ways.append(begun)
            if len(ways) > _MOST_ORDERS:
                raise Incomplete("the order of many triggered abilities")
        for place in reversed([place for place, group in enumerate(rest) if group]):
            without = [group[1:] if n == place else group for n, group in enumerate(rest)]
            left.append(((*begun, rest[place][0]), without))
    return ways


def _onto_stack(game: Game, label: str, due: Due) -> Steps:
    says = Says(due.source, controller=due.you, that=due.that, x=due.x, granter=due.granter, amount=due.amount)
    asked = what_is_asked(game, due.ability.body, says)
    try:
        refuse_other_host(game, due)
    except Incomplete as missing:
        game.agenda.doubt(due.source, missing.what)
        return []
    if asked.unknown is not None:
        game.agenda.doubt(due.source, asked.unknown)
        return []
    told: dict[str, object] = {"object": due.source, "ability": due.name, "as": None}
    if asked.gone:
        return [*_why(game, due), ("stacked", "trigger.no_choice", told)]
    with game.beat():
        identifier = game.number()
        game.add(
            GameObject(
                id=identifier,
                card=ABILITY,
                zone="stack",
                owner=due.you,
                controller=due.you,
                timestamp=game.stamp(),
                label=label,
                x=due.x,
                targets=asked.targets or (),
                granter=due.granter,
                ability=due.ability,
                source=due.source,
                that=due.that,
                amount=due.amount,
            )
        )
        for each in asked.targets or ():
            game.tell(Targeted(each, identifier, due.you, ability=True))
    if asked.targets is None:
        game.agenda.open.add(identifier)
    if asked.asks:
        game.agenda.asked.add(identifier)
    return _why(game, due)


def _why(game: Game, due: Due) -> Steps:
    """What happened that made an ability trigger, if anything did, and that it triggered by it."""
    steps: Steps = []
    event = record_of(json.loads(due.rank[3]), te.TriggerEvent) if due.rank[3] else None
    if due.rank[4]:
        what = record_of(json.loads(due.rank[4]), oc.Occurrence)
        steps.append(("occurs", first_citable(game.edition, occurrence_rule(what)), {"what": json.loads(due.rank[4])}))
    keys = trigger_rule(event, event is not None and is_seen_before(event, game.edition))
    rule = first_citable(game.edition, ("trigger.delayed",) if due.name.startswith("delayed ") else keys)
    said = json.loads(due.rank[3]) if due.rank[3] else None
    steps.append(("triggers", rule, {"object": due.source, "ability": due.name, "event": said}))
    return steps


def what_is_asked(game: Game, body: ins.Body, says: Says) -> Asked:
    """Which modes and targets an ability asks for as it is put on the stack, on which it is not yet."""
    body = without_reflexive(body)
    if (modes := all_modes(body)) and only_once(body) is not None:
        there = [obj.ability for obj in game.objects.values() if is_triggered(obj) and obj.source == says.source]
        if any(isinstance(each, ab.Triggered | ab.Chapter) and all_modes(each.body) == modes for each in there):
            return Asked(unknown="modes that another ability on the stack may have")
    gone = used_up(game, says.source, body)
    for each in body:
        if isinstance(each, ins.Modes):
            left = [mode.body for number, mode in enumerate(each.modes, start=1) if number not in gone]
            return _of_modes(game, left, says)
    if modes:
        numbers = [number for number in range(1, len(modes) + 1) if number not in gone]
        return _of_modes(game, [one_option(body, (number,))[1] for number in numbers], says)
    uses = [each for each in body if isinstance(each, ins.Target)]
    if not uses:
        return Asked(unknown="what a triggered ability targets") if _hidden_targets(body) else Asked()
    if any(isinstance(each, ins.OtherAction) and "•" in each.gloss and "target" in each.gloss.lower() for each in body):
        return Asked(unknown="the targets of modes that are kept as words")
    if awaits_deed(body):
        return Asked(unknown="targets that may be those of a reflexive triggered ability")
    sure: list[int | str] = []
    chooses = False
    for use in uses:
        least = 0 if use.any else fewest(use)
        depends = about(use.filter, "target")
        if depends or use.limit is not None or use.each is not None:
            if least > 0:
                return Asked(unknown="targets that depend on something else")
            chooses = True
            continue
        legal, perhaps = possible_targets(game, use, says)
        if len(legal) < least:
            if perhaps:
                return Asked(unknown="whether a triggered ability has a legal target")
            return Asked(gone=True)
        if not use.any and not perhaps and least == use.count == len(legal):
            sure.extend(legal)
        elif legal or perhaps:
            chooses = True
    return Asked(None, asks=True) if chooses else Asked(tuple(sure), asks=sure != [])


def _of_modes(game: Game, bodies: list[ins.Body], says: Says) -> Asked:
    each_mode = [what_is_asked(game, body, says) for body in bodies]
    if any(not each.gone and each.unknown is None for each in each_mode):
        return Asked(None, asks=True)
    if all(each.gone for each in each_mode):
        return Asked(gone=True)
    return Asked(unknown="whether a mode has legal targets")


def _hidden_targets(body: ins.Body) -> bool:
    """Whether targets are only spoken of, or stand within other instructions that are followed now."""
    for each in body:
        if isinstance(each, ins.OtherAction) and "target" in each.gloss.lower():
            return True
        later = isinstance(each, ins.Delayed)
        if not later and mentions(each, lambda node: isinstance(node, ins.Target)):
            return True
    return False


def is_triggered(obj: GameObject) -> bool:
    """Whether an object is a triggered ability on the stack."""
    return obj.zone == "stack" and isinstance(obj.ability, ab.Triggered | ab.Chapter)


def unclear_stack(game: Game) -> Incomplete | None:
    """Why it is not known what is on the stack, None where it is."""
    return Incomplete(game.agenda.unclear[0][2]) if game.agenda.unclear else None


def waiting_ability(
    game: Game, source: int, parts: tuple[ab.Ability, ...], about: int | str | None
) -> GameObject | Due | None:
    """The triggered ability that a scenario says resolves, if it is on the stack or due: it is taken from there. Of
    several the one that was put there last is meant; about: what the scenario says it is about.

    Where none is known, one that may have triggered is meant, of which there is no longer any doubt.
    """
    there = [obj for obj in game.objects.values() if is_triggered(obj) and obj.source == source]
    for obj in sorted(there, key=lambda each: -each.timestamp):
        if obj.ability in parts and (about is None or about == obj.that):
            game.depart(obj.id, game.view)
            return obj
    for due in game.agenda.due:
        if due.source == source and due.ability in parts and (about is None or about == due.that):
            game.agenda.due.remove(due)
            return due
    perhaps = next((each for each in game.agenda.perhaps if each[0] == source), None)
    if perhaps is not None:
        game.agenda.perhaps.remove(perhaps)
    unclear = next((each for each in game.agenda.unclear if each[1] == source), None)
    if perhaps is None and unclear is not None:
        game.agenda.unclear.remove(unclear)
    return None
