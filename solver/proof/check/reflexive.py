"""Reflexive triggered abilities, seen by the checker: they trigger in a resolution, by what it has done so far.

Where players act they are put on the stack like others. Elsewhere such an ability resolves as soon as its entry and the
state-based actions behind it are over; the targets that the entry names beyond those of the first ability are its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from layerproof.kb.model import instruction as ins
from layerproof.kb.model import occurrence as oc
from layerproof.kb.model.ability import Triggered
from layerproof.kb.model.expression import Player, Ref, X
from layerproof.kb.model.node import mentions, rewritten
from layerproof.solver.proof.check.agenda import Due, Following
from layerproof.solver.proof.check.incomplete import ForbiddenChoice, Incomplete
from layerproof.solver.proof.check.targeting import is_open
from layerproof.solver.proof.check.world import Says

if TYPE_CHECKING:
    from layerproof.solver.proof.check.game import Game
    from layerproof.solver.proof.check.reading import Reader


def offer(game: Game, reader: Reader, instruction: ins.Reflexive, beyond: tuple[int | str, ...] | None) -> None:
    """A reflexive triggered ability triggers.

    beyond: the targets that the entry names and that are not those of what resolves, None where that is not clear.
    Raises Incomplete where it has to be put on the stack and only its words are known.
    """
    says, agenda = reader.says, game.agenda
    if says.source is None:
        return
    game.tell(oc.Offered(says.source, instruction.gloss))
    if not instruction.body:
        if agenda.acting:
            raise Incomplete(f"a reflexive triggered ability: {instruction.gloss}")
        return
    try:
        body = _filled(game, reader, instruction)
    except LookupError:
        if not agenda.played:
            raise Incomplete("an object or player of which a reflexive ability speaks") from None
        agenda.doubt(says.source, f"what a reflexive ability speaks of: {instruction.gloss}")
        return
    due = Due(
        source=says.source,
        name="reflexive",
        ability=Triggered(instruction.gloss, body),
        you=reader.you(),
        that=says.that,
        amount=says.amount,
        x=says.x,
        granter=says.granter,
        rank=(0, says.source, "reflexive", "", "", len(agenda.offered)),
    )
    if agenda.played:
        agenda.offered.append(due)
    else:
        mode = dict(says.choices).get("mode")
        agenda.following.append(Following(due, beyond, () if mode is None else (("mode", mode),)))


def _filled(game: Game, reader: Reader, instruction: ins.Reflexive) -> ins.Body:
    """The instructions with the objects and players of before in their places. Raises LookupError where one of these
    is not known."""
    places: dict[Ref | Player, Ref | Player] = {}
    for place, of in enumerate(instruction.of, 1):
        if isinstance(of, Ref):
            found = reader.refer(of)
            if type(found) is not int or found in game.parts:
                raise LookupError(of)
            places[Ref("before", place)] = Ref("object", found)
        else:
            names = reader.players(of)
            if len(names) != 1:
                raise LookupError(of)
            places[Player("before", index=place)] = Player("named", name=names[0])
    body: ins.Body = rewritten(
        instruction.body, lambda node: places.get(node, node) if isinstance(node, Ref | Player) else node
    )
    if reader.says.granter is None and mentions(body, lambda node: node == Ref("granter")):
        raise LookupError("what has granted the ability")
    return body


def without_reflexive(body: ins.Body) -> ins.Body:
    """What a body itself does and asks for; only that something reflexive follows is left of it, not what."""
    bare = (ins.OtherAction(""),)

    def change(node: object) -> object:
        if isinstance(node, ins.Reflexive) and node.body:
            return msgspec.structs.replace(node, body=bare)
        return node

    shorter: ins.Body = rewritten(body, change)
    return shorter


def beyond_own(
    reader: Reader, game: Game, body: ins.Body, named: tuple[int | str | None, ...]
) -> tuple[int | str, ...] | None:
    """Of all targets that are named those behind the ones that a body has; None where it need not have as many as it
    could. Raises Incomplete where a reflexive ability has still to resolve before, or a number of targets that may have
    been allowed is too great now, ForbiddenChoice where it always was."""
    if game.agenda.following:
        raise Incomplete("what resolves before a reflexive ability that has triggered")
    uses = [each for each in body if isinstance(each, ins.Target)]
    if any(is_open(each) for each in uses):
        if uses[-1].limit is not None and not game.agenda.played:
            most = sum(each.count for each in uses[:-1]) + reader.value(uses[-1].limit)
            if len(named) > max(most, 0):
                fixed = isinstance(uses[-1].limit, X | int)
                raise ForbiddenChoice("more targets than X") if fixed else Incomplete("more targets than there may be")
        return ()
    most = sum(each.count for each in uses)
    if len(named) > most > 0 and not mentions(body, lambda node: isinstance(node, ins.Reflexive)):
        if mentions(body, lambda node: isinstance(node, ins.OtherAction) and "target" in node.gloss.lower()):
            raise Incomplete("targets of which an instruction known by its words speaks")
        raise ForbiddenChoice("more targets than there are places for")
    if len(named) > most and any(each.least not in (None, each.count) for each in uses):
        return None
    return tuple(each for each in named[most:] if each is not None)


def run_following(game: Game) -> None:
    """In a timeline without actions, let the reflexive ability that follows resolve. Raises Incomplete where there are
    several, or its mode or targets are not stated."""
    from layerproof.solver.proof.check.picking import without_choice
    from layerproof.solver.proof.check.resolving import Resolution
    from layerproof.solver.proof.check.stacking import what_is_asked

    following, game.agenda.following = game.agenda.following, []
    if len(following) != 1:
        raise Incomplete("several reflexive abilities, in an order that nobody states")
    due, named, choices = following[0].due, following[0].targets, following[0].choices
    says = Says(
        due.source,
        controller=due.you,
        granter=due.granter,
        that=due.that,
        amount=due.amount,
        x=due.x,
        choices=choices,
        resolving=True,
    )
    body = due.ability.body
    if not choices and any(isinstance(each, ins.Modes) for each in body):
        raise Incomplete("the mode of a reflexive ability")
    body = without_choice(body, dict(choices).get("mode", ()))
    uses = [each for each in body if isinstance(each, ins.Target)]
    if named is None:
        raise Incomplete("which of the targets are those of a reflexive ability")
    if uses and not named:
        asked = what_is_asked(game, body, says)
        if asked.gone:
            return
        if asked.unknown is not None or asked.targets is None:
            raise Incomplete("the targets of a reflexive ability")
        named = asked.targets
    if not any(is_open(each) for each in uses):
        fewest = sum(each.count if each.least is None else each.least for each in uses)
        if not fewest <= len(named) <= sum(each.count for each in uses):
            raise ValueError("a reflexive ability has another number of targets")
    if named:
        with game.beat():
            game.tell(oc.Unsaid("targeted"))
    resolution = Resolution(game, Says(**{**says.__dict__, "targets": named}), due.ability)
    resolution.run(body, without_targets=not named)
