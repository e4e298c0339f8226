"""Triggered abilities put on the stack before a player gets priority (rule keys trigger.on_stack, trigger.order)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from layerproof.kb.model import ability as ab
from layerproof.kb.model import instruction as i
from layerproof.kb.model.card import Card, Face
from layerproof.kb.model.node import mentions
from layerproof.kb.model.occurrence import Occurrence, StepBegan, Targeted
from layerproof.kb.model.situation import GameObject
from layerproof.kb.rulebook.named_in_steps import named_in
from layerproof.kb.rulebook.step_rules import occurrence_rule, trigger_rule
from layerproof.kb.scenario.action import Choose
from layerproof.kb.scenario.scenario_file import default_label, triggered_label
from layerproof.solver.game.targeting import hangs_on_a_deed, least_of, legal_targets
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.speaking import followed_now, points_at, speaks_of
from layerproof.solver.situation.chosen_before import chosen_before, how_long, names_of_modes
from layerproof.solver.situation.game import Game, new_object
from layerproof.solver.situation.hosting import has_left_host
from layerproof.solver.situation.log import Doubt, Pending
from layerproof.solver.situation.modes import options_of, with_option
from layerproof.solver.situation.turn_order import players_from

# What an ability on the stack has instead of a card: no characteristics but its own text.
NO_CARD = Card((Face(None),), "ability")
# More orders than these are not followed one by one.
MAX_ORDERS = 120


class OpenOrder(Undecided):
    """A player chooses in which order triggered abilities go on the stack, and the scenario does not say which.

    orders: all of them, as the labels from the lowest to the topmost. number: of the entry of the timeline behind which
    they are put there.
    """

    number = -1

    def __init__(self, player: str, orders: Sequence[tuple[str, ...]]) -> None:
        names = ", ".join(sorted(orders[0]))
        super().__init__(f"the order in which {player} puts {names} on the stack is not said (choose: would say it)")
        self.orders = tuple(orders)


class Chosen(NamedTuple):
    """What is chosen as an ability is put on the stack.

    targets: those that it has, None where they are open; doubt: why it is not known whether it is put there at all;
    removed: there are no legal choices; open: choices that its controller makes.
    """

    targets: tuple[int | str, ...] | None = ()
    doubt: str = ""
    removed: bool = False
    open: bool = False


def put_on_stack(game: Game, told: Sequence[Choose]) -> list[Choose]:
    """Put all that has triggered on the stack, the active player's abilities first, each player's as they choose.

    told: the choices that the scenario states next. Returns those of them that said an order. What may have triggered
    is from now on a doubt about the stack. Raises OpenOrder where an order is not stated and there are several.
    Source: rule keys trigger.order, trigger.no_choice, trigger.controller.
    """
    gone = {each.name for each in game.situation.players if each.lost}
    # Nobody who has left puts an ability on the stack.
    game.pending = [each for each in game.pending if each.you not in gone]
    labelled = list(_labelled(game))
    used: list[Choose] = []
    ordered: list[tuple[str, Pending]] = []
    for player in players_from(game, game.situation.active):
        own = [(label, each) for label, each in labelled if each.you == player]
        wanted = sorted(label for label, _ in own)
        choice = next((each for each in told if len(own) > 1 and sorted(each.choose) == wanted), None)
        if choice is not None:
            used.append(choice)
            by_label = dict(own)
            ordered += [(label, by_label[label]) for label in choice.choose]
        else:
            _ask_for_order(player, own)
            ordered += own
    order = None
    if len(ordered) > 1:
        says = {"abilities": [[each.source, each.name] for _, each in ordered]}
        order = game.proof.add("ordered", "trigger.order", says)
    game.pending = []
    for label, each in ordered:
        _put(game, label, each, order)
    game.doubts += [(game.situation.clock, each) for each in game.doubted]
    game.doubted = []
    return used


def _labelled(game: Game) -> Iterator[tuple[str, Pending]]:
    """What is to be put on the stack with its labels, in the order in which it triggered."""
    taken = set(game.labels)
    for each in game.pending:
        item = game.item(each.source)
        of = item.label or default_label(item.card.name or "ability")
        number = 1
        while (label := triggered_label(of, number)) in taken:
            number += 1
        taken.add(label)
        yield label, each


def _ask_for_order(player: str, own: list[tuple[str, Pending]]) -> None:
    kinds: dict[object, list[str]] = {}
    for label, each in own:
        kinds.setdefault(_kind(each, label), []).append(label)
    orders: list[tuple[str, ...]] = []
    for order in _orders([tuple(group) for group in kinds.values()]):
        orders.append(order)
        if len(orders) > MAX_ORDERS:
            raise Undecided(f"the order in which {player} puts {len(own)} abilities on the stack is not said")
    if len(orders) > 1:
        raise OpenOrder(player, orders)


def _kind(pending: Pending, label: str) -> object:
    """What two abilities have in common whose order cannot matter: they are one ability of one object, about the same
    where they speak of that, and have no targets."""
    apart = mentions(pending.ability, lambda node: isinstance(node, i.Target | i.Modes))
    spoken = mentions(pending.ability, lambda node: points_at(node, "that"))
    that = pending.that if spoken else None
    apart = apart or (spoken and that is None)
    return label if apart else (pending.source, pending.ability, pending.x, pending.amount, that)


def _orders(groups: list[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """The orders of labels in which those of one group keep theirs."""
    if not any(groups):
        yield ()
    for place, group in enumerate(groups):
        if group:
            for rest in _orders([*groups[:place], group[1:], *groups[place + 1 :]]):
                yield (group[0], *rest)


def _put(game: Game, label: str, pending: Pending, order: int | None) -> None:
    """Put one ability on the stack, with the targets that it has to have, or remove it for want of legal choices.

    order: the step that says in which order several are put there.
    """
    source = pending.as_source()
    chosen = choices_asked(game, body_of(pending.ability), source)
    if not chosen.doubt and has_left_host(game, pending):
        chosen = Chosen(doubt="to what the source of a triggered ability was attached as it triggered")
    if chosen.doubt:
        game.doubted.append(Doubt(pending.source, chosen.doubt))
        return
    if chosen.removed:
        says = {"object": pending.source, "ability": pending.name, "as": None}
        game.proof.add("stacked", "trigger.no_choice", says, *_because(game, pending, order))
        return
    with game.one_moment(), game.proof.under(*_because(game, pending, order)):
        item = new_object(
            game,
            NO_CARD,
            "stack",
            pending.you,
            label=label,
            x=pending.x,
            targets=chosen.targets or (),
            granter=pending.granter,
            ability=pending.ability,
            source=pending.source,
            that=pending.that,
            amount=pending.amount,
            rule="trigger.on_stack",
        )
        for each in chosen.targets or ():
            game.report(Targeted(each, item.id, pending.you, True))
    if chosen.targets is None:
        game.open.add(item.id)
    if chosen.open:
        game.asked.add(item.id)


def _because(game: Game, pending: Pending, order: int | None) -> tuple[int, ...]:
    """The steps by which an ability has triggered: what happened, and that it made the ability trigger."""
    event = None if pending.event is None else msgspec.to_builtins(pending.event)
    says = {"object": pending.source, "ability": pending.name, "event": event}
    happened = [] if pending.by is None else [_happened(game, pending.by)]
    rests = [*happened, game.proof.about("object", pending.source), order]
    rule = ("trigger.delayed",) if pending.name.startswith("delayed ") else trigger_rule(pending.event, pending.back)
    return (game.proof.add("triggers", rule, says, *rests),)


def _happened(game: Game, what: Occurrence) -> int:
    """The step about what made an ability trigger: it rests on what changed last of all that it names."""
    says = {"what": msgspec.to_builtins(what)}
    about = named_in(says["what"]) | ({("game", "")} if isinstance(what, StepBegan) else set())
    return game.proof.add("occurs", occurrence_rule(what), says, *(game.proof.about(*each) for each in about))


def body_of(ability: ab.Ability) -> i.Body:
    """The instructions of a triggered ability; its intervening condition is apart."""
    assert isinstance(ability, ab.Triggered | ab.Chapter)
    return ability.body


def choices_asked(game: Game, body: i.Body, source: Source) -> Chosen:
    """What is to be chosen for an ability that is put on the stack (rule key trigger.no_choice).

    game: without the ability on the stack, which is no target for itself. What can be chosen in one way only is chosen.
    """
    body = followed_now(body)
    modes = next((each for each in body if isinstance(each, i.Modes)), None)
    bodies = [] if modes is None else [mode.body for mode in modes.modes]
    bodies = bodies or [with_option(body, each) for each in options_of(body)]
    if bodies:
        if how_long(body) is not None and any(_same_modes(each, body, source) for each in triggered_on_stack(game)):
            return Chosen(doubt="which modes an ability on the stack has, so that they cannot be chosen again")
        past = chosen_before(game, source.id, body)
        bodies = [each for name, each in zip(names_of_modes(body), bodies, strict=True) if name not in past]
        found = [choices_asked(game, each, source) for each in bodies]
        if all(each.removed for each in found):
            return Chosen(removed=True)
        if all(each.removed or each.doubt for each in found):
            return Chosen(doubt="whether a mode of an ability has legal targets")
        return Chosen(None, open=True)
    wanted = [each for each in body if isinstance(each, i.Target)]
    glosses = [each.gloss.lower() for each in body if isinstance(each, i.OtherAction)]
    if any("•" in each and "target" in each for each in glosses):
        return Chosen(doubt="what the modes of a triggered ability target is not modelled")
    if not wanted:
        now = tuple(each for each in body if not isinstance(each, i.Delayed))
        unread = any("target" in each for each in glosses) or mentions(now, lambda node: isinstance(node, i.Target))
        return Chosen(doubt="what a triggered ability targets is not modelled") if unread else Chosen()
    if hangs_on_a_deed(body):
        return Chosen(doubt="which targets a reflexive triggered ability has of its own is not modelled")
    forced: list[int | str] = []
    is_open = False
    for each in wanted:
        least = 0 if each.any else least_of(each)
        if each.each is not None or each.limit is not None or speaks_of(each.filter, "target"):
            if least:
                return Chosen(doubt="whether there are legal targets that depend on something else is not modelled")
            is_open = True
            continue
        legal, unknown = legal_targets(game, each, source, source.you or "")
        if len(legal) < least:
            if unknown:
                return Chosen(doubt="whether there is a legal target for a triggered ability is not known")
            return Chosen(removed=True)
        only = len(legal) == least == each.count and not each.any and not unknown
        is_open = is_open or not (only or (not legal and not unknown))
        forced += legal if only else ()
    return Chosen(None, open=True) if is_open else Chosen(tuple(forced), open=bool(forced))


def _same_modes(item: GameObject, body: i.Body, source: Source) -> bool:
    """Whether an ability on the stack is one of the same object with the same modes."""
    assert item.ability is not None
    return item.source == source.id and names_of_modes(body_of(item.ability)) == names_of_modes(body)


def triggered_on_stack(game: Game) -> list[GameObject]:
    """The triggered abilities on the stack, the lowest first."""
    there = [item for item in game.situation.objects if item.zone == "stack"]
    there = [item for item in there if isinstance(item.ability, ab.Triggered | ab.Chapter)]
    return sorted(there, key=lambda item: item.timestamp)


def doubt_of(game: Game) -> Undecided | None:
    """Why it is not known what is on the stack; None where it is."""
    return Undecided(game.doubts[0][1].words) if game.doubts else None
