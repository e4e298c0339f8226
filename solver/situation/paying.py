"""Paying as a spell or ability resolves: whether a player pays, and the payment (rule key cost.on_resolution)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from layerproof.kb.model import instruction as i
from layerproof.kb.model.costs import cost as c
from layerproof.kb.model.costs.cost import ManaPart
from layerproof.kb.model.costs.mana import mana_cost
from layerproof.kb.model.costs.payment import ManaProblem, ManaTotal, Owed, Payment
from layerproof.kb.model.effect import Only, Scope
from layerproof.kb.model.expression import Chose, Condition
from layerproof.kb.model.node import mentions
from layerproof.kb.wording.plain_words import about_words
from layerproof.solver.layers.reading import players
from layerproof.solver.layers.referring import refer_any
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.values import evaluate
from layerproof.solver.situation.game import Forbidden, Game
from layerproof.solver.situation.sacrificing import can_be_done, may_move

replace = msgspec.structs.replace
Followed = Callable[[Scope], tuple[int, ...]]

# References to one certain object, which may have gone; what is chosen is asked for elsewhere.
_ONE = ("self", "that", "it", "target")
_ALONE = ("self", "that", "target", "host")


def is_paid(game: Game, source: Source, instruction: i.Pays, origin: str) -> bool:
    """Whether the player pays the cost that an effect lets them pay; if so, it is paid.

    The scenario tells it with `pays` among the choices, and with `paying` what is sacrificed, discarded or tapped. Who
    lacks what the cost takes does not pay. Raises Undecided where it is not told and would be possible, Forbidden
    where what cannot be paid is said to be paid. Sources: rule keys cost.on_resolution, cost.resources.
    """
    from layerproof.solver.game.costs import Bill, pay, unpayable
    from layerproof.solver.game.other_ways import paid_otherwise
    from layerproof.solver.game.pools import spend

    names = players(instruction.player, game.scene(), source)
    if not names:
        return False
    if len(names) > 1:
        raise Undecided(f"which of several players pays for {origin} is not modelled")
    name = names[0]
    instruction = _repeated(instruction, evaluate(instruction.times, game.scene(), source))
    told = next((bool(values[0]) for key, values in source.choices if key == "pays" and values), None)
    bill = Bill(instruction.cost, source.id, name, source.x)
    total = _total(instruction, source)
    lacking = unpayable(game, bill) or ("mana" if total is not None and _has_no_mana(game, name, total) else None)
    if lacking is not None:
        if (doubt := paid_otherwise(game)) is not None:
            raise doubt
        if told:
            why = f"{name} cannot pay for {origin} ({about_words(lacking)})"
            raise Forbidden(why, "cost.resources", "choices: {pays: false}")
        game.deed("cannot pay", name)
        return False
    if told is None:
        raise Undecided(f"whether {name} pays for {origin} is not told (choices: pays)")
    game.deed("pays" if told else "does not pay", name)
    if told:
        if total is not None:
            spend(game, name, [total])
        pay(game, bill, tuple(str(each) for key, values in source.choices if key == "paying" for each in values))
    return told


def _repeated(instruction: i.Pays, times: int) -> i.Pays:
    """A cost to be paid so many times, as the one cost that this is (rule key keyword.cumulative_upkeep)."""
    if times == 1:
        return instruction
    parts: list[c.CostPart] = []
    for part in instruction.cost:
        match part:
            case c.ManaPart(symbols=symbols):
                parts.append(c.ManaPart(symbols * times))
            case c.LifePart(amount=int(amount)):
                parts.append(c.LifePart(amount * times))
            case c.SacrificePart(number=int(number)) | c.DiscardPart(number=int(number)) | c.DrawPart(int(number)):
                parts.append(replace(part, number=number * times))
            case _:
                raise Undecided("a cost that is paid several times is not modelled")
    return replace(instruction, cost=tuple(parts) if times > 0 else (), times=1)


def _total(instruction: i.Pays, source: Source) -> ManaTotal | None:
    """The mana that the cost takes, None where it takes none."""
    from layerproof.solver.game.total_cost import mana_totals

    symbols = "".join(part.symbols for part in instruction.cost if isinstance(part, ManaPart))
    if not symbols:
        return None
    if "{E}" in symbols:
        raise Undecided("how energy counters are paid as something resolves is not modelled")
    cost = mana_cost(symbols)
    numbers = {each.variable: source.x for each in cost.symbols if each.variable is not None}
    if None in numbers.values():
        raise Undecided("an amount of mana that is not told is to be paid")
    announced = tuple(sorted((str(word), number or 0) for word, number in numbers.items()))
    return mana_totals(Owed(cost, announced=announced))[0]


def _has_no_mana(game: Game, name: str, total: ManaTotal) -> bool:
    """Whether a pool that is followed holds too little and the player controls nothing that could make mana."""
    from layerproof.solver.game.mana_added import refuse_unknown_mana
    from layerproof.solver.game.payment import pay
    from layerproof.solver.game.pools import pool_of

    pool = pool_of(game, name)
    if pool is not None and total.mana.symbols:
        refuse_unknown_mana(game)
    if pool is None or isinstance(pay(ManaProblem(total.mana, pool)), Payment):
        return False
    scene = game.scene()
    return not any(scene.view[each].controller == name for each in scene.in_zones(("battlefield",)))


def _is_so_already(game: Game, then: i.Body, followed: Followed) -> bool:
    """Whether something hangs on tapping what is tapped or gone, or untapping what is untapped (rule keys
    impossible_ignored, cost.on_resolution).

    Raises Undecided where that may be what is done for it ("if you do") or only stand beside it ("and").
    """
    first = then[0] if len(then) > 1 else None
    if not isinstance(first, i.SetStatus) or first.status not in ("tapped", "untapped"):
        return False
    there = [game.item(each) for each in followed(first.affects) if game.there(each) is not None]
    if any(each.tapped != (first.status == "tapped") for each in there):
        return False
    if not isinstance(then[1], i.Reflexive):
        raise Undecided(f"whether what follows hangs on something that would become {first.status} and is so already")
    return True


def _is_gone(game: Game, source: Source, first: i.Instruction | None, followed: Followed) -> bool:
    """Whether it begins with moving an object that is not there, or with sacrificing what its controller cannot (rule
    key sacrifice)."""
    if not isinstance(first, i.Move) or not isinstance(first.affects, Only) or first.affects.ref.kind not in _ONE:
        return False
    scene, there = game.scene(), [game.there(each) for each in followed(first.affects)]
    return not any(each is not None and may_move(game, first, each, scene, source) for each in there)


def _is_left_alone(game: Game, source: Source, choice: i.If) -> bool:
    """Whether something hangs on changing an object that is not there to be changed (rule key resolve.choices).

    Raises Undecided where that may be what is done for it ("if you do") or only stand beside it ("and").
    """
    scope: Scope | None = None
    match choice.then[0] if choice.then else None:
        case i.Begin(effect=effect):
            scope = effect.affects
        case i.SetStatus(affects=affects, status=status) if status not in ("tapped", "untapped"):
            scope = affects
        case i.Designate(on=ref):
            scope = Only(ref)
    if not isinstance(scope, Only) or scope.ref.kind not in _ALONE or not (choice.then[1:] or choice.else_):
        return False
    it = refer_any(scope.ref, game.scene(), source)
    item = game.there(it) if isinstance(it, int) else None
    # A player is always there; an illegal target is kept as an empty name.
    if (isinstance(it, str) and it) or (item is not None and not item.phased_out):
        return False
    if choice.then[1:] and not isinstance(choice.then[1], i.Reflexive):
        raise Undecided("whether what follows hangs on changing an object that is not there")
    return True


def is_chosen(game: Game, source: Source, choice: i.If, holds: bool, origin: str, followed: Followed) -> bool:
    """Whether what a player may do is done: not where it begins with what they lack the means for, or with an object
    that is not there any more.

    holds: what the scenario tells of it. followed: the objects of a scope where they are now. Raises Forbidden where it
    tells that a player chose what is impossible. Source: rule key resolve.choices.
    """
    if choice.condition != Chose("may"):
        return holds
    you = game.scene().you(source)
    first = choice.then[0] if choice.then else None
    vain = holds and (_is_gone(game, source, first, followed) or _is_so_already(game, choice.then, followed))
    vain = vain or (holds and _is_left_alone(game, source, choice))
    if not holds or first is None or (can_be_done(game, source, first) and not vain):
        game.deed("chooses" if holds else "does not choose", you)
        return holds
    if any(key == "may" and values and values[0] for key, values in source.choices):
        raise Forbidden(f"what {origin} lets a player do is impossible for them", "resolve.choices")
    game.deed("cannot choose", you)
    return False


def of_next_may(source: Source, condition: Condition, before: int, origin: str) -> tuple[Source, int]:
    """The source of a resolution with what is told of the next thing that a player may do, and how many were met.

    condition: on which an instruction hangs. before: how many such things the resolution has come to before it. Each
    has its own value among those that are told with `may`, in order. Raises Undecided where too few are told; where
    the timeline says that something has resolved, one value is told of all. Source: rule key resolve.choices.
    """
    if not mentions(condition, lambda node: node == Chose("may")):
        return source, before
    told = dict(source.choices).get("may", ())
    if before < len(told) > 1:
        others = tuple(pair for pair in source.choices if pair[0] != "may")
        return source._replace(choices=(*others, ("may", told[before : before + 1]))), before + 1
    if len(told) > 1 or (before and source.by_rules):
        raise Undecided(f"whether what {origin} lets a player do besides is done is not told (choices: may, a list)")
    return source, before + 1


def ask_counters_put(choice: i.If, origin: str) -> None:
    """Stop where putting counters, or giving a designation, rather than what is done else, was chosen and none were put
    or it was there, since nobody can choose what is impossible (rule key resolve.choices)."""
    counters = isinstance(choice.then[0] if choice.then else None, i.PutCounters | i.Designate)
    waits = bool(choice.else_) or len(choice.then) > 1
    if counters and waits and mentions(choice.condition, lambda node: node == Chose("may")):
        raise Undecided(f"what {origin} does where counters that were chosen can't be put")
