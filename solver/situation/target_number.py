"""How many targets an entry names: no more than the text of what resolves has (rule key cast.targets)."""

from __future__ import annotations

from collections.abc import Sequence

from layerproof.kb.model.expression import X
from layerproof.kb.model.instruction import Body, OtherAction, Reflexive, Target
from layerproof.kb.model.node import mentions
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.values import evaluate
from layerproof.solver.situation.game import Forbidden, Game


def refuse_too_many(game: Game, source: Source, body: Body, used: int, origin: str) -> None:
    """Go on only if no more targets are named than a body has places for; those of a reflexive ability come behind.

    used: how many of them the body takes. A limit that is counted was counted as the targets were chosen: of those that
    an entry names it may have been another one, so that more than there could be now are Undecided; Forbidden where
    it cannot have changed. What players have chosen before was judged then.
    """
    wanted = [each for each in body if isinstance(each, Target)]
    named = len(source.targets)
    if named > used and not mentions(body, lambda node: isinstance(node, Reflexive)):
        if mentions(body, lambda node: isinstance(node, OtherAction) and "target" in node.gloss.lower()):
            raise Undecided(f"how many targets {origin} has, of which words speak, is not modelled")
        raise Forbidden(f"{origin} has not so many targets", "cast.targets", f"at most {used}")
    limit = wanted[-1].limit if wanted and wanted[-1].any else None
    if limit is None or game.played:
        return
    most = sum(each.count for each in wanted[:-1]) + max(evaluate(limit, game.scene(), source), 0)
    if named > most and (limit == X() or isinstance(limit, int)):
        raise Forbidden(f"{origin} has not so many targets", "cast.targets", f"at most {most}")
    if named > most:
        raise Undecided(f"whether {origin} could have so many targets as they were chosen (now {most})")


def ask_for_whom(target: Target, targets: Sequence[int | str], scene: Scene) -> None:
    """Stop where each target is for one of some players and it is unclear for which: where two are of one player now,
    or one is controlled by another than its owner, and may have changed sides since it was chosen."""
    if target.each is None:
        return
    sides = [(scene.controller_of(each), scene.items[each].owner) for each in targets if each in scene.items]
    if len({who for who, _ in sides}) < len(sides) or any(who != owner for who, owner in sides):
        raise Undecided("for which player a target was chosen is not known")
