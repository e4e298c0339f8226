"""Triggered abilities that a scenario says resolve now, and that wait or are on the stack because of an action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model import ability as ab
from layerproof.kb.scenario.event import Triggers
from layerproof.solver.game.stacking import triggered_on_stack
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game, Invalid
from layerproof.solver.situation.hosting import has_left_host

if TYPE_CHECKING:
    from layerproof.solver.situation.abilities import Usable

replace = msgspec.structs.replace


class Waiting(NamedTuple):
    """The one that waited: the event with what is known of it, its targets (None where the event says them), what it is
    about, how much, and the timestamp it was put on the stack with (None where it was not there yet)."""

    event: Triggers
    targets: tuple[int | str, ...] | None
    that: int | str | None
    amount: int | None
    since: int | None = None


def asserted(game: Game, source: int, usable: Usable, event: Triggers, about: int | str | None) -> Waiting | None:
    """The triggered ability that waits and is said to resolve; None where none waits.

    It is taken off the stack, or is no longer to be put there: what is said to resolve is that one, not a second.
    usable: the ability as the object has it. about: what the scenario says that it is about. Raises Invalid where its
    targets are others, Undecided where its source was attached to something else as it triggered.
    """
    ability = usable.ability
    meant = meaning(ability, usable.which) if isinstance(ability, ab.Keyword) else ()
    parts: tuple[Any, ...] = (ability, *meant)
    for item in reversed(triggered_on_stack(game)):
        if item.source == source and item.ability in parts and about in (None, item.that):
            known = item.id not in game.open
            if known and event.targets and tuple(map(game.who, event.targets)) != item.targets:
                raise Invalid(f"{game.name(item.id)} has other targets", "targets are chosen once")
            game.remove(item.id, "resolve.to_graveyard")
            kept = tuple(pair for pair in item.choices if pair[0] != "object")
            told = replace(event, choices=event.choices or kept, controller=item.controller)
            that = item.that if about is None else about
            return Waiting(told, item.targets if known else None, that, item.amount, item.timestamp)
    for each in game.pending:
        if each.source == source and each.ability in parts and about in (None, each.that):
            game.pending.remove(each)
            if has_left_host(game, each):
                raise Undecided(f"to what {game.name(source)} was attached as it triggered")
            told = event if event.controller is not None else replace(event, controller=each.you)
            return Waiting(told, None, each.that if about is None else about, each.amount)
    doubted = next((each for each in game.doubted if each.source == source), None)
    if doubted is not None:
        game.doubted.remove(doubted)
    placed = next((pair for pair in game.doubts if pair[1].source == source), None)
    if doubted is None and placed is not None:
        game.doubts.remove(placed)
    return None
