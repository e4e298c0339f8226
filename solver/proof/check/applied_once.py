"""What happens at one moment to several: a prevention effect is applied once, and what no rule settles is left open."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerproof.kb.model.effect import Several
from layerproof.kb.model.expression import Player, Ref
from layerproof.kb.model.modification import Replace
from layerproof.kb.model.node import mentions
from layerproof.kb.model.replacement import LeavesLife, TimesAsMuch
from layerproof.solver.proof.check.coming import Coming, Watcher, concerns
from layerproof.solver.proof.check.incomplete import Incomplete

if TYPE_CHECKING:
    from layerproof.solver.proof.check.becoming import Besides
    from layerproof.solver.proof.check.game import Game


def one_by_one(besides: list[Besides]) -> list[Besides]:
    """The instructions of effects; those of one prevention effect are followed once, for all that it prevented."""
    found: list[Besides] = []
    for each in besides:
        place = next((at for at, other in enumerate(found) if each.once and other.once == each.once), None)
        if place is None:
            found.append(each)
            continue
        first = found[place]
        that = first.says.that if first.says.that == each.says.that else None
        if that is None and mentions(each.body, _is_that):
            raise Incomplete("what a prevention effect does for several at one moment")
        amount = (first.says.amount or 0) + (each.says.amount or 0)
        says = replace(first.says, that=that, amount=amount)
        found[place] = replace(first, says=says, had=first.had | each.had)
    return found


def _is_that(node: object) -> bool:
    return isinstance(node, Ref | Several | Player) and node.kind == "that"


def refuse_losses(game: Game, ready: list[Watcher], events: list[Coming]) -> None:
    """Incomplete where a player loses life to several sources at one moment, and an effect does not just multiply it:
    whether that is one loss, no rule says."""
    losses = [each for each in events if each.what == "lose_life"]
    for watcher in ready if len({each.who for each in losses}) < len(losses) else ():
        mod = watcher.mod
        if isinstance(mod, Replace) and [
            each for each in mod.instead if not isinstance(each, TimesAsMuch | LeavesLife)
        ]:
            who = [each.who for each in losses if concerns(game, watcher, each)]
            if len(who) > len(set(who)):
                raise Incomplete("whether life that is lost to several sources at one moment is one loss")
