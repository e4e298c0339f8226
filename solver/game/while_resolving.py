"""Spells that are cast while something resolves, because it lets or makes a player cast them (rule key
resolve.casting)."""

from __future__ import annotations

import msgspec

from layerproof.kb.model.expression import Filter
from layerproof.kb.model.instruction import CastCard, CastFromTop, ExileUntil
from layerproof.kb.model.situation import GameObject
from layerproof.kb.scenario.action import Cast
from layerproof.solver.game.acting import cast, refusal
from layerproof.solver.game.casting import costing, judge_cast
from layerproof.solver.game.costs import Bill, unpayable
from layerproof.solver.game.mana_added import refuse_unknown_mana
from layerproof.solver.game.owing import FREE, owing_for_spell
from layerproof.solver.game.pools import is_enough, pool_of
from layerproof.solver.game.proposing import proposal, propose
from layerproof.solver.game.total_cost import mana_totals
from layerproof.solver.layers.reading import fits, refer
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.values import evaluate
from layerproof.solver.situation import moving
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
    must = instruction.required is not None and game.edition.policy(instruction.required) == "must"
    return _cast_one(game, source, item, player, instruction.way, must, None)


def _cast_one(
    game: Game, source: Source, item: GameObject, player: str, way: str, must: bool, like: Filter | None
) -> tuple[int, ...]:
    """A player casts a card, if that is possible and they like or have to; the spell.

    way: the keyword for whose cost, or FREE. like: what the spell must be like.
    """
    said = next((each for each in game.casting if game.labels.get(each.cast) == item.id), None)
    if said is None and item.label is None:
        raise Undecided("what is cast while something resolves has no label")
    action = replace(said or Cast(cast=item.label or ""), controller=player, cast_for=way)
    judgement = judge_cast(game, action, resolving=True)
    unlike = judgement.legal and like is not None and not _is_like(game, source, action, like)
    if unlike or not judgement.legal:
        if said is not None and unlike:
            raise Invalid(f"{said.cast} would be another spell than may be cast", "take it out, or name another half")
        if said is not None:
            raise Invalid(refusal(game, judgement.reasons), "take it out, or say how else it is cast")
        game.deed("cannot cast", player, item.id)
        return ()
    willing = dict(source.choices).get("may")
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
        with game.because("resolve.casting", player=player):
            spell = cast(game, action, resolving=True)
    except Invalid as error:
        if said is not None:
            raise
        raise Undecided(f"how {game.name(item.id)} is cast is not said: {error}") from error
    game.deed("casts", player, spell)
    return (spell,)


def _is_like(game: Game, source: Source, action: Cast, like: Filter) -> bool:
    """Whether the spell that a card would be fits what is asked of it."""
    trial = game.fork(game.scenario)
    spell = propose(trial, proposal(trial, action), action)
    return fits(like, trial.scene(), source, spell.id)


def exile_until(game: Game, source: Source, instruction: ExileUntil) -> tuple[int, ...]:
    """The player exiles cards from the top of their library until one fits, casts that one if they like and can, and
    puts the others on the bottom; the spell.

    The cards keep their labels in exile. Raises Undecided where a card would be exiled that is not listed. Source: rule
    keys resolve.casting, resolve.instructions_in_order.
    """
    player = game.scene().you(source)
    exiled: list[GameObject] = []
    found: GameObject | None = None
    while found is None:
        top = top_cards(game, player, 1)
        if not top:
            raise Undecided(f"which cards {player} exiles from the top of the library: they are not listed")
        card = moving.move(game, top[0], "exile", game.item(top[0]).label)
        if card is None or card.zone != "exile":
            raise Undecided("a card that goes elsewhere than into exile from the top of a library")
        exiled.append(card)
        if fits(instruction.filter, game.scene(), source, card.id):
            found = card
    game.deed("exiles", player, *(each.id for each in exiled))
    asked = instruction.asked is None or game.edition.policy(instruction.asked) == "resulting_spell"
    spells = _cast_one(game, source, found, player, FREE, False, instruction.spell if asked else None)
    if instruction.uncast == "hand" and game.there(found.id) is not None:
        moving.move(game, found.id, "hand", found.label)
    with game.at_one_moment():
        for each in exiled:
            if game.there(each.id) is not None:
                card = moving.move(game, each.id, "library", each.label, at_once=True)
                if card is not None and card.zone == "library":
                    # What lies on the bottom was there before all that is on top; its order is not known.
                    game.update(card.id, "resolve.instructions_in_order", timestamp=0)
    return spells


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
        action = replace(said, controller=player, cast_for=FREE)
        judgement = judge_cast(game, action, resolving=True)
        if not judgement.legal:
            raise Invalid(refusal(game, judgement.reasons), "take it out, or say how else it is cast")
        game.casting.remove(said)
        with game.because("resolve.casting", player=player):
            spells.append(cast(game, action, resolving=True))
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
    trial.update(spell.id, "cast.targets", targets=tuple(trial.who(each) for each in action.targets))
    player = proposed.player
    owings = owing_for_spell(trial, costing(proposed, spell.id, action, True)._replace(amounts=True))
    payable = [each for each in owings if unpayable(trial, Bill(each.parts, None, player, action.x)) is None]
    totals = [total for each in payable for total in mana_totals(each.owed)]
    if any(not total.mana.symbols and not total.life for total in totals):
        return True
    pool = pool_of(trial, player)
    if pool is None:
        raise Undecided(f"whether {player} has the mana to cast {trial.name(proposed.object)} is not told")
    refuse_unknown_mana(trial)
    return is_enough(pool, totals)
