"""Spells that are cast while something resolves, because it lets or makes a player cast them (rule key
resolve.casting)."""

from __future__ import annotations

import msgspec

from layerproof.kb.model.instruction import CastCard
from layerproof.kb.scenario.action import Cast
from layerproof.solver.game.acting import cast, refusal
from layerproof.solver.game.casting import costing, judge_cast
from layerproof.solver.game.owing import owing_for_spell
from layerproof.solver.game.pools import pool_of, spend
from layerproof.solver.game.proposing import proposal, propose
from layerproof.solver.game.total_cost import mana_totals
from layerproof.solver.layers.reading import refer
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.situation.game import Game, Invalid

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


def _costs_no_more_than_is_there(game: Game, action: Cast) -> bool:
    """Whether the mana for a spell is in the player's pool, or none is needed: nobody has to activate mana abilities.

    Raises Undecided where the scenario does not follow the pool and mana is needed.
    """
    trial = game.fork(game.scenario)
    proposed = proposal(trial, action)
    spell = propose(trial, proposed, action)
    owings = owing_for_spell(trial, costing(proposed, spell.id, action)._replace(amounts=True))
    totals = [total for each in owings for total in mana_totals(each.owed)]
    if any(not total.mana.symbols and not total.life for total in totals):
        return True
    if pool_of(trial, proposed.player) is None:
        raise Undecided(f"whether {proposed.player} has the mana to cast {trial.name(proposed.object)} is not told")
    try:
        spend(trial, proposed.player, totals)
    except Undecided:
        return False
    return True
