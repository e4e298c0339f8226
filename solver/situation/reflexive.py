"""Reflexive triggered abilities: what triggers by what was done earlier in the same resolution (rule key
trigger.reflexive).

Where players act, such an ability is put on the stack, with targets and choices of its own. In a timeline without
actions it resolves right behind what made it trigger, once state-based actions have been performed, with the targets
that the entry names behind those of the first ability.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from layerproof.kb.model.ability import Triggered
from layerproof.kb.model.expression import Player, Ref
from layerproof.kb.model.instruction import Body, Modes, Reflexive, Target
from layerproof.kb.model.node import mentions, rewritten
from layerproof.kb.model.occurrence import Offered, Unsaid
from layerproof.solver.layers.reading import players, refer_any
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.situation.game import Game, Invalid
from layerproof.solver.situation.log import Doubt, Pending
from layerproof.solver.situation.target_number import refuse_too_many


class SetOff(NamedTuple):
    """A reflexive ability that resolves right behind its entry: the ability, the targets that the entry names for it
    (None where they are not told apart from others), and what is chosen."""

    pending: Pending
    targets: tuple[int | str, ...] | None
    choices: tuple[tuple[str, tuple[str | int, ...]], ...]


def reflexive(game: Game, source: Source, instruction: Reflexive, spare: tuple[int | str, ...] | None) -> None:
    """A reflexive triggered ability triggers, since what it hangs on was done (rule key trigger.reflexive).

    spare: the targets that are named behind those of what resolves; None where they are not told apart. Raises
    Undecided where it would have to be put on the stack and only its words are known, or what it speaks of is not
    known.
    """
    if source.id is None:
        return
    game.report(Offered(source.id, instruction.gloss))
    if not instruction.body:
        if game.by_rules:
            raise Undecided(f"a reflexive triggered ability is not modelled ({instruction.gloss})")
        return
    body = _with_what_was_before(game, source, instruction)
    if body is None:
        if not game.played:
            raise Undecided(f"what a reflexive ability speaks of is not known ({instruction.gloss})")
        game.doubted.append(Doubt(source.id, f"what a reflexive ability speaks of ({instruction.gloss})"))
        return
    place = (0, source.id, "reflexive", "", "", len(game.reflexive))
    pending = Pending(
        source.id,
        "reflexive",
        Triggered(instruction.gloss, body),
        game.scene().you(source),
        source.that,
        source.amount,
        source.x,
        source.granter,
        place,
    )
    if game.played:
        game.reflexive.append(pending)
    else:
        game.set_off.append(SetOff(pending, spare, source.choices))


def _with_what_was_before(game: Game, source: Source, instruction: Reflexive) -> Body | None:
    """The instructions with what they speak of as this resolution has found it; None where it has found nothing."""
    scene = game.scene()
    known: list[Ref | Player] = []
    for each in instruction.of:
        if isinstance(each, Player):
            names = players(each, scene, source)
            if len(names) != 1:
                return None
            known.append(Player("named", name=names[0]))
            continue
        found = refer_any(each, scene, source)
        if not isinstance(found, int) or isinstance(found, bool) or found in game.parted:
            return None
        known.append(Ref("object", found))

    def fill(record: Any) -> Any:
        before = isinstance(record, Ref | Player) and record.kind == "before"
        return known[record.index - 1] if before else record

    body: Body = rewritten(instruction.body, fill)
    granted = mentions(body, lambda node: isinstance(node, Ref) and node.kind == "granter")
    return None if granted and source.granter is None else body


def spare_targets(game: Game, source: Source, body: Body, used: int, origin: str) -> tuple[int | str, ...] | None:
    """The targets named behind those of a body, of which so many are its own; None where they are not told apart.

    Raises Forbidden where there are too many and no reflexive ability has targets behind them.
    """
    refuse_too_many(game, source, body, used, origin)
    targets = source.targets
    wanted = [each for each in body if isinstance(each, Target)]
    exact = all(not each.any and each.each is None and each.least in (None, each.count) for each in wanted)
    return targets[used:] if exact or len(targets) <= used else None


def follow_set_off(game: Game) -> bool:
    """In a timeline without actions, let the reflexive ability that has triggered resolve; whether there was one.

    Raises Undecided where several have triggered, or their targets are not said; Invalid where too many targets are.
    """
    from layerproof.solver.game.stacking import choices_asked
    from layerproof.solver.game.targeting import least_of
    from layerproof.solver.situation.modes import with_modes
    from layerproof.solver.situation.resolving import Resolution

    if not game.set_off:
        return False
    if len(game.set_off) > 1:
        raise Undecided("the order of several reflexive abilities is not modelled in a timeline without actions")
    pending, targets, choices = game.set_off.pop()
    name = game.name(pending.source)
    ability = pending.ability
    assert isinstance(ability, Triggered)
    choices = tuple(pair for pair in choices if pair[0] == "mode")
    source = pending.as_source(choices)
    body = ability.body
    if mentions(body, lambda node: isinstance(node, Modes)) and not choices:
        raise Undecided(f"which mode the reflexive ability of {name} has is not said (choices: mode would say it)")
    body = with_modes(body, choices, name)
    wanted = [each for each in body if isinstance(each, Target)]
    if targets is None:
        raise Undecided(f"which of the targets of {name} are those of its reflexive ability is not told apart")
    if not targets and wanted:
        asked = choices_asked(game, body, source)
        if asked.removed:
            return False
        if asked.doubt or asked.targets is None:
            raise Undecided(f"what the reflexive ability of {name} targets is not said (name it behind other targets)")
        targets = asked.targets
    is_open = any(each.any or each.each is not None for each in wanted)
    if not is_open and not sum(map(least_of, wanted)) <= len(targets) <= sum(each.count for each in wanted):
        raise Invalid(f"{name} has not so many targets", "its own targets, then those of its reflexive ability")
    if targets:
        with game.one_moment():
            game.report(Unsaid("targeted"))
    source = source._replace(targets=targets)
    Resolution(game, source, name, (), ability).follow(body, not targets)
    return True
