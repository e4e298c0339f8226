"""Casting while something resolves, seen by the checker: who casts, whether it must be, and with which mana."""

from __future__ import annotations

import msgspec

from layerproof.kb.model.instruction import CastCard, CastFromTop
from layerproof.kb.scenario.action import Cast
from layerproof.solver.proof.check.affording import Payer, lacking
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.legal_casting import announced, card_meant, casting_steps, onto_stack
from layerproof.solver.proof.check.legality import is_legal
from layerproof.solver.proof.check.owing import spell_dues
from layerproof.solver.proof.check.playing import casts
from layerproof.solver.proof.check.purse import purse_of, suffices
from layerproof.solver.proof.check.reading import Reader, has_keyword
from layerproof.solver.proof.check.topmost import topmost
from layerproof.solver.proof.check.totalling import totals


def cast_meanwhile(game: Game, reader: Reader, instruction: CastCard) -> tuple[int, ...]:
    """The identifier of the spell that is cast, if one is.

    Raises Incomplete where it is neither said nor certain whether and how the card is cast, or where what is said could
    not be done.
    """
    card, player = reader.refer_object(instruction.of), reader.you()
    if card is None or card not in game.objects:
        return ()
    label = game.objects[card].label
    told = [each for each in game.castings if game.labels.get(each.cast) == card]
    if not told and (label is None or game.labels.get(label) != card):
        raise Incomplete("a card without a label that is cast as something resolves")
    plain = told[0] if told else Cast(cast=label or "")
    action = msgspec.structs.replace(plain, controller=player, cast_for=instruction.way)
    if not is_legal(casting_steps(game, action, meanwhile=True)):
        if told:
            raise Incomplete("a casting that is told and not possible")
        game.done("cannot cast", player, card)
        return ()
    obliged = instruction.required is not None and game.edition.policies[instruction.required] == "must"
    obliged = obliged and _mana_is_there(game, action)
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
    spell = casts(game, action)
    game.done("casts", player, spell)
    return (spell,)


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
        if not has_keyword(game.view[card], instruction.way):
            raise Incomplete("a card that is cast for a keyword that it has not itself")
        action = msgspec.structs.replace(told, controller=player, cast_for=instruction.way)
        if not is_legal(casting_steps(game, action, meanwhile=True)):
            raise Incomplete("a casting that is told and not possible")
        made.append(casts(game, action))
        game.done("casts", player, made[-1])
    game.set_player(player, shuffled=game.clock)
    return tuple(made)


def _mana_is_there(game: Game, action: Cast) -> bool:
    """Whether a casting needs no mana but what is in the pool, so that no mana ability is asked for."""
    trial = game.fork()
    card = card_meant(trial, action)
    spell = onto_stack(trial, card, action)
    payer = Payer(card.player, None, action.x)
    dues = spell_dues(trial, announced(card, spell, action), True)
    sums = [each for owed, rest in dues if lacking(trial, rest, payer) is None for each in totals(owed)]
    if any(each.mana.text == "{0}" and each.life == 0 for each in sums):
        return True
    purse = purse_of(trial, card.player)
    if purse is None:
        raise Incomplete("mana for a casting of a player whose pool is not told")
    return suffices(purse, sums)
