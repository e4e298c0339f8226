"""Spells that are cast while something resolves, because it lets or makes a player cast them (rule key
resolve.casting)."""

from __future__ import annotations

import msgspec

from layerproof.kb.model.instruction import CastCard, CastFromTop
from layerproof.kb.scenario.action import Cast
from layerproof.solver.game.acting import cast, refusal
from layerproof.solver.game.casting import costing, judge_cast
from layerproof.solver.game.costs import Bill, unpayable
from layerproof.solver.game.owing import owing_for_spell
from layerproof.solver.game.pools import is_enough, pool_of
from layerproof.solver.game.proposing import proposal, propose
from layerproof.solver.game.total_cost import mana_totals
from layerproof.solver.layers.reading import fits, has_keyword, refer
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.values import evaluate
from layerproof.solver.situation.game import Game, Invalid
from layerproof.solver.situation.top_cards import top_cards

replace = msgspec.structs.replace


def cast_while_resolving(game: Game, source: Source, instruction: CastCard) -> tuple[int, ...]:
    """The player who follows the instruction casts the card, if that is possible; the spell, if there is one.

    How it is cast the scenario says with `casting`, else the card is cast as it is, without targets. Where the edition
    makes the player cast it, it is cast wherever it can be without activating mana abilities; elsewhere `may` among the
    choices says whether it is. Source: rule keys resolve.casting, cost.mana_abilities. Raises Undecided where
    that is not said, Invalid where what is said is not possible.
    """
    scene = game.scene()
    card, player = refer(instruction.of, scene, source), scene.you(source)
    item = None if card is None else game.there(card)
    if item is None:
        return ()
    said = next((each for each in game.casting if game.labels.get(each.cast) == item.id), None)
    if said is None and item.label is None:
        raise Undecided("what is cast while something resolves has no label")
    action = replace(said or Cast(cast=item.label or ""), controller=player, cast_for=instruction.way)
    judgement = judge_cast(game, action, resolving=True)
    if not judgement.legal:
        if said is not None:
            raise Invalid(refusal(game, judgement.reasons), "take it out, or say how else it is cast")
        game.deed("cannot cast", player, item.id)
        return ()
    willing = dict(source.choices).get("may")
    must = instruction.required is not None and game.edition.policy(instruction.required) == "must"
    forced = must and _costs_no_more_than_is_there(game, action)
    if willing == (False,):
        if forced or said is not None:
            raise Invalid(f"{player} has to cast {game.name(item.id)}", "say how it is cast with casting:")
        game.deed("does not cast", player, item.id)
        return ()
    if said is None and willing is None and not forced:
        raise Undecided(f"whether {player} casts {game.name(item.id)} is not said (casting: would say it)")
    if said is not None:
        game.casting.remove(said)
    try:
        spell = cast(game, action)
    except Invalid as error:
        if said is not None:
            raise
        raise Undecided(f"how {game.name(item.id)} is cast is not said: {error}") from error
    game.deed("casts", player, spell)
    return (spell,)


def cast_from_top(game: Game, source: Source, instruction: CastFromTop) -> tuple[int, ...]:
    """The player reveals the top cards of their library if they like, and casts those that the scenario says; the
    spells.

    Raises Undecided where it is not said whether anything is revealed, Invalid where what is said to be cast is not
    among the cards that may be, or cannot be cast. Source: rule keys resolve.casting, resolve.choices.
    """
    scene = game.scene()
    player = scene.you(source)
    willing = dict(source.choices).get("may")
    if willing == (False,) and not game.casting:
        game.deed("does not choose", player)
        return ()
    if willing is None and not game.casting:
        raise Undecided(f"whether {player} reveals the top cards of the library is not said (may, casting)")
    number = evaluate(instruction.number, scene, source)
    shown = [each for each in top_cards(game, player, number) if fits(instruction.filter, scene, source, each)]
    game.deed("chooses", player)
    spells: list[int] = []
    for said in list(game.casting):
        card = game.labels.get(said.cast)
        if card not in shown:
            raise Invalid(f"{said.cast} is not among the cards that may be cast", "name one of those revealed")
        action = replace(said, controller=player, cast_for=instruction.way)
        if not has_keyword(game.entry(card), instruction.way):
            raise Undecided(f"casting {said.cast}, which has no {instruction.way} of its own, is not modelled")
        judgement = judge_cast(game, action, resolving=True)
        if not judgement.legal:
            raise Invalid(refusal(game, judgement.reasons), "take it out, or say how else it is cast")
        game.casting.remove(said)
        spells.append(cast(game, action))
        game.deed("casts", player, spells[-1])
    # The rest is on the bottom, nobody else knows in which order.
    game.set_player(player, shuffled=game.situation.clock)
    return tuple(spells)


def _costs_no_more_than_is_there(game: Game, action: Cast) -> bool:
    """Whether the mana for a spell is in the player's pool, or none is needed: nobody has to activate mana abilities.

    Raises Undecided where the scenario does not follow the pool and mana is needed, and where life might be paid.
    """
    trial = game.fork(game.scenario)
    proposed = proposal(trial, action)
    spell = propose(trial, proposed, action)
    player = proposed.player
    owings = owing_for_spell(trial, costing(proposed, spell.id, action)._replace(amounts=True))
    payable = [each for each in owings if unpayable(trial, Bill(each.parts, None, player, action.x)) is None]
    totals = [total for each in payable for total in mana_totals(each.owed)]
    if any(not total.mana.symbols and not total.life for total in totals):
        return True
    pool = pool_of(trial, player)
    if pool is None:
        raise Undecided(f"whether {player} has the mana to cast {trial.name(proposed.object)} is not told")
    return is_enough(pool, totals)
