"""Casting while something resolves, seen by the checker: who casts, whether it must be, and with which mana."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from layerproof.kb.model.expression import Filter
from layerproof.kb.model.instruction import CastCard, CastFromTop, ExileUntil
from layerproof.kb.scenario.action import Cast
from layerproof.solver.proof.check.affording import Payer, lacking
from layerproof.solver.proof.check.entering import give_back, move
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.legal_casting import announced, card_meant, casting_steps, onto_stack
from layerproof.solver.proof.check.legality import is_legal
from layerproof.solver.proof.check.owing import FREE, spell_dues
from layerproof.solver.proof.check.playing import casts
from layerproof.solver.proof.check.poured import ask_about_mana
from layerproof.solver.proof.check.purse import purse_of, suffices
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.topmost import topmost
from layerproof.solver.proof.check.totalling import totals


class Offer(NamedTuple):
    """On which terms a player casts a card: for the cost of which keyword or for none, whether they have to, and what
    the spell must be like."""

    player: str
    way: str
    obliged: bool
    suiting: Filter | None = None


def cast_meanwhile(game: Game, reader: Reader, instruction: CastCard) -> tuple[int, ...]:
    """The identifier of the spell that is cast, if one is.

    Raises Incomplete where it is neither said nor certain whether and how the card is cast, or where what is said could
    not be done.
    """
    card, player = reader.refer_object(instruction.of), reader.you()
    if card is None or card not in game.objects:
        return ()
    obliged = instruction.required is not None and game.edition.policies[instruction.required] == "must"
    return _offer(game, reader, card, Offer(player, instruction.way, obliged))


def _offer(game: Game, reader: Reader, card: int, offer: Offer) -> tuple[int, ...]:
    """Let a player cast a card on these terms: the spell, if it is cast."""
    label, player = game.objects[card].label, offer.player
    told = [each for each in game.castings if game.labels.get(each.cast) == card]
    if not told and (label is None or game.labels.get(label) != card):
        raise Incomplete("a card without a label that is cast as something resolves")
    plain = told[0] if told else Cast(cast=label or "")
    action = msgspec.structs.replace(plain, controller=player, cast_for=offer.way)
    if not is_legal(casting_steps(game, action, meanwhile=True)) or not _suits(game, reader, action, offer.suiting):
        if told:
            raise Incomplete("a casting that is told and not possible")
        game.done("cannot cast", player, card)
        return ()
    obliged = offer.obliged and _mana_is_there(game, action)
    wish = dict(reader.says.choices).get("may")
    if wish is not None and not all(wish):
        if obliged or told:
            raise Incomplete("a card that has to be cast, or is said to be")
        game.done("does not cast", player, card)
        return ()
    if not told and wish is None and not obliged:
        raise Incomplete("whether a card is cast as something resolves")
    if told:
        game.castings.remove(told[0])
    spell = casts(game, action, meanwhile=True)
    game.done("casts", player, spell)
    return (spell,)


def _suits(game: Game, reader: Reader, action: Cast, wanted: Filter | None) -> bool:
    """Whether the spell, put on a stack for trial, is as what resolves wants it."""
    if wanted is None:
        return True
    trial = game.fork()
    spell = onto_stack(trial, card_meant(trial, action), action)
    return trial.reader(reader.says).fits(wanted, trial.view[spell])


def cast_exiled(game: Game, reader: Reader, instruction: ExileUntil) -> tuple[int, ...]:
    """The spell that is cast, if one is, after cards were exiled from a library up to the first that fits.

    Incomplete where the listed cards are used up before, or where one of them does not come into exile.
    """
    player = reader.you()
    gone: list[int] = []
    while not gone or not game.reader(reader.says).fits(instruction.filter, game.view[gone[-1]]):
        on_top = topmost(game, player, 1)
        if not on_top:
            raise Incomplete("cards that are exiled from a library and not listed")
        new = move(game, on_top[0], "exile", game.view, game.objects[on_top[0]].label)
        if len(new) != 1 or game.objects[new[0]].zone != "exile":
            raise Incomplete("cards of a library that do not come into exile")
        gone.extend(new)
    game.done("exiles", player, *gone)
    wanted = instruction.spell
    if instruction.asked is not None and game.edition.policies[instruction.asked] != "resulting_spell":
        wanted = None
    last = gone[-1]
    spells = _offer(game, game.reader(reader.says), last, Offer(player, FREE, False, wanted))
    if instruction.uncast == "hand" and last in game.objects:
        move(game, last, "hand", game.view, game.objects[last].label)
    seen = game.view
    with game.one_moment():
        for each in [one for one in gone if one in game.objects]:
            for card in move(game, each, "library", seen, game.objects[each].label):
                if game.objects[card].zone == "library":
                    # Below all others, in no order that anybody knows.
                    game.change(card, timestamp=0)
    give_back(game)
    return spells


def cast_revealed(game: Game, reader: Reader, instruction: CastFromTop) -> tuple[int, ...]:
    """The spells that are cast from among the top cards of a library that a player may reveal.

    Raises Incomplete where it is not said whether they are revealed, or where what is said could not be done.
    """
    player = reader.you()
    wish = dict(reader.says.choices).get("may")
    if not game.castings:
        if wish is None:
            raise Incomplete("whether the top cards of a library are revealed")
        if not all(wish):
            game.done("does not choose", player)
            return ()
    many = reader.value(instruction.number)
    among = {each for each in topmost(game, player, many) if reader.fits(instruction.filter, game.view[each])}
    game.done("chooses", player)
    made: list[int] = []
    while game.castings:
        told = game.castings.pop(0)
        card = game.labels.get(told.cast)
        if card is None or card not in among:
            raise Incomplete("a card that is not among those that may be cast")
        among.remove(card)
        action = msgspec.structs.replace(told, controller=player, cast_for=FREE)
        if not is_legal(casting_steps(game, action, meanwhile=True)):
            raise Incomplete("a casting that is told and not possible")
        made.append(casts(game, action, meanwhile=True))
        game.done("casts", player, made[-1])
    game.set_player(player, shuffled=game.clock)
    return tuple(made)


def _mana_is_there(game: Game, action: Cast) -> bool:
    """Whether a casting needs no mana but what is in the pool, so that no mana ability is asked for."""
    trial = game.fork()
    card = card_meant(trial, action)
    spell = onto_stack(trial, card, action)
    trial.change(spell, targets=tuple(trial.target(each) for each in action.targets))
    payer = Payer(card.player, None, action.x)
    dues = spell_dues(trial, announced(card, spell, action, True), True)
    sums = [each for owed, rest in dues if lacking(trial, rest, payer) is None for each in totals(owed)]
    if any(each.mana.text == "{0}" and each.life == 0 for each in sums):
        return True
    purse = purse_of(trial, card.player)
    if purse is None:
        raise Incomplete("mana for a casting of a player whose pool is not told")
    ask_about_mana(trial)
    return suffices(purse, sums)
