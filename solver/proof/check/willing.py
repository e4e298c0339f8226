"""What players choose to do or not in a resolution: to pay a cost, to do what they may."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import msgspec

from layerproof.kb.model.costs import cost as mc
from layerproof.kb.model.costs.cost import ManaPart
from layerproof.kb.model.costs.mana import mana_cost
from layerproof.kb.model.costs.payment import ManaProblem, ManaTotal, Owed
from layerproof.kb.model.effect import Effect, Only, Scope
from layerproof.kb.model.expression import Chose, Condition
from layerproof.kb.model.instruction import (
    Begin,
    CastCard,
    CastFromTop,
    Designate,
    ExileUntil,
    If,
    Instruction,
    Move,
    Pays,
    PutCounters,
    Reflexive,
    RemoveCounters,
    SetStatus,
)
from layerproof.kb.model.node import mentions
from layerproof.solver.proof.check.acting import putting
from layerproof.solver.proof.check.affording import Payer, lacking, pay
from layerproof.solver.proof.check.becoming import put_counters
from layerproof.solver.proof.check.bonding import nothing_certain
from layerproof.solver.proof.check.coming import Coming
from layerproof.solver.proof.check.exchanged import another_price
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.giving_up import given_up_by, has_the_means, that_can_go
from layerproof.solver.proof.check.incomplete import ForbiddenChoice, Incomplete
from layerproof.solver.proof.check.paying import can_be_paid
from layerproof.solver.proof.check.poured import ask_about_mana
from layerproof.solver.proof.check.purse import purse_of, take_out
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.suspicion import is_kept_from
from layerproof.solver.proof.check.totalling import totals
from layerproof.solver.proof.check.world import Choices


def casts_card(game: Game, reader: Reader, instruction: CastCard | CastFromTop | ExileUntil) -> tuple[int, ...]:
    """Let a player cast cards while something resolves: the spells that are cast."""
    # Casting follows its own instructions, which are those of a resolution.
    from layerproof.solver.proof.check.meanwhile import cast_exiled, cast_meanwhile, cast_revealed

    if isinstance(instruction, ExileUntil):
        return cast_exiled(game, reader, instruction)
    if isinstance(instruction, CastFromTop):
        return cast_revealed(game, reader, instruction)
    return cast_meanwhile(game, reader, instruction)


def pays(game: Game, reader: Reader, instruction: Pays) -> bool:
    """Let a player pay a cost that a resolution offers, if the scenario says that they do; whether they did.

    Nobody pays what they cannot. Incomplete where they could and the scenario does not say whether they do,
    ForbiddenChoice where it says that they do and they cannot.
    """
    named = reader.players(instruction.player)
    if len(named) > 1:
        raise Incomplete("a cost that one of several players may pay")
    if not named:
        return False
    nothing_certain(game, instruction)
    many = reader.value(instruction.times)
    if many != 1:
        instruction = Pays(tuple(_often(each, many) for each in instruction.cost) if many > 0 else ())
    said = dict(reader.says.choices)
    x = _announced_x(game, reader)
    payer = Payer(named[0], reader.says.source, x)
    mana = _mana(instruction, x)
    unable = lacking(game, instruction.cost, payer) is not None or _without_mana(game, named[0], mana)
    chosen = said.get("pays", ())
    if unable:
        if (why := another_price(game)) is not None:
            raise why
        if chosen and chosen[0]:
            raise ForbiddenChoice("a cost that cannot be paid and is said to be")
        game.done("cannot pay", named[0])
        return False
    if not chosen:
        raise Incomplete("whether a player pays")
    if not chosen[0]:
        game.done("does not pay", named[0])
        return False
    game.done("pays", named[0])
    if mana is not None and purse_of(game, named[0]) is not None:
        take_out(game, named[0], [mana])
    pay(game, instruction.cost, payer, tuple(str(each) for each in said.get("paying", ())))
    return True


def _often(part: mc.CostPart, many: int) -> mc.CostPart:
    """A part of a cost that is paid several times, as one part: so many times as much of it."""
    if isinstance(part, ManaPart):
        return ManaPart("".join([part.symbols] * many))
    if isinstance(part, mc.LifePart) and isinstance(part.amount, int):
        return mc.LifePart(many * part.amount)
    if isinstance(part, mc.DrawPart | mc.SacrificePart | mc.DiscardPart) and isinstance(part.number, int):
        return msgspec.structs.replace(part, number=many * part.number)
    raise Incomplete("a cost to be paid several times")


def _announced_x(game: Game, reader: Reader) -> int | None:
    """What X is for what resolves: as it is told now, else as it was announced for the spell."""
    spell = game.objects.get(reader.says.source) if reader.says.source is not None else None
    if reader.says.x is None and spell is not None and spell.zone == "stack":
        return spell.x
    return reader.says.x


def _mana(instruction: Pays, x: int | None) -> ManaTotal | None:
    text = "".join(part.symbols for part in instruction.cost if isinstance(part, ManaPart))
    if not text:
        return None
    if text.count("{E}"):
        raise Incomplete("energy counters that are paid")
    cost = mana_cost(text)
    variables = {each.variable for each in cost.symbols} - {None}
    if variables and x is None:
        raise Incomplete("how much mana is paid")
    return next(iter(totals(Owed(cost, announced=tuple((str(each), x or 0) for each in sorted(map(str, variables)))))))


def _without_mana(game: Game, player: str, mana: ManaTotal | None) -> bool:
    """Whether it is certain that a player has not this much mana: the pool is too small and nothing could fill it."""
    purse = purse_of(game, player)
    if mana is not None and purse is not None and mana.mana.symbols:
        ask_about_mana(game)
    if mana is None or purse is None or can_be_paid(ManaProblem(mana.mana, purse)):
        return False
    return all(entry.controller != player for entry in game.view.values() if entry.battlefield)


def chooses(game: Game, reader: Reader, choice: If, there: Callable[[Scope], tuple[int, ...]]) -> bool:
    """Whether the condition of an instruction holds; where it is that a player may do something, whether they do it.

    there: which objects of a scope can be found. Nobody does what they lack the means for, or does something to
    what can't be found: ForbiddenChoice where the scenario says that somebody does.
    """
    if is_may(choice.condition):
        reader = Reader(reader.world, reader.view, replace(reader.says, choices=_told_of_this(reader)))
    holds = reader.holds(choice.condition)
    counters = choice.then[0] if holds and choice.then else None
    if isinstance(counters, PutCounters) and mentions(choice.condition, lambda part: part == Chose("may")):
        if choice.else_ or (len(choice.then) > 1 and isinstance(counters.on, Only)):
            _refuse_impossible_counters(game, reader, counters)
    if choice.condition != Chose("may"):
        return holds
    if isinstance(counters, Designate) and (choice.else_ or choice.then[1:]):
        bearer, what = game.objects.get(reader.refer_object(counters.on) or 0), counters.what
        if bearer is not None and (dict(bearer.told).get(what) or is_kept_from(game, bearer.id, what)):
            raise Incomplete("a choice of a designation that cannot be given")
    if not holds:
        game.done("does not choose", reader.you())
        return False
    first = choice.then[0] if choice.then else None
    lost = _does_nothing(game, reader, choice, there)
    if isinstance(first, Move) and isinstance(first.affects, Only):
        one = first.affects.ref.kind in ("it", "self", "target", "that")
        found = [each for each in there(first.affects) if each in game.objects]
        if first.how == "sacrifice":
            able = that_can_go(game, first, tuple(found))
            found = [each for each in able if given_up_by(reader.you(), first, game.view.get(each))]
        lost = lost or (one and not found)
    if not lost and len(choice.then) + len(choice.else_) > 1 and _finds_nothing(game, reader, first):
        if len(choice.then) > 1 and not isinstance(choice.then[1], Reflexive):
            raise Incomplete("what a player may do beside changing an object that can't be found")
        lost = True
    if first is None or (has_the_means(game, reader, first) and not lost):
        game.done("chooses", reader.you())
        return True
    if True in dict(reader.says.choices).get("may", ()):
        raise ForbiddenChoice("what is impossible is chosen")
    game.done("cannot choose", reader.you())
    return False


def is_may(condition: Condition) -> bool:
    """Whether a condition is, or has in it, that a player does what they may."""
    return mentions(condition, lambda part: part == Chose("may"))


def _told_of_this(reader: Reader) -> Choices:
    """The choices with that value of `may` which is told of the thing that is met now; one told of a thing that is
    simply said to have resolved is told of all that it lets players do."""
    values, place = dict(reader.says.choices).get("may", ()), reader.says.mays
    if len(values) > 1 and place < len(values):
        return tuple((key, said[place : place + 1] if key == "may" else said) for key, said in reader.says.choices)
    if len(values) > 1 or (place > 0 and reader.says.by_rules):
        raise Incomplete("whether something else that a player may do is done")
    return reader.says.choices


def _does_nothing(game: Game, reader: Reader, choice: If, there: Callable[[Scope], tuple[int, ...]]) -> bool:
    """Whether what a player may do is to remove more counters than there are, or, where another ability waits for it,
    to tap or untap something that is already so. Incomplete where more than that follows: such a cost can't be paid,
    but it need not be one."""
    first = choice.then[0] if choice.then else None
    if isinstance(first, RemoveCounters) and first.number is not None and first.kind != "any":
        on = [each for each in there(first.from_) if each in game.objects]
        many = reader.value(first.number)
        return not on or min(game.counters_of(each).get(first.kind, 0) for each in on) < many
    if isinstance(first, SetStatus) and choice.then[1:] and first.status in ("tapped", "untapped"):
        now = {game.objects[each].tapped for each in there(first.affects) if each in game.objects}
        if (first.status != "tapped") in now:
            return False
        if isinstance(choice.then[1], Reflexive):
            return True
        raise Incomplete("what a player may do by tapping or untapping something that is already so")
    return False


def _finds_nothing(game: Game, reader: Reader, first: Instruction | None) -> bool:
    """Whether an instruction that changes one object has none that it could change: it has left, is phased out, or was
    never chosen. What taps or untaps is asked about by itself."""
    match first:
        case Begin(effect=Effect(affects=Only(ref=ref))):
            one = ref
        case SetStatus(affects=Only(ref=ref)) if first.status not in ("tapped", "untapped"):
            one = ref
        case Designate(on=ref):
            one = ref
        case _:
            return False
    if one.kind not in ("host", "self", "target", "that"):
        return False
    found = reader.refer(one)
    if isinstance(found, int):
        return found not in game.objects or game.objects[found].phased_out
    return not found


def _refuse_impossible_counters(game: Game, reader: Reader, put: PutCounters) -> None:
    """Raise Incomplete where a player chose counters, and not the alternative, that cannot come onto the object."""
    it = reader.refer_object(put.on.ref) if isinstance(put.on, Only) else None
    if it is not None and it in game.objects:
        trial = game.fork()
        by = putting(reader, put.player)
        put_counters(trial, [Coming("put_counters", reader.value(put.number), it=it, kind=put.kind, by=by)])
        if it in trial.objects and trial.objects[it].counters != game.objects[it].counters:
            return
    raise Incomplete("a choice of counters that cannot be put")
